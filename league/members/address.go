package members

import (
	"context"
	"crypto/rand"
	"crypto/sha256"
	"net/mail"
	"strings"
	"time"

	"kickabout/league"
	"kickabout/league/contact"
	"kickabout/league/core"
)

const (
	// AddressSpan is how long the link that verifies an address lasts.
	AddressSpan = 24 * time.Hour

	addressPause = 2 * time.Minute // between two links to one account
	addressMost  = 3               // accounts at one address
	longAddress  = 254             // RFC 5321
	refusedSpan  = 7 * 24 * time.Hour
)

// Addresses are where members get mail.
type Addresses struct {
	core  *core.Core
	store AddressesStore
}

// AddressesStore is what Addresses needs of the store.
type AddressesStore interface {
	// Address returns where a player gets mail; the zero address of who has settled none.
	Address(ctx context.Context, player string) (contact.Address, error)
	// AddressesOf lists who gets mail at an address, as CleanAddress writes it.
	AddressesOf(ctx context.Context, address string) ([]contact.Address, error)
	// DropAddress forgets where a player gets mail, and what they wanted.
	DropAddress(ctx context.Context, player string) error
	// PutAddress makes an address the one where a member gets mail, whoever has shown that it is theirs. If most others
	// have it already, the error is of kind league.Forbidden.
	PutAddress(ctx context.Context, player, address string, at time.Time, most int) error
	// RefuseAddress notes that the server of a player's address has refused a letter. Nothing more is sent there if
	// stop, or if it is the third time within a span.
	RefuseAddress(ctx context.Context, player, address, problem string, at time.Time, within time.Duration, stop bool) error
	// TakeAddress makes the address that waits for the token of a hash the one where its player gets mail: once. It
	// returns what there was before. If most others have it already, the error is of kind league.Forbidden; if it
	// does not wait any more, league.NotFound.
	TakeAddress(ctx context.Context, hash [32]byte, at time.Time, most int) (was contact.Address, err error)
	// UnwantAddress forgets the address that waits for the token of a hash; it is no error if there is none.
	UnwantAddress(ctx context.Context, hash [32]byte) error
	// WantAddress keeps an address that a member wants, until whoever has the token of a hash shows that it is theirs.
	WantAddress(ctx context.Context, player, address string, hash [32]byte, at time.Time) error
	// WantedAddress returns the address that waits for the token of a hash; league.NotFound if there is none.
	WantedAddress(ctx context.Context, hash [32]byte) (contact.Address, error)
}

// CleanAddress is how a mail address is kept: without a name, without blanks, in small letters. What is none is an error
// of the field "address".
func CleanAddress(typed string) (string, error) {
	typed = strings.TrimSpace(typed)
	a, err := mail.ParseAddress(typed)
	if err != nil || a.Name != "" || len(typed) > longAddress || strings.ContainsAny(typed, "<>\r\n\t \"") || !strings.Contains(typed[strings.LastIndex(typed, "@")+1:], ".") {
		return "", league.FieldErrorf("address", "This is no mail address. It looks like name@example.org.")
	}
	return strings.ToLower(a.Address), nil
}

// Address returns where a player gets mail.
func (s *Addresses) Address(ctx context.Context, player string) (contact.Address, error) {
	return s.store.Address(ctx, player)
}

// AddressesOf lists who gets mail at an address, however it is typed; nobody at what is none.
func (s *Addresses) AddressesOf(ctx context.Context, typed string) ([]contact.Address, error) {
	address, err := CleanAddress(typed)
	if err != nil {
		return nil, nil
	}
	return s.store.AddressesOf(ctx, address)
}

// Want sends a link to an address that a member wants, at which whoever opens it shows that the address is theirs. Link
// makes the whole of it from a token. Of an address that most others have already nobody is told here, so that nobody
// learns who gets mail where; what else is wrong with it is an error of the field "address".
func (s *Addresses) Want(ctx context.Context, player league.Player, typed string, link func(token string) string) error {
	if err := core.MustBeMember(player, "this is about an account."); err != nil {
		return err
	}
	if s.core.Mailer == nil {
		return league.Errorf(league.Forbidden, "This site sends no mail.")
	}
	address, err := CleanAddress(typed)
	if err != nil {
		return err
	}
	was, err := s.store.Address(ctx, player.ID)
	if err != nil {
		return err
	}
	now := s.core.Now()
	if was.Wanted != "" && now.Sub(was.Asked) < addressPause {
		return league.FieldErrorf("address", "A link was sent a moment ago. Look into your mail, or try again in 2 minutes.")
	}
	token := rand.Text() + rand.Text() // 260 bits
	if err := s.store.WantAddress(ctx, player.ID, address, sha256.Sum256([]byte(token)), now); err != nil {
		return err
	}
	err = s.core.Mailer.Send(ctx, core.Mail{
		To: address, Key: "address:" + player.ID + ":" + now.Format(time.RFC3339Nano), Subject: "Is this your address?",
		Text: "Hello " + player.Name + ",\n\nopen this page and confirm that you want mail at this address:\n\n" + link(token) +
			"\n\nThe link works once, for 24 hours. If you did not ask for it, do nothing: no mail will come.\n",
	})
	if err != nil {
		s.core.Log.WarnContext(ctx, "sending the link to an address", "err", err)
		if err := s.store.UnwantAddress(ctx, sha256.Sum256([]byte(token))); err != nil {
			return err
		}
		return league.FieldErrorf("address", "The mail server did not take the letter. Look at the address, or try again later.")
	}
	return nil
}

// Wanted returns the address that waits for the token of a link.
func (s *Addresses) Wanted(ctx context.Context, token string) (contact.Address, error) {
	a, err := s.store.WantedAddress(ctx, sha256.Sum256([]byte(token)))
	if err == nil && s.core.Now().Sub(a.Asked) > AddressSpan {
		return contact.Address{}, league.Errorf(league.NotFound, "This link has run out. Ask for another one.")
	}
	return a, err
}

// Take makes the address of a link the one where its player gets mail. It returns what there was before.
func (s *Addresses) Take(ctx context.Context, token string) (was contact.Address, err error) {
	if _, err := s.Wanted(ctx, token); err != nil {
		return contact.Address{}, err
	}
	return s.store.TakeAddress(ctx, sha256.Sum256([]byte(token)), s.core.Now(), addressMost)
}

// PutAddress makes an address the one where a member gets mail: for whoever runs the site, who has made sure that it is
// theirs. What is wrong with it is an error of the field "address".
func (s *Addresses) PutAddress(ctx context.Context, player league.Player, typed string) error {
	address, err := CleanAddress(typed)
	if err != nil {
		return err
	}
	return s.store.PutAddress(ctx, player.ID, address, s.core.Now(), addressMost)
}

// DropAddress forgets where a member gets mail.
func (s *Addresses) DropAddress(ctx context.Context, player league.Player) error {
	return s.store.DropAddress(ctx, player.ID)
}

// Refused notes that a letter to a player's address was refused: where there is nobody (RFC 3463: 5.1.x, 5.2.1) nothing
// is sent any more, elsewhere after three times in 7 days.
func (s *Addresses) Refused(ctx context.Context, player, address string, r *core.Refusal) error {
	stop := strings.HasPrefix(r.Sub, "5.1.") || r.Sub == "5.2.1"
	return s.store.RefuseAddress(ctx, player, address, r.Error(), s.core.Now(), refusedSpan, stop)
}
