package office

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
)

const (
	botsTurn      = 32               // how many matches one look takes up
	botsPause     = time.Second      // before a move that failed is tried again, at least
	botsPauseMost = time.Hour        // and at most
	demoPace      = 10 * time.Second // between two moves when bots play each other
	demoCount     = 3                // how many matches there are to watch on an idle site
)

// PutBots makes the bots known as players, and the site itself.
func (o *Office) PutBots(ctx context.Context) error {
	players := make([]league.Player, len(o.bots))
	for i, b := range o.bots {
		players[i] = playerOf(b)
		players[i].Created = o.Now()
	}
	site := sitePlayer()
	site.Created = o.Now()
	return o.store.PutBots(ctx, append(players, site))
}

// Opponent is a bot that plays here.
type Opponent struct {
	Player  league.Player
	Summary string // how it plays, one sentence
}

// Opponents lists the bots, the strongest first, but before all the strongest of those
// that answer at once: it is the one that is met unless another is asked for.
func (o *Office) Opponents() []Opponent {
	list := make([]Opponent, 0, len(o.bots))
	usual := -1
	for _, b := range slices.Backward(o.bots) {
		if usual < 0 && bot.Quick(b) {
			usual = len(list)
		}
		list = append(list, Opponent{playerOf(b), b.Summary()})
	}
	if usual > 0 {
		first := list[usual]
		list = slices.Insert(slices.Delete(list, usual, usual+1), 0, first)
	}
	return list
}

// wake tells the workers that a match may wait for a bot.
func (o *Office) wake(m league.Match) {
	mover, ok := m.Mover()
	switch {
	case !ok || mover.Kind != league.Bot:
	case slices.Contains(o.botsThat(true), mover.ID):
		o.quick.wake()
	default:
		o.slow.wake()
	}
}

// botsThat returns the ids of the bots that answer at once, or of those that think.
func (o *Office) botsThat(quick bool) (players []string) {
	for _, b := range o.bots {
		if bot.Quick(b) == quick {
			players = append(players, playerOf(b).ID)
		}
	}
	return players
}

// MoveBots makes each move that is due by a bot now. A match in which that fails
// does not keep the others waiting.
func (o *Office) MoveBots(ctx context.Context) error {
	_, err := o.moveBots(ctx, append(o.botsThat(true), o.botsThat(false)...), botsTurn)
	return err
}

// moveBots makes some of the moves that are due by bots, and returns how many it saw to: those
// that failed as well, which are tried again later.
func (o *Office) moveBots(ctx context.Context, bots []string, limit int) (n int, err error) {
	due, err := o.store.Due(ctx, o.Now(), bots, botsTurn)
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
		id := o.moving.take(waiting)
		if id == "" {
			break
		}
		waiting = slices.DeleteFunc(waiting, func(w string) bool { return w == id })
		if err := o.moveOr(ctx, seen[id]); err != nil {
			problems = append(problems, fmt.Errorf("match %s: %w", id, err))
		}
		o.moving.leave(id)
		n++
	}
	return n, errors.Join(problems...)
}

// moveOr makes a bot's move, or lets it wait: twice as long each time, and in the end
// the deadline of the match passes.
func (o *Office) moveOr(ctx context.Context, m league.Match) error {
	err := safely(func() error { return o.moveBot(ctx, m) })
	if err == nil || ctx.Err() != nil {
		return err
	}
	if league.KindOf(err) == league.Late { // its time is up, which the sweep will find
		err = nil
	}
	wait := min(max(botsPause, o.Now().Sub(m.State.Moved)), botsPauseMost)
	return errors.Join(err, o.store.Postpone(ctx, m.ID, m.State.Last, o.Now().Add(wait)))
}

// moveBot makes one bot's move. If somebody else made it in the meantime,
// another node or the clock, there is nothing to do.
func (o *Office) moveBot(ctx context.Context, m league.Match) error {
	v, err := o.Match(ctx, m.ID)
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
	move, err := o.choose(v, mover.ID)
	if err != nil {
		return err
	}
	_, err = o.Play(ctx, mover, Turn{Match: m.ID, Seen: v.Record.Seq, Move: move, Arrived: o.Now()})
	if league.KindOf(err) == league.Stale {
		return nil
	}
	return err
}

// choose asks a bot for its move. Its randomness is its own, never that of the
// match's dice, and the same after a crash.
func (o *Office) choose(v View, player string) (engine.Move, error) {
	b, ok := o.bot(player)
	if !ok {
		return "", fmt.Errorf("there is no bot %q here any more", player)
	}
	seed := o.dealer.Mix("bot", v.Match.ID+"/"+strconv.Itoa(v.Record.Seq))
	return b.Move(v.Record.Position, rand.New(rand.NewChaCha8(seed))), nil
}

// Demo begins a match between bots if there is too little to watch; one at a
// time, so that they do not all move in the same moment. Only bots that answer at
// once play them: nobody asked for these matches.
func (o *Office) Demo(ctx context.Context) error {
	running, err := o.store.Running(ctx, demoCount)
	quick := slices.DeleteFunc(slices.Clone(o.bots), func(b bot.Bot) bool { return !bot.Quick(b) })
	if err != nil || len(running) >= demoCount || len(quick) == 0 {
		return err
	}
	reservation := o.Reserve()
	at := int(reservation.GID[0])
	t := o.toWatch(running, at)
	t.reservation, t.kickoff, t.control = reservation, league.KickoffLot, clock.Controls()[0]
	home, away := quick[at%len(quick)], quick[len(quick)-1]
	_, err = o.create(ctx, t, [2]league.Seat{{Player: playerOf(home)}, {Player: playerOf(away)}})
	return err
}

// toWatch returns the game and variant of a match to watch, by lot, but none that is
// being played already as long as there are others.
func (o *Office) toWatch(running []league.Match, at int) terms {
	var all, fresh []terms
	for _, g := range o.games {
		for _, v := range g.Info().Variants {
			t := terms{game: g, variant: v.ID}
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
