package storetest_test

import (
	"slices"
	"testing"
	"time"

	gocmp "github.com/google/go-cmp/cmp"

	"kickabout/engine"
	"kickabout/league"
	"kickabout/league/puzzle"
	"kickabout/store"
	"kickabout/store/storetest"
)

const puzzled = puzzle.Day("2026-11-25")

// puzzleOf is a puzzle of a match.
func puzzleOf(m league.Match, d puzzle.Day) puzzle.Puzzle {
	return puzzle.Puzzle{
		Day: d, Pool: league.Pool{Game: "streetsoccer", Variant: "lg"}, Position: "turn Y c1b7c3d5e8 d0b3c6d8e4 e7 4 5 0:0 -",
		Answer: "Me8e7|B##", Played: "Me8e4", Margin: 1310, Judge: "two turns ahead", Version: 2, Match: m.ID, Seq: 14, Made: noon,
	}
}

// sources lists the matches that may give a puzzle.
func sources(t *testing.T, s *store.Store, viewer league.Viewer, version int) []string {
	t.Helper()
	ids, err := s.PuzzleSources(t.Context(), viewer, "streetsoccer", version, 10)
	must(t, err)
	return ids
}

func TestPuzzlesNeverChange(t *testing.T) {
	storetest.Each(t, func(t *testing.T, open func() *store.Store) {
		s := open()
		admit(t, s, "ann", "bob")
		one, other := finished(t, s, 1, noon, engine.FullTime), finished(t, s, 2, noon, engine.FullTime)
		want := puzzleOf(one, puzzled)
		must(t, s.PutPuzzle(t.Context(), want))
		must(t, s.PutPuzzle(t.Context(), puzzleOf(other, puzzled)))        // the day has one
		must(t, s.PutPuzzle(t.Context(), puzzleOf(one, puzzled.Add(1))))   // the match has given one
		must(t, s.PutPuzzle(t.Context(), puzzleOf(other, puzzled.Add(2)))) // which leaves a day without one
		got, err := s.Puzzle(t.Context(), puzzled)
		must(t, err)
		if diff := gocmp.Diff(want, got); diff != "" {
			t.Errorf("the puzzle has changed (-want +got):\n%s", diff)
		}
		if _, err := s.Puzzle(t.Context(), puzzled.Add(1)); league.KindOf(err) != league.NotFound {
			t.Errorf("a day without a puzzle: %v", err)
		}
		for from, want := range map[puzzle.Day][]puzzle.Day{puzzled: {"2026-11-25", "2026-11-27"}, puzzled.Add(1): {"2026-11-27"}, puzzled.Add(3): nil} {
			if days, err := s.PuzzleDays(t.Context(), from); err != nil || !slices.Equal(days, want) {
				t.Errorf("from %s on %v have puzzles, want %v: %v", from, days, want, err)
			}
		}
	})
}

// TestPuzzlesComeOfWhatEverybodyMaySee: nothing of a private tournament, and nothing of a pair with the same throws before
// both of its matches are over.
func TestPuzzlesComeOfWhatEverybodyMaySee(t *testing.T) {
	storetest.Each(t, func(t *testing.T, open func() *store.Store) {
		s := open()
		admit(t, s, "ann", "bob", "cleo", "dan", "eve", "fay", "gus", "org")
		must(t, s.CreateTournament(t.Context(), hiddenCup(t, "hidden", true), nil, nil))
		must(t, s.CreateTournament(t.Context(), hiddenCup(t, "shown", false), nil, nil))
		var want []string
		for n, c := range []struct {
			tournament     string
			twin           int // its number; 0: none
			goesOn, public bool
		}{
			{public: true},
			{tournament: "shown", public: true},
			{tournament: "hidden"},
			{goesOn: true},
			{twin: 6, public: true},
			{twin: 5, public: true},
			{twin: 8},
			{twin: 7, goesOn: true},
			{twin: 99},
		} {
			m := newMatch(n + 1)
			if m.Tournament = c.tournament; c.tournament != "" {
				m.Fixture = "c1/r1/b1"
			}
			if c.twin > 0 {
				m.Twin = newMatch(c.twin).ID
			}
			if !c.goesOn {
				p := timeout(m, noon.Add(time.Duration(n)*time.Hour))
				p.State.Outcome.Ending = engine.FullTime
				m = after(m, p)
			}
			m = create(t, s, m)
			if !c.goesOn {
				must(t, s.PutAnalysis(t.Context(), worthOf(m, 2)))
			}
			if c.public {
				want = append([]string{m.ID}, want...)
			}
		}
		if got := sources(t, s, league.Public(), 2); !slices.Equal(got, want) {
			t.Errorf("puzzles may come of %v, want %v", got, want)
		}
		if got := sources(t, s, league.Public(), 3); len(got) > 0 {
			t.Errorf("puzzles may come of %v, which no such judge has seen", got)
		}
		if got, err := s.PuzzleSources(t.Context(), league.Public(), "onetwofun", 2, 10); err != nil || len(got) > 0 {
			t.Errorf("puzzles of another game may come of %v: %v", got, err)
		}
		if _, err := s.PuzzleSources(t.Context(), league.Viewer{}, "streetsoccer", 2, 10); err == nil {
			t.Error("nobody has said for whom, and there are sources")
		}
		must(t, s.PassPuzzleSource(t.Context(), want[0], 2))
		must(t, s.PassPuzzleSource(t.Context(), want[1], 1)) // an older judge
		must(t, s.PutPuzzle(t.Context(), puzzleOf(league.Match{ID: want[2]}, puzzled)))
		if got := sources(t, s, league.Public(), 2); !slices.Equal(got, slices.Delete(slices.Clone(want[1:]), 1, 2)) {
			t.Errorf("of %v the first was passed and the third has given its puzzle; there are %v", want, got)
		}
	})
}

