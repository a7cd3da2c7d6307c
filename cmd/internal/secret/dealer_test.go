package secret

import (
	"bytes"
	"encoding/hex"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"sync"
	"testing"

	"kickabout/engine/dice"
	"kickabout/engine/dice/tbd2"
	"kickabout/league/core"
)

var _ core.Dealer = (*Dealer)(nil)

var canary = strings.Repeat("c0ffee11", 8)

// write puts a key file into a fresh folder.
func write(t *testing.T, text string, mode os.FileMode) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "dice.key")
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Chmod(path, mode); err != nil {
		t.Fatal(err)
	}
	return path
}

func open(t *testing.T, path string) *Dealer {
	t.Helper()
	d, err := Open(filepath.Dir(path))
	if err != nil {
		t.Fatal(err)
	}
	return d
}

// made makes the key of the dice in a folder.
func made(t *testing.T, folder string) {
	t.Helper()
	if err := Make(folder, DiceKey); err != nil {
		t.Fatal(err)
	}
}

func TestTheFirstStartMakesAKeyForTheOwnerAlone(t *testing.T) {
	folder := t.TempDir()
	path := filepath.Join(folder, "dice.key")
	made(t, folder)
	first := open(t, path)
	info, err := os.Stat(path)
	if err != nil {
		t.Fatal(err)
	}
	if info.Mode() != 0o600 {
		t.Errorf("mode %v, want 0600", info.Mode())
	}
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if mk, err := hex.DecodeString(strings.TrimSuffix(string(text), "\n")); err != nil || len(mk) != 32 || len(text) != 65 {
		t.Errorf("the file holds %d bytes, %v; want 64 hexadecimal digits and a newline", len(text), err)
	}
	if second := open(t, path); second.mk != first.mk {
		t.Error("the second start has another key than the first")
	}
	names, err := os.ReadDir(folder)
	if err != nil || len(names) != 1 {
		t.Errorf("the folder holds %v, %v; want the key alone", names, err)
	}
	elsewhere := t.TempDir()
	made(t, elsewhere)
	if other := open(t, filepath.Join(elsewhere, "dice.key")); other.mk == first.mk {
		t.Error("two sites have the same key")
	}
}

func TestWhoStartsTogetherGetsOneKey(t *testing.T) {
	for range 20 {
		path := filepath.Join(t.TempDir(), "dice.key")
		var dealers [8]*Dealer
		var group sync.WaitGroup
		for i := range dealers {
			group.Go(func() {
				if err := Make(filepath.Dir(path), DiceKey); err != nil {
					t.Error(err)
				}
				d, err := Open(filepath.Dir(path))
				if err != nil {
					t.Error(err)
				}
				dealers[i] = d
			})
		}
		group.Wait()
		for _, d := range dealers {
			if d == nil || d.mk != dealers[0].mk {
				t.Fatal("two processes have different keys")
			}
		}
	}
}

func TestKeyFilesThatAreRefused(t *testing.T) {
	for _, c := range []struct {
		name, text string
		mode       os.FileMode
		want       string
	}{
		{"the group may read it", canary + "\n", 0o640, "readable for its owner alone"},
		{"others may read it", canary + "\n", 0o604, "readable for its owner alone"},
		{"others may write it", canary + "\n", 0o602, "readable for its owner alone"},
		{"it is empty", "", 0o600, "damaged"},
		{"it is one newline", "\n", 0o600, "damaged"},
		{"the newline is missing", canary, 0o600, "damaged"},
		{"it is short", canary[2:] + "\n", 0o600, "damaged"},
		{"it is long", canary + "00\n", 0o600, "damaged"},
		{"something follows the key", canary + "\n\n", 0o600, "damaged"},
		{"capitals are not its one form", strings.ToUpper(canary) + "\n", 0o600, "damaged"},
		{"it is not hexadecimal", "xx" + canary[2:] + "\n", 0o600, "damaged"},
		{"a line of another system ends it", canary + "\r\n", 0o600, "damaged"},
	} {
		t.Run(c.name, func(t *testing.T) {
			path := write(t, c.text, c.mode)
			_, err := Open(filepath.Dir(path))
			if err == nil || !strings.Contains(err.Error(), c.want) {
				t.Fatalf("error %v, want one with %q", err, c.want)
			}
			if strings.Contains(strings.ToLower(err.Error()), canary[2:10]) {
				t.Errorf("the error shows the key: %v", err)
			}
			if text, _ := os.ReadFile(path); string(text) != c.text {
				t.Error("the refused file was changed")
			}
		})
	}
}

