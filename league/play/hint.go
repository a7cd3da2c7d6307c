package play

import (
	"context"
	"hash/fnv"
	"math/rand/v2"

	"kickabout/engine"
	"kickabout/engine/bot"
	"kickabout/league"
	"kickabout/league/core"
)

// Hint is what a bot would do in a position.
type Hint struct {
	Bot   Opponent
	Move  engine.Move
	Value float64 // what the side that moves may expect then, in tournament points from 0 to 5
}

// mostCompared is how many of a player's matches of each part are compared with a position.
const mostCompared = 200

// Hint asks a bot for its move in a position in which a side must move. The same question has
// the same answer. The errors: no such bot, or nobody is to move (invalid, field "bot"); the
// position stands in one of the player's own running matches (forbidden).
//
// Whoever plays decides for themselves: a bot's advice in a running match is help that their opponent
// does not have. The comparison is by the text of the position and for whoever has signed in. It
// is a reminder and no wall: nobody can keep a player from typing a position that is a little
// different, or from asking as a stranger.
func (s *Bots) Hint(ctx context.Context, player league.Player, pool league.Pool, p engine.Position, id string) (Hint, error) {
	b, ok := s.bot(id)
	if !ok {
		return Hint{}, league.FieldErrorf("bot", "There is no such bot. Choose one from the list.")
	}
	if p.Next().Side == engine.NoSide {
		return Hint{}, league.FieldErrorf("bot", "Nobody has to move here. Throw the dice first, or choose another position.")
	}
	playing, err := s.playsAt(ctx, player, pool, p.String())
	if err != nil {
		return Hint{}, err
	}
	if playing {
		return Hint{}, league.Errorf(league.Forbidden, "This position stands in one of your own games. While it is being played, no bot helps.")
	}
	seed := fnv.New64a()
	seed.Write([]byte(id + " " + pool.String() + " " + p.String())) // never fails
	h := Hint{Bot: Opponent{core.PlayerOf(b), b.Summary()}}
	h.Move, h.Value = bot.Best(b, p, rand.New(rand.NewPCG(seed.Sum64(), 0)))
	return h, nil
}

// bot returns the bot of a player's id.
func (s *Bots) bot(player string) (bot.Bot, bool) {
	for _, b := range s.core.Bots {
		if core.PlayerOf(b).ID == player {
			return b, true
		}
	}
	return nil, false
}

// playsAt says whether a position stands in a running match of a player.
func (s *Bots) playsAt(ctx context.Context, player league.Player, pool league.Pool, position string) (bool, error) {
	if player.ID == "" {
		return false, nil
	}
	for _, part := range []league.Part{league.Mine, league.Theirs} {
		matches, err := s.store.PartOf(ctx, league.Of(player), player.ID, part, league.Place{}, mostCompared)
		if err != nil {
			return false, err
		}
		for _, m := range matches {
			if m.Pool() == pool && m.State.Position == position {
				return true, nil
			}
		}
	}
	return false, nil
}

// Manners says how each of the Opponents plays the first variant of a game.
func (s *Bots) Manners(g engine.Game) []string { return bot.Manners(g, g.Info().Variants[0].ID) }

// Meetings lists how the bots fared against each other.
func (s *Bots) Meetings() ([]bot.Meeting, error) { return bot.Meetings() }
