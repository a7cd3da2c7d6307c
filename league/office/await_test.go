package office_test

import (
	"context"
	"encoding/hex"
	"errors"
	"io"
	"slices"
	"strings"
	"testing"
	"time"

	"kickabout/engine/dice"
	"kickabout/engine/dice/beacon"
	"kickabout/engine/dice/tbd2"
	"kickabout/league"
	"kickabout/league/archive"
	"kickabout/league/tournaments"
)

// source hands out public values as a test has it.
type source struct {
	asked []uint64
	says  func(round uint64) ([]byte, error)
}

func (s *source) Round(_ context.Context, round uint64) ([]byte, error) {
	s.asked = append(s.asked, round)
	return s.says(round)
}

// real is what the network signed of round 1000, from the vectors of the scheme.
func real(round uint64) ([]byte, error) {
	if round != 1000 {
		return nil, errors.New("that is not kept here")
	}
	return hex.DecodeString("b44679b9a59af2ec876b1a6b1ad52ea9b1615fc3982b19576350f93447cb1125e342b73a8dd2bacbe47e4b6b63ed5e39")
}

// round1000 is when round 1000 comes, and before it a start must be in the log to take its value.
var round1000 = time.Unix(tbd2.QuicknetStart+999*tbd2.QuicknetPeriod, 0).UTC()

// awaiting has a tournament of four await its public value from a source, as it is ten minutes before round 1000.
func (c *club) awaiting(s *source, organiser league.Player, others ...league.Player) (id string) {
	c.t.Helper()
	c.signs()
	c.Core.Beacon = s
	c.setTime(round1000.Add(-tbd2.StartAfter * time.Second))
	id = c.mustOpen(organiser, nil).ID
	for _, p := range append([]league.Player{organiser}, others...) {
		c.must(c.GiveContribution(c.t.Context(), p, id, "from "+p.Name))
	}
	c.enter(id, others...)
	c.must(c.StartTournament(c.t.Context(), organiser, id))
	return id
}

