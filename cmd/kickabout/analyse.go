package main

import (
	"encoding/json"
	"fmt"
	"io"
	"os"
	"strings"

	"kickabout/engine"
	"kickabout/engine/analysis"
	"kickabout/engine/record"
	"kickabout/league"
)

// analyseCmd says what a match was worth.
type analyseCmd struct {
	recordFile
	JSON bool `help:"Print JSON, in thousandths of a point."`
}

// Help is shown by kickabout analyse --help.
func (analyseCmd) Help() string {
	return `Prints what each throw of a finished match was worth and what each move cost, as a judge sees it: the luck of a
throw is the value after it less the mean over all throws that were possible, the cost of a move is the value of
the best one less its own. Both, and how far the judge changed its mind, add up to the result exactly.

    kickabout analyse match.json
    kickabout analyse --json record.txt

The file is one that the page of a match offers: match.json, record.json or record.txt. Values are points of 5, for
the side that moves first; luck and cost are those of the side that threw or moved.`
}

// Run prints the analysis, or ends with what is wrong with the file.
func (c analyseCmd) Run() error {
	m, err := c.read()
	if err != nil {
		return err
	}
	if !m.Record.Next().Over() {
		return fmt.Errorf("%s: the game is still going on; what it was worth can be said when it is over", c.File)
	}
	s, err := studied(m)
	if err != nil {
		return fmt.Errorf("%s: %w", c.File, err)
	}
	if c.JSON {
		return s.encode(os.Stdout)
	}
	return s.write(os.Stdout)
}

// A study is a match and what it was worth.
type study struct {
	match record.Match
	names [2]string
	analysis.Analysis
}

// studied analyses a match, whose ending is paid as tournaments usually do.
func studied(m record.Match) (study, error) {
	paid, ok := league.Standard().Points(m.Record.Outcome())
	if !ok {
		return study{}, fmt.Errorf("nothing is paid for %q", m.Record.Outcome().Ending)
	}
	const tenth = 100
	a, err := analysis.Analyse(m.Record, [2]int{int(paid[0]) * tenth, int(paid[1]) * tenth}, nil)
	return study{m, m.Record.Game.Info().Sides, a}, err
}

// studyFormat names the form of the JSON.
const studyFormat = "kickabout-analysis/1"

// sums are what an analysis adds up to for a side, in thousandths of a point.
type sums struct {
	Points    int    `json:"points"`
	Luck      int    `json:"luck"`
	Adjusted  int    `json:"adjusted"`
	Cost      int    `json:"cost"`
	Given     int    `json:"given"`
	Drift     int    `json:"drift"`
	Decisions int    `json:"decisions"`
	Level     string `json:"level"`
}

func (s study) sums(side engine.Side) sums {
	return sums{s.Points[side-1], s.Luck(side), s.Adjusted(side), s.Cost(side), s.Given(side), s.Drift(side), s.Decisions(side), s.Level(side)}
}

// encode prints JSON.
func (s study) encode(w io.Writer) error {
	e := json.NewEncoder(w)
	e.SetIndent("", " ")
	e.SetEscapeHTML(false)
	return e.Encode(struct {
		Format   string            `json:"format"`
		Game     string            `json:"game"`
		First    sums              `json:"first"`
		Second   sums              `json:"second"`
		Analysis analysis.Analysis `json:"analysis"`
	}{studyFormat, s.match.Record.Game.Info().ID + "/" + s.match.Record.Variant, s.sums(engine.First), s.sums(engine.Second), s.Analysis})
}

// write prints the analysis for people.
func (s study) write(w io.Writer) error {
	r := s.match.Record
	o, players := r.Outcome(), playersOf(s.match)
	var b strings.Builder
	fmt.Fprintf(&b, "%s, %s: %s against %s, %d:%d (%s)\n", r.Game.Info().Name, r.Rules.Title(), players[0], players[1], o.Score[0], o.Score[1], o.Ending)
	fmt.Fprintf(&b, "The judge looks %s. Before and after: points of 5 for %s; luck and cost: of who threw or moved.\n\n", s.Judge, s.names[0])
	s.writeTurns(&b)
	b.WriteString("\n")
	s.writeSums(&b)
	_, err := io.WriteString(w, b.String())
	return err
}

