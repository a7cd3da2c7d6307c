package learning

import (
	"context"
	"encoding/json"
	"log/slog"
	"maps"
	"slices"
	"testing"
	"time"

	"kickabout/engine"
	"kickabout/engine/analysis"
	"kickabout/engine/games/onetwofun"
	"kickabout/engine/games/streetsoccer"
	"kickabout/league"
	"kickabout/league/assessment"
	"kickabout/league/core"
	"kickabout/league/puzzle"
)

// beginning is a game that begins where a test wants it: a match without events stands there.
type beginning struct {
	engine.Game
	at string
}

func (g beginning) Start(variant string) (engine.Position, error) { return g.Parse(variant, g.at) }

// shelf is a store of puzzles in memory, which keeps to its contract as the database does.
type shelf struct {
	matches map[string]league.Match
	worth   map[string]analysis.Analysis
	order   []string // of the matches
	puzzles map[puzzle.Day]puzzle.Puzzle
	passed  map[string]int
	tries   map[puzzle.Day]puzzle.Try // of the one player
	looked  int                       // at matches
}

func (s *shelf) Analysis(_ context.Context, _ league.Viewer, match string) (assessment.Analysis, error) {
	text, err := json.Marshal(s.worth[match])
	return assessment.Analysis{Text: string(text)}, err
}

func (s *shelf) Match(_ context.Context, _ league.Viewer, id string) (league.Match, error) {
	s.looked++
	return s.matches[id], nil
}

func (s *shelf) PassPuzzleSource(_ context.Context, match string, version int) error {
	s.passed[match] = version
	return nil
}

func (s *shelf) Puzzle(_ context.Context, day puzzle.Day) (puzzle.Puzzle, error) {
	if p, ok := s.puzzles[day]; ok {
		return p, nil
	}
	return puzzle.Puzzle{}, errNoPuzzle()
}

func (s *shelf) PuzzleMarks(_ context.Context, _ string, until puzzle.Day, limit int) (marks []puzzle.Mark, _ error) {
	for _, day := range slices.Backward(slices.Sorted(maps.Keys(s.puzzles))) {
		if day <= until && len(marks) < limit {
			marks = append(marks, puzzle.Mark{Day: day, Solved: s.tries[day].OnTheDay()})
		}
	}
	return marks, nil
}

func (s *shelf) PuzzleDays(_ context.Context, from puzzle.Day) (days []puzzle.Day, _ error) {
	for _, day := range slices.Sorted(maps.Keys(s.puzzles)) {
		if day >= from {
			days = append(days, day)
		}
	}
	return days, nil
}

func (s *shelf) PuzzleShare(context.Context, puzzle.Day) (puzzle.Share, error) {
	return puzzle.Share{}, nil
}

func (s *shelf) PuzzleSources(_ context.Context, _ league.Viewer, game string, version, limit int) (ids []string, _ error) {
	for _, id := range s.order {
		used := slices.ContainsFunc(slices.Collect(maps.Values(s.puzzles)), func(p puzzle.Puzzle) bool { return p.Match == id })
		if s.matches[id].Game == game && !used && s.passed[id] < version && len(ids) < limit {
			ids = append(ids, id)
		}
	}
	return ids, nil
}

func (s *shelf) PuzzleTry(_ context.Context, day puzzle.Day, _ string) (puzzle.Try, error) {
	return s.tries[day], nil
}

func (s *shelf) PutPuzzle(_ context.Context, p puzzle.Puzzle) error {
	if _, ok := s.puzzles[p.Day]; !ok {
		s.puzzles[p.Day] = p
	}
	return nil
}

func (s *shelf) PutPuzzleTry(_ context.Context, before, now puzzle.Try) error {
	if s.tries[now.Day] != before {
		return league.Errorf(league.Stale, "You have answered this puzzle elsewhere just now. Load the page again.")
	}
	s.tries[now.Day] = now
	return nil
}

// add keeps a match that stands still, with what its decisions are said to have cost.
func (s *shelf) add(id, game, variant string, parts ...analysis.Part) {
	m := league.Match{ID: id, Game: game, Variant: variant}
	for seq := 1; seq <= len(parts)+1; seq++ {
		m.Log = append(m.Log, engine.Event{Seq: seq})
	}
	s.matches[id], s.worth[id] = m, analysis.Analysis{Judge: "two turns ahead", Version: analysis.Version, Parts: parts}
	s.order = append(s.order, id)
}

// puzzlesAt are the puzzles of a site with some games, at a moment that a test moves.
func puzzlesAt(now *time.Time, games ...engine.Game) (*Puzzles, *shelf) {
	s := &shelf{
		matches: map[string]league.Match{}, worth: map[string]analysis.Analysis{}, puzzles: map[puzzle.Day]puzzle.Puzzle{},
		passed: map[string]int{}, tries: map[puzzle.Day]puzzle.Try{},
	}
	c := core.New(core.Keys{}, games, nil, func() time.Time { return *now }, slog.New(slog.DiscardHandler))
	return &Puzzles{core: c, store: s}, s
}

