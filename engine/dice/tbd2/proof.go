package tbd2

import (
	"bytes"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"slices"
	"time"

	"kickabout/engine"
	"kickabout/engine/dice"
)

// Scheme is the name of the scheme in the file of a match.
const Scheme = "tbd2"

// Proof is the file match.json of a match (SCHEME.md 6), all that a verifier needs of it. It names no player. Values
// of bytes are in hex, moments are Unix milliseconds; what there is not is "" or null.
type Proof struct {
	Scheme     string       `json:"scheme"` // Scheme
	Game       string       `json:"game"`
	Variant    string       `json:"variant"`
	GID        string       `json:"gid"`
	Scope      string       `json:"scope"`          // serial number of the tournament, "0" outside
	Key        string       `json:"key"`            // of the fixture, of a duplicate pair the lesser; "" outside
	Twin       bool         `json:"twin,omitempty"` // it is the second match of a duplicate pair: see Anchored
	Epoch      uint32       `json:"epoch"`          // of the key that the dice of run 0 come from
	Runs       []ProofRun   `json:"runs"`
	Log        []ProofEvent `json:"log"`
	Transcript string       `json:"transcript"` // T after the last event
	Receipt    string       `json:"receipt"`    // a signed note of T
	Opened     []string     `json:"opened"`     // k of each run; none before the match and its twin are over
	Anchors    []Anchor     `json:"anchors"`
}

// ProofRun is what the dice of a run hang on.
type ProofRun struct {
	Run    byte         `json:"run"`
	Epoch  uint32       `json:"epoch,omitempty"` // of its key, where that is another one than the file's
	Base   uint32       `json:"base"`            // dice events before it
	Seal   string       `json:"seal"`
	Head   string       `json:"head"`
	Prior  string       `json:"prior"`
	Tour   string       `json:"tour"` // KT, where the tournament began with a public value
	Seats  []ProofSeat  `json:"seats"`
	Beacon *ProofBeacon `json:"beacon"`
}

// ProofSeat is what the player of a seat gave. That it is a bot of the site, which gives nothing, is the site's word.
type ProofSeat struct {
	Contribution string `json:"contribution"`
	Bot          bool   `json:"bot"`
	CID          string `json:"cid"`
	Head         string `json:"head"`
}

// ProofBeacon is a public value, whose signature makes it.
type ProofBeacon struct {
	Chain     string `json:"chain"`
	Round     uint64 `json:"round"`
	Signature string `json:"signature"`
}

// ProofEvent is one event of the log.
type ProofEvent struct {
	Seq  int    `json:"seq"`
	At   int64  `json:"at"`
	Seat int    `json:"seat"` // 0, 1 or Server
	Act  string `json:"act"`
	Text string `json:"text"`
	*ProofThrow
}

// ProofThrow is what an event with throws has besides.
type ProofThrow struct {
	E       uint32       `json:"e"`
	Link    string       `json:"link"`
	Players []*ProofLink `json:"players"`
	Beacon  *ProofBeacon `json:"beacon"`
	Next    string       `json:"next"`
	Draws   []ProofDraw  `json:"draws"`
}

// ProofLink is the link of a player's device.
type ProofLink struct {
	Gen   uint16 `json:"gen"`
	Index uint32 `json:"index"`
	Link  string `json:"link"`
}

// ProofDraw is one throw of one die.
type ProofDraw struct {
	Label string `json:"label"`
	K     int    `json:"k"`
	N     int    `json:"n"`
	Face  int    `json:"face"`
}

// Anchor shows that a leaf is in the log.
type Anchor struct {
	Data       string   `json:"data"`
	Index      int64    `json:"index"`
	Proof      []string `json:"proof"`
	Checkpoint string   `json:"checkpoint"` // a signed note
}

