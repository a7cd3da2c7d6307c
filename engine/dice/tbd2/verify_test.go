package tbd2

import (
	"bytes"
	"encoding/json"
	"errors"
	"flag"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"golang.org/x/mod/sumdb/tlog"

	"kickabout/engine"
	"kickabout/engine/enginetest"
	"kickabout/engine/games"
)

// played is a match with its keys, and a log that anchors it.
type played struct {
	record  engine.Record
	given   Given
	k       Key
	from    Origin
	signers Signers
	leaves  [][]byte
}

var began = time.Date(2027, 5, 1, 12, 0, 0, 123e6, time.UTC)

// newMatch plays at random until the match is over or has had so many moves, and then somebody resigns.
func newMatch(t testing.TB, game, variant string, moves int, more ...func(*Given)) *played {
	t.Helper()
	check := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	m := &played{from: Origin{Scope: "17", Key: "c1/r2/b3", Epoch: 1}}
	sk := ScopeKey(m.from.Epoch, Key{7: 7}, m.from.Scope)
	gid := MatchGID(m.from.Scope, m.from.Key)
	m.k = MatchKey(sk, gid, 0)
	m.given = Given{Context: Context{GID: gid, Seal: Seal(gid, 0, m.k), Head: NewChain(m.k, gid, 0, 0).Head(), Seats: []Seat{{Contribution: "four ½ & <more>"}, {Contribution: "4711"}}}}
	for _, change := range more {
		change(&m.given)
	}
	src := Source(m.k, m.given)
	g, err := games.ByID(game)
	check(err)
	r := rand.New(rand.NewPCG(4, 2))
	at := began
	lot := engine.SeatsDraw()
	lot.Face, err = src.Draw(lot.E, lot.Label, lot.K, lot.Sides)
	check(err)
	rec, err := engine.Begin(g, variant, at, 0, &lot)
	check(err)
	rec, _, err = rec.Drive(at, src)
	check(err)
	add := func(by engine.Side, act engine.Act, text string) {
		at = at.Add(time.Duration(r.IntN(1e6)) * time.Millisecond)
		rec, err = rec.Add(engine.Event{Seq: len(rec.Log) + 1, At: at, By: by, Act: act, Text: text})
		check(err)
		rec, _, err = rec.Drive(at, src)
		check(err)
	}
	for i := 0; i < moves && !rec.Next().Over(); i++ {
		if i == 3 {
			add(engine.NoSide, engine.ActTime, "second 86400")
		}
		add(rec.Next().Side, engine.ActMove, string(rec.Position.Random(r)))
	}
	if !rec.Next().Over() {
		add(rec.Next().Side, engine.ActResign, "")
	}
	m.record = rec
	m.signers, err = NewSigners(Key{3}, "league.example")
	check(err)
	m.leaves = [][]byte{SignerLeaf(m.signers.LogKey(), m.signers.ReceiptsKey(), began.UnixMilli()-9), SealLeaf(gid, 0, m.given.Seal, m.given.Head, nil, began.UnixMilli())}
	return m
}

