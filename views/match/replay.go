package match

import (
	"slices"

	"kickabout/engine"
	"kickabout/league"
	"kickabout/views/picture"
	"kickabout/views/study"
	"kickabout/views/ui"
)

// NewFilm makes a film of a match; the names are those of the players of First and Second.
func NewFilm(r engine.Record, names [2]string) picture.Film {
	info, b := r.Game.Info(), study.NewReplay(r, "")
	f := picture.Film{
		Names: names, Sides: info.Sides, Rules: ui.RulesName(info, r.Variant),
		Score: r.Score(), End: ui.OutcomeText(r.Outcome(), info.Sides),
	}
	if !r.Next().Over() {
		f.End = "At " + ui.ScoreText(f.Score) + " it goes on."
	}
	for i := range b.Last() + 1 {
		b = b.Show(i)
		d := b.Diagram()
		f.Frames = append(f.Frames, trailed(picture.Frame{Diagram: d, Caption: captionText(b)}, b.Trace(d)))
	}
	return f
}

// trailed returns a frame with what the move before it has left.
func trailed(f picture.Frame, t ui.MoveTrace) picture.Frame {
	f.Spots, f.From = t.Spots, map[int]picture.Point{}
	for piece, at := range t.From {
		f.From[piece] = picture.Point(at)
	}
	for _, way := range slices.Concat(t.Paths, t.Flights) {
		points := make([]picture.Point, len(way))
		for i, at := range way {
			points[i] = picture.Point(at)
		}
		f.Paths = append(f.Paths, points)
	}
	return f
}

// PictureCard makes a card of what a match has come to.
func PictureCard(m league.Match, r engine.Record) picture.Card {
	info, b := r.Game.Info(), study.NewReplay(r, "")
	d := b.Diagram()
	c := picture.Card{
		Names: playerNames(m, r), Sides: info.Sides, Rules: ui.RulesName(info, r.Variant), Turn: ui.TurnText(d),
		Frame: trailed(picture.Frame{Diagram: d}, b.Trace(d)),
	}
	switch next := r.Next(); {
	case next.Over():
		c.Now, c.Turn = ui.OutcomeText(r.Outcome(), info.Sides), ""
	case next.Side != engine.NoSide:
		c.Now = info.Sides[next.Side-1] + " to move"
	case next.Sealed != engine.NoSide:
		c.Now = info.Sides[next.Sealed-1] + "'s move is in"
	default:
		c.Now = "The dice are being thrown"
	}
	return c
}

// captionText says what led to the board shown.
func captionText(b study.Replay) string {
	if b.At == 0 {
		return "Before the first move"
	}
	return ui.Upper(b.MoveText())
}

// Film is NewFilm of a match of this site.
func Film(m league.Match, r engine.Record) picture.Film {
	return NewFilm(r, playerNames(m, r))
}

// playerNames returns the names of the players of First and Second.
func playerNames(m league.Match, r engine.Record) (names [2]string) {
	for i, side := range []engine.Side{engine.First, engine.Second} {
		names[i] = m.Seats[r.SeatOf(side)].Player.Name
	}
	return names
}
