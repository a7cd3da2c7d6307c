package member

import (
	"cmp"
	"context"
	"net/http"
	"slices"
	"time"

	"github.com/labstack/echo/v4"

	"kickabout/cmd/internal/web/request"
	"kickabout/league"
	"kickabout/league/members"
	"kickabout/league/office"
	"kickabout/views/member"
	"kickabout/views/ui"
)

// Security answers requests about the ways into accounts.
type Security struct {
	*request.Site
	office   *office.Office
	accounts *Accounts
}

// NewSecurity returns the handlers of the ways into accounts.
func NewSecurity(site *request.Site, o *office.Office, accounts *Accounts) *Security {
	return &Security{Site: site, office: o, accounts: accounts}
}

// Page is the page on which members look after the ways into their account.
func (s *Security) Page(c echo.Context) error {
	return s.page(c, http.StatusOK, member.SecurityInput{Done: c.QueryParam("done")})
}

func (s *Security) page(c echo.Context, status int, in member.SecurityInput) error {
	var err error
	if in.Frame, err = s.Frame(c); err != nil {
		return err
	}
	ctx, who := c.Request().Context(), request.Actor(c)
	visit, err := s.office.Visit(ctx, s.Token(c))
	if err != nil {
		return err
	}
	in.Session = visit.Session
	if in.Sessions, err = s.office.Sessions(ctx, who); err != nil {
		return err
	}
	if in.Log, err = s.office.SecurityOf(ctx, who, securityShown); err != nil {
		return err
	}
	if in.Passkeys, err = s.office.Passkeys(ctx, who); err != nil {
		return err
	}
	in.TakesPasskeys = s.office.TakesPasskeys()
	if in.CodesLeft, in.CodesMade, err = s.office.Codes(ctx, who); err != nil {
		return err
	}
	return s.Render(c, status, member.Security(member.NewSecurityPage(in)))
}

// again shows the page with what was wrong.
func (s *Security) again(c echo.Context, in member.SecurityInput, err error) error {
	status, fields, err := formErrors(c, err)
	if err != nil {
		return err
	}
	in.Errors = fields
	return s.page(c, status, in)
}

// securityShown is how many events the page has.
const securityShown = 30

// NotMe ends all that is signed in to the viewer's account elsewhere.
func (s *Security) NotMe(c echo.Context) error {
	if err := s.office.EndOthers(c.Request().Context(), request.Actor(c), s.Token(c)); err != nil {
		return err
	}
	s.NoteSecurity(c, request.LogNotMe, request.Actor(c).ID)
	return c.Redirect(http.StatusSeeOther, "/account/security?done=not-me#password-part")
}

// Later keeps the warning that nothing but the password opens the viewer's account from them for a month.
func (s *Security) Later(c echo.Context) error {
	if err := s.office.Reach.PutOff(c.Request().Context(), request.Actor(c)); err != nil {
		return err
	}
	return c.Redirect(http.StatusSeeOther, cmp.Or(next(c), "/"))
}

// NotMePage is where a letter leads whoever may say that it was not they, signed in or not.
func (s *Security) NotMePage(c echo.Context) error {
	unreferred(c)
	who, before, err := s.office.NotMePlayer(c.Request().Context(), c.Param("link"))
	if err != nil {
		return err
	}
	return s.notMePage(c, member.NotMeInput{Name: who.Name, Mail: before})
}

func (s *Security) notMePage(c echo.Context, in member.NotMeInput) error {
	frame, err := s.Frame(c)
	if err != nil {
		return err
	}
	in.Frame = frame
	return s.Render(c, http.StatusOK, member.NotMe(member.NewNotMePage(in)))
}

// NotMeByLink ends all that opens the account of a link.
func (s *Security) NotMeByLink(c echo.Context) error {
	unreferred(c)
	if c.Request().PostFormValue("only") == "mail" {
		return s.undoAddress(c)
	}
	who, err := s.office.NotMe(c.Request().Context(), c.Param("link"))
	if err != nil {
		return err
	}
	s.NoteSecurity(c, request.LogNotMe, who.ID)
	s.Renew(c)
	return s.notMePage(c, member.NotMeInput{Name: who.Name, Done: true})
}

