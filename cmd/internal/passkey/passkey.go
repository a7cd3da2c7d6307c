// Package passkey speaks WebAuthn for the site: it writes what browsers need to make and use passkeys, and checks what
// they answer.
package passkey

import (
	"encoding/json"
	"errors"
	"fmt"

	"github.com/go-webauthn/webauthn/protocol"
	"github.com/go-webauthn/webauthn/webauthn"

	"kickabout/league"
	"kickabout/league/members"
)

// Party is the site as passkeys know it: by its host.
type Party struct{ w *webauthn.WebAuthn }

// New returns the site of a host as it is reached at an origin such as "https://kickabout.example".
func New(host, origin string) (*Party, error) {
	w, err := webauthn.New(&webauthn.Config{
		RPID: host, RPDisplayName: "Kickabout", RPOrigins: []string{origin},
		AttestationPreference: protocol.PreferNoAttestation,
		AuthenticatorSelection: protocol.AuthenticatorSelection{
			ResidentKey: protocol.ResidentKeyRequirementRequired, RequireResidentKey: protocol.ResidentKeyRequired(), UserVerification: protocol.VerificationRequired,
		},
	})
	if err != nil {
		return nil, fmt.Errorf("passkeys for %s: %w", host, err)
	}
	return &Party{w}, nil
}

// owner is a player as WebAuthn knows users.
type owner struct {
	player league.Player
	has    []webauthn.Credential
}

func (o owner) WebAuthnID() []byte                         { return []byte(o.player.ID) }
func (o owner) WebAuthnName() string                       { return o.player.Name }
func (o owner) WebAuthnDisplayName() string                { return o.player.Name }
func (o owner) WebAuthnCredentials() []webauthn.Credential { return o.has }

// ownerOf returns somebody with their passkeys.
func ownerOf(p league.Player, has []league.Passkey) (owner, error) {
	o := owner{player: p}
	for _, k := range has {
		var c webauthn.Credential
		if err := json.Unmarshal([]byte(k.Record), &c); err != nil {
			return o, fmt.Errorf("reading a passkey: %w", err)
		}
		c.Authenticator.SignCount = k.Count
		o.has = append(o.has, c)
	}
	return o, nil
}

// HostOf returns for which host the passkey of a record was made, since browsers offer it on no other; "" if that was not
// kept when it was last used.
func HostOf(record string) (string, error) {
	var r struct{ Host string }
	if err := json.Unmarshal([]byte(record), &r); err != nil {
		return "", fmt.Errorf("reading a passkey: %w", err)
	}
	return r.Host, nil
}

// written is what is kept of a credential, and the host that it is for.
func (p *Party) written(c *webauthn.Credential) (league.Passkey, error) {
	count := c.Authenticator.SignCount
	kept := *c
	kept.Attestation, kept.Authenticator.SignCount = webauthn.CredentialAttestation{}, 0 // nobody asks which device it is
	text, err := json.Marshal(kept)
	fields := map[string]json.RawMessage{}
	if err == nil {
		err = json.Unmarshal(text, &fields)
	}
	if err == nil {
		fields["host"], err = json.Marshal(p.w.Config.RPID)
	}
	if err == nil {
		text, err = json.Marshal(fields)
	}
	return league.Passkey{ID: string(c.ID), Record: string(text), Count: count}, err
}

// both returns what the browser needs and what its answer is checked by.
func both(options any, state *webauthn.SessionData, err error) ([]byte, []byte, error) {
	if err != nil {
		return nil, nil, fmt.Errorf("asking for a passkey: %w", err)
	}
	asked, err := json.Marshal(options)
	if err != nil {
		return nil, nil, err
	}
	kept, err := json.Marshal(state)
	return asked, kept, err
}

// Create returns what a browser needs to make a passkey of a player who has some, as JSON, and what is needed to
// check its answer.
func (p *Party) Create(of league.Player, has []league.Passkey) (options, state []byte, err error) {
	o, err := ownerOf(of, has)
	if err != nil {
		return nil, nil, err
	}
	var others []protocol.CredentialDescriptor
	for _, c := range o.has {
		others = append(others, c.Descriptor())
	}
	creation, session, err := p.w.BeginRegistration(o, webauthn.WithExclusions(others))
	return both(creation, session, err)
}

// Created checks what a browser answered to Create, and returns the passkey.
func (p *Party) Created(of league.Player, state, answer []byte) (league.Passkey, error) {
	var session webauthn.SessionData
	if err := json.Unmarshal(state, &session); err != nil {
		return league.Passkey{}, err
	}
	parsed, err := protocol.ParseCredentialCreationResponseBytes(answer)
	if err != nil {
		return league.Passkey{}, explained(err)
	}
	c, err := p.w.CreateCredential(owner{player: of}, session, parsed)
	if err != nil {
		return league.Passkey{}, explained(err)
	}
	return p.written(c)
}

// Ask returns what a browser needs to prove by a passkey who sits at it: by one of some, or, if there are none, by
// any; and what is needed to check its answer.
func (p *Party) Ask(of league.Player, has []league.Passkey) (options, state []byte, err error) {
	if len(has) == 0 {
		assertion, session, err := p.w.BeginDiscoverableLogin()
		return both(assertion, session, err)
	}
	o, err := ownerOf(of, has)
	if err != nil {
		return nil, nil, err
	}
	assertion, session, err := p.w.BeginLogin(o)
	return both(assertion, session, err)
}

// Answered checks what a browser answered to Ask, and returns the passkey with its new count. Find returns a passkey by
// its id, and whose it is.
func (p *Party) Answered(state, answer []byte, find func(id string) (league.Passkey, league.Player, error)) (league.Passkey, league.Player, error) {
	var session webauthn.SessionData
	if err := json.Unmarshal(state, &session); err != nil {
		return league.Passkey{}, league.Player{}, err
	}
	parsed, err := protocol.ParseCredentialRequestResponseBytes(answer)
	if err != nil {
		return league.Passkey{}, league.Player{}, explained(err)
	}
	key, player, err := find(string(parsed.RawID))
	if err != nil {
		return league.Passkey{}, player, err
	}
	o, err := ownerOf(player, []league.Passkey{key})
	if err != nil {
		return league.Passkey{}, player, err
	}
	var c *webauthn.Credential
	if len(session.UserID) > 0 {
		c, err = p.w.ValidateLogin(o, session, parsed)
	} else {
		_, c, err = p.w.ValidatePasskeyLogin(func(_, handle []byte) (webauthn.User, error) {
			if string(handle) != player.ID {
				return nil, errors.New("the passkey is of somebody else")
			}
			return o, nil
		}, session, parsed)
	}
	if err != nil {
		return league.Passkey{}, player, explained(err)
	}
	if c.Authenticator.CloneWarning {
		return league.Passkey{}, player, members.ErrCopied
	}
	now, err := p.written(c)
	now.Player, now.Name, now.Made, now.Used = key.Player, key.Name, key.Made, key.Used
	return now, player, err
}

// explained keeps what the library says of an error, which it hides in a field.
func explained(err error) error {
	var e *protocol.Error
	if errors.As(err, &e) {
		return fmt.Errorf("%s: %s", e.Details, e.DevInfo)
	}
	return err
}
