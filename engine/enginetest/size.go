// Package enginetest holds what tests of games share: scripted dice, the
// conformance suite every game must pass, and perft.
package enginetest

import (
	"hash/crc32"
	"os"
	"strings"
)

// Size returns how often a long proof repeats: full times when the environment
// says KICKABOUT_PROVE=1, else a twentieth, but at least once.
func Size(full int) int {
	if proving() {
		return full
	}
	return max(1, full/20)
}

// InSample says whether a part of a long proof is run: all parts when the environment says
// KICKABOUT_PROVE=1, else about one in n, by the hash of its name, so that they are always the same.
func InSample(n uint32, name ...string) bool {
	return proving() || hash(name)%n == 0
}

// Sample returns one in n of all, at least one, which the name of who asks chooses, so that others get
// others; all when the environment says KICKABOUT_PROVE=1.
func Sample[T any](n int, all []T, name ...string) (some []T) {
	if proving() {
		return all
	}
	for i := int(hash(name) % uint32(min(n, max(1, len(all))))); i < len(all); i += n {
		some = append(some, all[i])
	}
	return some
}

func hash(name []string) uint32 { return crc32.ChecksumIEEE([]byte(strings.Join(name, "\n"))) }

func proving() bool { return os.Getenv("KICKABOUT_PROVE") == "1" }
