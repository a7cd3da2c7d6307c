package monthlycup

import (
	"fmt"
	"strconv"
	"strings"

	"kickabout/league"
)

// Note is what the format keeps of an entrant.
type Note struct {
	Place   int    // their final rank; 0 before the end
	Nothing bool   // without a point: it leads nowhere (R-TB-6)
	Month   string // that they won with this edition: "2027-05"; "" for none
	Year    string // that they won without a final, as the only winner of a month: "2027"
}

// String writes "place=1 month=2027-05".
func (n Note) String() string {
	var parts []string
	if n.Place > 0 {
		parts = append(parts, "place="+strconv.Itoa(n.Place))
	}
	if n.Nothing {
		parts = append(parts, "nothing")
	}
	if n.Month != "" {
		parts = append(parts, "month="+n.Month)
	}
	if n.Year != "" {
		parts = append(parts, "year="+n.Year)
	}
	return strings.Join(parts, " ")
}

// ParseNote undoes String; what it does not know it leaves out.
func ParseNote(text string) (n Note) {
	for _, part := range strings.Fields(text) {
		name, value, _ := strings.Cut(part, "=")
		switch name {
		case "place":
			n.Place, _ = strconv.Atoi(value)
		case "nothing":
			n.Nothing = true
		case "month":
			n.Month = value
		case "year":
			n.Year = value
		}
	}
	return n
}

// Group names the n-th group.
func Group(n int) string { return fmt.Sprintf("g%04d", n) }

// Round names a round of a month: "2027-05-r2".
func Round(month string, round int) string { return fmt.Sprintf("%s-r%d", month, round) }

// Final names the final of a year.
func Final(year int) string { return fmt.Sprintf("%d-final", year) }

// Kind says what an edition is.
type Kind struct {
	Number int    // of a group
	Month  string // of a round
	Round  int    // 2, 3, …
	Year   int    // of a final
}

// KindOf reads an edition's name; false if it is none.
func KindOf(edition string) (k Kind, ok bool) {
	if number, ok := strings.CutPrefix(edition, "g"); ok {
		k.Number, _ = strconv.Atoi(number)
		return k, k.Number > 0 && Group(k.Number) == edition
	}
	if year, ok := strings.CutSuffix(edition, "-final"); ok {
		k.Year, _ = strconv.Atoi(year)
		return k, k.Year > 0 && Final(k.Year) == edition
	}
	month, round, _ := strings.Cut(edition, "-r")
	k.Month = month
	k.Round, _ = strconv.Atoi(round)
	_, valid := monthOf(month)
	return k, valid && k.Round >= 2 && Round(month, k.Round) == edition
}

// Month is a month of the cup as it stands.
type Month struct {
	Name   string              // "2027-05"
	Groups []league.Tournament // that started in it, by their start
	Rounds []league.Tournament // of the winners of its groups, by their round
	Winner *league.Player      // nil as long as there is none
	Last   *league.Tournament  // with which they won
}
