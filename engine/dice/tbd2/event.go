package tbd2

import "encoding/binary"

// PlayerLink is the link that a player's device gives to a dice event.
type PlayerLink struct {
	Gen   uint16
	Index uint32
	Link  Link
}

// Message returns M(e), what the key of dice event e is made of: for each seat its player's link, nil if there is
// none, and the beacon. A match has two seats, a lot none.
func Message(k0 Digest, e uint32, players []*PlayerLink, bc *Beacon) []byte {
	b := append(text(make([]byte, 0, 128), "tbd2/event"), k0[:]...)
	return bc.appendTo(appendLinks(u32(b, e), players))
}

// appendLinks appends the links of players, with their number.
func appendLinks(b []byte, players []*PlayerLink) []byte {
	b = append(b, byte(len(players)))
	for _, p := range players {
		if p == nil {
			b = append(b, 0)
			continue
		}
		b = u32(u16(append(b, 1), int(p.Gen)), p.Index)
		b = append(b, p.Link[:]...)
	}
	return b
}

// EventKey returns E(e), given the server's link of the event and M(e).
func EventKey(link Link, message []byte) Digest { return mac(link[:], message) }

// Draw returns 0..n-1, each equally likely: the kth draw of a label within the dice event of the key. It wants n in
// 1..MaxSides and k in 0..65535. The face that is shown is one more.
func Draw(key Digest, label string, k, n int) int {
	b := u32(u16(text(text(make([]byte, 0, 48), "tbd2/draw"), label), k), uint32(n))
	v, _ := fair(n, func(t uint32) Digest { return mac(key[:], u32(b, t)) })
	return v
}

// fair maps blocks to 0..n-1 and says how many values it refused: without those at the top, all results have the same
// number of values. A value is a byte, or two where a byte has fewer than n; all of a block count before the next.
func fair(n int, block func(t uint32) Digest) (v, refused int) {
	for t := uint32(0); ; t++ {
		b := block(t)
		if n <= 256 {
			for _, c := range b {
				if int(c) < n*(256/n) {
					return int(c) % n, refused
				}
				refused++
			}
			continue
		}
		for i := 0; i < len(b); i += 2 {
			if c := int(binary.BigEndian.Uint16(b[i:])); c < n*(65536/n) {
				return c % n, refused
			}
			refused++
		}
	}
}

// Shuffle returns the order in which m things leave a bag that nothing is put back into, and the draws that made
// it: Fisher–Yates from the top.
func Shuffle(key Digest, label string, m int) []int {
	order := make([]int, m)
	for i := range order {
		order[i] = i
	}
	for i, k := m-1, 0; i > 0; i, k = i-1, k+1 {
		j := Draw(key, label, k, i+1)
		order[i], order[j] = order[j], order[i]
	}
	return order
}
