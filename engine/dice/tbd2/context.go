package tbd2

import "crypto/sha256"

// Beacon is a value of a public source of randomness, the drand network.
type Beacon struct {
	Chain [32]byte // hash of the network's chain
	Round uint64
	Value [32]byte // BeaconValue of the round's signature
}

// QuicknetStart and QuicknetPeriod say when the rounds of drand's chain "quicknet" come: Unix seconds of round 1,
// and seconds between rounds (https://docs.drand.love, chain information of quicknet).
const (
	QuicknetStart  = 1692803367
	QuicknetPeriod = 3
)

// StartAfter is how many seconds after the leaf of a start the round comes whose value it takes.
const StartAfter = 600

// FirstRound returns the first quicknet round at or after a moment, in Unix seconds.
func FirstRound(at int64) uint64 {
	if at <= QuicknetStart {
		return 1
	}
	return uint64((at-QuicknetStart+QuicknetPeriod-1)/QuicknetPeriod) + 1
}

// BeaconValue returns the random value of a round with a signature. Whether that is the network's is for others to say.
func BeaconValue(signature []byte) [32]byte { return sha256.Sum256(signature) }

// appendTo appends bc, of which a nil beacon is one byte.
func (b *Beacon) appendTo(to []byte) []byte {
	if b == nil {
		return append(to, 0)
	}
	to = text(append(to, 1), string(b.Chain[:]))
	return text(u64(to, b.Round), string(b.Value[:]))
}

// Entry is what a player gave when they entered a tournament.
type Entry struct {
	Player       string // id
	Contribution string
}

// Entries returns KT, which binds all that was given at the entry, in its order, to the tournament's commitment.
func Entries(scope string, cs Digest, entries []Entry, bc *Beacon) Digest {
	b := append(text(text(nil, "tbd2/tour"), scope), cs[:]...)
	b = u32(b, uint32(len(entries)))
	for _, e := range entries {
		b = text(text(b, e.Player), e.Contribution)
	}
	return sha256.Sum256(bc.appendTo(b))
}

// Seat is what the player of a seat gives to a run of a match.
type Seat struct {
	Contribution string
	Device       *Device // nil without level B
}

// Device is the chain that a player's device gives to a match.
type Device struct {
	CID  CID
	Head Link
}

// Context is all that the dice of a run hang on; Sum makes K0 of it.
type Context struct {
	GID   GID
	Run   byte
	Seal  Digest
	Head  Link    // of generation 0
	Prior *Digest // T that the run goes on from; nil in run 0
	Tour  *Digest // KT with its beacon; nil without one, else the last entrant could try out contributions
	Seats []Seat
	Start *Beacon
}

// Sum returns K0, which binds all throws of the run.
func (c Context) Sum() Digest {
	b := append(append(text(nil, "tbd2/ctx"), c.GID[:]...), c.Run)
	b = append(append(b, c.Seal[:]...), c.Head[:]...)
	b = optional(optional(b, c.Prior), c.Tour)
	b = append(b, byte(len(c.Seats)))
	for _, s := range c.Seats {
		b = text(b, s.Contribution)
		if s.Device == nil {
			b = append(b, 0)
			continue
		}
		b = append(append(append(b, 1), s.Device.CID[:]...), s.Device.Head[:]...)
	}
	return sha256.Sum256(c.Start.appendTo(b))
}

// optional appends lp of a value, which is lp("") without one.
func optional(b []byte, d *Digest) []byte {
	if d == nil {
		return text(b, "")
	}
	return text(b, string(d[:]))
}

// LotContext returns K0 of a tournament's lot.
func LotContext(gid GID, run byte, seal Digest, head Link, kt Digest) Digest {
	b := append(append(text(nil, "tbd2/lot"), gid[:]...), run)
	b = append(append(b, seal[:]...), head[:]...)
	return sha256.Sum256(append(b, kt[:]...))
}
