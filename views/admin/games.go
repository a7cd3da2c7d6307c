package admin

import (
	"kickabout/engine"
	"kickabout/league/setting"
	"kickabout/views/ui"
)

// GamesInput is what the page of the games is built from.
type GamesInput struct {
	Shell
	Games  []engine.Game
	Open   setting.Games
	Wish   map[setting.Cell]bool // what was ticked and not, of a form that was refused; else nil
	Reason string                // that was typed
}

// GamesPage is which rules are open, and for what.
type GamesPage struct {
	Shell
	Rules   []GameRow
	Retired []RetiredRules
	Reason  string
}

// RetiredRules are rules by which nothing new begins, and those that succeed them.
type RetiredRules struct{ Name, Successor string }

// GameRow is the parts of a set of rules.
type GameRow struct {
	Name  string // "StreetSoccer, Little Golem"
	Parts []GameBox
}

// GameBox opens a part, or closes it.
type GameBox struct {
	Value string // as CellOf reads it
	Name  string
	Open  bool // at the moment
	Tick  bool // as the form has it
}

// NewGames builds the page.
func NewGames(in GamesInput) GamesPage {
	in.Title = "Games"
	p := GamesPage{Shell: in.Shell, Reason: in.Reason}
	for _, g := range in.Games {
		for _, v := range g.Info().Variants {
			if v.Retired() {
				p.Retired = append(p.Retired, RetiredRules{ui.RulesName(g.Info(), v.ID), ui.RulesName(g.Info(), v.Successor)})
				continue
			}
			rules := ui.RulesID(g.Info().ID, v.ID)
			row := GameRow{Name: ui.RulesName(g.Info(), v.ID)}
			for _, part := range setting.Parts() {
				c := setting.Cell{Rules: rules, Part: part}
				box := GameBox{Value: c.Text(), Name: part.Name(), Open: in.Open.Open(rules, part)}
				box.Tick = box.Open
				if wish, typed := in.Wish[c]; typed {
					box.Tick = wish
				}
				row.Parts = append(row.Parts, box)
			}
			p.Rules = append(p.Rules, row)
		}
	}
	return p
}
