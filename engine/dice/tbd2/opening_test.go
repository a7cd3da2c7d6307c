package tbd2

import (
	"slices"
	"strings"
	"testing"
)

// scopeOf is the key of the tournament that the matches and the draw of the tests are in, with its commitment.
func scopeOf() (sk Key, cs Digest) {
	sk = ScopeKey(1, Key{7: 7}, "17")
	return sk, Commitment(1, "17", sk)
}

// TestTheKeyOfATournamentGivesItsMatches: a match and the draw follow from the key that the log has opened, and a file
// without it still holds.
func TestTheKeyOfATournamentGivesItsMatches(t *testing.T) {
	t.Parallel()
	sk, cs := scopeOf()
	m := newMatch(t, "cufootball", "classic", 90)
	ended := m.record.Log[len(m.record.Log)-1].At.UnixMilli()
	lot, signers, leaves := aLot(t, nil)
	for what, c := range map[string]struct {
		leaves [][]byte
		says   string
		wrong  bool
	}{
		"closed":            {[][]byte{ScopeLeaf(1, 17, cs, 1)}, "", false},
		"open":              {[][]byte{ScopeLeaf(1, 17, cs, 1), OpenLeaf(cs, sk, ended)}, "proved: The key of the tournament has been open since ", false},
		"open, unannounced": {[][]byte{ScopeLeaf(2, 17, cs, 1), OpenLeaf(cs, sk, ended)}, "not proved: The key of the tournament has been open since ", false},
		"another key":       {[][]byte{OpenLeaf(cs, Key{1}, ended)}, "WRONG: The opened key of the tournament is not the one", true},
		"another commitment": {
			[][]byte{OpenLeaf(Commitment(1, "17", Key{1}), Key{1}, ended)},
			"WRONG: The dice of run 0 do not follow from the key of the tournament", true,
		},
		"too early": {[][]byte{ScopeLeaf(1, 17, cs, 1), OpenLeaf(cs, sk, began.UnixMilli()-1)}, "WRONG: The key of the tournament was open before event 1 was thrown.", true},
	} {
		of := *m
		of.leaves = append(slices.Clone(m.leaves), c.leaves...)
		r := verify(t, of.sealed(t, of.proof(t, len(of.record.Log))), Evidence{})
		if r.Holds() == c.wrong || !strings.Contains(said(r), c.says) || c.says == "" && strings.Contains(said(r), "key of the tournament has been open") {
			t.Errorf("a match, %s:\n%s", what, said(r))
		}
		if what == "too early" || what == "another commitment" { // of the draw these say nothing
			continue
		}
		p := lot
		p.Anchors = anchors(t, signers, append(slices.Clone(leaves[:1]), append(c.leaves, leaves[2:]...)...))
		if r := verifyLot(t, p, Evidence{}); r.Holds() == c.wrong || !strings.Contains(said(r), c.says) || c.says == "" && strings.Contains(said(r), "key of the tournament has been open") {
			t.Errorf("the draw, %s:\n%s", what, said(r))
		}
	}
}

// TestADrawThatWasPickedIsFoundByTheKeyOfItsTournament: what was shown of it is not what that key gives.
func TestADrawThatWasPickedIsFoundByTheKeyOfItsTournament(t *testing.T) {
	t.Parallel()
	sk, cs := scopeOf()
	for what, pick := range map[string]func(*LotProof){
		"the commitment":  func(p *LotProof) { p.Seal = strings.Repeat("1", 64) },
		"the fingerprint": func(p *LotProof) { p.Head = strings.Repeat("1", 64) },
	} {
		p, signers, leaves := aLot(t, nil)
		p.Anchors = anchors(t, signers, append(leaves, OpenLeaf(cs, sk, 9)))
		if r := verifyLot(t, p, Evidence{}); strings.Contains(said(r), "does not follow from the key of the tournament") {
			t.Fatalf("as it was drawn:\n%s", said(r))
		}
		pick(&p)
		if r := verifyLot(t, p, Evidence{}); !strings.Contains(said(r), "WRONG: The draw does not follow from the key of the tournament") {
			t.Errorf("%s is another:\n%s", what, said(r))
		}
	}
}

// TestAKeyOfTheDiceGivesItsMatches: a match follows from the key of its epoch that the log has opened, in a tournament or not.
func TestAKeyOfTheDiceGivesItsMatches(t *testing.T) {
	t.Parallel()
	mk := Key{7: 7} // of newMatch
	f := Fingerprint(1, mk)
	m := newMatch(t, "cufootball", "classic", 90)
	ended := m.record.Log[len(m.record.Log)-1].At.UnixMilli()
	sk, cs := scopeOf()
	picked := Fingerprint(1, Key{1})
	for what, c := range map[string]struct {
		leaves [][]byte
		says   string
		wrong  bool
	}{
		"closed":            {[][]byte{KeyLeaf(1, f, 1)}, "", false},
		"open":              {[][]byte{KeyLeaf(1, f, 1), OpenLeaf(f, mk, ended)}, "proved: Key 1 of the dice has been open since ", false},
		"open, unannounced": {[][]byte{OpenLeaf(f, mk, ended)}, "not proved: Key 1 of the dice has been open since ", false},
		"open, announced for another epoch": {
			[][]byte{KeyLeaf(2, f, 1), OpenLeaf(f, mk, ended)},
			"not proved: Key 1 of the dice has been open since ", false,
		},
		"another key":      {[][]byte{KeyLeaf(1, f, 1), OpenLeaf(f, Key{1}, ended)}, "WRONG: The opened key 1 of the dice is not the one that this match was dealt by.", true},
		"of another epoch": {[][]byte{KeyLeaf(2, Fingerprint(2, mk), 1), OpenLeaf(Fingerprint(2, mk), mk, ended)}, "WRONG: The opened key 2 of the dice is not the one", true},
		"picked":           {[][]byte{KeyLeaf(1, picked, 1), OpenLeaf(picked, Key{1}, ended)}, "WRONG: The dice of run 0 do not follow from key 1 of the dice", true},
		"too early":        {[][]byte{KeyLeaf(1, f, 1), OpenLeaf(f, mk, began.UnixMilli()-1)}, "WRONG: Key 1 of the dice was open before event 1 was thrown.", true},
		"with that of its tournament": {
			[][]byte{ScopeLeaf(1, 17, cs, 1), OpenLeaf(cs, sk, ended), KeyLeaf(1, f, 1), OpenLeaf(f, mk, ended)},
			"proved: Key 1 of the dice has been open since ", false,
		},
	} {
		of := *m
		of.leaves = append(slices.Clone(m.leaves), c.leaves...)
		r := verify(t, of.sealed(t, of.proof(t, len(of.record.Log))), Evidence{})
		if r.Holds() == c.wrong || !strings.Contains("\n"+said(r), c.says) || c.says == "" && strings.Contains(said(r), "of the dice has been open") {
			t.Errorf("%s:\n%s", what, said(r))
		}
		if both := strings.Contains(said(r), "proved: The key of the tournament has been open"); both != (what == "with that of its tournament") {
			t.Errorf("%s: of the tournament is said\n%s", what, said(r))
		}
	}
}
