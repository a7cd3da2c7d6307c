package office_test

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"kickabout/engine/dice"
	"kickabout/engine/dice/beacon"
	"kickabout/engine/dice/tbd2"
	"kickabout/league"
	"kickabout/league/conduct"
)

// signed1000 is what the network signed of round 1000, as it publishes it.
func signed1000() string {
	signature, _ := real(1000)
	return fmt.Sprintf("%x", signature)
}

// TestAnAdminEntersAPublicValueThatCannotBeHad: the round that was fixed and no other, with the signature of the network and no
// other; what comes of it is what the job would have made.
func TestAnAdminEntersAPublicValueThatCannotBeHad(t *testing.T) { // R-FD-6
	each(t, func(t *testing.T, c *club, ann, bob league.Player) {
		ctx, ada, mo := t.Context(), c.officer("Ada", league.Admin), c.officer("Mo", league.Moderator)
		s := &source{says: func(uint64) ([]byte, error) { return nil, errors.New("the network is away") }}
		open := c.mustOpen(ann, nil).ID
		id := c.awaiting(s, ann, bob, c.signedUp("Cleo"))
		enter := func(by league.Player, signature string) error { return c.EnterValue(ctx, by, id, 1000, signature) }
		if a, err := c.Awaited(ctx, ada, id); err != nil || a.Round != 0 {
			t.Errorf("before its start is in the log: %+v, %v", a, err)
		}
		c.refused(enter(ada, signed1000()), league.Stale, "Nobody can know")
		c.must(c.DiceLog.AppendToLog(ctx))
		if a, err := c.Awaited(ctx, ada, id); err != nil || a.Round != 1000 || !a.At.Equal(round1000) || a.Tournament.ID != id {
			t.Errorf("awaited is %+v, %v", a, err)
		}
		c.setTime(round1000.Add(-time.Second))
		c.refused(enter(ada, signed1000()), league.Stale, "Nobody can know")
		c.setTime(round1000)
		c.must(c.DrawDue(ctx)) // it cannot be had
		for _, by := range []league.Player{ann, bob, mo, c.guest(), {}} {
			c.refused(enter(by, signed1000()), league.Forbidden, "Only the admins")
			if _, err := c.Awaited(ctx, by, id); league.KindOf(err) != league.Forbidden {
				t.Errorf("%s is shown the form: %v", by.Name, err)
			}
		}
		c.refused(c.EnterValue(ctx, ada, open, 1000, signed1000()), league.Stale, "awaits no public value")
		c.refused(c.EnterValue(ctx, ada, "nosuch", 1000, signed1000()), league.NotFound, "")
		c.refused(c.EnterValue(ctx, ada, id, 999, signed1000()), league.Stale, "another public value by now: 1000")
		forged := "b44678" + signed1000()[6:]
		for typed, want := range map[string]string{
			"": "Paste", " \n": "Paste", "x" + signed1000()[1:]: "only the digits", `"` + signed1000() + `"`: "only the digits",
			signed1000()[:95]: "This has 95", signed1000() + "00": "This has 98", forged: "not what the network signed for round 1000", strings.Repeat("0", 96): "not what the network signed",
		} {
			if err := enter(ada, typed); league.KindOf(err) != league.Invalid || !strings.Contains(fmt.Sprint(league.Fields(err)["signature"]), want) {
				t.Errorf("%q: %v, want %q", typed, err, want)
			}
		}
		if v := c.tournament(id).Tournament; v.State != league.Registration || v.Valued {
			t.Fatalf("after all that it is %s", v.State)
		}
		c.Core.Beacon = nil // and the site has lost its source
		c.must(enter(ada, "  "+strings.ToUpper(signed1000())+"\n"))
		v := c.tournament(id)
		if v.Tournament.State != league.Running || !v.Tournament.Valued || c.valuedBy(id) != ada.ID {
			t.Errorf("it is %s: %+v", v.Tournament.State, v.Tournament.Log)
		}
		for names, label := range c.labels(v.Matches) {
			if label != tbd2.PublicStart {
				t.Errorf("%s: %s", names, label)
			}
		}
		c.refused(enter(ada, signed1000()), league.Stale, "awaits no public value")
		c.must(c.DrawDue(ctx))
		c.must(c.DiceLog.AppendToLog(ctx))
		r, err := tbd2.VerifyLot(c.lotFile(id).Encode(), tbd2.Evidence{Beacon: beacon.Verify})
		if err != nil || !r.Holds() || r.Label != tbd2.PublicStart || len(c.lotFile(id).Anchors) != 4 {
			t.Errorf("the draw: %+v, %v", r.Lines, err)
		}
		lines, err := c.store.AuditLog(ctx, id, math.MaxInt32, 99)
		c.must(err)
		if len(lines) != 1 || lines[0].Act != string(conduct.EnterValue) || lines[0].By != ada.ID || lines[0].Detail != "1000" {
			t.Errorf("the site's log has %+v", lines)
		}
		c.recounted()
	})
}

