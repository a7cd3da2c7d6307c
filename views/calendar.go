package views

import (
	"cmp"
	"fmt"
	"net/url"
	"slices"
	"time"

	"kickabout/engine"
	"kickabout/league"
	"kickabout/league/formats/championship"
	"kickabout/league/formats/monthlycup"
)

// CalendarInput is what the calendar is built from.
type CalendarInput struct {
	Frame
	Games        []engine.Game
	Competitions []league.Competition
	Tournaments  []league.Tournament // of users and of competitions: open, running, or ended since Since
	Since        time.Time
	Game         string // id of the game that is asked for; "" for all
	Address      string // where the site is, for calendar programs; "" on a loopback address
}

// CalendarPage is what opens, starts and ends when, month by month.
type CalendarPage struct {
	Frame
	Filters []CalendarFilter
	ICS     string
	Months  []CalendarMonth
}

// CalendarFilter is a link to the dates of one game.
type CalendarFilter struct {
	URL, Name string
	Now       bool
}

// CalendarMonth is the dates of a month, in order.
type CalendarMonth struct {
	ID, Name string
	Dates    []CalendarDate
}

// CalendarDate is something that happens at a moment.
type CalendarDate struct {
	At       time.Time
	What     string // "starts"
	Name     string // of the tournament
	Game, ID string // "StreetSoccer"; its id
	URL      string
	Over     bool // it has happened
	key      string
}

// NewCalendarPage builds the calendar.
func NewCalendarPage(in CalendarInput) CalendarPage {
	in.Title = "Calendar"
	in.Description = "What opens, starts and ends when, over all competitions and tournaments."
	p := CalendarPage{Frame: in.Frame, ICS: "/calendar.ics"}
	p.Filters = []CalendarFilter{{"/calendar", "All games", in.Game == ""}}
	for _, g := range in.Games {
		info := g.Info()
		p.Filters = append(p.Filters, CalendarFilter{"/calendar?game=" + url.QueryEscape(info.ID), info.Name, in.Game == info.ID})
		if in.Game == info.ID {
			p.ICS += "?game=" + url.QueryEscape(info.ID)
		}
	}
	for _, d := range in.dates() {
		name := d.At.UTC().Format("January 2006")
		if n := len(p.Months); n == 0 || p.Months[n-1].Name != name {
			p.Months = append(p.Months, CalendarMonth{ID: d.At.UTC().Format("m2006-01"), Name: name})
		}
		m := &p.Months[len(p.Months)-1]
		m.Dates = append(m.Dates, d)
	}
	return p
}

// dates lists all that is known to happen and what has happened lately, in order.
func (in CalendarInput) dates() []CalendarDate {
	var dates []CalendarDate
	add := func(at time.Time, what, name, game, url, key string) {
		if at.IsZero() || at.Before(in.Since) || in.Game != "" && in.Game != game {
			return
		}
		d := CalendarDate{At: at, What: what, Name: name, ID: game, Game: game, URL: url, Over: !at.After(in.Now), key: key + "/" + what}
		if g := gameOf(in.Games, game); g != nil {
			d.Game = g.Info().Name
		}
		dates = append(dates, d)
	}
	for _, t := range in.Tournaments {
		key := t.ID
		switch t.State {
		case league.Registration:
			if t.Format == championship.ID {
				add(t.Created, "opened for entries", t.Name, t.Game, tournamentURL(t.ID), key)
			}
			add(t.Closes, "closes for entries", t.Name, t.Game, tournamentURL(t.ID), key)
			add(t.Starts, "starts", t.Name, t.Game, tournamentURL(t.ID), key)
		case league.Running:
			if !t.Rolling {
				add(t.Started, "started", t.Name, t.Game, tournamentURL(t.ID), key)
			}
			if t.Format == "championship" && t.Competition != "" && t.Profile != "lg" {
				if opens := championship.Opens(t.Started); opens.After(in.Now) {
					add(opens, "opens entries for the season after it", t.Name, t.Game, tournamentURL(t.ID), key)
				}
				add(championship.SoftEnd(t.Started), "has its soft end: clocks become fast", t.Name, t.Game, tournamentURL(t.ID), key)
				add(championship.HardEnd(t.Started), "ends at the latest", t.Name, t.Game, tournamentURL(t.ID), key)
			}
		case league.Finished:
			add(t.Ended, "ended", t.Name, t.Game, tournamentURL(t.ID), key)
		}
	}
	for _, c := range in.Competitions {
		if c.Format == "ladder" {
			now := monthlycup.MonthAt(in.Now)
			add(monthlycup.RoundStarts(now), "ends its month of "+monthText(now), "Ladder "+cupRules(in.Games, c.Game, c.Variant), c.Game, competitionURL(c), c.ID())
		}
		if c.Format != "monthlycup" {
			continue
		}
		name := "Monthly cup " + cupRules(in.Games, c.Game, c.Variant)
		year, month := in.Now.UTC().Year(), monthlycup.MonthAt(in.Now)
		add(monthlycup.RoundStarts(month), "has its round of the winners of "+monthText(month), name, c.Game, competitionURL(c), c.ID())
		for _, y := range []int{year - 1, year} {
			if starts, _ := monthlycup.FinalStarts(nil, y); starts.After(in.Now) {
				add(starts, fmt.Sprintf("has its final of %d, at the earliest", y), name, c.Game, competitionURL(c), c.ID())
			}
		}
	}
	slices.SortFunc(dates, func(a, b CalendarDate) int {
		return cmp.Or(a.At.Compare(b.At), cmp.Compare(a.Name, b.Name), cmp.Compare(a.key, b.key))
	})
	return dates
}
