// Package dice makes throws that nobody can bend and anybody can check: the
// scheme "tbd1" (SCHEME.md 11 and 13). Matches use its level A: every throw
// follows from a hash chain of the server, whose head is shown before anybody
// contributes, and from what the players contributed after that.
//
// What the scheme leaves open is fixed here:
//
//   - The value of a throw is the face as shown, 1..n, one more than the draw;
//     of the lot for the seats too: 1 makes seat 0 First.
//   - The seat of an event is the seat, 0 or 1, of the side that acted, and
//     Server for what the platform did.
//   - All throws of an event belong to one dice event. So the link s[e] stands
//     once in a record of the transcript, behind all the throws; the text of an
//     event without throws has no link, and at level A nobody has player links.
//   - Moments are Unix milliseconds.
//
// Integers are big-endian and texts carry their length, so that no two inputs
// have the same bytes.
package dice

import (
	"crypto/hkdf"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"io"

	"kickabout/engine"
)

const (
	// MaxContribution is the greatest length of a player's contribution, in bytes.
	MaxContribution = 64
	// Length is how many dice events the chain of a match has.
	Length = 1024
	// Server is the seat of the server, among the seats 0 and 1 of the players.
	Server = 0xFF
	// MaxSides is the greatest number of faces of a die.
	MaxSides = 256
	// MaxEntries is the greatest number of entries that a lot can put in order.
	MaxEntries = 65535
)

// GID names a match to its dice. It is not the match's own id.
type GID [16]byte

// Link is one value of a hash chain; link 0 is the chain's head.
type Link [32]byte

// Digest is what SHA-256 and HMAC-SHA256 give: a context, an event key, a
// transcript value.
type Digest [32]byte

// Key is the master key MK that all chains of the server come from. It is kept
// apart from the database; whoever has it knows coming throws.
type Key [32]byte

// Format hides the key from every verb of fmt.
func (Key) Format(f fmt.State, _ rune) { io.WriteString(f, "(secret)") }

// Chain is a hash chain of a match, all links of it: who has it knows the throws
// to come. The zero value has no links.
type Chain struct {
	gid   GID
	links []Link // 0, the head, to the seed
}

// NewChain returns the server's chain of n dice events for a match. The
// generation gen is 0 unless a restored backup made a new chain necessary.
func NewChain(mk Key, gid GID, gen uint16, n int) Chain {
	info := binary.BigEndian.AppendUint16([]byte("tbd1/server-seed"), gen)
	seed, err := hkdf.Key(sha256.New, mk[:], gid[:], string(info), len(Link{}))
	if err != nil {
		panic(err) // only a length that HKDF cannot give fails
	}
	return chainFrom(Link(seed), Server, gid, gen, n)
}

// chainFrom returns the chain of n dice events whose last link is the seed.
func chainFrom(seed Link, seat byte, gid GID, gen uint16, n int) Chain {
	links := make([]Link, n+1)
	links[n] = seed
	b := linkMessage(seat, gen, gid)
	for i := n; i > 0; i-- {
		links[i-1] = down(b, uint32(i), links[i])
	}
	return Chain{gid, links}
}

// Len returns how many dice events the chain serves: its links are 0..Len.
func (c Chain) Len() int { return max(0, len(c.links)-1) }

// Head returns link 0, which is public before the match begins.
func (c Chain) Head() Link { return c.links[0] }

// Link returns link i, 0..Len; it may be shown only with the throws of dice event i.
func (c Chain) Link(i int) Link { return c.links[i] }

// Format hides the links from every verb of fmt.
func (Chain) Format(f fmt.State, _ rune) { io.WriteString(f, "(secret)") }

// Down returns link i-1 of a chain, given its link i.
func Down(seat byte, gen uint16, gid GID, i uint32, link Link) Link {
	return down(linkMessage(seat, gen, gid), i, link)
}

// linkMessage returns what all steps down a chain begin with, with room for the rest.
func linkMessage(seat byte, gen uint16, gid GID) []byte {
	b := appendText(make([]byte, 0, 96), "tbd1/link")
	b = append(b, seat)
	b = binary.BigEndian.AppendUint16(b, gen)
	return append(b, gid[:]...)
}

// down is Down of the chain that b begins the messages of.
func down(b []byte, i uint32, link Link) Link {
	b = binary.BigEndian.AppendUint32(b, i)
	return sha256.Sum256(append(b, link[:]...))
}

// SeatInput is what the player of a seat gives before the match begins.
type SeatInput struct {
	Head         *Link  // of the player's own chain; nil at level A
	Contribution string // at most MaxContribution bytes
}

// Context returns K0, which binds all throws of a match to the server's head and
// to what the players gave.
func Context(gid GID, head Link, seats []SeatInput) Digest {
	b := appendText(nil, "tbd1/ctx")
	b = append(b, gid[:]...)
	b = append(b, head[:]...)
	b = append(b, byte(len(seats)))
	for _, s := range seats {
		if s.Head == nil {
			b = appendText(b, "")
		} else {
			b = appendText(b, string(s.Head[:]))
		}
		b = appendText(b, s.Contribution)
	}
	return sha256.Sum256(b)
}