// decided is a decision as the analysis of a match has it.
func decided(seq, cost int, m engine.Move) analysis.Part {
	return analysis.Part{Seq: seq, Kind: analysis.Decision, Side: engine.First, Cost: cost, Move: m}
}

const (
	solved = "turn Y c1a3a9e5f7 d0b3c6d8f9 a0 3 5 0:0 -" // a goal, 0.567 points above all else
	close2 = "play W b10,b11,h11 3-3 0:0 1 - - -"        // a goal too, but 0.202 points above the next only
	level  = "play W c14,e13,h14 1-6 0:0 1 - - -"        // several moves are as good
)

// TestAPuzzleHasOneMoveThatIsRight: of a decision that went wrong a puzzle is made only where the best
// move leads over every other one by a quarter of a point.
func TestAPuzzleHasOneMoveThatIsRight(t *testing.T) {
	street, otf := streetsoccer.Game{}, onetwofun.Game{}
	for _, c := range []struct {
		what, variant, position string
		game                    engine.Game
		parts                   []analysis.Part
		answer                  engine.Move // "": no puzzle is made
		margin                  int
	}{
		{"one move leads by far", "lg", solved, street, []analysis.Part{decided(1, 700, "Me5e8")}, "Ma9a0|B##", 567},
		{"it leads by 0.202 points", "basic", close2, otf, []analysis.Part{decided(1, 700, "I")}, "", 0},
		{"several moves are as good", "basic", level, otf, []analysis.Part{decided(1, 700, "I")}, "", 0},
		{"the mistake was as dear as the least lead", "lg", solved, street, []analysis.Part{decided(1, 250, "Me5e8")}, "Ma9a0|B##", 567},
		{"the mistake was too small", "lg", solved, street, []analysis.Part{decided(1, 249, "Me5e8")}, "", 0},
		{"there was nothing to decide", "lg", solved, street, []analysis.Part{{Seq: 1, Kind: analysis.Decision, Side: engine.First, Cost: 700, Forced: true}}, "", 0},
		{"it was bad luck", "lg", solved, street, []analysis.Part{{Seq: 1, Kind: analysis.Throw, Side: engine.First, Cost: 700}}, "", 0},
		{"the other side was to move", "lg", solved, street, []analysis.Part{{Seq: 1, Kind: analysis.Decision, Side: engine.Second, Cost: 700}}, "", 0},
		{"nothing was decided", "lg", solved, street, nil, "", 0},
	} {
		t.Run(c.what, func(t *testing.T) {
			t.Parallel()
			now := time.Date(2026, 11, 25, 12, 0, 0, 0, time.UTC)
			s, kept := puzzlesAt(&now, beginning{c.game, c.position})
			kept.add("7f3", c.game.Info().ID, c.variant, c.parts...)
			if err := s.FillPuzzles(t.Context()); err != nil {
				t.Fatal(err)
			}
			p, found := kept.puzzles["2026-11-25"]
			if found != (c.answer != "") || p.Answer != c.answer || p.Margin != c.margin {
				t.Errorf("the puzzle is %+v", p)
			}
			if passed := kept.passed["7f3"] == analysis.Version; passed == found {
				t.Errorf("passed: %t, a puzzle: %t", passed, found)
			}
			if found && (p.Position != c.position || p.Played != c.parts[0].Move || p.Match != "7f3" || p.Seq != 1 || !p.Made.Equal(now)) {
				t.Errorf("of the match it keeps %+v", p)
			}
			looked := kept.looked
			if err := s.FillPuzzles(t.Context()); err != nil || kept.looked != looked {
				t.Errorf("a match that was looked through is looked through again: %v", err)
			}
		})
	}
}

// TestTheDearestMistakesAreLookedAt: the dearest first, and no more than four of a match.
func TestTheDearestMistakesAreLookedAt(t *testing.T) {
	a := analysis.Analysis{Parts: []analysis.Part{decided(1, 300, ""), decided(2, 900, ""), decided(3, 200, ""), decided(4, 300, ""), decided(5, 400, ""), decided(6, 260, "")}}
	var seqs []int
	for _, p := range worsts(a) {
		seqs = append(seqs, p.Seq)
	}
	if !slices.Equal(seqs, []int{2, 5, 1, 4}) {
		t.Errorf("looked at are %v", seqs)
	}
}

