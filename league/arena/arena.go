// Package arena lets bots play each other: each hour those that ask for it have a game, with one another and with the bots
// of the site (R-BO-2).
package arena

import (
	"context"
	"fmt"
	"slices"
	"time"

	"kickabout/engine"
	"kickabout/engine/clock"
	"kickabout/league"
	"kickabout/league/core"
	"kickabout/league/play"
	"kickabout/league/program"
	"kickabout/league/setting"
	"kickabout/league/site"
)

const (
	heardWithin = time.Hour           // of who is to be paired
	remembers   = 60 * 24 * time.Hour // of who has met whom
	control     = "live"              // the quickest clock
)

// Arena pairs bots.
type Arena struct {
	core  *core.Core
	site  *site.Settings
	play  *play.Services
	store Store
}

// New wires it.
func New(c *core.Core, store Store, p *play.Services, st *site.Settings) *Arena {
	return &Arena{core: c, site: st, play: p, store: store}
}

// Hour returns the hour that a moment is in.
func Hour(at time.Time) time.Time { return at.UTC().Truncate(time.Hour) }

// Begin begins the games of the present hour, unless that has been done. It is level-triggered, and several nodes may do
// it at once: the hour is begun by whoever writes it down first.
func (s *Arena) Begin(ctx context.Context) error {
	now := s.core.Now()
	hour := Hour(now)
	last, err := s.store.ArenaHour(ctx)
	if err != nil || !last.Before(hour) {
		return err
	}
	games, err := s.store.ArenaGames(ctx, now.Add(-remembers))
	if err != nil {
		return fmt.Errorf("reading the games of the arena: %w", err)
	}
	programs, err := s.store.Programs(ctx, "")
	if err != nil {
		return err
	}
	bots := slices.DeleteFunc(programs, func(p program.Program) bool { return !takesPart(p, games, now) })
	game, variant, err := s.rules(ctx, hour)
	if err != nil || game == nil {
		return err
	}
	players := map[string]league.Player{}
	var house []string
	for _, b := range s.core.Bots {
		p := core.PlayerOf(b)
		players[p.ID], house = p, append(house, p.ID)
	}
	for _, p := range bots {
		players[p.Player.ID] = p.Player
	}
	live, err := clock.ByID(control)
	if err != nil {
		return err
	}
	var matches []league.Match
	var notices []league.Notice
	for _, p := range program.Pair(bots, house, games) {
		t := play.Terms{Reservation: s.play.Reservations.Reserve(), Game: game, Variant: variant, Kickoff: league.KickoffMe, Control: live}
		m, seq, err := s.play.Reservations.NewMatch(t, [2]league.Seat{{Player: players[p.First]}, {Player: players[p.Second]}}, now)
		if err != nil {
			return err
		}
		matches, notices = append(matches, m), append(notices, core.NoticesOf(m, league.MatchBegan, "", now, seq)...)
	}
	err = s.store.BeginArena(ctx, hour, now, matches, notices...)
	if league.KindOf(err) == league.Stale {
		return nil // another node was quicker
	}
	if err != nil {
		return err
	}
	for _, m := range matches {
		s.play.Bots.Wake(m)
		s.core.NotifyMatch(m, notices)
	}
	return nil
}

// takesPart says that a bot is to be paired at a moment: it asks for it, is there, and has ended its game of before.
func takesPart(p program.Program, games []program.Game, now time.Time) bool {
	if !p.Arena || p.Acts() != nil || now.Sub(p.Heard) > heardWithin {
		return false
	}
	return !slices.ContainsFunc(games, func(g program.Game) bool { return !g.Over && (g.First == p.Player.ID || g.Second == p.Player.ID) })
}

// rules returns what is played in an hour: the games of the site in turn, each by the first rules by which it may begin.
// There is none where all are switched off.
func (s *Arena) rules(ctx context.Context, hour time.Time) (engine.Game, string, error) {
	open, err := s.site.Games(ctx)
	if err != nil {
		return nil, "", err
	}
	type rules struct {
		game    engine.Game
		variant string
	}
	var all []rules
	for _, g := range s.core.Games() {
		for _, v := range g.Info().Live() {
			if open.Open(g.Info().ID+"/"+v.ID, setting.Offers) {
				all = append(all, rules{g, v.ID})
				break
			}
		}
	}
	if len(all) == 0 {
		return nil, "", nil
	}
	chosen := all[int(hour.Unix()/int64(time.Hour/time.Second))%len(all)]
	return chosen.game, chosen.variant, nil
}

// Entry is a bot of the division.
type Entry struct {
	Program program.Program
	Last    league.Match // it has ended last in the arena; the zero value if none has
}

// Overview is what there is to tell of the arena.
type Overview struct {
	Entries []Entry   // the bots that are not closed, the oldest first
	Last    time.Time // the hour that was paired last; zero: none
	Games   int       // of that hour
	Next    time.Time
}

// Overview returns it as it stands.
func (s *Arena) Overview(ctx context.Context) (o Overview, err error) {
	now := s.core.Now()
	if o.Last, err = s.store.ArenaHour(ctx); err != nil {
		return o, err
	}
	o.Next = Hour(now).Add(time.Hour)
	programs, err := s.store.Programs(ctx, "")
	if err != nil {
		return o, err
	}
	if !o.Last.IsZero() {
		games, err := s.store.ArenaGames(ctx, o.Last)
		if err != nil {
			return o, err
		}
		o.Games = len(games)
	}
	var open []string
	for _, p := range programs {
		if p.Acts() == nil {
			open, o.Entries = append(open, p.Player.ID), append(o.Entries, Entry{Program: p})
		}
	}
	var latest []league.Match
	for some := range slices.Chunk(open, 50) { // of one statement
		matches, err := s.store.LatestOver(ctx, league.Public(), some, 1)
		if err != nil {
			return o, err
		}
		latest = append(latest, matches...)
	}
	for i, e := range o.Entries {
		for _, m := range latest {
			if m.SideOf(e.Program.Player.ID) != engine.NoSide && m.State.Moved.After(e.Last.State.Moved) {
				o.Entries[i].Last, e.Last = m, m
			}
		}
	}
	return o, nil
}
