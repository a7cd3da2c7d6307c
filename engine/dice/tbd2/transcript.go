package tbd2

import (
	"crypto/sha256"
	"errors"
	"fmt"
	"math"
)

// Record is one event of a match as the transcript binds it.
type Record struct {
	Seq   uint32 // 1, 2, ...
	Seat  byte   // 0, 1 or Server
	Act   string
	Text  string
	At    int64 // Unix milliseconds
	Throw *Throw
}

// Throw is what belongs to the draws of a record: of events without any there is none.
type Throw struct {
	E       uint32
	Draws   []Face
	Link    Link          // of the server's chain
	Players []*PlayerLink // as in M(e)
	Beacon  *Beacon
	Next    *Link // head of the next generation, in the first record of the event with link ShowNext
}

// Face is one die as it fell.
type Face struct {
	Label string
	K     int
	Sides int
	Face  int // 1..Sides
}

// ErrTooLong is that no record can hold an event.
var ErrTooLong = errors.New("no record of a transcript can hold the event")

// TranscriptStart returns T(0) of a match whose run 0 has the context k0.
func TranscriptStart(k0 Digest) Digest {
	return sha256.Sum256(append(text(nil, "tbd2/log"), k0[:]...))
}

// TranscriptNext returns T(n), given T(n-1) and the record of event n. The error is ErrTooLong.
func TranscriptNext(t Digest, r Record) (Digest, error) {
	b, err := r.appendTo(append(text(make([]byte, 0, 320), "tbd2/log"), t[:]...))
	if err != nil {
		return Digest{}, err
	}
	return sha256.Sum256(b), nil
}

func (r Record) appendTo(b []byte) ([]byte, error) {
	if len(r.Act) > math.MaxUint16 || len(r.Text) > math.MaxUint16 {
		return nil, fmt.Errorf("event %d: %w", r.Seq, ErrTooLong)
	}
	b = text(text(append(u32(b, r.Seq), r.Seat), r.Act), r.Text)
	b = u64(b, uint64(r.At))
	if r.Throw == nil {
		return append(b, 0), nil
	}
	if n := len(r.Throw.Draws); n == 0 || n > math.MaxUint8 {
		return nil, fmt.Errorf("event %d with %d throws: %w", r.Seq, n, ErrTooLong)
	}
	b = u32(append(b, byte(len(r.Throw.Draws))), r.Throw.E)
	for _, d := range r.Throw.Draws {
		if len(d.Label) > math.MaxUint16 || d.K < 0 || d.K > math.MaxUint16 || d.Sides < 1 || d.Sides > MaxSides || d.Face < 1 || d.Face > d.Sides {
			return nil, fmt.Errorf("throw %v of event %d: %w", d, r.Seq, ErrTooLong)
		}
		b = u32(u32(u16(text(b, d.Label), d.K), uint32(d.Sides)), uint32(d.Face))
	}
	b = r.Throw.Beacon.appendTo(appendLinks(append(b, r.Throw.Link[:]...), r.Throw.Players))
	return optional(b, (*Digest)(r.Throw.Next)), nil
}
