package browser

import (
	"context"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/webauthn"
	"github.com/chromedp/chromedp"
)

// addCredential is a command of the protocol; its present description always sends what not every authenticator takes.
var addCredential = cdp.Command[addition, cdp.Empty]{Method: webauthn.CommandAddCredential}

type addition struct {
	AuthenticatorID webauthn.AuthenticatorID `json:"authenticatorId"`
	Credential      credential               `json:"credential"`
}

type credential struct {
	ID         []byte `json:"credentialId"`
	Resident   bool   `json:"isResidentCredential"`
	Party      string `json:"rpId"`
	PrivateKey []byte `json:"privateKey"`
	UserHandle []byte `json:"userHandle"`
	Count      int    `json:"signCount"`
}

// Authenticator is where a page keeps its passkeys; its owner touches it whenever it is asked.
type Authenticator struct {
	p  *Page
	id webauthn.AuthenticatorID
}

// Authenticator gives a page one.
func (p *Page) Authenticator() *Authenticator {
	p.t.Helper()
	a := &Authenticator{p: p}
	p.run("adding an authenticator", chromedp.Func(func(ctx context.Context, _ *chromedp.Target) error {
		if _, err := chromedp.Call(ctx, webauthn.Enable, webauthn.EnableParams{}); err != nil {
			return err
		}
		made, err := chromedp.Call(ctx, webauthn.AddVirtualAuthenticator, webauthn.AddVirtualAuthenticatorParams{Options: &webauthn.VirtualAuthenticatorOptions{
			Protocol: "ctap2", Transport: "internal", HasResidentKey: true, HasUserVerification: true, IsUserVerified: true, AutomaticPresenceSimulation: true,
		}})
		if err == nil {
			a.id = made.AuthenticatorID
		}
		return err
	}))
	return a
}

// Forget sets back what its passkeys count, as if somebody else used copies of them.
func (a *Authenticator) Forget() {
	a.p.t.Helper()
	a.p.run("setting counters back", chromedp.Func(func(ctx context.Context, _ *chromedp.Target) error {
		held, err := chromedp.Call(ctx, webauthn.GetCredentials, webauthn.GetCredentialsParams{AuthenticatorID: a.id})
		if err != nil {
			return err
		}
		for _, c := range held.Credentials {
			if _, err := chromedp.Call(ctx, webauthn.RemoveCredential, webauthn.RemoveCredentialParams{AuthenticatorID: a.id, CredentialID: c.CredentialID}); err != nil {
				return err
			}
			again := credential{c.CredentialID, c.IsResidentCredential, c.RpID, c.PrivateKey, c.UserHandle, 0}
			if _, err := chromedp.Call(ctx, addCredential, addition{a.id, again}); err != nil {
				return err
			}
		}
		return nil
	}))
}
