package dice

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// vectors are the published test vectors of the scheme, SCHEME.md 15.
type vectors struct {
	GID       string  `json:"gid"`
	Key       string  `json:"master_key"`
	N         int     `json:"N"`
	Seed      string  `json:"server_seed_s64"`
	Head      string  `json:"server_head_s0"`
	S1        string  `json:"s1"`
	S2        string  `json:"s2"`
	AliceSeed string  `json:"alice_seed_p64"`
	AliceHead string  `json:"alice_head"`
	AliceP1   string  `json:"alice_p1"`
	BobSeed   string  `json:"bob_seed_p64"`
	BobHead   string  `json:"bob_head"`
	BobP1     string  `json:"bob_p1"`
	ContextA  string  `json:"ctx_levelA"`
	ContextB  string  `json:"ctx_levelB"`
	Beacon    string  `json:"beacon_value"`
	Events    []event `json:"events"`
}

type event struct {
	Name      string                     `json:"name"`
	E         uint32                     `json:"e"`
	MsgLen    int                        `json:"msg_len"`
	MsgSHA256 string                     `json:"msg_sha256"`
	EventKey  string                     `json:"event_key"`
	Draws     map[string]json.RawMessage `json:"draws"`
}

func readVectors(t *testing.T) vectors {
	t.Helper()
	data, err := os.ReadFile("testdata/vectors.json")
	if err != nil {
		t.Fatal(err)
	}
	var v vectors
	if err := json.Unmarshal(data, &v); err != nil {
		t.Fatal(err)
	}
	return v
}

