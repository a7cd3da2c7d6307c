package league

import (
	"time"

	"kickabout/engine"
)

// A Puzzle is a decision of a finished match in which one move was far better than all others. It is
// there for everybody on one day, and never changes.
type Puzzle struct {
	Day      PuzzleDay
	Pool     Pool
	Position string      // a side must move; the throw has been made
	Answer   engine.Move // the best
	Played   engine.Move // what was played in the match
	Margin   int         // by how much the answer leads over every other move, in thousandths of a point
	Judge    string      // who said so, for players
	Version  int         // of the judge
	Match    string      // where it was played
	Seq      int         // of the event there
	Made     time.Time
}

// PuzzleDay is a day (UTC) as puzzles are named by: "2026-11-25". Days are in order as their texts are.
type PuzzleDay string

// PuzzleDayOf returns the day of a moment.
func PuzzleDayOf(t time.Time) PuzzleDay { return PuzzleDay(t.UTC().Format(time.DateOnly)) }

// Add returns the day so many days later.
func (d PuzzleDay) Add(days int) PuzzleDay { return PuzzleDayOf(d.Begins().AddDate(0, 0, days)) }

// Begins returns when the day begins; zero if it is no day.
func (d PuzzleDay) Begins() time.Time {
	t, err := time.Parse(time.DateOnly, string(d))
	if err != nil {
		return time.Time{}
	}
	return t
}

// A PuzzleTry is how far a member has come with a puzzle.
type PuzzleTry struct {
	Day    PuzzleDay
	Player string
	First  engine.Move // their first answer; "" if they had the solution shown before they gave one
	Tries  int         // answers given
	Began  time.Time
	Solved time.Time // zero: not solved
	Shown  time.Time // zero: the solution was not shown
}

// Done says that the solution may be shown.
func (t PuzzleTry) Done() bool { return !t.Solved.IsZero() || !t.Shown.IsZero() }

// OnTheDay says that the puzzle was solved on its own day, which streaks count.
func (t PuzzleTry) OnTheDay() bool { return !t.Solved.IsZero() && PuzzleDayOf(t.Solved) == t.Day }

// A PuzzleMark is a day that had a puzzle, and whether a member solved it on that day.
type PuzzleMark struct {
	Day    PuzzleDay
	Solved bool
}

// PuzzleStreak counts the days in a row up to today that a member solved, of marks with the latest first. Days
// without a puzzle break nothing, and neither does today's while it is open.
func PuzzleStreak(marks []PuzzleMark, today PuzzleDay) (days int) {
	for _, m := range marks {
		if m.Day > today || m.Day == today && !m.Solved {
			continue
		}
		if !m.Solved {
			break
		}
		days++
	}
	return days
}

// PuzzleShare is how many members have answered a puzzle, and how many of them were right at once.
type PuzzleShare struct{ Tried, AtOnce int }

// A Chapter is one of a game's course that a member has done.
type Chapter struct {
	Player string
	Game   string
	Name   string // the end of its address
	Done   time.Time
}
