package season

import (
	"fmt"
	"testing"
	"time"

	"kickabout/engine"
	"kickabout/league"
	"kickabout/league/play"
	"kickabout/league/tournaments"
)

// mutated is a world of no people a year and a half after it has begun, to hold records against.
func mutated() (*world, time.Time) {
	begins := time.Date(2027, 1, 1, 0, 0, 0, 0, time.UTC)
	return &world{run: &run{Site: &Site{now: begins.Add(600 * day)}}}, begins
}

// broken says whether a bound of a policy is passed.
func (w *world) broken(policy string) bool {
	for _, g := range w.gauges {
		if g.Policy == policy && g.Broken() {
			return true
		}
	}
	return false
}

// TestBansAreHeldAgainstTheRule: four absences in a year keep somebody out, and a record in which one of the bans is missing, or
// in which they have entered something meanwhile, passes the bound (R-FF-11).
func TestBansAreHeldAgainstTheRule(t *testing.T) {
	bans := []time.Duration{0, 30 * day, 90 * day, 180 * day}
	for _, missing := range []int{-1, 3} {
		for _, enters := range []time.Duration{20 * day, 50 * day, 150 * day} {
			w, begins := mutated()
			c := conducted{map[string][]time.Time{}, map[string][]time.Time{}}
			var steps []league.Sanction
			for i, ban := range bans {
				lost := begins.Add(time.Duration(30*i+1) * day)
				c.lost["ann"] = append(c.lost["ann"], lost)
				c.moved["ann"] = append(c.moved["ann"], lost.Add(day))
				s := league.Sanction{Kind: league.SanctionAbsence, At: lost, Ends: lost.Add(365 * day)}
				if ban > 0 && i != missing {
					s.Ban = lost.Add(ban)
				}
				steps = append(steps, s)
			}
			of := map[string][]league.Sanction{"ann": steps}
			w.measureDodgers(c, of)
			if w.broken("dodger") != (missing == 3) {
				t.Errorf("ban %d is missing, and the bound is passed: %v", missing, w.broken("dodger"))
			}
			w, _ = mutated()
			cup := league.Tournament{Entries: []league.Entrant{{Player: league.Player{ID: "ann"}, Entered: begins.Add(enters)}}}
			w.measureEntries(&history{tournaments: []league.Tournament{cup}}, of)
			if w.broken("dodger") != (enters > 31*day) {
				t.Errorf("entered after %v, and the bound is passed: %v", enters, w.broken("dodger"))
			}
		}
	}
}

// TestLossesOnTimeAreAbsences: those without a move between, or less than 72 hours apart, are one (R-FF-7).
func TestLossesOnTimeAreAbsences(t *testing.T) {
	_, begins := mutated()
	at := func(days int) time.Time { return begins.Add(time.Duration(days) * day) }
	c := conducted{map[string][]time.Time{"ann": {at(0), at(2), at(20), at(40)}}, map[string][]time.Time{"ann": {at(1), at(30)}}}
	if got := fmt.Sprint(c.absences("ann")); got != fmt.Sprint([]interval{{at(0), at(20)}, {at(40), at(40)}}) {
		t.Errorf("the absences are %v", got)
	}
}

// TestAGroupTreatsALeaverInOneWay: a record in which one player has what was played, and another one nothing, shows (R-FF-5).
func TestAGroupTreatsALeaverInOneWay(t *testing.T) {
	ann, bob := leaving{games: 2, finished: 50, open: 1}, leaving{games: 2, finished: 20, open: 1}
	for _, c := range []struct{ ann, bob league.Points }{{0, 0}, {100, 70}, {100, 0}, {100, 20}} {
		ann.got, bob.got = c.ann, c.bob
		if got, whole := wrong([]leaving{ann, bob}), c.bob != 20 && (c.ann == 0) == (c.bob == 0); (got == 0) != whole {
			t.Errorf("%v and %v: %d are treated in another way", c.ann, c.bob, got)
		}
	}
}

// ended is a match of a tournament that ended so at a moment, with what its log has of it.
func ended(id string, first, second string, at time.Time, o engine.Outcome, last engine.Act) league.Match {
	m := league.Match{ID: id, Tournament: "cup", Fixture: "c1/r1/" + id, Log: []engine.Event{{At: at.Add(-day)}, {Act: last, At: at}}}
	m.Seats = [2]league.Seat{{Player: league.Player{ID: first}}, {Player: league.Player{ID: second}}}
	m.State.Outcome = o
	return m
}

