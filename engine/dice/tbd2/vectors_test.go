package tbd2

import (
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"os"
	"reflect"
	"testing"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/mod/sumdb/tlog"
)

// A vector is one of the published ones: what goes into a formula of SCHEME.md 2 or 5, and what comes out.
type vector struct {
	Name, Kind string
	In         json.RawMessage
	Out        json.RawMessage
}

// input has all names that vectors give their inputs. Byte strings are in hex.
type input struct {
	Epoch, Serial, Day, Matches uint32
	N                           int64
	MK, SK, DK                  octets
	K, Key, E                   mixed
	Scope                       string
	GID, CID, ID                octets
	Run, Seat                   byte
	Gen                         uint16
	I, Base                     uint32
	Link, Head, Seal            octets
	Prior, KT, CS, T, K0, F     octets
	Word, Account               string
	Chain, Signature            octets
	Round                       uint64
	At, Begin                   int64
	Entries                     []Entry
	Beacon                      *beaconIn
	Seats                       []seatIn
	Players                     []*linkIn
	Label                       string
	M                           int
	Blocks                      []octets
	Record                      recordIn
	Purpose, Name, Origin       string
	Note, Vkey                  string
	Type, Log, Receipts, Reason string
	Over                        int
	Commitment                  octets
	Leaves, Proof               []octets
	Size, Index, Old            int64
	Root, OldRoot, Leaf         octets
}

type (
	octets   []byte
	mixed    json.RawMessage // a number in some kinds of vectors, a text in others
	beaconIn struct {
		Chain octets
		Round uint64
		Value octets
	}
	seatIn struct {
		Contribution string
		CID, Head    octets
	}
	linkIn struct {
		Gen   uint16
		Index uint32
		Link  octets
	}
	recordIn struct {
		Seq       uint32
		Seat      byte
		Act, Text string
		At        int64
		E         uint32
		Draws     []struct {
			Label      string
			K, N, Face int
		}
		Link    octets
		Players []*linkIn
		Beacon  *beaconIn
		Next    octets
	}
)

func (o *octets) UnmarshalJSON(data []byte) error {
	var digits string
	if err := json.Unmarshal(data, &digits); err != nil {
		return err
	}
	b, err := hex.DecodeString(digits)
	*o = b
	return err
}

func (b *beaconIn) beacon() *Beacon {
	if b == nil {
		return nil
	}
	return &Beacon{[32]byte(b.Chain), b.Round, [32]byte(b.Value)}
}

func linksOf(in []*linkIn) []*PlayerLink {
	list := make([]*PlayerLink, len(in))
	for i, l := range in {
		if l != nil {
			list[i] = &PlayerLink{l.Gen, l.Index, Link(l.Link)}
		}
	}
	return list
}

func maybe(o octets) *Digest {
	if len(o) == 0 {
		return nil
	}
	return (*Digest)(o)
}

func (in recordIn) record() Record {
	r := Record{Seq: in.Seq, Seat: in.Seat, Act: in.Act, Text: in.Text, At: in.At}
	if len(in.Draws) == 0 {
		return r
	}
	r.Throw = &Throw{E: in.E, Link: Link(in.Link), Players: linksOf(in.Players), Beacon: in.Beacon.beacon(), Next: (*Link)(maybe(in.Next))}
	for _, d := range in.Draws {
		r.Throw.Draws = append(r.Throw.Draws, Face{d.Label, d.K, d.N, d.Face})
	}
	return r
}

type results map[string]any

func sum(b []byte) string { s := sha256.Sum256(b); return hex.EncodeToString(s[:]) }

