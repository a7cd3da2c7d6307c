package member

import (
	"fmt"
	"slices"
	"strconv"
	"time"

	"kickabout/league/contact"
	"kickabout/views/ui"
)

// InboxPage is what waits for a member's answer, and what is new to them.
type InboxPage struct {
	ui.Frame
	Answers []InboxAnswer
	News    []InboxItem
	Unread  int
	Upto    int  // the last notice that the page shows: what comes later stays unread
	Mail    bool // they could get mail, and have no address yet
}

// InboxAnswer is something that waits for an answer.
type InboxAnswer struct {
	ui.Link
	Until time.Time // zero: nobody knows
}

// InboxItem is something new.
type InboxItem struct {
	ui.Link
	Topic string
	N     int
	At    time.Time
	Read  bool
}

// NewInboxPage builds the page.
func NewInboxPage(f ui.Frame, answers []InboxAnswer, news []InboxItem, upto int) InboxPage {
	p := InboxPage{Frame: f, Answers: answers, News: news, Upto: upto}
	p.Title = "Inbox"
	for _, n := range news {
		if !n.Read {
			p.Unread++
		}
	}
	return p
}

// MailPage is where a member says where they get mail.
type MailPage struct {
	ui.Frame
	Sends   bool // the site sends mail
	Address contact.Address
	Typed   string
	Notice  string
	Errors  map[string]string
}

// NewMailPage builds the page.
func NewMailPage(f ui.Frame, sends bool, a contact.Address, typed, notice string, wrong error) MailPage {
	p := MailPage{Frame: f, Sends: sends, Address: a, Typed: typed, Notice: notice, Errors: ui.FieldSentences(wrong)}
	p.Title = "Mail"
	return p
}

// VerifyPage asks whoever opened the link in a mail to confirm that the address is theirs; programs that open all links
// change nothing.
type VerifyPage struct {
	ui.Frame
	Address string
	Token   string
	Done    bool
}

// NewVerifyPage builds the page.
func NewVerifyPage(f ui.Frame, address, token string, done bool) VerifyPage {
	p := VerifyPage{Frame: f, Address: address, Token: token, Done: done}
	p.Title = "Confirm your address"
	return p
}

// LeavePage is where mails of a kind end without signing in.
type LeavePage struct {
	ui.Frame
	Label string
	Token string
	Done  bool
}

// NewLeavePage builds the page.
func NewLeavePage(f ui.Frame, label, token string, done bool) LeavePage {
	p := LeavePage{Frame: f, Label: label, Token: token, Done: done}
	p.Title = "No more mails"
	return p
}

// NotificationsPage is where a member chooses how they are told.
type NotificationsPage struct {
	ui.Frame
	Sends    bool   // the site sends mail
	Address  string // where letters go; "" if nowhere
	Devices  int    // to which the site pushes
	Kinds    []KindRow
	Zone     string
	Digest   int
	From, To int
	Clock    string // what time it is there
	Notice   string
	Errors   map[string]string
}

// KindRow is a kind of news with how it comes.
type KindRow struct {
	ID, Label, Hint string
	Mail            string // off, digest or now
	Push            string // off or now
	Fixed           bool
}

// NewNotificationsPage builds the page.
func NewNotificationsPage(f ui.Frame, p NotificationsPage, wrong error) NotificationsPage {
	p.Frame, p.Errors = f, ui.FieldSentences(wrong)
	p.Title = "Notifications"
	return p
}

// Chooses says that there is a channel of which the member chooses.
func (p NotificationsPage) Chooses() bool { return p.Sends || p.Devices > 0 }

// ways are what somebody can choose of a channel; a push has no digest.
func ways(chosen string, digest bool) []ui.Option {
	list := []ui.Option{{ID: "off", Name: "Never"}, {ID: "now", Name: "At once"}}
	if digest {
		list = slices.Insert(list, 1, ui.Option{ID: "digest", Name: "Once a day"})
	}
	ui.ChooseOption(list, chosen)
	return list
}

// hourText writes an hour of a day: "17:00".
func hourText(hour int) string { return fmt.Sprintf("%02d:00", hour) }

// hours are the hours of a day.
func hours() (all []int) {
	for h := range 24 {
		all = append(all, h)
	}
	return all
}

func itoa(n int) string { return strconv.Itoa(n) }
