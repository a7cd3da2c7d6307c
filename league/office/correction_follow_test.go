package office_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"kickabout/engine"
	"kickabout/league"
	"kickabout/league/correction"
	"kickabout/league/tournaments"
	"kickabout/store"
)

// meet lists who meets in the matches of a tournament that run and count, by their fixtures.
func (c *club) meet(id string) (all []string) {
	c.t.Helper()
	matches, err := c.store.Fixtures(c.t.Context(), league.Site(), id)
	c.must(err)
	for _, m := range league.Latest(matches) {
		if m.State.ToMove != engine.NoSide {
			all = append(all, fmt.Sprintf("%s %s %s", league.Key(m.Fixture).Fixture(), m.Seats[m.SeatOf(engine.First)].Player.Name, m.Seats[m.SeatOf(engine.Second)].Player.Name))
		}
	}
	slices.Sort(all)
	return all
}

// lose has the second sides of some matches resign.
func (c *club) lose(matches ...league.Match) {
	c.t.Helper()
	for _, m := range matches {
		_, err := c.Resign(c.t.Context(), m.Seats[m.SeatOf(engine.Second)].Player, m.ID, c.Now())
		c.must(err)
		c.wait(time.Minute)
	}
}

// TestAnAdminCorrectsWhatIsOver: the winner is another one then, and undone it is the first one again.
func TestAnAdminCorrectsWhatIsOver(t *testing.T) { // R-CO-1, R-CO-2
	onDatabases(t, func(t *testing.T, open func() *store.Store) {
		c := newClub(t, open())
		people, ada := c.members("Ann", "Bob", "Cleo"), c.officer("Ada", league.Admin)
		id := c.started(people, func(p *tournaments.TournamentProposal) { p.Places = "3" })
		for _, m := range c.running(id) { // Ann wins both of hers, Bob against Cleo
			loser := people[1]
			if m.SideOf(people[2].ID) != engine.NoSide {
				loser = people[2]
			}
			_, err := c.Resign(t.Context(), loser, m.ID, c.Now())
			c.must(err)
			c.wait(time.Minute)
		}
		v := c.tournament(id)
		winners := func() string { return fmt.Sprint(c.tournament(id).Tournament.Winners()) }
		rows, won, ended := rowsText(v), winners(), v.Tournament.Ended
		if v.Tournament.State != league.Finished || !strings.Contains(won, "Ann") {
			t.Fatalf("%s: %s", v.Tournament.State, won)
		}
		var match league.Match
		for _, m := range v.Matches {
			if m.SideOf(people[0].ID) != engine.NoSide && m.SideOf(people[1].ID) != engine.NoSide {
				match = m
			}
		}
		f := putRight(engine.Outcome{Ending: engine.FullTime, Winner: match.SideOf(people[1].ID), Score: map[engine.Side][2]int{engine.First: {2, 0}, engine.Second: {0, 2}}[match.SideOf(people[1].ID)]})
		c.refused(c.Correct(t.Context(), people[0], match.ID, f), league.Stale, "only an admin of this site")
		c.refused(c.Correct(t.Context(), people[2], match.ID, f), league.Forbidden, "Only who directs")
		if may, err := c.MayCorrect(t.Context(), people[0], match); may || err != nil {
			t.Errorf("the organiser may: %t, %v", may, err)
		}
		shown, err := c.Correction(t.Context(), ada, match.ID, &f)
		c.must(err)
		if w := shown.Effect.Winners; len(w[0]) != 1 || w[0][0] != people[0].ID || len(w[1]) != 1 || w[1][0] != people[1].ID {
			t.Errorf("shown as winners are %v", w)
		}
		c.must(c.Correct(t.Context(), ada, match.ID, f))
		now := c.tournament(id)
		if got := fmt.Sprintf("%+v", shown.Effect.After); rowsText(now) != got {
			t.Errorf("the table is\n%s\nand was shown as\n%s", rowsText(now), got)
		}
		if now.Tournament.State != league.Finished || !now.Tournament.Ended.Equal(ended) || !strings.Contains(winners(), "Bob") || strings.Contains(winners(), "Ann") {
			t.Errorf("%s at %v, and the winners are %s", now.Tournament.State, now.Tournament.Ended, winners())
		}
		c.consistent(people)
		again := f
		again.Ending = string(correction.Again)
		c.refused(c.Correct(t.Context(), ada, match.ID, again), league.Stale, "is over, so nothing is played")
		c.must(c.UndoCorrection(t.Context(), ada, match.ID, c.eventOf(id, league.ActCorrected), ""))
		if got := rowsText(c.tournament(id)); got != rows || winners() != won {
			t.Errorf("undone, the table is\n%s\nand was\n%s\nand %s has won", got, rows, winners())
		}
		c.consistent(people)
	})
}

