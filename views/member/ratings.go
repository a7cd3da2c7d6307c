package member

import (
	"bytes"
	"cmp"
	"encoding/csv"
	"encoding/json"
	"fmt"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"

	"kickabout/engine"
	"kickabout/league"
	"kickabout/league/assessment"
	"kickabout/views/study"
	"kickabout/views/ui"
)

// The columns by which a rating list is sorted, the usual one first.
const (
	byPlace    = "place"
	byName     = "name"
	byGrade    = "grade"
	byGames    = "games"
	byWins     = "wins"
	byStrength = "strength"
	byLast     = "last"
)

// RatingsInput is what the rating list of a pool is built from.
type RatingsInput struct {
	ui.Frame
	Games   []engine.Game
	Pools   []league.PoolSize // that have ratings
	Pool    league.Pool
	Lines   []league.RatingLine  // of the pool: listed ones first, by place
	Bots    []league.RatingLine  // on a list of their own (R-RA-8)
	Sort    string               // a column; "" or an unknown one: by place
	Page    int                  // of the listed ones, from 1
	Luck    assessment.LuckTable // of this month
	Directs bool                 // the viewer directs the site
	Error   string               // what is wrong with what was asked for
}

// RatingsPage is the rating list of a pool.
type RatingsPage struct {
	ui.Frame
	Rules       string // "StreetSoccer, Little Golem rules"
	Error       string
	Pools       []PoolGroup
	Heads       []SortHead
	Listed      []RatingRow
	Others      []RatingRow // who have a rating and no place
	OthersMore  int         // that are only in the files
	Bots        []RatingRow // on a list of their own
	Count       int         // of all listed ones
	From        int         // the first of them that is shown
	Before      string      // where the list goes back and on; "" if nowhere
	After       string
	CSV, JSON   string
	WhatIf      string
	Luck        study.MonthLuck
	Drops       bool // the viewer may see the sudden ones
	Provisional bool // a mark is shown that has to be explained
}

// PoolGroup is the pools of a game.
type PoolGroup struct {
	Game  string
	Pools []PoolLink
}

// PoolLink leads to the list of a pool.
type PoolLink struct {
	Name, URL string
	Players   int
	Here      bool
}

// SortHead is the head of a column, with the link that sorts by it.
type SortHead struct {
	Name, URL, Sorted string // Sorted: "ascending", "descending" or "none"
}

// unsorted returns the heads of a table that stays in one order.
func unsorted(heads []SortHead) []SortHead {
	plain := make([]SortHead, len(heads))
	for i, h := range heads {
		plain[i].Name = h.Name
	}
	return plain
}

// RatingRow is a line of a rating list.
type RatingRow struct {
	Place          string // "" without one
	Name, URL      string
	Gone           bool
	Grade, Elo     string
	Provisional    bool
	Strength       string // "1623 ± 148"
	Games, Wins    int
	Last, LastText string
}

// How much of a list one page shows.
const (
	ratingsOnPage = 100
	othersOnPage  = 100
)

// NewRatingsPage builds the rating list of a pool.
func NewRatingsPage(in RatingsInput) RatingsPage {
	p := RatingsPage{
		Frame: in.Frame, Luck: study.NewMonthLuck(in.Luck), Drops: in.Directs, Rules: ui.GameRules(in.Games, in.Pool.Game, in.Pool.Variant), Error: in.Error, Pools: poolGroups(in),
		WhatIf: "/ratings/what-if?rules=" + url.QueryEscape(in.Pool.String()),
		CSV:    "/ratings/list.csv?rules=" + url.QueryEscape(in.Pool.String()), JSON: "/ratings/list.json?rules=" + url.QueryEscape(in.Pool.String()),
	}
	p.Title = "Ratings: " + p.Rules
	p.Description = "Who plays " + p.Rules + " best: ratings and grades."
	lines := sortedLines(in.Lines, in.Sort)
	var listed, others []league.RatingLine
	for _, l := range lines {
		if l.Place > 0 {
			listed = append(listed, l)
		} else {
			others = append(others, l)
		}
	}
	p.Heads = sortHeads(in)
	p.Count = len(listed)
	pages := max(1, (len(listed)+ratingsOnPage-1)/ratingsOnPage)
	page := min(max(1, in.Page), pages)
	p.From = (page-1)*ratingsOnPage + 1
	at := func(page int) string {
		if page < 1 || page > pages {
			return ""
		}
		return sortURL(in.Pool, in.Sort) + "&page=" + strconv.Itoa(page)
	}
	p.Before, p.After = at(page-1), at(page+1)
	for _, l := range listed[p.From-1 : min(len(listed), page*ratingsOnPage)] {
		p.Listed = append(p.Listed, p.row(l))
	}
	for _, l := range others[:min(len(others), othersOnPage)] {
		p.Others = append(p.Others, p.row(l))
	}
	p.OthersMore = len(others) - len(p.Others)
	for _, l := range in.Bots {
		p.Bots = append(p.Bots, p.row(l))
	}
	return p
}

