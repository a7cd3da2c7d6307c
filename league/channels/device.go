package channels

import (
	"context"
	"crypto/ecdh"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"net/url"
	"strings"

	"kickabout/league"
	"kickabout/league/contact"
	"kickabout/league/core"
)

const (
	mostDevices  = 10   // of a member
	longEndpoint = 1000 // bytes
)

// Pusher sends a word to a browser.
type Pusher interface {
	// PublicKey is the key by which browsers know the site.
	PublicKey() string
	// Push sends a word to a browser.
	Push(ctx context.Context, to contact.Subscription, w contact.Word) contact.Outcome
}

// Devices are the browsers of members that the site may push words to.
type Devices struct {
	Pusher Pusher // nil: nothing is pushed from here

	core  *core.Core
	store DevicesStore
}

// PublicKey is the key by which browsers know the site; "" if it pushes nothing.
func (s *Devices) PublicKey() string {
	if s.Pusher == nil {
		return ""
	}
	return s.Pusher.PublicKey()
}

// Subscribe keeps a browser to which words are pushed as long as a session lasts. What browsers never send is
// league.Invalid. Of is the key of the site for which the browser asked, "" if it does not say: if the site has another one
// by now, that is league.Stale, since nothing would come.
func (s *Devices) Subscribe(ctx context.Context, player league.Player, session [32]byte, of, endpoint, key, auth string) error {
	if err := core.MustBeMember(player, "what is pushed is about an account."); err != nil {
		return err
	}
	if s.Pusher == nil {
		return league.Errorf(league.Forbidden, "This site pushes nothing.")
	}
	if of != "" && of != s.Pusher.PublicKey() {
		return league.Errorf(league.Stale, "This site has another key now. Allow notices on this device again.")
	}
	at, err := url.Parse(endpoint)
	if err != nil || at.Scheme != "https" || at.Hostname() == "" || at.User != nil || at.Port() != "" && at.Port() != "443" || len(endpoint) > longEndpoint {
		return league.Errorf(league.Invalid, "Your browser named a push service that cannot be used.")
	}
	point, err := unpadded(key)
	if err == nil {
		_, err = ecdh.P256().NewPublicKey(point)
	}
	secret, errSecret := unpadded(auth)
	if err != nil || errSecret != nil || len(secret) != 16 {
		return league.Errorf(league.Invalid, "Your browser sent keys for push that cannot be used.")
	}
	encode := base64.RawURLEncoding.EncodeToString
	return s.store.PutSubscription(ctx, contact.Subscription{
		Hash: sha256.Sum256([]byte(endpoint)), Player: player.ID, Session: session, Endpoint: endpoint, Key: encode(point), Auth: encode(secret), Created: s.core.Now(),
	}, mostDevices)
}

// unpadded reads base64url, whether it is padded or not.
func unpadded(text string) ([]byte, error) {
	return base64.RawURLEncoding.DecodeString(strings.TrimRight(text, "="))
}

// Of lists the browsers of a member, the newest first.
func (s *Devices) Of(ctx context.Context, player league.Player) ([]contact.Subscription, error) {
	return s.store.Subscriptions(ctx, player.ID)
}

// End ends a subscription of a player, named by its hash in hexadecimal; it is no error if there is none.
func (s *Devices) End(ctx context.Context, player league.Player, id string) error {
	hash, err := hashOf(id)
	if err != nil {
		return err
	}
	return s.store.EndSubscription(ctx, player.ID, hash)
}

// Targets lists the ids of the browsers of a player.
func (s *Devices) Targets(ctx context.Context, player string) ([]string, error) {
	if s.Pusher == nil {
		return nil, nil
	}
	list, err := s.store.Subscriptions(ctx, player)
	ids := make([]string, len(list))
	for i, d := range list {
		ids[i] = hex.EncodeToString(d.Hash[:])
	}
	return ids, err
}

// Send pushes a word to a browser of a player. One that wants no more is forgotten.
func (s *Devices) Send(ctx context.Context, player, id string, w contact.Word) (contact.Outcome, error) {
	list, err := s.store.Subscriptions(ctx, player)
	if err != nil {
		return contact.Outcome{}, err
	}
	for _, d := range list {
		if s.Pusher == nil || hex.EncodeToString(d.Hash[:]) != id {
			continue
		}
		o := s.Pusher.Push(ctx, d, w)
		if o.Gone {
			return o, s.store.EndSubscription(ctx, player, d.Hash)
		}
		return o, nil
	}
	return contact.Outcome{Gone: true, Said: "This browser is not reached any more."}, nil
}
