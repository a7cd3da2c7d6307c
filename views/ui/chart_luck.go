package ui

import (
	"fmt"
	"math"
	"slices"

	"kickabout/league/assessment"
)

// LuckBars are luck and skill as bars from a middle zero, a row each: of the games of a player, or of players.
type LuckBars struct {
	Rows  []LuckBarRow
	Table ChartTable
}

// LuckBarRow is luck and skill of one row, in points a game.
type LuckBarRow struct {
	Name, URL string
	You       bool
	Luck      LuckBar
	Skill     LuckBar
	Whisker   *BarPart // where the skill is with 95 %; nil of a single game
	Text      string   // all of it in words
}

// LuckBar is a bar from the middle, in percent of the room.
type LuckBar struct {
	BarPart
	Text string // "+0.21"
}

// LuckRow is what a row of bars is built from.
type LuckRow struct {
	Name, URL string
	You       bool
	Sum       assessment.LuckSum
}

// The even share of a game's 5 points, and what reaches the end of a bar, in thousandths of a point.
const (
	evenShare  = 2500
	barReach   = 2500
	ninetyFive = 1.96 // standard errors that hold 95 % of what chance does
)

// NewLuckBars draws luck and skill; rows without a game that was worked through are left out. Skill is what a game paid
// without its luck and what was given up, against an even share.
func NewLuckBars(rows []LuckRow) *LuckBars {
	b := &LuckBars{Table: ChartTable{Name: "Luck and skill in points a game", Head: []string{"", "Games", "Luck", "Skill", "Give or take", "Given up"}}}
	for _, r := range rows {
		if r.Sum.Matches == 0 {
			continue
		}
		mean, deviation := r.Sum.Mean()
		luck, skill, off := r.Sum.Per(r.Sum.NetLuck()), mean-evenShare, ninetyFive*deviation
		row := LuckBarRow{Name: r.Name, URL: r.URL, You: r.You, Luck: luckBar("luck", luck), Skill: luckBar("skill", skill)}
		give := "–"
		if r.Sum.Matches > 1 {
			row.Whisker = &BarPart{"whisker", barPlace(skill - off), barPlace(skill + off)}
			give = "± " + FixedText(off/1000, 2)
		}
		row.Text = fmt.Sprintf("%s, %s: luck %s points a game, skill %s", r.Name, CountText(r.Sum.Matches, "game", "games"), row.Luck.Text, row.Skill.Text)
		if row.Whisker != nil {
			row.Text += fmt.Sprintf(", with 95 %% between %s and %s", plusText(skill-off), plusText(skill+off))
		}
		given := plusText(r.Sum.Per(r.Sum.Given))
		if r.Sum.Given != 0 { // neither luck nor skill (R-PT-5)
			row.Text += ", given up by opponents " + given
		}
		b.Rows = append(b.Rows, row)
		b.Table.Rows = append(b.Table.Rows, []string{r.Name, fmt.Sprint(r.Sum.Matches), row.Luck.Text, row.Skill.Text, give, given})
	}
	if len(b.Rows) == 0 {
		return nil
	}
	return b
}

// whiskers says that some row has one: none has of a single game.
func (b LuckBars) whiskers() bool {
	return slices.ContainsFunc(b.Rows, func(r LuckBarRow) bool { return r.Whisker != nil })
}

// barPlace is where a value stands, in percent of the room.
func barPlace(v float64) float64 { return 50 + 50*max(-1, min(1, v/barReach)) }

func luckBar(class string, v float64) LuckBar {
	return LuckBar{BarPart{class, min(50, barPlace(v)), max(50, barPlace(v))}, plusText(v)}
}

// plusText writes thousandths of a point with their sign: "+0.21", "−0.10", "0.00".
func plusText(v float64) string {
	if v = math.Round(v/10) * 10; v > 0 {
		return "+" + FixedText(v/1000, 2)
	}
	return Signed(v/1000, 2)
}