// TestTheQuittersBoundsNeedTheirRule: a group of four that dan has left after one game of three. Held against its bounds are a
// record by the rule and those of sites without it, which keep what was played, or keep it for one alone (R-FF-5).
func TestTheQuittersBoundsNeedTheirRule(t *testing.T) { // R-FF-5, R-JB-3
	for name, c := range map[string]struct {
		out    league.Exit
		points map[string]league.Points // of the others, who have 50 of each other
		broken bool
	}{
		"by the rule":         {league.Voided, map[string]league.Points{"ann": 50, "bob": 50, "cleo": 50}, false},
		"against the half":    {league.Forfeited, map[string]league.Points{"ann": 100, "bob": 100, "cleo": 100}, true},
		"void for some alone": {league.Voided, map[string]league.Points{"ann": 100, "bob": 50, "cleo": 50}, true},
		"kept for some alone": {league.Voided, map[string]league.Points{"ann": 100, "bob": 100, "cleo": 50}, true},
	} {
		w, begins := mutated()
		won := func(ending engine.Ending) engine.Outcome {
			return engine.Outcome{Ending: ending, Winner: engine.First, Score: [2]int{1, 0}}
		}
		struck := begins.Add(10 * day)
		h := &history{matches: []league.Match{
			ended("b1", "ann", "bob", begins.Add(20*day), won(engine.FullTime), engine.ActMove),
			ended("b2", "bob", "cleo", begins.Add(20*day), won(engine.FullTime), engine.ActMove),
			ended("b3", "cleo", "ann", begins.Add(20*day), won(engine.FullTime), engine.ActMove),
			ended("b4", "ann", "dan", begins.Add(9*day), won(engine.FullTime), engine.ActMove),
			ended("b5", "bob", "dan", struck, won(engine.Forfeit), engine.ActForfeit),
			ended("b6", "cleo", "dan", struck, won(engine.Forfeit), engine.ActForfeit),
		}}
		cup := league.Tournament{ID: "cup", Entries: []league.Entrant{{Player: league.Player{ID: "dan"}, Out: c.out}}}
		g := tournaments.GroupView{Matches: h.matches, Rows: []league.Row{{Player: "dan", Out: c.out == league.Voided}}}
		for player, points := range c.points {
			row := league.Row{Player: player}
			row.Points = points
			g.Rows = append(g.Rows, row)
		}
		hangs := w.gauge("quitter", "hangs", "points", 10)
		mixed, half := w.gauge("quitter", "mixed", "players", 0), w.gauge("quitter", "half", "groups", 0)
		w.measureGroup(h, cup, g, map[string]time.Time{"dan": struck}, hangs, mixed, half)
		if w.broken("quitter") != c.broken {
			t.Errorf("%s: a bound is passed: %v, with %v, %v and %v", name, w.broken("quitter"), hangs, mixed, half)
		}
		if hangs.Checked != 3 || hangs.Broken() {
			t.Errorf("%s: of one game hangs %v", name, hangs)
		}
	}
}

// TestWhatHangsOnALeaverIsHeldAgainstTwoGames: a site on which three games of a pair count lets more hang on how a leaver is
// treated (R-FF-5), and
// lets a kingmaker give a friend more.
func TestWhatHangsOnALeaverIsHeldAgainstTwoGames(t *testing.T) { // R-FF-5, R-FF-13, R-JB-3
	for games, broken := range map[int]bool{1: false, 2: false, 3: true} {
		w, begins := mutated()
		struck := begins.Add(10 * day)
		h := &history{events: map[string]league.Tournament{}}
		for i := range games {
			h.matches = append(h.matches, ended(fmt.Sprintf("b%d", i+1), "ann", "dan", begins.Add(time.Duration(i+1)*day), engine.Outcome{Ending: engine.Resignation, Winner: engine.First}, engine.ActResign))
		}
		cup := league.Tournament{ID: "cup", Entries: []league.Entrant{{Player: league.Player{ID: "dan"}, Out: league.Forfeited}}}
		h.events["cup"] = cup
		ann := league.Row{Player: "ann"}
		ann.Points = league.Points(50 * games)
		g := tournaments.GroupView{Matches: h.matches, Rows: []league.Row{{Player: "dan"}, ann}}
		w.measureGroup(h, cup, g, map[string]time.Time{"dan": struck}, w.gauge("quitter", "hangs", "points", 10), w.gauge("quitter", "mixed", "players", 0), w.gauge("quitter", "half", "groups", 0))
		if w.broken("quitter") != broken {
			t.Errorf("with %d games of a pair what hangs on the leaver passes the bound: %v", games, w.broken("quitter"))
		}
		if err := w.measureGifts(h); err != nil || w.broken("kingmaker") != broken {
			t.Errorf("%d games are given: %v, and the bound is passed: %v", games, err, w.broken("kingmaker"))
		}
	}
}

// TestASealedMoveShows: a view that tells the move that is in, or a log that says more of it than that it is there, is found
// (R-FD-7).
func TestASealedMoveShows(t *testing.T) { // R-FD-7, R-JB-3
	log := func(text string) []engine.Event {
		return []engine.Event{{Act: engine.ActSeal, By: engine.First, Text: text}}
	}
	for name, c := range map[string]struct {
		view  play.View
		reads bool
	}{
		"nothing":              {play.View{Record: engine.Record{Log: log("")}}, false},
		"the move":             {play.View{Record: engine.Record{Log: log("")}, Sealed: sentinel}, true},
		"the log":              {play.View{Record: engine.Record{Log: log("e4")}}, true},
		"an order beside it":   {play.View{Record: engine.Record{Log: log(""), Orders: [2]string{sentinel, ""}}}, true},
		"the log of the match": {play.View{Match: league.Match{Log: log(sentinel)}}, true},
	} {
		if got, err := readsSealed(c.view); err != nil || got != c.reads {
			t.Errorf("%s: it is read %v, %v", name, got, err)
		}
	}
}