// proof returns the file of the match after n events, bare.
func (m *played) proof(t testing.TB, n int) Proof {
	t.Helper()
	part, err := engine.Replay(m.record.Game, m.record.Variant, m.record.Log[:n])
	if err != nil {
		t.Fatal(err)
	}
	last := uint32(0)
	for _, e := range part.Log {
		if len(e.Draws) > 0 {
			last = e.Draws[0].E
		}
	}
	p, err := NewProof(part, m.from, Show(m.k, m.given, last))
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// sealed adds all that the site can say of a file: a receipt, the seal, a state in the log, and the key at the end.
func (m *played) sealed(t testing.TB, p Proof) Proof {
	t.Helper()
	var transcript Digest
	readHex(transcript[:], p.Transcript)
	last := p.Log[len(p.Log)-1]
	over := len(p.Log) == len(m.record.Log)
	var err error
	p.Receipt, err = m.signers.Receipt(Receipt{GID: m.given.GID, N: uint32(last.Seq), T: transcript, At: last.At})
	if err != nil {
		t.Fatal(err)
	}
	leaves := append(slices.Clone(m.leaves), StateLeaf(m.given.GID, uint32(last.Seq), transcript, over, last.At))
	p.Anchors = anchors(t, m.signers, leaves)
	if over {
		p.Opened = []string{hexOf(m.k[:])}
	}
	return p
}

// anchors puts leaves into a log and shows each of them.
func anchors(t testing.TB, s Signers, leaves [][]byte) (list []Anchor) {
	t.Helper()
	var stored []tlog.Hash
	reader := tlog.HashReaderFunc(func(at []int64) ([]tlog.Hash, error) {
		list := make([]tlog.Hash, len(at))
		for i, n := range at {
			list[i] = stored[n]
		}
		return list, nil
	})
	fail := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	for n, data := range leaves {
		more, err := tlog.StoredHashes(int64(n), data, reader)
		fail(err)
		stored = append(stored, more...)
	}
	size := int64(len(leaves))
	root, err := tlog.TreeHash(size, reader)
	fail(err)
	checkpoint, err := s.Checkpoint(tlog.Tree{N: size, Hash: root})
	fail(err)
	for n, data := range leaves {
		proof, err := tlog.ProveRecord(size, int64(n), reader)
		fail(err)
		a := Anchor{Data: hexOf(data), Index: int64(n), Checkpoint: checkpoint, Proof: []string{}}
		for _, h := range proof {
			a.Proof = append(a.Proof, hexOf(h[:]))
		}
		list = append(list, a)
	}
	return list
}

func verify(t testing.TB, p Proof, given Evidence) Report {
	t.Helper()
	r, err := Verify(p.Encode(), games.ByID, given)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// said is the verdicts of a report, each with its sentence.
func said(r Report) string {
	var b strings.Builder
	for _, l := range r.Lines {
		b.WriteString(string(l.Verdict) + ": " + l.Text + "\n")
	}
	return b.String() + r.Note
}

func count(r Report, v Verdict) (n int) {
	for _, l := range r.Lines {
		if l.Verdict == v {
			n++
		}
	}
	return n
}

// TestAFileHoldsAfterEveryEvent cuts a match of each kind everywhere.
func TestAFileHoldsAfterEveryEvent(t *testing.T) {
	t.Parallel()
	m := newMatch(t, "streetsoccer", "lg", enginetest.Size(60))
	for n := 1; n <= len(m.record.Log); n++ {
		bare := verify(t, m.proof(t, n), Evidence{})
		if !bare.Holds() || count(bare, Proved) != 5 || count(bare, NotProved) != 4 || bare.Label != Contributed {
			t.Fatalf("bare, after event %d:\n%s", n, said(bare))
		}
		full := verify(t, m.sealed(t, m.proof(t, n)), Evidence{})
		if over := n == len(m.record.Log); !full.Holds() || full.Note == "" || (count(full, NotProved) == 0) != over {
			t.Fatalf("sealed, after event %d:\n%s", n, said(full))
		}
	}
}

// TestAMatchOfManyEventsTakesSeveralChains plays one in which each event shows the chains that it must.
func TestAMatchOfManyEventsTakesSeveralChains(t *testing.T) {
	t.Parallel()
	m := newMatch(t, "cufootball", "classic", 400)
	p := m.sealed(t, m.proof(t, len(m.record.Log)))
	r := verify(t, p, Evidence{})
	last := uint32(0)
	next := 0
	for _, e := range p.Log {
		if e.ProofThrow != nil {
			if last = e.E; e.Next != "" {
				next++
			}
		}
	}
	if want := int(last+Length-ShowNext) / Length; !r.Holds() || next != want || last <= Length {
		t.Fatalf("%d events, %d heads of next chains, want %d:\n%s", last, next, want, said(r))
	}
	for name, forge := range map[string]func(p *Proof, at int){
		"no next head":       func(p *Proof, at int) { p.Log[at].Next = "" },
		"another next head":  func(p *Proof, at int) { p.Log[at].Next = hexOf(m.given.Head[:]) },
		"next head too late": func(p *Proof, at int) { p.Log[at].Next, p.Log[throwAfter(p, at)].Next = "", p.Log[at].Next },
	} {
		forged := m.sealed(t, m.proof(t, len(m.record.Log)))
		at := slices.IndexFunc(forged.Log, func(e ProofEvent) bool { return e.ProofThrow != nil && e.Next != "" })
		forge(&forged, at)
		if r := verify(t, forged, Evidence{}); r.Holds() {
			t.Errorf("%s:\n%s", name, said(r))
		}
	}
	c := claim{gid: m.given.GID}
	shown := Show(m.k, m.given, last)
	if _, picked := c.picked(m.k, shown); picked {
		t.Error("an honest chain is taken for one that was picked")
	}
	shown.Heads[len(shown.Heads)-1] = m.given.Head
	if gen, picked := c.picked(m.k, shown); !picked || gen != len(shown.Heads) {
		t.Errorf("chain %d, %v: that the last one was picked goes unseen", gen, picked)
	}
}

func throwAfter(p *Proof, at int) int {
	return at + 1 + slices.IndexFunc(p.Log[at+1:], func(e ProofEvent) bool { return e.ProofThrow != nil && e.E > p.Log[at].E })
}

// TestWhatTheOperatorGaveOutHoldsThem gives a verifier a checkpoint and keys from elsewhere.
func TestWhatTheOperatorGaveOutHoldsThem(t *testing.T) {
	t.Parallel()
	m := newMatch(t, "streetsoccer", "lg", 20)
	end := len(m.record.Log)
	whole, cut := m.sealed(t, m.proof(t, end)), m.sealed(t, m.proof(t, end-1))
	keys := []string{m.signers.LogKey()}
	r := verify(t, whole, Evidence{Keys: keys, Checkpoints: []string{whole.Anchors[0].Checkpoint}, Receipts: []string{cut.Receipt}})
	if !r.Holds() || r.Note != "" || !strings.Contains(said(r), "the key that you gave") || count(r, NotProved) != 0 {
		t.Errorf("the whole file:\n%s", said(r))
	}
	if r := verify(t, cut, Evidence{Keys: keys}); !r.Holds() || !strings.HasPrefix(r.Note, "Whether the match went on after event") {
		t.Errorf("a file from before:\n%s", said(r))
	}
	if r := verify(t, cut, Evidence{Keys: keys, Receipts: []string{whole.Receipt}}); !strings.Contains(said(r), "it is an old state, or was cut") || r.Holds() {
		t.Errorf("a file that was cut, beside a receipt:\n%s", said(r))
	}
	other, err := NewSigners(Key{4}, "league.example")
	check(t, err)
	if r := verify(t, whole, Evidence{Keys: []string{other.LogKey(), other.ReceiptsKey()}}); r.Holds() {
		t.Errorf("with the keys of another site:\n%s", said(r))
	}
}

// retold makes the transcript fit a forged file, as a clever forger does, and takes the receipt and the states away,
// which they cannot make.
func (m *played) retold(t *testing.T, p *Proof) {
	t.Helper()
	c := claim{proof: *p}
	if err := c.parse(p.Encode()); err != nil {
		return
	}
	if _, err := c.replay(games.ByID); err == nil {
		c.links()
		values := c.values()
		p.Transcript = hexOf(values[len(values)-1][:])
	}
	p.Receipt = ""
	p.Anchors = slices.DeleteFunc(p.Anchors, func(a Anchor) bool { return strings.HasPrefix(a.Data, hexOf(leaf("state"))) })
}

// values are T(0), T(1), ... of the whole match.
func (m *played) values(t *testing.T) []Digest {
	t.Helper()
	var c claim
	check(t, c.parse(m.proof(t, len(m.record.Log)).Encode()))
	_, err := c.replay(games.ByID)
	check(t, err)
	_, err = c.links()
	check(t, err)
	return c.values()
}

// nth returns the entry of the nth throw of one die.
func nth(p *Proof, n int) *ProofEvent {
	for i := range p.Log {
		if e := &p.Log[i]; e.ProofThrow != nil && len(e.Draws) == 1 && e.Draws[0].Label == "die" {
			if n--; n == 0 {
				return e
			}
		}
	}
	return nil
}

// TestAForgerIsFound rewrites a file in each way that there is, and says what the verifier makes of it: bare is whether
// it still holds when the forger makes the transcript fit and leaves out what they cannot sign.
func TestAForgerIsFound(t *testing.T) {
	t.Parallel()
	m := newMatch(t, "streetsoccer", "lg", 20)
	end := len(m.record.Log)
	for _, c := range forgeries(t, m) {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			forged := m.sealed(t, m.proof(t, end))
			c.forge(&forged)
			if r, err := Verify(forged.Encode(), games.ByID, Evidence{Keys: []string{m.signers.LogKey()}}); err == nil && r.Holds() {
				t.Errorf("with the site's receipt and log:\n%s", said(r))
			}
			m.retold(t, &forged)
			r, err := Verify(forged.Encode(), games.ByID, Evidence{Keys: []string{m.signers.LogKey()}})
			if err != nil {
				t.Fatal(err)
			}
			switch {
			case c.want == "":
				if !strings.Contains(said(r), "not proved: Moves and times are not anchored") || r.Note == "" {
					t.Errorf("nothing says that it is not signed:\n%s", said(r))
				}
			case r.Holds() || !strings.Contains(said(r), c.want):
				t.Errorf("want WRONG with %q:\n%s", c.want, said(r))
			}
		})
	}
}

