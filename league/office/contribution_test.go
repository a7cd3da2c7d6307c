package office_test

import (
	"context"
	"io"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"kickabout/engine"
	"kickabout/engine/dice/tbd2"
	"kickabout/engine/games"
	"kickabout/engine/record"
	"kickabout/league"
	"kickabout/league/archive"
	"kickabout/league/contribution"
	"kickabout/league/tournaments"
	"kickabout/league/transcript"
	"kickabout/store"
)

// labels returns what may be said of the dice of matches, by their seats' names, and wants each file to hold and to say so.
func (c *club) labels(matches []league.Match) map[string]tbd2.Label {
	c.t.Helper()
	said := map[string]tbd2.Label{}
	for _, m := range matches {
		report, err := tbd2.Verify(c.proofOf(c.verified(m.ID)).Encode(), games.ByID, tbd2.Evidence{})
		if err != nil || !report.Holds() || report.Label != league.Given(m).Label() {
			c.t.Errorf("the file of %s says %s, the site %s: %v, %v", m.ID, report.Label, league.Given(m).Label(), report.Lines, err)
		}
		said[m.Seats[0].Player.Name+" "+m.Seats[1].Player.Name] = report.Label
	}
	return said
}

// TestPlayersOfATournamentGiveToItsDice: all games of a tournament hang on what each player has given to it, or on the
// first that waited of who did not; a game of whoever has nothing is the site's alone, and says so (SCHEME.md 1 and 3).
func TestPlayersOfATournamentGiveToItsDice(t *testing.T) {
	each(t, func(t *testing.T, c *club, ann, bob league.Player) {
		cleo := c.signedUp("Cleo")
		waiting := func(p league.Player, want int) {
			t.Helper()
			if n, err := c.Contributions.Waiting(t.Context(), p); err != nil || n != want {
				t.Errorf("%d of %s wait, %v; want %d", n, p.Name, err, want)
			}
		}
		_, err := c.Contributions.Add(t.Context(), ann, "a1", "a2")
		c.must(err)
		_, err = c.Contributions.Add(t.Context(), bob, "b1")
		c.must(err)
		id := c.mustOpen(ann, func(p *tournaments.TournamentProposal) { p.Cycles = "2" }).ID
		c.must(c.GiveContribution(t.Context(), bob, id, "typed by Bob"))
		c.must(c.EnterTournament(t.Context(), bob, id))
		c.must(c.EnterTournament(t.Context(), cleo, id))
		c.must(c.StartTournament(t.Context(), ann, id))
		given := map[string]string{ann.ID: "a1", bob.ID: "typed by Bob"}
		matches := c.tournament(id).Matches
		for _, m := range matches {
			for _, s := range m.Seats {
				if s.Contribution != given[s.Player.ID] {
					t.Errorf("%s gave %q to %s, want %q", s.Player.Name, s.Contribution, m.Fixture, given[s.Player.ID])
				}
			}
		}
		for names, label := range c.labels(matches) {
			want := tbd2.Contributed
			if strings.Contains(names, cleo.Name) {
				want = tbd2.SiteAlone
			}
			if label != want {
				t.Errorf("%s: %s, want %s", names, label, want)
			}
		}
		waiting(ann, 1)
		waiting(bob, 1)
		if err := c.GiveContribution(t.Context(), ann, id, "another"); league.KindOf(err) != league.Stale {
			t.Errorf("after the start: %v", err)
		}
		_, err = c.Contributions.Add(t.Context(), cleo, "c1")
		c.must(err)
		for _, m := range c.tournament(c.started([]league.Player{ann, bob, cleo}, nil)).Matches {
			if label := league.Given(m).Label(); label != tbd2.Contributed {
				t.Errorf("of what waited comes %s", label)
			}
		}
		waiting(ann, 0)
		waiting(bob, 0)
		c.taken(func(ctx context.Context, w io.Writer) error {
			return c.Export(ctx, w, archive.Scope{Holds: archive.Site, Secrets: true})
		})
	})
}

// TestBothOfAPairHangOnTheSameContributions: in the second of a duplicate pair the players have changed seats, and yet both
// have the same dice, of which each file says so.
func TestBothOfAPairHangOnTheSameContributions(t *testing.T) {
	each(t, func(t *testing.T, c *club, ann, bob league.Player) {
		for _, p := range []league.Player{ann, bob} {
			_, err := c.Contributions.Add(t.Context(), p, "from "+p.Name)
			c.must(err)
		}
		id := c.started([]league.Player{ann, bob, c.signedUp("Cleo")}, func(p *tournaments.TournamentProposal) {
			p.Cycles = "2"
			p.Tick("duplicate", true)
		})
		var matches []league.Match
		for _, m := range c.tournament(id).Matches {
			if m.SideOf(ann.ID) != engine.NoSide && m.SideOf(bob.ID) != engine.NoSide {
				matches = append(matches, m)
			}
		}
		if len(matches) != 2 || matches[0].Twin != matches[1].ID || matches[0].Seats[0].Player.ID == matches[1].Seats[0].Player.ID {
			t.Fatalf("the matches are %+v", matches)
		}
		if a, b := league.Given(matches[0]).Sum(), league.Given(matches[1]).Sum(); a != b {
			t.Error("the two hang on different dice")
		}
		r := rand.New(rand.NewPCG(3, 4))
		for range 3 {
			for _, m := range matches {
				c.playIn(m.ID, c.mustMatch(m.ID).Record.Position.Random(r))
			}
		}
		for names, label := range c.labels(matches) {
			if label != tbd2.Contributed {
				t.Errorf("%s: %s", names, label)
			}
		}
		for _, m := range matches {
			if v := c.verified(m.ID); v.Match.Seats[0].Contribution != "from "+v.Match.Seats[0].Player.Name {
				t.Errorf("%s gave %q", v.Match.Seats[0].Player.Name, v.Match.Seats[0].Contribution)
			}
			read, err := transcript.Read(c.proofOf(c.mustMatch(m.ID)).Encode(), games.ByID)
			c.must(err)
			if gave := read.Headers[record.Gave0]; gave != m.Seats[0].Contribution {
				t.Errorf("the file says that %s gave %q", m.Seats[0].Player.Name, gave)
			}
		}
	})
}

