package tbd2

import (
	"encoding/binary"
	"strings"
)

// The leaves of the log, as their data. None names a player or a match: a GID alone does, and only to whoever has it.
// Moments are Unix milliseconds.

func leaf(kind string) []byte { return text(nil, "tbd2/leaf/"+kind) }

// KeyLeaf is that the key of an epoch was made.
func KeyLeaf(epoch uint32, f Digest, at int64) []byte {
	return u64(append(u32(leaf("key"), epoch), f[:]...), uint64(at))
}

// SignerLeaf is by which keys the log and the receipts are signed from now on, as verifier keys of notes.
func SignerLeaf(log, receipts string, at int64) []byte {
	return u64(text(text(leaf("signer"), log), receipts), uint64(at))
}

// ScopeLeaf is that a tournament was made, with its serial number and its commitment.
func ScopeLeaf(epoch, serial uint32, cs Digest, at int64) []byte {
	return u64(append(u32(u32(leaf("scope"), epoch), serial), cs[:]...), uint64(at))
}

// StartLeaf is that the entries of a tournament were closed, with all that they gave.
func StartLeaf(cs, kt Digest, at int64) []byte {
	return u64(append(append(leaf("start"), cs[:]...), kt[:]...), uint64(at))
}

// SealLeaf is that a run of a match was announced, which begins no earlier than begin; of an offer that is 0.
func SealLeaf(gid GID, run byte, seal Digest, head Link, prior *Digest, begin int64) []byte {
	b := append(append(append(append(leaf("seal"), gid[:]...), run), seal[:]...), head[:]...)
	return u64(optional(b, prior), uint64(begin))
}

// StateLeaf is how far a match has come: T(n) after its event n.
func StateLeaf(gid GID, n uint32, t Digest, over bool, at int64) []byte {
	b := append(u32(append(leaf("state"), gid[:]...), n), t[:]...)
	if over {
		return u64(append(b, 1), uint64(at))
	}
	return u64(append(b, 0), uint64(at))
}

// OpenLeaf is that the key of a commitment, F or CS, was opened.
func OpenLeaf(commitment Digest, key Key, at int64) []byte {
	return u64(append(append(leaf("open"), commitment[:]...), key[:]...), uint64(at))
}

// BreakLeaf is that the dice of so many running matches of a scope were made anew.
func BreakLeaf(cs Digest, matches uint32, reason string, at int64) []byte {
	return u64(text(u32(append(leaf("break"), cs[:]...), matches), reason), uint64(at))
}

// LostLeaf is that the key of an epoch was lost before it was opened.
func LostLeaf(f Digest, reason string, at int64) []byte {
	return u64(text(append(leaf("lost"), f[:]...), reason), uint64(at))
}

// DayLeaf is the last of a day, a number like 20260921.
func DayLeaf(day uint32, at int64) []byte { return u64(u32(leaf("day"), day), uint64(at)) }

// Said is what a leaf says, as far as its kind says it.
type Said struct {
	Kind          string // "key", "seal", ...
	Epoch, Serial uint32
	Digest        Digest // F of a key, also one that was lost; CS of a scope or a start, also one that broke; either of what was opened; T of a state; the seal
	Key           Key    // that was opened: MK of an F, SK of a CS
	Tour          Digest // KT of a start
	GID           GID
	Number        uint32 // the event of a state, the run of a seal, the games of a break, the day
	Over          bool
	Log, Receipts string // verifier keys
	Reason        string
	At            int64 // Unix milliseconds; of a seal, from when on the match may begin
}

// ReadLeaf undoes the leaves that a site appends; false for what is none.
func ReadLeaf(data []byte) (s Said, ok bool) {
	r := leafReader{string(data), true}
	kind, is := strings.CutPrefix(r.text(), "tbd2/leaf/")
	if s.Kind = kind; !is {
		return Said{}, false
	}
	switch kind {
	case "key":
		s.Epoch = r.u32()
		r.digest(s.Digest[:])
	case "signer":
		s.Log, s.Receipts = r.text(), r.text()
	case "scope":
		s.Epoch, s.Serial = r.u32(), r.u32()
		r.digest(s.Digest[:])
	case "start":
		r.digest(s.Digest[:])
		r.digest(s.Tour[:])
	case "seal":
		r.digest(s.GID[:])
		s.Number = uint32(r.take(1)[0])
		r.digest(s.Digest[:])
		r.take(len(Link{}))
		r.text()
	case "state":
		r.digest(s.GID[:])
		s.Number = r.u32()
		r.digest(s.Digest[:])
		s.Over = r.take(1)[0] == 1
	case "open":
		r.digest(s.Digest[:])
		r.digest(s.Key[:])
	case "break":
		r.digest(s.Digest[:])
		s.Number, s.Reason = r.u32(), r.text()
	case "lost":
		r.digest(s.Digest[:])
		s.Reason = r.text()
	case "day":
		s.Number = r.u32()
	default:
		return Said{}, false
	}
	s.At = int64(binary.BigEndian.Uint64([]byte(r.take(8))))
	if !r.ok || r.rest != "" {
		return Said{}, false
	}
	return s, true
}

// leafReader reads a leaf from its beginning. Behind its end it reads zeros, and is not ok any more.
type leafReader struct {
	rest string
	ok   bool
}

func (r *leafReader) take(n int) string {
	if n > len(r.rest) {
		r.rest, r.ok = "", false
		return string(make([]byte, n))
	}
	b := r.rest[:n]
	r.rest = r.rest[n:]
	return b
}

func (r *leafReader) u32() uint32        { return binary.BigEndian.Uint32([]byte(r.take(4))) }
func (r *leafReader) digest(into []byte) { copy(into, r.take(len(into))) }
func (r *leafReader) text() string {
	return r.take(int(binary.BigEndian.Uint16([]byte(r.take(2)))))
}