// undoAddress has mail go again to where it went before, and ends nothing.
func (s *Security) undoAddress(c echo.Context) error {
	ctx, link := c.Request().Context(), c.Param("link")
	_, before, err := s.office.NotMePlayer(ctx, link)
	if err != nil {
		return err
	}
	who, err := s.office.UndoAddress(ctx, link)
	if err != nil {
		return err
	}
	s.NoteSecurity(c, request.LogMailSettled, who.ID)
	if err := s.office.Reach.Reachable(ctx, who.ID); err != nil {
		return err
	}
	return s.notMePage(c, member.NotMeInput{Name: who.Name, Mail: before, Undone: true})
}

// securityDone leads back to the page, which says what has been done.
func securityDone(c echo.Context, what string) error {
	return c.Redirect(http.StatusSeeOther, "/account/security?done="+what)
}

// ChangePassword gives the viewer a new password, and this browser a new session.
func (s *Security) ChangePassword(c echo.Context) error {
	visit, err := s.office.Visit(c.Request().Context(), s.Token(c))
	if err != nil {
		return err
	}
	spare := c.Request().PostFormValue("spare") != ""
	var token string
	err = s.accounts.Guarded(c, request.Actor(c).Name, "old", func(ctx context.Context) (err error) {
		form := c.Request().PostFormValue
		token, err = s.office.ChangePassword(ctx, request.Actor(c), members.PasswordChange{
			Old: form("old"), New: form("password"), Browser: c.Request().UserAgent(), Brief: !visit.Session.Kept, Spare: spare,
		})
		return err
	})
	if err != nil {
		if outcomeOf(err) == request.SignInWrong {
			s.NoteSecurity(c, request.LogPasswordNot, request.Actor(c).ID)
		}
		return s.again(c, member.SecurityInput{At: "password", Spare: spare}, err)
	}
	s.NoteSecurity(c, request.LogPasswordChanged, request.Actor(c).ID)
	s.SetToken(c, token, visit.Session.Kept)
	return securityDone(c, "password")
}

// EndSession ends one session, or all but this one.
func (s *Security) EndSession(c echo.Context) error {
	id := c.Request().PostFormValue("session")
	end := func(ctx context.Context) error { return s.office.EndSession(ctx, request.Actor(c), id) }
	if id == "others" {
		end = func(ctx context.Context) error { return s.office.EndOtherSessions(ctx, request.Actor(c), s.Token(c)) }
	}
	if err := end(c.Request().Context()); err != nil {
		return err
	}
	s.NoteSecurity(c, request.LogSessionsEnded, request.Actor(c).ID)
	return securityDone(c, "session")
}

// MakeCodes makes recovery codes and shows them this once.
func (s *Security) MakeCodes(c echo.Context) error {
	who := request.Actor(c)
	s.NoteSecurity(c, request.LogCodesMade, who.ID)
	return s.accounts.showCodes(c, who, member.CodesInput{})
}

// showCodes makes recovery codes of a member and shows them.
func (s *Accounts) showCodes(c echo.Context, who league.Player, in member.CodesInput) (err error) {
	if in.Codes, err = s.office.MakeCodes(c.Request().Context(), who); err != nil {
		return err
	}
	if in.Frame, err = s.Frame(c); err != nil {
		return err
	}
	in.Address = s.AddressOf(c)
	return s.Render(c, http.StatusCreated, member.Codes(member.NewCodesPage(in)))
}

// RecoverPage is where whoever has lost the password gets in again.
func (s *Security) RecoverPage(c echo.Context) error {
	return s.recoverPage(c, http.StatusOK, member.RecoverInput{Mailed: c.QueryParam("done") == "mailed"})
}

// mailWithin is how long letters may take that somebody has asked for; nobody waits for them.
const mailWithin = time.Minute

