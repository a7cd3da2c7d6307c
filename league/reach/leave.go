package reach

import (
	"context"
	"slices"
	"strings"
	"time"

	"kickabout/league"
	"kickabout/league/contact"
	"kickabout/league/core"
)

const leavePurpose = "leave mail"

// LeaveToken is what makes the address at which a player ends letters of a kind, without signing in.
func (s *Reach) LeaveToken(player string, k Kind) string {
	return player + "." + string(k) + "." + s.core.Sign(leavePurpose, player+" "+string(k))
}

// Leaving reads such a token; league.NotFound if this site did not make it.
func (s *Reach) Leaving(ctx context.Context, token string) (player league.Player, k KindInfo, err error) {
	parts := strings.Split(token, ".")
	none := league.Errorf(league.NotFound, "This link is not whole. Use the one in your mail, or choose what comes on your account's page.")
	if len(parts) != 3 || !s.core.Signed(leavePurpose, parts[0]+" "+parts[1], parts[2]) {
		return player, k, none
	}
	k, known := InfoOf(Kind(parts[1]))
	if parts[1] == string(DigestKind) {
		k, known = KindInfo{Kind: DigestKind, Label: "The mail of the day"}, true
	}
	if !known || k.Fixed {
		return player, k, none
	}
	player, err = s.stores.Read.Player(ctx, parts[0])
	return player, k, err
}

// Leave ends letters of a kind by mail, as a token says. Done twice it is done.
func (s *Reach) Leave(ctx context.Context, token string) (KindInfo, error) {
	player, k, err := s.Leaving(ctx, token)
	if err != nil || player.Kind != league.Member {
		return k, err
	}
	hours, choices, err := s.stores.Hours.Hours(ctx, player.ID)
	if err != nil {
		return k, err
	}
	for _, other := range Kinds() {
		if k.Kind == other.Kind || k.Kind == DigestKind && choose(choices)(other.Kind, MailChannel) == Daily {
			choices = with(choices, other.Kind, MailChannel, Off)
		}
	}
	return k, s.stores.Hours.SetHours(ctx, hours, choices)
}

// with returns choices with another one in the place of what was chosen.
func with(choices []contact.ReachChoice, k Kind, channel string, how How) []contact.ReachChoice {
	var kept []contact.ReachChoice
	for _, c := range choices {
		if c.Kind != string(k) || c.Channel != channel {
			kept = append(kept, c)
		}
	}
	return append(kept, contact.ReachChoice{Kind: string(k), Channel: channel, How: string(how)})
}

// bounceSpan is how long ago a letter may have been sent that comes back.
const bounceSpan = 14 * 24 * time.Hour

// Bounced notes that a letter came back from an address. Only a letter that this site sent there counts, which its id
// shows: anybody can write to the sender. It returns how many accounts that concerns.
func (s *Reach) Bounced(ctx context.Context, address, id, status, text string) (noted int, err error) {
	owners, err := s.addresses.AddressesOf(ctx, address)
	if err != nil {
		return 0, err
	}
	for _, a := range owners {
		keys, err := s.stores.Outbox.SentKeys(ctx, a.Player, MailChannel, s.core.Now().Add(-bounceSpan))
		if err != nil {
			return noted, err
		}
		if !slices.ContainsFunc(keys, func(key string) bool { return core.MailID(key) == id }) {
			continue
		}
		if err := s.addresses.Refused(ctx, a.Player, a.Address, &core.Refusal{Code: 550, Sub: status, Text: text}); err != nil {
			return noted, err
		}
		noted++
	}
	return noted, nil
}
