// Package ladder is the format in which everybody has a place and climbs by beating
// somebody above them (R-LA-1 to R-LA-12). One tournament runs for ever: players enter at
// the bottom and leave when they like, and the site begins matches by itself.
//
// Where the rules leave something open: who has no match of the ladder to move in, and is not
// locked, is not inactive, since nobody gave them anything to play; the kick-off goes to
// whoever has had it less often, and where both had it alike, to the challenged player.
package ladder

import (
	"time"

	"kickabout/engine"
	"kickabout/league"
)

// Limits of the rules.
const (
	outgoingAtMost = 1 // R-LA-2
	incomingAtMost = 2
	slowAfter      = 45 * day          // an incoming match that is older fills no slot (R-LA-13)
	pairRests      = league.RecentSpan // after the end of its last match (R-LA-3)
	overtakeMin    = 30                // points that lift the challenger (R-LA-5)
	penaltyAtMost  = 3                 // removes a player (R-LA-7)
	day            = 24 * time.Hour
	idleFirst      = 14 * day // R-LA-8
	idleNext       = 7 * day
	idleOut        = 60 * day
	absenceApart   = 72 * time.Hour // losses on time that are less apart are one absence (R-FF-7)
	holdAYear      = 30 * day       // R-LA-10
	holdLeast      = 7 * day
	holdApart      = 14 * day // from the end of one to the next
)

// Format is the ladder. OvertakeMin is how many points lift a challenger who won with
// them; zero: three, as the rule has it.
type Format struct{ OvertakeMin league.Points }

// Info describes it.
func (Format) Info() league.FormatInfo {
	return league.FormatInfo{ID: "ladder", Name: "Ladder", Kind: league.Challenges, MinEntries: 2, MaxEntries: league.AnyNumber, MaxCycles: 1}
}

// Reach returns how many places up a player on a place may challenge: the root of the
// place, rounded up, if there are so many (R-LA-1).
func Reach(place int) int {
	if place < 2 {
		return 0
	}
	return min(root(place), place-1)
}

// root returns the root of a place, rounded up.
func root(place int) int {
	r := place // Newton's way to the root, from above
	for next := (r + 1) / 2; next < r; next = (r + place/r) / 2 {
		r = next
	}
	if r*r < place {
		r++
	}
	return r
}

// Challenged returns the ids of who challenged and of who was challenged in a fixture. The
// roles are fixed at its start: they stand in the last part of its key.
func Challenged(f league.Fixture) (challenger, opponent string) {
	if f.Key.Board() == boards[engine.Second] {
		return f.Second, f.First
	}
	return f.First, f.Second
}

// boards is the last part of a key, by the side that the challenger has.
var boards = map[engine.Side]string{engine.First: "first", engine.Second: "second"}

// key names a match by its pair and the day on which it begins: a pair meets only once in
// a fortnight. No part of it but the last may begin with g.
func key(challenger, opponent string, at time.Time, side engine.Side) league.Key {
	return league.Key("c." + challenger + "." + opponent + "/" + at.UTC().Format(time.DateOnly) + "/" + boards[side])
}

// Plan lets results have their effect, then sees to absence, holds and withdrawals, and at
// last begins matches from the top down. What it rules cites its rule; players stand in
// the texts as @id, matches as #id.
func (f Format) Plan(s league.Sheet) (league.Plan, error) {
	l, err := f.Open(s)
	if err != nil {
		return league.Plan{}, err
	}
	if err := l.results(); err != nil {
		return league.Plan{}, err
	}
	l.holds()
	l.absence()
	l.withdrawals()
	l.matches()
	return league.Plan{Fixtures: l.fixtures, Rulings: l.rulings}, nil
}

// Table ranks by places. It counts running matches alone: of the others a sheet holds
// only the latest.
func (f Format) Table(s league.Sheet, g league.Group) ([]league.Row, error) {
	if g != "" {
		return nil, nil
	}
	l, err := f.Open(s)
	if err != nil {
		return nil, err
	}
	rows := make([]league.Row, len(l.order))
	for i, e := range l.order {
		p := &l.players[e]
		rows[i] = league.Row{Rank: i + 1, Player: p.entry.Player, Open: p.outgoing + p.incoming, Best: 1, Worst: len(l.order)}
	}
	return rows, nil
}
