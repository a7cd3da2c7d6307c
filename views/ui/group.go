package ui

import (
	"cmp"
	"encoding/hex"
	"fmt"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"kickabout/engine"
	"kickabout/league"
	"kickabout/league/odds"
	"kickabout/league/table"
)

// GroupInput is what the table of a group is built from.
type GroupInput struct {
	ID      string // of this table on its page; "" if it is the only one
	Title   string // "" for "Table"
	URL     string // of the page
	Viewer  string // id; "" for nobody
	Table   *table.Table
	Matches []league.Match // of the group, without logs, by key
	Player  func(id string) league.Player
	Winners []string // ids; of a group that is finished
	Star    string   // explains the asterisk of its tournament; "" if it has none
	Zones   []Zone   // what becomes of which ranks
	Needs   []int    // what the viewer needs for the first so many
	Ask     TableAsk
	Odds    *odds.Group // nil where none are published
	Days    []odds.DayOdds
	Ends    []Zone // that odds are given of, besides those of the places
	Undrawn bool   // games are to come that no match stands for yet: what is possible cannot be told
	Plain   bool   // without the race, which of a few games tells nothing
}

// Zone is what becomes of the ranks from one to another.
type Zone struct {
	First, Last int
	Class       string // "up", "down", or "" where one stays
	Text        string // "goes up"
	Chance      string // of what: "promotion"; "" where nobody plays for it
	Wins        string // what one can win, and has won once that is certain: "the group"; "" where Text says it all
}

// fate says what becomes of a row in the zone, and whether that is certain (R-CH-11). Who has nothing wins nothing (R-TB-6).
func (z Zone) fate(t *table.Table, r league.Row) (mark, fate string, sure bool) {
	up := z.Class == "up"
	if r.Out || r.Rank < z.First || r.Rank > z.Last || up && r.Nothing {
		return "", "", false
	}
	sure = z.First <= r.Best && r.Worst <= z.Last && !(up && t.Unearned(r))
	switch {
	case z.Wins != "" && sure:
		mark = "has won " + z.Wins
		return mark, mark, sure
	case z.Wins != "":
		mark = "can win " + z.Wins
		return mark, mark, sure
	case sure:
		return z.Text, z.Text + ", certain", sure
	}
	return z.Text, z.Text, sure
}

// TableAsk is what somebody asks of a table, by the address of its page.
type TableAsk struct {
	Group string // whose table, where a page has several
	Sort  string // a key of sorts or the code of a tie-break in small letters; "" for the ranks
	If    string // match and way: "m7q:4-1"
	Luck  string // a key of luckSorts; "" for the best without luck first
}

// Query is what is asked, as the end of an address.
func (a TableAsk) Query() string {
	q := url.Values{}
	if a.Group != "" && (a.Sort != "" || a.If != "") {
		q.Set("group", a.Group)
	}
	if a.Sort != "" {
		q.Set("sort", a.Sort)
	}
	if a.If != "" {
		q.Set("if", a.If)
	}
	if a.Luck != "" {
		q.Set("luck", a.Luck)
	}
	if len(q) == 0 {
		return ""
	}
	return "?" + q.Encode()
}

// LuckAt returns addresses of a page with its table of luck and skill sorted otherwise.
func (a TableAsk) LuckAt(page string) func(by string) string {
	return func(by string) string {
		a.Luck = by
		return page + a.Query()
	}
}

// GroupTable is the table of a group as a page draws it.
type GroupTable struct {
	ID       string // ends the ids of what is in it: "" or "-d1-g2"
	Title    string
	Label    string // names the crosstable
	Sorts    []SortLink
	Heads    []CrossHead // the opponents, in the order of the ranks
	Rows     []GroupRow
	Open     int    // matches that are not over
	NoWinner bool   // all is over, and nobody has a point
	Decided  bool   // what becomes of everybody is certain, and some match is open
	If       string // "Ann beats Bob 4–1": the table is not what it is but what it would be
	Back     string // to the table as it is
	Refused  string // why it is not what was asked for
	Breaks   []BreakLine
	Needs    []string
	What     []WhatMatch
	Odds     *OddsTable // nil where none are published
	Star     string     // explains its asterisk; "" if it has none
	Facts    []GroupFact
	Next     []NextGame // the viewer's games that are being played
	Chance   string     // what the chances of the rows are of: "promotion"; "" where none are published
	RaceTo   string     // "Race to promotion"
	Race     *Chart     // nil as long as there is nothing to draw
	Bars     *Bars      // nil where no odds are published
	Days     *Chart     // likewise, and before two days are known
	Key      []ZoneKey
	All      bool   // all columns are shown at once
	Lot      string // the seed in hexadecimal of a lot that has parted somebody; else ""
}