func unhex(t *testing.T, text string) []byte {
	t.Helper()
	b, err := hex.DecodeString(text)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// vectorMatch is the match of the vectors: its chains and both contexts.
type vectorMatch struct {
	gid                GID
	server, alice, bob Chain
	contextA, contextB Digest
}

func newVectorMatch(t *testing.T, v vectors) vectorMatch {
	t.Helper()
	m := vectorMatch{gid: GID(unhex(t, v.GID))}
	m.server = NewChain(Key(unhex(t, v.Key)), m.gid, 0, v.N)
	m.alice = chainFrom(sha256.Sum256([]byte("alice client seed")), 0, m.gid, 0, v.N)
	m.bob = chainFrom(sha256.Sum256([]byte("bob client seed")), 1, m.gid, 0, v.N)
	contributions := [2]string{"alice says 4711", ""}
	m.contextA = MatchContext(m.gid, m.server.Head(), contributions)
	alice, bob := m.alice.Head(), m.bob.Head()
	m.contextB = Context(m.gid, m.server.Head(), []SeatInput{{&alice, contributions[0]}, {&bob, contributions[1]}})
	return m
}

func TestChainsAndContextsAreThoseOfTheVectors(t *testing.T) {
	v := readVectors(t)
	m := newVectorMatch(t, v)
	for _, c := range []struct {
		name string
		got  [32]byte
		want string
	}{
		{"server seed", m.server.Link(v.N), v.Seed},
		{"server head", m.server.Head(), v.Head},
		{"server link 1", m.server.Link(1), v.S1},
		{"server link 2", m.server.Link(2), v.S2},
		{"alice's seed", m.alice.Link(v.N), v.AliceSeed},
		{"alice's head", m.alice.Head(), v.AliceHead},
		{"alice's link 1", m.alice.Link(1), v.AliceP1},
		{"bob's seed", m.bob.Link(v.N), v.BobSeed},
		{"bob's head", m.bob.Head(), v.BobHead},
		{"bob's link 1", m.bob.Link(1), v.BobP1},
		{"context of level A", m.contextA, v.ContextA},
		{"context of level B", m.contextB, v.ContextB},
	} {
		if got := hex.EncodeToString(c.got[:]); got != c.want {
			t.Errorf("%s = %s, want %s", c.name, got, c.want)
		}
	}
}

// inputs says what goes into each event of the vectors: the table of SCHEME.md 15.
func (m vectorMatch) inputs(name string, e uint32, beacon []byte) (k0 Digest, players []*PlayerLink, b *Beacon) {
	link := func(c Chain, i uint32) *PlayerLink { return &PlayerLink{Index: i, Link: c.Link(int(i))} }
	switch name {
	case "A1", "A2":
		return m.contextA, []*PlayerLink{nil, nil}, nil
	case "B1":
		return m.contextB, []*PlayerLink{link(m.alice, 1), link(m.bob, 1)}, nil
	case "B2", "P9", "S10": // bob is absent
		return m.contextB, []*PlayerLink{link(m.alice, e), nil}, nil
	case "C4":
		b = &Beacon{Round: 27946612, Value: beacon}
	}
	return m.contextB, []*PlayerLink{link(m.alice, e), link(m.bob, e-1)}, b
}

func TestEventsAreThoseOfTheVectors(t *testing.T) {
	v := readVectors(t)
	m := newVectorMatch(t, v)
	if len(v.Events) != 10 {
		t.Fatalf("%d events, want 10", len(v.Events))
	}
	for _, event := range v.Events {
		t.Run(event.Name, func(t *testing.T) {
			name, _, _ := strings.Cut(event.Name, " ")
			k0, players, beacon := m.inputs(name, event.E, unhex(t, v.Beacon))
			message := Message(k0, m.gid, event.E, players, beacon)
			if len(message) != event.MsgLen {
				t.Errorf("the message has %d bytes, want %d", len(message), event.MsgLen)
			}
			if sum := sha256.Sum256(message); hex.EncodeToString(sum[:]) != event.MsgSHA256 {
				t.Errorf("SHA-256 of the message = %x, want %s", sum, event.MsgSHA256)
			}
			key := EventKey(m.server.Link(int(event.E)), message)
			if hex.EncodeToString(key[:]) != event.EventKey {
				t.Errorf("event key = %x, want %s", key, event.EventKey)
			}
			for label, want := range event.Draws {
				checkDraws(t, key, label, want)
			}
		})
	}
}

// checkDraws compares one entry of a vector's draws.
func checkDraws(t *testing.T, key Digest, label string, want json.RawMessage) {
	t.Helper()
	pegs := []string{"red", "yellow", "green", "blue"}
	faces := func(label string, ks ...int) any {
		var list []int
		for _, k := range ks {
			list = append(list, 1+Draw(key, label, k, 6))
		}
		if len(list) == 1 {
			return list[0]
		}
		return list
	}
	var got any
	switch label {
	case "die[0]":
		got = faces("die", 0)
	case "die[45]":
		got = faces("die", 45)
	case "dice":
		got = faces("die", 0, 1)
	case "restart":
		got = faces("restart", 0, 1)
	case "attack", "defence", "kick":
		got = pegs[Draw(key, label, 0, 4)]
	case "intercept":
		got = []string{pegs[Draw(key, label, 0, 4)], pegs[Draw(key, label, 1, 4)], pegs[Draw(key, label, 2, 4)]}
	case "order":
		got = Bag(key, 12)
	case "colours": // three of each colour, in the order of the pegs
		var colours []string
		for _, i := range Bag(key, 12) {
			colours = append(colours, pegs[i/3][:1])
		}
		got = colours
	default:
		t.Fatalf("a draw %q that this test does not know", label)
	}
	data, err := json.Marshal(got)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(compact(t, want), string(data)); diff != "" {
		t.Errorf("%s (-want +got):\n%s", label, diff)
	}
}

func compact(t *testing.T, data json.RawMessage) string {
	t.Helper()
	var v any
	if err := json.Unmarshal(data, &v); err != nil {
		t.Fatal(err)
	}
	text, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

func TestARefusedByteGivesWayToTheNextOfItsBlock(t *testing.T) {
	v := readVectors(t)
	i := slices.IndexFunc(v.Events, func(e event) bool { return strings.HasPrefix(e.Name, "X7") })
	key := Digest(unhex(t, v.Events[i].EventKey))
	b := appendText(appendText(nil, "tbd1/draw"), "die")
	block := mac(key[:], append(b, 0, 45, 0, 6, 0, 0, 0, 0))
	if hex.EncodeToString(block[:4]) != "fe188ac2" {
		t.Fatalf("the first block begins with %x, want fe188ac2", block[:4])
	}
	if _, ok := fair(0xfe, 6); ok {
		t.Error("0xfe counts for a die of 6, though 252 to 255 would make 1 to 4 likelier")
	}
	if got, want := Draw(key, "die", 45, 6), 0x18%6; got != want {
		t.Errorf("drew %d, want %d, which is what the second byte gives", got, want)
	}
}

func TestEveryFaceHasTheSameNumberOfBytes(t *testing.T) {
	for n := 1; n <= MaxSides; n++ {
		var count [MaxSides]int
		for b := range 256 {
			if v, ok := fair(byte(b), n); ok {
				count[v]++
			}
		}
		for v, c := range count {
			if want := 256 / n; v < n && c != want || v >= n && c != 0 {
				t.Errorf("n = %d: %d bytes give %d, want %d (0 from n on)", n, c, v, want)
			}
		}
	}
}

func TestSourceThrowsTheFacesOfTheVectors(t *testing.T) {
	m := newVectorMatch(t, readVectors(t))
	src := Source(m.server, m.contextA)
	for e, want := range map[uint32]int{1: 5, 2: 3} {
		if got, err := src.Draw(e, "die", 0, 6); err != nil || got != want {
			t.Errorf("event %d: %d, %v; want %d", e, got, err, want)
		}
	}
}

func TestSourceRefuses(t *testing.T) {
	m := newVectorMatch(t, readVectors(t))
	src := Source(m.server, m.contextA)
	for _, c := range []struct {
		name     string
		e        uint32
		k, sides int
	}{
		{"event 0, whose link is the public head", 0, 0, 6},
		{"an event behind the end of the chain", 65, 0, 6},
		{"the greatest event that there could be", 1<<32 - 1, 0, 6},
		{"a die without faces", 1, 0, 0},
		{"a die with more faces than a byte has values", 1, 0, 257},
		{"a throw before the first", 1, -1, 6},
		{"a throw that two bytes cannot count", 1, 1 << 16, 6},
	} {
		t.Run(c.name, func(t *testing.T) {
			if face, err := src.Draw(c.e, "die", c.k, c.sides); err == nil {
				t.Errorf("threw %d", face)
			}
		})
	}
	if _, err := src.Draw(64, "die", 1<<16-1, 256); err != nil {
		t.Errorf("the last throw that there may be: %v", err)
	}
}

func TestNothingSecretIsPrinted(t *testing.T) {
	v := readVectors(t)
	m := newVectorMatch(t, v)
	mk := Key(unhex(t, v.Key))
	secrets := []string{fmt.Sprintf("%x", [32]byte(mk)), fmt.Sprint([32]byte(mk))[1:20], v.S1, fmt.Sprint([32]byte(m.server.Link(1)))[1:20]}
	values := []any{mk, &mk, m.server, &m.server, Source(m.server, m.contextA)}
	for _, verb := range []string{"%v", "%+v", "%#v", "%s", "%x", "%X", "%d", "%q"} {
		for _, value := range values {
			text := strings.ToLower(fmt.Sprintf(verb, value))
			for _, s := range secrets {
				if strings.Contains(text, s) {
					t.Errorf("%s of a %T shows %s", verb, value, s)
				}
			}
		}
	}
}

func BenchmarkNewChain(b *testing.B) {
	for b.Loop() {
		NewChain(Key{1}, GID{2}, 0, Length)
	}
}

func BenchmarkThrow(b *testing.B) {
	c := NewChain(Key{1}, GID{2}, 0, Length)
	src := Source(c, MatchContext(GID{2}, c.Head(), [2]string{}))
	for b.Loop() {
		if _, err := src.Draw(7, "die", 0, 6); err != nil {
			b.Fatal(err)
		}
	}
}
