package member

import (
	"context"
	"errors"
	"net/http"
	"strconv"
	"time"

	"github.com/labstack/echo/v4"

	"kickabout/cmd/internal/web/request"
	"kickabout/league"
	"kickabout/league/contact"
	"kickabout/league/core"
	"kickabout/league/reach"
	"kickabout/views/member"
	"kickabout/views/ui"
)

// Reach answers requests about what a member is told, and how.
type Reach struct {
	*Accounts
	tests *request.Limiter // of test mails, by player
}

// NewReach returns the handlers.
func NewReach(a *Accounts) *Reach {
	return &Reach{a, request.NewLimiter(request.Rate{Count: 3, Per: 10 * time.Minute})}
}

// inboxShown is how many news the inbox shows.
const inboxShown = 50

// Inbox is the page of what waits for an answer, and of news.
func (s *Reach) Inbox(c echo.Context) error {
	ctx := c.Request().Context()
	frame, err := s.Frame(c)
	if err != nil {
		return err
	}
	answers, err := s.office.Reach.Answers(ctx, frame.Viewer)
	if err != nil {
		return err
	}
	items, err := s.office.Reach.Inbox(ctx, frame.Viewer, inboxShown)
	if err != nil {
		return err
	}
	upto, err := s.office.LastNotice(ctx, frame.Viewer.ID)
	if err != nil {
		return err
	}
	var waits []member.InboxAnswer
	for _, a := range answers {
		waits = append(waits, member.InboxAnswer{Link: linkOf(a.Line), Until: a.Until})
	}
	var news []member.InboxItem
	for _, i := range items {
		news = append(news, member.InboxItem{Link: linkOf(i.Line), Topic: i.Topic, N: i.N, At: i.At, Read: i.Read})
	}
	return s.Render(c, http.StatusOK, member.Inbox(member.NewInboxPage(frame, waits, news, upto)))
}

// linkOf leads to what a line is about.
func linkOf(l reach.Line) ui.Link {
	return ui.Link{Text: l.Text, URL: ui.NewsURL(string(l.About), l.Subject)}
}

// everything is the number of no notice: up to it all are read.
const everything = 1 << 30

// Read notes what was read: topics, each up to a notice, or all. A script hears nothing; a form is led on.
func (s *Reach) Read(c echo.Context) error {
	viewer, err := s.Member(c)
	if err != nil {
		return err
	}
	form, err := request.Form(c)
	if err != nil {
		return err
	}
	upto, err := strconv.Atoi(form.Get("n"))
	if err != nil {
		upto = everything
	}
	topics := form["topic"]
	if len(topics) == 0 {
		topics = []string{""}
	}
	for _, topic := range topics[:min(len(topics), inboxShown)] {
		if err := s.office.Reach.MarkRead(c.Request().Context(), viewer, topic, upto); err != nil {
			return err
		}
	}
	if form.Get("quiet") != "" {
		return c.NoContent(http.StatusNoContent)
	}
	to := LocalPath(form.Get("next"))
	if to == "" {
		to = ui.InboxURL
	}
	return c.Redirect(http.StatusSeeOther, to)
}

// MailPage is where a member says where they get mail.
func (s *Reach) MailPage(c echo.Context) error {
	notice := map[string]string{"sent": "The link is on its way.", "removed": "The address is removed. No mail comes any more."}[c.QueryParam("done")]
	return s.mailPage(c, http.StatusOK, notice, "", nil)
}

func (s *Reach) mailPage(c echo.Context, status int, notice, typed string, wrong error) error {
	frame, err := s.Frame(c)
	if err != nil {
		return err
	}
	a, err := s.office.Addresses.Address(c.Request().Context(), frame.Viewer.ID)
	if err != nil {
		return err
	}
	return s.Render(c, status, member.Mail(member.NewMailPage(frame, s.office.Mailer != nil, a, typed, notice, wrong)))
}

