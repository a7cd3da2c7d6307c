// Package tbd2 has the bytes of the scheme "tbd2" (SCHEME.md 2): keys that open from the bottom, chains
// of 128 links, contexts that bind what was given, events, draws, transcripts, receipts and the leaves of
// the log. It is pure: keys, times and random values are handed in.
//
// The scheme specifies more than is offered: links of the players' devices (level B) and public values in
// every throw (level C) have their places in the bytes, so that these need not change again.
//
// Integers are big-endian and texts carry their length, so that no two inputs have the same bytes. The
// functions want texts of at most 65,535 bytes; MaxContribution and the limits of records see to that
// before they are called.
package tbd2

import (
	"crypto/hkdf"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/binary"

	"kickabout/engine/dice"
)

// What the schemes share. A Key is secret and hides itself from fmt, whichever of the three kinds it is.
type (
	GID    = dice.GID
	Link   = dice.Link
	Digest = dice.Digest
	Key    = dice.Key
)

const (
	// Length is how many dice events a generation of a match's chain serves.
	Length = 128
	// ShowNext is the index of the link with which the head of the next generation is shown: eight events
	// before that one's first.
	ShowNext = 120
	// PlayerLength is how many links a chain of a player's device has.
	PlayerLength = 1024
	// MaxSides is the greatest number of faces of a throw.
	MaxSides = 65536
	// MaxContribution is the greatest length of a contribution, in bytes.
	MaxContribution = dice.MaxContribution
)

// The seats that stand in the links of chains: of the server, and of all devices of players.
const (
	Server = dice.Server
	Player = 0xFE
)

// text appends lp(s): the length in two bytes, then the text.
func text(b []byte, s string) []byte {
	b = binary.BigEndian.AppendUint16(b, uint16(len(s)))
	return append(b, s...)
}

// u16, u32 and u64 append a number.
func u16(b []byte, n int) []byte    { return binary.BigEndian.AppendUint16(b, uint16(n)) }
func u32(b []byte, n uint32) []byte { return binary.BigEndian.AppendUint32(b, n) }
func u64(b []byte, n uint64) []byte { return binary.BigEndian.AppendUint64(b, n) }

// mac is HMAC-SHA256.
func mac(key, message []byte) Digest {
	h := hmac.New(sha256.New, key)
	h.Write(message)
	return Digest(h.Sum(nil))
}

// derive is HKDF-SHA256 with 32 bytes coming out.
func derive(secret, salt, info []byte) (out [32]byte) {
	b, err := hkdf.Key(sha256.New, secret, salt, string(info), len(out))
	if err != nil {
		panic(err) // only a length that HKDF cannot give fails
	}
	return [32]byte(b)
}
