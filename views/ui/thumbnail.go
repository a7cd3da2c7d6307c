package ui

import (
	"context"
	"strings"

	"github.com/a-h/templ"
	"github.com/maypok86/otter/v2"

	"kickabout/engine"
)

// Thumbnail is the board of a position as lists show it, with what the picture shows in words.
type Thumbnail struct {
	Label string
	drawn drawnPosition
}

// drawnPosition is a position with its board, all of whose drawing is made but what it shows in words.
type drawnPosition struct {
	diagram    engine.Diagram
	class, box string
	inside     templ.Component
}

// thumbnailKey is a position, and how its board lies.
type thumbnailKey struct {
	game, variant, position string
	turned                  bool
}

// thumbnailsKept is how many positions are kept drawn, of some 8 KB each. Many look at the same lists, and at a list more often
// than anybody moves in its matches.
const thumbnailsKept = 2048

var thumbnails = otter.Must(&otter.Options[thumbnailKey, drawnPosition]{MaximumSize: thumbnailsKept})

// NewThumbnail returns the board of a position, turned by half for Second, and the diagram it is drawn from, which nobody may
// change. It fails like [engine.Game.Parse].
func NewThumbnail(g engine.Game, variant, position string, turned bool) (*Thumbnail, engine.Diagram, error) {
	info := g.Info()
	key := thumbnailKey{info.ID, variant, position, turned}
	drawn, ok := thumbnails.GetIfPresent(key)
	if !ok {
		p, err := g.Parse(variant, position)
		if err != nil {
			return nil, engine.Diagram{}, err
		}
		drawn.diagram = p.Diagram()
		board := NewSmallBoard(BoardInput{Diagram: drawn.diagram, Sides: info.Sides, Turned: turned})
		drawn.class, drawn.box = board.Class, board.Box
		var html strings.Builder
		if err := smallBoard(board).Render(context.Background(), &html); err != nil {
			return nil, engine.Diagram{}, err
		}
		drawn.inside = templ.Raw(html.String())
		thumbnails.Set(key, drawn)
	}
	return &Thumbnail{drawn: drawn}, drawn.diagram, nil
}
