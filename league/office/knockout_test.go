package office_test

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"kickabout/engine"
	"kickabout/league"
	deskleague "kickabout/league/desk"
	"kickabout/league/tournaments"
	"kickabout/store"
	"kickabout/store/storetest"
)

// knockOut proposes a knock-out of eight places.
func knockOut(p *tournaments.TournamentProposal) { p.Format, p.Places, p.Cycles = "knockout", "8", "2" }

// twoStages proposes groups of three and a knock-out of two from each.
func twoStages(p *tournaments.TournamentProposal) {
	p.Format, p.Places, p.Cycles = "groups", "8", "1"
	p.Set("group_size", "3")
	p.Set("through", "2")
}

// bySeed lets the worse seed give up all that is being played, and says whether there was
// anything.
func (c *club) bySeed(id string) (played bool) {
	c.t.Helper()
	v := c.tournament(id)
	for _, m := range v.Matches {
		if m.State.ToMove == engine.NoSide {
			continue
		}
		loser := m.Seats[0].Player
		if seedOf(v.Tournament, m.Seats[1].Player) > seedOf(v.Tournament, loser) {
			loser = m.Seats[1].Player
		}
		if _, err := c.Resign(context.Background(), loser, m.ID, c.Now()); err != nil && !errors.Is(err, errCut) && !errors.Is(err, context.Canceled) {
			c.t.Fatal(err)
		}
		played = true
	}
	return played
}

func seedOf(t league.Tournament, p league.Player) int {
	e, _ := t.Entrant(p.ID)
	return e.Seed
}

// fixtures lists the keys of a tournament's matches.
func (c *club) fixtures(id string) string {
	c.t.Helper()
	var keys []string
	for _, m := range c.tournament(id).Matches {
		keys = append(keys, m.Fixture)
	}
	return strings.Join(keys, " ")
}

// bySeeds returns the entrants as players, the best seed first.
func (c *club) bySeeds(id string) []league.Player {
	c.t.Helper()
	var players []league.Player
	for _, e := range c.tournament(id).Tournament.Entries {
		players = append(players, e.Player)
	}
	return players
}

// ranks writes the table of a tournament by seeds: "1:1 2:2 3:3 4:3".
func (c *club) ranks(id string) string {
	c.t.Helper()
	v := c.tournament(id)
	var ranks []string
	for _, r := range v.Rows {
		e, _ := v.Tournament.Entrant(r.Player)
		ranks = append(ranks, fmt.Sprintf("%d:%d", e.Seed, r.Rank))
	}
	return strings.Join(ranks, " ")
}

// again sees that what is due has been done: a second look, by another process too, changes
// nothing.
func (c *club) again(id string) {
	c.t.Helper()
	before := c.tournament(id)
	c.must(c.Advance(context.Background()))
	c.must(newRival(c, c.store.(*store.Store)).Advance(context.Background()))
	after := c.tournament(id)
	if after.Tournament.Last != before.Tournament.Last || len(after.Matches) != len(before.Matches) {
		c.t.Errorf("a second look wrote %d events and began %d matches", after.Tournament.Last-before.Tournament.Last, len(after.Matches)-len(before.Matches))
	}
}

