package league

import (
	"strconv"
	"strings"

	"kickabout/engine/dice"
)

// Where two players meet twice at once, once with each kick-off, the two fixtures differ in one part of
// their keys, which counts the games of the pair: "l1" and "l2" at a board of a team match, "b1" and
// "b2" of a tie, "c1" and "c2" elsewhere. In a tournament with duplicate dice they are a duplicate pair.

// Twin returns the key of the other fixture of a pair; false of a fixture that is none of two, as a
// third game of a pair, or one that decides a tie. Played again, it is that of the other one played
// again as often.
func (k Key) Twin() (Key, bool) {
	parts := strings.Split(string(k), "/")
	at := k.counts(parts)
	if at < 0 {
		return "", false
	}
	first, n := Key(parts[at]).again()
	switch first[1:] {
	case "1":
		first = first[:1] + "2"
	case "2":
		first = first[:1] + "1"
	default:
		return "", false
	}
	if parts[at] = string(first); n > 1 {
		parts[at] += "." + strconv.Itoa(n)
	}
	return Key(strings.Join(parts, "/")), true
}

// counts returns which part of a key counts the games of its pair; -1: none does.
func (k Key) counts(parts []string) int {
	last := len(parts) - 1
	for i, p := range parts {
		switch {
		case strings.HasPrefix(p, "t"):
			return last
		case strings.HasPrefix(p, "l"):
			return i
		}
	}
	for i, p := range parts {
		if strings.HasPrefix(p, "c") {
			return i
		}
	}
	return -1
}

// PairGID returns the GID of a fixture whose match is one of a duplicate pair: that of the first of the
// two has both (SCHEME.md 12).
func PairGID(tournament string, k Key) dice.GID {
	if twin, ok := k.Twin(); ok && twin < k {
		k = twin
	}
	return dice.FixtureGID(tournament, k.Round(), k.Board())
}

// MayPair says that two matches under a time control can be a duplicate pair: each waits for the other, which under the
// longer ones could take a year (R-FD-7).
func MayPair(control string) bool { return control == "fast" || control == "live" }

// MustPair refuses the time control of a duplicate pair that is none for it, as an error of the field "control".
func MustPair(control string) error {
	if MayPair(control) {
		return nil
	}
	return FieldErrorf("control", "With the same dice each game waits for the other. Choose the fast or the live clock.")
}

// MayDuplicate says that in a tournament of a format every two players who meet do so twice at once,
// with a kick-off each, so that they can have the same dice in both games.
func (i FormatInfo) MayDuplicate(cycles int) bool {
	return i.Twice > 0 && (i.Twice == 1 || cycles == i.Twice)
}
