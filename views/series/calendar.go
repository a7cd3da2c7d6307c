package series

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
	"kickabout/views/ui"
)

// CalendarInput is what the calendar is built from.
type CalendarInput struct {
	ui.Frame
	Games        []engine.Game
	Competitions []league.Competition
	Tournaments  []league.Tournament // of users and of competitions: open, running, or ended since Since
	Since        time.Time
	Game         string // id of the game that is asked for; "" for all
	Address      string // where the site is, for calendar programs; "" on a loopback address
}

// CalendarPage is what opens, starts and ends when, month by month.
type CalendarPage struct {
	ui.Frame
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
	changed  time.Time // when its tournament last was; zero: unknown
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
	a := almanac{CalendarInput: in}
	for _, t := range in.Tournaments {
		a.addTournament(t)
	}
	for _, c := range in.Competitions {
		switch c.Format {
		case "ladder":
			a.addLadder(c)
		case "monthlycup":
			a.addMonthlyCup(c)
		}
	}
	slices.SortFunc(a.dates, func(a, b CalendarDate) int {
		return cmp.Or(a.At.Compare(b.At), cmp.Compare(a.Name, b.Name), cmp.Compare(a.key, b.key))
	})
	return a.dates
}

// almanac gathers the dates of a calendar.
type almanac struct {
	CalendarInput
	dates []CalendarDate
	of    league.Tournament // whose dates are being added; zero: of a competition
}

// add adds a date, unless it is none, long over, or of another game than the one asked for.
func (a *almanac) add(at time.Time, what, name, game, url, key string) {
	if at.IsZero() || at.Before(a.Since) || a.Game != "" && a.Game != game {
		return
	}
	d := CalendarDate{At: at, What: what, Name: name, ID: game, Game: game, URL: url, Over: !at.After(a.Now), key: key + "/" + what, changed: a.of.Changed}
	if g := ui.GameOf(a.Games, game); g != nil {
		d.Game = g.Info().Name
	}
	a.dates = append(a.dates, d)
}

// addTournament adds the dates of a tournament that its state leaves to come, and the last one.
func (a *almanac) addTournament(t league.Tournament) {
	a.of = t
	defer func() { a.of = league.Tournament{} }()
	add := func(at time.Time, what string) { a.add(at, what, t.Name, t.Game, ui.TournamentURL(t.ID), t.ID) }
	switch t.State {
	case league.Registration:
		if t.Format == championship.ID {
			add(t.Created, "opened for entries")
		}
		add(t.Closes, "closes for entries")
		add(t.Starts, "starts")
	case league.Running:
		if !t.Rolling {
			add(t.Started, "started")
		}
		if t.Format == "championship" && t.Competition != "" && t.Profile != "lg" {
			if opens := championship.Opens(t.Started); opens.After(a.Now) {
				add(opens, "opens entries for the season after it")
			}
			add(championship.SoftEnd(t), "has its soft end: clocks become fast")
			add(championship.HardEnd(t), "ends at the latest")
		}
	case league.Finished:
		add(t.Ended, "ended")
	}
}

// addLadder adds the end of a ladder's month.
func (a *almanac) addLadder(c league.Competition) {
	now := monthlycup.MonthAt(a.Now)
	a.add(monthlycup.RoundStarts(now), "ends its month of "+ui.MonthText(now), "Ladder "+ui.GameRules(a.Games, c.Game, c.Variant), c.Game, ui.CompetitionURL(c), c.ID())
}

// addMonthlyCup adds the next round of winners of a cup, and its finals.
func (a *almanac) addMonthlyCup(c league.Competition) {
	name := "Monthly cup " + ui.GameRules(a.Games, c.Game, c.Variant)
	year, month := a.Now.UTC().Year(), monthlycup.MonthAt(a.Now)
	a.add(monthlycup.RoundStarts(month), "has its round of the winners of "+ui.MonthText(month), name, c.Game, ui.CompetitionURL(c), c.ID())
	for _, y := range []int{year - 1, year} {
		if starts, _ := monthlycup.FinalStarts(nil, y); starts.After(a.Now) {
			a.add(starts, fmt.Sprintf("has its final of %d, at the earliest", y), name, c.Game, ui.CompetitionURL(c), c.ID())
		}
	}
}