func TestAFolderIsNoKey(t *testing.T) {
	folder := t.TempDir()
	if err := os.Mkdir(filepath.Join(folder, "dice.key"), 0o700); err != nil {
		t.Fatal(err)
	}
	if _, err := Open(folder); err == nil || !strings.Contains(err.Error(), "regular file") {
		t.Errorf("error %v, want one about a regular file", err)
	}
	if _, err := Open(t.TempDir()); err == nil {
		t.Error("a key was made where it is expected")
	}
	if err := Make(filepath.Join(t.TempDir(), "missing"), DiceKey); err == nil {
		t.Error("a key was made in a folder that is not there")
	}
}

func TestDealerDealsTheDiceOfItsKey(t *testing.T) {
	d := open(t, write(t, canary+"\n", 0o600))
	gid := dice.GID{1, 2, 3}
	chain := dice.NewChain(d.mk, gid, 0, dice.Length)
	if d.Head(gid) != chain.Head() {
		t.Error("the head is not that of the chain")
	}
	links := d.Links(gid, d.Head(gid), 3)
	if len(links) != 3 || links[0] != chain.Link(1) || links[2] != chain.Link(3) {
		t.Errorf("links %x, want those of the chain from 1 on", links)
	}
	if n := len(d.Links(gid, d.Head(gid), 5000)); n != dice.Length {
		t.Errorf("%d links, want all %d", n, dice.Length)
	}
	contributions := [2]string{"one", "two"}
	want, err := dice.Source(chain, dice.MatchContext(gid, chain.Head(), contributions)).Draw(5, "die", 0, 256)
	if err != nil {
		t.Fatal(err)
	}
	if got, err := d.Source(gid, contributions).Draw(5, "die", 0, 256); got != want || err != nil {
		t.Errorf("threw %d, %v; want %d", got, err, want)
	}
}

func TestMixDependsOnKeyPurposeAndText(t *testing.T) {
	dealer := open(t, write(t, canary+"\n", 0o600))
	d, other := Site{dealer.mk}, Site{}
	mixes := [][32]byte{
		d.Mix("bot", "match 1"), d.Mix("bot", "match 2"), d.Mix("seats", "match 1"), other.Mix("bot", "match 1"),
		d.Mix("bot", ""), d.Mix("bot", "\x00"), d.Mix("botm", "atch 1"),
		d.Mix("bot", strings.Repeat("long", 100)),
	}
	seen := map[[32]byte]int{d.key: -1}
	for i, m := range mixes {
		if j, ok := seen[m]; ok {
			t.Errorf("mix %d is mix %d", i, j)
		}
		seen[m] = i
	}
	if d.Mix("bot", "match 1") != mixes[0] {
		t.Error("the same text gave another mix")
	}
	gid := dice.GID([]byte("0123456789abcdef"))
	for _, purpose := range []string{"", "tbd1/server-seed\x00\x00", "../tbd1/server-seed\x00\x00"} {
		if d.Mix(purpose, string(gid[:])) == dice.NewChain(dealer.mk, gid, 0, 0).Head() {
			t.Errorf("the purpose %q gives the seed of a chain", purpose)
		}
	}
}

