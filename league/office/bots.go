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
	botLook   = time.Second      // how often the bots' worker looks by itself
	botsTurn  = 32               // how many matches one look takes up
	demoPace  = 10 * time.Second // between two moves when bots play each other
	demoCount = 3                // how many matches there are to watch on an idle site
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

// wake tells the bots' worker that a match may wait for it.
func (o *Office) wake(m league.Match) {
	if mover, ok := m.Mover(); !ok || mover.Kind != league.Bot {
		return
	}
	select {
	case o.nudge <- struct{}{}:
	default: // it has been told already
	}
}

// RunBots moves for the bots until ctx ends. What there is to do is read from
// the database each time, so that after a crash it simply goes on; the nudge
// only saves the wait.
func (o *Office) RunBots(ctx context.Context) {
	tick := time.NewTicker(botLook)
	defer tick.Stop()
	for {
		if err := o.MoveBots(ctx); err != nil && ctx.Err() == nil {
			o.log.Error("bots", "err", err)
		}
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		case <-o.nudge:
		}
	}
}

// MoveBots makes each move that is due by a bot now. A match in which that fails
// does not keep the others waiting.
func (o *Office) MoveBots(ctx context.Context) error {
	due, err := o.store.Due(ctx, o.Now(), botsTurn)
	if err != nil {
		return fmt.Errorf("looking for bots to move: %w", err)
	}
	var problems []error
	for _, m := range due {
		if err := o.moveBot(ctx, m.ID); err != nil {
			problems = append(problems, fmt.Errorf("match %s: %w", m.ID, err))
		}
	}
	return errors.Join(problems...)
}

// moveBot makes one bot's move. If somebody else made it in the meantime,
// another node or the clock, there is nothing to do.
func (o *Office) moveBot(ctx context.Context, id string) error {
	v, err := o.Match(ctx, id)
	if err != nil {
		return err
	}
	mover, ok := v.Match.Mover()
	if !ok || mover.Kind != league.Bot {
		return nil
	}
	move, err := o.choose(v, mover.ID)
	if err != nil {
		return err
	}
	_, err = o.Play(ctx, mover, Turn{Match: id, Seen: v.Record.Seq, Move: move, Arrived: o.Now()})
	switch league.KindOf(err) {
	case league.Stale, league.Late:
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
