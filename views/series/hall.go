package series

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"kickabout/engine"
	"kickabout/league"
	"kickabout/league/ladders"
	"kickabout/views/tournament"
	"kickabout/views/ui"
)

// HallInput is what the hall of fame is built from.
type HallInput struct {
	ui.Frame
	Games   []engine.Game
	Won     []league.Tournament // what has ended, the latest first, with the entries of those who may have won something
	Ladders []ladders.Line
}

// HallPage is the hall of fame: who has won most, and what was won in each rule set.
type HallPage struct {
	ui.Frame
	Most  *ui.Bars // nil: nobody has won anything
	Table ui.ChartTable
	Rules []HallRules
}

// HallRules is what was won by the rules of a variant of a game.
type HallRules struct {
	ID, Name string
	Top      *HallLine // who is on top of its ladder; nil: nobody
	Titles   []HallLine
	Months   []HallLine // the latest ones
	AllOf    string     // where all months stand; "" if they stand here
}

// HallLine is a title and who has it.
type HallLine struct {
	Sign      string // as of a member.Trophy
	Name, URL string // of the player
	Text, At  string // what was won, and its page
}

// How much the hall of fame shows.
const (
	hallPlayers = 10 // with most titles
	hallMonths  = 6  // of each rule set
)

// hallKinds are the titles that are counted, by what they are worth, with the class of their part of a bar.
var hallKinds = []struct{ sign, class, one, more string }{
	{"champion", "a", "championship", "championships"}, {"year", "b", "cup of a year", "cups of a year"}, {"month", "c", "cup of a month", "cups of a month"},
}

// winner is a player with the number of titles of each kind.
type winner struct {
	player league.Player
	titles [3]int
	all    int
}

// NewHallPage builds the hall of fame.
func NewHallPage(in HallInput) HallPage {
	p := HallPage{Frame: in.Frame}
	p.Title = "Hall of fame"
	p.Description = "Champions, cup winners and leaders of the ladders, for each game and rule set."
	at, people := map[string]int{}, map[string]*winner{}
	for _, g := range in.Games {
		for _, v := range g.Info().Variants {
			at[ui.RulesID(g.Info().ID, v.ID)] = len(p.Rules)
			p.Rules = append(p.Rules, HallRules{ID: "hall-" + strconv.Itoa(len(p.Rules)+1), Name: ui.RulesName(g.Info(), v.ID)})
		}
	}
	for _, t := range in.Won {
		i, ok := at[ui.RulesID(t.Game, t.Variant)]
		if !ok {
			continue
		}
		for _, e := range t.Entries {
			for _, title := range titlesOf(t, e) {
				p.Rules[i].add(t, e.Player, title)
				count(people, e.Player, title.sign)
			}
		}
	}
	for _, l := range in.Ladders {
		if i, ok := at[ui.RulesID(l.Competition.Game, l.Competition.Variant)]; ok && l.Top.ID != "" && l.Players > 1 {
			p.Rules[i].Top = &HallLine{Sign: "ladder", Name: l.Top.Name, URL: ui.PlayerURL(l.Top), Text: fmt.Sprintf("On top of the ladder of %d players", l.Players), At: ui.LadderURL(l.Competition)}
		}
	}
	p.Rules = slices.DeleteFunc(p.Rules, func(r HallRules) bool { return r.Top == nil && len(r.Titles)+len(r.Months) == 0 })
	p.most(people, in.Viewer.ID)
	return p
}

// add puts a title where it stands.
func (r *HallRules) add(t league.Tournament, p league.Player, won title) {
	line := HallLine{Sign: won.sign, Name: p.Name, URL: ui.PlayerURL(p), Text: tournament.Starred(won.text, t), At: ui.TournamentURL(t.ID)}
	switch {
	case won.sign != "month":
		r.Titles = append(r.Titles, line)
	case len(r.Months) < hallMonths:
		r.Months = append(r.Months, line)
	default:
		r.AllOf = ui.CompetitionURL(league.Competition{Format: t.Format, Game: t.Game, Variant: t.Variant})
	}
}

func count(people map[string]*winner, p league.Player, sign string) {
	for i, k := range hallKinds {
		if k.sign != sign {
			continue
		}
		if people[p.ID] == nil {
			people[p.ID] = &winner{player: p}
		}
		people[p.ID].titles[i]++
		people[p.ID].all++
	}
}

// most draws who has won most: by number, then by what the titles are worth, then by name.
func (p *HallPage) most(people map[string]*winner, viewer string) {
	if len(people) == 0 {
		return
	}
	var list []*winner
	for _, w := range people {
		list = append(list, w)
	}
	slices.SortFunc(list, func(a, b *winner) int {
		return cmp.Or(b.all-a.all, slices.Compare(b.titles[:], a.titles[:]), strings.Compare(a.player.Name, b.player.Name))
	})
	list = list[:min(len(list), hallPlayers)]
	p.Most = &ui.Bars{ID: "titles"}
	p.Table = ui.ChartTable{Name: "Titles by player", Head: []string{"Player"}}
	for _, k := range hallKinds {
		p.Most.Key = append(p.Most.Key, ui.BarKey{Class: k.class, Text: k.more})
		p.Table.Head = append(p.Table.Head, ui.Upper(k.more))
	}
	for _, w := range list {
		row := ui.BarRow{Name: w.player.Name, URL: ui.PlayerURL(w.player), You: w.player.ID == viewer, Best: strconv.Itoa(w.all)}
		cells, said, from := []string{w.player.Name}, []string{}, 0
		for i, k := range hallKinds {
			n := w.titles[i]
			cells = append(cells, strconv.Itoa(n))
			if n == 0 {
				continue
			}
			row.Parts = append(row.Parts, ui.BarPart{Class: k.class, From: share(from, list[0].all), To: share(from+n, list[0].all)})
			said, from = append(said, ui.CountText(n, k.one, k.more)), from+n
		}
		row.Text = w.player.Name + ": " + strings.Join(said, ", ")
		p.Most.Rows, p.Table.Rows = append(p.Most.Rows, row), append(p.Table.Rows, cells)
	}
}

// share is n of all in percent.
func share(n, all int) float64 { return 100 * float64(n) / float64(all) }
