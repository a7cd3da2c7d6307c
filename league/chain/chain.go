// Package chain ties the lines of a log together by hashes, so that a line that was changed, taken
// out or put in later is found. Whoever could change one line could compute all later values anew:
// that is found by an older value of the chain that was kept elsewhere, as in a backup.
//
//	value(0) = SHA-256( lp("kickabout chain") lp(log) lp(of) )
//	value(n) = SHA-256( value(n-1) { lp(field) } )
//	seal     = SHA-256( lp("kickabout seal") salt lp(text) )
//
// lp(x) is the length of x in four bytes, big-endian, then x.
package chain

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"fmt"
)

// Value binds a line and all lines before it.
type Value [sha256.Size]byte

// SaltLength is the length of a salt in bytes.
const SaltLength = 16

// Start returns the value before the first line: log says which log it is, as "tournament", and of
// whose, as an id; "" if there is only one.
func Start(log, of string) Value { return sha256.Sum256(joined(nil, "kickabout chain", log, of)) }

// Next returns the value of the line that follows on a value. Its fields have an order and a number
// that all lines of the log share; its own number is one of them.
func (v Value) Next(fields ...string) Value { return sha256.Sum256(joined(v[:], fields...)) }

// Seal returns what stands in a chain for a text that may have to be erased. Once its salt is erased
// with it, nobody can try out what the text was.
func Seal(salt []byte, text string) Value {
	b := append(joined(nil, "kickabout seal"), salt...)
	return sha256.Sum256(joined(b, text))
}

// joined appends texts, each with its length, so that no two lists of them have the same bytes.
func joined(b []byte, texts ...string) []byte {
	for _, t := range texts {
		b = binary.BigEndian.AppendUint32(b, uint32(len(t)))
		b = append(b, t...)
	}
	return b
}

// ValueOf returns a value as it is stored; false if it is none.
func ValueOf(stored []byte) (Value, bool) {
	if len(stored) != sha256.Size {
		return Value{}, false
	}
	return Value(stored), true
}

// A Line is what a check knows of a line: the value stored with it, nil if it has none yet, and its fields.
type Line struct {
	N      int // 1, 2, …
	Stored []byte
	Fields []string
}

// Damage says which line of a log does not follow from those before it.
type Damage struct {
	N   int
	Why string
}

func (d *Damage) Error() string { return fmt.Sprintf("line %d %s", d.N, d.Why) }

// Values returns the value of each line of a log that follows on a value.
func Values(from Value, lines []Line) []Value {
	values := make([]Value, len(lines))
	for i, l := range lines {
		from = from.Next(l.Fields...)
		values[i] = from
	}
	return values
}

// Check follows a log from the value before its first line and returns the value of its last one. A
// line without a value is no damage. An error is a *Damage.
func Check(from Value, lines []Line) (Value, error) {
	for i, l := range lines {
		if l.N != i+1 {
			return from, &Damage{i + 1, fmt.Sprintf("is missing: line %d stands there", l.N)}
		}
		from = from.Next(l.Fields...)
		if l.Stored != nil && !bytes.Equal(l.Stored, from[:]) {
			return from, &Damage{l.N, "is not what was written, or one before it"}
		}
	}
	return from, nil
}
