package match

import (
	"bytes"

	"github.com/maypok86/otter/v2"

	"kickabout/league/play"
	"kickabout/views/match"
	"kickabout/views/study"
)

// tellings keeps what pages show of records: what each move did, and what can be done in the turn that waits. Both follow from the
// log alone, take longer to make than all else of a page, and are the same for all who look on; of a move more only that is told.
// Nobody changes what is kept.
type tellings struct {
	replays *otter.Cache[string, toldReplay] // by match
	choices *otter.Cache[turnKey, study.TurnChoices]
}

// toldReplay is a replay with the value of its last event, which binds all of its log.
type toldReplay struct {
	study.Replay
	chain string
}

// turnKey is a turn, by the value of the event that it comes after, and how its board lies.
type turnKey struct {
	match, chain string
	turned       bool
}

// How much is kept: replays by their boards, which take some 4 KB each, and turns.
const (
	boardsKept = 4000
	turnsKept  = 64
)

func newTellings() *tellings {
	return &tellings{
		replays: otter.Must(&otter.Options[string, toldReplay]{
			MaximumWeight: boardsKept, Weigher: func(_ string, t toldReplay) uint32 { return uint32(t.Last() + 1) }, //nolint:gosec // a match has some hundred moves
		}),
		choices: otter.Must(&otter.Options[turnKey, study.TurnChoices]{MaximumSize: turnsKept}),
	}
}

// of returns what is told of a match; nothing of one of whose log nobody knows the values.
func (t *tellings) of(v play.View) match.Told {
	chain := v.Match.Chain
	if len(chain) == 0 || len(chain) != len(v.Record.Log) {
		return match.Told{}
	}
	last := string(chain[len(chain)-1])
	told := match.Told{Choices: func(turned bool, make func() study.TurnChoices) study.TurnChoices {
		key := turnKey{v.Match.ID, last, turned}
		c, ok := t.choices.GetIfPresent(key)
		if !ok {
			c = make()
			t.choices.Set(key, c)
		}
		return c
	}}
	kept, ok := t.replays.GetIfPresent(v.Match.ID)
	switch n := kept.Events(); {
	case ok && kept.chain == last:
		told.Replay = kept.With(v.Record)
		return told
	case ok && n > 0 && n < len(chain) && bytes.Equal(chain[n-1], []byte(kept.chain)):
		told.Replay = kept.With(v.Record)
	default:
		told.Replay = study.NewReplay(v.Record, v.Match.ID)
	}
	t.replays.Set(v.Match.ID, toldReplay{told.Replay, last})
	return told
}