// formulas compute what comes out of each kind of vector.
var formulas = map[string]func(t *testing.T, in input) results{
	"fingerprint": func(_ *testing.T, in input) results {
		return results{"F": Fingerprint(in.Epoch, Key(in.MK))}
	},
	"scope": func(_ *testing.T, in input) results {
		sk := ScopeKey(in.Epoch, Key(in.MK), in.Scope)
		return results{"SK": [32]byte(sk), "CS": Commitment(in.Epoch, in.Scope, sk)}
	},
	"gid": func(t *testing.T, in input) results {
		return results{"GID": MatchGID(in.Scope, in.Key.text(t))}
	},
	"match": func(_ *testing.T, in input) results {
		k := MatchKey(Key(in.SK), GID(in.GID), in.Run)
		return results{"k": [32]byte(k), "seal": Seal(GID(in.GID), in.Run, k)}
	},
	"generation": func(t *testing.T, in input) results {
		c := NewChain(Key(in.K.octets(t)), GID(in.GID), in.Run, in.Gen)
		return results{"seed": c.Link(Length), "s120": c.Link(ShowNext), "s2": c.Link(2), "s1": c.Link(1), "head": c.Head()}
	},
	"link": func(t *testing.T, in input) results {
		return results{"below": Down(in.Seat, in.Run, in.Gen, in.I, [16]byte(in.ID), Link(in.Link))}
	},
	"place": func(t *testing.T, in input) results {
		gen, index := Place(in.E.number(t), in.Base)
		return results{"gen": gen, "index": index}
	},
	"player": func(_ *testing.T, in input) results {
		cid := ChainID(Key(in.DK), uint32(in.N))
		c := PlayerChain(Key(in.DK), cid, in.Gen)
		return results{"CID": cid, "seed": c.Link(PlayerLength), "p2": c.Link(2), "p1": c.Link(1), "head": c.Head()}
	},
	"word": func(_ *testing.T, in input) results {
		return results{"contribution": Word(in.Word, in.Account, uint32(in.N))}
	},
	"beacon value": func(_ *testing.T, in input) results {
		b := Beacon{[32]byte(in.Chain), in.Round, BeaconValue(in.Signature)}
		return results{"value": b.Value, "encoded": b.appendTo(nil)}
	},
	"beacon round": func(_ *testing.T, in input) results { return results{"round": FirstRound(in.At)} },
	"tour": func(_ *testing.T, in input) results {
		return results{"KT": Entries(in.Scope, Digest(in.CS), in.Entries, in.Beacon.beacon())}
	},
	"context": func(_ *testing.T, in input) results {
		c := Context{
			GID: GID(in.GID), Run: in.Run, Seal: Digest(in.Seal), Head: Link(in.Head),
			Prior: maybe(in.Prior), Tour: maybe(in.KT), Start: in.Beacon.beacon(),
		}
		for _, s := range in.Seats {
			seat := Seat{Contribution: s.Contribution}
			if len(s.CID) > 0 {
				seat.Device = &Device{CID(s.CID), Link(s.Head)}
			}
			c.Seats = append(c.Seats, seat)
		}
		return results{"K0": c.Sum()}
	},
	"lot": func(_ *testing.T, in input) results {
		return results{"K0": LotContext(GID(in.GID), in.Run, Digest(in.Seal), Link(in.Head), Digest(in.KT))}
	},
	"event": func(t *testing.T, in input) results {
		m := Message(Digest(in.K0), in.E.number(t), linksOf(in.Players), in.Beacon.beacon())
		return results{"len": len(m), "sha256": sum(m), "E": EventKey(Link(in.Link), m)}
	},
	"draw": func(t *testing.T, in input) results {
		key, k := Digest(in.E.octets(t)), int(in.K.number(t))
		b := u32(u16(text(text(nil, "tbd2/draw"), in.Label), k), uint32(in.N))
		_, refused := fair(int(in.N), func(n uint32) Digest { return mac(key[:], u32(b, n)) })
		return results{"draw": Draw(key, in.Label, k, int(in.N)), "refused": refused}
	},
	"draw from blocks": func(_ *testing.T, in input) results {
		v, refused := fair(int(in.N), func(n uint32) Digest { return Digest(in.Blocks[n]) })
		return results{"draw": v, "refused": refused}
	},
	"shuffle": func(t *testing.T, in input) results {
		order := Shuffle(Digest(in.E.octets(t)), in.Label, in.M)
		var all []byte
		for _, i := range order {
			all = u32(all, uint32(i))
		}
		return results{"first": order[:min(12, len(order))], "sha256": sum(all)}
	},
	"T0": func(_ *testing.T, in input) results { return results{"T": TranscriptStart(Digest(in.K0))} },
	"record": func(t *testing.T, in input) results {
		r := in.Record.record()
		b, err := r.appendTo(nil)
		check(t, err)
		next, err := TranscriptNext(Digest(in.T), r)
		check(t, err)
		return results{"len": len(b), "sha256": sum(b), "T": next}
	},
	"signer": func(t *testing.T, in input) results {
		_, vkey, err := newSigner(Key(in.Key.octets(t)), in.Purpose, in.Name)
		check(t, err)
		public, err := base64.StdEncoding.DecodeString(vkey[len(in.Name)+len("+xxxxxxxx+"):])
		check(t, err)
		return results{"public": public[1:], "vkey": vkey}
	},
	"receipt": func(t *testing.T, in input) results {
		s, err := NewSigners(Key(in.Key.octets(t)), in.Origin)
		check(t, err)
		r := Receipt{GID: GID(in.GID), N: uint32(in.N), T: Digest(in.T), At: in.At, Round: in.Round}
		signed, err := s.Receipt(r)
		check(t, err)
		if got, origin, err := OpenReceipt(signed, s.ReceiptsKey()); err != nil || got != r || origin != in.Origin {
			t.Errorf("it opens as %v of %q, %v", got, origin, err)
		}
		return results{"note": signed}
	},
	"note": func(_ *testing.T, in input) results {
		_, err := OpenNote(in.Note, in.Vkey)
		return results{"holds": err == nil}
	},
	"leaf": func(t *testing.T, in input) results {
		data := leafOf(t, in)
		h := tlog.RecordHash(data)
		return results{"data": data, "hash": h[:]}
	},
	"root": func(t *testing.T, in input) results {
		root := treeOf(t, in.Leaves)
		return results{"root": root[:]}
	},
	"checkpoint": func(t *testing.T, in input) results {
		s, err := NewSigners(Key(in.Key.octets(t)), in.Origin)
		check(t, err)
		tree := tlog.Tree{N: in.Size, Hash: tlog.Hash(in.Root)}
		signed, err := s.Checkpoint(tree)
		check(t, err)
		if got, origin, err := OpenCheckpoint(signed, s.LogKey()); err != nil || got != tree || origin != in.Origin {
			t.Errorf("it opens as %v of %q, %v", got, origin, err)
		}
		return results{"note": signed}
	},
	"inclusion": func(_ *testing.T, in input) results {
		return results{"holds": tlog.CheckRecord(hashes(in.Proof), in.Size, tlog.Hash(in.Root), in.Index, tlog.Hash(in.Leaf)) == nil}
	},
	"consistency": func(_ *testing.T, in input) results {
		return results{"holds": tlog.CheckTree(hashes(in.Proof), in.Size, tlog.Hash(in.Root), in.Old, tlog.Hash(in.OldRoot)) == nil}
	},
	"opens": func(_ *testing.T, in input) results {
		k := MatchKey(Key(in.SK), GID(in.GID), in.Run)
		return results{"holds": Commitment(in.Epoch, in.Scope, Key(in.SK)) == Digest(in.CS) &&
			Seal(GID(in.GID), in.Run, k) == Digest(in.Seal) && NewChain(k, GID(in.GID), in.Run, in.Gen).Head() == Link(in.Head)}
	},
}

