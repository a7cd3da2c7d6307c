package tbd2

import (
	"strings"
	"testing"

	"kickabout/engine"
	"kickabout/engine/dice"
	"kickabout/engine/games"
)

// TestARunGoesOnFromItsBreak makes files whose values fit each other, and of which only where the second run goes on from is
// right or wrong.
func TestARunGoesOnFromItsBreak(t *testing.T) {
	m := newMatch(t, "streetsoccer", "lg", 6)
	n := len(m.record.Log) - 1 // it ends by a resignation
	part, err := engine.Replay(m.record.Game, m.record.Variant, m.record.Log[:n])
	if err != nil {
		t.Fatal(err)
	}
	base := dice.LastEvent(part.Log)
	var prior Digest
	readHex(prior[:], m.proof(t, n).Transcript)
	file := func(prior Digest) string {
		g := m.given
		k := MatchKey(ScopeKey(m.from.Epoch, Key{7: 7}, m.from.Scope), g.GID, 1)
		g.Run, g.Base, g.Prior, g.Seal, g.Head = 1, base, &prior, Seal(g.GID, 1, k), NewChain(k, g.GID, 1, 0).Head()
		r, err := part.Add(engine.Event{Seq: n + 1, At: part.Log[n-1].At, Act: engine.ActBreak, Text: engine.Break{Run: 1, Reason: "The disk broke.", K0: g.Sum()}.Text()})
		if err != nil {
			t.Fatal(err)
		}
		p, err := NewProof(r, m.from, Show(m.k, m.given, dice.LastEvent(part.Log)), Show(k, g, 0))
		if err != nil {
			t.Fatal(err)
		}
		report, err := Verify(p.Encode(), games.ByID, Evidence{})
		if err != nil {
			t.Fatal(err)
		}
		for _, l := range report.Lines {
			if l.Verdict == Wrong {
				return l.Text
			}
		}
		return ""
	}
	if wrong := file(prior); wrong != "" {
		t.Errorf("as it is: %s", wrong)
	}
	if wrong := file(Digest{1}); !strings.Contains(wrong, "does not go on from the event before") {
		t.Errorf("from another state: %q", wrong)
	}
}
