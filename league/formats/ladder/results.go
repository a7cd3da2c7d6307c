package ladder

import (
	"cmp"
	"fmt"
	"slices"
	"time"

	"kickabout/engine"
	"kickabout/league"
)

// results lets what has ended have its effect, each match once, in the order in which they
// ended; those of one second by the number of their last event (R-LA-5).
func (l *Ladder) results() error {
	slices.SortFunc(l.done, func(a, b league.Fixture) int {
		return cmp.Or(a.Ended.Truncate(time.Second).Compare(b.Ended.Truncate(time.Second)), cmp.Compare(a.Seq, b.Seq), cmp.Compare(a.Key, b.Key))
	})
	for _, f := range l.done {
		if err := l.result(f); err != nil {
			return fmt.Errorf("fixture %s: %w", f.Key, err)
		}
	}
	l.done = nil
	return nil
}

// result lets one match have its effect.
func (l *Ladder) result(f league.Fixture) error {
	points, err := l.paid(f)
	if err != nil {
		return err
	}
	challenger, opponent := Challenged(f)
	l.decide(league.ActCounted, challenger, string(f.Key)+" "+textCounted.Of(points[0], points[1], opponent, f.Match))
	if f.Outcome.Ending == engine.Void {
		return nil
	}
	a, in := l.still(challenger, f)
	b, in2 := l.still(opponent, f)
	if in && in2 && l.lifts(points) && l.players[b].place < l.players[a].place {
		l.placed(a, l.players[b].place, textBeat.Of(opponent, f.Match))
	}
	if in {
		l.penalty(a, f, challenger)
	}
	if in2 {
		l.penalty(b, f, opponent)
	}
	return nil
}

// paid returns what a match pays its challenger and the opponent.
func (l *Ladder) paid(f league.Fixture) ([2]league.Points, error) {
	points, ok := l.scoring.Points(f.Outcome)
	if !ok {
		return points, fmt.Errorf("the ending %q has no price", f.Outcome.Ending)
	}
	if challenger, _ := Challenged(f); challenger == f.Second {
		points[0], points[1] = points[1], points[0]
	}
	return points, nil
}

// lifts says that a challenger with these points overtakes the opponent (R-LA-5).
func (l *Ladder) lifts(points [2]league.Points) bool {
	return points[0] >= l.overtake && points[0] > points[1]
}

// still finds a player who is in since before a match began: who left and came back has
// nothing of it any more.
func (l *Ladder) still(player string, f league.Fixture) (int32, bool) {
	i, ok := l.number[player]
	return i, ok && l.players[i].place > 0 && !l.players[i].entry.Entered.After(f.Began)
}

// sameAbsence says that a match was lost on time in the absence in which the player lost one of the ladder before: they
// have made no move in between, or less than 72 h have passed, which the site's being away does not count for (R-FF-7).
func (l *Ladder) sameAbsence(i int32, f league.Fixture) bool {
	c := &l.players[i]
	before := c.note.Locked
	if before.IsZero() || f.Ended.Before(l.waiting) {
		return false
	}
	return !c.entry.Active.After(before) || f.Ended.Sub(before)-l.outages.Between(before, f.Ended) < absenceApart
}

// penalty gives a point to who lost on time, one for each absence, and takes one from who brought a match to its end;
// who lost on time is locked besides. Before the day of that rule each loss was a point, and the challenged side alone
// was locked (R-LA-7).
func (l *Ladder) penalty(i int32, f league.Fixture, player string) {
	n := l.players[i].note
	switch f.Outcome.Ending {
	case engine.Forfeit, engine.DoubleForfeit:
		return
	case engine.Timeout:
		if winner := map[engine.Side]string{engine.First: f.First, engine.Second: f.Second}[f.Outcome.Winner]; winner == player {
			n.Penalty = max(0, n.Penalty-1)
			break
		}
		if !l.sameAbsence(i, f) {
			n.Penalty++
		}
		if _, opponent := Challenged(f); opponent == player || !f.Ended.Before(l.waiting) {
			n.Locked = f.Ended
		}
	default:
		n.Penalty = max(0, n.Penalty-1)
	}
	if n.Penalty >= penaltyAtMost {
		l.left(i, textPenalty.Of(f.Match, n.Penalty))
		return
	}
	l.noted(i, n)
}