func (m *mixed) UnmarshalJSON(data []byte) error { return (*json.RawMessage)(m).UnmarshalJSON(data) }

func (m mixed) number(t *testing.T) (n uint32) { check(t, json.Unmarshal(m, &n)); return n }
func (m mixed) text(t *testing.T) (s string)   { check(t, json.Unmarshal(m, &s)); return s }
func (m mixed) octets(t *testing.T) (o octets) { check(t, json.Unmarshal(m, &o)); return o }

func check(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func leafOf(t *testing.T, in input) []byte {
	switch in.Type {
	case "key":
		return KeyLeaf(in.Epoch, Digest(in.F), in.At)
	case "signer":
		return SignerLeaf(in.Log, in.Receipts, in.At)
	case "scope":
		return ScopeLeaf(in.Epoch, in.Serial, Digest(in.CS), in.At)
	case "start":
		return StartLeaf(Digest(in.CS), Digest(in.KT), in.At)
	case "seal":
		return SealLeaf(GID(in.GID), in.Run, Digest(in.Seal), Link(in.Head), maybe(in.Prior), in.Begin)
	case "state":
		return StateLeaf(GID(in.GID), uint32(in.N), Digest(in.T), in.Over == 1, in.At)
	case "open":
		return OpenLeaf(Digest(in.Commitment), Key(in.Key.octets(t)), in.At)
	case "break":
		return BreakLeaf(Digest(in.CS), in.Matches, in.Reason, in.At)
	case "lost":
		return LostLeaf(Digest(in.F), in.Reason, in.At)
	case "day":
		return DayLeaf(in.Day, in.At)
	}
	t.Fatalf("a leaf %q that this test does not know", in.Type)
	return nil
}

func hashes(list []octets) []tlog.Hash {
	all := make([]tlog.Hash, len(list))
	for i, o := range list {
		all[i] = tlog.Hash(o)
	}
	return all
}

// treeOf returns the root of a tree of leaves that are given by their hashes.
func treeOf(t *testing.T, leaves []octets) tlog.Hash {
	var stored []tlog.Hash
	reader := tlog.HashReaderFunc(func(at []int64) ([]tlog.Hash, error) {
		list := make([]tlog.Hash, len(at))
		for i, n := range at {
			list[i] = stored[n]
		}
		return list, nil
	})
	for n, h := range hashes(leaves) {
		more, err := tlog.StoredHashesForRecordHash(int64(n), h, reader)
		check(t, err)
		stored = append(stored, more...)
	}
	root, err := tlog.TreeHash(int64(len(leaves)), reader)
	check(t, err)
	return root
}

// plain writes what came out as vectors do: bytes in hex, the rest as JSON.
func plain(t *testing.T, r results) string {
	for name, v := range r {
		switch v := reflect.ValueOf(v); {
		case (v.Kind() == reflect.Array || v.Kind() == reflect.Slice) && v.Type().Elem().Kind() == reflect.Uint8:
			r[name] = fmt.Sprintf("%x", v.Interface())
		}
	}
	data, err := json.MarshalIndent(r, "", " ")
	check(t, err)
	return string(data)
}

// TestEveryVectorHolds makes each of the 134 published vectors.
func TestEveryVectorHolds(t *testing.T) {
	t.Parallel()
	data, err := os.ReadFile("testdata/vectors.json")
	check(t, err)
	var file struct {
		Scheme  string
		Vectors []vector
	}
	check(t, json.Unmarshal(data, &file))
	if file.Scheme != "tbd2" || len(file.Vectors) != 134 {
		t.Fatalf("%d vectors of %q, want 134 of tbd2", len(file.Vectors), file.Scheme)
	}
	seen := map[string]bool{}
	for _, v := range file.Vectors {
		seen[v.Kind] = true
		t.Run(v.Kind+": "+v.Name, func(t *testing.T) {
			formula, ok := formulas[v.Kind]
			if !ok {
				t.Fatalf("a kind %q that this test does not know", v.Kind)
			}
			var in input
			check(t, json.Unmarshal(v.In, &in))
			var want results
			check(t, json.Unmarshal(v.Out, &want))
			if diff := cmp.Diff(plain(t, want), plain(t, formula(t, in))); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
	if len(seen) != len(formulas) {
		t.Errorf("%d kinds of vectors for %d formulas", len(seen), len(formulas))
	}
}