// GroupRow is a line of the table.
type GroupRow struct {
	CrossRow
	Played int
	Form   Form
	Chance string // "58 %"; "" where none are published
	Goals  string // "13:8"
	Can    string // "1–3": the ranks that are still possible; "" once all is over
	Out    bool   // struck, and nothing counts
	Zone   string // class of what becomes of them as it stands
	Sign   string // the same for who does not tell colours: "▲"
	Mark   string // in words: "goes up"
	Fate   string // likewise, and whether it is certain: "goes up, certain"
	Sure   bool   // that is certain
	Moved  string // "up from 3", where the table is what it would be
	Values []string
	Why    string // a sentence
}

// GroupFact is a number of the viewer's with its words.
type GroupFact struct{ Value, What string }

// ZoneKey explains a sign of the table.
type ZoneKey struct{ Sign, Text string }

// NextGame is a game of the viewer's that is being played.
type NextGame struct {
	URL, Opponent string
	Score         string
	Turn          string // "Your turn"; "waits for Bob"
	Yours         bool
	Left          string // of the time of whoever is to move, for the datetime attribute; "" where there is none
}

// BreakLine says what one tie-break of the table is, with the viewer's numbers.
type BreakLine struct {
	SortLink    // Text is the code
	Name, Means string
	Says        string // "You have 224, Ann has 255: this parts you."
}

// WhatMatch is a match that is being played, with the ways in which it can end.
type WhatMatch struct {
	Name string // "Ann v Bob"
	URL  string
	Mine bool // the viewer plays it
	Ways []WhatWay
}

// WhatWay leads to the table as it would be.
type WhatWay struct {
	URL, Text, Label string
	Now              bool
}

// sorts are the orders of a table besides the ranks and its tie-breaks.
var sorts = map[string]func(a, b league.Row) int{
	"won": func(a, b league.Row) int { return cmp.Or(cmp.Compare(b.Won, a.Won), cmp.Compare(b.Drawn, a.Drawn)) },
	"goals": func(a, b league.Row) int {
		return cmp.Or(cmp.Compare(b.Goals-b.Against, a.Goals-a.Against), cmp.Compare(b.Goals, a.Goals))
	},
	"can": func(a, b league.Row) int { return cmp.Or(cmp.Compare(a.Best, b.Best), cmp.Compare(a.Worst, b.Worst)) },
}

// NewGroupTable builds the table of a group: as it is, or as it would be if a match
// ended in the way that is asked for.
func NewGroupTable(in GroupInput) GroupTable {
	g := GroupTable{Title: "Table", Label: "Crosstable", Back: in.address("", ""), Star: in.Star}
	if in.Title != "" {
		g.Title, g.Label = in.Title, "Crosstable of "+in.Title
	}
	if g.Star != "" {
		g.Title += "*"
	}
	g.ID = idEnd(in.ID)
	shown, moved := in.Table, map[string]int{}
	if b, ok := in.branch(&g); ok {
		shown = b.Table
		for _, m := range b.Moved {
			moved[m.Player] = m.From
		}
	}
	rows := slices.Clone(shown.Rows())
	for _, r := range rows {
		g.Heads = append(g.Heads, CrossHead{in.Player(r.Player).Name, PlayerURL(in.Player(r.Player)), "Against"})
	}
	results := in.results(shown)
	for _, r := range in.Sorted(rows) {
		row := in.row(r, rows, results)
		if from, ok := moved[r.Player]; ok {
			row.Moved = fmt.Sprintf("up from %d", from)
			if from < r.Rank {
				row.Moved = fmt.Sprintf("down from %d", from)
			}
		}
		g.Rows = append(g.Rows, row)
	}
	for _, m := range in.Matches {
		if m.State.ToMove != engine.NoSide {
			g.Open++
		}
	}
	g.Sorts = in.sortLinks()
	g.Breaks = in.breaks(shown)
	if slices.ContainsFunc(rows, func(r league.Row) bool { return r.Below.Code == "LOT" }) {
		g.Lot = hex.EncodeToString(shown.Lot())
	}
	if g.If == "" && g.Open > 0 {
		g.Needs, g.Decided = in.needs(), in.decided()
	}
	g.NoWinner = g.If == "" && in.nobodyWins()
	g.What = in.what()
	g.Key, g.All = in.zoneKey(), in.Ask.Sort != "" || in.Ask.If != ""
	if g.If == "" {
		in.drawings(&g)
	}
	return g
}

