package engine

import (
	"encoding/hex"
	"fmt"
	"strconv"
	"strings"
	"unicode"
)

// A Break is that the dice of a match are made anew: its later throws come from another run of them (SCHEME.md 8.1).
type Break struct {
	Run    byte   // 1, 2, …
	Reason string // one line, as the operator of the site gave it
	K0     [32]byte
}

// MaxBreakReason is how many bytes the reason of a break has at most.
const MaxBreakReason = 300

// Text returns the text of an ActBreak event.
func (b Break) Text() string {
	return fmt.Sprintf("%d %s %s", b.Run, b.Reason, hex.EncodeToString(b.K0[:]))
}

// ParseBreak reads the text of an ActBreak event. A reason has nothing in it that ends a line of a
// record, or begins a comment or a moment there.
func ParseBreak(text string) (b Break, err error) {
	refused := Unreadable("%.200q does not say which run of the dice begins, why, and what it hangs on.", text)
	run, rest, _ := strings.Cut(text, " ")
	at := strings.LastIndexByte(rest, ' ')
	n, err := strconv.ParseUint(run, 10, 8)
	if err != nil || n == 0 || at < 1 || at > MaxBreakReason {
		return b, refused
	}
	sum, err := hex.DecodeString(rest[at+1:])
	if err != nil || len(sum) != len(b.K0) {
		return b, refused
	}
	b.Run, b.Reason, b.K0 = byte(n), rest[:at], [32]byte(sum)
	if strings.ContainsAny(b.Reason, ";{}[]@") || strings.ContainsFunc(b.Reason, func(r rune) bool { return unicode.IsControl(r) || r == unicode.ReplacementChar }) ||
		strings.TrimSpace(b.Reason) != b.Reason || b.Text() != text {
		return b, refused
	}
	return b, nil
}

// Breaks returns those of a log, in their order.
func Breaks(log []Event) (all []Broken) {
	for _, e := range log {
		if e.Act != ActBreak {
			continue
		}
		if b, err := ParseBreak(e.Text); err == nil {
			all = append(all, Broken{e, b})
		}
	}
	return all
}

// Broken is an event by which the dice were made anew.
type Broken struct {
	Event
	Break
}