// between returns a match in which somebody does not play.
func between(matches []league.Match, somebody league.Player) league.Match {
	i := slices.IndexFunc(matches, func(m league.Match) bool { return m.SideOf(somebody.ID) == engine.NoSide })
	return matches[max(i, 0)]
}

// TestAbsencesFollowACorrection: what was lost on time is an absence, and what was not is none.
func TestAbsencesFollowACorrection(t *testing.T) { // R-CO-3, R-FF-7, R-FF-11
	onDatabases(t, func(t *testing.T, open func() *store.Store) {
		c := newClub(t, open())
		people, id, over := c.league4()
		match := between(over, people[0])
		loser := match.Seats[match.SeatOf(engine.Second)].Player
		standing := func() (n int) {
			t.Helper()
			steps, err := c.store.SanctionsOf(t.Context(), loser.ID)
			c.must(err)
			for _, s := range steps {
				if s.Kind == league.SanctionAbsence && s.Lifted.At.IsZero() {
					n++
				}
			}
			return n
		}
		if standing() != 0 {
			t.Fatal("they have been absent")
		}
		c.must(c.Correct(t.Context(), people[0], match.ID, putRight(engine.Outcome{Ending: engine.Timeout, Winner: engine.First})))
		c.delivered()
		if n := standing(); n != 1 {
			t.Errorf("lost on time it is %d absences", n)
		}
		c.must(c.UndoCorrection(t.Context(), people[0], match.ID, c.eventOf(id, league.ActCorrected), ""))
		c.delivered()
		if n := standing(); n != 0 {
			t.Errorf("undone it is %d absences", n)
		}
		c.consistent(people)
	})
}

// TestAGameIsPlayedAgain with fresh clocks and new dice: the first one counts neither in the table nor for ratings.
func TestAGameIsPlayedAgain(t *testing.T) { // R-CO-1
	onDatabases(t, func(t *testing.T, open func() *store.Store) {
		c := newClub(t, open())
		people, id, over := c.league4()
		match := between(over, people[0])
		f := correction.Form{Ending: string(correction.Again), Reason: "the server was at fault"}
		shown, err := c.Correction(t.Context(), people[0], match.ID, &f)
		c.must(err)
		c.must(c.Correct(t.Context(), people[0], match.ID, f))
		v := c.tournament(id)
		if got := fmt.Sprintf("%+v", shown.Effect.After); rowsText(v) != got {
			t.Errorf("the table is\n%s\nand was shown as\n%s", rowsText(v), got)
		}
		var anew league.Match
		for _, m := range v.Matches {
			if m.Fixture == string(league.Key(match.Fixture).Again()) {
				anew = m
			}
		}
		if anew.State.ToMove == engine.NoSide || anew.GID == match.GID || anew.Seats[0].Player.ID != match.Seats[match.SeatOf(engine.First)].Player.ID || !anew.Created.Equal(c.Now()) {
			t.Errorf("in its place is played %+v", anew)
		}
		if old := c.mustMatch(match.ID).Match; old.Corrected.Over() || old.Rated || old.State.Outcome != match.State.Outcome {
			t.Errorf("the first one is %+v", old)
		}
		c.consistent(people)
		c.refused(c.Correct(t.Context(), people[0], match.ID, f), league.Stale, "Another game is played in place")
		c.refused(c.UndoCorrection(t.Context(), people[0], match.ID, c.eventOf(id, league.ActCorrected), ""), league.Stale, "Another game is played in place")
		c.lose(anew)
		c.must(c.Correct(t.Context(), people[0], anew.ID, putRight(engine.Outcome{Ending: engine.Goalless})))
		c.must(c.UndoCorrection(t.Context(), people[0], anew.ID, c.eventOf(id, league.ActCorrected), ""))
		c.consistent(people)
	})
}

