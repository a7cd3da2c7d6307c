package play

import (
	"github.com/maypok86/otter/v2"

	"kickabout/engine"
	"kickabout/engine/dice"
	"kickabout/league"
)

// records keeps records of matches that were read and found sound, or were written, so that who plays or looks on
// need not have them read, replayed and checked anew. The head is read each time and says which record counts: one
// that is kept stands for what is stored only if the value of its last event is the same, which binds all of its events.
// Records are never changed, so that all share them. What looks for damage goes past this.
type records struct{ cache *otter.Cache[string, kept] }

// kept is the record of a match with the values of its events.
type kept struct {
	record engine.Record
	chain  [][]byte
}

// recordsMost is how many bytes records take together, as weight has it.
const recordsMost = 64 << 20

func newRecords() *records {
	return &records{otter.Must(&otter.Options[string, kept]{MaximumWeight: recordsMost, Weigher: func(_ string, k kept) uint32 { return k.weight() }})}
}

// weight estimates the bytes that a record takes.
func (k kept) weight() uint32 {
	const position, event, draw, value = 4096, 160, 80, 64
	bytes := position + value*len(k.chain)
	for _, e := range k.record.Log {
		bytes += event + len(e.Text) + draw*len(e.Draws)
	}
	return uint32(bytes) //nolint:gosec // a log has thousands of events at most
}

// of returns the record of a match of which the head was read, if that very one is kept.
func (r *records) of(head league.Head) (kept, bool) {
	k, ok := r.cache.GetIfPresent(head.Match.ID)
	if !ok || len(k.chain) != head.Match.State.Last || string(k.chain[len(k.chain)-1]) != string(head.Chain) {
		return kept{}, false
	}
	return k, true
}

// keep keeps the record of a match as it is stored. One whose events have no values, which would not be known again, is not kept.
func (r *records) keep(v View) {
	chain := v.Match.Chain
	if n := len(chain); n == 0 || n != len(v.Record.Log) || len(chain[n-1]) != len(dice.Digest{}) {
		return
	}
	r.cache.Set(v.Match.ID, kept{v.Record, chain})
}
