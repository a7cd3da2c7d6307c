// Package puzzle holds what a puzzle of a day is, how far members have come with it, and how they keep at it.
package puzzle

import (
	"time"

	"kickabout/engine"
	"kickabout/league"
)

// A Puzzle is a decision of a finished match in which one move was far better than all others. It is
// there for everybody on one day, and never changes.
type Puzzle struct {
	Day      Day
	Pool     league.Pool
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

// Day is a day (UTC) as puzzles are named by: "2026-11-25". Days are in order as their texts are.
type Day string

// DayOf returns the day of a moment.
func DayOf(t time.Time) Day { return Day(t.UTC().Format(time.DateOnly)) }

// Add returns the day so many days later.
func (d Day) Add(days int) Day { return DayOf(d.Begins().AddDate(0, 0, days)) }

// Begins returns when the day begins; zero if it is no day.
func (d Day) Begins() time.Time {
	t, err := time.Parse(time.DateOnly, string(d))
	if err != nil {
		return time.Time{}
	}
	return t
}

// A Try is how far a member has come with a puzzle.
type Try struct {
	Day    Day
	Player string
	First  engine.Move // their first answer; "" if they had the solution shown before they gave one
	Tries  int         // answers given
	Began  time.Time
	Solved time.Time // zero: not solved
	Shown  time.Time // zero: the solution was not shown
}

// Done says that the solution may be shown.
func (t Try) Done() bool { return !t.Solved.IsZero() || !t.Shown.IsZero() }

// OnTheDay says that the puzzle was solved on its own day, which streaks count.
func (t Try) OnTheDay() bool { return !t.Solved.IsZero() && DayOf(t.Solved) == t.Day }

// A Mark is a day that had a puzzle, and whether a member solved it on that day.
type Mark struct {
	Day    Day
	Solved bool
}

// Streak counts the days in a row up to today that a member solved, of marks with the latest first. Days
// without a puzzle break nothing, and neither does today's while it is open.
func Streak(marks []Mark, today Day) (days int) {
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

// Share is how many members have answered a puzzle, and how many of them were right at once.
type Share struct{ Tried, AtOnce int }
