package study

import (
	"cmp"
	"encoding/json"
	"math"
	"slices"
	"strconv"
	"strings"

	"kickabout/engine/analysis"
	"kickabout/league/assessment"
	"kickabout/views/ui"
)

// luckRowsShown is how many players a table of luck and skill has on a page; the exports have all.
const luckRowsShown = 100

// LuckInput is what a table of luck and skill is built from, whichever matches it is of.
type LuckInput struct {
	URL    string // of the page; luck.csv and luck.json are beneath it
	Of     string // which games: "of this season"
	List   []assessment.PlayerLuck
	By     string                 // a key of luckSorts; anything else is the best without luck first
	Link   func(by string) string // the page's address with the table sorted so
	Viewer string                 // id
}

// LuckTable is a table of luck and skill as a page draws it.
type LuckTable struct {
	URL, Of string
	Heads   []LuckHead
	Rows    []LuckSplitRow
	Left    int // players who are not shown
}

// LuckHead is a head of a column by which the table can be sorted.
type LuckHead struct {
	ui.SortLink
	Rising bool // the least comes first
	Name   bool // it is the column of the names
}

// luckHeads are the columns, in order; that without a key of luckSorts is sorted at first.
var luckHeads = []LuckHead{
	{ui.SortLink{Key: "player", Text: "Player", Title: "Players by their names"}, true, true},
	{ui.SortLink{Key: "points", Text: "Paid", Title: "Points that a game paid on average"}, false, false},
	{ui.SortLink{Key: "", Text: "Without luck", Title: "Points of a game without the luck, on average, with the standard error"}, false, false},
	{ui.SortLink{Key: "luck", Text: "Luck", Title: "Points of a game that were luck, on average"}, false, false},
	{ui.SortLink{Key: "given", Text: "Given up", Title: "Points of a game that opponents gave up to the player, on average: by resignation, on time, without play"}, false, false},
	{ui.SortLink{Key: "cost", Text: "Cost", Title: "Points that a decision gave away on average"}, true, false},
	{ui.SortLink{Key: "games", Text: "Games", Title: "Games that were worked through"}, false, false},
}

// luckSorts are the orders besides the best without luck first, in which the list comes.
var luckSorts = map[string]func(a, b assessment.PlayerLuck) int{
	"player": func(a, b assessment.PlayerLuck) int {
		return cmp.Compare(strings.ToLower(a.Player.Name), strings.ToLower(b.Player.Name))
	},
	"games":  func(a, b assessment.PlayerLuck) int { return cmp.Compare(b.Matches, a.Matches) },
	"points": func(a, b assessment.PlayerLuck) int { return cmp.Compare(b.Per(b.Points), a.Per(a.Points)) },
	"luck": func(a, b assessment.PlayerLuck) int {
		return cmp.Compare(b.Per(b.NetLuck()), a.Per(a.NetLuck()))
	},
	"given": func(a, b assessment.PlayerLuck) int { return cmp.Compare(b.Per(b.Given), a.Per(a.Given)) },
	"cost":  func(a, b assessment.PlayerLuck) int { return cmp.Compare(costRank(a), costRank(b)) },
}

// costRank is what a decision cost on average; who never had a choice comes last.
func costRank(w assessment.PlayerLuck) float64 {
	if w.Decisions == 0 {
		return math.Inf(1)
	}
	return float64(w.Cost) / float64(w.Decisions)
}

// NewLuckTable builds a table of luck and skill: of more than luckRowsShown players those who come
// first, and the viewer.
func NewLuckTable(in LuckInput) *LuckTable {
	t := &LuckTable{URL: in.URL, Of: in.Of}
	compare, ok := luckSorts[in.By]
	if !ok {
		in.By = ""
	}
	for _, h := range luckHeads {
		h.Now, h.URL = h.Key == in.By, in.Link(h.Key)+"#luck"
		t.Heads = append(t.Heads, h)
	}
	list := slices.Clone(in.List)
	if ok {
		slices.SortStableFunc(list, compare)
	}
	for i, w := range list {
		row := luckSplitRow(w.Player.Name, ui.PlayerURL(w.Player), w.LuckSum)
		row.You = in.Viewer != "" && w.Player.ID == in.Viewer
		if i < luckRowsShown || row.You {
			t.Rows = append(t.Rows, row)
		} else {
			t.Left++
		}
	}
	return t
}

// LuckCSV writes a table of luck and skill for spreadsheets, in points a game.
func LuckCSV(list []assessment.PlayerLuck) []byte {
	lines := [][]string{{"player", "games", "paid", "luck", "without luck", "standard error", "decisions", "cost a decision", "level", "given up"}}
	for _, w := range list {
		cost := ""
		if w.Decisions > 0 {
			cost = thousandths(costRank(w))
		}
		mean, deviation := w.Mean()
		lines = append(lines, []string{
			ui.PlainCell(w.Player.Name), strconv.Itoa(w.Matches), thousandths(w.Per(w.Points)), thousandths(w.Per(w.NetLuck())), thousandths(mean), thousandths(deviation),
			strconv.Itoa(w.Decisions), cost, analysis.LevelOf(w.Cost, w.Decisions), thousandths(w.Per(w.Given)),
		})
	}
	return ui.CSV(lines)
}

// thousandths writes thousandths of a point in points.
func thousandths(v float64) string { return strconv.FormatFloat(math.Round(v)/1000, 'f', 3, 64) }

// JSONLuck is a table of luck and skill for programs.
type JSONLuck struct {
	Rows []JSONLuckRow `json:"rows" doc:"Who did best without luck on average first. Bots are left out."`
}

// JSONLuckRow sums up the matches of a player that were worked through. Values are thousandths of a point.
type JSONLuckRow struct {
	Player    string  `json:"player"`
	Matches   int     `json:"matches" doc:"That were worked through."`
	Points    int     `json:"points" doc:"What they paid in all, in thousandths of a point: up to 5000 each, whatever a table counts."`
	Luck      int     `json:"luck" doc:"How much of that was luck."`
	Given     int     `json:"given" doc:"How much of that was given up to the player by ends off the board, beyond what the last positions were worth; below 0 if the player gave up more. It is neither luck nor skill."`
	Adjusted  int     `json:"adjusted" doc:"The points without the luck and what was given up."`
	Mean      float64 `json:"mean" doc:"The same of a match on average."`
	Error     float64 `json:"error" doc:"The standard error of that; 0 of a single match."`
	Cost      int     `json:"cost" doc:"What all decisions gave away."`
	Decisions int     `json:"decisions" doc:"In how many there was a choice."`
	Level     string  `json:"level" doc:"How well the player decided; empty if there never was a choice."`
}

// NewJSONLuck sums up luck and skill for programs.
func NewJSONLuck(list []assessment.PlayerLuck) JSONLuck {
	out := JSONLuck{Rows: []JSONLuckRow{}}
	for _, w := range list {
		mean, deviation := w.Mean()
		out.Rows = append(out.Rows, JSONLuckRow{
			w.Player.Name, w.Matches, w.Points, w.NetLuck(), w.Given, w.Adjusted, mean, deviation, w.Cost, w.Decisions, analysis.LevelOf(w.Cost, w.Decisions),
		})
	}
	return out
}

// LuckJSON writes the same as text.
func LuckJSON(list []assessment.PlayerLuck) ([]byte, error) { return json.Marshal(NewJSONLuck(list)) }