func TestAKnockOutIsPlayedToItsEnd(t *testing.T) { // R-UT-4
	onDatabases(t, func(t *testing.T, open func() *store.Store) {
		c := newClub(t, open())
		id := c.started(c.members("Ann", "Bob", "Cleo", "Dan", "Eve", "Fay"), knockOut)
		if got := c.fixtures(id); got != "r1/t2/b1 r1/t2/b2 r1/t4/b1 r1/t4/b2" {
			t.Errorf("six begin with %s", got)
		}
		for range 3 {
			c.again(id)
			c.bySeed(id)
		}
		c.again(id)
		v := c.tournament(id)
		if v.Tournament.State != league.Finished || len(v.Tournament.Winners()) != 1 || v.Tournament.Winners()[0].ID != v.Tournament.Entries[0].Player.ID {
			t.Errorf("%s, won by %v", v.Tournament.State, v.Tournament.Winners())
		}
		for i, e := range v.Tournament.Entries { // the first two had a bye, and the best four go on; then two
			want := []league.EventName{
				league.TournamentRound, league.TournamentRound,
			}
			switch {
			case i >= 4:
				want = []league.EventName{league.TournamentRoundOver}
			case i >= 2:
				want = []league.EventName{league.TournamentRound, league.TournamentRoundOver}
			}
			if got := c.toldOf(e.Player, league.TournamentRound, league.TournamentRoundOver); !slices.Equal(got, want) {
				t.Errorf("the entrant seeded %d is told of rounds by %v, want %v", i+1, got, want)
			}
		}
		if got := c.ranks(id); got != "1:1 2:2 3:3 4:3 5:5 6:5" || len(v.Matches) != 10 {
			t.Errorf("after %d matches the ranks are %s", len(v.Matches), got)
		}
		c.recounted()
	})
}

func TestTheThirdPlaceIsPlayedWhileTheFinalIs(t *testing.T) {
	onDatabases(t, func(t *testing.T, open func() *store.Store) {
		c := newClub(t, open())
		for name, of := range map[string]struct {
			format         func(*tournaments.TournamentProposal)
			people         []string
			third, matches int
			keys           string
		}{
			"two legs":   {knockOut, []string{"Ann", "Bob", "Cleo", "Dan", "Eve", "Fay"}, 2, 12, "r3/t1/b1 r3/t1/b2 r3/t2/b1 r3/t2/b2"},
			"two stages": {twoStages, []string{"Gus", "Hal", "Ida", "Jon", "Kim", "Lou"}, 1, 6 + 4, "s2/r2/t1/b1 s2/r2/t2/b1"},
		} {
			id := c.started(c.members(of.people...), func(p *tournaments.TournamentProposal) {
				of.format(p)
				p.Tick("third_place", true)
			})
			for !strings.Contains(c.fixtures(id), of.keys) {
				c.again(id)
				if !c.bySeed(id) {
					t.Fatalf("%s: it comes to an end with %s", name, c.fixtures(id))
				}
			}
			c.again(id)
			third := c.tournament(id).Bracket.Third
			if third == nil || len(third.Games) != of.third || third.Seats[0].Player == "" || third.Seats[1].Player == "" {
				t.Fatalf("%s: for the third place there is %+v", name, third)
			}
			final := c.tournament(id).Bracket.Final()
			for _, m := range c.tournament(id).Matches {
				if strings.HasPrefix(m.Fixture, string(final.Key)+"/") {
					_, err := c.Resign(t.Context(), m.Seats[m.SeatOf(m.SideOf(final.Seats[1].Player))].Player, m.ID, c.Now())
					c.must(err)
				}
			}
			c.again(id)
			if got := c.tournament(id).Tournament.State; got != league.Running {
				t.Errorf("%s: while the third place is played it is %s", name, got)
			}
			for c.bySeed(id) {
				c.again(id)
			}
			v := c.tournament(id)
			if v.Tournament.State != league.Finished || len(v.Tournament.Winners()) != 1 {
				t.Errorf("%s: %s, won by %v", name, v.Tournament.State, v.Tournament.Winners())
			}
			for i, r := range v.Rows[:4] {
				if r.Rank != i+1 {
					t.Errorf("%s: the ranks are %s", name, c.ranks(id))
				}
			}
			if len(v.Matches) != of.matches {
				t.Errorf("%s: %d matches were played", name, len(v.Matches))
			}
			c.recounted()
		}
	})
}

