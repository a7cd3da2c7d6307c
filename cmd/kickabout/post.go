package main

import (
	"net/url"
	_ "time/tzdata" // players name their zones, on machines that know none too

	"kickabout/cmd/internal/mail"
	"kickabout/league/core"
)

// mailFlags say how letters leave the site.
type mailFlags struct {
	Mail             string `help:"Mail server that takes letters: smtp://user@host:587 (STARTTLS; plain on this machine and private networks alone) or smtps://user@host:465. Without it no page asks for a mail address." env:"KICKABOUT_MAIL"`
	MailFrom         string `help:"Whom letters are from, such as 'Kickabout <league@example.org>'." env:"KICKABOUT_MAIL_FROM"`
	MailPasswordFile string `help:"File with the password of the user at the mail server." env:"KICKABOUT_MAIL_PASSWORD_FILE" default:"" type:"path"`
}

// mailer is what letters leave by; nil if the site sends none. Public is the address of the site, nil on a loopback
// address: links in letters lead there.
func (f mailFlags) mailer(public *url.URL) (core.Mailer, error) {
	if f.Mail == "" {
		return nil, nil
	}
	host := "localhost"
	if public != nil {
		host = public.Hostname()
	}
	return mail.Open(f.Mail, f.MailFrom, f.MailPasswordFile, host)
}
