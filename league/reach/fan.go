package reach

import (
	"context"
	"errors"
	"fmt"
	"time"

	"kickabout/engine"
	"kickabout/league"
	"kickabout/league/conduct"
	"kickabout/league/contact"
	"kickabout/league/core"
)

const (
	fanTurn    = 512                // players of one step
	fanLook    = 16_384             // players who are found by one look: after the start of a season it reads what all were told
	fanNotices = 200                // of one player at a time
	lookAgain  = time.Minute        // a notice may be committed so long after it was written
	wholeLook  = time.Hour          // what was missed for whatever reason is found so late
	stale      = 3 * 24 * time.Hour // what is noticed longer ago makes news and no letters
)

// A look is who was found to be behind, as far as it is not their turn yet.
type look struct {
	at     time.Time
	whole  bool // at everybody
	behind []contact.Behind
	more   bool // others are behind, or some of those were found to be behind still
	failed bool
}

// FanOut makes news and letters of what was noticed; more says that some is left.
func (s *Reach) FanOut(ctx context.Context) (more bool, err error) {
	s.fanning.Lock()
	defer s.fanning.Unlock()
	if len(s.look.behind) == 0 {
		if err := lookForBehind(ctx, s); err != nil {
			return false, err
		}
	}
	l := &s.look
	turn := l.behind[:min(fanTurn, len(l.behind))]
	l.behind = l.behind[len(turn):]
	var problems []error
	for _, b := range turn {
		err := core.Safely(func() error {
			some, err := s.fanOutOf(ctx, b)
			l.more = l.more || some
			return err
		})
		if err != nil && league.KindOf(err) != league.Stale {
			problems = append(problems, fmt.Errorf("making news for player %s: %w", b.Player.ID, err))
		}
	}
	l.failed = l.failed || len(problems) > 0
	more = l.more || len(l.behind) > 0
	if !more && !l.failed {
		if s.looked = l.at; l.whole {
			s.whole = l.at
		}
	}
	return more && len(turn) > len(problems), errors.Join(problems...)
}

// lookForBehind looks who is behind.
func lookForBehind(ctx context.Context, s *Reach) (err error) {
	l, since := look{at: s.core.Now()}, time.Time{}
	if l.whole = l.at.Sub(s.whole) >= wholeLook; !l.whole {
		since = s.looked.Add(-lookAgain)
	}
	if l.behind, err = s.stores.News.BehindPlayers(ctx, since, fanLook); err == nil {
		l.more = len(l.behind) == fanLook
		s.look = l
	}
	return err
}

// wish is where and how a player is reached.
type wish struct {
	hours   contact.ReachHours
	how     func(Kind, string) How
	targets map[string][]string // by channel
}

// wishOf reads it.
func (s *Reach) wishOf(ctx context.Context, player league.Player) (w wish, err error) {
	w.targets = map[string][]string{}
	for _, c := range s.channels {
		if player.Kind != league.Member {
			break
		}
		if w.targets[c.Name()], err = c.Targets(ctx, player.ID); err != nil {
			return w, err
		}
	}
	var choices []contact.ReachChoice
	w.hours, choices, err = s.stores.Hours.Hours(ctx, player.ID)
	w.how = choose(choices)
	return w, err
}

// choose returns how a player is told of a kind by a channel: as they chose, or as usual.
func choose(choices []contact.ReachChoice) func(Kind, string) How {
	return func(k Kind, channel string) How {
		info, known := InfoOf(k)
		for _, c := range choices {
			if c.Kind == string(k) && c.Channel == channel && !info.Fixed && known {
				return How(c.How)
			}
		}
		return info.Usual(channel)
	}
}

// reaches says that some channel reaches the player at once or by a digest.
func (w wish) reaches() bool {
	for _, t := range w.targets {
		if len(t) > 0 {
			return true
		}
	}
	return false
}

// fanOutOf makes news and letters of one player's notices; more says that some are left.
func (s *Reach) fanOutOf(ctx context.Context, b contact.Behind) (more bool, err error) {
	notices, err := s.stores.News.Notices(ctx, b.Player.ID, b.Fanned, fanNotices)
	if err != nil {
		return false, err
	}
	to := b.Notices // of notices that were deleted meanwhile there is nothing to tell
	if len(notices) == fanNotices {
		to = notices[len(notices)-1].N
	}
	w, err := s.wishOf(ctx, b.Player)
	if err != nil {
		return false, err
	}
	var news []contact.News
	var letters []contact.Letter
	for _, n := range notices {
		e, known := EventOf(n.Event)
		if !known {
			continue // their own act, or of a newer program
		}
		if e.Topic != "" {
			news = append(news, contact.News{Player: n.Player, Topic: e.Topic + n.Subject, N: n.N, At: n.At, Event: n.Event, Subject: n.Subject, Seq: n.Seq})
		}
		if !w.reaches() || s.core.Now().Sub(n.At) > stale {
			continue
		}
		these, err := s.lettersOf(ctx, b.Player, n, e, w)
		if err != nil {
			return false, err
		}
		letters = append(letters, these...)
	}
	if err := s.stores.News.FanOut(ctx, b.Player.ID, b.Fanned, to, news, letters); err != nil {
		return false, err
	}
	if len(news) > 0 {
		s.core.Ring(b.Player.ID)
	}
	return to < b.Notices, nil
}

