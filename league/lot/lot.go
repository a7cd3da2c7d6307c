// Package lot has how the log of a tournament writes what its draw hangs on, and what was drawn (SCHEME.md 3).
package lot

import (
	"encoding/hex"
	"fmt"
	"strconv"
	"strings"

	"kickabout/engine"
	"kickabout/engine/dice"
	"kickabout/engine/dice/tbd2"
)

// Lot is the draw that seeds a tournament (R-FD-6).
type Lot struct {
	Seeds []string // ids of the players by seed
	Draws []engine.Draw
	Link  dice.Link // what the draws follow from; shown with them
}

// String writes the lot as the text of a started event: the ids by seed, the
// faces in the order of the throws, the link: "bob ann cleo; 2 2; 0f…".
func (l Lot) String() string {
	faces := make([]string, len(l.Draws))
	for i, d := range l.Draws {
		faces[i] = strconv.Itoa(d.Face)
	}
	return fmt.Sprintf("%s; %s; %x", strings.Join(l.Seeds, " "), strings.Join(faces, " "), l.Link[:])
}

// Parse undoes String: what is not understood comes out otherwise when it is written again. Who is in the order may be
// fewer than were drawn, where somebody has left in between.
func Parse(text string) (Lot, error) {
	parts := strings.Split(text, "; ")
	if len(parts) != 3 {
		return Lot{}, fmt.Errorf("%q is no lot", text)
	}
	l := Lot{Seeds: strings.Fields(parts[0])}
	faces := strings.Fields(parts[1])
	for k, face := range faces {
		n, _ := strconv.Atoi(face)
		l.Draws = append(l.Draws, dice.SeedDraw(len(faces)+1, k, n))
	}
	link, _ := hex.DecodeString(parts[2])
	if copy(l.Link[:], link); l.String() != text {
		return Lot{}, fmt.Errorf("%q is no lot", text)
	}
	return l, nil
}

// Closing is what binds a tournament when its entries are closed.
type Closing struct {
	Commitment dice.Digest // CS
	Tour       dice.Digest // KT without a public value
	Entries    []tbd2.Entry
}

// Close binds what was given with the entries, in their order, to the commitment of a scope.
func Close(scope string, cs dice.Digest, entries []tbd2.Entry) Closing {
	return Closing{cs, tbd2.Entries(scope, cs, entries, nil), entries}
}

// String writes it as the text of a closed event: CS and KT, and for each entry the id and what was given, in hexadecimal:
// "0f… 3a…; ann=6d79 bob=".
func (c Closing) String() string {
	given := make([]string, len(c.Entries))
	for i, e := range c.Entries {
		given[i] = fmt.Sprintf("%s=%x", e.Player, e.Contribution)
	}
	return fmt.Sprintf("%x %x; %s", c.Commitment[:], c.Tour[:], strings.Join(given, " "))
}

// ParseClosing undoes String.
func ParseClosing(text string) (c Closing, err error) {
	bound, given, _ := strings.Cut(text, "; ")
	cs, kt, _ := strings.Cut(bound, " ")
	readHex(c.Commitment[:], cs)
	readHex(c.Tour[:], kt)
	for _, e := range strings.Fields(given) {
		player, part, _ := strings.Cut(e, "=")
		value, _ := hex.DecodeString(part)
		c.Entries = append(c.Entries, tbd2.Entry{Player: player, Contribution: string(value)})
	}
	if c.String() != text {
		return Closing{}, fmt.Errorf("%.100q closes no entries", text)
	}
	return c, nil
}

// Public is the public value that a tournament begins with.
type Public struct {
	Chain     [32]byte // hash of the network's chain
	Round     uint64
	Signature []byte
	Tour      dice.Digest // KT with the value
}

// Begin returns what a public value makes of what was closed.
func (c Closing) Begin(scope string, chain [32]byte, round uint64, signature []byte) Public {
	p := Public{Chain: chain, Round: round, Signature: signature}
	p.Tour = tbd2.Entries(scope, c.Commitment, c.Entries, p.Beacon())
	return p
}

// Beacon returns the value as what hangs on it does.
func (p Public) Beacon() *tbd2.Beacon {
	return &tbd2.Beacon{Chain: p.Chain, Round: p.Round, Value: tbd2.BeaconValue(p.Signature)}
}

// Proof returns the value as files have it.
func (p Public) Proof() *tbd2.ProofBeacon {
	return &tbd2.ProofBeacon{Chain: hex.EncodeToString(p.Chain[:]), Round: p.Round, Signature: hex.EncodeToString(p.Signature)}
}

// String writes it as the text of a valued event: chain, round, signature and KT.
func (p Public) String() string {
	return fmt.Sprintf("%x %d %x %x", p.Chain[:], p.Round, p.Signature, p.Tour[:])
}

// ParsePublic undoes String.
func ParsePublic(text string) (p Public, err error) {
	parts := strings.Split(text, " ")
	if len(parts) == 4 {
		readHex(p.Chain[:], parts[0])
		p.Round, _ = strconv.ParseUint(parts[1], 10, 64)
		p.Signature, _ = hex.DecodeString(parts[2])
		readHex(p.Tour[:], parts[3])
	}
	if p.String() != text {
		return Public{}, fmt.Errorf("%.100q is no public value", text)
	}
	return p, nil
}

// readHex fills what it can: whoever asks writes it again and compares.
func readHex(into []byte, digits string) {
	b, _ := hex.DecodeString(digits)
	copy(into, b)
}