// TestADishonestSiteIsFound has the site itself break its word in what it signs.
func TestADishonestSiteIsFound(t *testing.T) {
	t.Parallel()
	t.Run("a head that was picked", func(t *testing.T) {
		m := newMatch(t, "streetsoccer", "lg", 5)
		honest := m.k
		m.k = MatchKey(Key{9}, m.given.GID, 0) // as it suits a friend
		m.given.Head = NewChain(m.k, m.given.GID, 0, 0).Head()
		rec := m.record
		lot := engine.SeatsDraw()
		src := Source(m.k, m.given)
		lot.Face, _ = src.Draw(lot.E, lot.Label, lot.K, lot.Sides)
		rec, err := engine.Begin(rec.Game, rec.Variant, began, 0, &lot)
		check(t, err)
		rec, _, err = rec.Drive(began, src)
		check(t, err)
		m.record = rec
		p := m.sealed(t, m.proof(t, len(rec.Log)))
		p.Opened = []string{hexOf(honest[:])}
		if r := verify(t, p, Evidence{}); !strings.Contains(said(r), "it was picked") {
			t.Errorf("%s", said(r))
		}
	})
	t.Run("begun before what was announced", func(t *testing.T) {
		m := newMatch(t, "streetsoccer", "lg", 5)
		m.leaves[1] = SealLeaf(m.given.GID, 0, m.given.Seal, m.given.Head, nil, began.UnixMilli()+1)
		if r := verify(t, m.sealed(t, m.proof(t, 5)), Evidence{}); !strings.Contains(said(r), "its first throw is older") {
			t.Errorf("%s", said(r))
		}
	})
	t.Run("another state in the log", func(t *testing.T) {
		m := newMatch(t, "streetsoccer", "lg", 5)
		p := m.sealed(t, m.proof(t, 5))
		p.Anchors = anchors(t, m.signers, append(slices.Clone(m.leaves), StateLeaf(m.given.GID, 3, Digest{}, false, 1)))
		if r := verify(t, p, Evidence{}); !strings.Contains(said(r), "another event 3") {
			t.Errorf("%s", said(r))
		}
	})
	t.Run("two receipts of one event", func(t *testing.T) {
		m := newMatch(t, "streetsoccer", "lg", 5)
		p := m.sealed(t, m.proof(t, 5))
		for _, other := range []Receipt{{GID: m.given.GID, N: 5, T: Digest{1}, At: p.Log[4].At}, {GID: m.given.GID, N: 5, T: m.values(t)[5], At: p.Log[4].At + 1}} {
			second, err := m.signers.Receipt(other)
			check(t, err)
			if r := verify(t, p, Evidence{Receipts: []string{second}}); !strings.Contains(said(r), "signed another event 5") {
				t.Errorf("%s", said(r))
			}
		}
	})
}