func (p *RatingsPage) row(l league.RatingLine) RatingRow {
	r := RatingRow{
		Name: l.Player.Name, URL: ui.PlayerURL(l.Player), Gone: l.Player.Kind == league.Deleted,
		Grade: l.Standing.Grade.String(), Elo: l.Standing.Elo.String(), Provisional: l.Provisional, Strength: strengthText(l),
		Games: l.Standing.Games, Wins: l.Standing.Wins,
		Last: ui.Datetime(l.Standing.Last), LastText: l.Standing.Last.UTC().Format("2 Jan 2006"),
	}
	if l.Place > 0 {
		r.Place = strconv.Itoa(l.Place)
	}
	p.Provisional = p.Provisional || r.Provisional
	return r
}

// strengthText writes what Glicko says: the rating, and how far twice the deviation reaches.
func strengthText(l league.RatingLine) string {
	return fmt.Sprintf("%.0f ± %.0f", float64(l.Standing.Strength.Rating), 2*float64(l.Deviation))
}

func sortURL(pool league.Pool, column string) string {
	if column == "" || column == byPlace {
		return ui.RatingsURL(pool)
	}
	return ui.RatingsURL(pool) + "&sort=" + url.QueryEscape(column)
}

// sortHeads are the heads of the columns. Names go up, what is counted goes down.
func sortHeads(in RatingsInput) []SortHead {
	heads := []SortHead{
		{Name: "Player", URL: byName},
		{Name: "Grade", URL: byGrade},
		{Name: "Rating", URL: byPlace},
		{Name: "Strength", URL: byStrength},
		{Name: "Games", URL: byGames},
		{Name: "Won", URL: byWins},
		{Name: "Last game", URL: byLast},
	}
	known := slices.ContainsFunc(heads, func(h SortHead) bool { return h.URL == in.Sort })
	for i, h := range heads {
		sorted := "none"
		if h.URL == in.Sort || !known && h.URL == byPlace {
			sorted = "descending"
			if h.URL == byName {
				sorted = "ascending"
			}
		}
		heads[i] = SortHead{h.Name, sortURL(in.Pool, h.URL), sorted}
	}
	return heads
}

// sortedLines returns lines by a column; who are level there stay by place.
func sortedLines(lines []league.RatingLine, column string) []league.RatingLine {
	compare := map[string]func(a, b league.RatingLine) int{
		byName: func(a, b league.RatingLine) int {
			return cmp.Compare(strings.ToLower(a.Player.Name), strings.ToLower(b.Player.Name))
		},
		byGrade: func(a, b league.RatingLine) int { return cmp.Compare(b.Standing.Grade, a.Standing.Grade) },
		byGames: func(a, b league.RatingLine) int { return cmp.Compare(b.Standing.Games, a.Standing.Games) },
		byWins:  func(a, b league.RatingLine) int { return cmp.Compare(b.Standing.Wins, a.Standing.Wins) },
		byStrength: func(a, b league.RatingLine) int {
			return cmp.Compare(b.Standing.Strength.Rating, a.Standing.Strength.Rating)
		},
		byLast: func(a, b league.RatingLine) int { return b.Standing.Last.Compare(a.Standing.Last) },
	}[column]
	sorted := slices.Clone(lines)
	if compare != nil {
		slices.SortStableFunc(sorted, compare)
	}
	return sorted
}