// drawings adds what a table that has happened is told with besides.
func (in GroupInput) drawings(g *GroupTable) {
	g.Odds, g.Next = in.odds(), in.next()
	g.Facts = in.facts(g)
	if in.Odds != nil {
		g.Chance = in.chanceWord()
		for i, r := range in.Sorted(in.Table.Rows()) {
			g.Rows[i].Chance = in.chanceOf(r.Player)
		}
	}
	if g.Bars = in.barsOf(); g.Bars != nil {
		g.Days = NewOddsOverTime(in, in.Days)
	}
	if in.Plain {
		return
	}
	g.RaceTo = "The race"
	if z, ok := in.playedFor(); ok {
		g.RaceTo = "Race to " + z.Chance
	}
	g.Race = NewRace(in)
}

// chanceOf is how likely a player is to get what is played for; "" of who is not in the odds.
func (in GroupInput) chanceOf(player string) string {
	for _, c := range in.Odds.Forecast.Chances {
		if c.Player == player {
			return percentText(oddsCell(c.UpTo(in.barCut()), c.Best <= in.barCut(), c.Worst <= in.barCut()))
		}
	}
	return ""
}

// Chance is how likely a player is to get what is played for, and what that is: "58 %", "promotion". There must be odds.
func (in GroupInput) Chance(player string) (chance, of string) {
	return in.chanceOf(player), in.chanceWord()
}

// facts are the viewer's place, how likely what is played for is, and the places that are still possible.
func (in GroupInput) facts(g *GroupTable) []GroupFact {
	at := slices.IndexFunc(in.Table.Rows(), func(r league.Row) bool { return in.Viewer != "" && r.Player == in.Viewer && !r.Out })
	if at < 0 {
		return nil
	}
	r := in.Table.Rows()[at]
	if in.Undrawn {
		return []GroupFact{{Ordinal(r.Rank), "your place"}, {PointsText(r.Points), "points"}}
	}
	switch {
	case g.Open == 0 && in.nobodyWins():
		return []GroupFact{{PointsText(r.Points), "points"}}
	case g.Open == 0:
		return []GroupFact{{Ordinal(r.Rank), "your place at the end"}, {PointsText(r.Points), "points"}}
	}
	var facts []GroupFact
	if r.Played > 0 {
		facts = append(facts, GroupFact{Ordinal(r.Rank), "your place"})
	}
	if in.Odds != nil {
		facts = append(facts, GroupFact{in.chanceOf(r.Player), in.chanceWord()})
	}
	possible := Ordinal(r.Best)
	if r.Best != r.Worst {
		possible += "–" + Ordinal(r.Worst)
	}
	return append(facts, GroupFact{possible, "still possible"})
}

// next lists the viewer's games that are being played, those first in which it is the viewer's turn, then those with
// least time left.
func (in GroupInput) next() []NextGame {
	var running []league.Match
	for _, m := range in.Matches {
		if m.State.ToMove != engine.NoSide && in.Viewer != "" && m.SideOf(in.Viewer) != engine.NoSide {
			running = append(running, m)
		}
	}
	yours := func(m league.Match) bool { return m.State.ToMove == m.SideOf(in.Viewer) }
	slices.SortStableFunc(running, func(a, b league.Match) int {
		if yours(a) != yours(b) {
			return map[bool]int{true: -1, false: 1}[yours(a)]
		}
		return a.State.Deadline.Compare(b.State.Deadline)
	})
	var list []NextGame
	for _, m := range running {
		mine := m.SideOf(in.Viewer)
		g := NextGame{URL: MatchURL(m.ID), Opponent: m.Seats[m.SeatOf(mine.Other())].Player.Name, Yours: yours(m)}
		g.Score = ScoreText([2]int{m.State.Score[mine-1], m.State.Score[mine.Other()-1]})
		g.Turn = map[bool]string{true: "Your turn", false: "Their turn"}[g.Yours]
		if !m.State.Deadline.IsZero() {
			g.Left = Datetime(m.State.Deadline)
		}
		list = append(list, g)
	}
	return list
}

