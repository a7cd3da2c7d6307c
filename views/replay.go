package views

import (
	"kickabout/engine"
	"kickabout/league"
	"kickabout/views/picture"
)

// NewFilm makes a film of a match; the names are those of the players of First and Second.
func NewFilm(r engine.Record, names [2]string) picture.Film {
	info := r.Game.Info()
	all := stations(r)
	f := picture.Film{
		Names: names, Sides: info.Sides, Rules: rulesName(info, r.Variant),
		Score: r.Score(), End: outcomeText(r.Outcome(), info.Sides),
	}
	if !r.Next().Over() {
		f.End = "At " + scoreText(f.Score) + " it goes on."
	}
	for i, s := range all {
		b := matchBuilder{in: MatchInput{Record: r}, info: info, all: all, at: i}
		frame := picture.Frame{Diagram: s.diagram, Caption: b.captionText()}
		if last := len(all) - 1; i == last { // with what was thrown since
			frame.Diagram = presentBoard(all, r.Position)
		}
		f.Frames = append(f.Frames, trailed(frame, b.trail(frame.Diagram)))
	}
	return f
}

// trailed returns a frame with what the move before it has left.
func trailed(f picture.Frame, t Trail) picture.Frame {
	f.Spots, f.From = t.Spots, map[int]picture.Point{}
	for piece, at := range t.From {
		f.From[piece] = picture.Point(at)
	}
	for _, way := range t.Paths {
		points := make([]picture.Point, len(way))
		for i, at := range way {
			points[i] = picture.Point(at)
		}
		f.Paths = append(f.Paths, points)
	}
	return f
}

// MatchCard makes a card of what a match has come to.
func MatchCard(m league.Match, r engine.Record) picture.Card {
	info, all := r.Game.Info(), stations(r)
	b := matchBuilder{in: MatchInput{Record: r}, info: info, all: all, at: len(all) - 1, present: true, position: r.Position}
	d := b.diagram()
	c := picture.Card{
		Names: playerNames(m, r), Sides: info.Sides, Rules: rulesName(info, r.Variant), Turn: turnText(d),
		Frame: trailed(picture.Frame{Diagram: d}, b.trail(d)),
	}
	switch next := r.Next(); {
	case next.Over():
		c.Now, c.Turn = outcomeText(r.Outcome(), info.Sides), ""
	case next.Side != engine.NoSide:
		c.Now = info.Sides[next.Side-1] + " to move"
	default:
		c.Now = "The dice are being thrown"
	}
	return c
}

// captionText says what led to the board shown.
func (b matchBuilder) captionText() string {
	if b.at == 0 {
		return "Before the first move"
	}
	return upper(b.moveText())
}

// MatchFilm is NewFilm of a match of this site.
func MatchFilm(m league.Match, r engine.Record) picture.Film {
	return NewFilm(r, playerNames(m, r))
}

// playerNames returns the names of the players of First and Second.
func playerNames(m league.Match, r engine.Record) (names [2]string) {
	for i, side := range []engine.Side{engine.First, engine.Second} {
		names[i] = m.Seats[r.SeatOf(side)].Player.Name
	}
	return names
}
