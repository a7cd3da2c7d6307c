package tbd2

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"kickabout/engine/dice"
)

// aLot is the file of a lot with all that a site can say of it, and the keys that sign.
func aLot(t *testing.T, bc *ProofBeacon) (LotProof, Signers, [][]byte) {
	t.Helper()
	const closed = (QuicknetStart + 999*QuicknetPeriod - StartAfter) * 1000
	from := Origin{Scope: "17", Epoch: 1}
	sk := ScopeKey(from.Epoch, Key{7: 7}, from.Scope)
	cs := Commitment(from.Epoch, from.Scope, sk)
	g := LotGiven{GID: MatchGID(from.Scope, LotKey)}
	k := MatchKey(sk, g.GID, 0)
	g.Seal, g.Head = Seal(g.GID, 0, k), NewChain(k, g.GID, 0, 0).Head()
	given := []LotEntry{{"ann", "a ½ <b>", false}, {"bob", "4711", false}, {"bot:1", "", true}, {"cleo", "x", false}, {"dan", "z", false}}
	entries := make([]Entry, len(given))
	for i, e := range given {
		entries[i] = Entry{e.Player, e.Contribution}
	}
	plain := Entries(from.Scope, cs, entries, nil)
	leaves := [][]byte{nil, ScopeLeaf(1, 17, cs, closed-1e6), StartLeaf(cs, plain, closed)}
	if g.Tour = plain; bc != nil {
		value, err := bc.value()
		check(t, err)
		g.Tour = Entries(from.Scope, cs, entries, value)
		leaves = append(leaves, StartLeaf(cs, g.Tour, closed+700e3))
	}
	order, draws, link, err := Lot(k, g, len(given))
	check(t, err)
	var seeds []string
	for _, i := range order {
		seeds = append(seeds, given[i].Player)
	}
	p := NewLotProof("cup", from, cs, g, given, bc)
	p.SetLot(link, draws, seeds)
	p.Opened = hexOf(k[:])
	s, err := NewSigners(Key{3}, "league.example")
	check(t, err)
	leaves[0] = SignerLeaf(s.LogKey(), s.ReceiptsKey(), closed-2e6)
	p.Anchors = anchors(t, s, leaves)
	return p, s, leaves
}

func verifyLot(t *testing.T, p LotProof, given Evidence) Report {
	t.Helper()
	r, err := VerifyLot(p.Encode(), given)
	check(t, err)
	return r
}

// networks says of every public value that it is the network's.
func networks([32]byte, uint64, []byte) error { return nil }

// aValue is a public value of the round that the leaf of aLot fixes.
func aValue() *ProofBeacon {
	return &ProofBeacon{Chain: strings.Repeat("52", 32), Round: 1000, Signature: "b446"}
}

// TestALotHoldsAsItWasDrawn: with a public value and without one all of it is proved.
func TestALotHoldsAsItWasDrawn(t *testing.T) {
	t.Parallel()
	for label, bc := range map[Label]*ProofBeacon{Contributed: nil, PublicStart: aValue()} {
		p, _, _ := aLot(t, bc)
		if !IsLotProof(p.Encode()) || IsProof(p.Encode()) || dice.IsSeeding(p.Encode()) != true {
			t.Error("it is not told from other files")
		}
		r := verifyLot(t, p, Evidence{Beacon: networks})
		if !r.Holds() || r.Label != label || count(r, Proved) != 6 || count(r, NotProved) != 0 {
			t.Errorf("%s:\n%s", label, said(r))
		}
		order := slices.Clone(p.Seeds)
		slices.Sort(order)
		if slices.Equal(order, p.Seeds) {
			t.Error("the order is that of the alphabet")
		}
		p.Anchors, p.Opened = []Anchor{}, ""
		if r := verifyLot(t, p, Evidence{Beacon: networks}); !r.Holds() || count(r, NotProved) != 3 {
			t.Errorf("%s, before it is anchored:\n%s", label, said(r))
		}
	}
}

