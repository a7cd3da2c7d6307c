package member

import (
	"context"
	"errors"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"

	"github.com/labstack/echo/v4"

	"kickabout/cmd/internal/admission"
	"kickabout/cmd/internal/web/request"
	"kickabout/league"
	"kickabout/league/account"
	"kickabout/league/contact"
	"kickabout/league/members"
	"kickabout/views/member"
	"kickabout/views/ui"
)

// LocalPath returns where to go on, if that is a path of this very site; else "".
func LocalPath(next string) string {
	if !strings.HasPrefix(next, "/") || strings.HasPrefix(next, "//") || len(next) > 1024 ||
		strings.ContainsFunc(next, func(r rune) bool { return r <= ' ' || r == '\\' || r == 0x7f }) {
		return ""
	}
	u, err := url.Parse(next)
	if err != nil || u.Scheme != "" || u.Host != "" || u.User != nil {
		return ""
	}
	return next
}

// next returns where a form about signing in leads to afterwards: what it was opened
// with, else the page of this site that the visitor came from.
func next(c echo.Context) string {
	if asked := c.Request().FormValue("next"); asked != "" {
		return LocalPath(asked)
	}
	from, err := url.Parse(c.Request().Referer())
	if err != nil || from.Host != c.Request().Host || strings.HasPrefix(from.Path, "/sign") || strings.HasPrefix(from.Path, "/recover") {
		return ""
	}
	return LocalPath(from.RequestURI())
}

// goOn leads to where a visitor wanted to go.
func goOn(c echo.Context) error {
	to := LocalPath(c.Request().PostFormValue("next"))
	if to == "" {
		to = "/"
	}
	return c.Redirect(http.StatusSeeOther, to)
}

// SignUpPage is the form that makes an account.
func (s *Accounts) SignUpPage(c echo.Context) error {
	return s.signPage(c, http.StatusOK, member.SignInput{Up: true, Invitation: c.QueryParam("invitation")})
}

// SignInPage is the form that begins a session.
func (s *Accounts) SignInPage(c echo.Context) error {
	return s.signPage(c, http.StatusOK, member.SignInput{Done: c.QueryParam("done")})
}

func (s *Accounts) signPage(c echo.Context, status int, in member.SignInput) error {
	frame, err := s.Frame(c)
	if err != nil {
		return err
	}
	if frame.Viewer.Kind == league.Member && status == http.StatusOK {
		return c.Redirect(http.StatusSeeOther, "/account")
	}
	in.Frame, in.Next, in.Passkeys = frame, next(c), s.office.TakesPasskeys()
	if in.Up {
		switch err := s.office.MaySignUp(c.Request().Context(), in.Invitation); {
		case league.KindOf(err) == league.Forbidden:
			in.Closed = ui.Sentence(err)
		case err != nil:
			return err
		}
	}
	if in.Up && frame.Viewer.ID != "" {
		if in.Played, err = s.played(c, frame.Viewer); err != nil {
			return err
		}
	}
	return s.Render(c, status, member.Sign(member.NewSignPage(in)))
}

// played counts what a guest has played, up to a number that is as good as any.
func (s *Accounts) played(c echo.Context, p league.Player) (int, error) {
	matches, err := s.office.MatchesOf(c.Request().Context(), s.Sees(c), p.ID, request.MineShown)
	return len(matches), err
}

// credentials reads the form of signing up or in.
func (s *Accounts) credentials(c echo.Context) members.Credentials {
	return members.Credentials{
		Name: c.Request().PostFormValue("name"), Password: c.Request().PostFormValue("password"),
		Token: s.Token(c), Browser: c.Request().UserAgent(), Invitation: c.Request().PostFormValue("invitation"),
		Brief: c.Request().PostFormValue("stay") == "",
	}
}

// SignUp makes an account and signs in.
func (s *Accounts) SignUp(c echo.Context) error {
	in := s.credentials(c)
	giveBack, wait := s.Limits.SignUps.Take(request.Neighbourhood(c.RealIP()), request.Arrived(c))
	err := request.TooOften(c, wait)
	if err == nil {
		var token string
		var who league.Player
		if who, token, err = s.office.SignUp(c.Request().Context(), in); err == nil {
			s.NoteSecurity(c, request.LogSignedUp, who.ID)
			s.Recognise(c, who, func() { s.SetToken(c, token, !in.Brief) })
			return s.showCodes(c, who, member.CodesInput{Welcome: true, Next: LocalPath(c.Request().PostFormValue("next"))})
		}
		giveBack()
	}
	return s.signAgain(c, member.SignInput{Up: true, Name: in.Name, Invitation: in.Invitation, Brief: in.Brief}, err)
}

