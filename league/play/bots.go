package play

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strconv"
	"time"

	"kickabout/engine"
	"kickabout/engine/bot"
	"kickabout/engine/clock"
	"kickabout/league"
	"kickabout/league/core"
	"kickabout/league/setting"
)

const (
	WorkLook      = time.Second      // how often workers look by themselves for something to do
	BotsTurn      = 32               // how many matches one look takes up
	botsPause     = time.Second      // before a move that failed is tried again, at least
	botsPauseMost = time.Hour        // and at most
	demoPace      = 10 * time.Second // between two moves when bots play each other
	demoCount     = 3                // how many matches there are to watch on an idle site
)

// PutBots makes the bots known as players, and the site itself.
func (s *Bots) PutBots(ctx context.Context) error {
	players := make([]league.Player, len(s.core.Bots))
	for i, b := range s.core.Bots {
		players[i] = core.PlayerOf(b)
		players[i].Created = s.core.Now()
	}
	site := core.SitePlayer()
	site.Created = s.core.Now()
	return s.store.PutBots(ctx, append(players, site))
}

// Opponent is a bot that plays here.
type Opponent struct {
	Player  league.Player
	Summary string // how it plays, one sentence
}

// Opponents lists the bots that people are offered, the weakest first.
func (s *Bots) Opponents() []Opponent {
	var list []Opponent
	for _, b := range s.core.Bots {
		if !bot.Retired(b) {
			list = append(list, Opponent{core.PlayerOf(b), b.Summary()})
		}
	}
	return list
}

// Wake tells the workers that a match may wait for a bot.
func (s *Bots) Wake(m league.Match) {
	mover, ok := m.Mover()
	switch {
	case !ok || mover.Kind != league.Bot:
	case slices.Contains(s.BotIDs(true), mover.ID):
		s.core.Quick.Wake()
	default:
		s.core.Slow.Wake()
	}
}

// BotIDs returns the ids of the bots that answer at once, or of those that think.
func (s *Bots) BotIDs(quick bool) (players []string) {
	for _, b := range s.core.Bots {
		if bot.Quick(b) == quick {
			players = append(players, core.PlayerOf(b).ID)
		}
	}
	return players
}

// MoveBots makes each move that is due by a bot now. A match in which that fails
// does not keep the others waiting.
func (s *Bots) MoveBots(ctx context.Context) error {
	_, err := s.MakeMoves(ctx, append(s.BotIDs(true), s.BotIDs(false)...), BotsTurn)
	return err
}

// MakeMoves makes some of the moves that are due by bots, and returns how many it saw to: those
// that failed as well, which are tried again later.
func (s *Bots) MakeMoves(ctx context.Context, bots []string, limit int) (n int, err error) {
	due, err := s.store.Due(ctx, league.Site(), s.core.Now(), bots, BotsTurn)
	if err != nil {
		return 0, fmt.Errorf("looking for bots to move: %w", err)
	}
	seen := map[string]league.Match{}
	var waiting []string
	for _, m := range due {
		seen[m.ID], waiting = m, append(waiting, m.ID)
	}
	var problems []error
	for n < limit && ctx.Err() == nil {
		id := s.moving.take(waiting)
		if id == "" {
			break
		}
		waiting = slices.DeleteFunc(waiting, func(w string) bool { return w == id })
		if err := s.moveOrPostpone(ctx, seen[id]); err != nil {
			problems = append(problems, fmt.Errorf("match %s: %w", id, err))
		}
		s.moving.leave(id)
		n++
	}
	return n, errors.Join(problems...)
}

// moveOrPostpone makes a bot's move, or lets it wait: twice as long each time, and in the end
// the deadline of the match passes.
func (s *Bots) moveOrPostpone(ctx context.Context, m league.Match) error {
	err := core.Safely(func() error { return s.moveBot(ctx, m) })
	if err == nil || ctx.Err() != nil {
		return err
	}
	if league.KindOf(err) == league.Late { // its time is up, which the sweep will find
		err = nil
	}
	wait := min(max(botsPause, s.core.Now().Sub(m.State.Moved)), botsPauseMost)
	return errors.Join(err, s.store.Postpone(ctx, m.ID, m.State.Last, s.core.Now().Add(wait)))
}

// moveBot makes one bot's move. If somebody else made it in the meantime,
// another node or the clock, there is nothing to do.
func (s *Bots) moveBot(ctx context.Context, m league.Match) error {
	v, err := s.matches.Settle(ctx, league.Site(), m.ID)
	if err != nil {
		return err
	}
	mover, ok := v.Match.Mover()
	switch {
	case v.Match.State.Last != m.State.Last:
		return nil
	case !ok || mover.Kind != league.Bot:
		return errors.New("a bot is due that is not to move")
	}
	move, err := s.choose(v, mover.ID)
	if err != nil {
		return err
	}
	_, err = s.matches.Play(ctx, mover, Turn{Match: m.ID, Seen: v.Record.Seq, Move: move, Arrived: s.core.Now()})
	if league.KindOf(err) == league.Stale {
		return nil
	}
	return err
}

// choose asks a bot for its move. Its randomness is its own, never that of the
// match's dice, and the same after a crash.
func (s *Bots) choose(v View, player string) (engine.Move, error) {
	b, ok := s.bot(player)
	if !ok {
		return "", fmt.Errorf("there is no bot %q here any more", player)
	}
	seed := s.core.Site.Mix("bot", v.Match.ID+"/"+strconv.Itoa(v.Record.Seq))
	return b.Move(v.Record.Position, rand.New(rand.NewChaCha8(seed))), nil
}

// BeginDemo begins a match between bots if there is too little to watch; one at a
// time, so that they do not all move in the same moment. Only bots that answer at
// once play them, and that people are offered: nobody asked for these matches.
func (s *Bots) BeginDemo(ctx context.Context) error {
	running, err := s.store.Running(ctx, league.Site(), demoCount)
	quick := slices.DeleteFunc(slices.Clone(s.core.Bots), func(b bot.Bot) bool { return !bot.Quick(b) || bot.Retired(b) })
	if err != nil || len(running) >= demoCount || len(quick) == 0 {
		return err
	}
	reservation := s.reservations.Reserve()
	at := int(reservation.GID[0])
	games, err := s.site.Games(ctx)
	if err != nil || !games.Some(setting.Offers) {
		return err
	}
	t := s.demoTerms(games, running, at)
	t.Reservation, t.Kickoff, t.Control = reservation, league.KickoffLot, clock.Controls()[0]
	home, away := quick[at%len(quick)], quick[len(quick)-1]
	_, err = s.reservations.create(ctx, t, [2]league.Seat{{Player: core.PlayerOf(home)}, {Player: core.PlayerOf(away)}})
	return err
}

// demoTerms returns the game and variant of a match to watch, by lot of those that are open, but none
// that is being played already as long as there are others.
func (s *Bots) demoTerms(games setting.Games, running []league.Match, at int) Terms {
	var all, fresh []Terms
	for _, g := range s.core.Games() {
		for _, v := range g.Info().Variants {
			if !games.Open(g.Info().ID+"/"+v.ID, setting.Offers) {
				continue
			}
			t := Terms{Game: g, Variant: v.ID}
			all = append(all, t)
			if !slices.ContainsFunc(running, func(m league.Match) bool { return m.Game == g.Info().ID && m.Variant == v.ID }) {
				fresh = append(fresh, t)
			}
		}
	}
	if len(fresh) == 0 {
		fresh = all
	}
	return fresh[at%len(fresh)]
}
