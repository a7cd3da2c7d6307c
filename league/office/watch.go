package office

import (
	"context"
	"time"

	"kickabout/league"
)

// Watch keeps when the site was awake.
type Watch interface {
	// Heartbeat returns when the site was last known to run; the zero time if never.
	Heartbeat(ctx context.Context) (time.Time, error)
	// Beat moves the heartbeat from its last moment to another. If it has been moved
	// meanwhile the error is of kind league.Stale.
	Beat(ctx context.Context, last, now time.Time) error
	// Credit moves the heartbeat over an outage, gives the side to move in every running
	// match as much time, and keeps the notice of it, at once; it returns how many matches
	// there were. If the heartbeat has been moved meanwhile the error is of kind
	// league.Stale.
	Credit(ctx context.Context, outage league.SiteNotice) (matches int, err error)
	// SiteNotices lists what the site has told everybody from a moment on, the latest first.
	SiteNotices(ctx context.Context, since time.Time, limit int) ([]league.SiteNotice, error)
}

// Beat says that the site is awake. Where nobody has said so for more than
// league.Outage, every running clock gets back what it lost (R-TC-4): after a stop, and
// also where the clock of the machine jumps ahead. It is to be called before the site
// serves, and then every half minute.
func (o *Office) Beat(ctx context.Context) error {
	for range attempts {
		last, err := o.store.Heartbeat(ctx)
		if err != nil {
			return err
		}
		now := o.Now()
		if err = o.beat(ctx, last, now); err == nil {
			o.beaten.Store(now.UnixMilli())
		}
		if league.KindOf(err) != league.Stale {
			return err
		}
	}
	return nil // others beat
}

// beat moves the heartbeat on, over an outage if there was one.
func (o *Office) beat(ctx context.Context, last, now time.Time) error {
	mine := o.beaten.Load()
	switch gap := now.Sub(last); {
	case !last.IsZero() && gap > league.Outage:
		if err := o.witnessed(ctx, now); err != nil {
			return err
		}
		outage := league.SiteNotice{Kind: league.OutageNotice, From: last, Until: now}
		matches, err := o.store.Credit(ctx, outage)
		if err == nil {
			o.log.WarnContext(ctx, "the site was away", "since", last, "given", outage.Given(), "matches", matches)
		}
		return err
	case gap < 0 && mine != 0 && mine != last.UnixMilli():
		return nil // the clock of another server goes before ours
	}
	return o.store.Beat(ctx, last, now) // also back, where our own clock was put back
}

// witnessed refuses a moment after a gap that the witness does not share: then our own clock has
// jumped, and nothing is decided over time until both agree (R9).
func (o *Office) witnessed(ctx context.Context, now time.Time) error {
	if o.Witness == nil {
		return nil
	}
	at, err := o.Witness(ctx)
	if err != nil {
		return err
	}
	if off := now.Sub(at); off.Abs() > league.Outage {
		o.log.ErrorContext(ctx, "the clock of this machine is not that of the database", "off", off)
		return league.Errorf(league.Busy, "The site is not sure what time it is. Try again in some minutes.")
	}
	return nil
}

// awake sees to it that nothing is decided over time that the site has not been awake
// for. It asks the database only where this process has not said for long that it is;
// one that never does so, such as a command, has no say.
func (o *Office) awake(ctx context.Context) error {
	last := o.beaten.Load()
	if last == 0 || o.Now().Sub(time.UnixMilli(last)) <= league.Outage {
		return nil
	}
	return o.Beat(ctx)
}

// SiteNotices lists what the site has told everybody from a moment on, the latest first.
func (o *Office) SiteNotices(ctx context.Context, since time.Time) ([]league.SiteNotice, error) {
	return o.store.SiteNotices(ctx, since, noticesShown)
}

// noticesShown is the most of the site's notices that a list holds.
const noticesShown = 200
