package play

import (
	"bytes"
	"testing"

	"kickabout/engine"
	"kickabout/engine/dice"
	"kickabout/league"
)

// A record stands for what is stored only if the head says so by the value of its last event: another log may be as long.
func TestARecordThatIsKeptIsThatOfTheHead(t *testing.T) {
	t.Parallel()
	value := func(n byte) []byte { return bytes.Repeat([]byte{n}, len(dice.Digest{})) }
	v := View{Match: league.Match{ID: "m", Chain: [][]byte{value(1), value(2)}}, Record: engine.Record{Log: make([]engine.Event, 2), Seq: 2}}
	head := func(id string, last int, chain []byte) league.Head {
		return league.Head{Match: league.Match{ID: id, State: league.State{Last: last}}, Chain: chain}
	}
	for _, c := range []struct {
		name string
		head league.Head
		want bool
	}{
		{"the same", head("m", 2, value(2)), true},
		{"another match", head("n", 2, value(2)), false},
		{"as long, and another one", head("m", 2, value(3)), false},
		{"a later one", head("m", 3, value(3)), false},
		{"one that ends with the same value, and is longer", head("m", 3, value(2)), false},
		{"no value is known", head("m", 2, nil), false},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			r := newRecords()
			r.keep(v)
			if got, ok := r.of(c.head); ok != c.want || ok && got.record.Seq != 2 {
				t.Errorf("%t, want %t: %+v", ok, c.want, got)
			}
		})
	}
}

// What would not be known again is not kept.
func TestARecordWithoutValuesIsNotKept(t *testing.T) {
	t.Parallel()
	for _, chain := range [][][]byte{nil, {nil, nil}, {make([]byte, len(dice.Digest{}))}} {
		r := newRecords()
		r.keep(View{Match: league.Match{ID: "m", Chain: chain}, Record: engine.Record{Log: make([]engine.Event, 2)}})
		if _, ok := r.cache.GetIfPresent("m"); ok {
			t.Errorf("with the values %v it is kept", chain)
		}
	}
}
