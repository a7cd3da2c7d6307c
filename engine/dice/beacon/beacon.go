// Package beacon checks that a public value is one of drand's network "quicknet" (SCHEME.md 2): its signature is
// valid under the network's key, which is pinned here. Nothing is fetched.
//
// The signature of a round is one of BLS on the curve BLS12-381, in G1 and with the key in G2, over SHA-256 of the
// round's number in eight bytes (drand's scheme bls-unchained-g1-rfc9380, https://docs.drand.love).
package beacon

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"sync"

	"github.com/cloudflare/circl/sign/bls"
)

// Quicknet is the hash of the network's chain, in hex, by which files name it.
const Quicknet = "52db9ba70e0cc0f6eaf7803dd07447a1f5477735fd3f661792ba94600c84e971"

// SignatureSize is how long a signature is, in bytes: a point in its short form.
const SignatureSize = 48

// quicknetKey is the network's key, in hex.
const quicknetKey = "83cf0f2896adee7eb8b5f01fcad3912212c437e0073e911fb90022d3e760183c8c4b450b6a0a6c3ac6a5776a2d1064510d1fec758c921cc22b0e17e63aaf4bcb5ed66304de9cf809bd274ca73bab4af5a6e9c76a4bc09e76eae8991ef5ece45a"

// The errors of Verify.
var (
	ErrChain     = errors.New("the public value is of a network that is not known here")
	ErrSignature = errors.New("the network did not sign this round so")
)

var pinned = sync.OnceValue(func() *bls.PublicKey[bls.KeyG2SigG1] {
	key := new(bls.PublicKey[bls.KeyG2SigG1])
	data, err := hex.DecodeString(quicknetKey)
	if err == nil {
		err = key.UnmarshalBinary(data)
	}
	if err != nil || !key.Validate() {
		panic("the key of quicknet is none") // it is a constant
	}
	return key
})

// Network returns the hash of the network's chain.
func Network() (chain [32]byte) {
	if n, err := hex.Decode(chain[:], []byte(Quicknet)); err != nil || n != len(chain) {
		panic("the chain of quicknet is none") // it is a constant
	}
	return chain
}

// Verify checks that the network of a chain signed a round so, in the short form in which the network publishes it. The same
// point has a long form, too, which would be another value: whoever hands it on could choose between the two.
func Verify(chain [32]byte, round uint64, signature []byte) error {
	if hex.EncodeToString(chain[:]) != Quicknet {
		return ErrChain
	}
	message := sha256.Sum256(binary.BigEndian.AppendUint64(nil, round))
	if round == 0 || len(signature) != SignatureSize || !bls.Verify(pinned(), message[:], signature) {
		return ErrSignature
	}
	return nil
}
