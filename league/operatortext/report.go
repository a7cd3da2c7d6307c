package operatortext

import (
	"cmp"
	"fmt"

	"kickabout/league"
)

// Report is a report as operators read it, in a few lines, with how it stands. People are those whom it names, by their ids.
func Report(r league.Report, people map[string]league.Player) string {
	what := fmt.Sprintf("line %d", r.Line.N)
	if r.Cup != "" {
		what = fmt.Sprintf("tournament %s, request r%d", r.Cup, r.Line.N)
	}
	if r.Line.Hidden {
		what += " (hidden)"
	}
	by := func(v league.Verdict) string { return cmp.Or(people[v.By].Name, "the operator") }
	stands := "open"
	switch {
	case !r.Closed.At.IsZero():
		stands = map[bool]string{true: "upheld", false: "dismissed"}[r.Upheld] + " by " + by(r.Closed) + ": " + r.Closed.Why
	case !r.Taken.At.IsZero():
		stands += "; " + by(r.Taken) + " is dealing with it"
	}
	return fmt.Sprintf("%s  match %s, %s\n  %s wrote at %s: %s\n  %s reports: %s\n  %s\n", Moment(r.At), r.Line.Match, what,
		people[r.Line.Author].Name, Moment(r.Line.At), r.Line.Text, people[r.Reader].Name, r.Reason, stands)
}

// Step is what was done about somebody, in a line: with how it ended, and what they said against it.
func Step(name string, s league.Sanction) string {
	line := fmt.Sprintf("%s  %s: %s, since %s", s.ID, name, s.Kind, Moment(s.At))
	if !s.Ends.IsZero() {
		line += ", until " + Moment(s.Ends)
	}
	if !s.Ban.IsZero() {
		line += ", no events until " + Moment(s.Ban)
	}
	if s.Subject != "" {
		line += " (" + s.Subject + ")"
	}
	line += ": " + s.Reason
	if !s.Lifted.At.IsZero() {
		line += "; undone " + Moment(s.Lifted.At) + ": " + s.Lifted.Why
	}
	if !s.Appeal.At.IsZero() {
		line += "; appeal: " + s.Appeal.Text
	}
	return line
}
