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
	return Sized(max(1, full/20), full)
}

// Sized returns how often a long proof repeats of which a twentieth would still be long, or prove nothing: as often as
// is said for a check, and for the proof.
func Sized(check, proof int) int {
	if Proving() {
		return proof
	}
	return check
}

// InSample says whether a part of a long proof is run: all parts when the environment says
// KICKABOUT_PROVE=1, else about one in n, by the hash of its name, so that they are always the same.
func InSample(n uint32, name ...string) bool {
	return Proving() || hash(name)%n == 0
}

// Sample returns one in n of all, at least one, which the name of who asks chooses, so that others get
// others; all when the environment says KICKABOUT_PROVE=1.
func Sample[T any](n int, all []T, name ...string) (some []T) {
	if Proving() {
		return all
	}
	for i := int(hash(name) % uint32(min(n, max(1, len(all))))); i < len(all); i += n {
		some = append(some, all[i])
	}
	return some
}

func hash(name []string) uint32 { return crc32.ChecksumIEEE([]byte(strings.Join(name, "\n"))) }

// Proving says whether long proofs are run whole: the environment says KICKABOUT_PROVE=1.
func Proving() bool { return os.Getenv("KICKABOUT_PROVE") == "1" }