func TestTheDeskFixesBeforeTheStartWhetherAThirdPlaceIsPlayedFor(t *testing.T) { // R-UT-7
	c := newClub(t, storetest.Open(t, storetest.SQLite(t)))
	people := c.members("Ann", "Bob", "Cleo", "Dan")
	id := c.mustOpen(people[0], func(p *tournaments.TournamentProposal) {
		knockOut(p)
		p.Places, p.Start = "4", tournaments.StartOrganiser
	}).ID
	for _, p := range people[1:] {
		c.must(c.EnterTournament(t.Context(), p, id))
	}
	say := func(third bool) error {
		form := deskleague.DeskForm{Act: "change", Terms: league.TermsFormOf(c.tournament(id).Tournament.TournamentTerms)}
		form.Terms.Tick("third_place", third)
		return c.AtDesk(t.Context(), people[0], id, form)
	}
	for _, third := range []bool{true, false, true} {
		if c.must(say(third)); c.tournament(id).Tournament.ThirdPlace != third {
			t.Errorf("it does not become %t", third)
		}
	}
	c.must(c.StartTournament(t.Context(), people[0], id))
	c.refused(say(false), league.Stale, "That is so already") // R-UT-9
	if !c.tournament(id).Tournament.ThirdPlace || c.tournament(id).Bracket.Third == nil {
		t.Error("it changes after the start")
	}
	other := c.mustOpen(people[0], func(p *tournaments.TournamentProposal) { p.Tick("third_place", true) })
	if other.ThirdPlace {
		t.Error("a format without semi-finals has a third place to play for")
	}
}

func TestABracketGoesOnPastWhoLeaves(t *testing.T) { // R-UT-4, R-FF-8
	onDatabases(t, func(t *testing.T, open func() *store.Store) {
		c := newClub(t, open())
		people := c.members("Ann", "Bob", "Cleo", "Dan", "Eve", "Fay")
		id := c.started(people, knockOut)
		seeds := c.bySeeds(id)
		c.must(c.Strike(t.Context(), people[0], id, seeds[0].ID, "was rude")) // has a bye, and plays nothing yet
		if got := c.exitOf(id, seeds[0]); got != league.Forfeited {
			t.Errorf("he left %q", got)
		}
		c.resigned(seeds[4], id, 1) // 4 leads 5, and withdraws
		preview, err := c.StrikeOf(c.tournament(id), seeds[3].ID)
		if err != nil || preview.Prescribed != league.Forfeited || preview.Voided != nil || preview.Finished != 1 || preview.Scheduled != 2 {
			t.Errorf("the preview is %+v, %v", preview, err)
		}
		_, err = c.StrikeOf(c.tournament(id), seeds[0].ID)
		c.refused(err, league.Stale, "struck already")
		c.must(c.WithdrawFrom(t.Context(), seeds[3], id))
		for _, m := range c.tournament(id).Matches {
			if m.SideOf(seeds[3].ID) != engine.NoSide && m.State.ToMove != engine.NoSide {
				t.Errorf("%s goes on", m.Fixture)
			}
		}
		if diff := cmp.Diff(preview.Forfeited, c.tournament(id).Rows); diff != "" {
			t.Errorf("it came otherwise than shown before:\n%s", diff)
		}
		c.again(id)
		c.bySeed(id) // 3 beats 6; 5 went on past 4, and past 1 who is out
		c.bySeed(id) // 2 beats 3
		if got := c.fixtures(id); !strings.Contains(got, "r3/t1/b1") || strings.Contains(got, "r2/t1") {
			t.Errorf("played are %s", got)
		}
		c.bySeed(id)
		if got := c.ranks(id); got != "2:1 5:2 1:3 3:3 4:5 6:5" && got != "2:1 5:2 3:3 1:3 4:5 6:5" {
			t.Errorf("the ranks are %s", got)
		}
		if v := c.tournament(id); v.Tournament.State != league.Finished || v.Tournament.Winners()[0].ID != seeds[1].ID {
			t.Errorf("%s, won by %v", v.Tournament.State, v.Tournament.Winners())
		}
		c.recounted()
	})
}

