package listen

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"fmt"
	"log/slog"
	"net/http"
	"os"
	"sync"
	"time"

	"golang.org/x/crypto/acme"
	"golang.org/x/crypto/acme/autocert"
)

// Certificates are what the site proves to browsers with that it is the site.
type Certificates struct {
	config *tls.Config
	warm   func(context.Context) // gets the first one; nil: there is one

	mu   sync.Mutex
	ends time.Time // of the one shown last; zero: none was
}

// Config is how connections are protected: TLS 1.2 or later.
func (c *Certificates) Config() *tls.Config { return c.config }

// Ends returns when the certificate ends that was shown last; false if there is none so far.
func (c *Certificates) Ends() (time.Time, bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.ends, !c.ends.IsZero()
}

// Run keeps certificates fresh until ctx ends.
func (c *Certificates) Run(ctx context.Context) {
	if c.warm != nil {
		c.warm(ctx)
	}
}

// note keeps when a certificate ends.
func (c *Certificates) note(shown *tls.Certificate) {
	if shown == nil || shown.Leaf == nil {
		return
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.ends = shown.Leaf.NotAfter
}

// lookEvery is how often files are looked at.
const lookEvery = 5 * time.Second

// Files returns the certificate in two files in PEM, which may be replaced at any time: new connections get the
// new one. What is wrong with new files is logged, and the old certificate is kept.
func Files(cert, key string, log *slog.Logger) (*Certificates, error) {
	p := &pair{cert: cert, key: key, log: log}
	if err := p.load(); err != nil {
		return nil, fmt.Errorf("--tls %s,%s: %w", cert, key, err)
	}
	c := &Certificates{}
	c.note(p.shown)
	c.config = &tls.Config{MinVersion: tls.VersionTLS12, CipherSuites: suites(), NextProtos: protocols(), GetCertificate: func(*tls.ClientHelloInfo) (*tls.Certificate, error) {
		shown := p.present()
		c.note(shown)
		return shown, nil
	}}
	return c, nil
}

// suites are by which TLS 1.2 is spoken: those that encrypt and authenticate in one, with keys that are forgotten. TLS
// 1.3 has no others.
func suites() []uint16 {
	return []uint16{
		tls.TLS_ECDHE_ECDSA_WITH_AES_128_GCM_SHA256, tls.TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256,
		tls.TLS_ECDHE_ECDSA_WITH_AES_256_GCM_SHA384, tls.TLS_ECDHE_RSA_WITH_AES_256_GCM_SHA384,
		tls.TLS_ECDHE_ECDSA_WITH_CHACHA20_POLY1305_SHA256, tls.TLS_ECDHE_RSA_WITH_CHACHA20_POLY1305_SHA256,
	}
}

// protocols is what may be spoken over a protected connection.
func protocols() []string { return []string{"h2", "http/1.1"} }

// pair is a certificate in two files.
type pair struct {
	cert, key string
	log       *slog.Logger

	mu     sync.Mutex
	shown  *tls.Certificate
	looked time.Time
	seen   [2]stamp // of the files as they were read last
}

// A stamp tells whether a file is the one that was read.
type stamp struct {
	size     int64
	modified time.Time
}

// present returns the certificate, read anew if a file is another one.
func (p *pair) present() *tls.Certificate {
	p.mu.Lock()
	defer p.mu.Unlock()
	if time.Since(p.looked) < lookEvery {
		return p.shown
	}
	p.looked = time.Now()
	if seen, err := p.stamps(); err == nil && seen == p.seen {
		return p.shown
	}
	if err := p.load(); err != nil {
		p.log.Warn("the new certificate cannot be used; the old one is shown on", "cert", p.cert, "key", p.key, "err", err)
		return p.shown
	}
	p.log.Info("a new certificate is shown", "until", p.shown.Leaf.NotAfter)
	return p.shown
}

// load reads both files; what is shown changes only if they fit.
func (p *pair) load() error {
	seen, err := p.stamps()
	if err != nil {
		return err
	}
	loaded, err := tls.LoadX509KeyPair(p.cert, p.key)
	if err != nil {
		return err
	}
	p.shown, p.seen, p.looked = &loaded, seen, time.Now()
	return nil
}

func (p *pair) stamps() (seen [2]stamp, err error) {
	for i, name := range []string{p.cert, p.key} {
		info, err := os.Stat(name)
		if err != nil {
			return seen, err
		}
		seen[i] = stamp{info.Size(), info.ModTime()}
	}
	return seen, nil
}

// Issuer says where certificates are issued, and where they are kept.
type Issuer struct {
	Host      string         // the only name that one is asked for
	Cache     autocert.Cache // of the account and its certificates
	Directory string         // address of the authority; "": Let's Encrypt
	Roots     string         // file of the certificates by which the authority is known; "": those of the system
	Log       *slog.Logger
}

// Folder keeps certificates in a folder that nobody else may read.
func Folder(path string) (autocert.Cache, error) {
	if err := os.MkdirAll(path, 0o700); err != nil {
		return nil, fmt.Errorf("the folder of the certificates cannot be made: %w", err)
	}
	if err := os.Chmod(path, 0o700); err != nil {
		return nil, err
	}
	return autocert.DirCache(path), nil
}

// Issued returns certificates that an authority issues by ACME: asked for by itself, and anew before they end. The challenge is answered on the port of TLS (TLS-ALPN), so that no other port needs to be open.
func Issued(by Issuer) (*Certificates, error) {
	client, err := by.client()
	if err != nil {
		return nil, err
	}
	m := &autocert.Manager{
		Prompt: autocert.AcceptTOS, Cache: by.Cache, HostPolicy: autocert.HostWhitelist(by.Host),
		Client: &acme.Client{DirectoryURL: by.Directory, HTTPClient: client, UserAgent: "kickabout"},
	}
	c := &Certificates{config: m.TLSConfig()}
	c.config.MinVersion, c.config.CipherSuites = tls.VersionTLS12, suites()
	c.config.GetCertificate = func(hello *tls.ClientHelloInfo) (*tls.Certificate, error) {
		shown, err := m.GetCertificate(hello)
		if err == nil && !challenge(hello) {
			c.note(shown)
		}
		return shown, err
	}
	c.warm = func(ctx context.Context) { c.first(ctx, by) }
	return c, nil
}

// client returns what calls the authority.
func (by Issuer) client() (*http.Client, error) {
	if by.Roots == "" {
		return &http.Client{Timeout: time.Minute}, nil
	}
	text, err := os.ReadFile(by.Roots)
	if err != nil {
		return nil, fmt.Errorf("--acme-roots: %w", err)
	}
	roots := x509.NewCertPool()
	if !roots.AppendCertsFromPEM(text) {
		return nil, fmt.Errorf("--acme-roots: %s holds no certificate in PEM", by.Roots)
	}
	return &http.Client{Timeout: time.Minute, Transport: &http.Transport{
		Proxy: http.ProxyFromEnvironment, TLSClientConfig: &tls.Config{RootCAs: roots, MinVersion: tls.VersionTLS12},
	}}, nil
}

// challenge says that it is the authority who looks, and gets no real certificate.
func challenge(hello *tls.ClientHelloInfo) bool {
	return len(hello.SupportedProtos) == 1 && hello.SupportedProtos[0] == acme.ALPNProto
}

// How long after a try that failed the next one is made; the wait doubles. For a minute autocert remembers that it has
// failed, and does not try.
const (
	tryAgain     = 70 * time.Second
	tryAgainMost = time.Hour
)

// first asks for the certificate before any visitor does, so that nobody waits for it. From then on it is renewed
// by itself.
func (c *Certificates) first(ctx context.Context, by Issuer) {
	hello := &tls.ClientHelloInfo{ServerName: by.Host, CipherSuites: []uint16{tls.TLS_ECDHE_ECDSA_WITH_AES_128_GCM_SHA256}}
	for wait := tryAgain; ; wait = min(2*wait, tryAgainMost) {
		_, err := c.config.GetCertificate(hello)
		if err == nil {
			ends, _ := c.Ends()
			by.Log.Info("the site has a certificate", "host", by.Host, "until", ends)
			return
		}
		by.Log.Error("no certificate was issued; is the site reached by its name on port 443?", "host", by.Host, "err", err, "next_try_in", wait)
		select {
		case <-ctx.Done():
			return
		case <-time.After(wait):
		}
	}
}