// MatchContext returns the K0 of a match at level A.
func MatchContext(gid GID, head Link, contributions [2]string) Digest {
	return Context(gid, head, []SeatInput{{Contribution: contributions[0]}, {Contribution: contributions[1]}})
}

// PlayerLink is the link that a player's own chain gives to a dice event.
type PlayerLink struct {
	Gen   uint16
	Index uint32
	Link  Link
}

// Beacon is a public random value.
type Beacon struct {
	Round uint64
	Value []byte
}

// Message returns M(e), what the key of a dice event is made of: for each seat
// its player's link, nil if there is none, and the beacon, nil if there is none.
func Message(k0 Digest, gid GID, e uint32, players []*PlayerLink, beacon *Beacon) []byte {
	b := appendText(nil, "tbd1/event")
	b = append(b, k0[:]...)
	b = append(b, gid[:]...)
	b = binary.BigEndian.AppendUint32(b, e)
	b = append(b, byte(len(players)))
	for _, p := range players {
		if p == nil {
			b = append(b, 0)
			continue
		}
		b = append(b, 1)
		b = binary.BigEndian.AppendUint16(b, p.Gen)
		b = binary.BigEndian.AppendUint32(b, p.Index)
		b = append(b, p.Link[:]...)
	}
	if beacon == nil {
		return append(b, 0)
	}
	b = append(b, 1)
	b = binary.BigEndian.AppendUint64(b, beacon.Round)
	return appendText(b, string(beacon.Value))
}

// EventKey returns E(e), given the server's link e and the message M(e).
func EventKey(link Link, message []byte) Digest {
	return mac(link[:], message)
}

// Draw returns 0..n-1, each equally likely: the k-th draw of a label within the
// dice event of the key. It wants n in 1..MaxEntries and k in 0..65535.
func Draw(key Digest, label string, k, n int) int {
	b := appendText(nil, "tbd1/draw")
	b = appendText(b, label)
	b = binary.BigEndian.AppendUint16(b, uint16(k))
	b = binary.BigEndian.AppendUint16(b, uint16(n))
	for t := uint32(0); ; t++ {
		block := mac(key[:], binary.BigEndian.AppendUint32(b, t))
		for i := range block {
			if n <= MaxSides {
				if v, ok := fair(block[i], n); ok {
					return v
				}
			} else if i%2 == 1 {
				if v, ok := fairPair(block[i-1], block[i], n); ok {
					return v
				}
			}
		}
	}
}

// fair maps a byte to 0..n-1, or refuses it: without the bytes at the top, all
// values have the same number of bytes.
func fair(b byte, n int) (int, bool) {
	return int(b) % n, int(b) < n*(256/n)
}

// fairPair is fair of two bytes, the greater one first, for what one byte cannot count.
func fairPair(high, low byte, n int) (int, bool) {
	v := int(high)<<8 | int(low)
	return v % n, v < n*(65536/n)
}

// Bag returns the order in which m things leave a bag that nothing is put back into.
func Bag(key Digest, m int) []int {
	order := make([]int, m)
	for i := range order {
		order[i] = i
	}
	for i, k := m-1, 0; i > 0; i, k = i-1, k+1 {
		j := Draw(key, "bag", k, i+1)
		order[i], order[j] = order[j], order[i]
	}
	return order
}

// Source returns the dice of a match at level A: the faces that its chain and
// its context give.
func Source(c Chain, k0 Digest) engine.Source { return source{c, k0} }

type source struct {
	chain Chain
	k0    Digest
}

// Format hides the links from every verb of fmt.
func (source) Format(f fmt.State, _ rune) { io.WriteString(f, "(secret)") }

// Draw returns the face of a throw, 1..sides. It fails for an event that the
// chain does not reach, and for dice that the scheme does not know.
func (s source) Draw(e uint32, label string, k, sides int) (int, error) {
	if e < 1 || int64(e) > int64(s.chain.Len()) {
		return 0, fmt.Errorf("dice event %d is not on the chain, which has the events 1 to %d", e, s.chain.Len())
	}
	return face(s.k0, s.chain.gid, s.chain.links[e], engine.Draw{E: e, Label: label, K: k, Sides: sides})
}

// face throws d at level A with the server's link of its dice event.
func face(k0 Digest, gid GID, link Link, d engine.Draw) (int, error) {
	most := MaxSides
	if d.Label == seedingLabel {
		most = MaxEntries
	}
	if d.Sides < 1 || d.Sides > most || d.K < 0 || d.K > 0xFFFF || len(d.Label) > 0xFFFF {
		return 0, fmt.Errorf("there is no throw %d of %q with %d sides", d.K, d.Label, d.Sides)
	}
	key := EventKey(link, Message(k0, gid, d.E, make([]*PlayerLink, 2), nil))
	return 1 + Draw(key, d.Label, d.K, d.Sides), nil
}

// mac is HMAC-SHA256.
func mac(key, message []byte) Digest {
	h := hmac.New(sha256.New, key)
	h.Write(message)
	return Digest(h.Sum(nil))
}

// appendText appends lp(text): the length in two bytes, then the text. Longer
// texts than that are refused before they come here.
func appendText(b []byte, text string) []byte {
	b = binary.BigEndian.AppendUint16(b, uint16(len(text)))
	return append(b, text...)
}