// TestValuesCountAndNotBytes writes the same values in other ways, and others in nearly the same.
func TestValuesCountAndNotBytes(t *testing.T) {
	t.Parallel()
	m := newMatch(t, "streetsoccer", "lg", 3)
	data := m.sealed(t, m.proof(t, len(m.record.Log))).Encode()
	var tight bytes.Buffer
	check(t, json.Compact(&tight, data))
	var sorted any
	check(t, json.Unmarshal(data, &sorted))
	other, err := json.Marshal(sorted) // names in the order of the alphabet
	check(t, err)
	for name, same := range map[string][]byte{"tight": tight.Bytes(), "another order": other, "more space": bytes.ReplaceAll(data, []byte("\n"), []byte("\r\n\t"))} {
		if r, err := Verify(same, games.ByID, Evidence{}); err != nil || !r.Holds() {
			t.Errorf("%s: %v\n%s", name, err, said(r))
		}
	}
	for name, bad := range map[string][]byte{
		"nothing": nil, "no object": []byte("[]"), "cut": data[:len(data)/2], "more behind it": append(slices.Clone(data), '{', '}'),
		"a name twice":       bytes.Replace(data, []byte("{"), []byte(`{"scheme":"tbd2",`), 1),
		"an unknown name":    bytes.Replace(data, []byte("{"), []byte(`{"more":1,`), 1),
		"a name in capitals": bytes.Replace(data, []byte(`"game"`), []byte(`"Game"`), 1),
		"a name left out":    bytes.Replace(data, []byte(`"key": "c1/r2/b3",`), nil, 1),
		"another scheme":     bytes.Replace(data, []byte(`"tbd2"`), []byte(`"tbd3"`), 1),
		"players' links":     bytes.Replace(data, []byte("\"players\": [\n    null"), []byte(`"players": [{"gen":0,"index":1,"link":""}`), 1),
	} {
		if r, err := Verify(bad, games.ByID, Evidence{}); !errors.Is(err, ErrUnreadable) {
			t.Errorf("%s: %v\n%s", name, err, said(r))
		}
	}
	if !IsProof(data) || IsProof([]byte(`{"scheme":"tbd1"}`)) || IsProof(nil) {
		t.Error("files are not told apart")
	}
}