// Given is what is given before the first event of a run, and who gives it.
type Given struct {
	Context
	Epoch  uint32 // of the key that the dice come from
	Bots   [2]bool
	Base   uint32
	Beacon *ProofBeacon // that Context.Start is of
}

// Shown is what a match has shown of the dice of a run.
type Shown struct {
	Given
	Links []Link // of its dice events, in order
	Heads []Link // of the generations 1, 2, …, as far as they are shown
}

// Throw returns what the transcript binds of an event with throws. Before is the last dice event in the log before
// that event, 0 for none; the error is one of an event that is not among those shown.
func (s Shown) Throw(event engine.Event, before uint32) (*Throw, error) {
	e := dice.LastEvent([]engine.Event{event})
	if e == 0 {
		return nil, nil
	}
	if e <= s.Base || int64(e-s.Base) > int64(len(s.Links)) {
		return nil, fmt.Errorf("event %d has dice event %d, whose link is not shown", event.Seq, e)
	}
	t := &Throw{E: e, Link: s.Links[e-s.Base-1], Players: make([]*PlayerLink, len(s.Seats))}
	for _, d := range event.Draws {
		if d.E != e {
			return nil, fmt.Errorf("event %d has throws of the dice events %d and %d", event.Seq, e, d.E)
		}
		t.Draws = append(t.Draws, Face{d.Label, d.K, d.Sides, d.Face})
	}
	if gen, index := Place(e, s.Base); index == ShowNext && before != e {
		if int(gen) >= len(s.Heads) {
			return nil, fmt.Errorf("event %d shows the fingerprint of generation %d, which is not there", event.Seq, gen+1)
		}
		t.Next = &s.Heads[gen]
	}
	return t, nil
}

// Record returns an event as the transcript binds it; first is the seat that is First. See Throw.
func (s Shown) Record(event engine.Event, first int, before uint32) (Record, error) {
	if event.By > engine.Second {
		return Record{}, fmt.Errorf("event %d is by side %d, which there is not", event.Seq, event.By)
	}
	r := Record{Seq: uint32(event.Seq), Seat: seatOf(event.By, first), Act: string(event.Act), Text: event.Text, At: event.At.UnixMilli()}
	var err error
	r.Throw, err = s.Throw(event, before)
	return r, err
}

// seatOf returns the seat of a side.
func seatOf(side engine.Side, first int) byte {
	switch side {
	case engine.First:
		return byte(first)
	case engine.Second:
		return byte(1 - first)
	}
	return Server
}

// Runs is what a match has shown of all runs of its dice, in their order.
type Runs []Shown

// of returns the run that a dice event belongs to.
func (runs Runs) of(e uint32) *Shown {
	run := &runs[0]
	for i := range runs {
		if e > runs[i].Base {
			run = &runs[i]
		}
	}
	return run
}

// Record returns an event as the transcript binds it; see Shown.
func (runs Runs) Record(event engine.Event, first int, before uint32) (Record, error) {
	return runs.of(max(dice.LastEvent([]engine.Event{event}), 1)).Record(event, first, before)
}

// Links returns the links of all dice events, in order: of none after one that is not shown.
func (runs Runs) Links() (links []Link) {
	for i, r := range runs {
		if int64(len(links)) < int64(r.Base) {
			return links
		}
		own := r.Links
		if i+1 < len(runs) {
			own = own[:min(len(own), int(runs[i+1].Base-r.Base))]
		}
		links = append(links, own...)
	}
	return links
}

// Weakest returns what may be said of the dice of a match, given what all its runs hang on: it is that of the weakest run.
func Weakest(runs []Given) Label {
	labels := Labels()
	at := len(labels) - 1
	for _, r := range runs {
		at = min(at, slices.Index(labels, r.Label()))
	}
	return labels[at]
}

// Origin says where a match stands, and in which epoch the key of its first dice was made.
type Origin struct {
	Scope, Key string
	Epoch      uint32
	Twin       bool // it is the second match of a duplicate pair
}

