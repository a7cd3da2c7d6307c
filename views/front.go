package views

import (
	"fmt"
	"slices"
	"time"

	"kickabout/engine"
	"kickabout/engine/clock"
	"kickabout/engine/dice"
	"kickabout/league"
	"kickabout/league/formats/championship"
	"kickabout/league/formats/minicup"
)

// FrontInput is what the front page is built from. The matches come without logs.
type FrontInput struct {
	Frame
	Games       []engine.Game       // the catalogue
	Reservation string              // signed proof of the dice reserved for the next match
	Head        dice.Link           // of those dice, shown before anybody contributes
	Opponents   []Opponent          // the bots, the default first
	Form        StartForm           // what was typed; zero: the defaults
	Errors      map[string]string   // sentences by the field they are about; "": about the whole form
	Mine        []league.Match      // running matches of the viewer
	Playing     []league.Tournament // being played, in which the viewer has a seat, with his entry
	Offers      []league.Offer      // of everybody, the newest first
	Invited     int                 // open invitations to the viewer
	Running     []league.Match      // of everybody, to watch
	Finished    []league.Match      // of everybody, the latest first
	Cups        []league.Tournament // open for entry, the latest first
	Nearest     []league.Tournament // of the site's competitions: the fullest first
	Notices     []league.SiteNotice // of the last days, the latest first
}

// Opponent is a bot to play against.
type Opponent struct {
	ID, Name string
	Summary  string // how strong it is, in plain words
}

// StartForm is the form that starts a match or makes an offer, as it was typed.
type StartForm struct {
	Opponent     string // id of a bot; in an offer also OpponentAnyone or OpponentPerson
	Name         string // of that person
	Rules        string // "streetsoccer/lg", "onetwofun/basic,goals=3"
	Kickoff      string // "me", "you" or "lot": who is First
	Control      string // id of a clock.Control
	Rated        bool
	Message      string
	Contribution string // to the dice

	Legs, Slots, Days, From, To, Around string // of an offer, as office.Proposal has them
}

// FrontPage is the front page.
type FrontPage struct {
	Frame
	Reservation  string
	Errors       map[string]string
	Opponents    []Option
	Rules        RulesChoice
	Kickoffs     []Option
	Controls     []Option
	Contribution ContributionField
	Room         RoomView
	Mine         []Card
	Watch        WatchView
	Results      []ResultLine
	Cups         []TournamentLine // open for entry
	Groups       []GroupLink      // in which the viewer plays
	Queues       []QueueView      // likewise, of the site's competitions
	Notices      []NoticeLine
}

// Option is one of several that a form offers.
type Option struct {
	ID, Name, Summary string
	Chosen            bool
}

// Card shows a match in a list: a small board, who plays, whose turn it is.
type Card struct {
	URL      string
	Kit      string // classes with the colours of the sides
	Board    *Board // nil if the position cannot be read
	Names    [2]string
	Marks    [2]string // "bot" or ""
	Score    string
	Status   string    // "Your turn", "Yellow to move"
	Yours    bool      // the viewer must move
	Deadline time.Time // of the side to move
	Paused   bool      // its tournament is, and clocks stand still
	Left     string
}

// ResultLine is a finished match in a list.
type ResultLine struct {
	URL    string
	Kit    string // classes with the colours of the sides
	Names  [2]string
	Score  string
	Text   string // "Yellow wins 2:1 in sudden death."
	Points string // "4 – 1 points"
	Ended  time.Time
}

// NewFrontPage builds the front page.
func NewFrontPage(in FrontInput) FrontPage {
	p := FrontPage{
		Frame: in.Frame, Reservation: in.Reservation, Errors: in.Errors,
		Opponents: opponents(in.Opponents), Rules: newRulesChoice(in.Games, in.Form.Rules, in.Errors), Kickoffs: kickoffs("The bot does", "The bot makes the first move."),
		Contribution: newContributionField(in.Head, in.Form.Contribution, in.Errors),
		Room:         newRoomView(in.Games, in.Offers, in.Invited, in.Viewer, in.Now),
		Controls:     controls(),
		Watch:        NewWatchView(in.Games, in.Running, in.Now),
		Cups:         tournamentLines(in.Games, in.Cups, in.Viewer.ID),
		Notices:      noticeLines(in.Notices),
		Groups:       groupLinks(in.Playing, in.Viewer.ID),
	}
	choose(p.Opponents, in.Form.Opponent)
	choose(p.Kickoffs, in.Form.Kickoff)
	choose(p.Controls, in.Form.Control)
	for _, m := range in.Mine {
		p.Mine = append(p.Mine, newCard(in.Games, m, in.Viewer.ID, in.Now))
	}
	sortCards(p.Mine)
	p.Queues = nearest(in)
	for _, m := range in.Finished {
		p.Results = append(p.Results, newResult(in.Games, m))
	}
	return p
}

// nearestOfFormat is how many editions of one format the front page names.
const nearestOfFormat = 2

