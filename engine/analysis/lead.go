package analysis

import "kickabout/engine"

// mostLed is how many moves a position may have for Lead to go through all of them.
const mostLed = 300

// Lead returns the best move of a position in which a side must move, and by how many
// thousandths of a point it leads over every move that comes to another position. It is 0 unless
// that is least or more, and of positions with a single move or with more than can be gone
// through. Each move takes a while; the pause is made before it, and its error ends all.
func Lead(p engine.Position, least int, pause func() error) (best engine.Move, lead int, err error) {
	if n := p.Count(); n < 2 || n > mostLed {
		return "", 0, nil
	}
	j := judge{known: map[string]float64{}}
	sign := signOf(p.Next().Side)
	best = j.weigh(p, "").Best
	top, err := p.Play(best)
	if err != nil {
		return "", 0, err
	}
	lead = Whole
	for m := range p.Moves() {
		after, err := p.Play(m)
		if err != nil {
			return "", 0, err
		}
		if after.String() == top.String() {
			continue
		}
		if err := pause(); err != nil {
			return "", 0, err
		}
		weighed := j.weigh(p, m)
		lead = min(lead, sign*(thousandths(weighed.Top)-thousandths(weighed.Played)))
		if weighed.Best == m || lead < least { // another is as good, or better than what the judge thought of
			return "", 0, nil
		}
	}
	if lead == Whole { // all moves come to the same
		return "", 0, nil
	}
	return best, lead, nil
}
