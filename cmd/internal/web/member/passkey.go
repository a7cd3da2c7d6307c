package member

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"

	"github.com/labstack/echo/v4"

	"kickabout/cmd/internal/web/request"
	"kickabout/league"
	"kickabout/league/members"
	"kickabout/views/member"
)

// Challenge asks a browser for a passkey: to sign in, as the second factor, to prove who they are, or to add one.
func (s *Security) Challenge(c echo.Context) error {
	ctx := c.Request().Context()
	who, err := s.Viewer(c)
	if err != nil {
		return err
	}
	var asked members.Challenge
	switch c.Request().PostFormValue("for") {
	case "signin":
		asked, err = s.office.BeginPasskeySignIn(ctx)
	case "second":
		asked, err = s.office.BeginSecondFactor(ctx, c.Request().PostFormValue("half"))
	case "prove":
		asked, err = s.office.BeginProof(ctx, who)
	case "add":
		asked, err = s.office.BeginPasskey(ctx, who)
	default:
		return echo.ErrNotFound
	}
	if err != nil {
		return err
	}
	return c.JSON(http.StatusOK, map[string]any{"options": json.RawMessage(asked.Options), "ticket": asked.Ticket})
}

// answer returns what a passkey has answered, and the ticket of what it was asked.
func answer(c echo.Context) (ticket string, said []byte) {
	return c.Request().PostFormValue("ticket"), []byte(c.Request().PostFormValue("answer"))
}

// AddPasskey keeps the passkey that the viewer's browser has made.
func (s *Security) AddPasskey(c echo.Context) error {
	ticket, said := answer(c)
	name := c.Request().PostFormValue("name")
	if err := s.office.AddPasskey(c.Request().Context(), request.Actor(c), ticket, said, name); err != nil {
		return s.again(c, member.SecurityInput{At: "passkeys", PasskeyName: name}, err)
	}
	s.NoteSecurity(c, request.LogPasskeyAdded, request.Actor(c).ID)
	return securityDone(c, "passkey")
}

// EndPasskey forgets a passkey of the viewer.
func (s *Security) EndPasskey(c echo.Context) error {
	if err := s.office.EndPasskey(c.Request().Context(), request.Actor(c), c.Request().PostFormValue("passkey")); err != nil {
		return err
	}
	s.NoteSecurity(c, request.LogPasskeyEnded, request.Actor(c).ID)
	return securityDone(c, "unpasskey")
}

// SignInByPasskey begins a session by a passkey alone.
func (s *Security) SignInByPasskey(c echo.Context) error {
	in := s.accounts.credentials(c)
	request.By(c, "passkey")
	ticket, said := answer(c)
	var who league.Player
	var token string
	err := s.accounts.Guarded(c, "", "passkey", func(ctx context.Context) (err error) {
		who, token, err = s.office.SignInByPasskey(ctx, in, ticket, said)
		return err
	})
	return s.signedIn(c, who, token, in, err, func(status int, fields map[string]string) error {
		return s.accounts.signPage(c, status, member.SignInput{Brief: in.Brief, Errors: fields})
	})
}

// Second begins a session by the second factor: a passkey, or a recovery code.
func (s *Security) Second(c echo.Context) error {
	in := s.accounts.credentials(c)
	form := c.Request().PostFormValue
	half, code := form("half"), form("code")
	field := "passkey"
	if c.Request().PostForm.Has("code") {
		field = "code"
	}
	var who league.Player
	var token string
	request.By(c, field)
	first, err := s.office.Halfway(c.Request().Context(), half)
	if err == nil {
		err = s.accounts.Guarded(c, first.Name, field, func(ctx context.Context) (err error) {
			if field == "code" {
				who, token, err = s.office.SignInByCode(ctx, in, half, code)
			} else {
				ticket, said := answer(c)
				who, token, err = s.office.SignInSecond(ctx, in, half, ticket, said)
			}
			return err
		})
	}
	return s.signedIn(c, who, token, in, err, func(status int, fields map[string]string) error {
		if first.ID == "" {
			return s.accounts.signPage(c, status, member.SignInput{Brief: in.Brief, Errors: fields})
		}
		return s.secondPage(c, status, member.SecondInput{Name: first.Name, Half: half, Brief: in.Brief, Code: code, Errors: fields})
	})
}

// signedIn goes on once a session has begun; else it shows the form again.
func (s *Security) signedIn(c echo.Context, who league.Player, token string, in members.Credentials, err error, again func(int, map[string]string) error) error {
	s.Meter.SignIn(outcomeOf(err))
	if err != nil {
		s.noteCopied(c, err)
		if outcomeOf(err) == request.SignInWrong {
			s.NoteSecurity(c, request.LogSignInFailed, who.ID)
		}
		status, fields, err := formErrors(c, err)
		if err != nil {
			return err
		}
		return again(status, fields)
	}
	s.accounts.welcome(c, who, token, in.Brief)
	return goOn(c)
}

// noteCopied tells the owner of a passkey that was refused because there may be a copy of it.
func (s *Security) noteCopied(c echo.Context, err error) {
	if copied := (*members.CopiedPasskey)(nil); errors.As(err, &copied) {
		s.NoteSecurity(c, request.LogPasskeyCopied, copied.Player)
	}
}

func (s *Security) secondPage(c echo.Context, status int, in member.SecondInput) error {
	return s.accounts.secondPage(c, status, in)
}

// secondPage asks whoever has typed the password for the second factor.
func (s *Accounts) secondPage(c echo.Context, status int, in member.SecondInput) error {
	var err error
	if in.Frame, err = s.Frame(c); err != nil {
		return err
	}
	in.Next = next(c)
	return s.Render(c, status, member.Second(member.NewSecondPage(in)))
}

// PasskeyFirst asks somebody with a role for a passkey, if they have none and the site wants one of them; nil if not.
func (s *Security) PasskeyFirst(c echo.Context, role league.SiteRole) (asked bool, err error) {
	if !s.StaffPasskeys {
		return false, nil
	}
	has, err := s.office.HasPasskey(c.Request().Context(), request.Actor(c).ID)
	if err != nil || has {
		return false, err
	}
	frame, err := s.Frame(c)
	if err != nil {
		return false, err
	}
	return true, s.Render(c, http.StatusForbidden, member.PasskeyFirst(member.NewPasskeyFirstPage(member.PasskeyFirstInput{Frame: frame, Role: role})))
}
