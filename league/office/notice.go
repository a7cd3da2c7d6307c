package office

import (
	"context"
	"time"

	"kickabout/league"
)

// Notices keeps what concerns each player. The store numbers them.
type Notices interface {
	// Notices lists a player's notices with numbers greater than after, in their order.
	Notices(ctx context.Context, player string, after, limit int) ([]league.Notice, error)
	// LastNotice returns the number of a player's last notice, 0 if there was none yet.
	LastNotice(ctx context.Context, player string) (int, error)
	// Forget deletes notices and remembered requests from before a moment.
	Forget(ctx context.Context, before time.Time) error
}

// Notices lists what concerns a player after a notice that he has seen, in order.
func (o *Office) Notices(ctx context.Context, player string, after, limit int) ([]league.Notice, error) {
	return o.store.Notices(ctx, player, after, limit)
}

// LastNotice returns the number of a player's last notice, 0 if there was none yet.
func (o *Office) LastNotice(ctx context.Context, player string) (int, error) {
	return o.store.LastNotice(ctx, player)
}

// remembered is how long notices and the keys of requests are kept.
const remembered = 30 * 24 * time.Hour

// Forget deletes notices and keys of requests that are older than 30 days.
func (o *Office) Forget(ctx context.Context) error {
	return o.store.Forget(ctx, o.Now().Add(-remembered))
}

// noticesOf tells the players of a match about it, those who have an account.
func noticesOf(m league.Match, kind league.NoticeKind, at time.Time, seq int) []league.Notice {
	var notices []league.Notice
	for i, seat := range m.Seats {
		if seat.Player.Kind != league.Member || i == 1 && seat.Player.ID == m.Seats[0].Player.ID {
			continue
		}
		notices = append(notices, league.Notice{Player: seat.Player.ID, At: at, Kind: kind, Subject: m.ID, Seq: seq})
	}
	return notices
}

// spread wakes those who wait for news of a match, or of its players.
func (o *Office) spread(m league.Match, notices []league.Notice) {
	o.hub.say(matchTopic + m.ID)
	o.tell(notices)
}

// tell wakes those who wait for notices to a player.
func (o *Office) tell(notices []league.Notice) {
	var topics []string
	for _, n := range notices {
		topics = append(topics, playerTopic+n.Player)
	}
	o.hub.say(topics...)
}
