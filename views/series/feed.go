package series

import (
	"strings"

	"kickabout/engine"
	"kickabout/league"
	"kickabout/views/feed"
	"kickabout/views/tournament"
	"kickabout/views/ui"
)

// NewCompetitionFeed is what has happened in a competition, for programs that follow it from an address: when its
// editions opened, started and ended, and of one that goes on for ever its log.
func NewCompetitionFeed(games []engine.Game, c league.Competition, editions []league.Tournament, site, address string) feed.Feed {
	url := address + ui.CompetitionURL(c)
	f := feed.Feed{Title: kindName(c.Format) + ": " + ui.GameRules(games, c.Game, c.Variant), Self: url + "/feed.atom", Home: url, Author: site}
	for i, t := range editions {
		if i == 0 || t.Created.Before(f.Since) {
			f.Since = t.Created
		}
		if t.Rolling {
			f.Entries = append(f.Entries, tournament.FeedEntries(games, t, address, func(league.Decision) bool { return true })...)
			continue
		}
		f.Entries = append(f.Entries, EditionEntries(t, address)...)
	}
	return f
}

// EditionEntries tells of an edition, or of a tournament of a user, what has happened so far.
func EditionEntries(t league.Tournament, address string) []feed.Entry {
	url := address + ui.TournamentURL(t.ID)
	entries := []feed.Entry{{ID: url + "#opened", Title: t.Name + " takes entries.", URL: url, Changed: t.Created}}
	if !t.Started.IsZero() {
		entries = append(entries, feed.Entry{ID: url + "#started", Title: t.Name + " has started.", URL: url, Changed: t.Started})
	}
	switch t.State {
	case league.Finished:
		entries = append(entries, feed.Entry{ID: url + "#ended", Title: t.Name + " has ended.", Text: wonBy(t.Winners()), URL: url, Changed: t.Ended})
	case league.Cancelled:
		entries = append(entries, feed.Entry{ID: url + "#ended", Title: t.Name + " was cancelled.", URL: url, Changed: t.Ended})
	}
	return entries
}

// mostWinners is of how many winners a feed gives the names: a season has one for each group.
const mostWinners = 3

// wonBy names the winners of an edition; "" if there are many.
func wonBy(winners []league.Player) string {
	switch n := len(winners); {
	case n == 0:
		return "No winner."
	case n > mostWinners:
		return ""
	}
	names := make([]string, len(winners))
	for i, w := range winners {
		names[i] = w.Name
	}
	return "Won by " + strings.Join(names, ", ") + "."
}

// kindName names the kind of a competition.
func kindName(format string) string {
	for _, k := range kinds {
		if k.format == format {
			return k.name
		}
	}
	return ui.Upper(format)
}
