package championship_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	gocmp "github.com/google/go-cmp/cmp"

	"kickabout/engine"
	"kickabout/league"
	"kickabout/league/formats/championship"
)

// standing is a group in which all matches have begun, after results in the order in which they ended: "ann bob 3 1",
// of the first match of the two that was still open. A match goes by its group and the number of its result.
func standing(t *testing.T, g league.Group, players string, results ...string) championship.Standing {
	t.Helper()
	s := sheet(0, championship.LG)
	s.Group = g
	for id := range strings.FieldsSeq(players) {
		s.Entries = append(s.Entries, league.Entry{Player: id})
	}
	begin(t, &s)
	v := championship.Standing{Group: g}
	for i, text := range results {
		var one, other string
		var goals [2]int
		if _, err := fmt.Sscan(text, &one, &other, &goals[0], &goals[1]); err != nil {
			t.Fatal(err)
		}
		at := slices.IndexFunc(s.Fixtures, func(f league.Fixture) bool {
			return !f.Outcome.Over() && (f.First == one && f.Second == other || f.First == other && f.Second == one)
		})
		f := &s.Fixtures[at]
		o := engine.Outcome{Ending: engine.FullTime, Winner: engine.First, Score: goals}
		if f.First != one {
			o.Score = [2]int{goals[1], goals[0]}
		}
		switch {
		case goals[0] == goals[1]:
			o.Ending, o.Winner = engine.Goalless, engine.NoSide
		case o.Score[0] < o.Score[1]:
			o.Winner = engine.Second
		}
		f.Outcome = o
		v.Matches = append(v.Matches, league.Match{
			ID: fmt.Sprintf("%s#%d", g, i+1), Fixture: string(f.Key), Seats: [2]league.Seat{{Player: league.Player{ID: f.First}}, {Player: league.Player{ID: f.Second}}},
			State: league.State{Outcome: o, Score: o.Score, Moved: may.Add(time.Duration(i) * time.Hour)},
		})
	}
	var err error
	if v.Table, err = (championship.Format{}).Standings(s); err != nil {
		t.Fatal(err)
	}
	return v
}

