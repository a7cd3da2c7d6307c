package reach

import (
	"context"
	"strings"
	"time"

	"kickabout/league"
	"kickabout/league/contact"
	"kickabout/league/core"
)

// Wishes are how a member wants to be told, as they are shown and typed.
type Wishes struct {
	Zone                  string // IANA; "": UTC
	ZoneOnly              bool   // nothing else is changed, and the zone only if there is none yet
	Digest                int    // hour
	QuietFrom, QuietUntil int
	Ways                  Ways // of a channel or kind that is not in it nothing is changed
}

// Ways are how somebody is told of each kind of news by a channel.
type Ways map[string]map[Kind]How

// Chosen lists the channels of which members choose kind by kind.
func Chosen() []string { return []string{MailChannel, PushChannel} }

// Wishes returns how a member wants to be told.
func (s *Reach) Wishes(ctx context.Context, player league.Player) (Wishes, error) {
	h, choices, err := s.stores.Hours.Hours(ctx, player.ID)
	w := Wishes{Zone: h.Zone, Digest: h.Digest, QuietFrom: h.QuietFrom, QuietUntil: h.QuietUntil, Ways: Ways{}}
	how := choose(choices)
	for _, channel := range Chosen() {
		w.Ways[channel] = map[Kind]How{}
		for _, k := range Kinds() {
			w.Ways[channel][k.Kind] = how(k.Kind, channel)
		}
	}
	return w, err
}

// Settle keeps how a member wants to be told. What is wrong comes as an error of the field "zone"; hours that are none
// are invalid.
func (s *Reach) Settle(ctx context.Context, player league.Player, w Wishes) error {
	if err := core.MustBeMember(player, "this is about an account."); err != nil {
		return err
	}
	h, choices, err := s.stores.Hours.Hours(ctx, player.ID)
	if err != nil {
		return err
	}
	w.Zone = strings.TrimSpace(w.Zone)
	if w.ZoneOnly {
		if h.Zone != "" || w.Zone == "" {
			return nil
		}
		w.Digest, w.QuietFrom, w.QuietUntil = h.Digest, h.QuietFrom, h.QuietUntil
	}
	if _, err := time.LoadLocation(w.Zone); err != nil || w.Zone == "Local" || len(w.Zone) > 64 {
		return league.FieldErrorf("zone", "There is no such time zone. One is Europe/London.")
	}
	for _, hour := range []int{w.Digest, w.QuietFrom, w.QuietUntil} {
		if hour < 0 || hour > 23 {
			return league.Errorf(league.Invalid, "An hour is a number from 0 to 23.")
		}
	}
	for _, channel := range Chosen() {
		for _, k := range Kinds() {
			switch how := w.Ways[channel][k.Kind]; {
			case how == "" || k.Fixed:
			case !knows(channel, how):
				return league.Errorf(league.Invalid, "Mail comes never, once a day, or at once; a push never or at once.")
			default:
				choices = with(choices, k.Kind, channel, how)
			}
		}
	}
	h.Player, h.Zone, h.Digest, h.QuietFrom, h.QuietUntil = player.ID, w.Zone, w.Digest, w.QuietFrom, w.QuietUntil
	if !h.DigestDue.IsZero() {
		h.DigestDue = At(s.core.Now(), h.Digest, Zone(h))
	}
	return s.stores.Hours.SetHours(ctx, h, choices)
}

// knows says that a channel knows a way: only mail has a digest.
func knows(channel string, how How) bool {
	return how == Off || how == AtOnce || how == Daily && channel == MailChannel
}

// AfterMove returns where somebody goes after a move.
func (s *Reach) AfterMove(ctx context.Context, player league.Player) (contact.AfterMove, error) {
	h, _, err := s.stores.Hours.Hours(ctx, player.ID)
	return h.After, err
}

// SetAfterMove keeps where a member goes after a move. Another place than those there are is invalid.
func (s *Reach) SetAfterMove(ctx context.Context, player league.Player, after contact.AfterMove) error {
	if err := core.MustBeMember(player, "this is about an account."); err != nil {
		return err
	}
	switch after {
	case contact.StayAtGame, contact.GoToNext, contact.GoToMine:
		return s.stores.Hours.SetAfterMove(ctx, player.ID, after)
	}
	return league.Errorf(league.Invalid, "After a move one stays at the game, or goes to the next game or to all games.")
}

// Reachable orders what comes by itself to a member who has a new way to be reached: the digest of the day, and alarms of
// the turns that wait already.
func (s *Reach) Reachable(ctx context.Context, id string) error {
	player, err := s.stores.Read.Player(ctx, id)
	if err != nil || player.Kind != league.Member {
		return err
	}
	w, err := s.wishOf(ctx, player)
	if err != nil {
		return err
	}
	if len(w.targets[MailChannel]) > 0 {
		h := w.hours
		h.Player, h.DigestDue = player.ID, At(s.core.Now(), h.Digest, Zone(h))
		if err := s.stores.Hours.SetHours(ctx, h, nil); err != nil {
			return err
		}
	}
	mine, err := s.stores.Read.PartOf(ctx, league.Of(player), player.ID, league.Mine, league.Place{}, mostAlarmed)
	if err != nil {
		return err
	}
	e, _ := EventOf(league.MatchMoved)
	var letters []contact.Letter
	for _, m := range mine {
		c, err := s.caseOf(ctx, player, e, m.ID, m.State.Last)
		if err != nil {
			return err
		}
		for _, channel := range s.channels {
			for _, target := range w.targets[channel.Name()] {
				if w.how(Alarm, channel.Name()) == AtOnce {
					letters = append(letters, nextAlarm(c, c.Now, channel.Name(), target, w.hours)...)
				}
			}
		}
	}
	return s.stores.Outbox.PutLetters(ctx, letters...)
}

// mostAlarmed is of how many turns that wait alarms are ordered afterwards.
const mostAlarmed = 500
