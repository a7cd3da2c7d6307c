package web

import (
	"context"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"

	"github.com/labstack/echo/v4"

	"kickabout/league"
	"kickabout/league/account"
	"kickabout/league/office"
	"kickabout/views"
)

// localPath returns where to go on, if that is a path of this very site; else "".
func localPath(next string) string {
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
		return localPath(asked)
	}
	from, err := url.Parse(c.Request().Referer())
	if err != nil || from.Host != c.Request().Host || strings.HasPrefix(from.Path, "/sign") {
		return ""
	}
	return localPath(from.RequestURI())
}

// goOn leads to where a visitor wanted to go.
func goOn(c echo.Context) error {
	to := localPath(c.Request().PostFormValue("next"))
	if to == "" {
		to = "/"
	}
	return c.Redirect(http.StatusSeeOther, to)
}

// signUpPage is the form that makes an account.
func (s *site) signUpPage(c echo.Context) error {
	return s.signPage(c, http.StatusOK, views.SignInput{Up: true})
}

// signInPage is the form that begins a session.
func (s *site) signInPage(c echo.Context) error {
	return s.signPage(c, http.StatusOK, views.SignInput{Done: c.QueryParam("done")})
}

func (s *site) signPage(c echo.Context, status int, in views.SignInput) error {
	frame, _, err := s.frame(c)
	if err != nil {
		return err
	}
	if frame.Viewer.Kind == league.Member && status == http.StatusOK {
		return c.Redirect(http.StatusSeeOther, "/account")
	}
	in.Frame, in.Next = frame, next(c)
	if in.Up && frame.Viewer.ID != "" {
		if in.Played, err = s.played(c, frame.Viewer); err != nil {
			return err
		}
	}
	return s.render(c, status, views.Sign(views.NewSignPage(in)))
}

// played counts what a guest has played, up to a number that is as good as any.
func (s *site) played(c echo.Context, p league.Player) (int, error) {
	matches, err := s.office.MatchesOf(c.Request().Context(), p.ID, mineShown)
	return len(matches), err
}

// credentials reads the form of signing up or in.
func (s *site) credentials(c echo.Context) office.Credentials {
	return office.Credentials{
		Name: c.Request().PostFormValue("name"), Password: c.Request().PostFormValue("password"),
		Token: s.token(c), Browser: c.Request().UserAgent(),
	}
}

// signUp makes an account and signs in.
func (s *site) signUp(c echo.Context) error {
	in := s.credentials(c)
	giveBack, wait := s.limits.signUps.take(neighbourhood(c.RealIP()), arrived(c))
	err := tooOften(c, wait)
	if err == nil {
		var token string
		if _, token, err = s.office.SignUp(c.Request().Context(), in); err == nil {
			s.setToken(c, token)
			return goOn(c)
		}
		giveBack()
	}
	return s.signAgain(c, views.SignInput{Up: true, Name: in.Name}, err)
}

// signIn begins a session.
func (s *site) signIn(c echo.Context) error {
	in := s.credentials(c)
	var token string
	err := s.guarded(c, in.Name, "password", func(ctx context.Context) (err error) {
		_, token, err = s.office.SignIn(ctx, in)
		return err
	})
	if err != nil {
		return s.signAgain(c, views.SignInput{Name: in.Name}, err)
	}
	s.setToken(c, token)
	return goOn(c)
}

// signAgain shows the form with what was wrong and the name that was typed.
func (s *site) signAgain(c echo.Context, in views.SignInput, err error) error {
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
	if fields := league.Fields(err); fields != nil {
		return http.StatusUnprocessableEntity, fields, nil
	}
	kind := league.KindOf(err)
	if kind != league.Busy && kind != league.Forbidden {
		return 0, nil, err
	}
	retryLater(c, statusOf(kind))
	return statusOf(kind), map[string]string{"": err.Error()}, nil
}

// signOut ends the session.
func (s *site) signOut(c echo.Context) error {
	if err := s.office.SignOut(c.Request().Context(), s.token(c)); err != nil {
		return err
	}
	s.renew(c)
	return c.Redirect(http.StatusSeeOther, "/")
}

// longName is how many bytes of a name tell it from others when tries are counted.
const longName = 64

