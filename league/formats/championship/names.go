package championship

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"kickabout/league"
	"kickabout/league/table"
)

// GroupName names group g of a level, both from 1: "d2/g3".
func GroupName(level, g int) league.Group {
	return league.Group("d" + strconv.Itoa(level) + "/g" + strconv.Itoa(g))
}

// ParseGroup undoes GroupName; zeros for what is no such name.
func ParseGroup(name league.Group) (level, g int) {
	division, group, ok := strings.Cut(string(name), "/")
	if !ok || len(division) < 2 || len(group) < 2 || division[0] != 'd' || group[0] != 'g' {
		return 0, 0
	}
	level, err := strconv.Atoi(division[1:])
	g, err2 := strconv.Atoi(group[1:])
	if err != nil || err2 != nil || level < 1 || g < 1 || GroupName(level, g) != name {
		return 0, 0
	}
	return level, g
}

// Fate is what a rank comes to at the end of a season (R-CH-5).
type Fate string

// The fates. To go down is a right one level lower: in the lowest level it comes to
// something only if another one is formed below it.
const (
	Champion Fate = "champion"
	Promoted Fate = "promoted"
	Stays    Fate = "stays"
	Falls    Fate = "relegated"
)

// FateOf returns what a rank in a level comes to.
func FateOf(level, rank int) Fate {
	switch {
	case rank <= 1 && level == 1:
		return Champion
	case rank <= lastUp && level > 1:
		return Promoted
	case rank <= lastStay:
		return Stays
	}
	return Falls
}

// FateOfRow is FateOf a rank that a row has or can have: who has nothing goes up by none (R-TB-6).
func FateOfRow(level int, r league.Row, rank int) Fate {
	fate := FateOf(level, rank)
	if r.Nothing && fate.wins() {
		return Stays
	}
	return fate
}

// right returns the level that somebody of a level has a right to by their fate; 0 for what is none.
func (f Fate) right(level int) int {
	switch f {
	case Champion, Stays:
		return level
	case Promoted:
		return level - 1
	case Falls:
		return level + 1
	}
	return 0
}

// wins says that a fate takes a point where winning does.
func (f Fate) wins() bool { return f == Champion || f == Promoted }

// Settled says that it is certain what becomes of everybody in a group of a level (R-CH-11): of the few who are left of a
// group that others were struck from, their ranks may be before they have a point.
func Settled(level int, t *table.Table) bool {
	return t.Settled(Cuts(level)...) && !slices.ContainsFunc(t.Rows(), func(r league.Row) bool {
		return FateOf(level, r.Worst).wins() && t.Unearned(r)
	})
}

// Cuts lists the last ranks of the zones that matter in a level.
func Cuts(level int) []int {
	if level == 1 {
		return []int{1, lastStay}
	}
	return []int{lastUp, lastStay}
}

// SeasonName writes the months of a season's start for people: "May 2027".
func SeasonName(edition string) string {
	start, err := parseEdition(edition)
	if err != nil {
		return edition
	}
	return fmt.Sprintf("%s %d", start.Month(), start.Year())
}
