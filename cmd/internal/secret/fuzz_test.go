package secret

import "testing"

// What is read as a key, or as the hash of a password, is written in the same way.
func FuzzKey(f *testing.F) {
	f.Add(formatKey([keySize]byte{1, 2, 3}))
	f.Add("")
	f.Add("00\n")
	f.Fuzz(func(t *testing.T, text string) {
		if key, ok := parseKey(text); ok && formatKey(key) != text {
			t.Errorf("%q is written as %q", text, formatKey(key))
		}
	})
}

func FuzzPHC(f *testing.F) {
	f.Add(phc(Standard(), "", make([]byte, saltSize), make([]byte, hashSize)))
	f.Add(phc(Standard(), newPepper([keySize]byte{1}).id, make([]byte, saltSize), make([]byte, hashSize)))
	f.Add("$argon2id$v=19$m=64,t=1,p=1$$")
	f.Fuzz(func(t *testing.T, text string) {
		if e, id, salt, hash, ok := parsePHC(text); ok && (phc(e, id, salt, hash) != text || len(salt) != saltSize || len(hash) != hashSize) {
			t.Errorf("%q is written as %q", text, phc(e, id, salt, hash))
		}
	})
}
