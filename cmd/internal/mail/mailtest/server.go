// Package mailtest is a mail server for tests.
package mailtest

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"crypto/x509/pkix"
	"io"
	"math/big"
	"net"
	"net/mail"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/emersion/go-smtp"
)

// A Letter is what the server has taken.
type Letter struct {
	From, To string
	Secure   bool // by TLS
	Header   mail.Header
	Raw      string
	At       time.Time // by the clock of the test, if it has one
}

// A Mishap is what befalls a whole letter.
type Mishap int

// The mishaps.
const (
	None  Mishap = iota
	Hangs        // the server says nothing more, and keeps nothing
	Cuts         // the server keeps the letter and says so, and the connection breaks
)

// Server takes letters on a loopback address.
type Server struct {
	Address string // host:port
	Roots   *x509.CertPool

	mu      sync.Mutex
	letters []Letter
	refuse  func(to string) error
	after   func() // called before the answer to a whole letter
	mishap  func(to string) Mishap
	now     func() time.Time
	over    chan struct{}
	open    atomic.Int64 // connections
}

// Start starts a server that is stopped with the test. Secure lets it offer STARTTLS.
func Start(t *testing.T, secure bool) *Server {
	t.Helper()
	s := &Server{now: time.Now, over: make(chan struct{})}
	server := smtp.NewServer(smtp.BackendFunc(func(c *smtp.Conn) (smtp.Session, error) { return &session{server: s, conn: c}, nil }))
	server.Domain, server.AllowInsecureAuth, server.ReadTimeout, server.WriteTimeout = "mail.test", true, 10*time.Second, 10*time.Second
	if secure {
		var certificate tls.Certificate
		certificate, s.Roots = certify(t)
		server.TLSConfig = &tls.Config{Certificates: []tls.Certificate{certificate}}
	}
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	s.Address = listener.Addr().String()
	go func() { _ = server.Serve(breaking{listener, &s.open}) }()
	t.Cleanup(func() { close(s.over); server.Close() })
	return s
}

// breaking listens for connections that can break after an answer.
type breaking struct {
	net.Listener
	open *atomic.Int64
}

func (b breaking) Accept() (net.Conn, error) {
	c, err := b.Listener.Accept()
	if err != nil {
		return nil, err
	}
	b.open.Add(1)
	return &brittle{Conn: c, closed: sync.OnceFunc(func() { b.open.Add(-1) })}, nil
}

// brittle is a connection that breaks after what is written next, once that is wanted.
type brittle struct {
	net.Conn
	breaks atomic.Bool
	closed func()
}

func (b *brittle) Close() error {
	defer b.closed()
	return b.Conn.Close()
}

func (b *brittle) Write(data []byte) (int, error) {
	n, err := b.Conn.Write(data)
	if b.breaks.Load() {
		b.Close()
	}
	return n, err
}

// certify makes a certificate for mail.test, and the pool that knows it.
func certify(t *testing.T) (tls.Certificate, *x509.CertPool) {
	t.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	template := &x509.Certificate{
		SerialNumber: big.NewInt(1), Subject: pkix.Name{CommonName: "mail.test"}, DNSNames: []string{"mail.test"},
		NotBefore: time.Now().Add(-time.Hour), NotAfter: time.Now().Add(time.Hour), IsCA: true, BasicConstraintsValid: true,
	}
	der, err := x509.CreateCertificate(rand.Reader, template, template, &key.PublicKey, key)
	if err != nil {
		t.Fatal(err)
	}
	parsed, err := x509.ParseCertificate(der)
	if err != nil {
		t.Fatal(err)
	}
	pool := x509.NewCertPool()
	pool.AddCert(parsed)
	return tls.Certificate{Certificate: [][]byte{der}, PrivateKey: key}, pool
}

// Refuse has the server ask before it takes a recipient; nil lets it take all.
func (s *Server) Refuse(how func(to string) error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.refuse = how
}

// Answer returns an error that the server answers with.
func Answer(code int, class, subject, detail int, text string) error {
	return &smtp.SMTPError{Code: code, EnhancedCode: smtp.EnhancedCode{class, subject, detail}, Message: text}
}

// After has the server call a function once it has kept a letter, before it says so.
func (s *Server) After(f func()) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.after = f
}

// Mishaps has the server ask what befalls a letter to somebody.
func (s *Server) Mishaps(which func(to string) Mishap) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.mishap = which
}

// Clock has the server note by a clock when it has taken a letter.
func (s *Server) Clock(now func() time.Time) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.now = now
}

// Letters returns what was taken so far.
func (s *Server) Letters() []Letter {
	s.mu.Lock()
	defer s.mu.Unlock()
	return append([]Letter(nil), s.letters...)
}

// Open is how many clients are connected: one that is gone is counted until all has been taken that it sent.
func (s *Server) Open() int { return int(s.open.Load()) }

// session is one client.
type session struct {
	server *Server
	conn   *smtp.Conn
	letter Letter
}

func (s *session) Reset()        { s.letter = Letter{} }
func (s *session) Logout() error { return nil }

func (s *session) Mail(from string, _ *smtp.MailOptions) error {
	s.letter.From = from
	return nil
}

func (s *session) Rcpt(to string, _ *smtp.RcptOptions) error {
	s.server.mu.Lock()
	refuse := s.server.refuse
	s.server.mu.Unlock()
	s.letter.To = to
	if refuse != nil {
		return refuse(to)
	}
	return nil
}

func (s *session) Data(r io.Reader) error {
	raw, err := io.ReadAll(r)
	if err != nil {
		return err
	}
	s.letter.Raw = string(raw)
	_, s.letter.Secure = s.conn.TLSConnectionState()
	parsed, err := mail.ReadMessage(strings.NewReader(s.letter.Raw))
	if err != nil {
		return err
	}
	s.letter.Header = parsed.Header
	s.server.mu.Lock()
	which := s.server.mishap
	s.server.mu.Unlock()
	mishap := None
	if which != nil {
		mishap = which(s.letter.To)
	}
	if mishap == Hangs {
		<-s.server.over
		return Answer(451, 4, 3, 0, "the test is over")
	}
	s.server.mu.Lock()
	s.letter.At = s.server.now()
	s.server.letters = append(s.server.letters, s.letter)
	after := s.server.after
	s.server.mu.Unlock()
	if mishap == Cuts {
		c := s.conn.Conn()
		if t, ok := c.(*tls.Conn); ok {
			c = t.NetConn()
		}
		c.(*brittle).breaks.Store(true)
	}
	if after != nil {
		after()
	}
	return nil
}
