package desk

import (
	"context"
	"errors"
	"fmt"
	"time"

	"kickabout/engine"
	"kickabout/league"
	"kickabout/league/core"
	"kickabout/league/tournaments"
)

const (
	stood     = 7 * 24 * time.Hour // that a clock stands still until who directs the tournament is told
	stillTurn = 200                // games of one look
	dueBefore = 24 * time.Hour     // the end of a round
	mostGifts = 50                 // of a tournament that are listed
)

// Watch tells who directs tournaments what wants a look: games in which nobody moves, and rounds that end while games of
// them are still being played.
type Watch struct {
	core        *core.Core
	store       WatchStore
	tournaments *tournaments.Tournaments
}

// Look looks at all tournaments that are being played. It is level-triggered, and tells of each game and each round once.
func (s *Watch) Look(ctx context.Context) error {
	return errors.Join(s.lookAtGames(ctx), s.lookAtRounds(ctx))
}

// Gifts lists the games of a tournament in which somebody gave up two points or more, for those who direct it: that is all
// that follows from it (R-FF-13).
func (s *Watch) Gifts(ctx context.Context, viewer league.Viewer, tournament string) ([]league.Gift, error) {
	return s.store.Gifts(ctx, viewer, tournament, league.GiftLeast, mostGifts)
}

// lookAtGames tells of games in which nobody moves.
func (s *Watch) lookAtGames(ctx context.Context) error {
	now := s.core.Now()
	still, err := s.store.Still(ctx, league.Site(), now, now.Add(-stood), stillTurn)
	problems := []error{err}
	for _, m := range still {
		problems = append(problems, s.tell(ctx, m.Tournament, league.StillKey(m.ID), league.TournamentStuck))
	}
	return errors.Join(problems...)
}

// lookAtRounds tells of rounds that end soon.
func (s *Watch) lookAtRounds(ctx context.Context) error {
	paced, err := s.store.Paced(ctx)
	problems := []error{err}
	for _, id := range paced {
		problems = append(problems, s.lookAtRound(ctx, id))
	}
	return errors.Join(problems...)
}

func (s *Watch) lookAtRound(ctx context.Context, id string) error {
	t, err := s.store.Tournament(ctx, league.Site(), id)
	if err != nil || !t.Paused.IsZero() {
		return err
	}
	matches, err := s.store.Fixtures(ctx, league.Site(), id)
	now, told := s.core.Now(), map[time.Time]bool{}
	for _, m := range matches {
		ends := t.RoundEnds(m.Created)
		if left := ends.Sub(now); m.State.ToMove == engine.NoSide || ends.IsZero() || left <= 0 || left > dueBefore || told[ends] {
			continue
		}
		told[ends] = true
		if err := s.tell(ctx, id, fmt.Sprintf("due:%s:%d", id, ends.UnixMilli()), league.TournamentDue); err != nil {
			return err
		}
	}
	return err
}

// tell tells who directs a tournament of what has a key, once.
func (s *Watch) tell(ctx context.Context, tournament, key string, event league.EventName) error {
	t, err := s.store.Tournament(ctx, league.Site(), tournament)
	if err != nil {
		return err
	}
	directors, err := s.tournaments.DirectorsOf(ctx, t)
	if err != nil {
		return err
	}
	var notices []league.Notice
	for _, d := range directors {
		if d.Kind == league.Member {
			notices = append(notices, league.Notice{Player: d.ID, At: s.core.Now(), Kind: league.TournamentNotice, Subject: t.ID, Event: event})
		}
	}
	told, err := s.store.TellOnce(ctx, key, s.core.Now(), notices...)
	if told {
		s.core.Notify(notices)
	}
	return err
}
