package dice

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"slices"

	"kickabout/engine"
)

// seedingLabel is what the throws of a tournament's lot are called.
const seedingLabel = "seeding"

// FixtureGID returns the GID of a tournament's match. No player contributes to
// these matches, so their GIDs are not free either (SCHEME.md 12).
func FixtureGID(tournament, round, table string) GID {
	b := appendText(nil, "tbd1/gid")
	for _, text := range []string{tournament, round, table} {
		b = appendText(b, text)
	}
	sum := sha256.Sum256(b)
	return GID(sum[:len(GID{})])
}

// TournamentGID returns the GID of a tournament's own lot, the seeding.
func TournamentGID(tournament string) GID { return FixtureGID(tournament, "", seedingLabel) }

// Seed throws for the order of n entries: Fisher–Yates from the top, in one dice
// event. The order holds the numbers of the entries, from 0, by seed.
func Seed(n int, src engine.Source) (order []int, draws []engine.Draw, err error) {
	order = make([]int, n)
	for i := range order {
		order[i] = i
	}
	for i, k := n-1, 0; i > 0; i, k = i-1, k+1 {
		d := SeedDraw(n, k, 0)
		if d.Face, err = src.Draw(d.E, d.Label, d.K, d.Sides); err != nil {
			return nil, nil, fmt.Errorf("drawing seed %d: %w", i+1, err)
		}
		draws = append(draws, d)
		j := d.Face - 1
		order[i], order[j] = order[j], order[i]
	}
	return order, draws, nil
}

// SeedDraw is throw k of the lot of n entries, with its face.
func SeedDraw(n, k, face int) engine.Draw {
	return engine.Draw{E: 1, Label: seedingLabel, K: k, Sides: n - k, Face: face}
}

// Seeding is all that a verifier needs of a tournament's lot: the file
// seeding.json. It names players by their ids alone.
type Seeding struct {
	Tournament string   `json:"tournament"` // its id, which the gid follows from
	GID        string   `json:"gid"`        // hex
	Head       string   `json:"head"`       // shown while entries were open, hex
	Entries    []string `json:"entries"`    // in the order in which they came
	Link       string   `json:"link"`       // link 1 of the chain, hex
	Draws      []Throw  `json:"draws"`
	Seeds      []string `json:"seeds"` // the entries by seed
}

// NewSeeding returns the proof of a lot that has been drawn.
func NewSeeding(tournament string, head Link, entries []string, link Link, draws []engine.Draw, seeds []string) Seeding {
	gid := TournamentGID(tournament)
	s := Seeding{
		Tournament: tournament, GID: hex.EncodeToString(gid[:]), Head: hex.EncodeToString(head[:]),
		Entries: entries, Link: hex.EncodeToString(link[:]), Draws: []Throw{}, Seeds: seeds,
	}
	for _, d := range draws {
		s.Draws = append(s.Draws, Throw{Label: d.Label, K: d.K, N: d.Sides, Value: d.Face})
	}
	return s
}

// Encode returns the one form that the proof has as a file.
func (s Seeding) Encode() []byte { return encode(s) }

// String says in plain words what VerifySeeding has checked.
func (s Seeding) String() string {
	return fmt.Sprintf("The order of all %d entries follows from the value that was shown while entries were open.", len(s.Entries))
}

// IsSeeding tells the file of a lot from that of a match.
func IsSeeding(data []byte) bool {
	var s struct {
		Tournament string `json:"tournament"`
	}
	return json.Unmarshal(data, &s) == nil && s.Tournament != ""
}

// VerifySeeding checks the file of a lot: that the gid is the tournament's, that
// the link leads down to the head, that every face follows from the link, and the
// order from the faces. An error that says what is wrong is a Flaw.
func VerifySeeding(data []byte) (Seeding, error) {
	var s Seeding
	if err := ReadValues(data, &s); err != nil {
		return Seeding{}, unreadable{Flaw(fmt.Sprintf("The file cannot be read as a seeding: %v.", err))}
	}
	var head, link Link
	var gid GID
	if !readHex(gid[:], s.GID) || !readHex(head[:], s.Head) || !readHex(link[:], s.Link) {
		return Seeding{}, flaw("The gid, the fingerprint or the link is not written in the hexadecimal digits that it must have.")
	}
	if gid != TournamentGID(s.Tournament) {
		return Seeding{}, flaw("The gid is not the one that follows from the tournament's id.")
	}
	if Down(Server, 0, gid, 1, link) != head {
		return Seeding{}, flaw("The link does not lead down to the value that was shown while entries were open.")
	}
	return s, s.drawnAgain(gid, head, link)
}

// drawnAgain throws every throw again and puts the entries in order.
func (s Seeding) drawnAgain(gid GID, head, link Link) error {
	k0 := MatchContext(gid, head, [2]string{})
	order, draws, err := Seed(len(s.Entries), linkSource{k0, gid, link})
	if err != nil {
		return flaw("There are more entries than can be drawn.")
	}
	want := NewSeeding(s.Tournament, head, s.Entries, link, draws, nil)
	if !slices.Equal(want.Draws, s.Draws) {
		return flaw("The throws are not the ones that the dice give.")
	}
	for _, i := range order {
		want.Seeds = append(want.Seeds, s.Entries[i])
	}
	if !slices.Equal(want.Seeds, s.Seeds) {
		return flaw("The order is not the one that the throws give.")
	}
	return nil
}

// linkSource is the dice of one event, whose link is known.
type linkSource struct {
	k0   Digest
	gid  GID
	link Link
}

func (s linkSource) Draw(e uint32, label string, k, sides int) (int, error) {
	return face(s.k0, s.gid, s.link, engine.Draw{E: e, Label: label, K: k, Sides: sides})
}
