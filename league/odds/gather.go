package odds

import "kickabout/league"

// Gather returns what a model is fitted to: the matches that counted for ratings, or where these are
// fewer than Enough all that were decided between people. Matches come in the order of their
// end. Of one that did not count each player has the rating that they had last, or that of a
// newcomer; one that ended in no way, as a void one, is left out.
func Gather(decided []Decided) (matches []Match, rated bool) {
	var all []Match
	last := map[string]league.Rating{}
	rating := func(player string) league.Rating {
		if r, ok := last[player]; ok {
			return r
		}
		return league.FirstRating
	}
	scoring := league.Standard()
	for _, d := range decided {
		before := d.Before
		if !d.Counted {
			before = [2]league.Rating{rating(d.Players[0]), rating(d.Players[1])}
		}
		paid, priced := scoring.Points(d.Outcome)
		if way, ok := WayOf(paid); ok && priced {
			m := Match{float64(before[0] - before[1]), way}
			all = append(all, m)
			if d.Counted {
				matches = append(matches, m)
			}
		}
		if d.Counted {
			last[d.Players[0]], last[d.Players[1]] = d.After[0], d.After[1]
		}
	}
	if len(matches) >= Enough {
		return matches, true
	}
	return all, false
}

// Group is how a group will probably end, and the fit that says so.
type Group struct {
	Forecast Forecast
	Fit      ModelFit
}

// ModelOf returns the model of a fit as it is stored.
func ModelOf(f ModelFit) Model { return Model{f.Cuts, f.Slope} }

// Publishable says whether there are enough matches behind a fit.
func Publishable(f ModelFit) bool { return f.Matches >= Enough }
