// Package letters brings messages to players by mail.
package letters

import (
	"context"
	"errors"
	"strings"
	"sync"
	"time"

	"kickabout/league"
	"kickabout/league/core"
	"kickabout/league/office"
	"kickabout/league/reach"
	"kickabout/league/setting"
	"kickabout/views/letter"
	"kickabout/views/match"
	"kickabout/views/ui"
)

const (
	patience = 90 * time.Second // how long one letter may take
	round    = time.Minute      // for which mails of the day say the same of the log of the dice
)

// Channel is mail.
type Channel struct {
	Office *office.Office
	URL    string // of the site, where links lead, without a slash at the end

	logged struct { // what mails say of the log of the dice, and until when
		sync.Mutex
		log   *letter.Log
		until time.Time
	}
}

// Name is "mail".
func (c *Channel) Name() string { return reach.MailChannel }

// Targets is the address of a player, if letters go there.
func (c *Channel) Targets(ctx context.Context, player string) ([]string, error) {
	a, err := c.Office.Addresses.Address(ctx, player)
	if err != nil || !a.Open() {
		return nil, err
	}
	return []string{""}, nil
}

// Send writes a letter and hands it over.
func (c *Channel) Send(ctx context.Context, _ string, m reach.Message) reach.Outcome {
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	a, err := c.Office.Addresses.Address(ctx, m.Player.ID)
	if err != nil {
		return reach.Outcome{State: reach.Later, Problem: err.Error()}
	}
	if !a.Open() {
		return reach.Outcome{State: reach.Gone, Problem: "there is no address that takes letters"}
	}
	l, err := c.mail(ctx, m)
	if err == nil {
		l.To = a.Address
		err = c.Office.Mailer.Send(ctx, l)
	}
	if err == nil {
		return reach.Outcome{State: reach.Sent}
	}
	if r := (*core.Refusal)(nil); errors.As(err, &r) && !r.Later() {
		out := reach.Outcome{State: reach.Gone, Problem: r.Error()}
		if err := c.Office.Addresses.Refused(ctx, m.Player.ID, a.Address, r); err != nil {
			out.Problem += "; " + err.Error()
		}
		return out
	}
	return reach.Outcome{State: reach.Later, Problem: err.Error()}
}

// mail writes a message as a letter.
func (c *Channel) mail(ctx context.Context, m reach.Message) (core.Mail, error) {
	settled, err := c.Office.Site.Values(ctx)
	if err != nil {
		return core.Mail{}, err
	}
	site := settled.Of(setting.Name)
	l := letter.Letter{Site: site, Title: m.Title, Manage: c.URL + ui.NotificationsURL, Why: "You get this mail because you play at " + site + "."}
	for _, p := range []letter.Part{{Lines: c.links(m.Lines)}, {Heading: "Waits for your answer", Lines: c.links(m.Answers)}, {Heading: "News", Lines: c.links(m.News)}} {
		if len(p.Lines) > 0 {
			l.Parts = append(l.Parts, p)
		}
	}
	if m.Kind == reach.Security {
		l.Parts = append(l.Parts, letter.Part{Heading: "Was it not you?", Lines: []ui.Link{{Text: "This was not me", URL: c.URL + ui.NotMeURL(c.Office.NotMeLink(m.Player.ID, ""))}}})
		l.Why = "You get this mail because it is about your account " + m.Player.Name + " at " + site + "."
	}
	if m.Last {
		l.Why = "Nobody has seen you at " + site + " for 60 days, so this is the last mail until you come back."
	}
	mail := core.Mail{Key: m.Key, Subject: m.Title}
	if !m.Fixed {
		l.Leave = c.URL + LeavePath + c.Office.Reach.LeaveToken(m.Player.ID, m.Kind)
		mail.Leave = l.Leave
	}
	if m.Kind == reach.DigestKind {
		if l.Log, err = c.log(ctx); err != nil {
			return core.Mail{}, err
		}
	}
	mail.Board = c.board(ctx, m)
	l.Board = len(mail.Board) > 0
	var html strings.Builder
	if err := letter.HTML(l).Render(ctx, &html); err != nil {
		return core.Mail{}, err
	}
	mail.Text, mail.HTML = l.Text(), html.String()
	return mail, nil
}

// log is what the log of the dice was at the end of the last day; nil: there is none yet. Most mails of a day go out at one
// hour, so it is read once for a round of them and not for each.
func (c *Channel) log(ctx context.Context) (*letter.Log, error) {
	c.logged.Lock()
	defer c.logged.Unlock()
	now := c.Office.Now()
	if now.Before(c.logged.until) {
		return c.logged.log, nil
	}
	days, err := c.Office.DiceLog.Days(ctx, 1)
	if err != nil {
		return nil, err
	}
	c.logged.log, c.logged.until = nil, now.Add(round)
	if len(days) > 0 {
		c.logged.log = &letter.Log{Day: ui.NumberedDay(days[0].Day), Checkpoint: days[0].Checkpoint, URL: c.URL + "/dice#log"}
	}
	return c.logged.log, nil
}

// LeavePath is where a letter's reader ends letters like it, before the token.
const LeavePath = "/unsubscribe/"

// links are lines with the addresses to which they lead.
func (c *Channel) links(lines []reach.Line) (links []ui.Link) {
	for _, l := range lines {
		links = append(links, ui.Link{Text: l.Text, URL: c.URL + ui.NewsURL(string(l.About), l.Subject)})
	}
	return links
}

// board draws the most urgent game of a message; without it the letter goes as well.
func (c *Channel) board(ctx context.Context, m reach.Message) []byte {
	if len(m.Lines) == 0 || m.Lines[0].About != reach.AboutMatch || m.Kind == reach.Chat {
		return nil
	}
	v, err := c.Office.Match(ctx, league.Of(m.Player), m.Lines[0].Subject)
	if err != nil {
		return nil
	}
	picture, err := match.PictureCard(v.Match, v.Record).PNG()
	if err != nil {
		c.Office.Log.WarnContext(ctx, "drawing a board for a letter", "match", v.Match.ID, "err", err)
		return nil
	}
	return picture
}
