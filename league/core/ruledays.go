package core

import (
	"context"

	"kickabout/league"
	"kickabout/league/rating"
)

// RuleBook knows from when on changed rules hold on a site (R-TM-1).
type RuleBook interface {
	RuleDays(ctx context.Context) (league.RuleDays, error)
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