// TestARoundOfASwissIsDrawnAnewUntilSomebodyHasMovedInIt, and undone it is as it was.
func TestARoundOfASwissIsDrawnAnewUntilSomebodyHasMovedInIt(t *testing.T) { // R-CO-3
	onDatabases(t, func(t *testing.T, open func() *store.Store) {
		c := newClub(t, open())
		players := c.members("Ann", "Bob", "Cleo", "Dan", "Eve", "Fay", "Gil")
		id := c.started(players, swissOf)
		first := c.running(id)
		c.lose(first...)
		drawn, byes := c.meet(id), fmt.Sprint(c.spent(id))
		if len(drawn) != 3 || !strings.Contains(drawn[0], "/r2/") {
			t.Fatalf("the second round is %v", drawn)
		}
		f := putRight(engine.Outcome{Ending: engine.FullTime, Winner: engine.Second, Score: [2]int{0, 2}})
		match := first[2].ID
		shown, err := c.Correction(t.Context(), players[0], match, &f)
		c.must(err)
		if len(shown.Effect.Pairs) == 0 || shown.Effect.Redrawn.Stands {
			t.Fatalf("%+v is drawn anew", shown.Effect.Redrawn)
		}
		c.must(c.Correct(t.Context(), players[0], match, f))
		anew := c.meet(id)
		if slices.Equal(anew, drawn) || len(anew) != 3 {
			t.Errorf("the second round was %v and is %v", drawn, anew)
		}
		for _, p := range shown.Effect.Pairs {
			name := func(id string) string {
				e, _ := shown.Tournament.Entrant(id)
				return e.Player.Name
			}
			if !slices.ContainsFunc(anew, func(m string) bool { return strings.HasSuffix(m, " "+name(p.Now[0])+" "+name(p.Now[1])) }) {
				t.Errorf("%v was shown, and %v meet", p, anew)
			}
		}
		if n := len(c.running(id)); n != 3 {
			t.Errorf("%d games run: those that do not count are void", n)
		}
		c.recounted()
		c.must(c.UndoCorrection(t.Context(), players[0], match, c.eventOf(id, league.ActCorrected), ""))
		if now := c.meet(id); !slices.Equal(now, drawn) || fmt.Sprint(c.spent(id)) != byes {
			t.Errorf("undone, the second round is %v, it was %v; %v", now, drawn, c.spent(id))
		}
		c.recounted()
		c.wait(time.Hour)
		c.moved(c.running(id)[0].ID, 1)
		shown, err = c.Correction(t.Context(), players[0], match, &f)
		if c.must(err); len(shown.Effect.Pairs) != 0 || !shown.Effect.Redrawn.Stands {
			t.Errorf("after a move %+v is drawn anew", shown.Effect.Redrawn)
		}
		c.must(c.Correct(t.Context(), players[0], match, f))
		if now := c.meet(id); !slices.Equal(now, drawn) {
			t.Errorf("after a move the round is %v", now)
		}
		again := correction.Form{Ending: string(correction.Again), Reason: "the server was at fault"}
		c.refused(c.Correct(t.Context(), players[0], first[1].ID, again), league.Stale, "Other games have been drawn")
		c.recounted()
	})
}

// TestThePlayersOfTheNextTieChange while nobody has moved in it; then it stands, but for the last one, which is played again.
func TestThePlayersOfTheNextTieChange(t *testing.T) { // R-CO-3
	onDatabases(t, func(t *testing.T, open func() *store.Store) {
		c := newClub(t, open())
		players := c.members("Ann", "Bob", "Cleo", "Dan", "Eve", "Fay", "Gil", "Hal")
		id := c.started(players, func(p *tournaments.TournamentProposal) { p.Format, p.Places, p.Cycles = "knockout", "8", "1" })
		quarters := c.running(id)
		c.lose(quarters...)
		drawn := c.meet(id)
		if len(drawn) != 2 {
			t.Fatalf("the semi-finals are %v", drawn)
		}
		other := putRight(engine.Outcome{Ending: engine.FullTime, Winner: engine.Second, Score: [2]int{0, 1}})
		loser := quarters[0].Seats[quarters[0].SeatOf(engine.Second)].Player
		shown, err := c.Correction(t.Context(), players[0], quarters[0].ID, &other)
		if c.must(err); len(shown.Effect.Pairs) != 1 || shown.Effect.Redrawn.Stands {
			t.Fatalf("%+v changes", shown.Effect.Redrawn)
		}
		c.must(c.Correct(t.Context(), players[0], quarters[0].ID, other))
		v := c.tournament(id)
		if got := fmt.Sprintf("%+v", shown.Effect.After); rowsText(v) != got {
			t.Errorf("the table is\n%s\nand was shown as\n%s", rowsText(v), got)
		}
		if now := strings.Join(c.meet(id), ", "); !strings.Contains(now, loser.Name) || len(c.running(id)) != 2 {
			t.Errorf("the semi-finals were %v and are %s", drawn, now)
		}
		c.recounted()
		c.must(c.UndoCorrection(t.Context(), players[0], quarters[0].ID, c.eventOf(id, league.ActCorrected), ""))
		if now := c.meet(id); !slices.Equal(now, drawn) {
			t.Errorf("undone, the semi-finals are %v, they were %v", now, drawn)
		}

		c.wait(time.Hour)
		for _, m := range c.running(id) { // now both have a move
			c.moved(m.ID, 1)
		}
		c.must(c.Correct(t.Context(), players[0], quarters[0].ID, other))
		if now := c.meet(id); !slices.Equal(now, drawn) {
			t.Errorf("after a move the semi-finals are %v, they were %v", now, drawn)
		}
		semis := c.running(id)
		c.lose(semis...)
		final := c.running(id)
		if len(final) != 1 {
			t.Fatalf("the final is %v", c.meet(id))
		}
		c.wait(time.Hour)
		c.moved(final[0].ID, 1)
		through := semis[0].Seats[semis[0].SeatOf(engine.Second)].Player
		c.must(c.Correct(t.Context(), players[0], semis[0].ID, other))
		if now := c.meet(id); len(now) != 1 || !strings.Contains(now[0], through.Name) {
			t.Errorf("the final is %v, want it played again with %s", now, through.Name)
		}
		c.recounted()
	})
}

