package core

import (
	"time"

	"kickabout/league"
)

// Remembered is how long notices and the keys of requests are kept.
const Remembered = 30 * 24 * time.Hour

// NoticesOf tells the players of a match what has happened in it, those who have an account: a program follows its games
// by them. Whoever did it themselves,
// "" if that is nobody, gets a notice of no event.
func NoticesOf(m league.Match, event league.EventName, by string, at time.Time, seq int) []league.Notice {
	kind := league.MatchNotice
	if event == league.ChatSaid {
		kind = league.ChatNotice
	}
	var notices []league.Notice
	for i, seat := range m.Seats {
		if !seat.Player.Agrees() || i == 1 && seat.Player.ID == m.Seats[0].Player.ID {
			continue
		}
		notices = append(notices, league.Notice{Player: seat.Player.ID, At: at, Kind: kind, Subject: m.ID, Seq: seq, Event: event})
	}
	return But(by, notices)
}

// But leaves no event in the notices to whoever did themselves what they are about.
func But(by string, notices []league.Notice) []league.Notice {
	for i := range notices {
		if by != "" && notices[i].Player == by {
			notices[i].Event = ""
		}
	}
	return notices
}

// NotifyMatch wakes those who wait for news of a match, or of its players.
func (c *Core) NotifyMatch(m league.Match, notices []league.Notice) {
	c.Hub.Say(MatchTopic + m.ID)
	c.Notify(notices)
}

// Ring wakes those who wait for news of a player.
func (c *Core) Ring(player string) { c.Hub.Say(PlayerTopic + player) }

// Notify wakes those who wait for notices to a player.
func (c *Core) Notify(notices []league.Notice) {
	var topics []string
	for _, n := range notices {
		topics = append(topics, PlayerTopic+n.Player)
	}
	c.Hub.Say(topics...)
	if len(notices) > 0 {
		c.Told.Wake()
	}
}
