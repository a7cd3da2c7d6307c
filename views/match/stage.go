package match

import (
	"slices"
	"strings"

	"kickabout/engine"
	"kickabout/views/ui"
)

// mostEvents is how many throws and moves a page carries for the player in the browser; it
// fetches what came before.
const mostEvents = 60

// Stage is what a page tells the player in the browser: what has happened since the reader's
// last move, and how pieces look.
type Stage struct {
	Beats
	Looks map[string]Look   `json:"looks"` // of pieces, by kind and side
	Kits  map[string]string `json:"kits"`  // the colours of the sides
	Seen  int               `json:"-"`     // the last event that the reader knows, having made it; 0: none
}

// Look is how the script draws a piece.
type Look struct {
	Class string `json:"class"`
	Shape string `json:"shape"`
	Size  string `json:"size"`
}

// NewStage tells the latest part of a match: from the reader's last move on, from the last move
// for who watches; nil if nothing has happened since.
func NewStage(r engine.Record, reader engine.Side, turned bool) *Stage {
	from, seen := 1, 0
	for _, e := range r.Log {
		if e.Act != engine.ActMove {
			continue
		}
		if e.By == reader {
			seen = e.Seq
		}
		if e.By == reader || reader == engine.NoSide {
			from = e.Seq
		}
	}
	s := &Stage{Beats: NewBeats(r, max(from, len(r.Log)-mostEvents+1), len(r.Log)), Seen: seen, Looks: map[string]Look{}, Kits: map[string]string{}}
	if len(s.Events) == 0 {
		return nil
	}
	if first := s.Events[0]; first.Seq == seen && first.scores() {
		s.Seen-- // a goal of one's own is worth seeing
	}
	sides := r.Game.Info().Sides
	d := r.Position.Diagram()
	d.Pieces = nil
	for _, side := range []engine.Side{engine.First, engine.Second} {
		s.Kits[side.String()] = strings.ToLower(sides[side-1])
		d.Pieces = append(d.Pieces, engine.Piece{Kind: engine.KindFigure, Side: side, Label: "2"}, engine.Piece{Kind: engine.KindKeeper, Side: side, Label: engine.KeeperNumber})
	}
	d.Pieces = append(d.Pieces, engine.Piece{Kind: engine.KindMarker, Label: "A"}, engine.Piece{Kind: engine.KindBall})
	for i, p := range ui.BoardPieces(ui.PlaneOf(d, turned), d, sides) {
		key := strings.TrimSpace(d.Pieces[i].Kind + " " + d.Pieces[i].Side.String())
		s.Looks[key] = Look{p.Class, p.Shape, p.Size}
	}
	return s
}

// scores says that an event brought a goal.
func (e BeatEvent) scores() bool {
	return slices.ContainsFunc(e.Beats, func(b BeatBody) bool { return b.Kind == engine.BeatGoal })
}

// NewSamples throws every face of a game's dice, or draws every peg.
func NewSamples(info engine.Info) ui.Throw {
	sides := 6
	if n := len(info.Pegs); n > 0 {
		sides = n
	}
	faces := make([]int, sides)
	for i := range faces {
		faces[i] = i + 1
	}
	return ui.Throw{Faces: ui.FacesOfThrow(info, faces, sides), Sides: sides}
}
