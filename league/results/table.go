package results

import (
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strings"
	"text/tabwriter"

	"kickabout/league"
	"kickabout/league/table"
	"kickabout/league/tiebreak"
)

// ofPlay are the tie-breaks that need more than points: endings or goals.
var ofPlay = []string{"NW", "GD", "GF", "TO", "DGD"}

// Standings is the table of a file of results.
type Standings struct {
	Order []tiebreak.Break
	Rows  []league.Row

	digits int
}

// Order reads a list of tie-breaks, as "tp,son,de". Without a list it is that of the profile
// std, as far as the results can tell.
func (r Results) Order(list string) (order []tiebreak.Break, err error) {
	if list == "" {
		std, _ := tiebreak.ProfileByID("std")
		return slices.DeleteFunc(slices.Clone(std.Order), r.lacks), nil
	}
	for code := range strings.SplitSeq(list, ",") {
		b, ok := tiebreak.ByCode(strings.ToUpper(strings.TrimSpace(code)))
		switch {
		case !ok:
			return nil, fmt.Errorf("there is no tie-break %q; they are %s", code, Codes())
		case r.lacks(b):
			return nil, fmt.Errorf("the tie-break %q counts endings or goals, of which points say nothing", code)
		case slices.ContainsFunc(order, func(o tiebreak.Break) bool { return o.Code == b.Code }):
			return nil, fmt.Errorf("the tie-break %q is in the list twice", code)
		}
		order = append(order, b)
	}
	return order, nil
}

func (r Results) lacks(b tiebreak.Break) bool { return !r.Played && slices.Contains(ofPlay, b.Code) }

// Codes lists the tie-breaks as they are typed.
func Codes() string {
	var codes []string
	for _, b := range tiebreak.All() {
		codes = append(codes, strings.ToLower(b.Code))
	}
	return strings.Join(codes, ", ")
}

// Standings ranks the players.
func (r Results) Standings(order []tiebreak.Break) (Standings, error) {
	t, err := r.Table(order)
	if err != nil {
		return Standings{}, err
	}
	return r.standings(t), nil
}

func (r Results) standings(t *table.Table) Standings { return Standings{t.Order(), t.Rows(), r.digits} }

// number returns what a tie-break counts for a row, exactly; false where it does not apply.
func (s Standings) number(row league.Row, k int) (decimal, bool) {
	v, unit, d := row.Values[k], s.Order[k].Unit, decimal{units: row.Values[k].Number}
	for ; unit%10 == 0; unit /= 10 { // points are parts of s.digits, SON is of their squares
		d.digits += s.digits
	}
	if unit == 2 {
		d.units, d.digits = 5*d.units, d.digits+1
	}
	return d, v.Counts
}

// Write prints the table for people: "-" stands where a tie-break compares only players who
// are level.
func (s Standings) Write(out io.Writer) error {
	w := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	fmt.Fprint(w, "rank\tplayer\tmatches")
	for _, b := range s.Order {
		fmt.Fprint(w, "\t"+strings.ToLower(b.Code))
	}
	fmt.Fprintln(w)
	for _, row := range s.Rows {
		fmt.Fprintf(w, "%d\t%s\t%d", row.Rank, row.Player, row.Played)
		for k := range s.Order {
			if d, ok := s.number(row, k); ok {
				fmt.Fprint(w, "\t", d)
			} else {
				fmt.Fprint(w, "\t-")
			}
		}
		fmt.Fprintln(w)
	}
	return w.Flush()
}

// WriteJSON prints the table for programs: null where people get "-".
func (s Standings) WriteJSON(out io.Writer) error {
	rows := []string{}
	for _, row := range s.Rows {
		name, err := json.Marshal(row.Player)
		if err != nil {
			return err
		}
		text := fmt.Sprintf(`{"rank":%d,"player":%s,"matches":%d`, row.Rank, name, row.Played)
		for k, b := range s.Order {
			value := "null"
			if d, ok := s.number(row, k); ok {
				value = d.String()
			}
			text += fmt.Sprintf(",%q:%s", strings.ToLower(b.Code), value)
		}
		rows = append(rows, text+"}")
	}
	_, err := fmt.Fprintf(out, "{\"rows\":[%s]}\n", strings.Join(rows, ",\n"))
	return err
}
