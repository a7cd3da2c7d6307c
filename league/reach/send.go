package reach

import (
	"context"
	"errors"
	"fmt"
	"time"

	"kickabout/engine/clock"
	"kickabout/league"
	"kickabout/league/contact"
	"kickabout/league/core"
)

const (
	letterLease = 10 * time.Minute // after which another process sends what one has taken
	lettersTurn = 4                // taken at once
)

// Senders returns a step for each channel, which sends what is due there; worked says that there may be more. A channel
// whose other side is slow holds up no other.
func (s *Reach) Senders() (steps []func(context.Context) (worked bool, err error)) {
	for _, c := range s.channels {
		steps = append(steps, func(ctx context.Context) (bool, error) { return s.send(ctx, c.Name()) })
	}
	return steps
}

// send sends what is due on a channel.
func (s *Reach) send(ctx context.Context, channel string) (worked bool, err error) {
	due, err := s.stores.Outbox.ClaimLetters(ctx, channel, s.holder, s.core.Now(), letterLease, lettersTurn)
	problems := []error{err}
	for _, l := range due {
		if ctx.Err() != nil {
			break // the lease ends, and another process goes on
		}
		if err := core.Safely(func() error { return s.sendOne(context.WithoutCancel(ctx), l) }); err != nil {
			problems = append(problems, fmt.Errorf("letter %s: %w", l.Key, err))
		}
	}
	return len(due) > 0, errors.Join(problems...)
}

// A verdict is what becomes of a letter that is due.
type verdict struct {
	moot string    // why it is not sent; "": it may be
	wait time.Time // not before; zero: now
	next []contact.Letter
	m    Message
	mark string // of a digest, to be kept
}

// sendOne checks a letter against the present and sends it.
func (s *Reach) sendOne(ctx context.Context, l contact.Letter) error {
	now := s.core.Now()
	v, err := s.judge(ctx, l)
	switch {
	case league.KindOf(err) == league.NotFound:
		return s.stores.Outbox.EndLetter(ctx, l, contact.LetterMoot, now, "what it is about is gone")
	case err != nil: // not the letter's fault
		return errors.Join(err, s.stores.Outbox.DelayLetter(ctx, l, now.Add(Pause(l.Tries, chance())), true, err.Error()))
	case v.moot != "":
		return s.stores.Outbox.EndLetter(ctx, l, contact.LetterMoot, now, v.moot, v.next...)
	case v.wait.After(now):
		return s.stores.Outbox.DelayLetter(ctx, l, v.wait, false, "")
	}
	out := channelIn(s.channels, l.Channel).Send(ctx, l.Target, v.m)
	now = s.core.Now()
	switch out.State {
	case Sent:
		if l.Event == DigestEvent {
			err = s.stores.Hours.DigestSaid(ctx, l.Player, v.mark, now)
		}
		return errors.Join(err, s.stores.Outbox.EndLetter(ctx, l, contact.LetterSent, now, "", v.next...))
	case Gone:
		s.core.Log.WarnContext(ctx, "letter", "channel", l.Channel, "key", l.Key, "problem", out.Problem)
		return s.stores.Outbox.EndLetter(ctx, l, contact.LetterDead, now, out.Problem)
	}
	pause, over, tried := Pause(l.Tries, chance()), l.Since.Add(patience), l.Tries+1 >= leastTries
	if l.Event == DigestEvent {
		pause = min(pause, digestPause)
	}
	due := now.Add(max(out.After, pause))
	if at := v.m.Deadline; v.m.Kind == Alarm && !at.IsZero() && at.Before(over) { // one about turns tells afterwards of the other games that wait
		over, due, tried = at, again(now, max(out.After, time.Minute), pause, at), true
	}
	if tried && due.After(over) {
		s.core.Log.WarnContext(ctx, "letter", "channel", l.Channel, "key", l.Key, "tries", l.Tries+1, "problem", out.Problem)
		return s.stores.Outbox.EndLetter(ctx, l, contact.LetterDead, now, out.Problem, v.next...)
	}
	return s.stores.Outbox.DelayLetter(ctx, l, due, true, out.Problem)
}

