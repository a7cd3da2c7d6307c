package match

import (
	"slices"
	"strings"

	"kickabout/engine"
	"kickabout/views/ui"
)

// mostEvents is how many throws and moves a page carries for the player in the browser; it
// fetches what came before.
const mostEvents = 30

// Stage is what a page tells the player in the browser: what has happened since the reader's
// last move, and how pieces look.
type Stage struct {
	Beats
	Since int               `json:"since"` // the event with which that begins; the page carries the latest of it
	Looks map[string]Look   `json:"looks"` // of pieces, by kind and side
	Kits  map[string]string `json:"kits"`  // the colours of the sides
	Seen  int               `json:"-"`     // the last event that the reader knows, having made it or been shown it; 0: none
	Title string            `json:"-"`     // of what they do not know
}

// Look is how the script draws a piece.
type Look struct {
	Class string `json:"class"`
	Shape string `json:"shape"`
	Size  string `json:"size"`
}

// stageOf tells the latest part of a match: from the reader's last move on, from the last move
// for who watches; what standing orders have moved since belongs to it. Shown is up to which event the reader has been shown it.
func stageOf(r engine.Record, reader engine.Side, turned bool, shown int) *Stage {
	made, from := 0, max(r.Chosen[0], r.Chosen[1], 1)
	if reader != engine.NoSide {
		made = r.Chosen[reader-1]
		from = max(made, 1)
	}
	carried := max(from, len(r.Log)-mostEvents+1)
	s := &Stage{Beats: NewBeats(r, carried, len(r.Log)), Since: from, Looks: map[string]Look{}, Kits: map[string]string{}}
	if len(s.Events) == 0 {
		return nil
	}
	if carried == from { // what comes before the first of them, if anything, shows nothing
		s.Since = s.Events[0].Seq
	}
	s.Seen = max(made, shown)
	if first := s.Events[0]; first.Seq == made && first.scores() && shown < made {
		s.Seen-- // a goal of one's own is worth seeing
	}
	switch {
	case reader == engine.NoSide:
		s.Title = "The last move"
	case s.Seen > made:
		s.Title = "Since you last looked"
	case made > 0:
		s.Title = "Since your last move"
	default:
		s.Title = "So far"
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

// news are the events that the reader does not know.
func (s *Stage) news() []BeatEvent {
	if s == nil {
		return nil
	}
	i := slices.IndexFunc(s.Events, func(e BeatEvent) bool { return e.Seq > s.Seen })
	if i < 0 {
		return nil
	}
	return s.Events[i:]
}

// scores says that an event brought a goal.
func (e BeatEvent) scores() bool {
	return slices.ContainsFunc(e.Beats, func(b BeatBody) bool { return b.Kind == engine.BeatGoal })
}

// samplesOf throws every face of a game's dice, or draws every peg.
func samplesOf(info engine.Info) ui.Throw {
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
