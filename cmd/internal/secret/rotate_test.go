package secret_test

import (
	"errors"
	"maps"
	"os"
	"slices"
	"strings"
	"testing"

	"kickabout/cmd/internal/secret"
	"kickabout/engine/dice"
	"kickabout/engine/dice/tbd2"
	"kickabout/league"
)

// TestARotatedKeyOfTheDiceDealsOn what was made with it, as long as it is not lost: what is new comes from the present one.
func TestARotatedKeyOfTheDiceDealsOn(t *testing.T) {
	p, data := site(t)
	ctx := t.Context()
	open := func() *secret.Ring {
		t.Helper()
		ring, err := p.Prepare(ctx, data)
		if err != nil {
			t.Fatal(err)
		}
		beside, err := p.Open(ctx, data)
		if err != nil || p.Fits(ctx, data, ring) != nil {
			t.Fatal(err, p.Fits(ctx, data, ring))
		}
		for since := range uint32(5) {
			e, f, cs := ring.Dice.Committed(since, 9)
			if be, bf, bcs := beside.Dice.Committed(since, 9); be != e || bf != f || bcs != cs {
				t.Errorf("since %d a command beside the server deals by key %d, the server by %d", since, be, e)
			}
		}
		return ring
	}
	gid := dice.GID{3}
	deals := func(what string, ring *secret.Ring, want map[uint32]uint32) { // since when: by which key
		t.Helper()
		for since, epoch := range want {
			_, c := ring.Dice.Fix(since, 9, gid)
			is, f, cs := ring.Dice.Committed(since, 9)
			sk, ok := ring.Dice.OpensScope(is, 9, cs)
			if c.Epoch != epoch || is != epoch || !ok || f == (dice.Digest{}) || !ring.Dice.Deals(gid, c) || tbd2.Seal(gid, 0, tbd2.MatchKey(sk, gid, 0)) != c.Seal {
				t.Errorf("%s, since %d: key %d and %d, want %d", what, since, c.Epoch, is, epoch)
			}
		}
	}
	was := map[uint32]league.Commitment{}
	ring := open()
	old := ring.Dice.Head(gid)
	first, site := ring.Former().Mix("a", "b"), texts(t, p.Folder)[secret.DiceKey]
	deals("at first", ring, map[uint32]uint32{0: 1, 1: 1, 7: 1})
	_, was[1] = ring.Dice.Fix(0, 9, gid)

	for n := uint32(2); n <= 3; n++ {
		if err := p.Replace(ctx, data, secret.DiceKey, "yearly", true); err != nil {
			t.Fatal(err)
		}
		ring = open()
		_, was[n] = ring.Dice.Fix(0, 9, gid)
	}
	deals("rotated twice", ring, map[uint32]uint32{0: 3, 1: 1, 2: 2, 3: 3, 4: 3})
	if got := texts(t, p.Folder); got["dice-1"] != site || len(got) != 6 || ring.Lost != "" {
		t.Errorf("there are %q, and lost is %q", slices.Sorted(maps.Keys(got)), ring.Lost)
	}
	if ring.Dice.Head(gid) != old || len(ring.Dice.Links(gid, old, 3)) != 3 || ring.Former().Mix("a", "b") != first {
		t.Error("under the first scheme, or for old signatures, another key counts")
	}
	for n, c := range was {
		shown, ok := ring.Dice.Shows(c, tbd2.Given{Context: tbd2.Context{GID: gid, Seal: c.Seal}}, 1)
		face, err := ring.Dice.Throws(c, tbd2.Given{Context: tbd2.Context{GID: gid, Seal: c.Seal}}).Draw(1, "die", 0, 6)
		if !ring.Dice.Deals(gid, c) || !ok || len(shown.Links) != 1 || err != nil || face < 1 {
			t.Errorf("what key %d deals goes on: %v, %d links, %v", n, ring.Dice.Deals(gid, c), len(shown.Links), err)
		}
	}
	lines, err := p.Lines(ctx, data)
	var names []string
	for _, l := range lines {
		if names = append(names, l.Name); l.File != l.Record.Fingerprint || l.File == "" {
			t.Errorf("%s has %q, the data %q", l.Name, l.File, l.Record.Fingerprint)
		}
	}
	if err != nil || !slices.Equal(names, append(secret.Names(), "dice-1", "dice-2")) {
		t.Errorf("listed are %q, %v", names, err)
	}

	aside := secret.File(p.Folder, "dice-2") + ".aside"
	must := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	must(os.Rename(secret.File(p.Folder, "dice-2"), aside))
	for what, makes := range map[string]func() error{"is missing": func() error { return nil }, "is another one": func() error { return secret.Make(p.Folder, "dice-2") }} {
		if _, err := p.Prepare(ctx, data); err == nil && what == "is missing" {
			t.Error("a start does without it")
		}
		must(makes())
		if err := p.Check(ctx, data); !errors.Is(err, secret.ErrKeys) || !strings.Contains(err.Error(), "the dice-2 key is") {
			t.Errorf("it %s: %v", what, err)
		}
		_ = os.Remove(secret.File(p.Folder, "dice-2"))
	}
	if err := p.Replace(ctx, data, "dice-7", "x", false); err == nil {
		t.Error("a key is lost that there never was")
	}
	must(p.Replace(ctx, data, "dice-2", "It is gone.", false)) // so it goes on without that
	ring = open()
	deals("the second is lost", ring, map[uint32]uint32{0: 3, 1: 1, 2: 3, 3: 3})
	if _, ok := ring.Dice.Opens(was[2], gid); ok || ring.Dice.Deals(gid, was[2]) || ring.Lost != "It is gone." {
		t.Errorf("what it dealt goes on; lost is %q", ring.Lost)
	}
	must(os.Rename(aside, secret.File(p.Folder, "dice-2")))
	ring = open()
	if _, ok := ring.Dice.Opens(was[2], gid); !ok || ring.Dice.Deals(gid, was[2]) {
		t.Error("with its file again it deals, or does not show what it dealt")
	}
	if got := texts(t, p.Folder); got["dice-2"] != "" || got["lost-dice-1"] == "" {
		t.Errorf("there are %q", slices.Sorted(maps.Keys(got)))
	}

	// All that goes into an export is enough for a site elsewhere.
	all, err := secret.Texts(p.Folder)
	must(err)
	if d, err := secret.DealerOf(all); err != nil || d == nil {
		t.Errorf("an import has the dealer %v, %v", d, err)
	} else {
		for n, c := range was {
			if _, ok := d.Opens(c, gid); !ok {
				t.Errorf("an import does not know what key %d has dealt", n)
			}
		}
	}
	elsewhere, others := secret.Preparation{Folder: t.TempDir(), Effort: little, Now: p.Now, Import: true}, &remembered{}
	for _, k := range all {
		must(secret.WriteFile(elsewhere.Folder, k.Name, k.Text))
	}
	moved, err := elsewhere.Prepare(ctx, others)
	must(err)
	deals("elsewhere", moved, map[uint32]uint32{0: 3, 1: 1, 2: 3, 3: 3})
	for n, c := range was {
		if _, ok := moved.Dice.Opens(c, gid); !ok || (n != 2) != moved.Dice.Deals(gid, c) {
			t.Errorf("elsewhere what key %d has dealt is not known", n)
		}
	}
	if _, err := secret.DealerOf([]secret.Text{{Name: "../dice", Text: site}}); err == nil {
		t.Error("a key has the name of a path")
	}
}

