package channels

import (
	"context"
	"encoding/base64"
	"net/netip"
	"net/url"
	"strings"
	"time"

	"kickabout/league"
	"kickabout/league/contact"
	"kickabout/league/core"
	"kickabout/league/oneline"
)

const (
	mostHooks   = 5   // of a member, of a tournament, of the site
	longAddress = 512 // bytes
	sealedHook  = "webhook"
)

// HookSender sends a word to an address as its format wants, signed by a key if that signs at all.
type HookSender interface {
	Send(ctx context.Context, url string, format contact.HookFormat, key []byte, w contact.Word) contact.Outcome
}

// HookNews tells what has happened in a tournament or on the site.
type HookNews interface {
	// Reached is how far it has come by now.
	Reached(ctx context.Context, h contact.Hook) (int64, error)
	// After lists what has happened after that, in its order. It is of kind league.NotFound if the tournament is gone, or
	// the owner of the webhook does not direct it any more.
	After(ctx context.Context, h contact.Hook) ([]HookItem, error)
}

// A HookItem is one of the news, and how far it has come with it.
type HookItem struct {
	At   int64
	Word contact.Word
}

// Hooks are webhooks: addresses that are told what happens to a member, in a tournament, or on the site. Who may see to
// those of a tournament and of the site is decided by whoever calls.
type Hooks struct {
	Sender HookSender // nil: none are sent from here
	News   HookNews   // of tournaments and of the site; nil: there are none

	core  *core.Core
	store HooksStore
}

// HookForm is a webhook as it is typed.
type HookForm struct {
	URL, Label string
	Format     contact.HookFormat
}

// Add adds a webhook. What is wrong with the form are field errors.
func (s *Hooks) Add(ctx context.Context, by league.Player, scope contact.HookScope, subject string, form HookForm) (contact.Hook, error) {
	if err := core.MustBeMember(by, "a webhook belongs to an account."); err != nil {
		return contact.Hook{}, err
	}
	label, err := oneline.Clean("label", form.Label, longLabel)
	if err != nil {
		return contact.Hook{}, err
	}
	address, err := hookAddress(form)
	if err != nil {
		return contact.Hook{}, err
	}
	h := contact.Hook{ID: s.core.NewID(), Owner: by.ID, Scope: scope, Subject: subject, Format: form.Format, Label: label, Created: s.core.Now()}
	if scope != contact.HookPlayer && s.News != nil { // nothing is told that has happened before
		if h.Told, err = s.News.Reached(ctx, h); err != nil {
			return contact.Hook{}, err
		}
	}
	h.Sealed, h.Shown = s.core.Seal(sealedHook, h.ID, address.String()), masked(address)
	return h, s.store.AddHook(ctx, h, mostHooks)
}

// hookAddress reads the address of a webhook.
func hookAddress(form HookForm) (*url.URL, error) {
	typed := strings.TrimSpace(form.URL)
	if typed == "" {
		return nil, league.FieldErrorf("url", "Enter the address of the webhook.")
	}
	at, err := url.Parse(typed)
	if err != nil || len(typed) > longAddress || at.Hostname() == "" || at.Opaque != "" {
		return nil, league.FieldErrorf("url", "This is no address of at most %d characters.", longAddress)
	}
	switch port := at.Port(); {
	case at.Scheme != "https":
		return nil, league.FieldErrorf("url", "The address has to begin with https://.")
	case port != "" && port != "443":
		return nil, league.FieldErrorf("url", "Only the usual port of https, 443, is reached.")
	case at.User != nil:
		return nil, league.FieldErrorf("url", "The address must not hold a name or a password before the host.")
	case within(at.Hostname()):
		return nil, league.FieldErrorf("url", "This address is not on the public internet.")
	}
	at.Fragment, at.RawFragment = "", ""
	switch form.Format {
	case contact.HookJSON:
		return at, nil
	case contact.HookDiscord:
		if !ofDiscord(at) {
			return nil, league.FieldErrorf("url", "Webhooks of Discord begin with https://discord.com/api/webhooks/.")
		}
		return at, nil
	}
	return nil, league.FieldErrorf("format", "Choose how the webhook is written to.")
}

