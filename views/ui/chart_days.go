package ui

import (
	"fmt"
	"math"
	"strings"
	"time"

	"kickabout/league/ladders"
	"kickabout/league/odds"
)

// oneDay is a step of drawings by day.
const oneDay = 24 * time.Hour

// oddsByDay are odds of some days, by player.
type oddsByDay struct {
	first time.Time // the first day
	span  int       // days from it to the last one
	of    map[string]map[int]float64
}

// at returns a player's odds by day, NaN where there are none, and the latest ones.
func (o oddsByDay) at(player string) (values []float64, latest float64) {
	latest = math.NaN()
	for n := range o.span + 1 {
		v, ok := o.of[player][n]
		if !ok {
			v = math.NaN()
		} else {
			latest = v
		}
		values = append(values, v)
	}
	return values, latest
}

func (o oddsByDay) day(n int) time.Time { return o.first.Add(time.Duration(n) * oneDay) }

// byDay sorts odds in percent by player and day: those of what is played for.
func (in GroupInput) byDay(days []odds.DayOdds) oddsByDay {
	o := oddsByDay{of: map[string]map[int]float64{}}
	for i, d := range days {
		if i == 0 || d.Day.Before(o.first) {
			o.first = d.Day
		}
	}
	for _, d := range days {
		n := int(d.Day.Sub(o.first) / oneDay)
		o.span = max(o.span, n)
		if o.of[d.Player] == nil {
			o.of[d.Player] = map[int]float64{}
		}
		o.of[d.Player][n] = 100 * d.UpTo(in.barCut())
	}
	return o
}

// NewOddsOverTime draws how the odds of two have gone from day to day: the viewer's and those of whoever leads, or of the
// first two. It is nil before two days are known.
func NewOddsOverTime(in GroupInput, days []odds.DayOdds) *Chart {
	o, what := in.byDay(days), in.chanceWord()
	if o.span < 1 {
		return nil
	}
	chart := ChartInput{
		ID: "odds-days" + idEnd(in.ID), Last: o.span, Low: 0, High: 100,
		Step: func(n int) string { return o.day(n).Format("2 Jan") },
		Note: "Chance of " + what + " in percent, from day to day.",
	}
	chart.Table = ChartTable{Name: "Chance of " + what + " in percent, by day", Head: []string{"Day"}}
	for n := range o.span + 1 {
		chart.Table.Rows = append(chart.Table.Rows, []string{o.day(n).Format("2 Jan 2006")})
	}
	rows := in.Table.Rows()
	named := in.named(rows)
	var said []string
	for i, r := range rows {
		class, ok := named[i]
		values, latest := o.at(r.Player)
		if !ok || class == "third" || math.IsNaN(latest) {
			continue
		}
		name := in.Player(r.Player).Name
		chart.Series = append(chart.Series, ChartSeries{class, name, fmt.Sprintf("%.0f %%", latest), values})
		chart.Table.Head = append(chart.Table.Head, name)
		for n, v := range values {
			text := "–"
			if !math.IsNaN(v) {
				text = fmt.Sprintf("%.0f", v)
			}
			chart.Table.Rows[n] = append(chart.Table.Rows[n], text)
		}
		said = append(said, fmt.Sprintf("%s %.0f %%", name, latest))
	}
	if len(said) == 0 {
		return nil
	}
	chart.Text = fmt.Sprintf("Chance of %s from %s to %s. Now: %s.", what, DayText(o.first), DayText(o.day(o.span)), strings.Join(said, ", "))
	c := NewChart(chart)
	return &c
}

// NewRankByWeek draws the place of a player on a ladder week by week, and marks the range that may be challenged; nil
// of fewer than two weeks. Steps are in the order of time; the range is zero where nobody may be.
func NewRankByWeek(id, name string, steps []ladders.Step, now time.Time, from, to int) *Chart {
	places := weekly(steps, now)
	if len(places) < 2 {
		return nil
	}
	first := now.AddDate(0, 0, -7*(len(places)-1))
	chart := ChartInput{
		ID: id, Last: len(places) - 1, Ranks: true, Low: 1, High: 2,
		Step:  func(n int) string { return first.AddDate(0, 0, 7*n).UTC().Format("2 Jan") },
		Table: ChartTable{Name: "Place by week", Head: []string{"Week to", "Place"}},
	}
	last := places[len(places)-1]
	chart.Text = fmt.Sprintf("Place of %s week by week: %d on %s, %d now.", name, int(places[0]), DayText(first), int(last))
	if math.IsNaN(places[0]) {
		chart.Text = fmt.Sprintf("Place of %s week by week: %d now.", name, int(last))
	}
	if from > 0 {
		chart.Bands = []ChartRange{{float64(from), float64(to), "in range"}}
		chart.Text += fmt.Sprintf(" Places %d to %d may be challenged.", from, to)
	}
	chart.Series = []ChartSeries{{"mine", "", fmt.Sprintf("place %d", int(last)), places}}
	for n, v := range places {
		text := "–"
		if !math.IsNaN(v) {
			text = fmt.Sprint(int(v))
		}
		chart.Table.Rows = append(chart.Table.Rows, []string{DayText(first.AddDate(0, 0, 7*n)), text})
	}
	c := NewChart(chart)
	return &c
}

// weeksShown is how far a ladder's drawing goes back.
const weeksShown = 12

// weekly returns the place at the end of each of the latest weeks, the last one now, from the first week on in which
// the player was in; NaN where they were not. Nothing if they are not in now.
func weekly(steps []ladders.Step, now time.Time) []float64 {
	var places []float64
	for n := weeksShown - 1; n >= 0; n-- {
		at, place := now.AddDate(0, 0, -7*n), 0
		for _, s := range steps {
			if !s.At.After(at) {
				place = s.Place
			}
		}
		switch {
		case place > 0:
			places = append(places, float64(place))
		case len(places) > 0:
			places = append(places, math.NaN())
		}
	}
	if len(places) > 0 && math.IsNaN(places[len(places)-1]) {
		return nil
	}
	return places
}
