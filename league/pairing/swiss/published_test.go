package swiss_test

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
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
	if rounds != 43 {
		t.Errorf("%d rounds were read, 43 are published", rounds)
	}
}

// Rounds that are published with their answer, board by board; those of the seeds in no order.
func TestPublishedAnswersAreOurs(t *testing.T) {
	for _, c := range []struct{ name, file, want string }{
		{"C5: the bye goes to the player with fewest points, though two more float", "c5.trf", "1-5 3-2 bye 6"},
		{"C9: the bye does not go to the one who missed a round", "c9.trf", "2-1 3-5 bye 4"},
		{"the last round of sixty players", "issue7.trf", "1-15 3-2 11-17 7-10 8-14 4-6 5-12 9-16 13-25 24-22 18-29 20-23 19-33 21-38 39-26 " +
			"28-36 31-40 37-35 44-46 30-32 27-48 47-42 51-55 34-50 49-45 53-58 41-59 56-43 60-52 54-57"},
		{"a last round with topscorers and forfeits", "seed20881.trf", "1-3 12-10 15-13 16-14 4-9 5-2 6-8 7-11"},
		{"a player who comes in the second round, and one who has not come yet", "seed20010.trf", "1-9 12-2 14-4 15-23 16-24 17-27 19-29 20-13 22-10 26-18 28-21 3-11 30-7 5-25 8-31"},
		{"first kick-offs after matches without play", "seed20121.trf", "1-7 11-13 12-15 14-9 16-5 4-10 6-2"},
	} {
		t.Run(c.name, func(t *testing.T) {
			at, err := readFile(t, "testdata/"+c.file).Tournament()
			if err != nil {
				t.Fatal(err)
			}
			r, err := swiss.Next(at)
			var got []string
			for _, p := range r.Pairs {
				got = append(got, fmt.Sprintf("%d-%d", p.First+1, p.Second+1))
			}
			if r.Bye != pairing.Nobody {
				got = append(got, fmt.Sprint("bye ", r.Bye+1))
			}
			if strings.HasPrefix(c.file, "seed") {
				slices.Sort(got)
			}
			if err != nil || strings.Join(got, " ") != c.want {
				t.Errorf("got  %v (%v)\nwant %s", got, err, c.want)
			}
		})
	}
}
