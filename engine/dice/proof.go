package dice

import (
	"bytes"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"time"
	"unicode/utf8"

	"kickabout/engine"
)

// Proof is all that a verifier needs of a match: the file match.json. It names
// no player. Verify checks it, and so can anybody with SHA-256 and SCHEME.md 11.
type Proof struct {
	Game          string    `json:"game"`
	Variant       string    `json:"variant"`
	GID           string    `json:"gid"`           // hex
	Head          string    `json:"head"`          // of the server's chain, hex
	Contributions [2]string `json:"contributions"` // of the seats 0 and 1
	Heads         [2]string `json:"heads"`         // of the players' chains; "" at level A
	Log           []Entry   `json:"log"`
	Transcript    string    `json:"transcript"` // T after the last event, hex
}

// Entry is one event of the log. What belongs to throws is missing without them.
type Entry struct {
	Seq   int     `json:"seq"`
	At    int64   `json:"at"`   // Unix milliseconds
	Seat  int     `json:"seat"` // 0, 1 or Server
	Act   string  `json:"act"`
	Text  string  `json:"text"`
	E     uint32  `json:"e,omitempty"`    // the dice event
	Link  string  `json:"link,omitempty"` // of the server's chain for E, hex
	Draws []Throw `json:"draws,omitempty"`
}

// Throw is one throw of one die.
type Throw struct {
	Label string `json:"label"`
	K     int    `json:"k"`
	N     int    `json:"n"`     // faces
	Value int    `json:"value"` // the face, 1..N
}

// NewProof returns the proof of a match as far as it has been played. Links are
// the links 1, 2, … of the server's chain, at least LastEvent of them. It fails
// if they are fewer, or for a contribution that is too long or no UTF-8.
func NewProof(r engine.Record, gid GID, head Link, contributions [2]string, links []Link) (Proof, error) {
	for _, c := range contributions {
		if len(c) > MaxContribution || !utf8.ValidString(c) {
			return Proof{}, fmt.Errorf("the contribution %q is no UTF-8 text of at most %d bytes", c, MaxContribution)
		}
	}
	t, err := Transcript(MatchContext(gid, head, contributions), r.First, r.Log, links)
	if err != nil {
		return Proof{}, err
	}
	p := Proof{
		Game: r.Game.Info().ID, Variant: r.Variant,
		GID: hex.EncodeToString(gid[:]), Head: hex.EncodeToString(head[:]),
		Contributions: contributions, Transcript: hex.EncodeToString(t[:]),
	}
	for _, e := range r.Log {
		p.Log = append(p.Log, newEntry(e, r.First, links))
	}
	return p, nil
}

func newEntry(e engine.Event, first int, links []Link) Entry {
	entry := Entry{Seq: e.Seq, At: e.At.UnixMilli(), Seat: int(seatOf(e.By, first)), Act: string(e.Act), Text: e.Text}
	for _, d := range e.Draws {
		entry.E = d.E
		entry.Link = hex.EncodeToString(links[d.E-1][:])
		entry.Draws = append(entry.Draws, Throw{Label: d.Label, K: d.K, N: d.Sides, Value: d.Face})
	}
	return entry
}

// event undoes newEntry.
func (entry Entry) event(first int) engine.Event {
	e := engine.Event{Seq: entry.Seq, At: time.UnixMilli(entry.At).UTC(), Act: engine.Act(entry.Act), Text: entry.Text}
	switch entry.Seat {
	case first:
		e.By = engine.First
	case 1 - first:
		e.By = engine.Second
	}
	for _, d := range entry.Draws {
		e.Draws = append(e.Draws, engine.Draw{E: entry.E, Label: d.Label, K: d.K, Sides: d.N, Face: d.Value})
	}
	return e
}

// Encode returns the one form that a proof has as a file: indented JSON and a
// newline at the end.
func (p Proof) Encode() []byte { return encode(p) }

func encode(proof any) []byte {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	e.SetIndent("", " ")
	if err := e.Encode(proof); err != nil {
		panic(err) // only a type that JSON does not know fails
	}
	return b.Bytes()
}