// NewProof returns the file of a match with its runs, one at least, as far as it has been played and as they have shown it.
// It is neither signed nor anchored.
func NewProof(r engine.Record, from Origin, runs ...Shown) (Proof, error) {
	p := Proof{
		Scheme: Scheme, Game: r.Game.Info().ID, Variant: r.Variant, GID: hexOf(runs[0].GID[:]), Scope: from.Scope, Key: from.Key, Epoch: from.Epoch, Twin: from.Twin,
		Log: []ProofEvent{}, Opened: []string{}, Anchors: []Anchor{},
	}
	for _, s := range runs {
		p.Runs = append(p.Runs, newRun(s.Given, from.Epoch))
	}
	t, before := TranscriptStart(runs[0].Sum()), uint32(0)
	for _, e := range r.Log {
		rec, err := Runs(runs).Record(e, r.First, before)
		if err != nil {
			return Proof{}, err
		}
		if t, err = TranscriptNext(t, rec); err != nil {
			return Proof{}, err
		}
		p.Log = append(p.Log, newEvent(rec))
		if rec.Throw != nil {
			before = rec.Throw.E
		}
	}
	p.Transcript = hexOf(t[:])
	return p, nil
}

// newRun returns a run of a file whose epoch is made.
func newRun(g Given, made uint32) ProofRun {
	run := ProofRun{Run: g.Run, Base: g.Base, Seal: hexOf(g.Seal[:]), Head: hexOf(g.Head[:]), Prior: hexOr(g.Prior), Tour: hexOr(g.Tour), Beacon: g.Beacon, Seats: []ProofSeat{}}
	if g.Epoch != made {
		run.Epoch = g.Epoch
	}
	for i, seat := range g.Seats {
		s := ProofSeat{Contribution: seat.Contribution, Bot: g.Bots[i]}
		if seat.Device != nil {
			s.CID, s.Head = hexOf(seat.Device.CID[:]), hexOf(seat.Device.Head[:])
		}
		run.Seats = append(run.Seats, s)
	}
	return run
}

func newEvent(r Record) ProofEvent {
	e := ProofEvent{Seq: int(r.Seq), At: r.At, Seat: int(r.Seat), Act: r.Act, Text: r.Text}
	if r.Throw == nil {
		return e
	}
	e.ProofThrow = &ProofThrow{E: r.Throw.E, Link: hexOf(r.Throw.Link[:]), Players: make([]*ProofLink, len(r.Throw.Players)), Next: hexOr((*Digest)(r.Throw.Next))}
	for _, d := range r.Throw.Draws {
		e.Draws = append(e.Draws, ProofDraw{d.Label, d.K, d.Sides, d.Face})
	}
	return e
}

// event undoes newEvent for who replays the log; first is the seat that is First.
func (e ProofEvent) event(first int) engine.Event {
	event := engine.Event{Seq: e.Seq, At: time.UnixMilli(e.At).UTC(), Act: engine.Act(e.Act), Text: e.Text}
	switch e.Seat {
	case first:
		event.By = engine.First
	case 1 - first:
		event.By = engine.Second
	}
	if e.ProofThrow != nil {
		for _, d := range e.Draws {
			event.Draws = append(event.Draws, engine.Draw{E: e.E, Label: d.Label, K: d.K, Sides: d.N, Face: d.Face})
		}
	}
	return event
}

func hexOf(b []byte) string { return hex.EncodeToString(b) }

func hexOr(d *Digest) string {
	if d == nil {
		return ""
	}
	return hexOf(d[:])
}

// Encode returns the proof as a file: indented JSON and a newline at the end.
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

// IsProof tells the file of a match of this scheme from other files.
func IsProof(data []byte) bool {
	var p struct {
		Scheme string `json:"scheme"`
	}
	return json.Unmarshal(data, &p) == nil && p.Scheme == Scheme && !IsLotProof(data)
}