// nearest picks some of the editions that are open for entry, of each format the fullest.
func nearest(in FrontInput) []QueueView {
	var list []QueueView
	named := map[string]int{}
	for _, t := range in.Nearest {
		if named[t.Format]++; named[t.Format] > nearestOfFormat {
			continue
		}
		q := newQueueView(in.Games, t, in.Viewer)
		if level, _, ok := minicup.Level(t.Edition); ok && level > 0 {
			q.Enter = false // the page of the cup knows who has the right
		}
		list = append(list, q)
	}
	return list
}

// WatchView is the running matches that the front page shows live.
type WatchView struct{ Cards []Card }

// NewWatchView builds the live boards of the front page.
func NewWatchView(games []engine.Game, running []league.Match, now time.Time) WatchView {
	var v WatchView
	for _, m := range running {
		v.Cards = append(v.Cards, newCard(games, m, "", now))
	}
	return v
}

func opponents(list []Opponent) []Option {
	options := make([]Option, len(list))
	for i, o := range list {
		options[i] = Option{ID: o.ID, Name: o.Name, Summary: o.Summary}
	}
	return options
}

// controls offers the time controls (platform rule 2.11).
func controls() []Option {
	var options []Option
	for _, c := range clock.Controls() {
		options = append(options, Option{
			ID: c.ID, Name: c.Name,
			Summary: fmt.Sprintf("%s at the start, %s more after each move.", span(c.Bank), span(c.Increment)),
		})
	}
	return options
}

// span writes a round time: "10 days", "36 hours".
func span(d time.Duration) string {
	if d >= 48*time.Hour && d%(24*time.Hour) == 0 {
		return fmt.Sprintf("%d days", d/(24*time.Hour))
	}
	return fmt.Sprintf("%d hours", d/time.Hour)
}

// choose marks the option with the id; the first if there is none such.
func choose(options []Option, id string) {
	for i := range options {
		if options[i].ID == id {
			options[i].Chosen = true
			return
		}
	}
	if len(options) > 0 {
		options[0].Chosen = true
	}
}

// gameOf returns the game of a match; nil if it is not in the catalogue.
func gameOf(games []engine.Game, id string) engine.Game {
	for _, g := range games {
		if g.Info().ID == id {
			return g
		}
	}
	return nil
}

// waitsForTwin is what lists say of a match of a duplicate pair until the other one has come as far.
const waitsForTwin = "Waits for the other game of the pair"

func newCard(games []engine.Game, m league.Match, viewer string, now time.Time) Card {
	c := Card{URL: matchURL(m.ID), Score: scoreText(m.State.Score), Deadline: m.State.Deadline}
	for i, side := range []engine.Side{engine.First, engine.Second} {
		player := m.Seats[m.SeatOf(side)].Player
		c.Names[i] = player.Name
		if player.Kind == league.Bot {
			c.Marks[i] = "bot"
		}
	}
	if mover, ok := m.Mover(); ok {
		c.Yours = viewer != "" && mover.ID == viewer
		c.Status = mover.Name + " to move"
		c.Left = left(m.State.Deadline.Sub(now))
		c.Paused = !m.State.Deadline.Before(league.Halt)
		if m.State.Held {
			c.Status, c.Deadline = waitsForTwin, time.Time{}
		}
	}
	if g := gameOf(games, m.Game); g != nil {
		c.Kit = kit(g.Info().Sides)
		if m.State.ToMove != engine.NoSide && !m.State.Held { // two bots may bear one name; sides differ
			c.Status = g.Info().Sides[m.State.ToMove-1] + " to move"
		}
		if p, err := g.Parse(m.Variant, m.State.Position); err == nil {
			board := NewBoard(BoardInput{Diagram: p.Diagram(), Sides: g.Info().Sides})
			board.Label = c.Names[0] + " v " + c.Names[1] + ", " + c.Score
			c.Board = &board
		}
	}
	if c.Yours {
		c.Status = "Your turn"
	}
	return c
}

// sortCards puts the matches first in which it is the viewer's turn, then by
// time left. The order of equals stays.
func sortCards(cards []Card) {
	slices.SortStableFunc(cards, func(a, b Card) int {
		if a.Yours != b.Yours {
			if a.Yours {
				return -1
			}
			return 1
		}
		return a.Deadline.Compare(b.Deadline)
	})
}

func newResult(games []engine.Game, m league.Match) ResultLine {
	r := ResultLine{
		URL: matchURL(m.ID), Score: scoreText(m.State.Score), Ended: m.State.Moved,
		Points: priceText(m.Scoring(), m.State.Outcome),
	}
	for i, side := range []engine.Side{engine.First, engine.Second} {
		r.Names[i] = m.Seats[m.SeatOf(side)].Player.Name
	}
	if g := gameOf(games, m.Game); g != nil {
		r.Kit = kit(g.Info().Sides)
		r.Text = outcomeText(m.State.Outcome, g.Info().Sides)
	}
	return r
}

// groupLinks leads to the tables in which a player plays.
func groupLinks(playing []league.Tournament, viewer string) []GroupLink {
	var links []GroupLink
	for _, t := range playing {
		link := GroupLink{Name: t.Name, URL: tournamentURL(t.ID)}
		if e, ok := t.Entrant(viewer); ok && t.Format == championship.ID {
			link.Name, link.URL = link.Name+", "+groupTitle(e.Group), GroupURL(t, e.Group)
		}
		links = append(links, link)
	}
	return links
}