func TestTheKeyIsNeverPrinted(t *testing.T) {
	d := open(t, write(t, canary+"\n", 0o600))
	var out bytes.Buffer
	for _, verb := range []string{"%v", "%+v", "%#v", "%s", "%x", "%X", "%d", "%q"} {
		fmt.Fprintf(&out, verb, d)
		fmt.Fprintf(&out, verb, *d)
		fmt.Fprintf(&out, verb, struct{ D *Dealer }{d})
		fmt.Fprintf(&out, verb, d.Source(dice.GID{}, [2]string{}))
		fmt.Fprintf(&out, verb, opened{d.mk, d.mk})
		fmt.Fprintf(&out, verb, generation{k: d.mk})
	}
	for _, h := range []slog.Handler{slog.NewTextHandler(&out, nil), slog.NewJSONHandler(&out, nil)} {
		slog.New(h).Info("start", "dealer", d, "copy", *d, "in", struct{ D *Dealer }{d})
	}
	printed := strings.ToLower(out.String())
	if !strings.Contains(printed, `"dealer":"(secret)"`) {
		t.Error("a log does not say that there is a secret")
	}
	for _, secret := range []string{canary[:16], "192 255 238 17", "192,255,238,17", "0xc0, 0xff, 0xee, 0x11"} {
		if strings.Contains(printed, secret) {
			t.Errorf("%q was printed", secret)
		}
	}
}

// TestTheKeyOfAScopeOpensItsMatchesAlone: what follows from it is of its own scope, and it is not the master key.
func TestTheKeyOfAScopeOpensItsMatchesAlone(t *testing.T) {
	now, before := dice.Key{1}, dice.Key{2}
	d, was := newDealer(now, before), newDealer(before)
	gid := dice.GID{3}
	for what, by := range map[string]*Dealer{"the present key": d, "one that is lost and still there": was} {
		epoch, _, cs := by.Committed(0, 7)
		sk, ok := d.OpensScope(epoch, 7, cs)
		if !ok || tbd2.Commitment(epoch, "7", sk) != cs || sk == now || sk == before {
			t.Fatalf("of %s it opens %v", what, ok)
		}
		_, own := by.Fix(0, 7, gid)
		_, other := by.Fix(0, 8, gid)
		if k := tbd2.MatchKey(sk, gid, 0); tbd2.Seal(gid, 0, k) != own.Seal || tbd2.Seal(gid, 0, k) == other.Seal {
			t.Errorf("of %s: the matches do not follow from it, or those of another scope do", what)
		}
	}
	_, _, cs := newDealer(dice.Key{4}).Committed(0, 7)
	if sk, ok := d.OpensScope(1, 7, cs); ok || sk != (dice.Key{}) {
		t.Error("it opens what a key has committed to that is gone")
	}
	if _, _, cs := d.Committed(0, 7); cs != (dice.Digest{}) {
		if _, ok := d.OpensScope(1, 8, cs); ok {
			t.Error("it opens one scope by the commitment to another")
		}
	}
}

func BenchmarkSource(b *testing.B) {
	d := newDealer(dice.Key{1})
	for b.Loop() {
		d.Source(dice.GID{2}, [2]string{})
	}
}

// However many matches there are, each has its own dice, and few chains are kept.
func TestAsManyChainsAreKeptAsAreNeeded(t *testing.T) {
	d := newDealer(dice.Key{1})
	var heads []dice.Link
	for range 2 {
		for i := range 3 * keptChains {
			gid := dice.GID{byte(i), byte(i >> 8), 1}
			head := d.Head(gid)
			if want := dice.NewChain(d.mk, gid, 0, dice.Length).Head(); head != want {
				t.Fatalf("the head of match %d is %x, want %x", i, head, want)
			}
			heads = append(heads, head)
		}
	}
	if len(heads) != 6*keptChains || len(d.kept.first) > keptChains || len(d.kept.second) > keptChains {
		t.Errorf("%d and %d chains are kept", len(d.kept.first), len(d.kept.second))
	}
}

