package core

import (
	"crypto/hmac"
	"crypto/rand"
	"encoding/hex"
	"strings"
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
	mac := c.Dealer.Mix(purpose, text)
	return hex.EncodeToString(mac[:16])
}

// Signed reports whether sign made signature.
func (c *Core) Signed(purpose, text, signature string) bool {
	return hmac.Equal([]byte(signature), []byte(c.Sign(purpose, text)))
}

// NewID returns a new random id of 12 letters and digits, 60 bits, or what IDs says.
func (c *Core) NewID() string {
	if c.IDs != nil {
		return c.IDs()
	}
	return strings.ToLower(rand.Text()[:12])
}