// WantMail sends the link that confirms an address.
func (s *Reach) WantMail(c echo.Context) error {
	viewer, err := s.Member(c)
	if err != nil {
		return err
	}
	ctx, typed := c.Request().Context(), c.FormValue("address")
	if err := s.office.Reach.Settle(ctx, viewer, reach.Wishes{Zone: c.FormValue("zone"), ZoneOnly: true}); err != nil && league.KindOf(err) != league.Invalid {
		return err
	}
	err = s.office.Addresses.Want(ctx, viewer, typed, func(token string) string { return request.LettersLead(s.Site, c) + verifyPath + token })
	if wrong := league.Fields(err); len(wrong) > 0 {
		return s.mailPage(c, http.StatusUnprocessableEntity, "", typed, err)
	}
	if err != nil {
		return err
	}
	return c.Redirect(http.StatusSeeOther, ui.MailURL+"?done=sent")
}

// verifyPath is where links that confirm an address lead.
const verifyPath = "/account/mail/links/"

// VerifyPage asks for the confirmation: a program that opens all links in a mail changes nothing.
func (s *Reach) VerifyPage(c echo.Context) error {
	a, err := s.office.Addresses.Wanted(c.Request().Context(), c.Param("token"))
	if err != nil {
		return err
	}
	return s.verifyPage(c, a.Wanted, false)
}

func (s *Reach) verifyPage(c echo.Context, address string, done bool) error {
	frame, err := s.Frame(c)
	if err != nil {
		return err
	}
	return s.Render(c, http.StatusOK, member.Verify(member.NewVerifyPage(frame, address, c.Param("token"), done)))
}

// Verify takes an address over.
func (s *Reach) Verify(c echo.Context) error {
	ctx := c.Request().Context()
	was, err := s.office.Addresses.Take(ctx, c.Param("token"))
	if err != nil {
		return err
	}
	if err := s.office.Reach.Reachable(ctx, was.Player); err != nil {
		return err
	}
	if was.Address != was.Wanted {
		s.NoteSecurity(c, request.LogMailSettled, was.Player)
		s.tellFormer(c, was)
	}
	return s.verifyPage(c, was.Wanted, true)
}

// DropMail forgets the address.
func (s *Reach) DropMail(c echo.Context) error {
	viewer, err := s.Member(c)
	if err != nil {
		return err
	}
	was, err := s.office.Addresses.Address(c.Request().Context(), viewer.ID)
	if err != nil {
		return err
	}
	if err := s.office.Addresses.DropAddress(c.Request().Context(), viewer); err != nil {
		return err
	}
	if was.Address != "" {
		s.NoteSecurity(c, request.LogMailDropped, viewer.ID)
		s.tellFormer(c, was)
	}
	return c.Redirect(http.StatusSeeOther, ui.MailURL+"?done=removed")
}

// tellFormer tells where mail went before that it does no more; nobody waits for it.
func (s *Reach) tellFormer(c echo.Context, was contact.Address) {
	address := request.LettersLead(s.Site, c)
	ctx, cancel := context.WithTimeout(context.WithoutCancel(c.Request().Context()), mailWithin)
	go func() {
		defer cancel()
		if err := s.office.TellFormer(ctx, was.Player, was.Address, func(secret string) string { return address + ui.NotMeURL(secret) }); err != nil {
			s.Log.WarnContext(ctx, "telling the address before", "account", was.Player, "err", err)
		}
	}()
}

// LeavePage asks whether mails of a kind are to end: a program that opens all links changes nothing.
func (s *Reach) LeavePage(c echo.Context) error {
	_, k, err := s.office.Reach.Leaving(c.Request().Context(), c.Param("token"))
	if err != nil {
		return err
	}
	return s.leavePage(c, k, false)
}

func (s *Reach) leavePage(c echo.Context, k reach.KindInfo, done bool) error {
	frame, err := s.Frame(c)
	if err != nil {
		return err
	}
	return s.Render(c, http.StatusOK, member.Leave(member.NewLeavePage(frame, k.Label, c.Param("token"), done)))
}

// Leave ends mails of a kind (RFC 8058): without a session, as often as somebody asks.
func (s *Reach) Leave(c echo.Context) error {
	k, err := s.office.Reach.Leave(c.Request().Context(), c.Param("token"))
	if err != nil {
		return err
	}
	return s.leavePage(c, k, true)
}

// Notifications is where a member chooses how they are told.
func (s *Reach) Notifications(c echo.Context) error {
	notice := ""
	if c.QueryParam("done") == "saved" {
		notice = "Saved."
	}
	return s.notifications(c, http.StatusOK, notice, nil, nil)
}