// TestATournamentBeginsWithAPublicValue that is fixed before anybody knows it: nothing goes in any more while it is awaited,
// everybody is told which it is, the network is asked for that one alone and not too early, and all games hang on it.
func TestATournamentBeginsWithAPublicValue(t *testing.T) { // R-FD-6
	each(t, func(t *testing.T, c *club, ann, bob league.Player) {
		ctx, cleo, dan := t.Context(), c.signedUp("Cleo"), c.signedUp("Dan")
		s := &source{says: func(uint64) ([]byte, error) { return nil, errors.New("it is late") }}
		id := c.awaiting(s, ann, bob, cleo)
		v := c.tournament(id)
		if v.Tournament.State != league.Registration || v.Tournament.Closed.IsZero() || v.Tournament.Enterable(c.Now()) || len(v.Matches) > 0 {
			t.Fatalf("it is %s, closed at %s, with %d matches", v.Tournament.State, v.Tournament.Closed, len(v.Matches))
		}
		c.refused(c.EnterTournament(ctx, dan, id), league.Stale, "Entries have closed")
		c.refused(c.GiveContribution(ctx, bob, id, "something better"), league.Stale, "Entries have closed: the dice")
		c.refused(c.StartTournament(ctx, ann, id), league.Stale, "awaits its public value")
		c.refused(c.StartTournament(ctx, bob, id), league.Forbidden, "")
		c.must(c.DrawDue(ctx))
		if got := c.siteDid(id); len(got) > 0 {
			t.Errorf("before its start is in the log: %v", got)
		}
		c.must(c.DiceLog.AppendToLog(ctx))
		told := c.told(bob)
		for range 2 {
			c.must(c.DrawDue(ctx))
		}
		if got := c.siteDid(id); !slices.Equal(got, []string{"told"}) || c.told(bob) != told+1 || !strings.Contains(lastText(c.tournament(id)), "public value 1000 of drand's quicknet, which nobody knows before 23 August 15:59 UTC") {
			t.Errorf("the site did %v, and says %q; Bob is told %d times", got, lastText(c.tournament(id)), c.told(bob)-told)
		}
		c.setTime(round1000.Add(-time.Second))
		c.must(c.DrawDue(ctx))
		if len(s.asked) > 0 {
			t.Errorf("the network is asked early, for %v", s.asked)
		}
		c.setTime(round1000.Add(time.Second))
		c.must(c.Advance(ctx))
		if len(s.asked) > 0 {
			t.Error("the network is asked by another job")
		}
		c.must(c.DrawDue(ctx)) // it is late
		if c.tournament(id).Tournament.State != league.Registration {
			t.Error("it began without its value")
		}
		s.says = real
		for range 2 {
			c.must(c.DrawDue(ctx))
		}
		if !slices.Equal(s.asked, []uint64{1000, 1000}) {
			t.Errorf("the network was asked for %v", s.asked)
		}
		v = c.tournament(id)
		if got := c.siteDid(id); v.Tournament.State != league.Running || !v.Tournament.Valued || !slices.Equal(got, []string{"told", "valued", "started"}) {
			t.Fatalf("it is %s; the site did %v", v.Tournament.State, got)
		}
		for names, label := range c.labels(v.Matches) {
			if label != tbd2.PublicStart {
				t.Errorf("%s: %s", names, label)
			}
		}
		c.must(c.DiceLog.AppendToLog(ctx))
		r, err := tbd2.VerifyLot(c.lotFile(id).Encode(), tbd2.Evidence{Beacon: beacon.Verify})
		if err != nil || !r.Holds() || r.Label != tbd2.PublicStart || len(c.lotFile(id).Anchors) != 4 {
			t.Errorf("the draw: %+v, %v", r.Lines, err)
		}
		for what, forge := range map[string]func(*tbd2.LotProof){
			"another round": func(p *tbd2.LotProof) { p.Beacon.Round++ },
			"another value": func(p *tbd2.LotProof) { p.Beacon.Signature = p.Beacon.Signature[2:] + "00" },
			"no value":      func(p *tbd2.LotProof) { p.Beacon = nil },
		} {
			p := c.lotFile(id)
			forge(&p)
			if r, err := tbd2.VerifyLot(p.Encode(), tbd2.Evidence{Beacon: beacon.Verify}); err != nil || r.Holds() {
				t.Errorf("with %s it holds, %v", what, err)
			}
		}
		if o, err := c.DiceLog.Overview(ctx); err != nil || o.Counts.PublicStart != int64(len(v.Matches)) {
			t.Errorf("counted are %+v, %v", o.Counts, err)
		}
		c.recounted()
		c.taken(func(ctx context.Context, w io.Writer) error {
			return c.Export(ctx, w, archive.Scope{Holds: archive.Site, Secrets: true})
		})
	})
}

// TestWhoeverOrganisesMayBeginWithoutTheValue after 72 hours, which the log of the tournament says; the dice are of level A.
func TestWhoeverOrganisesMayBeginWithoutTheValue(t *testing.T) { // R-FD-6
	each(t, func(t *testing.T, c *club, ann, bob league.Player) {
		s := &source{says: func(uint64) ([]byte, error) { return nil, errors.New("the network is away") }}
		id := c.awaiting(s, ann, bob, c.signedUp("Cleo"))
		c.must(c.DiceLog.AppendToLog(t.Context()))
		c.setTime(c.tournament(id).Tournament.Closed.Add(league.ValueWithin - time.Second))
		c.must(c.DrawDue(t.Context()))
		c.refused(c.StartTournament(t.Context(), ann, id), league.Stale, "awaits its public value")
		c.setTime(c.clock().Add(time.Second))
		c.refused(c.StartTournament(t.Context(), bob, id), league.Forbidden, "")
		c.must(c.StartTournament(t.Context(), ann, id))
		v := c.tournament(id)
		if v.Tournament.State != league.Running || v.Tournament.Valued || !slices.ContainsFunc(v.Tournament.Log, func(d league.Decision) bool {
			return d.Act == league.ActRuled && d.By.ID == ann.ID && d.Text == "R-FD-6: drawn without the public value, which could not be had"
		}) {
			t.Errorf("it is %s: %+v", v.Tournament.State, v.Tournament.Log)
		}
		for names, label := range c.labels(v.Matches) {
			if label != tbd2.Contributed {
				t.Errorf("%s: %s", names, label)
			}
		}
		s.says = real
		c.must(c.DrawDue(t.Context()))
		c.recounted()
	})
}

