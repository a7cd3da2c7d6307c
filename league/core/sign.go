package core

import (
	"crypto/hmac"
	"crypto/rand"
	"encoding/hex"
	"strings"
	"time"
)

// NewToken returns a session token for a browser that has none. It is signed,
// so that a visit costs no row in the database until the visitor does something,
// and so that nobody can make the site adopt a token it did not give out.
func (c *Core) NewToken() string {
	secret := rand.Text() + rand.Text() // 260 bits
	return secret + "." + c.Sign("session", secret)
}

// Sign returns a signature over text that only this site can make; 128 bits in hex.
func (c *Core) Sign(purpose, text string) string {
	return sign(c.Site, purpose, text)
}

func sign(by Mixer, purpose, text string) string {
	mac := by.Mix(purpose, text)
	return hex.EncodeToString(mac[:16])
}

// Signed reports whether Sign made signature.
func (c *Core) Signed(purpose, text, signature string) bool {
	for _, by := range c.Mixers(FormerSpan) {
		if hmac.Equal([]byte(signature), []byte(sign(by, purpose, text))) {
			return true
		}
	}
	return false
}

// For so long counts what was signed before the site had a key for it: cookies of visitors and links to invitations, and
// reservations in forms that are open in a browser.
const (
	FormerSpan      = 30 * 24 * time.Hour
	ReservationSpan = 24 * time.Hour
)

// Mixers returns whose signatures count at the moment, the present one first; the former one does for a span after
// the site has had a key of its own.
func (c *Core) Mixers(span time.Duration) []Mixer {
	if c.Former != nil && c.now().Before(c.Since.Add(span)) {
		return []Mixer{c.Site, c.Former}
	}
	return []Mixer{c.Site}
}

// NewID returns a new random id of 12 letters and digits, 60 bits, or what IDs says.
func (c *Core) NewID() string {
	if c.IDs != nil {
		return c.IDs()
	}
	return strings.ToLower(rand.Text()[:12])
}