// judge says what becomes of a letter that is due, and what it says.
func (s *Reach) judge(ctx context.Context, l contact.Letter) (v verdict, err error) {
	player, err := s.stores.Read.Player(ctx, l.Player)
	if err != nil {
		return v, err
	}
	w, err := s.wishOf(ctx, player)
	if err != nil {
		return v, err
	}
	e, _ := EventOf(l.Event)
	switch moot := unwanted(s.core.Now(), l, w); {
	case moot != "":
		return verdict{moot: moot}, nil
	case l.Event == DigestEvent:
		return s.judgeDigest(ctx, player, l, w)
	case e.Kind == Turn:
		return s.judgeTurns(ctx, player, l, w)
	}
	c, err := s.caseOf(ctx, player, e, l.Subject, l.Seq)
	if err != nil {
		return v, err
	}
	if e.Holds != nil && !e.Holds(c) {
		return verdict{moot: "it has come to nothing"}, nil
	}
	info, _ := InfoOf(e.Kind)
	if e.Topic != "" && !info.Fixed { // a thief who reads the news keeps no letter back
		if read, err := s.read(ctx, l, e); err != nil || read {
			return verdict{moot: "its player has read it"}, err
		}
	}
	v.m = messageOf(c, e, l)
	if v.m.Games, err = s.stores.Read.Waiting(ctx, player.ID); err != nil {
		return v, err
	}
	switch {
	case info.Alone:
		return v, nil
	case e.Kind == Alarm:
		return s.judgeAlarm(c, v, l, w), nil
	}
	if v.wait, err = s.free(ctx, c.Now, e, l, w); err != nil || v.wait.After(c.Now) || l.Channel != MailChannel {
		return v, err
	}
	return s.withinMeasure(ctx, v, l, w)
}

// free is from when on a letter disturbs nobody. About what the organisers of a tournament do there is one an hour, and
// what follows meanwhile joins it.
func (s *Reach) free(ctx context.Context, now time.Time, e Event, l contact.Letter, w wish) (time.Time, error) {
	at := Moment(now, w.hours, time.Time{})
	if e.Kind != Organiser || at.After(now) {
		return at, nil
	}
	last, err := s.stores.Outbox.SentLast(ctx, l)
	if !last.IsZero() {
		at = last.Add(organisersPart)
	}
	return at, err
}

// unwanted says why a letter goes to nobody, whatever it is about; "" if it does.
func unwanted(now time.Time, l contact.Letter, w wish) string {
	e, known := EventOf(l.Event)
	info, _ := InfoOf(e.Kind)
	switch {
	case len(w.targets[l.Channel]) == 0:
		return "its player is not reached that way any more"
	case l.Event == DigestEvent:
		return ""
	case !known:
		return "this program does not know it"
	case w.how(e.Kind, l.Channel) != AtOnce:
		return "its player does not want it any more"
	case l.Channel == MailChannel && !info.Fixed && Unseen(now, w.hours):
		return "nobody has seen its player for long"
	}
	return ""
}

// messageOf says in words what a letter is about.
func messageOf(c Case, e Event, l contact.Letter) Message {
	info, _ := InfoOf(e.Kind)
	text := e.Text(c)
	m := Message{Key: l.Key, Player: c.Me, Kind: e.Kind, Event: e.Name, Title: text, Lines: []Line{{text, e.About, l.Subject}}, Fixed: info.Fixed}
	if l.Items > 1 {
		m.Title = fmt.Sprintf("%s (%d)", text, l.Items)
	}
	if e.Kind == Alarm {
		m.Deadline = c.Match.Clocks.Deadline()
	}
	return m
}

