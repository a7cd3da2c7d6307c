package ladder

import (
	"fmt"
	"strconv"
	"strings"

	"kickabout/engine"
	"kickabout/league"
)

// liftSpan is for how long after the end of a match a corrected result still lifts its challenger (R-CO-3).
const liftSpan = 7 * day

// Lift says how places change by the corrected result of a fixture of a sheet, which counted otherwise before: a challenger
// who would have overtaken the opponent by it, and did not then, goes above where the opponent stands now, for 7 days after
// the end. Nobody is moved down for a place that they took by a result that was wrong, and what is past its days moves nobody
// (R-CO-3). A match that has had no effect yet has it by itself.
func (f Format) Lift(s league.Sheet, key league.Key, was engine.Outcome) ([]league.Decision, error) {
	l, err := f.Open(s)
	if err != nil {
		return nil, err
	}
	now, ok := s.Find(key)
	if !ok || !now.Counted || s.Now.Sub(now.Ended) > liftSpan {
		return nil, nil
	}
	then := now
	then.Outcome = was
	after, err := l.paid(now)
	if err != nil {
		return nil, err
	}
	before, err := l.paid(then)
	if err != nil || !l.lifts(after) || l.lifts(before) {
		return nil, err
	}
	challenger, opponent := Challenged(now)
	a, in := l.still(challenger, now)
	b, in2 := l.still(opponent, now)
	if !in || !in2 {
		return nil, nil
	}
	if from := l.players[a].place; l.players[b].place < from {
		l.placed(a, l.players[b].place, textLifted.Of(opponent, now.Match, from))
	}
	return l.rulings, nil
}

// Lower takes back a decision of Lift: whom it lifted goes back to where they came from. Who has moved since, in whichever way,
// stays, for others have played for the places around them.
func (f Format) Lower(s league.Sheet, lift league.Decision) ([]league.Decision, error) {
	_, values, ok := league.ReadLogText([]league.LogText{textLifted}, lift.Text)
	if lift.Act != league.ActPlaced || !ok {
		return nil, nil
	}
	l, err := f.Open(s)
	if err != nil {
		return nil, err
	}
	first, _, _ := strings.Cut(lift.Text, " ")
	to, err := strconv.Atoi(first)
	if err != nil {
		return nil, fmt.Errorf("%q names no place", lift.Text)
	}
	from, err := strconv.Atoi(values[2])
	if err != nil {
		return nil, fmt.Errorf("%q names no place", lift.Text)
	}
	if i, in := l.number[lift.Player.ID]; in && l.players[i].place == to && from <= len(l.order) {
		l.placed(i, from, textLowered.Of(values[1]))
	}
	return l.rulings, nil
}
