package dice

import (
	"bytes"
	"encoding/hex"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
)

// drawn is a tournament of the entries, seeded by a chain of its own.
func drawn(t *testing.T, entries ...string) Seeding {
	t.Helper()
	gid := TournamentGID("cup")
	chain := NewChain(Key{1}, gid, 0, Length)
	order, draws, err := Seed(len(entries), Source(chain, MatchContext(gid, chain.Head(), [2]string{})))
	if err != nil {
		t.Fatal(err)
	}
	var seeds []string
	for _, i := range order {
		seeds = append(seeds, entries[i])
	}
	return NewSeeding("cup", chain.Head(), entries, chain.Link(1), draws, seeds)
}

func TestASeedingIsVerifiedAndEachChangeOfItIsFound(t *testing.T) {
	s := drawn(t, "ann", "bob", "bot:greedy", "cleo", "dan")
	got, err := VerifySeeding(s.Encode())
	if err != nil || !IsSeeding(s.Encode()) {
		t.Fatalf("%v, %v\n%s", got, err, s.Encode())
	}
	if want := "The order of all 5 entries follows"; !strings.HasPrefix(got.String(), want) {
		t.Errorf("got %q", got)
	}
	other := drawn(t, "ann", "bob", "bot:greedy", "cleo", "dan", "eve")
	for name, change := range map[string]func(*Seeding){
		"another tournament":  func(s *Seeding) { s.Tournament = "cup2" },
		"another gid":         func(s *Seeding) { s.GID = strings.Repeat("00", 16) },
		"another head":        func(s *Seeding) { s.Head = strings.Repeat("00", 32) },
		"another link":        func(s *Seeding) { s.Link = strings.Repeat("00", 32) },
		"a link cut off":      func(s *Seeding) { s.Link = s.Link[2:] },
		"another throw":       func(s *Seeding) { s.Draws[0].Value = 1 + s.Draws[0].Value%s.Draws[0].N },
		"throws too many":     func(s *Seeding) { s.Draws = other.Draws },
		"an entry more":       func(s *Seeding) { s.Entries = append(s.Entries, "eve") },
		"another order":       func(s *Seeding) { s.Seeds[0], s.Seeds[1] = s.Seeds[1], s.Seeds[0] },
		"entries exchanged":   func(s *Seeding) { s.Entries[0], s.Entries[1] = s.Entries[1], s.Entries[0] },
		"hundreds of entries": func(s *Seeding) { s.Entries = make([]string, 300) },
	} {
		t.Run(name, func(t *testing.T) {
			s := drawn(t, "ann", "bob", "bot:greedy", "cleo", "dan")
			change(&s)
			var f Flaw
			if got, err := VerifySeeding(s.Encode()); !errors.As(err, &f) || !strings.HasSuffix(f.Error(), ".") {
				t.Errorf("%v, %v", got, err)
			}
		})
	}
	for _, text := range []string{"", "{}", "[]", string(bytes.TrimSpace(s.Encode())) + "1", `{"tournament": "cup", "more": 1}`} {
		if _, err := VerifySeeding([]byte(text)); err == nil {
			t.Errorf("%q holds", text)
		}
	}
	if IsSeeding([]byte(`{"game":"streetsoccer"}`)) {
		t.Error("a match is taken for a seeding")
	}
}

func TestASeedingIsAnOrderAndTheSameEachTime(t *testing.T) {
	for n := range 13 {
		entries := strings.Split("abcdefghijklm"[:n], "")
		a, b := drawn(t, entries...), drawn(t, entries...)
		if !slices.Equal(a.Seeds, b.Seeds) {
			t.Errorf("drawn twice: %v and %v", a.Seeds, b.Seeds)
		}
		sorted := slices.Clone(a.Seeds)
		slices.Sort(sorted)
		if !slices.Equal(sorted, entries) {
			t.Errorf("%v are seeded as %v", entries, a.Seeds)
		}
		if len(a.Draws) != max(0, n-1) {
			t.Errorf("%d entries take %d throws", n, len(a.Draws))
		}
	}
}

func TestTheGIDOfAFixtureIsThatOfItsPlace(t *testing.T) {
	// SHA-256 of 0008 "tbd1/gid" 0003 "cup" 0005 "c1/r2" 0002 "b1", first 16 bytes.
	gid := FixtureGID("cup", "c1/r2", "b1")
	if got, want := hex.EncodeToString(gid[:]), fixtureVector; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	seen := map[GID]bool{TournamentGID("cup"): true}
	for _, place := range [][3]string{{"cup", "c1/r2", "b1"}, {"cup", "c1/r2", "b2"}, {"cup", "c1/r", "2b1"}, {"cupc", "1/r2", "b1"}} {
		gid := FixtureGID(place[0], place[1], place[2])
		if seen[gid] {
			t.Errorf("%v has the GID of another place", place)
		}
		seen[gid] = true
	}
}

// fixtureVector was computed with sha256sum.
const fixtureVector = "ca7d6c1b0a5ab9c95c0a5ac0fe905eb1"

// TestALotPutsManyMoreEntriesInOrderThanADieHasFaces: more than a byte can count are drawn by two.
func TestALotPutsManyMoreEntriesInOrderThanADieHasFaces(t *testing.T) {
	entries := make([]string, 1000)
	for i := range entries {
		entries[i] = fmt.Sprint("player ", i)
	}
	s := drawn(t, entries...)
	if _, err := VerifySeeding(s.Encode()); err != nil {
		t.Error(err)
	}
	sorted := slices.Clone(s.Seeds)
	slices.Sort(sorted)
	slices.Sort(entries)
	if !slices.Equal(sorted, entries) {
		t.Error("some are not seeded, or twice")
	}
	beyond := 0
	for _, d := range s.Draws {
		if d.Value > MaxSides {
			beyond++
		}
	}
	if beyond < 300 { // about 744 (1 - 256/n on average) / 2
		t.Errorf("%d of %d throws are beyond a byte", beyond, len(s.Draws))
	}
	s.Draws[0].Value = 1 + s.Draws[0].Value%s.Draws[0].N
	if _, err := VerifySeeding(s.Encode()); err == nil {
		t.Error("with another throw it holds")
	}
}

func TestEveryFaceOfManyHasTheSameNumberOfPairs(t *testing.T) {
	for _, n := range []int{257, 300, 400, 1000, 32768, 32769, MaxEntries} {
		count := make([]int, n)
		for high := range 256 {
			for low := range 256 {
				if v, ok := fairPair(byte(high), byte(low), n); ok {
					count[v]++
				}
			}
		}
		for v, c := range count {
			if c != 65536/n {
				t.Fatalf("n = %d: %d pairs give %d, want %d", n, c, v, 65536/n)
			}
		}
	}
}
