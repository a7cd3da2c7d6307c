package record

import (
	"math/rand/v2"
	"time"

	"kickabout/engine"
)

// Sample returns a match that is always the same, to show how a record looks: so many
// moves by chance, then a resignation.
func Sample(g engine.Game, variant string, moves int) (Match, error) {
	chance := luck{rand.New(rand.NewPCG(1, 2))}
	r, err := engine.Begin(g, variant, time.Time{}, 0, nil)
	for ; err == nil && !r.Next().Over(); moves-- {
		if r, _, err = r.Drive(time.Time{}, chance); err != nil || r.Next().Over() {
			break
		}
		e := engine.Event{Seq: len(r.Log) + 1, By: r.Next().Side, Act: engine.ActResign}
		if moves > 0 {
			e.Act, e.Text = engine.ActMove, string(r.Position.Random(chance.Rand))
		}
		r, err = r.Add(e)
	}
	sides := g.Info().Sides
	return Match{Headers: map[string]string{sides[0]: "Ann", sides[1]: "Bob", Event: "A friendly"}, Record: r}, err
}

// luck throws dice.
type luck struct{ *rand.Rand }

func (l luck) Draw(_ uint32, _ string, _, sides int) (int, error) { return 1 + l.IntN(sides), nil }
