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
	beats   *otter.Cache[beatsKey, study.Beats]
}

// toldReplay is a replay with the value of its last event, which binds all of its log.
type toldReplay struct {
	study.Replay
	chain string
}

// turnKey is a turn, by the value of the last written event before it and the position, and how its board lies.
type turnKey struct {
	match, chain, position string
	turned                 bool
}

// beatsKey is the events of a match from one to another, by the value of the last written one.
type beatsKey struct {
	match, chain string
	from, to     int
}

// How much is kept: replays by their boards, which take some 4 KB each, turns, and the latest events as pages tell them.
const (
	boardsKept = 4000
	turnsKept  = 64
	beatsKept  = 256
)

func newTellings() *tellings {
	return &tellings{
		replays: otter.Must(&otter.Options[string, toldReplay]{
			MaximumWeight: boardsKept, Weigher: func(_ string, t toldReplay) uint32 { return uint32(t.Last() + 1) }, //nolint:gosec // a match has some hundred moves
		}),
		choices: otter.Must(&otter.Options[turnKey, study.TurnChoices]{MaximumSize: turnsKept}),
		beats:   otter.Must(&otter.Options[beatsKey, study.Beats]{MaximumSize: beatsKept}),
	}
}

// of returns what is told of a match; nothing of one of whose log nobody knows the values. Events that are due and not written
// yet, such as the end of a time that has run out, have none: they are told on from what is kept.
func (t *tellings) of(v play.View) match.Told {
	chain := v.Match.Chain
	n := len(chain)
	if n == 0 || n > len(v.Record.Log) {
		return match.Told{}
	}
	last := string(chain[n-1])
	return match.Told{
		Replay: t.replay(v, last).With(v.Record),
		Choices: func(turned bool, make func() study.TurnChoices) study.TurnChoices {
			return kept(t.choices, turnKey{v.Match.ID, last, v.Record.Position.String(), turned}, make)
		},
		Beats: func(from int) study.Beats {
			to := len(v.Record.Log)
			return kept(t.beats, beatsKey{v.Match.ID, last, from, to}, func() study.Beats { return study.NewBeats(v.Record, from, to) })
		},
	}
}

// replay returns that of the events of a match that are written, of which the last has a value.
func (t *tellings) replay(v play.View, last string) study.Replay {
	chain := v.Match.Chain
	kept, ok := t.replays.GetIfPresent(v.Match.ID)
	if ok && kept.chain == last {
		return kept.Replay
	}
	written := v.Record
	written.Log = written.Log[:len(chain)]
	var r study.Replay
	if n := kept.Events(); ok && n < len(chain) && bytes.Equal(chain[n-1], []byte(kept.chain)) {
		r = kept.With(written)
	} else {
		r = study.NewReplay(written, v.Match.ID)
	}
	t.replays.Set(v.Match.ID, toldReplay{r, last})
	return r
}

// kept returns what is kept under a key, and makes it if it is not.
func kept[K comparable, V any](cache *otter.Cache[K, V], key K, make func() V) V {
	v, ok := cache.GetIfPresent(key)
	if !ok {
		v = make()
		cache.Set(key, v)
	}
	return v
}
