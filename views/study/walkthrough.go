package study

import (
	"strconv"

	"kickabout/engine"
	"kickabout/views/ui"
)

// WalkthroughView is a game that the rules play through, for the player in the browser; without it the game is read.
type WalkthroughView struct {
	ID      string // of the figure
	Kit     string // classes with the colours of the sides
	Caption string
	Board   ui.Board // as it stands at the end
	Stage   *Stage
	Samples ui.Throw
	Words   []string // what happens, event by event
}

// newWalkthroughView builds the n-th walkthrough of the rules of a game; nil if the game cannot be told, or does not go like that,
// which a test sees not to happen.
func newWalkthroughView(g engine.Game, game engine.Walkthrough, n int) *WalkthroughView {
	changes, err := game.Changes(g)
	board, told := engine.TellChanges(g, changes)
	if err != nil || told == nil {
		return nil
	}
	info := g.Info()
	end := lastBoard(changes)
	v := &WalkthroughView{
		ID: "walkthrough-" + strconv.Itoa(n), Kit: ui.Kit(info.Sides), Caption: game.Caption, Samples: Samples(info),
		Board: ui.NewBoard(ui.BoardInput{Diagram: end, Sides: info.Sides}),
		Stage: NewStage(newBeats(board, told, len(told), len(told)), board, info.Sides, false),
	}
	v.Board.Label = plain(game.Caption)
	for _, t := range told {
		if words := t.Sentences(); words != "" {
			v.Words = append(v.Words, words)
		}
	}
	return v
}

// lastBoard is the last board with the ball on it: after a goal there may be an empty one.
func lastBoard(changes []engine.Change) engine.Diagram {
	for i := len(changes) - 1; i > 0; i-- {
		d := changes[i].Is.Diagram()
		for _, p := range d.Pieces {
			if p.Kind == engine.KindBall {
				return d
			}
		}
	}
	return changes[len(changes)-1].Is.Diagram()
}