func TestPuzzlesRememberWhoHasSolvedThem(t *testing.T) {
	storetest.Each(t, func(t *testing.T, open func() *store.Store) {
		s := open()
		admit(t, s, "ann", "bob", "cleo")
		for n := range 3 {
			must(t, s.PutPuzzle(t.Context(), puzzleOf(finished(t, s, n+1, noon, engine.FullTime), puzzled.Add(n))))
		}
		at := puzzled.Begins().Add(time.Hour)
		none, err := s.PuzzleTry(t.Context(), puzzled, "id-ann")
		must(t, err)
		if none != (puzzle.Try{}) {
			t.Errorf("before the first answer: %+v", none)
		}
		wrong := puzzle.Try{Day: puzzled, Player: "id-ann", First: "Me8e4", Tries: 1, Began: at}
		right := wrong
		right.Tries, right.Solved = 2, at.Add(time.Minute)
		must(t, s.PutPuzzleTry(t.Context(), none, wrong))
		must(t, s.PutPuzzleTry(t.Context(), wrong, right))
		for _, before := range []puzzle.Try{none, wrong, right} {
			if err := s.PutPuzzleTry(t.Context(), before, right); league.KindOf(err) != league.Stale {
				t.Errorf("an answer after the right one: %v", err)
			}
		}
		if got, err := s.PuzzleTry(t.Context(), puzzled, "id-ann"); err != nil || got != right {
			t.Errorf("kept is %+v, want %+v: %v", got, right, err)
		}
		atOnce := puzzle.Try{Day: puzzled, Player: "id-bob", First: "Me8e7|B##", Tries: 1, Began: at, Solved: at}
		must(t, s.PutPuzzleTry(t.Context(), none, atOnce))
		must(t, s.PutPuzzleTry(t.Context(), none, puzzle.Try{Day: puzzled, Player: "id-cleo", Began: at, Shown: at})) // who gave no answer
		if share, err := s.PuzzleShare(t.Context(), puzzled); err != nil || share != (puzzle.Share{Tried: 2, AtOnce: 1}) {
			t.Errorf("the share is %+v: %v", share, err)
		}
		if share, err := s.PuzzleShare(t.Context(), puzzled.Add(1)); err != nil || share != (puzzle.Share{}) {
			t.Errorf("the share of another day is %+v: %v", share, err)
		}
		late := puzzle.Try{Day: puzzled.Add(1), Player: "id-ann", First: "Me8e7|B##", Tries: 1, Began: at, Solved: puzzled.Add(2).Begins()}
		must(t, s.PutPuzzleTry(t.Context(), none, late))
		marks, err := s.PuzzleMarks(t.Context(), "id-ann", puzzled.Add(1), 10)
		must(t, err)
		if want := []puzzle.Mark{{Day: puzzled.Add(1)}, {Day: puzzled, Solved: true}}; !slices.Equal(marks, want) {
			t.Errorf("the marks are %v, want %v", marks, want)
		}
		if marks, err = s.PuzzleMarks(t.Context(), "id-ann", puzzled.Add(2), 1); err != nil || len(marks) != 1 || marks[0].Day != puzzled.Add(2) {
			t.Errorf("the latest mark is %v: %v", marks, err)
		}
	})
}
