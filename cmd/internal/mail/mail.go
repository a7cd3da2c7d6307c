// Package mail hands letters to a mail server by SMTP.
package mail

import (
	"bytes"
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"net"
	"net/mail"
	"net/netip"
	"net/url"
	"os"
	"strconv"
	"strings"
	"time"

	gomail "github.com/wneessen/go-mail"

	"kickabout/league/core"
)

// patience is how long a server may take for one step.
const patience = 30 * time.Second

// Server is a mail server that takes letters.
type Server struct {
	host     string
	port     int
	implicit bool // TLS from the first byte
	user     string
	password string
	from     *mail.Address
	site     string // host of the site, for Message-ID and List-Id

	patience time.Duration
	roots    *tls.Config           // nil: those of the machine
	near     func(netip.Addr) bool // where a connection need not be encrypted
	resolve  func(context.Context, string) ([]netip.Addr, error)
}

// Open reads where letters go: smtp://user@host:587, smtps://user@host:465. From is the sender, with a name or without;
// file holds the password, "" if there is none; site is the host of the site. Nothing is sent yet.
func Open(address, from, file, site string) (*Server, error) {
	u, err := url.Parse(address)
	if err != nil {
		return nil, fmt.Errorf("--mail: %w", err)
	}
	s := &Server{host: u.Hostname(), site: site, patience: patience, near: near, resolve: resolve}
	switch u.Scheme {
	case "smtp":
		s.port = 587
	case "smtps":
		s.port, s.implicit = 465, true
	default:
		return nil, fmt.Errorf("--mail: %q is neither smtp://user@host:587 nor smtps://user@host:465", address)
	}
	if _, inside := u.User.Password(); inside {
		return nil, errors.New("--mail: a password has no place in the address, where every process sees it: put it in a file, and name that in --mail-password-file")
	}
	if s.host == "" || strings.Trim(u.Path, "/") != "" || u.RawQuery != "" {
		return nil, fmt.Errorf("--mail: %q is not an address such as smtp://user@host:587", address)
	}
	if u.Port() != "" {
		if s.port, err = strconv.Atoi(u.Port()); err != nil {
			return nil, fmt.Errorf("--mail: %w", err)
		}
	}
	if s.from, err = mail.ParseAddress(from); err != nil {
		return nil, fmt.Errorf("--mail-from: %q is not an address such as %q: %w", from, "Kickabout <league@example.org>", err)
	}
	s.user = u.User.Username()
	if (file != "") != (s.user != "") {
		return nil, errors.New("--mail: a user in the address and --mail-password-file belong together")
	}
	if file != "" {
		secret, err := os.ReadFile(file)
		if err != nil {
			return nil, fmt.Errorf("--mail-password-file: %w", err)
		}
		s.password = strings.TrimRight(string(secret), "\r\n")
	}
	return s, nil
}

// Within bounds how long a server may take for one letter. It is called before any is sent.
func (s *Server) Within(d time.Duration) { s.patience = d }

// near says that an address is on this machine or in a private network.
func near(a netip.Addr) bool {
	a = a.Unmap()
	return a.IsLoopback() || a.IsPrivate() || a.IsLinkLocalUnicast()
}

func resolve(ctx context.Context, host string) ([]netip.Addr, error) {
	if a, err := netip.ParseAddr(host); err == nil {
		return []netip.Addr{a}, nil
	}
	return net.DefaultResolver.LookupNetIP(ctx, "ip", host)
}

// Send hands over a letter; see core.Mailer.
func (s *Server) Send(ctx context.Context, m core.Mail) error {
	message, err := s.message(m)
	if err != nil {
		return err
	}
	client, err := s.client(ctx)
	if err != nil {
		return err
	}
	if err := client.DialAndSendWithContext(ctx, message); err != nil && !message.IsDelivered() {
		return refusal(err)
	}
	return nil // what goes wrong after the server has taken it is of no matter
}

