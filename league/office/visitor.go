package office

import (
	"context"
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"strings"

	"kickabout/league"
)

// NewToken returns a session token for a browser that has none. It is signed,
// so that a visit costs no row in the database until the visitor does something,
// and so that nobody can make the site adopt a token it did not give out.
func (o *Office) NewToken() string {
	secret := rand.Text() + rand.Text() // 260 bits
	return secret + "." + o.sign("session", secret)
}

// sign returns a signature over text that only this site can make; 128 bits in hex.
func (o *Office) sign(purpose, text string) string {
	mac := o.dealer.Mix(purpose, text)
	return hex.EncodeToString(mac[:16])
}

// signed reports whether sign made signature.
func (o *Office) signed(purpose, text, signature string) bool {
	return hmac.Equal([]byte(signature), []byte(o.sign(purpose, text)))
}

// Visitor returns the player whose session token it is; the zero player if the
// token is nobody's yet.
func (o *Office) Visitor(ctx context.Context, token string) (league.Player, error) {
	v, err := o.Visit(ctx, token)
	return v.Player, err
}

// Admit returns the player whose session token it is, a new guest if it is
// nobody's yet. A token that NewToken did not make is forbidden.
func (o *Office) Admit(ctx context.Context, token string) (league.Player, error) {
	player, err := o.Visitor(ctx, token)
	if err != nil || player.ID != "" {
		return player, err
	}
	secret, signature, _ := strings.Cut(token, ".")
	if !o.signed("session", secret, signature) {
		return league.Player{}, league.Errorf(league.Forbidden, "Your browser sent a cookie that is not from this site. Reload the page and try again.")
	}
	now := o.Now()
	id := o.newID()
	guest := league.Player{ID: id, Name: "Guest " + strings.ToUpper(id[:4]), Kind: league.Guest, Created: now}
	session := league.Session{Hash: sha256.Sum256([]byte(token)), Player: id, Created: now, Seen: now}
	player, err = o.store.Admit(ctx, session, guest)
	if err != nil {
		return league.Player{}, fmt.Errorf("admitting a guest: %w", err)
	}
	return player, nil
}

// newID returns a new random id of 12 letters and digits, 60 bits, or what IDs says.
func (o *Office) newID() string {
	if o.IDs != nil {
		return o.IDs()
	}
	return strings.ToLower(rand.Text()[:12])
}
