package league

import (
	"slices"
	"testing"
	"time"

	"kickabout/engine"
)

// grouped is a tournament of two groups: ann, who cheated, bob and cleo, who cheated too, are
// in g1, dan is in g2, eve waits.
var grouped = Tournament{
	State: Running, Started: may,
	Entries: []Entrant{
		{Player: someone("ann"), Seed: 1, Group: "g1", Out: Cheated},
		{Player: someone("bob"), Seed: 2, Group: "g1", Note: "here", Qualified: may, Entered: may},
		{Player: someone("cleo"), Seed: 3, Group: "g1", Out: Cheated},
		{Player: someone("dan"), Seed: 4, Group: "g2"},
		{Player: someone("eve")},
	},
}

func TestTheSheetOfAGroup(t *testing.T) { // R-FF-9
	ended := may.Add(time.Hour)
	match := func(fixture, first, second string, o engine.Outcome) Match {
		return Match{
			ID: "m", Fixture: fixture, Created: may, Control: "lg", Seats: [2]Seat{{Player: someone(second)}, {Player: someone(first)}},
			State: State{First: 1, Last: 7, Moved: ended, Outcome: o},
		}
	}
	won := func(w engine.Side) engine.Outcome {
		return engine.Outcome{Ending: engine.Resignation, Winner: w, Score: [2]int{2, 1}}
	}
	for what, c := range map[string]struct {
		first, second string
		was, want     engine.Outcome
	}{
		"what is honest stands":                   {"bob", "dan", won(engine.First), won(engine.First)},
		"what a cheater won is lost":              {"ann", "bob", won(engine.First), engine.Outcome{Ending: engine.Forfeit, Winner: engine.Second, Score: [2]int{2, 1}}},
		"whoever began":                           {"bob", "ann", won(engine.Second), engine.Outcome{Ending: engine.Forfeit, Winner: engine.First, Score: [2]int{2, 1}}},
		"two cheaters both lose":                  {"ann", "cleo", won(engine.First), engine.Outcome{Ending: engine.DoubleForfeit, Score: [2]int{2, 1}}},
		"what is being played is not lost so far": {"ann", "bob", engine.Outcome{}, engine.Outcome{}},
	} {
		f := grouped.Sheet("g1", []Match{match("g1/c1/r1/b1", c.first, c.second, c.was)}, may).Fixtures[0]
		if f.First != c.first || f.Second != c.second || f.Outcome != c.want || f.Ended.IsZero() == c.was.Over() || c.was.Over() && !f.Ended.Equal(ended) {
			t.Errorf("%s: %+v", what, f)
		}
	}
	s := grouped.Sheet("g1", nil, may)
	if got := s.Players(); !slices.Equal(got, []string{"ann", "bob", "cleo"}) || s.Paused {
		t.Errorf("%v are in it, paused %t", got, s.Paused)
	}
	if want := (Entry{Player: "bob", Entered: may, Note: "here", Qualified: true}); s.Entries[1] != want || s.Entries[0].Out != Cheated || s.Entries[0].Qualified {
		t.Errorf("%+v", s.Entries)
	}
	if len(grouped.Sheet("", nil, may).Entries) != 0 {
		t.Error("who waits is drawn")
	}
	ladder := grouped
	for state, paused := range map[TournamentState]bool{Running: false, Cancelled: true} {
		if ladder.Rolling, ladder.State = true, state; ladder.Sheet("", nil, may).Paused != paused {
			t.Errorf("a ladder that is %s: paused %t", state, !paused)
		}
	}
	single := grouped
	if single.State = Cancelled; single.Sheet("", nil, may).Paused {
		t.Error("what is not rolling is never paused on its sheet")
	}
}

func TestWhoIsInWhichGroup(t *testing.T) {
	if got := grouped.Groups(); !slices.Equal(got, []Group{"g1", "g2"}) {
		t.Errorf("groups %v", got)
	}
	if g := grouped.Of("g2"); len(g.Entries) != 1 || g.Entries[0].Player.ID != "dan" || len(grouped.Entries) != 5 {
		t.Errorf("%+v", g.Entries)
	}
}

func TestWhoKnowsOfATournament(t *testing.T) {
	if !grouped.Knows("gil") || !grouped.Knows("") {
		t.Error("somebody does not know of a public one")
	}
	if (Tournament{TournamentTerms: TournamentTerms{Private: true}}).Knows("") {
		t.Error("who is nobody knows of a private one")
	}
}

func TestWhenATournamentIsFull(t *testing.T) {
	for places, full := range map[int]bool{4: true, 5: true, 6: false} {
		cup := grouped
		if cup.Places = places; cup.Full() != full {
			t.Errorf("five in %d places: full %t", places, !full)
		}
	}
}

func TestInWhatTwoTournamentsDiffer(t *testing.T) {
	change := func(f func(*Tournament)) Tournament {
		other := grouped
		other.Entries = slices.Clone(grouped.Entries)
		f(&other)
		return other
	}
	for what, c := range map[string]struct {
		other Tournament
		want  bool
	}{
		"in nothing":          {change(func(*Tournament) {}), false},
		"in the log alone":    {change(func(o *Tournament) { o.Log = []Decision{{Seq: 1}} }), false},
		"in an entry":         {change(func(o *Tournament) { o.Entries[2].Note = "x" }), true},
		"in a missing entry":  {change(func(o *Tournament) { o.Entries = o.Entries[:4] }), true},
		"in one entry more":   {change(func(o *Tournament) { o.Entries = append(o.Entries, Entrant{}) }), true},
		"in when it was told": {change(func(o *Tournament) { o.Told = may }), true},
	} {
		if why := grouped.Differs(c.other); (why != "") != c.want {
			t.Errorf("%s: %q", what, why)
		}
	}
}

func TestWhoLeavesBeforeHalfIsVoided(t *testing.T) { // R-FF-5
	for finished, want := range map[int]Exit{0: Voided, 4: Voided, 5: Forfeited, 6: Forfeited} {
		if got := ExitOf(finished, 10); got != want {
			t.Errorf("%d of 10: %s, want %s", finished, got, want)
		}
	}
	if ExitOf(4, 9) != Voided || ExitOf(5, 9) != Forfeited {
		t.Error("of nine matches five are half")
	}
}
