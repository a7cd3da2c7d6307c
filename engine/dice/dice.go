// Package dice makes throws that nobody can bend and anybody can check: the
// scheme "tbd1", level A.
package dice

// MaxContribution is the greatest length of a player's contribution, in bytes.
const MaxContribution = 64

// GID names a match to its dice. It is not the match's own id.
type GID [16]byte

// Link is one value of a hash chain; link 0 is the chain's head.
type Link [32]byte
