package core

import (
	"context"

	"kickabout/league"
	"kickabout/league/rating"
	"kickabout/league/span"
)

// RuleBook knows from when on changed rules hold on a site (R-TM-1), and when it was away.
type RuleBook interface {
	RuleDays(ctx context.Context) (league.RuleDays, error)
	// SiteNoticesOf lists all that the site has told everybody of a kind, the latest first.
	SiteNoticesOf(ctx context.Context, kind league.SiteNoticeKind) ([]league.SiteNotice, error)
}

// Outages returns when the site was away (R-TC-4).
func (c *Core) Outages(ctx context.Context) (span.Set, error) {
	if c.Days == nil {
		return nil, nil
	}
	notices, err := c.Days.SiteNoticesOf(ctx, league.OutageNotice)
	var all []span.Span
	for _, n := range notices {
		all = append(all, span.Span{From: n.From, Until: n.Until})
	}
	return span.Of(all...), err
}

// RuleDays returns from when on changed rules hold here.
func (c *Core) RuleDays(ctx context.Context) (league.RuleDays, error) {
	if c.Days == nil {
		return nil, nil
	}
	return c.Days.RuleDays(ctx)
}

// System returns how ratings are computed here: what ended before a rule began to hold is rated without it, also when
// it is rated again (R-RA-6).
func (c *Core) System(ctx context.Context) (rating.System, error) {
	days, err := c.RuleDays(ctx)
	s := c.Ratings
	s.Since = days[league.FairRatings]
	return s, err
}
