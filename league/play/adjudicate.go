package play

import (
	"context"

	"kickabout/engine"
	"kickabout/league"
)

// Adjudicate ends a running match over the board as it stands, see Verdict;
// one that is overdue ends on time first. A match that is over is left as it is, and
// no error: carried out again it changes nothing.
func (s *Matches) Adjudicate(ctx context.Context, id string) (View, error) {
	if _, err := s.Settle(ctx, league.Site(), id); err != nil {
		return View{}, err
	}
	now := s.core.Now()
	v, _, err := s.Act(ctx, league.Site(), id, now, league.Answer{}, func(v View) (engine.Event, error) {
		e := Verdict(v.Record, v.Clocks, now)
		if e.Act == "" {
			return e, ErrDone
		}
		return e, nil
	})
	return v, err
}
