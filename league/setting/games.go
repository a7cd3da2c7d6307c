package setting

import (
	"cmp"
	"maps"
	"slices"
	"strings"
)

// Part is a way to play by the rules of a game, which the owner of a site opens and closes for each set of rules.
type Part string

// All parts. Those of competitions are named after their formats.
const (
	Offers       Part = "offers" // games against bots and people: offers, invitations, links
	Championship Part = "championship"
	Ladder       Part = "ladder"
	MiniCup      Part = "minicup"
	MonthlyCup   Part = "monthlycup"
)

// Parts lists them, in the order in which pages and lists show them.
func Parts() []Part { return []Part{Offers, Championship, Ladder, MiniCup, MonthlyCup} }

// Name is what people call it.
func (p Part) Name() string {
	return map[Part]string{Offers: "Offers", Championship: "Championship", Ladder: "Ladder", MiniCup: "Mini cup", MonthlyCup: "Monthly cup"}[p]
}

// Cell is one part of one set of rules, which is "streetsoccer/lg".
type Cell struct {
	Rules string
	Part  Part
}

// MainRules is what a new site has everything for; of other rules it has the offers.
const MainRules = "streetsoccer/lg"

// gamesKey is below what the games are kept among the settings. Under it alone stands what holds for everything of
// which nothing else is said: that all is open, on a site that is older than the choice.
const gamesKey Key = "games"

// openAll is what stands there.
const openAll = "all"

// AllGames is what a site has settled where everything is open.
func AllGames() Values { return Values{gamesKey: openAll} }

// Key is under what it is kept whether a cell is open: On or Off.
func (c Cell) Key() Key { return gamesKey + "/" + Key(c.Rules) + "/" + Key(c.Part) }

// Games is which sets of rules a site is open for, and in which part. What it does not know is closed; so is all of
// the zero value.
type Games struct {
	rules   []string
	retired map[string]string
	open    map[Cell]bool
}

// Games returns what is open of the sets of rules that there are. Those that are retired, each with its successor, are
// closed for good; what was settled of them holds of their successors where nothing else is.
func (v Values) Games(rules []string, retired map[string]string) Games {
	g := Games{rules, retired, map[Cell]bool{}}
	before := map[string]string{}
	for r, successor := range retired {
		before[successor] = r
	}
	for _, r := range rules {
		for _, p := range Parts() {
			c := Cell{r, p}
			switch cmp.Or(v[c.Key()], v[Cell{before[r], p}.Key()]) {
			case On:
				g.open[c] = true
			case Off:
			default:
				g.open[c] = v[gamesKey] == openAll || r == MainRules || p == Offers
			}
		}
	}
	return g
}

// Rules lists the sets of rules that are not retired, in the order of the catalogue.
func (g Games) Rules() []string { return slices.Clone(g.rules) }

// Open says whether something new may begin in a part by some rules, which may have options: "onetwofun/basic,goals=3".
func (g Games) Open(rules string, part Part) bool {
	rules, _, _ = strings.Cut(rules, ",")
	return g.open[Cell{rules, part}]
}

// Some says whether a part is open for any rules.
func (g Games) Some(part Part) bool {
	return slices.ContainsFunc(g.rules, func(r string) bool { return g.Open(r, part) })
}

// Knows says whether there are such rules and such a part.
func (g Games) Knows(c Cell) bool {
	return slices.Contains(g.rules, c.Rules) && slices.Contains(Parts(), c.Part)
}

// Changes returns what of some wishes is not so yet, in the order of the catalogue.
func (g Games) Changes(wish map[Cell]bool) []Cell {
	var cells []Cell
	for _, r := range g.rules {
		for _, p := range Parts() {
			c := Cell{r, p}
			if open, wished := wish[c]; wished && open != g.open[c] {
				cells = append(cells, c)
			}
		}
	}
	return cells
}

// Text is how forms write a cell: "ladder/streetsoccer/lg".
func (c Cell) Text() string { return string(c.Part) + "/" + c.Rules }

// CellOf undoes Text.
func CellOf(text string) Cell {
	part, rules, _ := strings.Cut(text, "/")
	return Cell{rules, Part(part)}
}

// Closed lists what is closed, of retired rules too.
func (g Games) Closed() map[Cell]bool {
	closed := map[Cell]bool{}
	for _, r := range slices.AppendSeq(slices.Clone(g.rules), maps.Keys(g.retired)) {
		for _, p := range Parts() {
			if !g.Open(r, p) {
				closed[Cell{r, p}] = true
			}
		}
	}
	return closed
}