// TestAPublicValueCountsOnlyIfTheNetworkMadeIt has the same file judged by who cannot tell, by who can, and by who knows better.
func TestAPublicValueCountsOnlyIfTheNetworkMadeIt(t *testing.T) {
	t.Parallel()
	m := newMatch(t, "streetsoccer", "lg", 3, func(g *Given) {
		g.Beacon = &ProofBeacon{Chain: strings.Repeat("52", 32), Round: 1000, Signature: "b446"}
		var err error
		g.Start, err = g.Beacon.value()
		check(t, err)
	})
	p := m.sealed(t, m.proof(t, len(m.record.Log)))
	asked := 0
	says := func(err error) func([32]byte, uint64, []byte) error {
		return func(chain [32]byte, round uint64, signature []byte) error {
			if asked++; chain[0] != 0x52 || round != 1000 || hexOf(signature) != "b446" {
				t.Errorf("asked for round %d of %x with %x", round, chain, signature)
			}
			return err
		}
	}
	for name, c := range map[string]struct {
		given Evidence
		want  string
	}{
		"nobody can tell":        {Evidence{}, "not proved: Label AS."},
		"it is the network's":    {Evidence{Beacon: says(nil)}, "\nproved: Label AS."},
		"it is of somebody else": {Evidence{Beacon: says(errors.New("no"))}, "WRONG: Label AS."},
	} {
		if r := verify(t, p, c.given); !strings.Contains("\n"+said(r), c.want) || r.Label != PublicStart {
			t.Errorf("%s: %s", name, said(r))
		}
	}
	if asked != 2 {
		t.Errorf("the network was asked for %d times", asked)
	}
	p.Runs[0].Beacon.Round++
	if r := verify(t, p, Evidence{Beacon: func([32]byte, uint64, []byte) error { return nil }}); r.Holds() {
		t.Errorf("another round goes unseen:\n%s", said(r))
	}
}

// TestLabelsFollowFromWhatWasGiven has a row for each kind of match.
func TestLabelsFollowFromWhatWasGiven(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		gave [2]string
		bots [2]bool
		tour bool
		want Label
	}{
		{[2]string{"a", "b"}, [2]bool{}, false, Contributed},
		{[2]string{"a", ""}, [2]bool{}, false, SiteAlone},
		{[2]string{"", ""}, [2]bool{}, true, SiteAlone},
		{[2]string{"a", ""}, [2]bool{false, true}, false, Contributed},
		{[2]string{"", ""}, [2]bool{true, true}, false, SiteAlone},
		{[2]string{"a", "b"}, [2]bool{}, true, PublicStart},
	} {
		g := Given{Bots: c.bots, Context: Context{Seats: []Seat{{Contribution: c.gave[0]}, {Contribution: c.gave[1]}}}}
		if c.tour {
			g.Tour = &Digest{}
		}
		if got := g.Label(); got != c.want {
			t.Errorf("%v, bots %v, KT %v: %s, want %s", c.gave, c.bots, c.tour, got, c.want)
		}
	}
}

var update = flag.Bool("update", false, "write testdata/match.json anew")

// TestThePublishedMatchStillHolds reads a file that was written once, with all that a site can say of a match.
func TestThePublishedMatchStillHolds(t *testing.T) {
	t.Parallel()
	const path = "testdata/match.json"
	if *update {
		m := newMatch(t, "streetsoccer", "lg", 100)
		check(t, os.WriteFile(path, m.sealed(t, m.proof(t, len(m.record.Log))).Encode(), 0o644))
	}
	data, err := os.ReadFile(path)
	check(t, err)
	if r, err := Verify(data, games.ByID, Evidence{}); err != nil || !r.Holds() || count(r, NotProved) > 0 {
		t.Errorf("%v\n%s", err, said(r))
	}
}
