package reach

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"strings"
	"time"

	"kickabout/league"
	"kickabout/league/contact"
)

const (
	digestsTurn = 100 // that one look at the database takes up
	gamesTold   = 20  // in one message
	newsTold    = 20

	digestLate  = 12 * time.Hour // after its hour none is written any more
	digestPause = 3 * time.Hour  // at most, between two tries: it is of a day
)

// SendDigests puts the digests that are due into the outbox, and says when the next ones are. It is level-triggered.
func (s *Reach) SendDigests(ctx context.Context) error {
	for {
		now := s.core.Now()
		due, err := s.stores.Hours.DueDigests(ctx, now, digestsTurn)
		if err != nil {
			return err
		}
		problems := []error{}
		for _, h := range due {
			next := At(now, h.Digest, Zone(h))
			l := contact.Letter{
				Key: "mail:" + h.Player + ":digest:" + h.DigestDue.In(Zone(h)).Format(time.DateOnly), Player: h.Player, Channel: MailChannel,
				Event: DigestEvent, Joined: string(DigestEvent), Since: now, Due: now, // one that a busy mail server did not take for a day says that of the next day too
			}
			letters := []contact.Letter{l}
			if now.Sub(h.DigestDue) > digestLate { // the site was away: tomorrow's says it all
				letters = nil
			}
			if err := s.stores.Hours.NextDigest(ctx, h.Player, h.DigestDue, next, letters...); err != nil {
				problems = append(problems, err)
			}
		}
		if len(problems) > 0 || len(due) < digestsTurn {
			s.core.Told.Wake()
			return errors.Join(problems...)
		}
	}
}

// judgeDigest says what a digest says: games by the time that is left, what waits for an answer, news.
func (s *Reach) judgeDigest(ctx context.Context, player league.Player, l contact.Letter, w wish) (v verdict, err error) {
	if w.hours.DigestDue.Sub(l.Since) > time.Duration(max(1, l.Items))*24*time.Hour+digestLate { // the site was away, and one was not written
		return verdict{moot: "the next one says it"}, nil
	}
	m := Message{Key: l.Key, Player: player, Kind: DigestKind, Event: DigestEvent}
	var urgent time.Time
	if w.how(Turn, l.Channel) != Off {
		if m.Lines, m.Games, urgent, err = s.turns(ctx, player); err != nil {
			return v, err
		}
	}
	answers, err := s.Answers(ctx, player)
	if err != nil {
		return v, err
	}
	for _, a := range answers {
		m.Answers = append(m.Answers, a.Line)
	}
	news, err := s.stores.News.News(ctx, player.ID, true, newsTold)
	if err != nil {
		return v, err
	}
	for _, n := range news {
		e, known := EventOf(n.Event)
		if !known || w.how(e.Kind, l.Channel) == Off {
			continue
		}
		c, err := s.caseOf(ctx, player, e, n.Subject, n.Seq)
		if league.KindOf(err) == league.NotFound {
			continue
		}
		if err != nil {
			return v, err
		}
		m.News = append(m.News, Line{e.Text(c), e.About, n.Subject})
	}
	if m.Games == 0 && len(m.Answers) == 0 && len(m.News) == 0 {
		return verdict{moot: "there is nothing to tell"}, nil
	}
	if !Digest(s.core.Now(), w.hours, m.mark()) {
		return verdict{moot: "it would say what the last one said"}, nil
	}
	m.Title, m.Last = digestTitle(m, urgent.Sub(s.core.Now())), last(s.core.Now(), w.hours)
	v.m, v.mark = m, m.mark()
	if v.mark == strings.TrimSuffix(w.hours.DigestMark, unchanged) {
		v.mark += unchanged
	}
	return v, nil
}

// digestTitle is the subject of a digest.
func digestTitle(m Message, left time.Duration) string {
	switch {
	case m.Games > 0:
		return turnsTitle(m.Lines, m.Games, left)
	case len(m.Answers) == 1:
		return m.Answers[0].Text
	case len(m.Answers) > 1:
		return fmt.Sprintf("%d things wait for your answer", len(m.Answers))
	case len(m.News) == 1:
		return m.News[0].Text
	}
	return fmt.Sprintf("%d news for you", len(m.News))
}

// mark tells what a digest says apart from what another one said: by what it names, not by the time that is left.
func (m Message) mark() string {
	h := sha256.New()
	for _, part := range [][]Line{m.Lines, m.Answers, m.News} {
		for _, l := range part {
			fmt.Fprintf(h, "%s %q\n", l.About, l.Subject)
		}
		fmt.Fprintln(h)
	}
	return hex.EncodeToString(h.Sum(nil)[:8])
}

// turns lists the games that wait for a player, those with the least time left first, how many they are, and when the
// first one runs out.
func (s *Reach) turns(ctx context.Context, player league.Player) (lines []Line, n int, urgent time.Time, err error) {
	mine, err := s.stores.Read.PartOf(ctx, league.Of(player), player.ID, league.Mine, league.Place{}, gamesTold)
	if err != nil || len(mine) == 0 {
		return nil, 0, time.Time{}, err
	}
	if n, err = s.stores.Read.Waiting(ctx, player.ID); err != nil {
		return nil, 0, time.Time{}, err
	}
	e, _ := EventOf(league.MatchMoved)
	for _, m := range mine {
		c, err := s.caseOf(ctx, player, e, m.ID, m.State.Last)
		if err != nil {
			return nil, 0, time.Time{}, err
		}
		if urgent.IsZero() {
			urgent = c.Match.Clocks.Deadline()
		}
		lines = append(lines, Line{e.Text(c), AboutMatch, m.ID})
	}
	return lines, max(n, len(lines)), urgent, nil
}
