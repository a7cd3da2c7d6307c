package secret

import (
	"crypto/hkdf"
	"crypto/hmac"
	"crypto/sha256"
	"fmt"
	"io"
	"log/slog"
)

// Site derives from the site's own key what must be unguessable but repeatable and is no die:
// signatures, reservations, the randomness of bots.
type Site struct{ key [keySize]byte }

// OpenSite reads the key of the site in a folder.
func OpenSite(folder string) (*Site, error) {
	key, err := readKey(File(folder, SiteKey), SiteKey)
	if err != nil {
		return nil, err
	}
	return &Site{key}, nil
}

// Mix derives 32 secret bytes from a text. Each purpose has a key of its own.
func (s *Site) Mix(purpose, text string) [32]byte {
	key, err := hkdf.Key(sha256.New, s.key[:], nil, "kickabout/"+purpose, sha256.Size)
	if err != nil {
		panic(err) // only a length that HKDF cannot give fails
	}
	h := hmac.New(sha256.New, key)
	h.Write([]byte(text))
	return [32]byte(h.Sum(nil))
}

// Format hides the key from every verb of fmt.
func (Site) Format(f fmt.State, _ rune) { io.WriteString(f, "(secret)") }

// LogValue hides the key from logs.
func (Site) LogValue() slog.Value { return slog.StringValue("(secret)") }
