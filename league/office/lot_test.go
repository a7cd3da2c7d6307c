package office_test

import (
	"context"
	"io"
	"slices"
	"strings"
	"testing"
	"time"

	"kickabout/engine/dice"
	"kickabout/engine/dice/tbd2"
	"kickabout/engine/games"
	"kickabout/league"
	"kickabout/league/archive"
	"kickabout/league/tournaments"
)

// signs has the site sign its log from now on.
func (c *club) signs() {
	c.t.Helper()
	signers, err := tbd2.NewSigners(tbd2.Key{5}, "league.example")
	c.must(err)
	c.Core.Signers = &signers
}

// lotFile returns the file of the draw of a tournament as its page hands it out.
func (c *club) lotFile(id string) (p tbd2.LotProof) {
	c.t.Helper()
	t := c.tournament(id).Tournament
	file, ok := c.Seeding(t)
	if !ok {
		c.t.Fatalf("the draw of %s has no file", id)
	}
	c.must(dice.ReadValues(file.Encode(), &p))
	var err error
	p.Anchors, err = c.DiceLog.LotAnchors(c.t.Context(), t.Serial)
	c.must(err)
	return p
}

// lotSays checks the file of the draw of a tournament, and returns how often each verdict is given.
func (c *club) lotSays(p tbd2.LotProof) (label tbd2.Label, said map[tbd2.Verdict]int, text string) {
	c.t.Helper()
	r, err := tbd2.VerifyLot(p.Encode(), tbd2.Evidence{})
	c.must(err)
	said = map[tbd2.Verdict]int{}
	for _, l := range r.Lines {
		said[l.Verdict]++
		text += string(l.Verdict) + ": " + l.Text + "\n"
	}
	return r.Label, said, text
}

// TestTheDrawHangsOnWhatWasGivenAtTheEntry: what each player has given is bound when the entries are closed, the log of the
// dice has that within its next run, and the order follows from it; the key is open when all is over (SCHEME.md 3).
func TestTheDrawHangsOnWhatWasGivenAtTheEntry(t *testing.T) { // R-FD-6
	each(t, func(t *testing.T, c *club, ann, bob league.Player) {
		c.signs()
		cleo := c.signedUp("Cleo")
		_, err := c.Contributions.Add(t.Context(), ann, "from Ann")
		c.must(err)
		id := c.mustOpen(ann, nil).ID
		c.must(c.DiceLog.AppendToLog(t.Context()))
		c.must(c.GiveContribution(t.Context(), bob, id, "=; typed by Bob"))
		c.must(c.EnterTournament(t.Context(), bob, id))
		c.must(c.EnterTournament(t.Context(), cleo, id))
		c.must(c.InviteBot(t.Context(), ann, id, "bot:random"))
		c.must(c.StartTournament(t.Context(), ann, id))

		p := c.lotFile(id)
		given := map[string]string{ann.ID: "from Ann", bob.ID: "=; typed by Bob", cleo.ID: "", "bot:random": ""}
		for _, e := range p.Entries {
			if want, in := given[e.Player]; !in || e.Contribution != want || e.Bot != (e.Player == "bot:random") {
				t.Errorf("the file says that %s gave %q, bot %v", e.Player, e.Contribution, e.Bot)
			}
		}
		label, said, text := c.lotSays(p)
		if label != tbd2.SiteAlone || said[tbd2.Wrong] > 0 || len(p.Entries) != 4 || len(p.Seeds) != 4 || !strings.Contains(text, "What was given is not anchored yet") {
			t.Errorf("before the log has it:\n%s", text)
		}
		for range 2 {
			c.must(c.DiceLog.AppendToLog(t.Context()))
		}
		if _, said, text = c.lotSays(c.lotFile(id)); said[tbd2.Wrong] > 0 || said[tbd2.NotProved] != 1 || !strings.Contains(text, "not open") || len(c.lotFile(id).Anchors) != 3 {
			t.Errorf("once the log has it:\n%s", text)
		}
		for what, forge := range map[string]func(p *tbd2.LotProof){
			"a contribution":      func(p *tbd2.LotProof) { p.Entries[1].Contribution = "" },
			"the order":           func(p *tbd2.LotProof) { p.Seeds[0], p.Seeds[1] = p.Seeds[1], p.Seeds[0] },
			"a player left out":   func(p *tbd2.LotProof) { p.Entries = p.Entries[1:] },
			"the order of entry":  func(p *tbd2.LotProof) { p.Entries[0], p.Entries[1] = p.Entries[1], p.Entries[0] },
			"the link of the end": func(p *tbd2.LotProof) { p.Link = p.Head },
		} {
			forged := c.lotFile(id)
			forge(&forged)
			if _, said, text := c.lotSays(forged); said[tbd2.Wrong] == 0 {
				t.Errorf("with %s changed it holds:\n%s", what, text)
			}
		}
		if strings.Contains(string(c.lotFile(id).Encode()), `"opened": "0`) || c.lotFile(id).Opened != "" {
			t.Error("the key is open before the tournament is over")
		}
		c.recounted()
		c.taken(func(ctx context.Context, w io.Writer) error {
			return c.Export(ctx, w, archive.Scope{Holds: archive.Site, Secrets: true})
		})
		c.playOut(id, []league.Player{ann, bob, cleo}, func(league.Match) bool { return true })
		if _, said, text = c.lotSays(c.lotFile(id)); said[tbd2.Wrong]+said[tbd2.NotProved] > 0 {
			t.Errorf("when it is over:\n%s", text)
		}
		c.opensAtTheEnd(id)
		var file strings.Builder
		c.must(c.ExportTournament(t.Context(), league.Public(), id, "", &file))
		if report, err := archive.Verify(strings.NewReader(file.String()), c.Core.Game, tbd2.Evidence{}); err != nil || report.Lots != 1 {
			t.Errorf("the export has %d lots: %v", report.Lots, err)
		}
		if _, err := archive.Verify(strings.NewReader(strings.Replace(file.String(), `"contribution":"from Ann"`, `"contribution":"from Amy"`, 1)), c.Core.Game, tbd2.Evidence{}); err == nil {
			t.Error("an export with another contribution holds")
		}
		c.exportShowsTheLog(file.String())
	})
}

