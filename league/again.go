package league

import (
	"slices"
	"strconv"
	"strings"
)

// A fixture may be played again: when somebody takes over a seat (R-CH-10), or when what
// ended it is undone. The new match has the key of the first with a number behind a dot:
// "c1/r2/b1.2" is the second match of "c1/r2/b1". The last one alone counts; a format knows
// of that one only, by the key of the first.

// again parts a key into that of the first match of its fixture and the number of this one.
func (k Key) again() (Key, int) {
	dot := strings.LastIndexByte(string(k), '.')
	if dot < 0 {
		return k, 1
	}
	n, err := strconv.Atoi(string(k[dot+1:]))
	if err != nil || n < 2 {
		return k, 1
	}
	return k[:dot], n
}

// Fixture returns the key of the first match of a fixture.
func (k Key) Fixture() Key {
	first, _ := k.again()
	return first
}

// Again returns the key of the next match of a fixture.
func (k Key) Again() Key {
	first, n := k.again()
	return first + Key("."+strconv.Itoa(n+1))
}

// Before returns the key of the match in whose place this one is played; false if this is the
// first of its fixture.
func (k Key) Before() (Key, bool) {
	switch first, n := k.again(); n {
	case 1:
		return "", false
	case 2:
		return first, true
	default:
		return first + Key("."+strconv.Itoa(n-1)), true
	}
}

// Latest returns of each fixture the match that counts, in the order of the first ones.
func Latest(matches []Match) []Match {
	if !slices.ContainsFunc(matches, isAgain) {
		return matches
	}
	latest := make([]Match, 0, len(matches))
	at := map[Key]int{}
	for _, m := range matches {
		first, n := Key(m.Fixture).again()
		i, there := at[first]
		if !there {
			at[first] = len(latest)
			latest = append(latest, m)
			continue
		}
		if _, before := Key(latest[i].Fixture).again(); n > before {
			latest[i] = m
		}
	}
	return latest
}

func isAgain(m Match) bool {
	_, n := Key(m.Fixture).again()
	return n > 1
}

// Replaced returns the matches in whose place others of their fixtures count.
func Replaced(matches []Match) []Match {
	counts := map[string]bool{}
	for _, m := range Latest(matches) {
		counts[m.ID] = true
	}
	var replaced []Match
	for _, m := range matches {
		if !counts[m.ID] {
			replaced = append(replaced, m)
		}
	}
	return replaced
}