// TestWhatADirectorTakesAwayIsFound: games with moves that are gone or somebody else's, and by a correction who played them;
// and what is another after a result was corrected and that undone (R-CO-3).
func TestWhatADirectorTakesAwayIsFound(t *testing.T) { // R-CO-1, R-CO-3, R-JB-3
	_, begins := mutated()
	whole := func() standing {
		m := ended("b1", "ann", "bob", begins.Add(day), engine.Outcome{Ending: engine.FullTime, Winner: engine.First}, engine.ActMove)
		m.State.Moves = [2]int{9, 9}
		return standing{
			matches:    []league.Match{m},
			tournament: league.Tournament{Entries: []league.Entrant{{Player: league.Player{ID: "ann"}}, {Player: league.Player{ID: "bob"}}}},
		}
	}
	gone, others, out := whole(), whole(), whole()
	gone.matches = nil
	others.matches[0].Seats[1].Player.ID = "cleo"
	out.tournament.Entries = out.tournament.Entries[:1]
	for name, c := range map[string]struct {
		after  standing
		orders bool
		lost   int
	}{
		"nothing": {whole(), false, 0}, "a game": {gone, true, 1}, "a seat": {others, true, 1},
		"a place by a correction": {out, false, 1}, "a place by an order that says so": {out, true, 0},
	} {
		if got := takenAway(whole(), c.after, c.orders); len(got) != c.lost {
			t.Errorf("%s: %v", name, got)
		}
	}
	if got := othersIn(map[string]string{"table": "1", "right": "2"}, map[string]string{"table": "1", "right": "3"}); len(got) != 1 {
		t.Errorf("what is another is %v", got)
	}
}

// TestHowLongAnEventWaitsForNobody: from the last move of the last who moves on, to its end, without pauses.
func TestHowLongAnEventWaitsForNobody(t *testing.T) {
	_, begins := mutated()
	at := func(days int) time.Time { return begins.Add(time.Duration(days) * day) }
	m := league.Match{Tournament: "cup", Log: []engine.Event{
		{At: at(0)}, {At: at(1), By: engine.First, Act: engine.ActMove}, {At: at(3), By: engine.Second, Act: engine.ActMove}, {At: at(9), Act: engine.ActTimeout},
	}}
	m.Seats = [2]league.Seat{{Player: league.Player{ID: "ann"}}, {Player: league.Player{ID: "bob"}}}
	m.State.Outcome = engine.Outcome{Ending: engine.Timeout, Winner: engine.Second}
	h := &history{}
	for last, want := range map[int]time.Duration{1: 6 * day, 5: 4 * day, 9: 0} {
		moved := map[string]time.Time{"ann": at(last), "bob": at(3)}
		if got := h.longestStill(league.Tournament{ID: "cup", Started: at(0), Ended: at(9)}, []league.Match{m}, moved); got != want {
			t.Errorf("she moves last on day %d: %v, not %v", last, got, want)
		}
	}
}

// TestAMoveThatIsInIsWaitedForNoMore: a game of a pair waits for its players until a move is in, and from when it is shown.
func TestAMoveThatIsInIsWaitedForNoMore(t *testing.T) { // R-FD-7
	_, begins := mutated()
	at := func(hours int) time.Time { return begins.Add(time.Duration(hours) * time.Hour) }
	m := league.Match{Log: []engine.Event{
		{At: at(0)},
		{At: at(2), By: engine.First, Act: engine.ActSeal},
		{At: at(30), By: engine.First, Act: engine.ActMove},
		{At: at(31), By: engine.Second, Act: engine.ActMove},
	}}
	var got []time.Duration
	for _, x := range (&history{}).waits(m) {
		got = append(got, x.took)
	}
	if fmt.Sprint(got) != fmt.Sprint([]time.Duration{2 * time.Hour, time.Hour}) {
		t.Errorf("the waits are %v", got)
	}
}

// TestAPairThatThrowsApartIsFound: a throw that both games have with other faces, and none that one of them alone has come to.
func TestAPairThatThrowsApartIsFound(t *testing.T) { // R-FD-7
	log := func(faces ...int) (log []engine.Event) {
		for i, face := range faces {
			log = append(log, engine.Event{Act: engine.ActRoll, Draws: []engine.Draw{{E: uint32(i + 1), Label: "die", Sides: 6, Face: face}}})
		}
		return log
	}
	for _, c := range []struct {
		a, b  []engine.Event
		apart uint32
	}{{log(1, 2, 3), log(1, 2, 3), 0}, {log(1, 2, 3), log(1, 2), 0}, {log(1, 2, 3), log(1, 5, 4), 2}, {log(1), log(), 0}} {
		if d, apart := firstApart(c.a, c.b); apart != (c.apart > 0) || d.E != c.apart {
			t.Errorf("%v and %v: throw %d, %v", c.a, c.b, d.E, apart)
		}
	}
}
