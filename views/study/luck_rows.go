package study

import (
	"math"

	"kickabout/engine"
	"kickabout/engine/analysis"
	"kickabout/league/assessment"
	"kickabout/views/ui"
)

// LuckSplitRow is what matches were worth on average: a player's of a game, or those of a player of a tournament.
type LuckSplitRow struct {
	Name, URL              string
	You                    bool // it is the viewer's, in a table of players
	Matches                int
	Points, Luck, Adjusted string // a match: "2.61", "+0.13", "2.48 ± 0.21"
	Given                  string // likewise, by opponents: "+0.25"
	Cost, Level            string // of a decision: "0.064", "club"; "–" if there was none
}

// LuckSplitRows sums up a player's matches by game.
func LuckSplitRows(games []engine.Game, sums []assessment.LuckSum) (rows []LuckSplitRow) {
	for _, g := range games {
		for _, s := range sums {
			if s.Game != g.Info().ID || s.Matches == 0 {
				continue
			}
			rows = append(rows, luckSplitRow(g.Info().Name, ui.RulesURL(s.Game), s))
		}
	}
	return rows
}

// luckSplitRow is one line of what there is at least one match of.
func luckSplitRow(name, url string, s assessment.LuckSum) LuckSplitRow {
	mean, deviation := s.Mean()
	row := LuckSplitRow{Name: name, URL: url, Matches: s.Matches, Points: worthText(s.Points/s.Matches, 2), Luck: luckText(s), Given: worthSigned(s.Given/s.Matches, 2), Cost: "–", Level: "–"}
	row.Adjusted = worthText(int(math.Round(mean)), 2)
	if s.Matches > 1 {
		row.Adjusted += " ± " + worthText(int(math.Round(deviation)), 2)
	}
	if s.Decisions > 0 {
		row.Cost, row.Level = worthText(s.Cost/s.Decisions, 3), analysis.LevelOf(s.Cost, s.Decisions)
	}
	return row
}

// luckText is the net luck of a match on average, with its sign: "+0.21".
func luckText(s assessment.LuckSum) string {
	if s.Luck() > 0 {
		return "+" + worthText(s.Luck(), 2)
	}
	return worthText(s.Luck(), 2)
}

// MonthLuck is who had most and least luck in a month.
type MonthLuck struct {
	Month          string // "May 2027"
	Lucky, Unlucky []MonthLuckRow
}

// MonthLuckRow is the net luck of a player.
type MonthLuckRow struct {
	Name, URL string
	Luck      string // a match: "+0.21"
	Matches   string // "12 games"
}

// NewMonthLuck tells who was lucky this month, and who was not.
func NewMonthLuck(f assessment.LuckTable) MonthLuck {
	rows := func(list []assessment.PlayerLuck) (rows []MonthLuckRow) {
		for _, w := range list {
			rows = append(rows, MonthLuckRow{w.Player.Name, ui.PlayerURL(w.Player), luckText(w.LuckSum), ui.CountText(w.Matches, "game", "games")})
		}
		return rows
	}
	return MonthLuck{f.Month.UTC().Format("January 2006"), rows(f.Lucky), rows(f.Unlucky)}
}
