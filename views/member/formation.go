package member

import (
	"fmt"
	"math/rand/v2"

	"kickabout/engine"
	"kickabout/league"
	"kickabout/views/ui"
)

// FormationsPage is the page of the set-ups that a member has saved.
type FormationsPage struct {
	ui.Frame
	Games []FormationGame
}

// FormationGame is those of a game.
type FormationGame struct {
	Name string
	List []FormationCard
}

// FormationCard is one of them.
type FormationCard struct {
	Game, Name string
	Note       string    // "One-Two-Fun, Basic, for White. Saved 3 Dec 2026."
	Board      *ui.Board // nil if it cannot be drawn
}

// NewFormationsPage builds the page; the formations come by game.
func NewFormationsPage(f ui.Frame, games []engine.Game, saved []league.Formation) FormationsPage {
	p := FormationsPage{Frame: f}
	p.Title = "Your formations"
	p.Description = "Set-ups that you have saved."
	for _, g := range games {
		info := g.Info()
		group := FormationGame{Name: info.Name}
		for _, s := range saved {
			if s.Game != info.ID {
				continue
			}
			side := "for " + info.Sides[s.Side-1]
			card := FormationCard{Game: s.Game, Name: s.Name, Note: fmt.Sprintf("%s, %s. Saved %s.", ui.RulesName(info, s.Variant), side, ui.DayText(s.Made))}
			if d, ok := setUpBoard(g, s); ok {
				board := ui.NewSmallBoard(ui.BoardInput{Diagram: d, Sides: info.Sides, Turned: s.Side == engine.Second})
				board.Label = s.Name + ", " + side
				card.Board = &board
			}
			group.List = append(group.List, card)
		}
		if group.List != nil {
			p.Games = append(p.Games, group)
		}
	}
	return p
}

// mostPlies is how far a match goes at most before the set-up of either side has been due.
const mostPlies = 400

// setUpBoard draws what a set-up puts on the board: its match begins and goes on by chance until the
// side is to set up like that. False if it never is.
func setUpBoard(g engine.Game, f league.Formation) (engine.Diagram, bool) {
	r := rand.New(rand.NewPCG(1, 1))
	p, err := g.Start(f.Variant)
	for range mostPlies {
		if err != nil {
			break
		}
		next := p.Next()
		switch {
		case next.Over():
			return engine.Diagram{}, false
		case next.Dice.Count > 0:
			faces := make([]int, next.Dice.Count)
			for i := range faces {
				faces[i] = r.IntN(next.Dice.Sides) + 1
			}
			p, err = p.Roll(faces...)
		case next.Side == f.Side && p.Check(f.Move) == nil:
			if p, err = p.Play(f.Move); err != nil {
				return engine.Diagram{}, false
			}
			return ofSide(p.Diagram(), f.Side), true
		default:
			p, err = p.Play(p.Random(r))
		}
	}
	return engine.Diagram{}, false
}

// ofSide leaves the pieces of a side on a board, and those of nobody.
func ofSide(d engine.Diagram, side engine.Side) engine.Diagram {
	var pieces []engine.Piece
	for _, p := range d.Pieces {
		if p.Side == side || p.Side == engine.NoSide {
			pieces = append(pieces, p)
		}
	}
	d.Pieces = pieces
	return d
}