// TestALotSaysWhoGaveNothing: with a player who gave nothing the site alone made it, with a bot who gave nothing not.
func TestALotSaysWhoGaveNothing(t *testing.T) {
	t.Parallel()
	p, _, _ := aLot(t, nil)
	p.Entries[2].Bot = false
	if r := verifyLot(t, p, Evidence{}); !r.Holds() || r.Label != SiteAlone {
		t.Errorf("a player gave nothing:\n%s", said(r))
	}
}

// TestWhoLeftBeforeTheDrawIsLeftOutOfTheOrder: the order of the others is the one that was drawn.
func TestWhoLeftBeforeTheDrawIsLeftOutOfTheOrder(t *testing.T) {
	t.Parallel()
	p, _, _ := aLot(t, aValue())
	p.Seeds = slices.DeleteFunc(p.Seeds, func(id string) bool { return id == "bob" })
	if r := verifyLot(t, p, Evidence{Beacon: networks}); !r.Holds() || !strings.Contains(said(r), "1 of them left after") {
		t.Error(said(r))
	}
	p.Seeds[0], p.Seeds[1] = p.Seeds[1], p.Seeds[0]
	if r := verifyLot(t, p, Evidence{Beacon: networks}); r.Holds() {
		t.Error("another order of the others holds")
	}
}

// TestAForgedLotIsFound changes one thing at a time, and wants the check that is for it to find it.
func TestAForgedLotIsFound(t *testing.T) {
	t.Parallel()
	_, s, leaves := aLot(t, aValue())
	relogged := func(change func([][]byte) [][]byte) func(*LotProof) {
		return func(p *LotProof) { p.Anchors = anchors(t, s, change(slices.Clone(leaves))) }
	}
	other := strings.Repeat("0", 64)
	for what, c := range map[string]struct {
		forge func(*LotProof)
		finds string
	}{
		"a contribution":             {func(p *LotProof) { p.Entries[1].Contribution = "4712" }, "binds what was given"},
		"an entry more":              {func(p *LotProof) { p.Entries = append(p.Entries, LotEntry{Player: "eve"}) }, "binds what was given"},
		"the order of entry":         {func(p *LotProof) { p.Entries[0], p.Entries[1] = p.Entries[1], p.Entries[0] }, "binds what was given"},
		"the commitment":             {func(p *LotProof) { p.Commitment = other }, "binds what was given"},
		"the serial number":          {func(p *LotProof) { p.Scope = "18" }, "does not follow|not the one that follows from the serial"},
		"the value of the draw":      {func(p *LotProof) { p.Link = other }, "does not lead down"},
		"the fingerprint":            {func(p *LotProof) { p.Head = other }, "does not lead down"},
		"a face":                     {func(p *LotProof) { p.Draws[0].Face = p.Draws[0].Face%p.Draws[0].N + 1 }, "not the ones that the dice give"},
		"a throw less":               {func(p *LotProof) { p.Draws = p.Draws[1:] }, "not the ones that the dice give"},
		"the order":                  {func(p *LotProof) { p.Seeds[0], p.Seeds[4] = p.Seeds[4], p.Seeds[0] }, "not the one that the throws give"},
		"a player nobody entered":    {func(p *LotProof) { p.Seeds[0] = "eve" }, "not the one that the throws give"},
		"the key":                    {func(p *LotProof) { p.Opened = other }, "not the one that was committed to"},
		"the round":                  {func(p *LotProof) { p.Beacon.Round++ }, "binds what was given"},
		"a start more":               {relogged(func(l [][]byte) [][]byte { return append(l, l[2]) }), "3 times"},
		"starts the other way round": {relogged(func(l [][]byte) [][]byte { l[2], l[3] = l[3], l[2]; return l }), "another start"},
		"a start of something else":  {relogged(func(l [][]byte) [][]byte { l[2][len(l[2])-20] ^= 1; return l }), "another start"},
		"a start three seconds later": {relogged(func(l [][]byte) [][]byte {
			l[2] = append(l[2][:len(l[2])-8], u64(nil, (QuicknetStart+1000*QuicknetPeriod-StartAfter)*1000)...)
			return l
		}), "fixed round 1001"},
		"a leaf that is not in that tree": {func(p *LotProof) { p.Anchors[2].Data += "00" }, "are not in the log"},
	} {
		p, _, fresh := aLot(t, aValue())
		leaves = fresh
		c.forge(&p)
		r := verifyLot(t, p, Evidence{Beacon: networks})
		found := slices.ContainsFunc(r.Lines, func(l Line) bool {
			return l.Verdict == Wrong && slices.ContainsFunc(strings.Split(c.finds, "|"), func(f string) bool { return strings.Contains(l.Text, f) })
		})
		if !found {
			t.Errorf("%s is not found:\n%s", what, said(r))
		}
	}
	p, _, _ := aLot(t, aValue())
	for want, says := range map[string]func([32]byte, uint64, []byte) error{
		"not proved: Label AS": nil,
		"WRONG: Label AS":      func([32]byte, uint64, []byte) error { return errors.New("no") },
	} {
		if r := verifyLot(t, p, Evidence{Beacon: says}); !strings.Contains(said(r), want) {
			t.Errorf("want %s:\n%s", want, said(r))
		}
	}
}

