package office

import (
	"context"
	"errors"

	"kickabout/league"
)

// Advance starts the tournaments whose day has come, and goes on with those that are played
// out and those whose rounds have a last day. It is level-triggered.
func (o *Office) Advance(ctx context.Context) error {
	return errors.Join(o.upkeep.AlignClocks(ctx, ""), o.upkeep.StartDue(ctx), o.rounds.AdvanceDue(ctx), o.LapseCalls(ctx), o.removeAllLeft(ctx), o.upkeep.RemoveAbsent(ctx))
}

// SendDigests writes the digests that are due.
func (o *Office) SendDigests(ctx context.Context) error { return o.Reach.SendDigests(ctx) }

// Forget deletes what was kept for a while only.
func (o *Office) Forget(ctx context.Context) error {
	return errors.Join(o.mailbox.Forget(ctx), o.Reach.ForgetNews(ctx), o.Moderation.Closed.Forget(ctx))
}

// Sweep ends the matches whose time ran out longer ago than the grace. What comes of one end comes
// before the next.
func (o *Office) Sweep(ctx context.Context) error {
	return o.matches.SweepOverdue(ctx, func(ctx context.Context) error { return o.Deliver(ctx, Budget{}) })
}

// Whoever has deleted their account or was expelled is out of everything that goes on (R-FF-9). What
// is done about it finds what is left, so that it may be done again.

// unnamedReason is why somebody is expelled where nobody can say any more.
const unnamedReason = "cheating"

// removeAllLeft looks for those whose account is closed and who are still in something.
func (o *Office) removeAllLeft(ctx context.Context) error {
	closed, err := o.store.ClosedAccounts(ctx)
	problems := []error{err}
	for _, p := range closed {
		part := league.LeftDeleted
		if p.Kind == league.Expelled {
			part = league.LeftExpelled + " " + unnamedReason
		}
		for _, h := range o.handlers()[league.PlayerLeft] {
			problems = append(problems, h(ctx, p.ID, part))
		}
	}
	return errors.Join(problems...)
}
