// Package channels is the pages on which members look after the ways by which the site reaches them: feeds and what
// is in them.
package channels

import (
	"time"

	"kickabout/engine"
	"kickabout/league"
	"kickabout/views/feed"
	"kickabout/views/match"
	"kickabout/views/series"
	"kickabout/views/tournament"
	"kickabout/views/ui"
)

// OwnInput is what the feed and the calendar of a member are built from.
type OwnInput struct {
	Site        string // its name
	Address     string // of the site, without a slash at the end
	Now         time.Time
	Games       []engine.Game
	Player      league.Player
	Link        string              // of the feed's address: its secret, or ByPassword
	Since       time.Time           // from when on what is over is told
	Mine        []league.Match      // in which it is their turn
	ToMe        []league.Offer      // invitations
	Tournaments []league.Tournament // in which they are, with the latest of their logs
}

// ByPassword stands in the addresses of feeds for the secret, where a program sends that as the password of any name.
const ByPassword = "own"

// newsActs are the acts in a tournament that concern all who play in it.
var newsActs = map[league.TournamentAct]bool{
	league.ActStarted: true, league.ActFinished: true, league.ActCancelled: true, league.ActChanged: true,
	league.ActPaused: true, league.ActResumed: true, league.ActAnnounced: true,
}

// NewOwnFeed is what waits for a member, and what has happened in their tournaments.
func NewOwnFeed(in OwnInput) feed.Feed {
	f := feed.Feed{
		Title: in.Site + ": " + in.Player.Name, Subtitle: "Games that wait for you, invitations, and your tournaments", Author: in.Site, Since: in.Player.Created,
		Self: in.Address + "/feeds/" + in.Link + ".atom", Home: in.Address + "/matches", ID: in.Address + ui.PlayerURL(in.Player) + "#own",
	}
	f.Entries = match.TurnEntries(in.Games, in.Mine, in.Player.ID, in.Address)
	for _, o := range in.ToMe {
		url := in.Address + ui.OfferURL(o.ID)
		text := ui.GameRules(in.Games, o.Game, o.Variant) + "."
		if o.Message != "" {
			text += " “" + o.Message + "”"
		}
		f.Entries = append(f.Entries, feed.Entry{ID: url, Title: o.Author.Name + " invites you", Text: text, URL: url, Changed: o.Created})
	}
	for _, t := range in.Tournaments {
		wanted := func(d league.Decision) bool {
			return !d.At.Before(in.Since) && d.By.ID != in.Player.ID && (newsActs[d.Act] || d.Player.ID == in.Player.ID)
		}
		for _, e := range tournament.FeedEntries(in.Games, t, in.Address, wanted) {
			e.Title, e.Text = t.Name, e.Title
			f.Entries = append(f.Entries, e)
		}
	}
	return f
}

// NewOwnCalendar is when a member's time runs out, and the dates of their tournaments.
func NewOwnCalendar(in OwnInput) feed.Calendar {
	dates := match.TurnDates(in.Games, in.Mine, in.Player.ID, in.Address)
	own := series.CalendarInput{Games: in.Games, Tournaments: in.Tournaments, Since: in.Since, Address: in.Address}
	own.Now = in.Now
	return feed.Calendar{Name: in.Site + ": " + in.Player.Name, Dates: append(dates, series.OwnDates(own)...)}
}
