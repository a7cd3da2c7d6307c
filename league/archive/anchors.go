package archive

import (
	"bytes"
	"encoding/hex"
	"encoding/json"
	"slices"

	"kickabout/engine/dice/tbd2"
	"kickabout/league"
)

// AnchorsLine is the type of lines that hold leaves of the log of the dice (SCHEME.md 5).
const AnchorsLine = "anchors"

// Anchors is such a line: of the first one of a file on the keys that sign and the checkpoint that all leaves of the file are
// shown by, and of others what was opened of the keys of the dice of the matches that follow.
type Anchors struct {
	Type       string `json:"type"`
	Checkpoint string `json:"checkpoint,omitempty"` // a signed note, in the first one
	Leaves     []Leaf `json:"leaves"`
}

// A Leaf shows that a leaf is in the log of the file's checkpoint.
type Leaf struct {
	Data  string   `json:"data"` // hexadecimal
	Index int64    `json:"index"`
	Proof []string `json:"proof"`
}

// NewLeaves returns leaves as files have them.
func NewLeaves(anchors []tbd2.Anchor) []Leaf {
	leaves := make([]Leaf, len(anchors))
	for i, a := range anchors {
		leaves[i] = Leaf{a.Data, a.Index, a.Proof}
	}
	return leaves
}

// AnchorsField is what the line of a match holds behind its dice: the leaves of it alone, if there are any.
func AnchorsField(anchors []tbd2.Anchor) ([]Field, error) {
	if len(anchors) == 0 {
		return nil, nil
	}
	text, err := compact(NewLeaves(anchors))
	return []Field{{anchorsField, text}}, err
}

const anchorsField = "anchors"

// A Log is what the lines of a file have said of the log of the dice so far.
type Log struct {
	Checkpoint string

	signers []tbd2.Anchor
	opened  map[secret][]tbd2.Anchor
	from    map[tbd2.Digest]secret // by what was committed to
}

// secret is the key of a tournament by its serial number, under the key of the dice of an epoch; 0: that key itself.
type secret struct{ epoch, serial uint32 }

// Read takes up a line. What opens a key stands behind what was committed to.
func (g *Log) Read(l Line) error {
	var line Anchors
	d := json.NewDecoder(bytes.NewReader(l.data))
	d.DisallowUnknownFields()
	if d.Decode(&line) != nil || (line.Checkpoint == "") == (g.Checkpoint == "") {
		return l.fault(0, `{"type":%q,"checkpoint":"…","leaves":[…]} is expected here, with the checkpoint in the first such line alone.`, AnchorsLine)
	}
	if g.Checkpoint == "" {
		*g = Log{Checkpoint: line.Checkpoint, opened: map[secret][]tbd2.Anchor{}, from: map[tbd2.Digest]secret{}}
	}
	for _, a := range g.anchors(line.Leaves) {
		if !g.note(a) {
			return l.Fault("leaves", "A leaf of the keys that sign, of a key of the dice, of a tournament, or one that opens one of those is expected here.")
		}
	}
	return nil
}

// anchors returns leaves as the files of matches have them.
func (g *Log) anchors(leaves []Leaf) []tbd2.Anchor {
	list := make([]tbd2.Anchor, len(leaves))
	for i, l := range leaves {
		list[i] = tbd2.Anchor{Data: l.Data, Index: l.Index, Proof: l.Proof, Checkpoint: g.Checkpoint}
	}
	return list
}

// note keeps a leaf; false: it is none that stands in such a line.
func (g *Log) note(a tbd2.Anchor) bool {
	data, err := hex.DecodeString(a.Data)
	said, ok := tbd2.ReadLeaf(data)
	if err != nil || !ok {
		return false
	}
	of := secret{said.Epoch, said.Serial}
	switch said.Kind {
	case "signer":
		g.signers = append(g.signers, a)
		return true
	case "key", "scope":
		g.from[said.Digest] = of
	case "open":
		if of, ok = g.from[said.Digest]; !ok {
			return false
		}
	default:
		return false
	}
	g.opened[of] = append(g.opened[of], a)
	return true
}

// of returns the anchors of a match, as its own file has them, given the leaves of its line.
func (g *Log) of(m league.Match, own []Leaf) []tbd2.Anchor {
	anchors := slices.Concat(g.signers, g.anchors(own))
	epoch := uint32(0) // each once: they do not fall
	for _, r := range league.RunsOf(m) {
		if r.Dice.Epoch == epoch {
			continue
		}
		epoch = r.Dice.Epoch
		anchors = append(anchors, g.opened[secret{epoch, 0}]...)
		if m.Dice.Scope > 0 {
			anchors = append(anchors, g.opened[secret{epoch, m.Dice.Scope}]...)
		}
	}
	return anchors
}
