// Package scene is pieces of games for whoever wants a taste of one: a moment of a match in which it is their turn, a
// few turns against a bot, and throws that count for nothing. Nothing of it is kept: the scene and the moves that were
// made in it say all, throws and answers follow from them.
package scene

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"time"

	"kickabout/engine"
	"kickabout/engine/bot"
)

// The side of whoever plays a scene, and how many turns of it, each a move, it lasts at most.
const (
	Side  = engine.First
	Turns = 5

	Opponent = "easy" // the bot that answers; it does so at once
)

// A set is the scenes of a game, all by the same rules.
type set struct {
	variant string
	scenes  []scene
}

// A scene is a moment of a match: what was played up to there, with throws that follow from a seed.
type scene struct {
	seed  uint64
	moves []engine.Move
}

// A Play is a scene as far as it has been played. It is a value; Move returns another.
type Play struct {
	N      int           // of the scene among those of its game, from 1 to Count
	Moves  []engine.Move // that were made in it, of Side alone
	Record engine.Record // from the beginning of the match on; its events have no time
	Before int           // events of the record that lie before the scene
	scene  scene
	score  [2]int // goals then
}

// Count is how many scenes there are of a game, by its id; 0 of a game that has none.
func Count(game string) int { return len(sets[game].scenes) }

// Load plays a scene of a game up to where moves of Side have brought it. The errors: there is no such scene
// (engine.ErrUnknown), or it has no such moves (engine.ErrIllegal).
func Load(g engine.Game, n int, moves []engine.Move) (Play, error) {
	if n < 1 || n > Count(g.Info().ID) {
		return Play{}, fmt.Errorf("%w: scene %d of %s", engine.ErrUnknown, n, g.Info().ID)
	}
	p, err := begin(g, n)
	for _, m := range moves {
		if err != nil {
			break
		}
		p, err = p.Move(m)
	}
	return p, err
}

// begin plays what lies before a scene.
func begin(g engine.Game, n int) (Play, error) {
	of := sets[g.Info().ID]
	p := Play{N: n, scene: of.scenes[n-1]}
	r, err := engine.Begin(g, of.variant, time.Time{}, 0, nil)
	if err != nil {
		return p, err
	}
	p.Record = r
	if err := p.drive(); err != nil {
		return p, err
	}
	for _, m := range p.scene.moves {
		if err := p.add(m); err != nil {
			return p, err
		}
		if err := p.drive(); err != nil {
			return p, err
		}
	}
	p.Before, p.score = len(p.Record.Log), p.Record.Score()
	return p, nil
}

// Move makes a move of Side and what follows upon it, until Side is to move again or the scene is over.
func (p Play) Move(m engine.Move) (Play, error) {
	if p.Over() {
		return p, engine.Illegal("This scene is over.")
	}
	opponent, err := bot.ByID(Opponent)
	if err == nil {
		err = p.add(m)
	}
	if err != nil {
		return p, err
	}
	p.Moves = append(p.Moves[:len(p.Moves):len(p.Moves)], m)
	for !p.Over() {
		if err := p.drive(); err != nil {
			return p, err
		}
		if p.Over() || p.Record.Next().Side == Side {
			break
		}
		if err := p.add(opponent.Move(p.Record.Position, p.chance())); err != nil {
			return p, err
		}
	}
	return p, nil
}

// Scored returns who has scored in the scene, NoSide if nobody has.
func (p Play) Scored() engine.Side {
	switch now := p.Record.Score(); {
	case now[0] > p.score[0]:
		return engine.First
	case now[1] > p.score[1]:
		return engine.Second
	}
	return engine.NoSide
}

// Over says that nothing more is played: somebody has scored, or all turns are used.
func (p Play) Over() bool {
	return p.Scored() != engine.NoSide || len(p.Moves) >= Turns || p.Record.Next().Over()
}

// add makes a move of the side whose turn it is.
func (p *Play) add(m engine.Move) error {
	r, err := p.Record.Add(engine.Event{Seq: len(p.Record.Log) + 1, By: p.Record.Next().Side, Act: engine.ActMove, Text: string(m)})
	if err == nil {
		p.Record = r
	}
	return err
}

// drive makes the throws that are due, and what follows by itself, up to a goal.
func (p *Play) drive() error {
	_, events, err := p.Record.Drive(time.Time{}, throws(p.scene.seed))
	for _, e := range events {
		if p.Scored() != engine.NoSide {
			break
		}
		if p.Record, err = p.Record.Add(e); err != nil {
			break
		}
	}
	return err
}

// chance is what the bot leaves to chance; the same at the same point of a scene.
func (p Play) chance() *rand.Rand {
	return rand.New(rand.NewPCG(p.scene.seed, uint64(len(p.Record.Log))))
}

// throws are the dice of a scene: whoever knows its seed knows them all, so they are for practice alone.
type throws uint64

// Draw returns a face that follows from the seed.
func (t throws) Draw(e uint32, label string, k, sides int) (int, error) {
	if sides < 1 {
		return 0, errors.New("a die without faces")
	}
	place := uint64(e)<<32 | uint64(len(label))<<24 | uint64(k)
	return 1 + rand.New(rand.NewPCG(uint64(t), place)).IntN(sides), nil
}
