// Package series is the pages of competitions that the site itself goes on with: championships,
// ladders, mini cups and monthly cups, and the calendar of them all.
package series

import (
	"fmt"

	"kickabout/engine"
	"kickabout/league"
	"kickabout/views/ui"
)

// CompetitionsInput is what the page of all competitions is built from.
type CompetitionsInput struct {
	ui.Frame
	Games    []engine.Game
	All      []league.Competition
	Editions []league.Tournament // of all of them: what is open or being played
}

// CompetitionsPage is the page of all competitions, game by game.
type CompetitionsPage struct {
	ui.Frame
	Games []CompetitionsOf
}

// CompetitionsOf is the competitions of a variant of a game.
type CompetitionsOf struct {
	ID, Name string
	Cards    []CompetitionCard
}

// CompetitionCard is one competition with its state and one button.
type CompetitionCard struct {
	CupCard
	Kind, About string
}

// kinds says what each series is, in the order of the cards.
var kinds = []struct{ format, name, about string }{
	{"championship", "Championship", "Divisions, two seasons a year, up and down."},
	{"ladder", "Ladder", "One long list; challenge who stands above."},
	{"minicup", "Mini cup", "Groups of three, level by level."},
	{"monthlycup", "Monthly cup", "Groups of five, a round of the winners, a final."},
}

// NewCompetitionsPage builds the page of all competitions.
func NewCompetitionsPage(in CompetitionsInput) CompetitionsPage {
	in.Title = "Competitions"
	in.Description = "Championships, ladders, mini cups and monthly cups of all games: what is open and what is being played."
	p := CompetitionsPage{Frame: in.Frame}
	for _, c := range in.All {
		name := ui.GameRules(in.Games, c.Game, c.Variant)
		if n := len(p.Games); n == 0 || !hasGame(p.Games, name) {
			p.Games = append(p.Games, CompetitionsOf{ID: fmt.Sprintf("game-%d", n+1), Name: name})
		}
	}
	for i := range p.Games {
		for _, k := range kinds {
			for _, c := range in.All {
				if c.Format == k.format && ui.GameRules(in.Games, c.Game, c.Variant) == p.Games[i].Name {
					p.Games[i].Cards = append(p.Games[i].Cards, CompetitionCard{in.card(c), k.name, k.about})
				}
			}
		}
	}
	return p
}

func hasGame(games []CompetitionsOf, name string) bool {
	for _, g := range games {
		if g.Name == name {
			return true
		}
	}
	return false
}

// card sums up a competition.
func (in CompetitionsInput) card(c league.Competition) CupCard {
	if c.Format == "minicup" || c.Format == "monthlycup" {
		return newCupCard(in.Frame, in.Games, c, in.Editions)
	}
	card := CupCard{URL: ui.CompetitionURL(c), Name: ui.GameRules(in.Games, c.Game, c.Variant), Action: "Look at it"}
	for _, t := range in.Editions {
		if t.Competition != c.ID() {
			continue
		}
		_, there := t.Entrant(in.Viewer.ID)
		if in.Site.Runs(c) || len(t.Entries) > 0 {
			card.State = append(card.State, editionText(t, in.Site.Runs(c)))
		}
		if there {
			card.State = append(card.State, "You are in")
		} else if (t.State == league.Registration || t.Rolling) && in.Site.Runs(c) {
			card.Action = "Enter"
		}
	}
	if !in.Site.Runs(c) {
		card.State = append([]string{closedState}, card.State...)
	}
	if len(card.State) == 0 {
		card.State = []string{"It opens by itself"}
	}
	return card
}

// editionText says how far an edition of a championship or a ladder is, which takes entries or not.
func editionText(t league.Tournament, takes bool) string {
	players := ui.CountText(len(t.Entries), "player", "players")
	switch {
	case t.Rolling:
		return players + " in it"
	case t.State == league.Running:
		return t.Name + " is being played by " + players
	case !takes:
		return players + " entered for " + t.Name
	case !t.Starts.IsZero():
		return t.Name + " is open for entry and starts on " + ui.DayText(t.Starts)
	}
	return t.Name + " is open for entry"
}