// poolGroups are all pools to choose from: every variant of every game, and those with
// options, or of retired variants, in which somebody has a rating.
func poolGroups(in RatingsInput) []PoolGroup {
	players := map[league.Pool]int{}
	for _, s := range in.Pools {
		players[s.Pool] = s.Players
	}
	var groups []PoolGroup
	for _, g := range in.Games {
		info := g.Info()
		var variants []string
		for _, v := range info.Live() {
			variants = append(variants, v.ID)
		}
		for _, s := range append(slices.Clone(in.Pools), league.PoolSize{Pool: in.Pool}) {
			if s.Pool.Game == info.ID && !slices.Contains(variants, s.Pool.Variant) {
				variants = append(variants, s.Pool.Variant)
			}
		}
		group := PoolGroup{Game: info.Name}
		for _, v := range variants {
			pool := league.Pool{Game: info.ID, Variant: v}
			group.Pools = append(group.Pools, PoolLink{variantName(info, v), ui.RatingsURL(pool), players[pool], pool == in.Pool})
		}
		groups = append(groups, group)
	}
	return groups
}

// variantName names a variant with its options, without the game.
func variantName(info engine.Info, variant string) string {
	rules, err := info.Ruleset(variant)
	if err != nil {
		return variant
	}
	return rules.Title()
}

// RatingsCSV writes all ratings of a pool for spreadsheets.
func RatingsCSV(in RatingsInput) []byte {
	var b bytes.Buffer
	w := csv.NewWriter(&b)
	w.Write([]string{"Place", "Player", "Grade", "Rating", "Games", "Won", "Strength", "Deviation", "Volatility", "Provisional", "Last game"}) // into memory: cannot fail
	for _, l := range in.Lines {
		place := ""
		if l.Place > 0 {
			place = strconv.Itoa(l.Place)
		}
		s := l.Standing
		w.Write([]string{
			place, ui.PlainCell(l.Player.Name), s.Grade.String(), fmt.Sprintf("%.4f", float64(s.Elo)/float64(league.EloPoint)), strconv.Itoa(s.Games), strconv.Itoa(s.Wins),
			ui.Num(float64(s.Strength.Rating)), ui.Num(float64(l.Deviation)), ui.Num(float64(s.Strength.Volatility)), strconv.FormatBool(l.Provisional), ui.Datetime(s.Last),
		})
	}
	w.Flush()
	return b.Bytes()
}

// jsonRatings is the ratings of a pool for programs.
type jsonRatings struct {
	Game    string       `json:"game"`
	Variant string       `json:"variant"`
	Ratings []jsonRating `json:"ratings"`
}

type jsonRating struct {
	Place       *int      `json:"place"`  // null: not listed
	Player      string    `json:"player"` // id
	Name        string    `json:"name"`
	Grade       string    `json:"grade"`
	Rating      float64   `json:"rating"`
	Games       int       `json:"games"`
	Won         int       `json:"won"`
	Strength    float64   `json:"strength"`
	Deviation   float64   `json:"deviation"`
	Volatility  float64   `json:"volatility"`
	Provisional bool      `json:"provisional"`
	Last        time.Time `json:"last"`
}

// RatingsJSON writes all ratings of a pool for programs.
func RatingsJSON(in RatingsInput) ([]byte, error) {
	list := jsonRatings{Game: in.Pool.Game, Variant: in.Pool.Variant, Ratings: []jsonRating{}}
	for _, l := range in.Lines {
		s := l.Standing
		r := jsonRating{
			Player: l.Player.ID, Name: l.Player.Name, Grade: s.Grade.String(), Rating: float64(s.Elo) / float64(league.EloPoint), Games: s.Games, Won: s.Wins,
			Strength: float64(s.Strength.Rating), Deviation: float64(l.Deviation), Volatility: float64(s.Strength.Volatility), Provisional: l.Provisional, Last: s.Last,
		}
		if l.Place > 0 {
			r.Place = &l.Place
		}
		list.Ratings = append(list.Ratings, r)
	}
	return json.MarshalIndent(list, "", " ")
}
