package tournaments

import (
	"context"
	"errors"
	"fmt"

	"kickabout/engine"
	"kickabout/league"
	"kickabout/league/core"
	"kickabout/league/formats"
)

const (
	shortestName = 3
	longestName  = 60
	// openAtMost is how many tournaments of one organiser take entries at once.
	openAtMost = 5
	// entryAttempts is how often an entry is tried anew when others got in first. Each
	// of them took a place, or gave one back, so many are enough.
	entryAttempts = 64
)

// Formats lists what formats a user's tournament may have.
func (s *Tournaments) Formats() []league.FormatInfo {
	var infos []league.FormatInfo
	for _, f := range formats.All() {
		if _, bySite := f.(league.Series); !bySite {
			infos = append(infos, f.Info())
		}
	}
	return infos
}

// AppendDecisions adds events to a tournament, stamped with the present.
func (s *Tournaments) AppendDecisions(p *league.TournamentProgress, decisions ...league.Decision) (err error) {
	t, now := p.Tournament, s.core.Now()
	if now.Before(t.Changed) { // clocks of two nodes may differ a little
		now = t.Changed
	}
	for i := range decisions {
		decisions[i].Seq, decisions[i].At = t.Last+1+i, now
	}
	p.Tournament, err = t.Add(decisions...)
	return err
}

// CancelTournament calls a tournament off, by the organiser and before the start; later the
// desk does so.
func (s *Tournaments) CancelTournament(ctx context.Context, player league.Player, id string) error {
	if err := core.MustBeMember(player, TournamentsTake); err != nil {
		return err
	}
	return s.entries.cancel(ctx, player, id)
}

// ActInTournament makes a step that a player asks for; they need an account. Nobody
// known would be taken for the site.
func (s *Tournaments) ActInTournament(ctx context.Context, player league.Player, id string, step func(*league.TournamentProgress) error) error {
	if err := core.MustBeMember(player, TournamentsTake); err != nil {
		return err
	}
	return s.Decide(ctx, league.Of(player), id, step)
}

// ErrNothing is that a tournament needs no step.
var ErrNothing = errors.New("nothing to do")

// Decide makes one step of a tournament: step changes the progress, which begins
// with the tournament as it is stored. If somebody else got in first, it looks
// again.
func (s *Tournaments) Decide(ctx context.Context, viewer league.Viewer, id string, step func(*league.TournamentProgress) error) error {
	return s.decideOn(ctx, id, func() (league.Tournament, error) { return s.store.Tournament(ctx, viewer, id) }, step)
}

// decideOn is decide of a step that needs but a part of the entries.
func (s *Tournaments) decideOn(ctx context.Context, id string, read func() (league.Tournament, error), step func(*league.TournamentProgress) error) error {
	for range entryAttempts {
		t, err := read()
		if err != nil {
			return err
		}
		p := league.TournamentProgress{Tournament: t, Seen: t.Last, Was: t.Entries, WasRoles: t.Roles}
		if err := step(&p); errors.Is(err, ErrNothing) {
			return nil
		} else if err != nil {
			return err
		}
		p.Notices = append(s.TournamentNotices(p), p.Notices...)
		p.Facts = append(TournamentFacts(p), p.Facts...)
		err = s.core.Note(s.store.AppendTournament(ctx, p), p.Facts...)
		if league.KindOf(err) == league.Stale {
			continue
		}
		if err == nil {
			s.Announce(p)
		}
		return err
	}
	return fmt.Errorf("tournament %s: others got in first %d times", id, entryAttempts)
}

// TournamentReached returns how far a tournament has come: the number of its last
// event, and how many of its matches are over. It costs next to nothing.
func (s *Tournaments) TournamentReached(ctx context.Context, viewer league.Viewer, id string) (last, over int, err error) {
	last, over, err = s.store.TournamentReached(ctx, viewer, id)
	if err == nil {
		s.core.Hub.Reached(core.TournamentTopic+id, league.Reached{last, over})
	}
	return last, over, err
}

// TournamentHead returns a tournament with its entries, without log and tables.
func (s *Tournaments) TournamentHead(ctx context.Context, viewer league.Viewer, id string) (league.Tournament, error) {
	return s.store.Tournament(ctx, viewer, id)
}

// TournamentNews returns a tournament with its entries and the latest events of its log, and no tables: it costs little.
func (s *Tournaments) TournamentNews(ctx context.Context, viewer league.Viewer, id string) (league.Tournament, error) {
	t, err := s.store.Tournament(ctx, viewer, id)
	if err != nil {
		return league.Tournament{}, err
	}
	after := max(0, t.Last-LogShown)
	t.Log, err = s.store.TournamentLog(ctx, viewer, id, after, t.Last-after)
	return t, err
}

// TournamentOf returns the tournament that a match belongs to; false if none, or if whoever asks
// plays the match and may not know of the tournament any more.
func (s *Tournaments) TournamentOf(ctx context.Context, viewer league.Viewer, m league.Match) (league.Tournament, bool, error) {
	if m.Tournament == "" {
		return league.Tournament{}, false, nil
	}
	t, err := s.store.Tournament(ctx, viewer, m.Tournament)
	if league.KindOf(err) == league.NotFound {
		return league.Tournament{}, false, nil
	}
	return t, err == nil, err
}

// Tournaments lists tournaments in a state, the latest first.
func (s *Tournaments) Tournaments(ctx context.Context, viewer league.Viewer, state league.TournamentState, limit int) ([]league.Tournament, error) {
	return s.store.Tournaments(ctx, viewer, state, limit)
}

// TournamentsOf lists the tournaments of some lists, of different states: those of one list after those of the other.
func (s *Tournaments) TournamentsOf(ctx context.Context, viewer league.Viewer, lists ...league.TournamentList) ([]league.Tournament, error) {
	return s.store.TournamentsOf(ctx, viewer, lists...)
}

// Legs lists the other matches that the two players of a match have in its tournament, and which
// count: the other legs of their tie, or what else they play in their group. Of a rolling one: none.
func (s *Tournaments) Legs(ctx context.Context, viewer league.Viewer, m league.Match, t league.Tournament) ([]league.Match, error) {
	if t.Rolling {
		return nil, nil // they meet there again and again
	}
	all, err := s.store.GroupFixtures(ctx, viewer, t.ID, league.Key(m.Fixture).Group())
	var legs []league.Match
	for _, other := range league.Latest(all) {
		if other.ID != m.ID && other.SideOf(m.Seats[0].Player.ID) != engine.NoSide && other.SideOf(m.Seats[1].Player.ID) != engine.NoSide {
			legs = append(legs, other)
		}
	}
	return legs, err
}