func BenchmarkHeadOfAMatchThatIsPlayed(b *testing.B) {
	d := newDealer(dice.Key{1})
	for b.Loop() {
		d.Head(dice.GID{1})
	}
}

// TestWhatIsKeptOfTheDiceIsWhatTheyAre asks for the dice of more matches than are kept, those of each twice, beyond the end of a
// generation.
func TestWhatIsKeptOfTheDiceIsWhatTheyAre(t *testing.T) {
	t.Parallel()
	d := newDealer(dice.Key{1})
	for i := range 5000 {
		gid := dice.GID{byte(i), byte(i >> 8), 1}
		head, c := d.Fix(0, 7, gid)
		k := tbd2.MatchKey(tbd2.ScopeKey(1, d.mk, "7"), gid, 0)
		if head != tbd2.NewChain(k, gid, 0, 0).Head() || c.Seal != tbd2.Seal(gid, 0, k) {
			t.Fatalf("of match %d other dice are fixed", i)
		}
		if i%100 > 0 {
			continue
		}
		given := tbd2.Given{Context: tbd2.Context{GID: gid, Seal: c.Seal, Head: head}}
		for range 2 {
			for _, e := range []uint32{1, 31, 32, 33, 119, 120, 128, 129, 300} {
				want, err := tbd2.Source(k, given).Draw(e, "die", 1, 6)
				if err != nil {
					t.Fatal(err)
				}
				if got, err := d.Throws(c, given).Draw(e, "die", 1, 6); err != nil || got != want {
					t.Fatalf("match %d throws %d, %v in dice event %d; want %d", i, got, err, e, want)
				}
				shown, ok := d.Shows(c, given, e)
				if !ok || len(shown.Links) != int(e) || !reflect.DeepEqual(shown, tbd2.Show(k, given, e)) {
					t.Fatalf("match %d shows %d links after dice event %d: %v", i, len(shown.Links), e, ok)
				}
			}
		}
	}
	d.runs.CleanUp()
	d.links.CleanUp()
	if n, m := d.runs.EstimatedSize(), d.links.EstimatedSize(); n > keptRuns || m > keptRuns {
		t.Errorf("%d keys and %d chains are kept", n, m)
	}
}

// TestAKeyThatWasKeptDealsNoMoreOnceItIsLost: what is kept of it says nothing about who deals.
func TestAKeyThatWasKeptDealsNoMoreOnceItIsLost(t *testing.T) {
	t.Parallel()
	d, gid := newDealer(dice.Key{1}), dice.GID{3}
	_, c := d.Fix(0, 7, gid)
	if _, ok := d.Opens(c, gid); !ok || !d.Deals(gid, c) {
		t.Fatal("it does not deal")
	}
	d.shows, d.mk, d.epoch = []dice.Key{d.mk}, dice.Key{2}, 2
	if _, ok := d.Opens(c, gid); !ok || d.Deals(gid, c) {
		t.Errorf("lost, it deals: %v; its file is there and shows what it dealt: %v", d.Deals(gid, c), ok)
	}
	d.shows = nil
	if _, ok := d.Opens(c, gid); ok {
		t.Error("what a key dealt is shown without it")
	}
}

// BenchmarkDiceOfAMove does what a move asks of the dice of its match.
func BenchmarkDiceOfAMove(b *testing.B) {
	d, gid := newDealer(dice.Key{1}), dice.GID{2}
	head, c := d.Fix(0, 7, gid)
	given := tbd2.Given{Context: tbd2.Context{GID: gid, Seal: c.Seal, Head: head, Seats: make([]tbd2.Seat, 2)}}
	for b.Loop() {
		if !d.Deals(gid, c) {
			b.Fatal("it does not deal")
		}
		if _, err := d.Throws(c, given).Draw(40, "die", 0, 6); err != nil {
			b.Fatal(err)
		}
		d.Shows(c, given, 40)
	}
}