// zoneSigns are the signs of what becomes of a row.
var zoneSigns = map[string]string{"up": "▲", "down": "▼"}

// zoneKey explains the signs that the table has.
func (in GroupInput) zoneKey() []ZoneKey {
	var key []ZoneKey
	for _, z := range in.Zones {
		if sign := zoneSigns[z.Class]; sign != "" && z.First <= len(in.Table.Rows()) {
			key = append(key, ZoneKey{sign, z.Text})
		}
	}
	return key
}

// playedFor is the zone that everybody wants to be in; false where there is none.
func (in GroupInput) playedFor() (Zone, bool) {
	for _, z := range slices.Concat(in.Ends, in.Zones) {
		if z.Class == "up" && z.Chance != "" {
			return z, true
		}
	}
	return Zone{}, false
}

// Sorted orders rows by a key of sorts or the code of a tie-break; the ranks stay what
// they are.
func (in GroupInput) Sorted(rows []league.Row) []league.Row {
	by := slices.Clone(rows)
	compare, ok := sorts[in.Ask.Sort]
	for k, b := range in.Table.Order() {
		if strings.ToLower(b.Code) == in.Ask.Sort {
			compare, ok = func(x, y league.Row) int { return valueAt(y, k) - valueAt(x, k) }, true
			if b.Fewer {
				compare = func(x, y league.Row) int { return valueAt(x, k) - valueAt(y, k) }
			}
		}
	}
	if ok {
		slices.SortStableFunc(by, compare)
	}
	return by
}

// valueAt is what a tie-break counts for a row; the rows of those who are struck have
// no values.
func valueAt(r league.Row, k int) int {
	if k < len(r.Values) {
		return r.Values[k].Number
	}
	return 0
}

// address is that of the page with something asked of this table.
func (in GroupInput) address(sort, what string) string {
	return in.URL + TableAsk{in.ID, sort, what, in.Ask.Luck}.Query() + "#table" + idEnd(in.ID)
}

// idEnd ends the ids of what is in a group's table.
func idEnd(group string) string {
	if group == "" {
		return ""
	}
	return "-" + strings.ReplaceAll(group, "/", "-")
}

// sortLinks are the heads of the columns, each of which sorts the table.
func (in GroupInput) sortLinks() []SortLink {
	links := []SortLink{
		{Key: "tp", Text: "Points", Title: "Points of all games that are over"},
		{Key: "son", Text: "SON", Title: "Sum over all opponents: points taken from them times the points they have"},
		{Key: "won", Text: "W–D–L", Title: "Won, drawn, lost"},
		{Key: "goals", Text: "Goals", Title: "Goals scored and goals of the opponents"},
		{Key: "can", Text: "Can end", Title: "Best and worst rank still possible, whoever wins"},
	}
	for i := range links {
		in.link(&links[i])
	}
	return links
}

// link gives a head its address: it sorts, or takes the sorting back.
func (in GroupInput) link(l *SortLink) {
	l.Now = l.Key == in.Ask.Sort
	l.URL = in.address(l.Key, in.Ask.If)
	if l.Now {
		l.URL = in.address("", in.Ask.If)
	}
}

// results are the matches of each pair, by player and opponent.
func (in GroupInput) results(t *table.Table) map[[2]string][]CrossResult {
	out := map[string]bool{}
	for _, r := range t.Rows() {
		out[r.Player] = r.Out
	}
	results := map[[2]string][]CrossResult{}
	for _, m := range in.Matches {
		for _, side := range []engine.Side{engine.First, engine.Second} {
			me, other := m.Seats[m.SeatOf(side)].Player, m.Seats[m.SeatOf(side.Other())].Player
			c := NewCrossResult(m, side, other)
			if out[me.ID] || out[other.ID] {
				c.Class, c.Label = "void", c.Label+"; it does not count"
			}
			pair := [2]string{me.ID, other.ID}
			results[pair] = append(results[pair], c)
		}
	}
	return results
}