func (s *Reach) notifications(c echo.Context, status int, notice string, typed *reach.Wishes, wrong error) error {
	ctx := c.Request().Context()
	frame, err := s.Frame(c)
	if err != nil {
		return err
	}
	w, err := s.office.Reach.Wishes(ctx, frame.Viewer)
	if err != nil {
		return err
	}
	a, err := s.office.Addresses.Address(ctx, frame.Viewer.ID)
	if err != nil {
		return err
	}
	if typed != nil {
		w = *typed
	}
	devices, err := s.office.Channels.Devices.Of(ctx, frame.Viewer)
	if err != nil {
		return err
	}
	p := member.NotificationsPage{Devices: len(devices), Sends: s.office.Mailer != nil, Zone: w.Zone, Digest: w.Digest, From: w.QuietFrom, To: w.QuietUntil, Notice: notice}
	if a.Open() {
		p.Address = a.Address
	}
	p.Clock = frame.Now.In(reach.Zone(contact.ReachHours{Zone: w.Zone})).Format("15:04")
	for _, k := range reach.Kinds() {
		p.Kinds = append(p.Kinds, member.KindRow{ID: string(k.Kind), Label: k.Label, Hint: k.Hint, Mail: string(w.Ways[reach.MailChannel][k.Kind]), Push: string(w.Ways[reach.PushChannel][k.Kind]), Fixed: k.Fixed})
	}
	return s.Render(c, status, member.Notifications(member.NewNotificationsPage(frame, p, wrong)))
}

// SetNotifications keeps what was chosen.
func (s *Reach) SetNotifications(c echo.Context) error {
	viewer, err := s.Member(c)
	if err != nil {
		return err
	}
	hour := func(name string) int {
		h, err := strconv.Atoi(c.FormValue(name))
		if err != nil {
			return -1
		}
		return h
	}
	w := reach.Wishes{Zone: c.FormValue("zone"), Digest: hour("digest"), QuietFrom: hour("from"), QuietUntil: hour("to"), Ways: reach.Ways{}}
	for _, channel := range reach.Chosen() {
		w.Ways[channel] = map[reach.Kind]reach.How{}
		for _, k := range reach.Kinds() {
			if how := c.FormValue(channel + "-" + string(k.Kind)); how != "" {
				w.Ways[channel][k.Kind] = reach.How(how)
			}
		}
	}
	err = s.office.Reach.Settle(c.Request().Context(), viewer, w)
	if wrong := league.Fields(err); len(wrong) > 0 {
		return s.notifications(c, http.StatusUnprocessableEntity, "", &w, err)
	}
	if err != nil {
		return err
	}
	return c.Redirect(http.StatusSeeOther, ui.NotificationsURL+"?done=saved")
}

// TestMail sends a mail at once and says what came back.
func (s *Reach) TestMail(c echo.Context) error {
	ctx := c.Request().Context()
	viewer, err := s.Member(c)
	if err != nil {
		return err
	}
	a, err := s.office.Addresses.Address(ctx, viewer.ID)
	if err != nil {
		return err
	}
	if s.office.Mailer == nil || !a.Open() {
		return league.Errorf(league.Forbidden, "There is no address to send it to.")
	}
	if _, wait := s.tests.Take(viewer.ID, s.office.Now()); wait > 0 {
		return s.notifications(c, http.StatusTooManyRequests, "Three test mails were sent in the last minutes. Wait a little for the next one.", nil, nil)
	}
	now := s.office.Now()
	err = s.office.Mailer.Send(ctx, core.Mail{
		To: a.Address, Key: "test:" + viewer.ID + ":" + now.Format(time.RFC3339Nano), Subject: "A test", Text: "Hello " + viewer.Name + ",\n\nmail reaches you here.\n",
	})
	var refusal *core.Refusal
	switch {
	case errors.As(err, &refusal):
		return s.notifications(c, http.StatusOK, "The mail server refused it: "+strconv.Itoa(refusal.Code)+" "+refusal.Sub+".", nil, nil)
	case err != nil:
		s.Log.Warn("a test mail", "err", err)
		return s.notifications(c, http.StatusOK, "The mail server was not there. Whoever runs the site finds more in its log.", nil, nil)
	}
	return s.notifications(c, http.StatusOK, "The mail server took it at "+now.Format("15:04:05")+" UTC. Look into your mail.", nil, nil)
}
