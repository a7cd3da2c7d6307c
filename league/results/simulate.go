package results

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"text/tabwriter"

	"kickabout/league"
	"kickabout/league/odds"
	"kickabout/league/table"
	"kickabout/league/tiebreak"
)

// Forecast is how a table will probably end.
type Forecast struct {
	Standings Standings
	Odds      odds.Forecast
}

// Simulate plays the open matches by odds.Prior, since there are no others to fit a model to. Players
// without a strength have that of a newcomer. The first tie-break must be TP.
func (r Results) Simulate(order []tiebreak.Break, strength map[string]float64, runs int, rng *rand.Rand) (Forecast, error) {
	if order[0].Code != "TP" {
		return Forecast{}, errors.New("the first tie-break should be tp, on which the best and the worst ranks rest")
	}
	known := map[string]float64{}
	for _, e := range r.Sheet.Entries {
		known[e.Player] = float64(newcomer(e.Player).Strength.Rating)
		if s, ok := strength[e.Player]; ok {
			known[e.Player] = s
		}
	}
	t, err := table.Ordered(r.Sheet, order)
	if err != nil {
		return Forecast{}, err
	}
	f, err := odds.Simulate(t, known, odds.Prior(), runs, rng)
	return Forecast{r.standings(t), f}, err
}

// Strengths returns the ratings of players, and those given by hand, which must be of players
// who are in the results.
func (r Results) Strengths(players []Player, given map[string]float64) (map[string]float64, error) {
	strength := map[string]float64{}
	for _, p := range players {
		strength[p.Name] = float64(p.Strength.Rating)
	}
	for _, name := range slices.Sorted(maps.Keys(given)) {
		s := given[name]
		here := slices.ContainsFunc(r.Sheet.Entries, func(e league.Entry) bool { return e.Player == name })
		if !here || !(s >= -mostRating && s <= mostRating) {
			return nil, fmt.Errorf("a strength should be of a player in the results and from %v to %v, not %s=%v", -mostRating, mostRating, name, s)
		}
		strength[name] = s
	}
	return strength, nil
}

// Write prints for people, in percent, each with its standard error.
func (f Forecast) Write(out io.Writer) error {
	w := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	fmt.Fprint(w, "rank\tplayer\tmatches\topen\ttp\tbest\tworst")
	for place := range f.Odds.Chances {
		fmt.Fprintf(w, "\t%d", place+1)
	}
	fmt.Fprintln(w)
	for i, c := range f.Odds.Chances {
		row := f.Standings.Rows[i]
		points, _ := f.Standings.number(row, 0)
		fmt.Fprintf(w, "%d\t%s\t%d\t%d\t%s\t%d\t%d", row.Rank, row.Player, row.Played, row.Open, points, c.Best, c.Worst)
		for _, p := range c.Places {
			fmt.Fprintf(w, "\t%.1f ± %.1f", 100*p, 100*f.Odds.Error(p))
		}
		fmt.Fprintln(w)
	}
	return w.Flush()
}

// placeJSON is the odds of one place.
type placeJSON struct {
	Place       int     `json:"place"`
	Probability float64 `json:"probability"`
	Error       float64 `json:"error"`
}

// millionths leaves out digits that say nothing.
func millionths(x float64) float64 { return math.Round(x*1e6) / 1e6 }

// WriteJSON prints for programs; probabilities are 0 to 1.
func (f Forecast) WriteJSON(out io.Writer) error {
	var rows []string
	for i, c := range f.Odds.Chances {
		row := f.Standings.Rows[i]
		name, err := json.Marshal(row.Player)
		if err != nil {
			return err
		}
		points, _ := f.Standings.number(row, 0)
		places := make([]placeJSON, len(c.Places))
		for k, p := range c.Places {
			places[k] = placeJSON{k + 1, millionths(p), millionths(f.Odds.Error(p))}
		}
		odds, err := json.Marshal(places)
		if err != nil {
			return err
		}
		rows = append(rows, fmt.Sprintf(`{"rank":%d,"player":%s,"matches":%d,"open":%d,"tp":%s,"best":%d,"worst":%d,"odds":%s}`,
			row.Rank, name, row.Played, row.Open, points, c.Best, c.Worst, odds))
	}
	_, err := fmt.Fprintf(out, "{\"runs\":%d,\"rows\":[%s]}\n", f.Odds.Runs, strings.Join(rows, ",\n"))
	return err
}
