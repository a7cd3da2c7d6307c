package moderation

import (
	"context"
	"time"

	"kickabout/league"
	"kickabout/league/conduct"
)

// Bans are what absences come to: nobody imposes them, and those who look after the site can shorten them.
type Bans struct{ moderation *Moderation }

// NewBans returns the bans of a site.
func NewBans(m *Moderation) *Bans { return &Bans{m} }

// Shorten has the ban of an absence end some days after now; with 0 days it ends at once (R-FF-12). What is wrong comes as
// errors of the fields "days" and "reason".
func (b *Bans) Shorten(ctx context.Context, by conduct.Actor, id string, days int, reason string) error {
	s := b.moderation
	was, err := s.steps.Sanction(ctx, id)
	if err != nil {
		return err
	}
	mine, err := s.may(ctx, by, conduct.ShortenBan)
	if err != nil {
		return err
	}
	who, err := s.steps.Player(ctx, was.Player)
	if err != nil {
		return err
	}
	if err := s.touch(ctx, by, mine, who); err != nil {
		return err
	}
	away, err := s.core.Outages(ctx)
	if err != nil {
		return err
	}
	i := league.Imposition{Sanction: was}
	i.Short = s.core.Now().Add(time.Duration(days) * 24 * time.Hour)
	if err := conduct.MayShorten(was, i.Short, s.core.Now(), away); err != nil {
		return err
	}
	if reason, err = cleanReason(reason); err != nil {
		return err
	}
	i.Line = s.line(by, conduct.ShortenBan, who.ID, reason)
	i.Line.Detail = "to " + i.Short.UTC().Format("2 January 2006, 15:04 UTC")
	return s.write(ctx, i, s.steps.ShortenBan)
}

// ShortenLatest is Shorten of the latest absence of a player whose ban can become so short.
func (b *Bans) ShortenLatest(ctx context.Context, by conduct.Actor, player string, days int, reason string) error {
	s := b.moderation
	list, err := s.steps.SanctionsOf(ctx, player)
	if err != nil {
		return err
	}
	away, err := s.core.Outages(ctx)
	if err != nil {
		return err
	}
	now := s.core.Now()
	for _, was := range list {
		if conduct.MayShorten(was, now.Add(time.Duration(days)*24*time.Hour), now, away) == nil {
			return b.Shorten(ctx, by, was.ID, days, reason)
		}
	}
	return league.Errorf(league.NotFound, "There is no ban that could become so short.")
}
