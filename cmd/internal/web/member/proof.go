package member

import (
	"context"
	"errors"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"time"

	"github.com/labstack/echo/v4"

	"kickabout/cmd/internal/web/request"
	"kickabout/views/member"
)

// proofLasts is for how long it is enough that somebody has proved who they are.
const proofLasts = 15 * time.Minute

// ProofField is where the password is typed.
const ProofField = "proof"

// confirmPath is the page that asks for it before another page is shown.
const confirmPath = "/account/confirm"

// formKept is how many bytes of a form with a file are kept in memory: all that may be sent.
const formKept = 1 << 20

// Proved lets those members through who have proved lately who they are. Of others it asks for it again, and keeps what
// they have sent.
//
// A form with a file comes in parts, which are read here.
func (s *Security) Proved(next echo.HandlerFunc) echo.HandlerFunc {
	return func(c echo.Context) error {
		if err := c.Request().ParseMultipartForm(formKept); err != nil && !errors.Is(err, http.ErrNotMultipart) {
			return echo.ErrBadRequest
		}
		proved, err := s.HasProved(c)
		if err != nil {
			return err
		}
		if proved {
			return next(c)
		}
		if c.Request().Method != http.MethodPost {
			return c.Redirect(http.StatusSeeOther, confirmPath+"?next="+url.QueryEscape(c.Request().URL.RequestURI()))
		}
		in := member.ProofInput{Action: c.Request().URL.RequestURI(), Held: held(c)}
		if !c.Request().PostForm.Has(ProofField) && !byPasskey(c) {
			return s.ask(c, http.StatusForbidden, in, nil)
		}
		if err := s.prove(c); err != nil {
			return s.ask(c, http.StatusUnprocessableEntity, in, err)
		}
		return next(c)
	}
}

// ProvedSecond is Proved of those who have passkeys, for what asks for the password itself: of them the password alone is not
// enough.
func (s *Security) ProvedSecond(next echo.HandlerFunc) echo.HandlerFunc {
	return func(c echo.Context) error {
		has, err := s.office.HasPasskey(c.Request().Context(), request.Actor(c).ID)
		if err != nil {
			return err
		}
		if has {
			return s.Proved(next)(c)
		}
		return next(c)
	}
}

// HasProved says whether a member has proved lately who they are.
func (s *Security) HasProved(c echo.Context) (bool, error) {
	visit, err := s.office.Visit(c.Request().Context(), s.Token(c))
	return s.office.Now().Sub(visit.Session.Proved) < proofLasts, err
}

// held lists what a form has sent, but for the proof and for files, which have to be chosen again.
func held(c echo.Context) []member.Held {
	var list []member.Held
	for name, values := range c.Request().PostForm {
		for _, v := range values {
			if name != ProofField && name != "username" && name != "code" && name != proofBy && !(byPasskey(c) && (name == "ticket" || name == "answer")) {
				list = append(list, member.Held{Name: name, Value: v})
			}
		}
	}
	slices.SortFunc(list, func(a, b member.Held) int { return strings.Compare(a.Name, b.Name) })
	return list
}

// proofBy is in a form that proves by a passkey.
const proofBy = "proof-by"

// byPasskey says whether a form does.
func byPasskey(c echo.Context) bool { return c.Request().PostForm.Has(proofBy) }

// prove checks the password that was typed, or the answer of a passkey, and gives the browser the new token of its session.
func (s *Security) prove(c echo.Context) error {
	who := request.Actor(c)
	visit, err := s.office.Visit(c.Request().Context(), s.Token(c))
	if err != nil {
		return err
	}
	var token string
	field := ProofField
	if byPasskey(c) {
		field = "passkey"
		request.By(c, field)
	} else {
		request.By(c, "password")
	}
	err = s.accounts.Guarded(c, who.Name, field, func(ctx context.Context) (err error) {
		if byPasskey(c) {
			ticket, said := answer(c)
			token, err = s.office.ProveByPasskey(ctx, who, s.Token(c), ticket, said)
			return err
		}
		token, err = s.office.Prove(ctx, who, s.Token(c), c.Request().PostFormValue(ProofField), c.Request().PostFormValue("code"))
		return err
	})
	if err != nil {
		s.noteCopied(c, err)
		s.NoteSecurity(c, request.LogProofFailed, who.ID)
		return err
	}
	s.NoteSecurity(c, request.LogProved, who.ID)
	s.SetToken(c, token, visit.Session.Kept)
	return nil
}

// ask shows the form for the password, with what was wrong about it.
func (s *Security) ask(c echo.Context, status int, in member.ProofInput, err error) error {
	if err != nil {
		var known bool
		if in.Errors, known = request.SentencesOf(err); !known {
			return err
		}
	}
	if in.Frame, err = s.Frame(c); err != nil {
		return err
	}
	if in.Passkeys, err = s.office.HasPasskey(c.Request().Context(), request.Actor(c).ID); err != nil {
		return err
	}
	return s.Render(c, status, member.Proof(member.NewProofPage(in)))
}

// ConfirmPage asks for the password before a page is shown.
func (s *Security) ConfirmPage(c echo.Context) error {
	return s.ask(c, http.StatusOK, confirming(c), nil)
}

func confirming(c echo.Context) member.ProofInput {
	return member.ProofInput{Action: confirmPath, Held: []member.Held{{Name: "next", Value: c.Request().FormValue("next")}}}
}

// Confirm checks it and goes on to the page.
func (s *Security) Confirm(c echo.Context) error {
	if err := s.prove(c); err != nil {
		return s.ask(c, http.StatusUnprocessableEntity, confirming(c), err)
	}
	to := LocalPath(c.Request().PostFormValue("next"))
	if to == "" {
		to = "/account"
	}
	return c.Redirect(http.StatusSeeOther, to)
}