func TestWhoStaysWhenAllOthersLeaveWins(t *testing.T) {
	c := newClub(t, storetest.Open(t, storetest.SQLite(t)))
	id := c.started(c.members("Ann", "Bob", "Cleo", "Dan"), knockOut)
	seeds := c.bySeeds(id)
	for _, p := range seeds[:3] {
		c.must(c.WithdrawFrom(t.Context(), p, id))
	}
	if v := c.tournament(id); v.Tournament.State != league.Finished || len(v.Tournament.Winners()) != 1 || v.Tournament.Winners()[0].ID != seeds[3].ID {
		t.Errorf("%s, won by %v", v.Tournament.State, v.Tournament.Winners())
	}
}

func TestOnTheLastDayOfARoundWhatRunsIsAdjudicated(t *testing.T) { // R-UT-4, R-CH-9
	onDatabases(t, func(t *testing.T, open func() *store.Store) {
		c := newClub(t, open())
		id := c.started(c.members("Ann", "Bob", "Cleo", "Dan"), func(p *tournaments.TournamentProposal) {
			knockOut(p)
			p.Control = "lg"
			p.Set("round_days", "1")
		})
		c.wait(24*time.Hour - time.Second)
		c.again(id)
		for day, want := range []string{"r1/t1/b3", "r2/t1/b1", "r2/t1/b3", ""} { // who goes first has used all the time: each leg goes to the other
			c.wait(time.Second)
			c.must(c.Advance(t.Context()))
			c.again(id)
			if got := c.fixtures(id); !strings.Contains(got, want) {
				t.Errorf("after day %d there are %s", day+1, got)
			}
			c.wait(24*time.Hour - time.Second)
		}
		v := c.tournament(id)
		if v.Tournament.State != league.Finished || len(v.Matches) != 9 {
			t.Errorf("%s after %d matches, won by %v", v.Tournament.State, len(v.Matches), v.Tournament.Winners())
		}
		for _, m := range v.Matches {
			if m.State.Outcome.Ending != engine.SlowPlay {
				t.Errorf("%s ended by %s", m.Fixture, m.State.Outcome.Ending)
			}
			if second := m.Seats[m.SeatOf(engine.Second)].Player; m.Fixture == "r2/t1/b3" && v.Tournament.Winners()[0].ID != second.ID {
				t.Errorf("%v has won, and not %s", v.Tournament.Winners(), second.Name)
			}
		}
		c.recounted()
	})
}

func TestGroupsAndKnockOutArePlayedToTheirEnd(t *testing.T) { // R-UT-3, R-UT-4
	onDatabases(t, func(t *testing.T, open func() *store.Store) {
		c := newClub(t, open())
		people := c.members("Ann", "Bob", "Cleo", "Dan", "Eve", "Fay", "Gus")
		id := c.started(people, twoStages)
		seeds := c.bySeeds(id)
		v := c.tournament(id)
		if len(v.Groups) != 2 || v.Groups[0].Group != "s1/g1" || len(v.Groups[0].Rows) != 3 || v.Bracket != nil || len(v.Matches) != 6+3 {
			t.Fatalf("%d groups, bracket %v, %d matches", len(v.Groups), v.Bracket, len(v.Matches))
		}
		c.again(id)
		c.must(c.Strike(t.Context(), people[0], id, seeds[0].ID, "was rude")) // 1 has finished nothing
		if got := c.exitOf(id, seeds[0]); got != league.Voided {
			t.Errorf("before half of his matches he left %q", got)
		}
		for _, m := range c.running(id) { // of the two who are left there both have a point, and go on (R-TB-6)
			if m.SideOf(seeds[3].ID) != engine.NoSide && m.SideOf(seeds[4].ID) != engine.NoSide {
				c.must(c.RuleMatch(t.Context(), people[0], m.ID, league.RuleAdjudicate, "it was too late"))
			}
		}
		c.bySeed(id) // the groups are 1 4 5 and 2 3 6 7
		c.again(id)
		v = c.tournament(id)
		var through []string
		for _, e := range v.Tournament.Entries {
			if !e.Qualified.IsZero() {
				through = append(through, fmt.Sprintf("%d=%s", e.Seed, e.Note))
			}
		}
		if v.Bracket == nil || len(through) != 4 || slices.ContainsFunc(through, func(s string) bool { return strings.HasPrefix(s, "1=") }) {
			t.Fatalf("through are %v", through)
		}
		ruled := 0
		for _, d := range v.Tournament.Log {
			if d.Act == league.ActRuled && strings.Contains(d.Text, "the knock-out of the best 4 is drawn") {
				ruled++
			}
		}
		if ruled != 1 {
			t.Errorf("the log says %d times that the second stage is drawn", ruled)
		}
		winner := v.Bracket.Rounds[0].Ties[0].Seats[0].Player
		player := c.bySeeds(id)[slices.IndexFunc(seeds, func(p league.Player) bool { return p.ID == winner })]
		c.must(c.Strike(t.Context(), people[0], id, player.ID, "was rude, too"))
		if got := c.exitOf(id, player); got != league.Forfeited {
			t.Errorf("in the knock-out he left %q", got)
		}
		for c.bySeed(id) {
			c.again(id)
		}
		v = c.tournament(id)
		if v.Tournament.State != league.Finished || len(v.Tournament.Winners()) != 1 || len(v.Rows) != 7 || v.Rows[0].Player != v.Tournament.Winners()[0].ID {
			t.Errorf("%s, won by %v", v.Tournament.State, v.Tournament.Winners())
		}
		c.recounted()
	})
}

