package match

import (
	"cmp"
	"slices"
	"strings"
	"time"

	"kickabout/engine"
	"kickabout/engine/clock"
	"kickabout/league"
	"kickabout/views/ui"
)

// Waits are the matches in which it is a player's turn, the one with the least time left first.
type Waits struct {
	Boards []Wait // the first ones, each with its board
	Rows   []Wait // the others, as many as the page has room for
	More   int    // the rest
}

// Wait is a match in which it is a player's turn.
type Wait struct {
	ID       string
	URL      string
	Kit      string        // classes with the colours of the sides
	Board    *ui.Thumbnail // nil if the position cannot be read
	Side     engine.Side   // of the player
	Score    string        // the player's goals first: "1–0"
	Other    string        // the opponent's name
	Bot      bool          // who is one
	Text     string        // what was thrown and what there is to do: "Die 5.", "Die 2. Place your figures."
	Part     string        // the competition that it belongs to, else the game
	Deadline time.Time
	Left     string // "9 h 12 min"; the clock stands still where it is ""
	Hot      bool   // there is little time left
	Chat     bool   // the opponent wrote beside it what the player has not read
}

// waitBoards is how many of the matches that wait are shown with their boards.
const waitBoards = 6

// NewWaits builds the list. names are those of tournaments by their ids; a match of any other says which game it is.
func NewWaits(games []engine.Game, mine []league.Match, viewer string, names map[string]string, now time.Time) Waits {
	var w Waits
	mine = slices.SortedStableFunc(slices.Values(mine), func(a, b league.Match) int {
		return cmp.Or(a.State.Deadline.Compare(b.State.Deadline), cmp.Compare(a.ID, b.ID))
	})
	for i, m := range mine {
		if i < waitBoards {
			w.Boards = append(w.Boards, newWait(games, m, viewer, names, now, true))
		} else {
			w.Rows = append(w.Rows, newWait(games, m, viewer, names, now, false))
		}
	}
	return w
}

// MarkChats marks those beside which something is said that the player has not read; the matches come by their ids.
func (w Waits) MarkChats(unread map[string]bool) {
	for _, list := range [][]Wait{w.Boards, w.Rows} {
		for i := range list {
			list[i].Chat = unread[list[i].ID]
		}
	}
}

// Count is how many they are.
func (w Waits) Count() int { return len(w.Boards) + len(w.Rows) + w.More }

// First keeps the boards and the first rows, and counts the rest. A single one is kept: a line that counts it is as long.
func (w Waits) First(rows int) Waits {
	if len(w.Rows) > rows+1 {
		w.More += len(w.Rows) - rows
		w.Rows = w.Rows[:rows]
	}
	return w
}

func newWait(games []engine.Game, m league.Match, viewer string, names map[string]string, now time.Time, drawn bool) Wait {
	side := m.SideOf(viewer)
	other := m.Seats[m.SeatOf(side.Other())].Player
	w := Wait{
		ID: m.ID, URL: ui.MatchURL(m.ID), Side: side, Score: ui.ScoreText(seenFrom(side, m.State.Score)), Other: other.Name, Bot: other.Kind == league.Bot,
		Deadline: m.State.Deadline, Part: names[m.Tournament],
	}
	if left := m.State.Deadline.Sub(now); m.State.Deadline.Before(league.Halt) {
		w.Left, w.Hot = clock.Left(left), left < shortOfTime
	}
	g := ui.GameOf(games, m.Game)
	if g == nil {
		w.Part = ui.Or(w.Part, m.Game)
		return w
	}
	info := g.Info()
	w.Kit, w.Part = ui.Kit(info.Sides), ui.Or(w.Part, info.Name)
	board, d, err := ui.NewThumbnail(g, m.Variant, m.State.Position, side == engine.Second)
	if err != nil {
		return w
	}
	if w.Text = clause(d.Task); drawn {
		board.Label = info.Name + ", you are " + info.Sides[side-1]
		w.Board = board
	}
	if throw := ui.ThrowOf(info, d, nil); len(throw.Faces) > 0 {
		if len(w.Text) > shortClause {
			w.Text = ""
		}
		w.Text = strings.TrimSpace(throwText(throw) + " " + w.Text)
	}
	return w
}

// shortClause is how many letters fit beside a throw; what is longer says again what the throw says.
const shortClause = 28

// clause is what a task begins with, as a sentence: of "Restart: put your keeper …" it is "Restart."
func clause(task string) string {
	if at := strings.IndexAny(task, ".:,"); at > 0 {
		return task[:at] + "."
	}
	return task
}

// seenFrom is a score with the goals of a side first.
func seenFrom(side engine.Side, score [2]int) [2]int {
	if side == engine.Second {
		return [2]int{score[1], score[0]}
	}
	return score
}

// throwText says what was thrown: "Die 5.", "Dice 3 and 5.", "Peg yellow."
func throwText(t ui.Throw) string {
	word := "Die "
	switch {
	case t.Faces[0].Peg != "":
		word = ui.Plural(len(t.Faces), "Peg ", "Pegs ")
	case len(t.Faces) > 1:
		word = "Dice "
	}
	return word + ui.FacesText(t.Faces) + "."
}
