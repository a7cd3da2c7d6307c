package match

import (
	"slices"
	"strconv"
	"time"

	"kickabout/engine"
	"kickabout/engine/clock"
	"kickabout/league"
	"kickabout/views/ui"
)

// Card shows a match in a list: a small board, who plays, whose turn it is.
type Card struct {
	URL      string
	Kit      string        // classes with the colours of the sides
	Board    *ui.Thumbnail // nil if the position cannot be read
	Game     string        // "StreetSoccer"
	Turn     string        // "Turn 7 of 25"; "" where turns are not counted
	Names    [2]string
	Marks    [2]string // "bot" or ""
	Score    string
	Status   string    // "Your turn", "Yellow to move"
	Yours    bool      // the viewer must move
	Deadline time.Time // of the side to move
	Paused   bool      // its tournament is, and clocks stand still
	Begun    bool      // it has kicked off
	Left     string
	Chat     bool // somebody wrote beside it what the viewer has not read
}

// ResultLine is a finished match in a list.
type ResultLine struct {
	URL    string
	Kit    string // classes with the colours of the sides
	Names  [2]string
	Score  string
	Text   string // "Yellow wins 2:1 in sudden death."
	Points string // "4–1 points"
	Ended  time.Time
}

// waitsForTwin is what lists say of a match of a duplicate pair until the other one has come as far.
const waitsForTwin = "Waits for the other game of the pair"

// NewCard builds the card of a match.
func NewCard(games []engine.Game, m league.Match, viewer string, now time.Time) Card {
	c := Card{URL: ui.MatchURL(m.ID), Score: ui.ScoreText(m.State.Score), Deadline: m.State.Deadline}
	for i, side := range []engine.Side{engine.First, engine.Second} {
		player := m.Seats[m.SeatOf(side)].Player
		c.Names[i] = player.Name
		if player.Kind == league.Bot {
			c.Marks[i] = "bot"
		}
	}
	if mover, ok := m.Mover(); ok {
		c.Yours = viewer != "" && mover.ID == viewer
		c.Status = mover.Name + " to move"
		c.Left = clock.Left(m.State.Deadline.Sub(now))
		c.Paused = !m.State.Deadline.Before(league.Halt)
		if m.State.Held {
			c.Status, c.Deadline = waitsForTwin, time.Time{}
		}
	}
	if g := ui.GameOf(games, m.Game); g != nil {
		c.Kit, c.Game = ui.Kit(g.Info().Sides), g.Info().Name
		if m.State.ToMove != engine.NoSide && !m.State.Held { // two bots may bear one name; sides differ
			c.Status = g.Info().Sides[m.State.ToMove-1] + " to move"
		}
		if board, d, err := ui.NewThumbnail(g, m.Variant, m.State.Position, false); err == nil {
			c.Turn, c.Begun = turnText(d, m.State.Outcome), ui.KickedOff(d)
			board.Label = c.Names[0] + " v " + c.Names[1] + ", " + c.Score
			c.Board = board
		}
	}
	if c.Yours {
		c.Status = "Your turn"
	}
	return c
}

// SortCards puts the matches first in which it is the viewer's turn, then by
// time left. The order of equals stays.
func SortCards(cards []Card) {
	slices.SortStableFunc(cards, func(a, b Card) int {
		if a.Yours != b.Yours {
			if a.Yours {
				return -1
			}
			return 1
		}
		return a.Deadline.Compare(b.Deadline)
	})
}

// NewResult builds the line of a finished match.
func NewResult(games []engine.Game, m league.Match) ResultLine {
	r := ResultLine{
		URL: ui.MatchURL(m.ID), Score: ui.ScoreText(m.State.Score), Ended: m.State.Moved,
		Points: ui.PriceText(m.Scoring(), m.State.Outcome),
	}
	for i, side := range []engine.Side{engine.First, engine.Second} {
		r.Names[i] = m.Seats[m.SeatOf(side)].Player.Name
	}
	if g := ui.GameOf(games, m.Game); g != nil {
		r.Kit = ui.Kit(g.Info().Sides)
		r.Text = ui.OutcomeText(m.State.Outcome, g.Info().Sides)
	}
	return r
}

// Pages are where a list of finished matches begins and goes on: "" if that is where
// the reader is, or nowhere.
func Pages(url string, older bool, end league.Place) (newest, next string) {
	if older {
		newest = url + "#over"
	}
	if end != (league.Place{}) {
		next = url + "?over=" + strconv.FormatInt(end.At, 10) + "." + end.ID + "#over"
	}
	return newest, next
}