// guarded carries out what takes the password of a name, typed into a field. A
// wrong one counts against the visitor's neighbourhood, for this name and for all. Where
// one name sees very many from everywhere, each answer about it takes a while.
func (s *site) guarded(c echo.Context, name, field string, act func(context.Context) error) error {
	key := account.Key(name[:min(len(name), longName)])

	from, now := neighbourhood(c.RealIP()), arrived(c)
	backSignIn, wait := s.limits.signIns.take(from, now)
	if err := tooOften(c, wait); err != nil {
		return err
	}
	backTry, wait := s.limits.tries.take(from+" "+key, now)
	if err := tooOften(c, wait); err != nil {
		backSignIn()
		return err
	}
	backFar, wait := s.limits.farTries.take(key, now)
	if wait > 0 {
		select {
		case <-time.After(min(wait, slowest)):
		case <-c.Request().Context().Done():
		}
	}
	err := act(c.Request().Context())
	if league.Fields(err)[field] == "" { // the password was right, or was not looked at
		backSignIn()
		backTry()
		backFar()
	}
	return err
}

// slowest is how long an answer takes at most about a name that is tried from
// everywhere.
const slowest = 2 * time.Second

// tooOften is the answer to who has to wait; nil if nobody has.
func tooOften(c echo.Context, wait time.Duration) error {
	if wait <= 0 {
		return nil
	}
	minutes := int((wait + time.Minute - 1) / time.Minute)
	c.Response().Header().Set(echo.HeaderRetryAfter, strconv.Itoa(60*minutes))
	if minutes == 1 {
		return league.Errorf(league.Busy, "That was too often. Try again in a minute.")
	}
	return league.Errorf(league.Busy, "That was too often. Try again in %d minutes.", minutes)
}

// account is the page on which members look after their accounts.
func (s *site) account(c echo.Context) error {
	return s.accountPage(c, http.StatusOK, views.AccountInput{Done: c.QueryParam("done")})
}

func (s *site) accountPage(c echo.Context, status int, in views.AccountInput) error {
	frame, _, err := s.frame(c)
	if err != nil {
		return err
	}
	in.Frame = frame
	ctx := c.Request().Context()
	visit, err := s.office.Visit(ctx, s.token(c))
	if err != nil {
		return err
	}
	in.Session = visit.Session
	if in.Sessions, err = s.office.Sessions(ctx, actor(c)); err != nil {
		return err
	}
	if in.Tokens, err = s.office.Tokens(ctx, actor(c)); err != nil {
		return err
	}
	return s.render(c, status, views.Account(views.NewAccountPage(in)))
}

// accountAgain shows the account with what was wrong.
func (s *site) accountAgain(c echo.Context, in views.AccountInput, err error) error {
	status, fields, err := formErrors(c, err)
	if err != nil {
		return err
	}
	in.Errors = fields
	return s.accountPage(c, status, in)
}

// accountDone leads back to the account, which says what has been done.
func accountDone(c echo.Context, what string) error {
	return c.Redirect(http.StatusSeeOther, "/account?done="+what)
}

func (s *site) changePassword(c echo.Context) error {
	var token string
	err := s.guarded(c, actor(c).Name, "old", func(ctx context.Context) (err error) {
		form := c.Request().PostFormValue
		token, err = s.office.ChangePassword(ctx, actor(c), form("old"), form("password"), c.Request().UserAgent())
		return err
	})
	if err != nil {
		return s.accountAgain(c, views.AccountInput{At: "password"}, err)
	}
	s.setToken(c, token)
	return accountDone(c, "password")
}

// endSession ends one session, or all but this one.
func (s *site) endSession(c echo.Context) error {
	id := c.Request().PostFormValue("session")
	end := func(ctx context.Context) error { return s.office.EndSession(ctx, actor(c), id) }
	if id == "others" {
		end = func(ctx context.Context) error { return s.office.EndOtherSessions(ctx, actor(c), s.token(c)) }
	}
	if err := end(c.Request().Context()); err != nil {
		return err
	}
	return accountDone(c, "session")
}

// makeToken makes a token and shows its secret this once.
func (s *site) makeToken(c echo.Context) error {
	label := c.Request().PostFormValue("label")
	secret, err := s.office.MakeToken(c.Request().Context(), actor(c), label)
	if err != nil {
		return s.accountAgain(c, views.AccountInput{At: "tokens", Label: label}, err)
	}
	return s.accountPage(c, http.StatusCreated, views.AccountInput{At: "tokens", Secret: secret})
}

func (s *site) endToken(c echo.Context) error {
	if err := s.office.EndToken(c.Request().Context(), actor(c), c.Request().PostFormValue("token")); err != nil {
		return err
	}
	return accountDone(c, "token")
}

// deleteAccount ends all; the browser is nobody's from then on.
func (s *site) deleteAccount(c echo.Context) error {
	err := s.guarded(c, actor(c).Name, "gone", func(ctx context.Context) error {
		return s.office.DeleteAccount(ctx, actor(c), c.Request().PostFormValue("gone"), arrived(c))
	})
	if err != nil {
		return s.accountAgain(c, views.AccountInput{At: "gone"}, err)
	}
	s.renew(c)
	return c.Redirect(http.StatusSeeOther, "/signin?done=gone")
}