// refusal finds what the server answered.
func refusal(err error) error {
	var answer *gomail.SendError
	if errors.As(err, &answer) && answer.ErrorCode() != 0 {
		return &core.Refusal{Code: answer.ErrorCode(), Sub: answer.EnhancedStatusCode(), Text: answer.Error()}
	}
	return fmt.Errorf("handing over a letter: %w", err)
}

// client is a connection to be made: encrypted, but to where everything is near.
func (s *Server) client(ctx context.Context) (*gomail.Client, error) {
	addresses, err := s.resolve(ctx, s.host)
	if err == nil && len(addresses) == 0 {
		err = errors.New("it has no address")
	}
	if err != nil {
		return nil, fmt.Errorf("looking for the mail server %s: %w", s.host, err)
	}
	security := &tls.Config{ServerName: s.host, MinVersion: tls.VersionTLS12}
	if s.roots != nil {
		security = s.roots.Clone()
		security.ServerName = s.host
	}
	policy := gomail.TLSOpportunistic
	for _, a := range addresses {
		if !s.near(a) {
			policy = gomail.TLSMandatory
		}
	}
	if policy == gomail.TLSOpportunistic && !s.implicit {
		security.InsecureSkipVerify = true // it would go without TLS as well
	}
	dial := func(ctx context.Context, network, _ string) (net.Conn, error) { // to what was looked at, whatever the name says by now
		var problems []error
		for _, a := range addresses {
			c, err := (&net.Dialer{Timeout: s.patience}).DialContext(ctx, network, netip.AddrPortFrom(a, uint16(s.port)).String())
			if err == nil && s.implicit {
				t := tls.Client(c, security)
				if err = t.HandshakeContext(ctx); err == nil {
					return t, nil
				}
				c.Close()
			}
			if err == nil {
				return c, nil
			}
			problems = append(problems, err)
		}
		return nil, errors.Join(problems...)
	}
	options := []gomail.Option{
		gomail.WithPort(s.port), gomail.WithTimeout(s.patience), gomail.WithTLSConfig(security), gomail.WithDialContextFunc(dial), gomail.WithHELO(s.site), gomail.WithoutNoop(),
	}
	if s.implicit {
		options = append(options, gomail.WithSSL(), gomail.WithTLSPolicy(gomail.NoTLS))
	} else {
		options = append(options, gomail.WithTLSPolicy(policy))
	}
	if s.user != "" {
		options = append(options, gomail.WithSMTPAuth(gomail.SMTPAuthAutoDiscover), gomail.WithUsername(s.user), gomail.WithPassword(s.password))
	}
	return gomail.NewClient(s.host, options...)
}

// message writes a letter.
func (s *Server) message(m core.Mail) (*gomail.Msg, error) {
	msg := gomail.NewMsg(gomail.WithNoDefaultUserAgent())
	msg.FromMailAddress(s.from)
	if err := msg.To(m.To); err != nil {
		return nil, fmt.Errorf("a letter to %q: %w", m.To, err)
	}
	msg.Subject(m.Subject)
	msg.SetDate()
	msg.SetMessageIDWithValue(MessageID(m.Key, s.site))
	msg.SetGenHeader("Auto-Submitted", "auto-generated")
	msg.SetGenHeader("List-Id", "<notices."+s.site+">")
	if m.Leave != "" {
		msg.SetGenHeaderPreformatted(gomail.HeaderListUnsubscribe, "<"+m.Leave+">")
		msg.SetGenHeader(gomail.HeaderListUnsubscribePost, "List-Unsubscribe=One-Click")
	}
	msg.SetBodyString(gomail.TypeTextPlain, m.Text)
	if m.HTML != "" {
		msg.AddAlternativeString(gomail.TypeTextHTML, m.HTML)
	}
	if len(m.Board) > 0 {
		if err := msg.EmbedReader("board.png", bytes.NewReader(m.Board), gomail.WithFileContentID("<board>"), gomail.WithFileContentType("image/png")); err != nil {
			return nil, err
		}
	}
	return msg, nil
}

// MessageID is what a letter with a key is called, however often it is sent.
func MessageID(key, site string) string { return core.MailID(key) + "@" + site }