// within says of an address that is written as a number that it is plainly none of the public internet. What a name
// leads to is looked at when it is dialled.
func within(host string) bool {
	ip, err := netip.ParseAddr(host)
	return err == nil && (ip.IsPrivate() || ip.IsLoopback() || ip.IsUnspecified() || ip.IsLinkLocalUnicast())
}

// ofDiscord says that an address is one of Discord's.
func ofDiscord(at *url.URL) bool {
	host := at.Hostname()
	return (host == "discord.com" || strings.HasSuffix(host, ".discord.com") || host == "discordapp.com") && strings.HasPrefix(at.Path, "/api/")
}

// masked is what is shown of an address: whoever knows all of it can write there.
func masked(at *url.URL) string {
	rest := at.EscapedPath()
	if at.RawQuery != "" {
		rest += "?" + at.RawQuery
	}
	if len(rest) > 12 {
		return at.Host + "/…" + rest[len(rest)-4:]
	}
	if len(rest) > 1 {
		return at.Host + "/…"
	}
	return at.Host
}

// Of lists the webhooks of a subject, the oldest first.
func (s *Hooks) Of(ctx context.Context, scope contact.HookScope, subject string) ([]contact.Hook, error) {
	return s.store.HooksOf(ctx, scope, subject)
}

// Remove removes a webhook of a subject; it is no error if there is none.
func (s *Hooks) Remove(ctx context.Context, scope contact.HookScope, subject, id string) error {
	return s.store.DropHook(ctx, scope, subject, id)
}

// Secret is what whoever owns a webhook checks its signatures by, as Standard Webhooks writes it.
func (s *Hooks) Secret(h contact.Hook) string {
	return "whsec_" + base64.StdEncoding.EncodeToString(s.key(h))
}

// key is that by which what is sent to a webhook is signed. It follows from the key of the site.
func (s *Hooks) key(h contact.Hook) []byte {
	key := s.core.Site.Mix("webhook", h.ID)
	return key[:]
}

// Test sends a word to a webhook of a subject that says no more than that it arrives, and returns it with what came back.
// One that was off is on again if that arrives.
func (s *Hooks) Test(ctx context.Context, scope contact.HookScope, subject, id, home string) (contact.Hook, contact.Outcome, error) {
	h, err := s.store.Hook(ctx, id)
	if err == nil && (h.Scope != scope || h.Subject != subject) {
		err = league.Errorf(league.NotFound, "There is no such webhook.")
	}
	if err != nil {
		return contact.Hook{}, contact.Outcome{}, err
	}
	now := s.core.Now()
	return s.send(ctx, h, contact.Word{
		ID: "test:" + h.ID + ":" + now.Format(time.RFC3339Nano), Kind: "test", Title: "This is a test", Text: "The webhook works.", URL: home, At: now,
	})
}

// Send sends a word to a webhook, unless it is off; of kind league.NotFound if there is none any more.
func (s *Hooks) Send(ctx context.Context, id string, w contact.Word) (contact.Outcome, error) {
	h, err := s.store.Hook(ctx, id)
	switch {
	case league.KindOf(err) == league.NotFound, err == nil && !h.Off.IsZero():
		return contact.Outcome{Gone: true, Said: "The webhook is off."}, nil
	case err != nil:
		return contact.Outcome{}, err
	}
	_, o, err := s.send(ctx, h, w)
	return o, err
}

// send sends a word and notes what became of it.
func (s *Hooks) send(ctx context.Context, h contact.Hook, w contact.Word) (contact.Hook, contact.Outcome, error) {
	var o contact.Outcome
	address, err := s.core.Unseal(sealedHook, h.ID, h.Sealed)
	switch {
	case err != nil:
		o = contact.Outcome{Gone: true, Said: "The site has another key since this webhook was added. Remove it, and add it again."}
	case s.Sender == nil:
		return h, contact.Outcome{Said: "This server sends nothing to webhooks."}, nil
	default:
		o = s.Sender.Send(ctx, address, h.Format, s.key(h), w)
	}
	h = h.Answered(s.core.Now(), o.Sent, o.Gone, o.Said)
	return h, o, s.store.NoteHook(ctx, h)
}
