package tournament

import (
	"strconv"

	"kickabout/engine"
	"kickabout/league"
	"kickabout/views/feed"
	"kickabout/views/ui"
)

// NewFeed is the log of a tournament, for programs that follow it from an address.
func NewFeed(games []engine.Game, t league.Tournament, site, address string) feed.Feed {
	url := address + ui.TournamentURL(t.ID)
	return feed.Feed{
		Title: t.Name, Subtitle: ui.GameRules(games, t.Game, t.Variant), Self: url + "/feed.atom", Home: url, Author: site, Since: t.Created,
		Entries: FeedEntries(games, t, address, func(league.Decision) bool { return true }),
	}
}

// FeedEntries are the events of a tournament's log that are told at all and are wanted, as entries of a feed.
func FeedEntries(games []engine.Game, t league.Tournament, address string, wanted func(league.Decision) bool) []feed.Entry {
	var entries []feed.Entry
	url := address + ui.TournamentURL(t.ID)
	for _, d := range t.Log {
		if !wanted(d) {
			continue
		}
		if text := decisionText(games, t, d); text != "" {
			entries = append(entries, feed.Entry{ID: url + "#event-" + strconv.Itoa(d.Seq), Title: text, URL: url, Changed: d.At})
		}
	}
	return entries
}
