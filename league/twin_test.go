package league

import "testing"

func TestTheTwoFixturesOfAPairKnowEachOther(t *testing.T) {
	for _, c := range []struct{ name, key, twin string }{
		{"a first cycle", "c1/r2/b1", "c2/r2/b1"},
		{"a second cycle, in a group", "s1/g2/c2/r1/b3", "s1/g2/c1/r1/b3"},
		{"a third cycle", "c3/r2/b1", ""},
		{"a leg of a tie", "r1/t2/b1", "r1/t2/b2"},
		{"a leg of a tie in a second stage", "s2/r3/t1/b2", "s2/r3/t1/b1"},
		{"what decides a tie", "r1/t2/b3", ""},
		{"a board of a team match", "c2/r3/m1/l2/b4", "c2/r3/m1/l1/b4"},
		{"played again", "c1/r2/b1.2", "c2/r2/b1.2"},
		{"a leg of a tie played again and again", "r1/t2/b2.3", "r1/t2/b1.3"},
		{"what decides a tie, played again", "r1/t2/b3.2", ""},
		{"no key of a pair", "x/y", ""},
	} {
		twin, ok := Key(c.key).Twin()
		if string(twin) != c.twin || ok != (c.twin != "") {
			t.Errorf("%s: the twin of %s is %q, %t, want %q", c.name, c.key, twin, ok, c.twin)
		}
		if back, _ := twin.Twin(); ok && back != Key(c.key) {
			t.Errorf("%s: and its twin is %q", c.name, back)
		}
		if ok && (PairGID("cup", twin) != PairGID("cup", Key(c.key)) || PairGID("cup", twin) == PairGID("other", twin)) {
			t.Errorf("%s: the GIDs are %x and %x", c.name, PairGID("cup", twin), PairGID("cup", Key(c.key)))
		}
	}
}
