package odds

import (
	"math"
	"time"

	"kickabout/league"
)

// OnDay returns a forecast as it is kept for the day of a moment, to a thousandth.
func (f Forecast) OnDay(tournament string, g league.Group, at time.Time) []DayOdds {
	days := make([]DayOdds, len(f.Chances))
	for i, c := range f.Chances {
		places := make([]float64, len(c.Places))
		for k, p := range c.Places {
			places[k] = math.Round(1000*p) / 1000
		}
		days[i] = DayOdds{Tournament: tournament, Group: g, Player: c.Player, Day: DayOf(at), Places: places}
	}
	return days
}
