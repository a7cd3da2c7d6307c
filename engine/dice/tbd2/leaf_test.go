package tbd2

import (
	"reflect"
	"testing"
)

// TestEveryLeafThatIsAppendedIsRead reads each kind back, and no part of one.
func TestEveryLeafThatIsAppendedIsRead(t *testing.T) {
	t.Parallel()
	f, gid, prior := Digest{1, 2}, GID{3, 4}, Digest{5}
	for _, c := range []struct {
		data []byte
		want Said
	}{
		{KeyLeaf(7, f, 9), Said{Kind: "key", Epoch: 7, Digest: f, At: 9}},
		{SignerLeaf("a+1", "b+2", 9), Said{Kind: "signer", Log: "a+1", Receipts: "b+2", At: 9}},
		{ScopeLeaf(2, 17, f, 9), Said{Kind: "scope", Epoch: 2, Serial: 17, Digest: f, At: 9}},
		{StartLeaf(f, prior, 9), Said{Kind: "start", Digest: f, Tour: prior, At: 9}},
		{SealLeaf(gid, 1, f, Link{8}, &prior, 9), Said{Kind: "seal", GID: gid, Number: 1, Digest: f, At: 9}},
		{SealLeaf(gid, 0, f, Link{8}, nil, 0), Said{Kind: "seal", GID: gid, Digest: f}},
		{StateLeaf(gid, 43, f, true, 9), Said{Kind: "state", GID: gid, Number: 43, Digest: f, Over: true, At: 9}},
		{OpenLeaf(f, Key{6}, 9), Said{Kind: "open", Digest: f, Key: Key{6}, At: 9}},
		{BreakLeaf(f, 12, "restored", 9), Said{Kind: "break", Digest: f, Number: 12, Reason: "restored", At: 9}},
		{LostLeaf(f, "seen", 9), Said{Kind: "lost", Digest: f, Reason: "seen", At: 9}},
		{DayLeaf(20260921, 9), Said{Kind: "day", Number: 20260921, At: 9}},
	} {
		if got, ok := ReadLeaf(c.data); !ok || !reflect.DeepEqual(got, c.want) {
			t.Errorf("%q: %+v, %v", c.data, got, ok)
		}
		for n := range c.data {
			if _, ok := ReadLeaf(c.data[:n]); ok {
				t.Errorf("%d of %d bytes are read as a leaf %s", n, len(c.data), c.want.Kind)
			}
		}
		if _, ok := ReadLeaf(append(c.data[:len(c.data):len(c.data)], 0)); ok {
			t.Errorf("what follows on a leaf %s is not seen", c.want.Kind)
		}
	}
}

// TestTheTwoOfAPairHaveReceiptsOfTheirOwn: they share a GID, and each has a log.
func TestTheTwoOfAPairHaveReceiptsOfTheirOwn(t *testing.T) {
	t.Parallel()
	m := newMatch(t, "streetsoccer", "lg", 5)
	receipt := func(p Proof, as GID) string {
		var transcript Digest
		readHex(transcript[:], p.Transcript)
		last := p.Log[len(p.Log)-1]
		signed, err := m.signers.Receipt(Receipt{GID: as, N: uint32(last.Seq), T: transcript, At: last.At})
		check(t, err)
		return signed
	}
	p := m.proof(t, 5)
	own, twins := receipt(p, m.given.GID), receipt(p, Anchored(m.given.GID, true))
	keys := []string{m.signers.LogKey(), m.signers.ReceiptsKey()}
	for _, c := range []struct {
		twin  bool
		given string
		holds bool
	}{{false, own, true}, {false, twins, false}, {true, own, false}, {true, twins, true}} {
		p.Twin = c.twin
		if r := verify(t, p, Evidence{Keys: keys, Receipts: []string{c.given}}); r.Holds() != c.holds {
			t.Errorf("twin %v, its own receipt %v:\n%s", c.twin, c.holds, said(r))
		}
	}
	if Anchored(m.given.GID, true) == m.given.GID {
		t.Error("both have one GID in the log")
	}
}