// row draws one row; rows are all of them by rank.
func (in GroupInput) row(r league.Row, rows []league.Row, results map[[2]string][]CrossResult) GroupRow {
	p := in.Player(r.Player)
	row := GroupRow{
		CrossRow: CrossRow{
			Rank: strconv.Itoa(r.Rank), Name: p.Name, URL: PlayerURL(p), Bot: p.Kind == league.Bot, You: in.Viewer != "" && p.ID == in.Viewer,
			Leads: r.Rank == 1 && !r.Out, Winner: slices.Contains(in.Winners, p.ID), Points: PointsText(r.Points), SON: SonText(r.SON),
			Won: r.Won, Drawn: r.Drawn, Lost: r.Lost, Open: r.Open,
		},
		Goals: GoalsText(r.Goals, r.Against), Out: r.Out, Why: in.why(r), Played: r.Played, Form: FormOf(in.Matches, r.Player),
	}
	if r.Out {
		row.Rank = "–"
	}
	if r.Best != r.Worst {
		row.Can = fmt.Sprintf("%d–%d", r.Best, r.Worst)
	}
	for _, z := range in.Zones {
		if mark, fate, sure := z.fate(in.Table, r); mark != "" {
			row.Zone, row.Sign, row.Mark, row.Fate, row.Sure = z.Class, zoneSigns[z.Class], mark, fate, sure
		}
	}
	for k, v := range r.Values {
		text := "–"
		if v.Counts {
			text = printed(in.Table.Order()[k], v.Number)
		}
		row.Values = append(row.Values, text)
	}
	for _, other := range rows {
		row.Cells = append(row.Cells, results[[2]string{r.Player, other.Player}])
	}
	return row
}

// decided says that it is certain what becomes of everybody (R-CH-11).
func (in GroupInput) decided() bool {
	for _, z := range in.Zones {
		if !in.Table.Settled(z.First-1, z.Last) {
			return false
		}
	}
	return len(in.Zones) > 0
}

// canText writes the ranks that a player can still have.
func canText(r GroupRow) string {
	if r.Can == "" {
		return r.Rank
	}
	return r.Can
}

// nobodyWins says that all is over and nobody has anything (R-TB-6).
func (in GroupInput) nobodyWins() bool {
	rows := in.Table.Rows()
	return len(rows) > 0 && !slices.ContainsFunc(rows, func(r league.Row) bool { return !r.Out && !r.Nothing })
}

// CrossHead is an opponent's column.
type CrossHead struct{ Name, URL, Before string } // Before is said and not shown: "Against"

// CrossRow is a line of the crosstable.
type CrossRow struct {
	Rank          string
	Name, URL     string
	Bot, You      bool
	Leads, Winner bool
	Points        string
	SON           string // R-TB-1.2; a fifth of it, as it is shown
	Won           int
	Drawn         int
	Lost          int
	Open          int
	Cells         [][]CrossResult // by the heads; nil against themselves
}

// CrossResult is one match in the crosstable.
type CrossResult struct {
	URL   string // "" for a bye
	Text  string // "5", "•" while it is being played
	Label string // for who cannot see where it stands
	Class string
}

// Pending is the result of a match whose record is damaged, under its name.
func (r CrossResult) Pending(name string) CrossResult {
	r.Text, r.Class, r.Label = "pending", "playing pending", name+": pending, since its record is damaged"
	return r
}

// NewCrossResult is a match from the view of one side.
func NewCrossResult(m league.Match, side engine.Side, other league.Player) CrossResult {
	r := CrossResult{URL: MatchURL(m.ID)}
	score := ScoreText([2]int{m.State.Score[side-1], m.State.Score[side.Other()-1]})
	first := "went first"
	if side == engine.Second {
		first = "second"
	}
	o := m.State.Outcome
	points, _ := m.Scoring().Points(o)
	mine, theirs := points[side-1], points[side.Other()-1]
	switch {
	case m.Pending():
		return r.Pending(fmt.Sprintf("Against %s, %s", other.Name, first))
	case !o.Over():
		r.Text, r.Class = "•", "playing"
		r.Label = fmt.Sprintf("Against %s, %s: being played, %s so far", other.Name, first, score)
		return r
	case o.Ending == engine.Void:
		r.Text, r.Class = "×", "void"
		r.Label = fmt.Sprintf("Against %s: void", other.Name)
		return r
	case mine > theirs:
		r.Class = "won"
	case mine < theirs:
		r.Class = "lost"
	default:
		r.Class = "drawn"
	}
	r.Text = PointsText(mine)
	r.Label = fmt.Sprintf("%s against %s, %s: %s, %s", PointsWord(mine), other.Name, first, score, o.Ending)
	return r
}
