package match

import (
	"strconv"
	"time"

	"kickabout/engine"
	"kickabout/league"
	"kickabout/views/feed"
	"kickabout/views/ui"
)

// NewPlayerFeed is what a player has played, for programs that follow it from an address. The matches are finished
// ones that everybody may know of, without logs.
func NewPlayerFeed(games []engine.Game, player league.Player, over []league.Match, site, address string) feed.Feed {
	url := address + ui.PlayerURL(player)
	f := feed.Feed{Title: player.Name + ": finished games", Self: url + "/feed.atom", Home: url + "/games", Author: site, Since: player.Created}
	for _, m := range over {
		r := NewResult(games, m)
		text := ui.GameRules(games, m.Game, m.Variant) + ". " + r.Text
		f.Entries = append(f.Entries, feed.Entry{ID: address + r.URL + "#end", Title: r.Names[0] + " v " + r.Names[1], Text: text, URL: address + r.URL, Changed: r.Ended})
	}
	return f
}

// waiting says that a match waits for its player, and time runs.
func waiting(m league.Match) bool {
	return !m.State.Held && !m.State.Deadline.IsZero() && m.State.Deadline.Before(league.Halt)
}

// opponent names whom a player meets in a match; "" if it is themselves.
func opponent(m league.Match, player string) string {
	for _, seat := range m.Seats {
		if seat.Player.ID != player {
			return seat.Player.Name
		}
	}
	return ""
}

// TurnEntries are the matches in which it is a player's turn, as entries of a feed: one for each turn.
func TurnEntries(games []engine.Game, mine []league.Match, player, address string) []feed.Entry {
	var entries []feed.Entry
	for _, m := range mine {
		if m.State.Held {
			continue
		}
		url := address + ui.MatchURL(m.ID)
		text := ui.GameRules(games, m.Game, m.Variant) + ". The score is " + ui.ScoreText(m.State.Score) + "."
		if waiting(m) {
			text += " Move before " + ui.Moment(m.State.Deadline) + "."
		}
		entries = append(entries, feed.Entry{
			ID: url + "#event-" + strconv.Itoa(m.State.Last), Title: "Your turn" + against(opponent(m, player)), Text: text, URL: url, Changed: m.State.Moved,
		})
	}
	return entries
}

func against(name string) string {
	if name == "" {
		return ""
	}
	return " against " + name
}

// TurnDates are when a player's time runs out in matches in which it is their turn, with reminders a day and 2 hours
// before.
func TurnDates(games []engine.Game, mine []league.Match, player, address string) []feed.Date {
	var dates []feed.Date
	for _, m := range mine {
		if !waiting(m) {
			continue
		}
		dates = append(dates, feed.Date{
			Key: m.ID + "/deadline", At: m.State.Deadline, Changed: m.State.Moved, Title: "Your time runs out" + against(opponent(m, player)),
			Text: ui.GameRules(games, m.Game, m.Variant), URL: address + ui.MatchURL(m.ID),
			Alarms: []time.Duration{24 * time.Hour, 2 * time.Hour},
		})
	}
	return dates
}
