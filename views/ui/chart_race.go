package ui

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"kickabout/league"
	"kickabout/league/table"
)

// raceLabels is how many lines of a race have a name.
const raceLabels = 3

// NewRace draws the points of a group by round: the leader's, those behind them, and the viewer's with their names,
// everybody else's in grey. It is nil before anything is over, and of a single round.
func NewRace(in GroupInput) *Chart {
	p := in.Table.Progress()
	if p.Played == 0 || p.Rounds < 2 {
		return nil
	}
	chart := ChartInput{
		ID: "race" + idEnd(in.ID), First: 0, Last: p.Rounds, Low: 0, High: 5,
		Note: "Points after each round. Everyone else in grey.",
	}
	chart.Table = ChartTable{Name: "Points after each round", Head: []string{"Player"}}
	for k := range p.Played {
		chart.Table.Head = append(chart.Table.Head, strconv.Itoa(k+1))
	}
	rows := slices.DeleteFunc(slices.Clone(in.Table.Rows()), func(r league.Row) bool { return r.Out })
	named := in.named(rows)
	var said []string
	for i, r := range rows {
		name, points := in.Player(r.Player).Name, p.Points[r.Player]
		series := ChartSeries{Class: "other", Values: []float64{0}}
		line := []string{name}
		for _, at := range points {
			series.Values = append(series.Values, float64(at)/10)
			line = append(line, PointsText(at))
		}
		chart.Table.Rows = append(chart.Table.Rows, line)
		if class, ok := named[i]; ok {
			series.Class, series.Name, series.Label = class, name, PointsText(points[p.Played-1])
			said = append(said, name+" has "+PointsText(points[p.Played-1]))
		}
		chart.Series = append(chart.Series, series)
	}
	if len(rows) <= raceLabels {
		chart.Note = "Points after each round."
	}
	chart.Text = fmt.Sprintf("Points after each round. After %d of %s: %s.", p.Played, CountText(p.Rounds, "round", "rounds"), strings.Join(said, ", "))
	c := NewChart(chart)
	return &c
}

// named says which rows of a race have a name, and the classes of their lines: the viewer's and the first ones; of
// nobody's own the leader's is drawn like it.
func (in GroupInput) named(rows []league.Row) map[int]string {
	mine := slices.IndexFunc(rows, func(r league.Row) bool { return in.Viewer != "" && r.Player == in.Viewer })
	if mine < 0 {
		mine = 0
	}
	named := map[int]string{}
	if len(rows) > 0 {
		named[mine] = "mine"
	}
	classes := []string{"lead", "third"}
	for i := 0; i < len(rows) && len(named) < raceLabels; i++ {
		if _, ok := named[i]; !ok {
			named[i], classes = classes[0], classes[1:]
		}
	}
	return named
}

// ProgressOf returns the points of one player of a table after each round, from none on, for a spark line.
func ProgressOf(t *table.Table, player string) []float64 {
	values := []float64{0}
	for _, points := range t.Progress().Points[player] {
		values = append(values, float64(points)/10)
	}
	return values
}