// TestACorrectionLiftsAChallenger: whom a wrong result kept down goes up, undone they go back, and nobody loses a place that
// was played for since.
func TestACorrectionLiftsAChallenger(t *testing.T) { // R-CO-1, R-CO-3, R-LA-5
	onDatabases(t, func(t *testing.T, open func() *store.Store) {
		c := newClub(t, open())
		people, ada := c.ladderOf("Ann", "Bob", "Cleo", "Dan"), c.officer("Ada", league.Admin)
		bob, cleo, dan := people[1], people[2], people[3]
		won := func(m league.Match, by league.Player) correction.Form {
			side := m.SideOf(by.ID)
			return putRight(engine.Outcome{Ending: engine.FullTime, Winner: side, Score: map[engine.Side][2]int{engine.First: {2, 0}, engine.Second: {0, 2}}[side]})
		}
		want := func(when, places string) {
			t.Helper()
			if got := c.places(); got != places {
				t.Fatalf("%s: %s, want %s", when, got, places)
			}
			c.consistent(people)
		}
		lost := c.challenged(dan, bob)
		id := lost.Tournament
		c.moved(lost.ID, 20)
		c.wait(time.Hour)
		c.resign(dan, lost)
		want("Dan has lost", "Ann Bob Cleo Dan")
		rated := c.standings(people)
		c.refused(c.Correct(t.Context(), cleo, lost.ID, won(lost, dan)), league.Forbidden, "Only who directs")
		again := won(lost, dan)
		again.Ending = string(correction.Again)
		c.refused(c.Correct(t.Context(), ada, lost.ID, again), league.Stale, "On a ladder no game is played again")

		f := won(lost, dan)
		shown, err := c.Correction(t.Context(), ada, lost.ID, &f)
		c.must(err)
		var then []string
		for _, r := range shown.Effect.After {
			e, _ := shown.Tournament.Entrant(r.Player)
			then = append(then, e.Player.Name)
		}
		if got := strings.Join(then, " "); got != "Ann Dan Bob Cleo" || len(shown.Effect.Ratings[1]) != 2 {
			t.Errorf("shown is %s, %+v", got, shown.Effect)
		}
		want("only looked at", "Ann Bob Cleo Dan")
		c.must(c.Correct(t.Context(), ada, lost.ID, f))
		want("corrected", "Ann Dan Bob Cleo")
		if now := c.standings(people); slices.Equal(now, rated) {
			t.Error("the ratings are the same")
		}
		c.must(c.UndoCorrection(t.Context(), ada, lost.ID, c.eventOf(id, league.ActCorrected), ""))
		want("undone", "Ann Bob Cleo Dan")
		if now := c.standings(people); !slices.Equal(now, rated) {
			t.Errorf("undone, the ratings are %v, and were %v", now, rated)
		}

		c.must(c.Correct(t.Context(), ada, lost.ID, f))
		c.wait(time.Hour)
		climbed := c.challenged(cleo, dan)
		c.moved(climbed.ID, 20)
		c.wait(time.Hour)
		c.resign(dan, climbed)
		want("Cleo has won against Dan", "Ann Cleo Dan Bob")
		c.must(c.UndoCorrection(t.Context(), ada, lost.ID, c.eventOf(id, league.ActCorrected), ""))
		want("undone after Cleo's game", "Ann Cleo Dan Bob")
		c.must(c.Correct(t.Context(), ada, climbed.ID, won(climbed, dan)))
		want("Cleo's win is taken away", "Ann Cleo Dan Bob")
		c.must(c.UndoCorrection(t.Context(), ada, climbed.ID, c.eventOf(id, league.ActCorrected), ""))
		want("and given back", "Ann Cleo Dan Bob")

		c.wait(time.Hour)
		late := c.challenged(bob, cleo)
		c.moved(late.ID, 20)
		c.resign(bob, late)
		c.must(c.AdvanceCompetitions(t.Context()))
		c.wait(7*24*time.Hour + time.Second)
		c.must(c.Correct(t.Context(), ada, late.ID, won(late, bob)))
		want("8 days later", "Ann Cleo Dan Bob")
	})
}
