package office

import (
	"context"
	"sync"
	"time"

	"kickabout/league"
	"kickabout/league/formats/ladder"
)

// annals holds what the logs of ladders tell of their past. It is computed from them and
// kept in memory: a look reads only what has been written since the last one, so there
// is nothing that could differ from the log.
type annals struct {
	mu sync.Mutex
	of map[string]*ladder.Annals // by tournament
}

// withAnnals lets look read the annals of a ladder, up to its last event.
func (o *Office) withAnnals(ctx context.Context, t league.Tournament, look func(*ladder.Annals)) error {
	o.annals.mu.Lock()
	defer o.annals.mu.Unlock()
	a := o.annals.of[t.ID]
	if a == nil {
		a = &ladder.Annals{}
	}
	if a.Last() < t.Last {
		log, err := o.store.Acts(ctx, t.ID, a.Last(), t.Last, ladder.Moving()...)
		for i := 0; err == nil && i < len(log); i++ {
			err = a.Add(log[i])
		}
		if err != nil {
			delete(o.annals.of, t.ID) // half of a log would stay wrong for ever
			return err
		}
		a.Read(t.Last)
	}
	if o.annals.of == nil {
		o.annals.of = map[string]*ladder.Annals{}
	}
	o.annals.of[t.ID] = a
	look(a)
	return nil
}

// remember adds to a view what the annals tell.
func (o *Office) remember(ctx context.Context, v *league.LadderView) error {
	now := o.Now()
	var reigns []ladder.Reign
	was := map[string]int{}
	err := o.withAnnals(ctx, v.Tournament, func(a *ladder.Annals) {
		v.Months = a.Months(now)
		reigns = a.Reigns(now)
		if n := len(v.Months); n > 0 {
			before, _ := a.Month(v.Months[n-1], now)
			for i, id := range before {
				was[id] = i + 1
			}
		}
	})
	if err != nil {
		return err
	}
	for i := range v.Rows {
		v.Rows[i].Was = was[v.Rows[i].Player.ID]
	}
	reigns = reigns[:min(reignsShown, len(reigns))]
	ids := mentioned(v.Tournament.Log)
	for _, r := range reigns {
		ids = append(ids, r.Player)
	}
	if v.People, err = o.store.Players(ctx, ids); err != nil {
		return err
	}
	for _, r := range reigns {
		v.Reigns = append(v.Reigns, league.Reign{Player: v.People[r.Player], From: r.From, To: r.To, Length: r.Length(now)})
	}
	return nil
}

// LadderPath returns how a player's place on a ladder changed; league.NotFound if he was
// never on it.
func (o *Office) LadderPath(ctx context.Context, c league.Competition, player string) (league.LadderPath, error) {
	path := league.LadderPath{Competition: c, Title: o.title(c)}
	t, err := o.ladderEdition(ctx, c)
	if err != nil {
		return path, err
	}
	path.Players = len(t.Entries)
	err = o.withAnnals(ctx, t, func(a *ladder.Annals) { path.Steps = a.Path(player) })
	if err == nil && len(path.Steps) == 0 {
		err = league.Errorf(league.NotFound, "This player has never been on this ladder.")
	}
	if err != nil {
		return path, err
	}
	path.Player, err = o.store.Player(ctx, player)
	return path, err
}

// LadderMonth returns a ladder as it stood at the end of a month, named by any moment
// of it; league.NotFound if the month has not ended, or there was no ladder (R-LA-12).
func (o *Office) LadderMonth(ctx context.Context, c league.Competition, month time.Time) (league.LadderMonth, error) {
	y, m, _ := month.UTC().Date()
	v := league.LadderMonth{Competition: c, Title: o.title(c), Begins: time.Date(y, m, 1, 0, 0, 0, 0, time.UTC)}
	t, err := o.ladderEdition(ctx, c)
	if err != nil {
		return v, err
	}
	var ids []string
	var ok bool
	err = o.withAnnals(ctx, t, func(a *ladder.Annals) {
		v.Months = a.Months(o.Now())
		ids, ok = a.Month(v.Begins, o.Now())
	})
	if err == nil && !ok {
		err = league.Errorf(league.NotFound, "There is no table of this month: it has not ended, or the ladder was not there yet.")
	}
	if err != nil {
		return v, err
	}
	people, err := o.store.Players(ctx, ids)
	for _, id := range ids {
		v.Players = append(v.Players, people[id])
	}
	return v, err
}