// turnLine is a line for a turn: side, throws, move, before, after, luck, cost, remarks.
const turnLine = "%-8s %-7s %-16s %6s %6s %6s %6s  %s"

// writeTurns prints a line for each turn.
func (s study) writeTurns(b *strings.Builder) {
	line := func(cells ...any) {
		b.WriteString(strings.TrimRight(fmt.Sprintf(turnLine, cells...), " ") + "\n")
	}
	line("", "throw", "move", "before", "after", "luck", "cost", "")
	for _, parts := range s.turns() {
		line(s.cells(parts)...)
	}
}

// turns gathers the parts of the same turn: throws, and the decision that they led to.
func (s study) turns() (turns [][]analysis.Part) {
	begun := 0
	for i, p := range s.Parts {
		if i > begun && p.Side != s.Parts[begun].Side {
			turns, begun = append(turns, s.Parts[begun:i]), i
		}
		if p.Kind != analysis.Throw || i == len(s.Parts)-1 {
			turns, begun = append(turns, s.Parts[begun:i+1]), i+1
		}
	}
	return turns
}

// cells returns what stands in the line of a turn.
func (s study) cells(parts []analysis.Part) []any {
	last := parts[len(parts)-1]
	side, luck, cost := "", "", ""
	if last.Side != engine.NoSide {
		side = s.names[last.Side-1]
	}
	var throws, remarks []string
	for _, p := range parts {
		if p.Mark != "" {
			remarks = append(remarks, string(p.Mark))
		}
		if p.Kind == analysis.Throw {
			throws = append(throws, p.Throw)
		}
	}
	if len(throws) > 0 {
		luck = signed(analysis.Analysis{Parts: parts}.Luck(last.Side))
	}
	if last.Kind == analysis.Decision && !last.Forced {
		cost = points(last.Cost)
	}
	if last.Cost > 0 {
		remarks = append(remarks, "best "+string(last.Best))
	}
	if last.Kind == analysis.End {
		remarks = append(remarks, string(s.match.Record.Outcome().Ending)+" "+signed(last.Given))
	}
	return []any{side, strings.Join(throws, ", "), last.Move, points(parts[0].Before), points(last.After), luck, cost, strings.Join(remarks, ", ")}
}

// writeSums prints what the parts add up to.
func (s study) writeSums(b *strings.Builder) {
	one, two := s.sums(engine.First), s.sums(engine.Second)
	line := func(what, first, second string) { fmt.Fprintf(b, "%-22s %10s %10s\n", what, first, second) }
	line("", s.names[0], s.names[1])
	line("points", points(one.Points), points(two.Points))
	line("luck", signed(one.Luck), signed(two.Luck))
	if one.Given != 0 {
		line("given up to them", signed(one.Given), signed(two.Given))
	}
	line("points without luck", points(one.Adjusted), points(two.Adjusted))
	line("cost of the moves", points(one.Cost), points(two.Cost))
	line("moves with a choice", fmt.Sprint(one.Decisions), fmt.Sprint(two.Decisions))
	line("level of play", one.Level, two.Level)
	fmt.Fprintf(b, "\nFor %s: start %s, luck %s, own cost %s, the other's cost %s,", s.names[0], points(s.Start), signed(one.Luck), signed(-one.Cost), signed(two.Cost))
	if one.Given != 0 {
		fmt.Fprintf(b, " the end %s,", signed(one.Given))
	}
	if s.Unpaid != 0 {
		fmt.Fprintf(b, " unpaid %s,", signed(-s.Unpaid))
	}
	fmt.Fprintf(b, " the judge's change of mind %s: %s.\n", signed(one.Drift), points(one.Points))
}

// points writes thousandths of a point as points.
func points(n int) string { return fmt.Sprintf("%.3f", float64(n)/1000) }

// signed is points with a sign.
func signed(n int) string { return fmt.Sprintf("%+.3f", float64(n)/1000) }
