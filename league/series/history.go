package series

import (
	"context"
	"slices"
	"sync"
	"time"

	"kickabout/league"
	"kickabout/league/formats/ladder"
	"kickabout/league/ladders"
)

// annals holds what the logs of ladders tell of their past. It is computed from them and
// kept in memory: a look reads only what has been written since the last one, so there
// is nothing that could differ from the log.
type annals struct {
	mu sync.Mutex
	of map[string]*ladder.Annals // by tournament
}

// withAnnals lets look read the annals of a ladder, up to its last event. What has been read of the end of its log is not
// read again.
func (s *Ladders) withAnnals(ctx context.Context, t league.Tournament, look func(*ladder.Annals)) error {
	s.annals.mu.Lock()
	defer s.annals.mu.Unlock()
	a := s.annals.of[t.ID]
	if a == nil {
		a = &ladder.Annals{}
	}
	if a.Last() < t.Last {
		log, err := s.actsAfter(ctx, t, a.Last())
		for i := 0; err == nil && i < len(log); i++ {
			err = a.Add(log[i])
		}
		if err != nil {
			delete(s.annals.of, t.ID) // half of a log would stay wrong for ever
			return err
		}
		a.Read(t.Last)
	}
	if s.annals.of == nil {
		s.annals.of = map[string]*ladder.Annals{}
	}
	s.annals.of[t.ID] = a
	look(a)
	return nil
}

// actsAfter returns what has moved somebody on a ladder after an event.
func (s *Ladders) actsAfter(ctx context.Context, t league.Tournament, after int) ([]league.Decision, error) {
	from := len(t.Log) - (t.Last - after)
	if from < 0 || t.Log[from].Seq != after+1 { // some of it has not been read
		return s.store.Acts(ctx, t, after, t.Last, ladder.Moving()...)
	}
	var acts []league.Decision
	for _, d := range t.Log[from:] {
		if slices.Contains(ladder.Moving(), d.Act) {
			acts = append(acts, d)
		}
	}
	return acts, nil
}

// remember adds to a view what the annals tell of the ladder, and returns the longest times on top.
func (s *Ladders) remember(ctx context.Context, v *ladders.View) (reigns []ladder.Reign, err error) {
	now := s.core.Now()
	was := map[string]int{}
	err = s.withAnnals(ctx, v.Tournament, func(a *ladder.Annals) {
		v.Months = a.Months(now)
		reigns = a.Reigns(now)
		if n := len(v.Months); n > 0 {
			before, _ := a.Month(v.Months[n-1], now)
			for i, id := range before {
				was[id] = i + 1
			}
		}
	})
	for i := range v.Rows {
		v.Rows[i].Was = was[v.Rows[i].Player.ID]
	}
	return reigns[:min(reignsShown, len(reigns))], err
}

// LadderPath returns how a player's place on a ladder changed; league.NotFound if they were
// never on it.
func (s *Ladders) LadderPath(ctx context.Context, viewer league.Viewer, c league.Competition, player string) (ladders.Path, error) {
	path := ladders.Path{Competition: c, Title: s.editions.title(c)}
	t, err := s.ladderEdition(ctx, viewer, c)
	if err != nil {
		return path, err
	}
	path.Players = len(t.Entries)
	err = s.withAnnals(ctx, t, func(a *ladder.Annals) { path.Steps = a.Path(player) })
	if err == nil && len(path.Steps) == 0 {
		err = league.Errorf(league.NotFound, "This player has never been on this ladder.")
	}
	if err != nil {
		return path, err
	}
	path.Player, err = s.store.Player(ctx, player)
	return path, err
}

// LadderMonth returns a ladder as it stood at the end of a month, named by any moment
// of it; league.NotFound if the month has not ended, or there was no ladder (R-LA-12).
func (s *Ladders) LadderMonth(ctx context.Context, viewer league.Viewer, c league.Competition, month time.Time) (ladders.Month, error) {
	y, m, _ := month.UTC().Date()
	v := ladders.Month{Competition: c, Title: s.editions.title(c), Begins: time.Date(y, m, 1, 0, 0, 0, 0, time.UTC)}
	t, err := s.ladderEdition(ctx, viewer, c)
	if err != nil {
		return v, err
	}
	var ids []string
	var ok bool
	err = s.withAnnals(ctx, t, func(a *ladder.Annals) {
		v.Months = a.Months(s.core.Now())
		ids, ok = a.Month(v.Begins, s.core.Now())
	})
	if err == nil && !ok {
		err = league.Errorf(league.NotFound, "There is no table of this month: it has not ended, or the ladder was not there yet.")
	}
	if err != nil {
		return v, err
	}
	people, err := s.store.Players(ctx, ids)
	for _, id := range ids {
		v.Players = append(v.Players, people[id])
	}
	return v, err
}
