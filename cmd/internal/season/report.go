package season

import (
	"fmt"
	"maps"
	"slices"
	"strings"
)

// String writes the report as people read it.
func (r Report) String() string {
	var b strings.Builder
	fmt.Fprintf(&b, "From %s to %s: %d members, %d entries, %d vacations, %d kills.\n",
		r.From.Format("2006-01-02"), r.To.Format("2006-01-02"), r.Members, r.Entered, r.Vacations, r.Kills)
	total := 0
	for _, n := range r.Matches {
		total += n
	}
	fmt.Fprintf(&b, "%d games of competitions are over, with about %d moves:\n", total, r.Moves)
	counts(&b, r.Matches)
	fmt.Fprintln(&b, "Players were told:")
	counts(&b, r.Refused)
	fmt.Fprintln(&b, "Checked:")
	counts(&b, r.Checks)
	if len(r.Violations) == 0 {
		fmt.Fprintln(&b, "Nothing is against the rules.")
	}
	for _, v := range r.Violations {
		fmt.Fprintln(&b, "VIOLATION", v)
	}
	return b.String()
}

// counts writes a line for each entry.
func counts(b *strings.Builder, of map[string]int) {
	for _, what := range slices.Sorted(maps.Keys(of)) {
		fmt.Fprintf(b, "  %7d  %s\n", of[what], what)
	}
}