func TestTheTermsOfStagesAreChecked(t *testing.T) {
	c := newClub(t, storetest.Open(t, storetest.SQLite(t)))
	ann := c.member("Ann")
	for field, wrong := range map[string]func(*tournaments.TournamentProposal){
		"group_size": func(p *tournaments.TournamentProposal) { p.Set("group_size", "2") },
		"through":    func(p *tournaments.TournamentProposal) { p.Set("through", "5") },
		"round_days": func(p *tournaments.TournamentProposal) { p.Set("round_days", "4x") },
	} {
		_, err := c.CreateTournament(t.Context(), ann, c.cup(func(p *tournaments.TournamentProposal) {
			twoStages(p)
			wrong(p)
		}))
		if got := league.Fields(err); len(got) != 1 || got[field] == nil {
			t.Errorf("%s: %v", field, err)
		}
	}
	cup := c.mustOpen(ann, func(p *tournaments.TournamentProposal) {
		twoStages(p)
		p.Set("round_days", "45")
	})
	if cup.GroupSize != 3 || cup.Through != 2 || cup.RoundDays != 45 {
		t.Errorf("opened with %+v", cup.TournamentTerms)
	}
}

// TestAKnockOutThatIsKilledAndRepeatedGoesOn: processes are killed at random writes while two
// stages are played, and others go on.
func TestAKnockOutThatIsKilledAndRepeatedGoesOn(t *testing.T) {
	onDatabases(t, func(t *testing.T, open func() *store.Store) {
		r := rand.New(rand.NewPCG(21, 5))
		m := newMortal(open())
		c := newClubOver(t, m.store)
		id := c.started(c.members("Ann", "Bob", "Cleo", "Dan", "Eve", "Fay"), twoStages)
		kills := m.playedKilled(c, id, r)
		v := c.tournament(id)
		if v.Tournament.State != league.Finished || len(v.Matches) != 6+3 || kills == 0 {
			t.Errorf("killed %d times, it is %s with %d matches", kills, v.Tournament.State, len(v.Matches))
		}
		qualified := 0
		for _, d := range v.Tournament.Log {
			if d.Act == league.ActQualified {
				qualified++
			}
		}
		if qualified != 4 || c.ranks(id)[:3] != "1:1" {
			t.Errorf("%d are through, the ranks are %s", qualified, c.ranks(id))
		}
		c.recounted()
		t.Logf("killed %d times", kills)
	})
}

// newClubAt is a process that starts anew.
func newClubAt(c *club, s Store) *club {
	again := newClubOver(c.t, s)
	again.setTime(c.clock())
	return again
}