// TestWhatIsNoFileOfALotIsRefused: nothing of it is checked.
func TestWhatIsNoFileOfALotIsRefused(t *testing.T) {
	t.Parallel()
	for what, spoil := range map[string]func(*LotProof){
		"another key":             func(p *LotProof) { p.Key = "c1/r1/b1" },
		"another scheme":          func(p *LotProof) { p.Scheme = "tbd3" },
		"a short gid":             func(p *LotProof) { p.GID = p.GID[2:] },
		"a link in other digits":  func(p *LotProof) { p.Link = strings.ToUpper(p.Link) },
		"throws without a link":   func(p *LotProof) { p.Link = "" },
		"a long contribution":     func(p *LotProof) { p.Entries[0].Contribution = strings.Repeat("x", MaxContribution+1) },
		"a value in other digits": func(p *LotProof) { p.Beacon.Signature = "x" },
	} {
		p, _, _ := aLot(t, aValue())
		spoil(&p)
		if _, err := VerifyLot(p.Encode(), Evidence{}); !errors.Is(err, ErrUnreadable) {
			t.Errorf("%s: %v", what, err)
		}
	}
}

// TestTheSeedOfTiesIsNotThatOfTheDraw: they are two events of one chain.
func TestTheSeedOfTiesIsNotThatOfTheDraw(t *testing.T) {
	t.Parallel()
	k := Key{1}
	g := LotGiven{GID: MatchGID("17", LotKey), Tour: Digest{2}}
	chain := NewChain(k, g.GID, 0, 0)
	if got := TieSeed(k, g); got != EventKey(chain.Link(2), Message(LotContext(g.GID, 0, g.Seal, g.Head, g.Tour), 2, nil, nil)) {
		t.Error("it is not E(2)")
	}
	order, draws, link, err := Lot(k, g, 40)
	check(t, err)
	if link != chain.Link(1) || !slices.Equal(order, Shuffle(EventKey(link, Message(g.Sum(), 1, nil, nil)), "seeding", 40)) {
		t.Error("the order is not the one of the scheme")
	}
	for i, d := range draws {
		if d.K != i || d.Sides != 40-i || d.E != 1 || d.Label != LotKey {
			t.Errorf("throw %d is %+v", i, d)
		}
	}
	if _, _, _, err := Lot(k, g, MaxSides+1); err == nil || fmt.Sprint(err) == "" {
		t.Error("more entries than can be drawn are drawn")
	}
}
