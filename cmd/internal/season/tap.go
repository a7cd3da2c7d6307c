package season

import (
	"context"
	"errors"
	"slices"
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
	marks bool // whoever reads a move that is in reads the sentinel in its place
	fuse  int  // writes that are left; 0: no bound
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
	m = t.begin(m)[0]
	return t.wrote(t.Store.CreateMatch(ctx, m, notices...), m)
}

func (t *tap) AcceptOffer(ctx context.Context, a league.Acceptance) error {
	if err := t.write(); err != nil {
		return err
	}
	a.Matches = t.begin(a.Matches...)
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
	matches = t.begin(matches...)
	return t.wrote(t.Store.CreateTournament(ctx, e, matches, notices, facts...), matches...)
}

func (t *tap) AppendTournament(ctx context.Context, p league.TournamentProgress) error {
	if err := t.write(); err != nil {
		return err
	}
	p.Matches = t.begin(p.Matches...)
	var last league.Decision
	if log := p.Tournament.Log; len(log) > 0 {
		last = log[len(log)-1]
	}
	if t.site.options.without.noWayBack && last.Act == league.ActUndone {
		p.Corrected = nil
	}
	err := t.wrote(t.Store.AppendTournament(ctx, p), p.Matches...)
	if t.site.options.without.late && err == nil && last.Act == league.ActAnnounced {
		err = league.Errorf(league.Invalid, "This comes too late.")
	}
	return err
}

// begin returns matches as they begin on a site that is without some rules.
func (t *tap) begin(matches ...league.Match) []league.Match {
	matches = slices.Clone(matches)
	for i := range matches {
		m := &matches[i]
		m.Sealing = m.Sealing && !t.site.options.without.unsealed
		if t.site.options.without.botsRate && (m.Seats[0].Player.Kind == league.Program || m.Seats[1].Player.Kind == league.Program) {
			m.Rated = true
		}
	}
	return matches
}

// Weighing has BOT accounts be members, where the site is without R-BO-4.
func (t *tap) Weighing(ctx context.Context, viewer league.Viewer, limit int, span time.Duration) (league.Weighing, error) {
	w, err := t.Store.Weighing(ctx, viewer, limit, span)
	if t.site.options.without.botsRate {
		for i := range w.Matches {
			for seat := range w.Matches[i].Seats {
				w.Matches[i].Seats[seat].Player.Kind = league.Member
			}
		}
	}
	return w, err
}

func (t *tap) SealedMove(ctx context.Context, match string) (string, error) {
	move, err := t.Store.SealedMove(ctx, match)
	if t.marks && err == nil {
		move = sentinel
	}
	return move, err
}

// Gifts has nobody see what was given up, where the site is without R-FF-13.
func (t *tap) Gifts(ctx context.Context, viewer league.Viewer, tournament string, least, limit int) ([]league.Gift, error) {
	if t.site.options.without.noList {
		return nil, nil
	}
	return t.Store.Gifts(ctx, viewer, tournament, least, limit)
}
