package dice

import (
	"crypto/sha256"
	"encoding/binary"
	"fmt"

	"kickabout/engine"
)

// LastEvent returns the greatest dice event of a log, 0 if nothing was thrown:
// how many links of the chain are public.
func LastEvent(log []engine.Event) uint32 {
	for i := len(log) - 1; i >= 0; i-- {
		if draws := log[i].Draws; len(draws) > 0 {
			return draws[0].E
		}
	}
	return 0
}

// Transcript returns T(n), the value that binds a log to the match's context,
// event by event. First is the seat, 0 or 1, that is First; links are the links
// 1, 2, … of the server's chain, as far as the log's throws go. It fails if they
// do not go that far, or for an event that no record can hold.
func Transcript(k0 Digest, first int, log []engine.Event, links []Link) (Digest, error) {
	t := TranscriptStart(k0)
	for _, e := range log {
		var err error
		if t, err = t.Next(first, e, links); err != nil {
			return Digest{}, err
		}
	}
	return t, nil
}

// TranscriptStart returns T(0), the value before the first event.
func TranscriptStart(k0 Digest) Digest {
	return sha256.Sum256(append(appendText(nil, "tbd1/log"), k0[:]...))
}

// Next returns the transcript value that follows on t by an event; see Transcript.
func (t Digest) Next(first int, event engine.Event, links []Link) (Digest, error) {
	b := append(appendText(make([]byte, 0, 256), "tbd1/log"), t[:]...)
	b, err := appendRecord(b, first, event, links)
	if err != nil {
		return Digest{}, err
	}
	return sha256.Sum256(b), nil
}

// appendRecord appends the record of an event at level A (SCHEME.md 13).
func appendRecord(b []byte, first int, event engine.Event, links []Link) ([]byte, error) {
	if len(event.Act) > 0xFFFF || len(event.Text) > 0xFFFF || len(event.Draws) > 0xFF {
		return nil, fmt.Errorf("event %d is too long for a transcript", event.Seq)
	}
	if event.By != engine.NoSide && event.By != engine.First && event.By != engine.Second {
		return nil, fmt.Errorf("event %d is by side %d, which there is not", event.Seq, event.By)
	}
	b = binary.BigEndian.AppendUint32(b, uint32(event.Seq))
	b = append(b, seatOf(event.By, first))
	b = appendText(b, string(event.Act))
	b = appendText(b, event.Text)
	e := LastEvent([]engine.Event{event})
	if int64(e) > int64(len(links)) {
		return nil, fmt.Errorf("event %d has dice event %d, but only %d links are there", event.Seq, e, len(links))
	}
	b = binary.BigEndian.AppendUint32(b, e)
	b = append(b, byte(len(event.Draws)))
	for _, d := range event.Draws {
		if d.E != e || d.E == 0 || len(d.Label) > 0xFFFF || !isU16(d.K) || !isU16(d.Sides) || !isU16(d.Face) {
			return nil, fmt.Errorf("event %d has a throw that no record can hold: %v", event.Seq, d)
		}
		b = appendText(b, d.Label)
		b = binary.BigEndian.AppendUint16(b, uint16(d.K))
		b = binary.BigEndian.AppendUint16(b, uint16(d.Sides))
		b = binary.BigEndian.AppendUint16(b, uint16(d.Face))
	}
	if e == 0 {
		b = appendText(b, "")
	} else {
		b = appendText(b, string(links[e-1][:]))
	}
	b = appendText(b, "") // the players' links
	return binary.BigEndian.AppendUint64(b, uint64(event.At.UnixMilli())), nil
}

// isU16 says that a number fits into two bytes.
func isU16(n int) bool { return n >= 0 && n <= 0xFFFF }

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
