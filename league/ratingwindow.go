package league

import "fmt"

// RatingWindow is whom the author of an offer wants to play, by the displayed rating in the
// offer's pool: in whole points of Elo, either from one number to another or around their
// own. The zero RatingWindow lets everybody in.
type RatingWindow struct {
	From, To int // 0: no bound
	Around   int // this many points more or less than the author; 0: no matter
}

// Bounds of a window, in whole points of Elo.
const (
	LowestWindow  = 1000
	HighestWindow = 4000
	LeastAround   = 50
	MostAround    = 1000
)

// Open says that the window lets everybody in.
func (w RatingWindow) Open() bool { return w == RatingWindow{} }

// Check says what is wrong with a window, by the field that it is about: from, to or around.
func (w RatingWindow) Check() error {
	outside := func(points int) bool { return points != 0 && (points < LowestWindow || points > HighestWindow) }
	switch {
	case w.Around != 0 && (w.From != 0 || w.To != 0):
		return FieldErrorf("around", "Give either bounds or a distance from your own rating, not both.")
	case outside(w.From):
		return FieldErrorf("from", "Give a rating from %d to %d, or leave it empty.", LowestWindow, HighestWindow)
	case outside(w.To):
		return FieldErrorf("to", "Give a rating from %d to %d, or leave it empty.", LowestWindow, HighestWindow)
	case w.From != 0 && w.To != 0 && w.From > w.To:
		return FieldErrorf("to", "The upper bound is below the lower one.")
	case w.Around != 0 && (w.Around < LeastAround || w.Around > MostAround):
		return FieldErrorf("around", "Give a distance from %d to %d points, or leave it empty.", LeastAround, MostAround)
	}
	return nil
}

// Peak is what a window asks of a player: their displayed rating now, and the highest that was
// displayed within the last twelve months (R-RA-7).
type Peak struct {
	Now, Highest Elo
	Unlisted     bool // too few have tested it, or it is not sure or fresh enough (R-RA-10)
}

// shown is the number as it is displayed, in tenths of a point.
func (e Elo) shown() Elo { return (e + EloPoint/20) / (EloPoint / 10) }

// Bounds returns the window in points when its author stands at a rating; 0: no bound.
func (w RatingWindow) Bounds(author Elo) (from, to Elo) {
	if w.Around != 0 {
		return author - Elo(w.Around)*EloPoint, author + Elo(w.Around)*EloPoint
	}
	return Elo(w.From) * EloPoint, Elo(w.To) * EloPoint
}

// Refuse says why a player does not fit into a window of an author; "" if they do. Who is
// too strong is judged by their highest rating of the last twelve months, so that losing on
// purpose opens no door (R-RA-7).
func (w RatingWindow) Refuse(player Peak, author Elo) string {
	from, to := w.Bounds(author)
	switch {
	case w.Open():
	case from != 0 && player.Now.shown() < from.shown():
		return fmt.Sprintf("This is for ratings of %s and more, and yours is %s.", from, player.Now)
	case to != 0 && player.Unlisted:
		return fmt.Sprintf("This is for ratings up to %s, and you are not in the rating list yet. A rating counts once eight people have tested it (R-RA-10).", to)
	case to != 0 && player.Highest.shown() > to.shown():
		return fmt.Sprintf("This is for ratings up to %s, and yours has been %s within the last twelve months.", to, player.Highest)
	}
	return ""
}

// String writes the window in words: "1500 to 1700", "within 100 points of the author"; "" if it
// lets everybody in.
func (w RatingWindow) String() string {
	switch {
	case w.Around != 0:
		return fmt.Sprintf("within %d points of the author", w.Around)
	case w.From != 0 && w.To != 0:
		return fmt.Sprintf("%d to %d", w.From, w.To)
	case w.From != 0:
		return fmt.Sprintf("%d and more", w.From)
	case w.To != 0:
		return fmt.Sprintf("up to %d", w.To)
	}
	return ""
}
