package swiss_test

import (
	"os"
	"path/filepath"
	"slices"
	"testing"

	"kickabout/engine"
	"kickabout/league/pairing"
	"kickabout/league/pairing/swiss"
	"kickabout/league/pairing/trf"
)

func readFile(t *testing.T, name string) trf.File {
	t.Helper()
	data, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	f, err := trf.Read(data)
	if err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	return f
}

// before returns a tournament as it was before a round, and what was paired in it.
func before(t *testing.T, f trf.File, round int) (at swiss.Tournament, pairs []pairing.Pair, bye int) {
	t.Helper()
	at, err := f.Tournament()
	if err != nil {
		t.Fatal(err)
	}
	bye = pairing.Nobody
	for i, p := range at.Players {
		past := p.Past[round]
		switch {
		case past.Kind == swiss.Bye:
			bye = i
		case past.Side == engine.First:
			pairs = append(pairs, pairing.Pair{First: i, Second: past.Opponent})
		}
		at.Players[i].Past = p.Past[:round]
		at.Players[i].Absent = past.Kind == swiss.Absent || past.Kind == swiss.Asked
	}
	return at, pairs, bye
}

func TestPublishedRoundsArePairedAlike(t *testing.T) {
	files, err := filepath.Glob("testdata/1*.trf")
	if err != nil || len(files) == 0 {
		t.Fatal("no published tournaments", err)
	}
	rounds, same := 0, 0
	for _, name := range files {
		f := readFile(t, name)
		for round := range f.Played() {
			at, pairs, bye := before(t, f, round)
			r, err := swiss.Next(at)
			if err != nil {
				t.Fatal(err)
			}
			got := slices.Clone(r.Pairs)
			byFirst := func(p, q pairing.Pair) int { return p.First - q.First }
			slices.SortFunc(got, byFirst)
			slices.SortFunc(pairs, byFirst)
			rounds++
			if slices.Equal(got, pairs) && r.Bye == bye {
				same++
				continue
			}
			t.Errorf("%s, round %d:\ngot  %v bye %d\nwant %v bye %d", name, round+1, got, r.Bye, pairs, bye)
		}
	}
	t.Logf("%d of %d rounds are the same", same, rounds)
}

// The criteria that came in 2026 have published cases of their own.
func TestTheByeGoesToWhoHasLeastAndPlayedMost(t *testing.T) {
	for _, c := range []struct {
		name, file string
		pairs      []pairing.Pair
		bye        int
	}{
		{"C5: the bye goes to the player with fewest points, though two more float", "c5.trf", []pairing.Pair{{First: 0, Second: 4}, {First: 2, Second: 1}}, 5},
		{"C9: and not to the one who missed a round", "c9.trf", []pairing.Pair{{First: 1, Second: 0}, {First: 2, Second: 4}}, 3},
	} {
		t.Run(c.name, func(t *testing.T) {
			at, err := readFile(t, "testdata/"+c.file).Tournament()
			if err != nil {
				t.Fatal(err)
			}
			r, err := swiss.Next(at)
			if err != nil || !slices.Equal(r.Pairs, c.pairs) || r.Bye != c.bye {
				t.Errorf("got %v bye %d (%v), want %v bye %d", r.Pairs, r.Bye, err, c.pairs, c.bye)
			}
		})
	}
}