// withinMeasure leaves to the digest what would be one mail too many today (R-NO-2). The digest is one of them: as long as
// it may still come today there is one less at once, and what is left to it comes with it.
func (s *Reach) withinMeasure(ctx context.Context, v verdict, l contact.Letter, w wish) (verdict, error) {
	if w.how(Turn, MailChannel) == AtOnce {
		return v, nil
	}
	now := s.core.Now()
	local := now.In(Zone(w.hours))
	day := time.Date(local.Year(), local.Month(), local.Day(), 0, 0, 0, 0, local.Location())
	m, err := s.stores.Outbox.Measure(ctx, l, day, uncounted())
	n := m.Sent + m.Ordered + digestsBefore(now, day.AddDate(0, 0, 1), w.hours)
	switch {
	case err != nil:
		return v, err
	case n >= MostMails:
		return verdict{moot: "the digest says it: there are two mails today"}, nil
	case n+m.Others >= MostMails:
		return verdict{wait: now.Add(othersWait/2 + time.Duration(chance()*float64(othersWait)))}, nil // two that wait for one another do not meet again
	}
	return v, nil
}

// othersWait is for how long a letter waits, more or less, until it is known whether others have gone.
const othersWait = time.Minute

// digestsBefore counts the digests that are not in the outbox yet and may be put there before a moment: the one that is due
// next and, where nobody has looked at that since it was due, the one after it.
func digestsBefore(now, end time.Time, h contact.ReachHours) (n int) {
	if h.DigestDue.IsZero() {
		return 0
	}
	next := h.DigestDue
	if !next.After(now) {
		if now.Sub(next) <= digestLate {
			n++
		}
		next = At(now, h.Digest, Zone(h))
	}
	if next.Before(end) {
		n++
	}
	return n
}

// uncounted lists the events whose mails are none of the two a day: alarms, and what nobody can leave.
func uncounted() (names []league.EventName) {
	for _, e := range Events() {
		if info, _ := InfoOf(e.Kind); e.Kind == Alarm || info.Fixed {
			names = append(names, e.Name)
		}
	}
	return names
}

// judgeAlarm says what becomes of an alarm, whose clock may not stand as it stood when it was ordered.
func (s *Reach) judgeAlarm(c Case, v verdict, l contact.Letter, w wish) verdict {
	deadline := c.Match.Clocks.Deadline()
	if c.Match.Match.State.Held || deadline.IsZero() || deadline.Sub(c.Now) > stands {
		return verdict{wait: c.Now.Add(time.Hour)} // the clock stands: look again
	}
	for _, a := range Alarms(c.Match.Clocks.Since, deadline, w.hours) {
		if a.Event == l.Event && a.At.After(c.Now.Add(time.Minute)) {
			return verdict{wait: a.At} // time was given
		}
	}
	v.wait, v.next = Moment(c.Now, w.hours, deadline), nextAlarm(c, c.Now.Add(alarmsPart), l.Channel, l.Target, w.hours)
	return v
}

// stands is how far a deadline is away whose clock stands still: no bank is that long.
const stands = 200 * 24 * time.Hour

// judgeTurns says what a letter about turns says: all games that wait.
func (s *Reach) judgeTurns(ctx context.Context, player league.Player, l contact.Letter, w wish) (v verdict, err error) {
	lines, n, urgent, err := s.turns(ctx, player)
	if err != nil || n == 0 {
		return verdict{moot: "no game waits any more"}, err
	}
	now := s.core.Now()
	v.wait = Moment(now, w.hours, time.Time{})
	v.m = Message{Key: l.Key, Player: player, Kind: Turn, Event: l.Event, Title: turnsTitle(lines, n, urgent.Sub(now)), Lines: lines, Games: n, Deadline: urgent}
	return v, nil
}

// turnsTitle says how many games wait, and how much time is left in the first.
func turnsTitle(lines []Line, n int, left time.Duration) string {
	if n == 1 {
		return lines[0].Text
	}
	if left <= 0 || left > stands { // its clock stands
		return fmt.Sprintf("%d games wait for you.", n)
	}
	return fmt.Sprintf("%d games wait for you. The first has %s left.", n, clock.Left(left))
}

// read says that the player has read what a letter is about.
func (s *Reach) read(ctx context.Context, l contact.Letter, e Event) (bool, error) {
	news, err := s.stores.News.News(ctx, l.Player, true, contact.UnreadKept)
	if err != nil {
		return false, err
	}
	for _, n := range news {
		if n.Topic == e.Topic+l.Subject {
			return false, nil
		}
	}
	return true, nil
}
