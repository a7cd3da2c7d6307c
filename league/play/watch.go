package play

import (
	"context"
	"time"

	"kickabout/engine"
	"kickabout/engine/clock"
	"kickabout/league"
)

// RecordHeartbeat says that the site is awake. Where nobody has said so for more than
// league.Outage, every running clock gets back what it lost (R-TC-4): after a stop, and
// also where the clock of the machine jumps ahead. It is to be called before the site
// serves, and then every half minute.
func (s *Watch) RecordHeartbeat(ctx context.Context) error {
	for range Attempts {
		last, err := s.store.Heartbeat(ctx)
		if err != nil {
			return err
		}
		now := s.core.Now()
		if err = s.moveHeartbeat(ctx, last, now); err == nil {
			s.beaten.Store(now.UnixMilli())
		}
		if league.KindOf(err) != league.Stale {
			return err
		}
	}
	return nil // others beat
}

// LastHeartbeat returns when this process said last that the site is awake; the zero time if never.
func (s *Watch) LastHeartbeat() time.Time {
	last := s.beaten.Load()
	if last == 0 {
		return time.Time{}
	}
	return time.UnixMilli(last)
}

// readNow is the moment at which a match is read: no time has run out while the site slept.
func (s *Watch) readNow() time.Time {
	now, last := s.core.Now(), s.beaten.Load()
	if until := time.UnixMilli(last).Add(league.Outage).UTC(); last != 0 && now.After(until) {
		return until
	}
	return now
}

// DueBefore is the moment before which the deadline of a running match lies that is due.
func (s *Watch) DueBefore() time.Time { return s.readNow().Add(-clock.Grace) }

// moveHeartbeat moves the heartbeat on, over an outage if there was one.
func (s *Watch) moveHeartbeat(ctx context.Context, last, now time.Time) error {
	mine := s.beaten.Load()
	switch gap := now.Sub(last); {
	case !last.IsZero() && gap > league.Outage:
		if err := s.checkClock(ctx, now); err != nil {
			return err
		}
		outage := league.SiteNotice{Kind: league.OutageNotice, From: last, Until: now}
		matches, err := s.store.Credit(ctx, outage)
		if err == nil {
			s.core.Hub.SayAll() // the clocks of every running match are others
			s.core.Log.WarnContext(ctx, "the site was away", "since", last, "given", outage.Given(), "matches", matches)
		}
		return err
	case gap < 0 && mine != 0 && mine != last.UnixMilli():
		return nil // the clock of another server goes before ours
	}
	return s.store.RecordHeartbeat(ctx, last, now) // also back, where our own clock was put back
}

// checkClock refuses a moment after a gap that the witness does not share: then our own clock has
// jumped, and nothing is decided over time until both agree.
func (s *Watch) checkClock(ctx context.Context, now time.Time) error {
	if s.Witness == nil {
		return nil
	}
	at, err := s.Witness(ctx)
	if err != nil {
		return err
	}
	if off := now.Sub(at); off.Abs() > league.Outage {
		s.core.Log.ErrorContext(ctx, "the clock of this machine is not that of the database", "off", off)
		return league.Errorf(league.Busy, "The site is not sure what time it is. Try again in some minutes.")
	}
	return nil
}

// ensureHeartbeat sees to it that nothing is decided over time that the site has not been awake
// for. It asks the database only where this process has not said for long that it is;
// one that never does so, such as a command, has no say.
func (s *Watch) ensureHeartbeat(ctx context.Context) error {
	last := s.beaten.Load()
	if last == 0 || s.core.Now().Sub(time.UnixMilli(last)) <= league.Outage {
		return nil
	}
	return s.RecordHeartbeat(ctx)
}

// A Restore is that the site was restored from a backup in the middle of a match.
type Restore struct {
	At    time.Time // when
	Event int       // the last one of the match that the backup held
}

// Restores returns how often a match was taken back by a backup, the latest first: later throws may have been seen.
// The site is not restored while a server runs, so that it is asked for once.
func (s *Watch) Restores(ctx context.Context, v View) ([]Restore, error) {
	notices := s.restores.Load()
	if notices == nil {
		all, err := s.store.SiteNoticesOf(ctx, league.RestoredNotice)
		if err != nil {
			return nil, err
		}
		notices = &all
		s.restores.Store(notices)
	}
	var found []Restore
	for _, n := range *notices {
		if seq := before(v.Record.Log, n.Until); seq > 0 && !(seq == len(v.Record.Log) && v.Record.Next().Over()) {
			found = append(found, Restore{n.Until, seq})
		}
	}
	return found, nil
}

// before returns how many events of a log are older than a moment.
func before(log []engine.Event, at time.Time) (n int) {
	for n < len(log) && log[n].At.Before(at) {
		n++
	}
	return n
}

// SiteNotices lists what the site has told everybody from a moment on, the latest first.
func (s *Watch) SiteNotices(ctx context.Context, since time.Time) ([]league.SiteNotice, error) {
	return s.store.SiteNotices(ctx, since, noticesShown)
}

// noticesShown is the most of the site's notices that a list holds.
const noticesShown = 200
