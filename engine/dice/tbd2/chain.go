package tbd2

import (
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"io"
)

// Chain is one generation of a hash chain: who has it knows the throws to come. It holds few of its links, from which the
// others follow. The zero value has no links.
type Chain struct {
	seat, run byte
	gen       uint16
	id        [16]byte
	held      []Link // every heldApart-th: 0, the head, to the seed
}

// heldApart is how far those links of a chain are apart that it holds: a divisor of its length.
const heldApart = 32

// NewChain returns a generation of the server's chain for a run of a match, of Length links.
func NewChain(k Key, gid GID, run byte, gen uint16) Chain {
	info := u16(append(text(nil, "tbd2/seed"), run), int(gen))
	return chainFrom(derive(k[:], gid[:], info), Server, run, gen, gid, Length)
}

// PlayerChain returns a generation of a chain of a player's device, of PlayerLength links.
func PlayerChain(dk Key, cid CID, gen uint16) Chain {
	info := u16(text(nil, "tbd2/player"), int(gen))
	return chainFrom(derive(dk[:], cid[:], info), Player, 0, gen, cid, PlayerLength)
}

func chainFrom(seed Link, seat, run byte, gen uint16, id [16]byte, n int) Chain {
	c := Chain{seat: seat, run: run, gen: gen, id: id, held: make([]Link, n/heldApart+1)}
	link := seed
	for i := n; ; i-- {
		if i%heldApart == 0 {
			c.held[i/heldApart] = link
		}
		if i == 0 {
			return c
		}
		link = c.below(i, link)
	}
}

// below returns link i-1, given link i.
func (c Chain) below(i int, link Link) Link {
	return Down(c.seat, c.run, c.gen, uint32(i), c.id, link)
}

// Len returns the index of the seed; the links are 0..Len.
func (c Chain) Len() int { return max(0, len(c.held)-1) * heldApart }

// Head returns link 0.
func (c Chain) Head() Link { return c.held[0] }

// Link returns link i, 0..Len; it may be shown only with the throws of its dice event.
func (c Chain) Link(i int) Link { return c.Links(i, i)[0] }

// Links returns the links first..last, each as Link does; none if there are none.
func (c Chain) Links(first, last int) []Link {
	if first > last {
		return nil
	}
	links := make([]Link, last-first+1)
	at := (last + heldApart - 1) / heldApart
	link := c.held[at]
	for i := at * heldApart; ; i-- {
		if i <= last {
			links[i-first] = link
		}
		if i == first {
			return links
		}
		link = c.below(i, link)
	}
}

// Format hides the links from every verb of fmt.
func (Chain) Format(f fmt.State, _ rune) { io.WriteString(f, "(secret)") }

// Down returns link i-1 of a chain, given its link i. What is hashed are 55 bytes, all that fit into one block of
// SHA-256. Their first, 0xD2, begins nothing else that the scheme hashes.
func Down(seat, run byte, gen uint16, i uint32, id [16]byte, link Link) Link {
	if i > 0xFFFF {
		panic(fmt.Sprintf("no chain of the scheme has a link %d", i))
	}
	b := [55]byte{0xD2, seat, run}
	binary.BigEndian.PutUint16(b[3:], gen)
	binary.BigEndian.PutUint16(b[5:], uint16(i))
	copy(b[7:], id[:])
	copy(b[23:], link[:])
	return sha256.Sum256(b[:])
}

// Place returns which link of which generation dice event e takes in a run before which there were base events.
// It wants e > base.
func Place(e, base uint32) (gen uint16, index uint32) {
	n := e - base - 1
	return uint16(n / Length), n%Length + 1
}