// lettersOf are what a notice comes to in the outbox.
func (s *Reach) lettersOf(ctx context.Context, player league.Player, n league.Notice, e Event, w wish) (letters []contact.Letter, err error) {
	c, err := s.caseOf(ctx, player, e, n.Subject, n.Seq)
	if league.KindOf(err) == league.NotFound { // it is gone, or hidden from them by now
		return nil, nil
	}
	if err != nil || e.Holds != nil && !e.Holds(c) {
		return nil, err
	}
	info, _ := InfoOf(e.Kind)
	for _, channel := range s.channels {
		name := channel.Name()
		for _, target := range w.targets[name] {
			if w.how(e.Kind, name) == AtOnce {
				l := contact.Letter{
					Key: fmt.Sprintf("%s:%s:%d", name, player.ID, n.N), Player: player.ID, Channel: name, Target: target, Event: n.Event, Subject: n.Subject, Seq: n.Seq,
					N: n.N, Joined: e.joins(n.Subject), Since: n.At, Due: n.At.Add(Gather),
				}
				if target != "" {
					l.Key += ":" + target
				}
				if info.Alone {
					l.Due = n.At
				}
				letters = append(letters, l)
			}
			if soon := soonOf(c); !soon.IsZero() && w.how(Offer, name) == AtOnce {
				l := contact.Letter{
					Key: fmt.Sprintf("%s:%s:%s:%s", name, player.ID, OfferSoon, n.Subject), Player: player.ID, Channel: name, Target: target, Event: OfferSoon,
					Subject: n.Subject, N: n.N, Since: soon, Due: soon,
				}
				if target != "" {
					l.Key += ":" + target
				}
				letters = append(letters, l)
			}
			if e.Kind == Turn && w.how(Alarm, name) == AtOnce {
				letters = append(letters, nextAlarm(c, c.Now, name, target, w.hours)...)
			}
		}
	}
	return letters, nil
}

// soonOf is when somebody who is invited is told that the invitation lapses; zero of anything else, and of what lapses
// within two days anyway.
func soonOf(c Case) time.Time {
	if c.Event != league.OfferInvited && c.Event != league.OfferCounter || c.Offer.Expires.Sub(c.Now) < 2*24*time.Hour {
		return time.Time{}
	}
	return c.Offer.Expires.Add(-24 * time.Hour)
}

// nextAlarm is the next alarm after a moment of a turn that runs; none if none is left. One that comes soon after another
// one says nothing new, also where the other one came late.
func nextAlarm(c Case, after time.Time, channel, target string, h contact.ReachHours) []contact.Letter {
	deadline, began := c.Match.Clocks.Deadline(), c.Match.Clocks.Since
	if deadline.IsZero() || c.Match.Match.State.Held || c.Match.Record.Next().Side == engine.NoSide {
		return nil
	}
	for _, a := range Alarms(began, deadline, h) {
		if a.At.After(after) {
			return []contact.Letter{alarmLetter(c, a, channel, target)}
		}
	}
	return nil
}

// alarmLetter is the letter of an alarm.
func alarmLetter(c Case, a Timed, channel, target string) contact.Letter {
	l := contact.Letter{
		Key:    fmt.Sprintf("%s:%s:%s:%s:%d", channel, c.Me.ID, a.Event, c.Subject, c.Seq),
		Player: c.Me.ID, Channel: channel, Target: target, Event: a.Event, Subject: c.Subject, Seq: c.Seq, Since: c.Now, Due: a.At,
	}
	if target != "" {
		l.Key += ":" + target
	}
	return l
}

// warn says which absence it is when the time of a case's match runs out (R-FF-11).
func (s *Reach) warn(ctx context.Context, c *Case) error {
	days, err := s.core.RuleDays(ctx)
	deadline := c.Match.Clocks.Deadline()
	if err != nil || c.Me.Kind != league.Member || !days.Hold(league.Absences, deadline) {
		return err
	}
	steps, err := s.stores.Read.SanctionsOf(ctx, c.Me.ID)
	if err != nil {
		return err
	}
	known, err := s.stores.Read.Known(ctx, []string{c.Me.ID}, s.core.Now())
	if err != nil {
		return err
	}
	away, err := s.core.Outages(ctx)
	if nth, goesOn := conduct.NextAbsence(steps, known[c.Me.ID].Moved, deadline, away); !goesOn {
		c.Absence = nth
	}
	return err
}

// caseOf reads what something is about, as it stands now and as its player may see it.
func (s *Reach) caseOf(ctx context.Context, player league.Player, e Event, subject string, seq int) (Case, error) {
	c := Case{Me: player, Event: e.Name, Subject: subject, Seq: seq, Now: s.core.Now(), Title: s.core.Title}
	switch e.About {
	case AboutMatch, AboutVacation:
		v, err := s.matches.Match(ctx, league.Of(player), subject)
		if err != nil {
			return c, err
		}
		c.Match = &v
		if e.Kind == Alarm && !v.Match.NoVacation {
			book, err := s.stores.Read.VacationBook(ctx, player.ID)
			if err != nil {
				return c, err
			}
			if c.Vacation, err = s.vacations.TakesDay(ctx, v, book); err != nil {
				return c, err
			}
		}
		if e.Kind == Alarm && v.Match.Tournament != "" && !c.Vacation {
			return c, s.warn(ctx, &c)
		}
	case AboutPlan:
		book, err := s.stores.Read.VacationBook(ctx, player.ID)
		if err == nil && (seq < 1 || seq > len(book.Planned)) {
			err = league.Errorf(league.NotFound, "There is no such vacation.")
		}
		if err != nil {
			return c, err
		}
		c.Plan = book.Planned[seq-1]
	case AboutOffer:
		o, err := s.offers.Offer(ctx, player, subject)
		if err != nil {
			return c, err
		}
		c.Offer = &o
	case AboutTournament:
		t, err := s.stores.Read.Tournament(ctx, league.Of(player), subject)
		if err != nil {
			return c, err
		}
		c.Tournament = &t
	}
	return c, nil
}