// TestAPuzzleNeverChanges: another day is filled by another match, and what is there stays, whatever
// comes to be known of its match.
func TestAPuzzleNeverChanges(t *testing.T) {
	now := time.Date(2026, 11, 25, 23, 59, 0, 0, time.UTC)
	s, kept := puzzlesAt(&now, beginning{streetsoccer.Game{}, solved})
	kept.add("first", "streetsoccer", "lg", decided(1, 700, "Me5e8"))
	kept.add("second", "streetsoccer", "lg", decided(1, 800, "Me5e7"))
	fill := func() {
		t.Helper()
		if err := s.FillPuzzles(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	fill()
	was := maps.Clone(kept.puzzles)
	if len(was) != 2 || was["2026-11-25"].Match != "first" || was["2026-11-26"].Match != "second" {
		t.Fatalf("the puzzles are %+v", was)
	}
	kept.add("third", "streetsoccer", "lg", decided(1, 900, "Me5e6"))
	kept.worth["first"] = analysis.Analysis{Judge: "another", Version: analysis.Version + 1}
	now = now.Add(2 * time.Minute) // past midnight
	fill()
	for day, p := range was {
		if kept.puzzles[day] != p {
			t.Errorf("the puzzle of %s was %+v, is %+v", day, p, kept.puzzles[day])
		}
	}
	if got := kept.puzzles["2026-11-27"].Match; len(kept.puzzles) != 3 || got != "third" {
		t.Errorf("the next day has match %q of %d", got, len(kept.puzzles))
	}
	if kept.looked != 3 {
		t.Errorf("%d matches were looked through for 3 puzzles", kept.looked)
	}
}

// TestNoMoreThanSomeMatchesAreLookedThroughAtOnce: what is left is for the next run.
func TestNoMoreThanSomeMatchesAreLookedThroughAtOnce(t *testing.T) {
	now := time.Date(2026, 11, 25, 12, 0, 0, 0, time.UTC)
	s, kept := puzzlesAt(&now, beginning{streetsoccer.Game{}, solved})
	for n := range 2*sourcesARun + 1 {
		kept.add(string(rune('a'+n)), "streetsoccer", "lg")
	}
	for run, want := range []int{sourcesARun, 2 * sourcesARun, 2*sourcesARun + 1} {
		if err := s.FillPuzzles(t.Context()); err != nil || kept.looked != want {
			t.Errorf("after run %d %d are looked through, want %d: %v", run+1, kept.looked, want, err)
		}
	}
}

// TestASiteThatStudiesNothingMakesNoPuzzles: it looks through no match, until it studies again.
func TestASiteThatStudiesNothingMakesNoPuzzles(t *testing.T) {
	now := time.Date(2026, 11, 25, 12, 0, 0, 0, time.UTC)
	s, kept := puzzlesAt(&now, beginning{streetsoccer.Game{}, solved})
	kept.add("first", "streetsoccer", "lg", decided(1, 700, "Me5e8"))
	for _, c := range []struct {
		unstudied bool
		puzzles   int
	}{{true, 0}, {false, 1}} {
		s.core.Unstudied = c.unstudied
		if err := s.FillPuzzles(t.Context()); err != nil {
			t.Fatal(err)
		}
		if len(kept.puzzles) != c.puzzles || kept.looked != c.puzzles {
			t.Errorf("unstudied %t: %d puzzles of %d matches", c.unstudied, len(kept.puzzles), kept.looked)
		}
	}
}

// TestStreaksGoByTheDayOfThePuzzle: days are those of UTC, wherever the player is; a puzzle counts if it was
// solved on its own day.
func TestStreaksGoByTheDayOfThePuzzle(t *testing.T) {
	auckland, honolulu := time.FixedZone("NZDT", 13*3600), time.FixedZone("HST", -10*3600)
	at := func(day, hour, minute int, zone *time.Location) time.Time {
		return time.Date(2026, 11, day, hour, minute, 0, 0, zone)
	}
	for _, c := range []struct {
		what   string
		days   []int             // of November with a puzzle
		solved map[int]time.Time // by day
		now    time.Time
		streak int
	}{
		{"none was solved", []int{23, 24, 25}, nil, at(25, 12, 0, time.UTC), 0},
		{"three in a row", []int{23, 24, 25}, map[int]time.Time{23: at(23, 0, 0, time.UTC), 24: at(24, 12, 0, time.UTC), 25: at(25, 23, 59, time.UTC)}, at(25, 23, 59, time.UTC), 3},
		{"today's is still open", []int{23, 24, 25}, map[int]time.Time{23: at(23, 9, 0, time.UTC), 24: at(24, 9, 0, time.UTC)}, at(25, 0, 0, time.UTC), 2},
		{"yesterday's was missed", []int{23, 24, 25}, map[int]time.Time{23: at(23, 9, 0, time.UTC), 25: at(25, 9, 0, time.UTC)}, at(25, 12, 0, time.UTC), 1},
		{"a day without a puzzle breaks nothing", []int{22, 25}, map[int]time.Time{22: at(22, 9, 0, time.UTC), 25: at(25, 9, 0, time.UTC)}, at(25, 12, 0, time.UTC), 2},
		{"a minute after midnight is too late", []int{24, 25}, map[int]time.Time{24: at(25, 0, 1, time.UTC), 25: at(25, 0, 2, time.UTC)}, at(25, 12, 0, time.UTC), 1},
		{"in Auckland it is the next day at noon already", []int{24, 25}, map[int]time.Time{24: at(25, 12, 59, auckland), 25: at(25, 13, 0, auckland)}, at(25, 13, 0, auckland), 2},
		{"in Honolulu it is the day before in the afternoon", []int{24, 25}, map[int]time.Time{24: at(24, 13, 59, honolulu), 25: at(24, 14, 0, honolulu)}, at(24, 14, 0, honolulu), 2},
		{"what comes tomorrow does not count yet", []int{24, 25, 26}, map[int]time.Time{24: at(24, 9, 0, time.UTC), 25: at(25, 9, 0, time.UTC), 26: at(26, 9, 0, time.UTC)}, at(25, 12, 0, time.UTC), 2},
	} {
		t.Run(c.what, func(t *testing.T) {
			t.Parallel()
			now := c.now
			s, kept := puzzlesAt(&now, streetsoccer.Game{})
			ann := league.Player{ID: "ann", Kind: league.Member}
			day := func(n int) puzzle.Day { return puzzle.DayOf(at(n, 0, 0, time.UTC)) }
			for _, n := range c.days {
				kept.puzzles[day(n)] = puzzle.Puzzle{Day: day(n), Pool: league.Pool{Game: "streetsoccer", Variant: "lg"}, Position: solved, Answer: "Ma9a0|B##"}
			}
			for _, n := range slices.Sorted(maps.Keys(c.solved)) {
				now = c.solved[n]
				if d, err := s.AnswerPuzzle(t.Context(), ann, day(n), "Ma9a0|B##"); err != nil || d.Try.Solved.IsZero() {
					t.Fatalf("the answer of %s: %+v, %v", day(n), d.Try, err)
				}
			}
			now = c.now
			last := day(c.days[0])
			d, err := s.Daily(t.Context(), ann, last)
			if err != nil || d.Streak != c.streak {
				t.Errorf("%d days in a row, want %d: %v", d.Streak, c.streak, err)
			}
		})
	}
}

// TestStreaksEndToday: what was solved of the days to come, as their makers may have, counts on their day.
func TestStreaksEndToday(t *testing.T) {
	marks := []puzzle.Mark{{Day: "2026-11-27", Solved: true}, {Day: "2026-11-26"}, {Day: "2026-11-25", Solved: true}, {Day: "2026-11-24", Solved: true}, {Day: "2026-11-23"}, {Day: "2026-11-22", Solved: true}}
	for today, want := range map[puzzle.Day]int{"2026-11-27": 1, "2026-11-26": 2, "2026-11-25": 2, "2026-11-24": 1, "2026-11-23": 1, "2026-11-21": 0} {
		if got := puzzle.Streak(marks, today); got != want {
			t.Errorf("on %s %d days in a row, want %d", today, got, want)
		}
	}
}

// TestAnAnswerIsKeptUntilItIsRight: the first one is remembered, each counts, and nothing after the right one.
func TestAnAnswerIsKeptUntilItIsRight(t *testing.T) {
	now := time.Date(2026, 11, 25, 12, 0, 0, 0, time.UTC)
	s, kept := puzzlesAt(&now, streetsoccer.Game{})
	kept.puzzles["2026-11-25"] = puzzle.Puzzle{Day: "2026-11-25", Pool: league.Pool{Game: "streetsoccer", Variant: "lg"}, Position: solved, Answer: "Ma9a0|B##"}
	ann := league.Player{ID: "ann", Kind: league.Member}
	if _, err := s.AnswerPuzzle(t.Context(), ann, "2026-11-25", "nonsense"); league.Fields(err)["move"] == nil {
		t.Errorf("nonsense: %v", err)
	}
	for n, m := range []engine.Move{"Me5e8", "Me5e6", "Ma9a0|B##", "Me5e8"} {
		d, err := s.AnswerPuzzle(t.Context(), ann, "", m)
		right := n >= 2
		if err != nil || d.Try.First != "Me5e8" || d.Try.Tries != min(n+1, 3) || d.Try.Done() != right {
			t.Errorf("after answer %d: %+v, %v", n+1, d.Try, err)
		}
	}
	for _, day := range []puzzle.Day{"2026-11-26", "2026-11-24", "tomorrow"} {
		if _, err := s.Daily(t.Context(), ann, day); league.KindOf(err) != league.NotFound {
			t.Errorf("%s: %v", day, err)
		}
	}
}
