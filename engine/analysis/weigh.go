package analysis

import "kickabout/engine"

// A Guess is a move weighed against the best one, by the judge of analyses.
type Guess struct {
	Best engine.Move // the guess itself where nothing better was found
	Cost int         // thousandths of a point, 0 or more
	Mark Mark
}

// Weigh weighs a legal move in a position in which a side must move; else Check's error. The same
// position and move always cost the same, and what Analyse says of them.
func Weigh(p engine.Position, m engine.Move) (Guess, error) {
	if err := p.Check(m); err != nil {
		return Guess{}, err
	}
	g := Guess{Best: m}
	if p.Count() > 1 {
		j := judge{known: map[string]float64{}}
		weighed := j.weigh(p, m)
		if g.Cost = max(0, signOf(p.Next().Side)*(thousandths(weighed.Top)-thousandths(weighed.Played))); g.Cost > 0 {
			g.Best = weighed.Best
		}
	}
	g.Mark = markOf(Part{Cost: g.Cost})
	return g, nil
}