func review(t *testing.T, groups ...championship.Standing) championship.Review {
	t.Helper()
	r, err := championship.ReviewOf(groups)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func same(t *testing.T, what string, got, want any) {
	t.Helper()
	if diff := gocmp.Diff(want, got); diff != "" {
		t.Errorf("%s (-want +got):\n%s", what, diff)
	}
}

// secondDivision is a group of seven after a round and a bit:
//
//	fay 10 (SON 25), dan 10, gus 5 and hal 5 (SON 25), ida 5, eve 0, joe 0
func secondDivision(t *testing.T) championship.Standing {
	return standing(t, "d2/g1", "dan eve fay gus hal ida joe",
		"dan eve 2 0", "fay gus 1 0", "hal ida 3 2", "joe dan 0 1", "eve fay 0 2", "gus hal 2 1", "ida joe 1 0")
}

func TestARunningSeasonIsTold(t *testing.T) {
	first := standing(t, "d1/g1", "ann bob cleo", "ann bob 3 0", "cleo ann 2 1", "ann cleo 4 0")
	r := review(t, first, secondDivision(t), standing(t, "d3/g1", "kim lou max"))

	same(t, "who leads division 1", r.Leads[0], championship.Lead{Group: "d1/g1", First: []string{"ann"}, Points: 100, Gap: 50, Next: "cleo", Open: 1})
	second := r.Leads[1]
	all := []string{"fay", "dan", "gus", "hal", "ida", "eve", "joe"}
	same(t, "the lines of division 2", second.Lines, []championship.Line{
		{Fate: championship.Promoted, Above: "dan", Below: second.Lines[0].Below, Gap: 50, Open: second.Lines[0].Open},
		{Fate: championship.Falls, Above: "ida", Below: second.Lines[1].Below, Gap: 50, Open: second.Lines[1].Open},
	})
	for _, l := range second.Lines {
		if len(l.Open) != len(all) {
			t.Errorf("%s is open to %v, want all", l.Fate, l.Open)
		}
	}
	second.Lines = nil
	same(t, "who leads division 2", second, championship.Lead{Group: "d2/g1", First: []string{"fay"}, Points: 100, Next: "dan", By: "SON", Open: 10})
	same(t, "a group without results", r.Leads[2], championship.Lead{Group: "d3/g1"})

	var turns []string
	for _, turn := range r.Turns {
		turns = append(turns, fmt.Sprintf("%s: %s %d-%d v %s, from %d to %d %s", turn.Match, turn.Player, turn.Score[0], turn.Score[1], turn.Opponent, turn.From, turn.To, turn.Fate))
	}
	same(t, "what changed", turns, []string{
		"d2/g1#7: joe 0-1 v ida, from 5 to 6 relegated", // had shared the fifth place with her and Eve
		"d2/g1#6: gus 2-1 v hal, from 4 to 3 ",
		"d2/g1#5: fay 2-0 v eve, from 2 to 1 ",
		"d1/g1#3: ann 4-0 v cleo, from 2 to 1 champion",
		"d1/g1#2: ann 1-2 v cleo, from 1 to 2 stays", // Cleo had not played before
	})
	same(t, "scorers", r.Scorers, &championship.Scorers{Players: []string{"ann"}, Goals: 8})
	same(t, "the biggest win", r.Win, &championship.Feat{Match: "d1/g1#3", Player: "ann", Other: "cleo", Score: [2]int{4, 0}, At: may.Add(2 * time.Hour)})
	same(t, "most goals", r.Goals, &championship.Feat{Match: "d2/g1#3", Player: "hal", Other: "ida", Score: [2]int{3, 2}, At: may.Add(2 * time.Hour)})
	if r.Run != nil || r.Closest != nil {
		t.Errorf("two wins are a run: %v, or a group is over: %v", r.Run, r.Closest)
	}
}

func TestNobodyGoesDownFromTheLowestDivision(t *testing.T) { // R-CH-5
	falls := func(r championship.Review) (n int) {
		for _, m := range r.Moves {
			if m.Fate == championship.Falls {
				n++
			}
		}
		return n
	}
	if r := review(t, secondDivision(t)); falls(r) != 0 || len(r.Leads[0].Lines) != 1 {
		t.Errorf("%d go down from the lowest division, and there are %d lines", falls(r), len(r.Leads[0].Lines))
	}
	if r := review(t, secondDivision(t), standing(t, "d3/g1", "kim lou max")); falls(r) != 2 {
		t.Errorf("%d go down, want 2: those on the places 6 and 7 of 7", falls(r))
	}
}

func TestAFinishedSeasonIsTold(t *testing.T) {
	r := review(t,
		standing(t, "d1/g1", "ann bob cleo", "ann bob 2 0", "bob cleo 2 0", "ann cleo 2 0", "bob ann 0 2", "cleo ann 0 2", "cleo bob 0 2"),
		standing(t, "d2/g1", "dan eve fay", "dan eve 1 0", "dan fay 1 0", "eve fay 1 0", "eve dan 1 0", "fay dan 1 0", "fay eve 0 0"),
		standing(t, "d2/g2", "gus hal ida", "gus ida 1 0", "hal gus 1 0", "ida hal 0 1", "gus hal 0 3", "ida gus 5 4", "hal ida 0 1"),
		// After the first three rounds Ned has lost all, who then wins all, and is second: 19, 15, 12, 12.
		standing(t, "d2/g3", "kim lou max ned", "kim lou 1 0", "kim max 1 0", "kim ned 1 0", "lou max 1 0", "lou ned 1 0", "max ned 1 0",
			"ned kim 1 0", "ned lou 1 0", "ned max 1 0", "kim max 0 0", "max lou 1 0", "kim lou 0 0"),
	)
	var moves []string
	for _, m := range r.Moves {
		moves = append(moves, fmt.Sprint(m.Group, " ", m.Rank, " ", m.Player, " ", m.Fate, " ", m.Sure))
	}
	same(t, "who moves", moves, []string{
		"d1/g1 1 ann champion true", "d2/g1 1 eve promoted true", "d2/g1 2 dan promoted true", "d2/g2 1 hal promoted true", "d2/g2 2 ida promoted true",
		"d2/g3 1 kim promoted true", "d2/g3 2 ned promoted true",
	})
	same(t, "the biggest climb", r.Climb, &championship.Climb{Group: "d2/g3", Player: "ned", From: 4, To: 2, Round: 4})
	same(t, "the closest group", r.Closest, &championship.Closest{Group: "d2/g1", First: "eve", Last: "fay", Gap: 50})
	same(t, "the longest run", r.Run, &championship.Run{Player: "ann", Matches: []string{"d1/g1#1", "d1/g1#3", "d1/g1#4", "d1/g1#5"}})
	same(t, "most goals", r.Goals, &championship.Feat{Match: "d2/g2#5", Player: "ida", Other: "gus", Score: [2]int{5, 4}, At: may.Add(4 * time.Hour)})
	same(t, "the biggest win", r.Win, &championship.Feat{Match: "d2/g2#4", Player: "hal", Other: "gus", Score: [2]int{3, 0}, At: may.Add(3 * time.Hour)})
	same(t, "scorers", r.Scorers, &championship.Scorers{Players: []string{"ann"}, Goals: 8})
}

func TestWhatNobodyPlayedIsNoFeat(t *testing.T) {
	for _, ending := range []engine.Ending{engine.Forfeit, engine.Void} {
		g := standing(t, "d1/g1", "ann bob cleo", "ann bob 1 0", "ann cleo 1 0", "ann bob 5 0")
		if r := review(t, g); r.Run == nil || r.Win.Score != [2]int{5, 0} {
			t.Fatalf("as played: %+v, %+v", r.Run, r.Win)
		}
		g.Matches[2].State.Outcome.Ending = ending
		if r := review(t, g); r.Run != nil || r.Win.Score != [2]int{1, 0} || r.Goals.Score != [2]int{1, 0} {
			t.Errorf("%s: the run is %v, the biggest win %v, most goals %v", ending, r.Run, r.Win, r.Goals)
		}
	}
}

func TestWhoIsStruckIsNotTold(t *testing.T) {
	g := standing(t, "d2/g1", "ann bob cleo dan", "dan ann 9 0", "dan bob 9 0", "dan cleo 9 0", "ann bob 1 0", "cleo ann 2 0")
	sheet := sheet(0, championship.LG)
	sheet.Group = g.Group
	for _, id := range []string{"ann", "bob", "cleo", "dan"} {
		e := league.Entry{Player: id}
		if id == "dan" {
			e.Out = league.Voided
		}
		sheet.Entries = append(sheet.Entries, e)
	}
	for _, m := range g.Matches {
		sheet.Fixtures = append(sheet.Fixtures, league.Fixture{Key: league.Key(m.Fixture), First: m.Seats[0].Player.ID, Second: m.Seats[1].Player.ID, Outcome: m.State.Outcome})
	}
	var err error
	if g.Table, err = (championship.Format{}).Standings(sheet); err != nil {
		t.Fatal(err)
	}
	r := review(t, g)
	same(t, "who leads", r.Leads[0].First, []string{"cleo"})
	same(t, "the biggest win", r.Win.Score, [2]int{2, 0})
	same(t, "scorers", r.Scorers, &championship.Scorers{Players: []string{"cleo"}, Goals: 2})
	if r.Run != nil {
		t.Errorf("the longest run is %v", r.Run)
	}
}

func TestALossEndsARun(t *testing.T) {
	if r := review(t, standing(t, "d1/g1", "ann bob cleo", "ann bob 1 0", "ann cleo 1 0", "bob ann 1 0", "ann cleo 1 0")); r.Run != nil {
		t.Errorf("the longest run is %v", r.Run)
	}
}