// TestARotationThatWasCutShortIsNothing: a key that lies beside and that the data does not know of deals nothing.
func TestARotationThatWasCutShortIsNothing(t *testing.T) {
	p, data := site(t)
	cut := errors.New("cut")
	data.fails = cut
	if err := p.Replace(t.Context(), data, secret.DiceKey, "x", true); !errors.Is(err, cut) {
		t.Fatal(err)
	}
	ring, err := p.Prepare(t.Context(), data)
	if err != nil {
		t.Fatal(err)
	}
	for since := range uint32(3) {
		if _, c := ring.Dice.Fix(since, 9, dice.GID{3}); c.Epoch != 1 || !ring.Dice.Deals(dice.GID{3}, c) {
			t.Errorf("since %d key %d deals", since, c.Epoch)
		}
	}
}

// TestALostKeyOfBeforeIsPutAside at once; and where that was cut short it deals nothing all the same, and shows what it dealt.
func TestALostKeyOfBeforeIsPutAside(t *testing.T) {
	for _, cut := range []bool{false, true} {
		p, data := site(t)
		ctx, gid := t.Context(), dice.GID{3}
		ring, err := p.Prepare(ctx, data)
		if err != nil {
			t.Fatal(err)
		}
		_, was := ring.Dice.Fix(0, 9, gid)
		if err := p.Replace(ctx, data, secret.DiceKey, "yearly", true); err != nil {
			t.Fatal(err)
		}
		if cut {
			err = data.LoseKey(ctx, secret.DiceKey, 0, "seen")
		} else {
			err = p.Lose(ctx, data, 1, "seen")
		}
		if err != nil {
			t.Fatal(err)
		}
		if names := filesIn(t, p.Folder); slices.Contains(names, "lost-dice-0.key") == cut || slices.Contains(names, "dice-1.key") != cut {
			t.Errorf("cut short %v: there are %q", cut, names)
		}
		ring, err = p.Open(ctx, data)
		if err != nil {
			t.Fatal(err)
		}
		if _, shown := ring.Dice.Opens(was, gid); !shown || ring.Dice.Deals(gid, was) {
			t.Errorf("cut short %v: what it dealt is shown: %v, and it deals: %v", cut, shown, ring.Dice.Deals(gid, was))
		}
	}
}