// TestWhoLeavesWhileItIsAwaitedIsNotDrawn: the others are, in the order that the dice give; with too few it is called off.
func TestWhoLeavesWhileItIsAwaitedIsNotDrawn(t *testing.T) {
	each(t, func(t *testing.T, c *club, ann, bob league.Player) {
		s := &source{says: real}
		cleo, dan := c.signedUp("Cleo"), c.signedUp("Dan")
		id := c.awaiting(s, ann, bob, cleo, dan)
		few := c.awaiting(s, ann, bob, cleo)
		c.must(c.DiceLog.AppendToLog(t.Context()))
		c.must(c.LeaveTournament(t.Context(), bob, id))
		c.must(c.LeaveTournament(t.Context(), bob, few))
		c.setTime(round1000)
		c.must(c.DrawDue(t.Context()))
		if v := c.tournament(few).Tournament; v.State != league.Cancelled {
			t.Errorf("with two it is %s", v.State)
		}
		c.must(c.DiceLog.AppendToLog(t.Context()))
		p := c.lotFile(id)
		r, err := tbd2.VerifyLot(p.Encode(), tbd2.Evidence{Beacon: beacon.Verify})
		if err != nil || !r.Holds() || len(p.Entries) != 4 || len(p.Seeds) != 3 || len(c.tournament(id).Matches) != 3 {
			t.Errorf("%d of %d are drawn: %+v, %v", len(p.Seeds), len(p.Entries), r.Lines, err)
		}
		c.recounted()
	})
}

// TestAKeyThatIsLostWhileTheValueIsAwaitedClosesOnceMore: what was given is bound to the new one, and another value is awaited.
func TestAKeyThatIsLostWhileTheValueIsAwaitedClosesOnceMore(t *testing.T) {
	each(t, func(t *testing.T, c *club, ann, bob league.Player) {
		ctx := t.Context()
		s := &source{says: func(round uint64) ([]byte, error) { return []byte{byte(round)}, nil }}
		id := c.awaiting(s, ann, bob, c.signedUp("Cleo"))
		c.must(c.DiceLog.AppendToLog(ctx))
		c.must(c.DrawDue(ctx))
		c.Core.Dealer = dealer{key: dice.Key{9}}
		_, err := c.EndLost(ctx, "It was seen.")
		c.must(err)
		c.setTime(round1000.Add(time.Minute))
		c.must(c.DrawDue(ctx))
		if v := c.tournament(id).Tournament; v.State != league.Registration || !v.Closed.Equal(c.clock()) || len(s.asked) > 0 {
			t.Errorf("it is %s, closed at %s; asked was for %v", v.State, v.Closed, s.asked)
		}
		c.must(c.DiceLog.AppendToLog(ctx))
		c.setTime(c.clock().Add(11 * time.Minute))
		c.must(c.DrawDue(ctx))
		want := tbd2.FirstRound(round1000.Add(time.Minute).Unix() + tbd2.StartAfter)
		if v := c.tournament(id).Tournament; v.State != league.Running || !slices.Equal(s.asked, []uint64{want}) {
			t.Errorf("it is %s; asked was for %v, want %d", v.State, s.asked, want)
		}
		if r, err := tbd2.VerifyLot(c.lotFile(id).Encode(), tbd2.Evidence{}); err != nil || !r.Holds() {
			t.Errorf("%+v, %v", r.Lines, err)
		}
	})
}

// TestWithoutASourceNothingWaits, nor does a tournament of teams, nor one on a site that keeps no log.
func TestWithoutASourceNothingWaits(t *testing.T) {
	each(t, func(t *testing.T, c *club, ann, bob league.Player) {
		people := []league.Player{ann, bob, c.signedUp("Cleo")}
		s := &source{says: real}
		for what, prepare := range map[string]func(){
			"no source": func() { c.signs(); c.Core.Beacon = nil },
			"no log":    func() { c.Core.Signers, c.Core.Beacon = nil, s },
		} {
			prepare()
			if v := c.tournament(c.started(people, func(*tournaments.TournamentProposal) {})).Tournament; v.State != league.Running || v.Valued {
				t.Errorf("%s: it is %s", what, v.State)
			}
		}
		c.must(c.DrawDue(t.Context()))
		if len(s.asked) > 0 {
			t.Errorf("asked was for %v", s.asked)
		}
	})
}
