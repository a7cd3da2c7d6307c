package beacon

import (
	"encoding/hex"
	"encoding/json"
	"errors"
	"os"
	"slices"
	"testing"

	"github.com/cloudflare/circl/ecc/bls12381"
)

// round is a real round of the network, from the vectors of the scheme.
func round(t *testing.T) (chain [32]byte, number uint64, signature []byte) {
	t.Helper()
	data, err := os.ReadFile("../tbd2/testdata/vectors.json")
	if err != nil {
		t.Fatal(err)
	}
	var file struct {
		Vectors []struct {
			Kind string
			In   json.RawMessage
		}
	}
	if err := json.Unmarshal(data, &file); err != nil {
		t.Fatal(err)
	}
	for _, v := range file.Vectors {
		if v.Kind != "beacon value" {
			continue
		}
		var in struct {
			Chain, Key, Signature string
			Round                 uint64
		}
		if err := json.Unmarshal(v.In, &in); err != nil {
			t.Fatal(err)
		}
		if in.Chain != Quicknet || in.Key != quicknetKey {
			t.Error("the vectors name another network, or another key of it")
		}
		c, _ := hex.DecodeString(in.Chain)
		signature, _ = hex.DecodeString(in.Signature)
		return [32]byte(c), in.Round, signature
	}
	t.Fatal("there is no vector of a round")
	return
}

// TestARealRoundHoldsAndNoOtherDoes checks a round that the network signed, and then what differs from it.
func TestARealRoundHoldsAndNoOtherDoes(t *testing.T) {
	t.Parallel()
	chain, number, signature := round(t)
	if err := Verify(chain, number, signature); err != nil {
		t.Fatal(err)
	}
	changed := slices.Clone(signature)
	point := new(bls12381.G1)
	if err := point.SetBytes(signature); err != nil {
		t.Fatal(err)
	}
	changed[len(changed)-1] ^= 1
	for name, c := range map[string]struct {
		chain     [32]byte
		round     uint64
		signature []byte
		want      error
	}{
		"the round before":            {chain, number - 1, signature, ErrSignature},
		"round 0":                     {chain, 0, signature, ErrSignature},
		"a signature that is changed": {chain, number, changed, ErrSignature},
		"one that is cut":             {chain, number, signature[:47], ErrSignature},
		"none":                        {chain, number, nil, ErrSignature},
		"the same in its other form":  {chain, number, point.Bytes(), ErrSignature}, // it would give other dice
		"zeros":                       {chain, number, make([]byte, 48), ErrSignature},
		"another network":             {[32]byte{1}, number, signature, ErrChain},
	} {
		if err := Verify(c.chain, c.round, c.signature); !errors.Is(err, c.want) {
			t.Errorf("%s: %v, want %v", name, err, c.want)
		}
	}
}

// TestNoSignatureAtInfinityHolds tries the point that every key would have signed.
func TestNoSignatureAtInfinityHolds(t *testing.T) {
	t.Parallel()
	chain, number, _ := round(t)
	infinity := make([]byte, 48)
	infinity[0] = 0xC0
	if err := Verify(chain, number, infinity); !errors.Is(err, ErrSignature) {
		t.Errorf("it holds: %v", err)
	}
}

func BenchmarkVerify(b *testing.B) {
	chain, _ := hex.DecodeString(Quicknet)
	signature, _ := hex.DecodeString("b44679b9a59af2ec876b1a6b1ad52ea9b1615fc3982b19576350f93447cb1125e342b73a8dd2bacbe47e4b6b63ed5e39")
	for b.Loop() {
		if Verify([32]byte(chain), 1000, signature) != nil {
			b.Fatal("it does not hold")
		}
	}
}
