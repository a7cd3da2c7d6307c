package league

import (
	"slices"
	"testing"

	"kickabout/engine"
)

func TestAFixtureIsPlayedAgainUnderItsNextKey(t *testing.T) { // R-CH-10
	for key, want := range map[Key][2]Key{
		"c1/r2/b1": {"c1/r2/b1", "c1/r2/b1.2"}, "c1/r2/b1.2": {"c1/r2/b1", "c1/r2/b1.3"}, "s1/g2/c1/r1/b1.10": {"s1/g2/c1/r1/b1", "s1/g2/c1/r1/b1.11"},
		"v1.2/b1": {"v1.2/b1", "v1.2/b1.2"}, "b1.1": {"b1.1", "b1.1.2"},
	} {
		if key.Fixture() != want[0] || key.Again() != want[1] {
			t.Errorf("%s: %s, %s", key, key.Fixture(), key.Again())
		}
	}
	if k := Key("d1/g2/c1/r2/b1").Again(); k.Group() != "d1/g2" || k.Round() != "d1/g2/c1/r2" {
		t.Errorf("%s of group %s, round %s", k, k.Group(), k.Round())
	}
}

func TestTheLastMatchOfAFixtureCounts(t *testing.T) {
	match := func(id, key string, first, second string, o engine.Outcome) Match {
		m := Match{ID: id, Fixture: key, Seats: [2]Seat{{Player: someone(first)}, {Player: someone(second)}}}
		m.State.Outcome = o
		return m
	}
	void := engine.Outcome{Ending: engine.Void}
	matches := []Match{
		match("a", "c1/r1/b1", "ann", "bob", void), match("x", "c1/r1/b1.10", "ann", "fay", engine.Outcome{}), match("b", "c1/r1/b1.2", "ann", "eve", void),
		match("c", "c1/r1/b2", "cleo", "dan", engine.Outcome{}),
	}
	var ids []string
	for _, m := range Latest(matches) {
		ids = append(ids, m.ID)
	}
	if !slices.Equal(ids, []string{"x", "c"}) {
		t.Errorf("these count: %v", ids)
	}
	ids = nil
	for _, m := range Replaced(matches) {
		ids = append(ids, m.ID)
	}
	if !slices.Equal(ids, []string{"a", "b"}) {
		t.Errorf("these do not: %v", ids)
	}
	s := Tournament{}.Sheet("", matches, may)
	if len(s.Fixtures) != 2 || s.Fixtures[0].Key != "c1/r1/b1" || s.Fixtures[0].Second != "fay" || s.Fixtures[0].Outcome.Over() {
		t.Errorf("a format sees %+v", s.Fixtures)
	}
}