// SignIn begins a session.
func (s *Accounts) SignIn(c echo.Context) error {
	in := s.credentials(c)
	var token string
	var who league.Player
	err := s.Guarded(c, in.Name, "password", func(ctx context.Context) (err error) {
		who, token, err = s.office.SignIn(ctx, in)
		return err
	})
	if second := new(members.SecondFactor); errors.As(err, &second) {
		return s.secondPage(c, http.StatusOK, member.SecondInput{Name: second.Player.Name, Half: second.Ticket, Brief: in.Brief})
	}
	request.By(c, "password")
	outcome := outcomeOf(err)
	s.Meter.SignIn(outcome)
	if outcome == request.SignInWrong {
		s.NoteFailed(c, in.Name)
	}
	if err != nil {
		return s.signAgain(c, member.SignInput{Name: in.Name, Brief: in.Brief}, err)
	}
	s.welcome(c, who, token, in.Brief)
	return goOn(c)
}

// NoteFailed writes down that somebody did not get in by a name. One that nobody has is not written: people type
// passwords there.
func (s *Accounts) NoteFailed(c echo.Context, name string) {
	account := "unknown"
	if who, err := s.office.PlayerByName(c.Request().Context(), name); err == nil {
		account = who.ID
	}
	s.NoteSecurity(c, request.LogSignInFailed, account)
}

// welcome gives a browser the session that has begun in it, and notes whether it was known before.
func (s *Accounts) welcome(c echo.Context, who league.Player, token string, brief bool) {
	known := s.Recognise(c, who, func() { s.SetToken(c, token, !brief) })
	what := request.LogSignedIn
	if !known {
		what = request.LogNewBrowser
	} else if s.guessed(c, who) {
		what = request.LogGuessed
	}
	s.NoteSecurity(c, what, who.ID)
}

// guesses is how many failures make a sign-in worth telling.
const guesses = 5

// guessed says whether many have failed to sign in since somebody last did.
func (s *Accounts) guessed(c echo.Context, who league.Player) bool {
	events, err := s.office.SecurityOf(c.Request().Context(), who, securityShown)
	if err != nil {
		s.Log.WarnContext(c.Request().Context(), "reading what concerned security", "err", err)
	}
	failures := 0
	for _, e := range events {
		switch request.SecurityEvent(e.Act) {
		case request.LogSignInFailed:
			failures++
		case request.LogSignedIn, request.LogNewBrowser, request.LogGuessed:
			return failures >= guesses
		}
	}
	return failures >= guesses
}

// outcomeOf says how a try to sign in went.
func outcomeOf(err error) string {
	switch {
	case err == nil:
		return request.SignedIn
	case ui.FieldSentences(err) != nil:
		return request.SignInWrong
	case league.KindOf(err) == league.Busy, errors.Is(err, admission.ErrFull), errors.Is(err, admission.ErrShare):
		return request.SignInRefused
	}
	return request.SignInFailed
}

// signAgain shows the form with what was wrong and the name that was typed.
func (s *Accounts) signAgain(c echo.Context, in member.SignInput, err error) error {
	status, fields, err := formErrors(c, err)
	if err != nil {
		return err
	}
	in.Errors = fields
	return s.signPage(c, status, in)
}

// formErrors sorts out what to show beside a form, and under which status; an error
// that is not for a form comes back.
func formErrors(c echo.Context, err error) (status int, fields map[string]string, _ error) {
	if fields := ui.FieldSentences(err); fields != nil {
		return http.StatusUnprocessableEntity, fields, nil
	}
	kind := league.KindOf(err)
	if kind != league.Busy && kind != league.Forbidden {
		return 0, nil, err
	}
	request.RetryLater(c, request.StatusOf(kind))
	return request.StatusOf(kind), map[string]string{"": ui.Sentence(err)}, nil
}

// SignOut ends the session.
func (s *Accounts) SignOut(c echo.Context) error {
	if err := s.office.SignOut(c.Request().Context(), s.Token(c)); err != nil {
		return err
	}
	if who := request.Actor(c); who.ID != "" {
		s.NoteSecurity(c, request.LogSignedOut, who.ID)
	}
	s.Renew(c)
	s.ClearCache(c)
	return c.Redirect(http.StatusSeeOther, "/")
}

// longName is how many bytes of a name tell it from others when tries are counted.
const longName = 64

// Guarded carries out what takes the password of a name, typed into a field. A
// wrong one counts against the visitor's neighbourhood, for this name and for all. Where
// one name sees very many from everywhere, each answer about it takes a while.
func (s *Accounts) Guarded(c echo.Context, name, field string, act func(context.Context) error) error {
	key := account.Key(name[:min(len(name), longName)])

	from, now := request.Neighbourhood(c.RealIP()), request.Arrived(c)
	backSignIn, wait := s.Limits.SignIns.Take(from, now)
	if err := request.TooOften(c, wait); err != nil {
		return err
	}
	backTry, wait := s.Limits.Tries.Take(from+" "+key, now)
	if err := request.TooOften(c, wait); err != nil {
		backSignIn()
		return err
	}
	backFar, wait := s.Limits.FarTries.Take(key, now)
	if wait > 0 {
		select {
		case <-time.After(min(wait, slowest)):
		case <-c.Request().Context().Done():
		}
	}
	err := act(c.Request().Context())
	if ui.FieldSentences(err)[field] == "" { // the password was right, or was not looked at
		backSignIn()
		backTry()
		backFar()
	}
	return err
}