// RecoverByMail has a link sent to whoever gets mail for a name, or at an address. The answer is the same whoever there
// is, and takes the same time: the letters are written afterwards.
func (s *Security) RecoverByMail(c echo.Context) error {
	who := c.Request().PostFormValue("who")
	now := request.Arrived(c)
	if _, wait := s.Limits.Recoveries.Take(request.Neighbourhood(c.RealIP()), now); wait > 0 {
		status, fields, err := formErrors(c, request.TooOften(c, wait))
		if err != nil {
			return err
		}
		return s.recoverPage(c, status, member.RecoverInput{Who: who, Errors: map[string]string{"mail": fields[""]}})
	}
	s.NoteSecurity(c, request.LogRecoveryAsked, "")
	address := request.LettersLead(s.Site, c)
	ctx, cancel := context.WithTimeout(context.WithoutCancel(c.Request().Context()), mailWithin)
	asked := league.SecurityEvent{Act: string(request.LogRecoveryAsked), Neighbourhood: request.Neighbourhood(c.RealIP()), Browser: c.Request().UserAgent(), Request: request.ID(c)}
	go func() {
		defer cancel()
		err := s.office.MailLinks(ctx, who, func(secret string) string { return address + "/recover/" + secret }, func(player string) bool {
			if _, wait := s.Limits.RecoveryMails.Take(player, now); wait > 0 {
				return false
			}
			asked.Player = player
			if err := s.office.NoteSecurity(ctx, asked, league.SecurityAsked); err != nil {
				s.Log.WarnContext(ctx, "noting what concerns security", "err", err)
			}
			return true
		})
		if err != nil {
			s.Log.WarnContext(ctx, "recovery by mail", "err", err)
		}
	}()
	return c.Redirect(http.StatusSeeOther, "/recover?done=mailed")
}

func (s *Security) recoverPage(c echo.Context, status int, in member.RecoverInput) error {
	var err error
	if in.Frame, err = s.Frame(c); err != nil {
		return err
	}
	in.Mail = s.office.Mailer != nil
	in.Contact = slices.ContainsFunc(in.Site.Texts, func(l ui.Link) bool { return l.URL == "/contact" })
	return s.Render(c, status, member.Recover(member.NewRecoverPage(in)))
}

// Recover sets a password by a recovery code. Tries are counted as those to sign in are.
func (s *Security) Recover(c echo.Context) error {
	form := c.Request().PostFormValue
	in := member.RecoverInput{Name: form("name"), Code: form("code")}
	request.By(c, "code")
	var who league.Player
	err := s.accounts.Guarded(c, in.Name, "code", func(ctx context.Context) (err error) {
		who, err = s.office.RecoverByCode(ctx, in.Name, in.Code, form("password"))
		return err
	})
	if err != nil {
		if ui.FieldSentences(err)["code"] != "" {
			s.NoteSecurity(c, request.LogRecoveryFailed, "")
		}
		var status int
		if status, in.Errors, err = formErrors(c, err); err != nil {
			return err
		}
		return s.recoverPage(c, status, in)
	}
	return s.recovered(c, who)
}

// recovered leads to where one signs in with a new password. Recovering never signs in.
func (s *Security) recovered(c echo.Context, who league.Player) error {
	s.NoteSecurity(c, request.LogRecovered, who.ID)
	s.Renew(c)
	return c.Redirect(http.StatusSeeOther, "/signin?done=recovered")
}

// unreferred keeps the address of a page, which is a secret, from wherever its links lead.
func unreferred(c echo.Context) { c.Response().Header().Set("Referrer-Policy", "no-referrer") }

// LinkPage is where a recovery link leads.
func (s *Security) LinkPage(c echo.Context) error {
	return s.linkPage(c, http.StatusOK, member.RecoverLinkInput{})
}

func (s *Security) linkPage(c echo.Context, status int, in member.RecoverLinkInput) error {
	unreferred(c)
	who, err := s.office.Recoverable(c.Request().Context(), c.Param("link"))
	if err != nil {
		return err
	}
	if in.Frame, err = s.Frame(c); err != nil {
		return err
	}
	if in.Second, err = s.office.HasPasskey(c.Request().Context(), who.ID); err != nil {
		return err
	}
	in.Name = who.Name
	return s.Render(c, status, member.RecoverLink(member.NewRecoverLinkPage(in)))
}

// RecoverByLink sets a password by a recovery link.
func (s *Security) RecoverByLink(c echo.Context) error {
	unreferred(c)
	form := c.Request().PostFormValue
	request.By(c, "link")
	who, err := s.office.RecoverByLink(c.Request().Context(), c.Param("link"), form("password"), form("code"))
	if err != nil {
		if ui.FieldSentences(err)["code"] != "" {
			s.NoteSecurity(c, request.LogRecoveryFailed, "")
		}
		status, fields, err := formErrors(c, err)
		if err != nil {
			return err
		}
		return s.linkPage(c, status, member.RecoverLinkInput{Code: form("code"), Errors: fields})
	}
	return s.recovered(c, who)
}
