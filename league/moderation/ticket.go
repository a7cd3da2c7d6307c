package moderation

import (
	"context"
	"strconv"
	"strings"
	"time"

	"kickabout/league"
)

// ticketLasts is how long somebody whose account is closed has for an appeal once they have said who they are.
const ticketLasts = time.Hour

// ticketFor signs what a ticket is for.
const ticketFor = "standing"

// Ticket returns what lets a player appeal for an hour without a session, as somebody does who cannot sign in.
func (s *Moderation) Ticket(player league.Player) string {
	text := player.ID + "." + strconv.FormatInt(s.core.Now().Add(ticketLasts).Unix(), 10)
	return text + "." + s.core.Sign(ticketFor, text)
}

// ByTicket returns the player of a ticket; an error of kind league.Forbidden if it is none, or too old.
func (s *Moderation) ByTicket(ctx context.Context, ticket string) (league.Player, error) {
	end := strings.LastIndexByte(ticket, '.')
	if end < 0 || !s.core.Signed(ticketFor, ticket[:end], ticket[end+1:]) {
		return league.Player{}, errNoTicket()
	}
	id, until, _ := strings.Cut(ticket[:end], ".")
	if at, err := strconv.ParseInt(until, 10, 64); err != nil || !s.core.Now().Before(time.Unix(at, 0)) {
		return league.Player{}, errNoTicket()
	}
	return s.steps.Player(ctx, id)
}

func errNoTicket() error {
	return league.Errorf(league.Forbidden, "Say again who you are: that was more than an hour ago.")
}