// slowest is how long an answer takes at most about a name that is tried from
// everywhere.
const slowest = 2 * time.Second

// Page is the page on which members look after their accounts.
func (s *Accounts) Page(c echo.Context) error {
	return s.page(c, http.StatusOK, member.AccountInput{Done: c.QueryParam("done")})
}

func (s *Accounts) page(c echo.Context, status int, in member.AccountInput) error {
	frame, err := s.Frame(c)
	if err != nil {
		return err
	}
	in.Frame = frame
	ctx := c.Request().Context()
	if in.Role, err = s.office.Moderation.RoleOf(ctx, request.Actor(c)); err != nil {
		return err
	}
	if in.After, err = s.office.Reach.AfterMove(ctx, request.Actor(c)); err != nil {
		return err
	}
	if in.Tokens, err = s.office.Tokens(ctx, request.Actor(c)); err != nil {
		return err
	}
	return s.Render(c, status, member.Account(member.NewAccountPage(in)))
}

// again shows the account with what was wrong.
func (s *Accounts) again(c echo.Context, in member.AccountInput, err error) error {
	status, fields, err := formErrors(c, err)
	if err != nil {
		return err
	}
	in.Errors = fields
	return s.page(c, status, in)
}

// accountDone leads back to the account, which says what has been done.
func accountDone(c echo.Context, what string) error {
	return c.Redirect(http.StatusSeeOther, "/account?done="+what)
}

// MakeToken makes a token and shows its secret this once.
func (s *Accounts) MakeToken(c echo.Context) error {
	form := c.Request()
	order := league.TokenOrder{Label: form.PostFormValue("label")}
	order.Days, _ = strconv.Atoi(form.PostFormValue("days")) // what is no number is none of those that may be chosen
	scopes, err := league.ParseScopes(strings.Join(form.PostForm["scopes"], " "))
	var secret string
	if order.Scopes = scopes; err == nil {
		secret, err = s.office.MakeToken(form.Context(), request.Actor(c), order)
	}
	if err != nil {
		return s.again(c, member.AccountInput{At: "tokens", Order: order}, err)
	}
	s.NoteSecurity(c, request.LogTokenMade, request.Actor(c).ID)
	return s.page(c, http.StatusCreated, member.AccountInput{At: "tokens", Secret: secret})
}

// EndToken ends a token of the viewer.
func (s *Accounts) EndToken(c echo.Context) error {
	if err := s.office.EndToken(c.Request().Context(), request.Actor(c), c.Request().PostFormValue("token")); err != nil {
		return err
	}
	s.NoteSecurity(c, request.LogTokenEnded, request.Actor(c).ID)
	return accountDone(c, "token")
}

// WakeToken lets a token of the viewer be used again that has slept since the site was restored.
func (s *Accounts) WakeToken(c echo.Context) error {
	if err := s.office.WakeToken(c.Request().Context(), request.Actor(c), c.Request().PostFormValue("token")); err != nil {
		return err
	}
	s.NoteSecurity(c, request.LogTokenWoken, request.Actor(c).ID)
	return accountDone(c, "woken")
}

// Formations is the page of the set-ups that the viewer has saved.
func (s *Accounts) Formations(c echo.Context) error {
	frame, err := s.Frame(c)
	if err != nil {
		return err
	}
	saved, err := s.office.Formations(c.Request().Context(), frame.Viewer)
	if err != nil {
		return err
	}
	return s.Render(c, http.StatusOK, member.Formations(member.NewFormationsPage(frame, s.office.Games(), saved)))
}

// DropFormation forgets a set-up that the viewer has saved.
func (s *Accounts) DropFormation(c echo.Context) error {
	form := c.Request()
	if err := s.office.DropFormation(form.Context(), request.Actor(c), form.PostFormValue("game"), form.PostFormValue("name")); err != nil {
		return err
	}
	return c.Redirect(http.StatusSeeOther, "/account/formations")
}

// SetAfterMove keeps where the viewer goes after a move.
func (s *Accounts) SetAfterMove(c echo.Context) error {
	err := s.office.Reach.SetAfterMove(c.Request().Context(), request.Actor(c), contact.AfterMove(c.Request().PostFormValue("after")))
	if err != nil {
		return err
	}
	return c.Redirect(http.StatusSeeOther, "/account?done=after-move")
}

// Delete ends all; the browser is nobody's from then on.
func (s *Accounts) Delete(c echo.Context) error {
	err := s.Guarded(c, request.Actor(c).Name, "gone", func(ctx context.Context) error {
		return s.office.DeleteAccount(ctx, request.Actor(c), c.Request().PostFormValue("gone"), request.Arrived(c))
	})
	if err != nil {
		if outcomeOf(err) == request.SignInWrong {
			s.NoteSecurity(c, request.LogProofFailed, request.Actor(c).ID)
		}
		return s.again(c, member.AccountInput{At: "gone"}, err)
	}
	s.NoteSecurity(c, request.LogAccountDeleted, request.Actor(c).ID)
	s.Renew(c)
	s.ClearCache(c)
	return c.Redirect(http.StatusSeeOther, "/signin?done=gone")
}