// opensAtTheEnd has the log open the key of a tournament that is over, which its draw and all of its games follow from then.
func (c *club) opensAtTheEnd(id string) {
	c.t.Helper()
	ctx, cup := c.t.Context(), c.tournament(id).Tournament
	if o, err := c.DiceLog.Opened(ctx, cup.Serial); o != nil || err != nil {
		c.t.Fatalf("before the log has it, its key is open: %+v, %v", o, err)
	}
	for range 2 {
		c.must(c.DiceLog.AppendToLog(ctx))
	}
	o, err := c.DiceLog.Opened(ctx, cup.Serial)
	if err != nil || o == nil || !o.At.Equal(c.clock()) {
		c.t.Fatalf("its key is told as %+v, %v", o, err)
	}
	const open = "proved: The key of the tournament has been open since "
	if _, said, text := c.lotSays(c.lotFile(id)); said[tbd2.Wrong]+said[tbd2.NotProved] > 0 || strings.Count(text, open) != 1 {
		c.t.Errorf("the draw:\n%s", text)
	}
	matches, err := c.store.Fixtures(ctx, league.Site(), id)
	c.must(err)
	for _, m := range matches {
		v, err := c.Match(ctx, league.Site(), m.ID)
		c.must(err)
		file, err := c.Proof(ctx, v)
		c.must(err)
		p := file.(tbd2.Proof)
		p.Anchors, err = c.DiceLog.Anchors(ctx, v.Match, 0)
		c.must(err)
		r, err := tbd2.Verify(p.Encode(), games.ByID, tbd2.Evidence{})
		if c.must(err); !r.Holds() || !slices.ContainsFunc(r.Lines, func(l tbd2.Line) bool { return strings.HasPrefix(string(l.Verdict)+": "+l.Text, open) }) {
			c.t.Errorf("%s: %+v", m.Fixture, r.Lines)
		}
		early, err := c.DiceLog.Anchors(ctx, v.Match, 5) // of a file for a checkpoint from before
		if c.must(err); len(early) >= len(p.Anchors) {
			c.t.Errorf("%s: in the log of 5 leaves are %d of %d", m.Fixture, len(early), len(p.Anchors))
		}
	}
}

// TestWhileAGameIsPlayedTheKeyOfItsTournamentIsClosed: not when one of them is over, and not before the last one; and nothing
// begins in a tournament that is over.
func TestWhileAGameIsPlayedTheKeyOfItsTournamentIsClosed(t *testing.T) {
	each(t, func(t *testing.T, c *club, ann, bob league.Player) {
		c.signs()
		cleo := c.signedUp("Cleo")
		id := c.started([]league.Player{ann, bob, cleo}, nil)
		cup := c.tournament(id).Tournament
		closed := func(when string) {
			t.Helper()
			for range 2 {
				c.must(c.DiceLog.AppendToLog(t.Context()))
			}
			if o, err := c.DiceLog.Opened(t.Context(), cup.Serial); o != nil || err != nil {
				t.Errorf("%s its key is open: %+v, %v", when, o, err)
			}
		}
		closed("at the start")
		for _, m := range c.tournament(id).Matches[1:] {
			mover, _ := c.mustMatch(m.ID).Match.Mover()
			_, err := c.Resign(t.Context(), mover, m.ID, c.Now())
			c.must(err)
		}
		closed("before the last game is over")
		c.playOut(id, []league.Player{ann, bob, cleo}, func(league.Match) bool { return true })
		c.opensAtTheEnd(id)
		p := league.TournamentProgress{Tournament: c.tournament(id).Tournament}
		err := c.BeginFixtures(t.Context(), &p, []league.Fixture{{Key: "c1/r1/b1.2", First: ann.ID, Second: bob.ID}})
		if league.KindOf(err) != league.Stale || len(p.Matches) > 0 {
			t.Errorf("when it is over a game begins: %v", err)
		}
	})
}

// TestEntriesAreClosedWhateverTheSeedsGoBy: what was given is bound without a lot, too; there is no file of one then.
func TestEntriesAreClosedWhateverTheSeedsGoBy(t *testing.T) {
	each(t, func(t *testing.T, c *club, ann, bob league.Player) {
		c.signs()
		id := c.started([]league.Player{ann, bob, c.signedUp("Cleo")}, func(p *tournaments.TournamentProposal) { p.Set("seeding", league.SeedRating) })
		v := c.tournament(id).Tournament
		if _, ok := c.Seeding(v); ok || v.Closed.IsZero() || v.Dice.Tour == (dice.Digest{}) {
			t.Errorf("closed at %s with %x; a lot: %v", v.Closed, v.Dice.Tour, ok)
		}
		c.must(c.DiceLog.AppendToLog(t.Context()))
		c.setTime(c.clock().Add(time.Hour))
		c.must(c.DiceLog.AppendToLog(t.Context()))
		if anchors, err := c.DiceLog.LotAnchors(t.Context(), v.Serial); err != nil || len(anchors) != 3 {
			t.Errorf("the log has %d leaves of it, %v", len(anchors), err)
		}
		c.recounted()
	})
}
