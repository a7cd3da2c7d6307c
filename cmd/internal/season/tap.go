package season

import (
	"context"
	"errors"
	"time"

	"kickabout/league"
	"kickabout/store"
)

// tap is the store as the office sees it: it tells which matches begin, and can fail
// at some write and from then on, as if the process had been killed there.
type tap struct {
	*store.Store
	site  *Site
	begun []league.Match
	fuse  int // writes that are left; 0: no bound
	dead  bool
}

var errKilled = errors.New("the process was killed here")

// write counts a write, and fails if the process is dead by then.
func (t *tap) write() error {
	if t.fuse > 0 {
		t.fuse--
		t.dead = t.fuse == 0
	}
	if t.dead {
		return errKilled
	}
	return nil
}

func (t *tap) wrote(err error, begun ...league.Match) error {
	if err == nil {
		for _, m := range begun {
			m.Log = nil
			t.begun = append(t.begun, m)
		}
	}
	return err
}

func (t *tap) CreateMatch(ctx context.Context, m league.Match, notices ...league.Notice) error {
	if err := t.write(); err != nil {
		return err
	}
	return t.wrote(t.Store.CreateMatch(ctx, m, notices...), m)
}

func (t *tap) AcceptOffer(ctx context.Context, a league.Acceptance) error {
	if err := t.write(); err != nil {
		return err
	}
	return t.wrote(t.Store.AcceptOffer(ctx, a), a.Matches...)
}

func (t *tap) Append(ctx context.Context, p league.Progress) error {
	if err := t.write(); err != nil {
		return err
	}
	return t.Store.Append(ctx, p)
}

func (t *tap) SettleFact(ctx context.Context, f league.OpenFact) error {
	if t.dead {
		return errKilled
	}
	return t.Store.SettleFact(ctx, f)
}

func (t *tap) DelayFact(ctx context.Context, f league.OpenFact, wait time.Duration, problem string) error {
	if t.dead {
		return errKilled
	}
	return t.Store.DelayFact(ctx, f, wait, problem)
}

func (t *tap) CreateTournament(ctx context.Context, e league.Tournament, matches []league.Match, notices []league.Notice, facts ...league.Fact) error {
	if err := t.write(); err != nil {
		return err
	}
	return t.wrote(t.Store.CreateTournament(ctx, e, matches, notices, facts...), matches...)
}

func (t *tap) AppendTournament(ctx context.Context, p league.TournamentProgress) error {
	if err := t.write(); err != nil {
		return err
	}
	return t.wrote(t.Store.AppendTournament(ctx, p), p.Matches...)
}