// TestEachGameOfALadderHasItsOwnContributions: a ladder never ends, so each game there uses one up.
func TestEachGameOfALadderHasItsOwnContributions(t *testing.T) {
	onDatabases(t, func(t *testing.T, open func() *store.Store) {
		c := newClub(t, open())
		players := c.ladderOf("Ann", "Bob")
		for _, p := range players[:2] {
			_, err := c.Contributions.Add(t.Context(), p, p.Name+" 1", p.Name+" 2")
			c.must(err)
		}
		for game := range 3 {
			m := c.challenged(players[1], players[0])
			for _, s := range m.Seats {
				want := []string{s.Player.Name + " 1", s.Player.Name + " 2", ""}[game]
				if s.Contribution != want {
					t.Errorf("game %d: %s gave %q, want %q", game+1, s.Player.Name, s.Contribution, want)
				}
			}
			c.labels([]league.Match{m})
			c.resign(players[1], m)
			c.wait(40 * 24 * time.Hour)
		}
	})
}

// TestAWordGivesWhereNothingWaits: the games of whoever has one are of level A, each file holds, and the word itself is in none;
// a site that is given away keeps it secret, and one that is moved has it.
func TestAWordGivesWhereNothingWaits(t *testing.T) {
	each(t, func(t *testing.T, c *club, ann, bob league.Player) {
		const word = "seven green kites"
		cleo := c.signedUp("Cleo")
		for i, p := range []league.Player{ann, bob, cleo} {
			c.must(c.Contributions.SetWord(t.Context(), p, word[i:]))
		}
		matches := c.tournament(c.started([]league.Player{ann, bob, cleo}, nil)).Matches
		for names, label := range c.labels(matches) {
			if label != tbd2.Contributed {
				t.Errorf("%s: %s", names, label)
			}
		}
		for _, m := range matches {
			for _, s := range m.Seats {
				if s.Player.ID == ann.ID && s.Contribution != tbd2.Word(word, ann.ID, 0) {
					t.Errorf("Ann gave %q", s.Contribution)
				}
			}
			if strings.Contains(string(c.proofOf(c.verified(m.ID)).Encode()), "green kites") {
				t.Error("the file of a match has the word")
			}
		}
		if got, used, err := c.Contributions.Word(t.Context(), ann); got != word || used != 1 || err != nil {
			t.Errorf("the word is %q, used %d times, %v", got, used, err)
		}
		if err := c.Contributions.SetWord(t.Context(), c.guest(), "x"); league.KindOf(err) != league.Forbidden {
			t.Errorf("of a guest: %v", err)
		}
		for _, wrong := range []string{strings.Repeat("x", 49), strings.Repeat("ä", 25), "two\nlines", "\xff"} {
			if err := c.Contributions.SetWord(t.Context(), ann, wrong); league.Fields(err)["word"] == nil {
				t.Errorf("%q is a word: %v", wrong, err)
			}
		}
		c.must(c.Contributions.SetWord(t.Context(), ann, strings.Repeat("x", 48)))
		for _, secrets := range []bool{false, true} {
			var file strings.Builder
			c.must(c.Export(t.Context(), &file, archive.Scope{Holds: archive.Site, Secrets: secrets}))
			if strings.Contains(file.String(), "even green kites") != secrets {
				t.Errorf("with secrets %v the export has the word: %v", secrets, !secrets)
			}
		}
		c.taken(func(ctx context.Context, w io.Writer) error {
			return c.Export(ctx, w, archive.Scope{Holds: archive.Site, Secrets: true})
		})
	})
}

// TestContributionsAreRefused: what no contribution can be, what is none, and whoever has no account.
func TestContributionsAreRefused(t *testing.T) {
	each(t, func(t *testing.T, c *club, ann, _ league.Player) {
		id := c.mustOpen(ann, nil).ID
		for _, text := range []string{"", strings.Repeat("x", 65), "two\nlines", "\xff"} {
			if _, err := c.Contributions.Add(t.Context(), ann, "good", text); league.Fields(err)["contribution"] == nil {
				t.Errorf("%q waits: %v", text, err)
			}
			if err := c.GiveContribution(t.Context(), ann, id, text); text != "" && league.Fields(err)["contribution"] == nil {
				t.Errorf("%q is given: %v", text, err)
			}
		}
		if _, err := c.Contributions.Add(t.Context(), c.guest(), "x"); league.KindOf(err) != league.Forbidden {
			t.Errorf("of a guest: %v", err)
		}
		many := make([]string, contribution.Most+3)
		for i := range many {
			many[i] = "x"
		}
		if n, err := c.Contributions.Add(t.Context(), ann, many...); err != nil || n != contribution.Most {
			t.Errorf("%d wait, %v", n, err)
		}
		dora := c.signedUp("Dora")
		c.must(c.Contributions.Stock(t.Context(), dora, many))
		if n, err := c.Contributions.Waiting(t.Context(), dora); err != nil || n != contribution.Stock {
			t.Errorf("a browser has %d wait, %v", n, err)
		}
	})
}