// valuedBy returns who has brought the public value of a tournament; "" for the job. There must be one such decision.
func (c *club) valuedBy(id string) string {
	c.t.Helper()
	var by []string
	for _, d := range c.tournament(id).Tournament.Log {
		if d.Act == league.ActValued {
			by = append(by, d.By.ID)
		}
	}
	if len(by) != 1 {
		c.t.Fatalf("the value came %d times: %q", len(by), by)
	}
	return by[0]
}

// TestAValueComesOnce, however the job and an admin meet: while the network answers the job, and both at once.
func TestAValueComesOnce(t *testing.T) {
	each(t, func(t *testing.T, c *club, ann, bob league.Player) {
		ctx, ada := t.Context(), c.officer("Ada", league.Admin)
		s := &source{}
		id := c.awaiting(s, ann, bob, c.signedUp("Cleo"))
		c.must(c.DiceLog.AppendToLog(ctx))
		s.says = func(round uint64) ([]byte, error) {
			c.must(c.EnterValue(ctx, ada, id, round, signed1000()))
			return real(round)
		}
		c.setTime(round1000)
		c.must(c.DrawDue(ctx))
		if len(s.asked) != 1 || c.valuedBy(id) != ada.ID {
			t.Errorf("the network was asked for %v, and the value is by %q", s.asked, c.valuedBy(id))
		}
		s.says = real
		for range 3 {
			id := c.awaiting(s, ann, bob, ada)
			c.must(c.DiceLog.AppendToLog(ctx))
			c.setTime(round1000)
			var both sync.WaitGroup
			both.Go(func() { c.noteErr(c.DrawDue(ctx)) })
			both.Go(func() {
				if err := c.EnterValue(ctx, ada, id, 1000, signed1000()); league.KindOf(err) != league.Stale { // else the job was first
					c.noteErr(err)
				}
			})
			both.Wait()
			v := c.tournament(id)
			if by := c.valuedBy(id); by != "" && by != ada.ID || v.Tournament.State != league.Running || len(v.Matches) != 3 {
				t.Errorf("it is %s with %d matches, by %q", v.Tournament.State, len(v.Matches), by)
			}
		}
		c.recounted()
	})
}

// noteErr says what went wrong, beside the test.
func (c *club) noteErr(err error) {
	if err != nil {
		c.t.Error(err)
	}
}

// TestNoValueIsEnteredForAKeyThatIsLost: it is closed once more first, and takes another one.
func TestNoValueIsEnteredForAKeyThatIsLost(t *testing.T) {
	each(t, func(t *testing.T, c *club, ann, bob league.Player) {
		ctx, ada := t.Context(), c.officer("Ada", league.Admin)
		s := &source{says: func(uint64) ([]byte, error) { return nil, errors.New("the network is away") }}
		id := c.awaiting(s, ann, bob, c.signedUp("Cleo"))
		c.must(c.DiceLog.AppendToLog(ctx))
		c.setTime(round1000)
		c.Core.Dealer = dealer{key: dice.Key{9}}
		_, err := c.EndLost(ctx, "It was seen.")
		c.must(err)
		c.refused(c.EnterValue(ctx, ada, id, 1000, signed1000()), league.Stale, "Nobody can know")
		c.must(c.DrawDue(ctx))
		c.must(c.DiceLog.AppendToLog(ctx))
		c.setTime(round1000.Add(time.Hour))
		want := tbd2.FirstRound(round1000.Unix() + tbd2.StartAfter)
		a, err := c.Awaited(ctx, ada, id)
		if err != nil || a.Round != want {
			t.Errorf("awaited is %d, %v; want %d", a.Round, err, want)
		}
		c.refused(c.EnterValue(ctx, ada, id, 1000, signed1000()), league.Stale, "another public value by now")
		if err := c.EnterValue(ctx, ada, id, want, signed1000()); league.Fields(err)["signature"] == nil {
			t.Errorf("with the signature of another round: %v", err)
		}
		if slices.ContainsFunc(c.tournament(id).Tournament.Log, func(d league.Decision) bool { return d.Act == league.ActValued }) {
			t.Error("a value came")
		}
	})
}
