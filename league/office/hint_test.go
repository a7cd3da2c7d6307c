package office_test

import (
	"testing"

	"kickabout/engine"
	"kickabout/league"
	"kickabout/store"
)

func TestABotSaysWhatItWouldDo(t *testing.T) {
	onDatabases(t, func(t *testing.T, open func() *store.Store) {
		c := newClub(t, open())
		ctx, pool := t.Context(), league.Pool{Game: "streetsoccer", Variant: "lg"}
		game, err := c.Game(pool.Game)
		if err != nil {
			t.Fatal(err)
		}
		p, err := game.Parse(pool.Variant, "turn Y c1b7c3d5e8 d0b3c6d8e4 e7 4 5 0:0 -")
		if err != nil {
			t.Fatal(err)
		}
		for _, o := range c.Opponents() {
			h, err := c.Hint(ctx, league.Player{}, pool, p, o.Player.ID)
			again, _ := c.Hint(ctx, league.Player{}, pool, p, o.Player.ID)
			if err != nil || p.Check(h.Move) != nil || h.Value < 0 || h.Value > 5 || h != again {
				t.Errorf("%s says %+v, then %+v: %v", o.Player.Name, h, again, err)
			}
		}
		for _, side := range []engine.Side{engine.First, engine.Second} { // a goal is in reach: whoever takes it expects most of the points
			text := map[engine.Side]string{engine.First: "turn Y c1b7c3d5e8 d0b3c6d8e4 e7 4 5 0:0 -", engine.Second: "turn R c1b7c3d5e8 d0b3c6d8e4 e1 4 4 0:0 -"}[side]
			q, err := game.Parse(pool.Variant, text)
			if err != nil {
				t.Fatal(err)
			}
			if h, err := c.Hint(ctx, league.Player{}, pool, q, "bot:hard"); err != nil || h.Value < 2.5 {
				t.Errorf("side %v would play %s and expects %.2f of 5 points, %v", side, h.Move, h.Value, err)
			}
		}
		_, err = c.Hint(ctx, league.Player{}, pool, p, "bot:gone")
		c.refused(err, league.Invalid, "no such bot")
		start, _ := game.Start(pool.Variant)
		_, err = c.Hint(ctx, league.Player{}, pool, start, "bot:hard")
		c.refused(err, league.Invalid, "Nobody has to move")
	})
}

// Whose turn it is does not matter: help is help on the other's turn too.
func TestNoBotHelpsInOnesOwnRunningMatch(t *testing.T) {
	onDatabases(t, func(t *testing.T, open func() *store.Store) {
		c := newClub(t, open())
		ann, bob := c.guest(), c.guest()
		v := c.mustBegin(ann)
		p, pool := v.Record.Position, v.Match.Pool()
		_, err := c.Hint(t.Context(), ann, pool, p, "bot:hard")
		c.refused(err, league.Forbidden, "one of your own games")
		for name, q := range map[string]struct {
			player league.Player
			pool   league.Pool
		}{"another player": {bob, pool}, "a stranger": {league.Player{}, pool}, "other rules": {ann, league.Pool{Game: pool.Game, Variant: "board"}}} {
			if _, err := c.Hint(t.Context(), q.player, q.pool, p, "bot:greedy"); err != nil {
				t.Errorf("%s: %v", name, err)
			}
		}
		c.resign(ann, v.Match)
		if _, err := c.Hint(t.Context(), ann, pool, p, "bot:greedy"); err != nil {
			t.Errorf("of a match that is over: %v", err)
		}
	})
}
