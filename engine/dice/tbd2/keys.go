package tbd2

import (
	"crypto/sha256"
	"encoding/hex"
	"strconv"
)

// Fingerprint returns F, the commitment to the master key of an epoch, which are counted from 1.
func Fingerprint(epoch uint32, mk Key) Digest {
	b := u32(text(nil, "tbd2/mk"), epoch)
	return sha256.Sum256(append(b, mk[:]...))
}

// NoTournament is the scope of all matches outside tournaments. A tournament's is its serial number in decimal.
const NoTournament = "0"

// ScopeKey returns SK, the key that all dice of a scope come from.
func ScopeKey(epoch uint32, mk Key, scope string) Key {
	return derive(mk[:], nil, text(u32(text(nil, "tbd2/scope"), epoch), scope))
}

// Commitment returns CS, which is shown before anybody contributes and opened by SK when all is over.
func Commitment(epoch uint32, scope string, sk Key) Digest {
	b := text(u32(text(nil, "tbd2/sk"), epoch), scope)
	return sha256.Sum256(append(b, sk[:]...))
}

// Again returns the key of a fixture that is played for the nth time after its first; n = 0 is the first itself.
func Again(key string, n int) string {
	if n == 0 {
		return key
	}
	return key + "~" + strconv.Itoa(n)
}

// AfterBreaks returns the key of a fixture that begins after the dice of its site were made anew so many times, played for the
// nth time after its first: it must not throw once more what a restored site has forgotten.
func AfterBreaks(key string, again, breaks int) string {
	if breaks == 0 {
		return Again(key, again)
	}
	return key + "~" + strconv.Itoa(again) + "~" + strconv.Itoa(breaks)
}

// KeyOf returns the key of a fixture, of those that it has after so many breaks: the GID of its match says how many there had been
// when it began. Of another GID it is the first.
func KeyOf(scope string, gid GID, key func(breaks int) string) string {
	for breaks := range mostBreaks + 1 {
		if k := key(breaks); MatchGID(scope, k) == gid {
			return k
		}
	}
	return key(0)
}

// mostBreaks is how often dice can be made anew: runs are counted in a byte.
const mostBreaks = 255

// LotKey is the key of a tournament's lot, beside those of its fixtures.
const LotKey = "seeding"

// MatchGID returns the GID of a fixture of a tournament, or of its lot, so that nobody can choose it. Of a duplicate
// pair the key is the lesser one of the two.
func MatchGID(scope, key string) GID {
	sum := sha256.Sum256(text(text(text(nil, "tbd2/gid"), scope), key))
	return GID(sum[:len(GID{})])
}

// Anchored returns by which GID receipts and states name a match. The two of a duplicate pair share the dice of one GID,
// and each has a log of its own: the second, whose key is not the one that the GID is made of, has a GID of its own for that. Outside of tournaments the second is
// the one whose id is the greater.
func Anchored(gid GID, twin bool) GID {
	if !twin {
		return gid
	}
	sum := sha256.Sum256(append(text(nil, "tbd2/twin"), gid[:]...))
	return GID(sum[:len(GID{})])
}

// MatchKey returns k, the key of a run of a match. Runs grow from 0 when dice have to be made anew.
func MatchKey(sk Key, gid GID, run byte) Key {
	return derive(sk[:], gid[:], append(text(nil, "tbd2/match"), run))
}

// Seal returns the commitment to k, shown before anybody contributes: it binds all generations from the start.
func Seal(gid GID, run byte, k Key) Digest {
	b := append(append(text(nil, "tbd2/seal"), gid[:]...), run)
	return sha256.Sum256(append(b, k[:]...))
}

// CID names a chain of a player's device.
type CID [16]byte

// ChainID returns the name of chain n of a device with the key dk.
func ChainID(dk Key, n uint32) CID {
	b := append(text(nil, "tbd2/cid"), dk[:]...)
	sum := sha256.Sum256(u32(b, n))
	return CID(sum[:len(CID{})])
}

// Word returns the contribution, in hex, that an account's standing word gives when it has been used so many times.
func Word(word, account string, used uint32) string {
	sum := mac([]byte(word), u32(text(text(nil, "tbd2/word"), account), used))
	return hex.EncodeToString(sum[:16])
}
