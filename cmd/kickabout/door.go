package main

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"log/slog"
	"math"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/alecthomas/kong"
	"golang.org/x/crypto/acme/autocert"
	"golang.org/x/sys/unix"

	"kickabout/cmd/internal/admission"
	"kickabout/cmd/internal/doctor"
	"kickabout/cmd/internal/listen"
	"kickabout/cmd/internal/web"
)

// doorFlags say how the site is reached, besides its address.
type doorFlags struct {
	TLS           string `name:"tls" help:"Serve https: auto has a certificate issued for the host of --url, and anew before it ends; CERT,KEY reads it from two files in PEM, again whenever they change." env:"KICKABOUT_TLS"`
	Redirect      string `help:"Address where http is answered with the way to https, or none; without it :80 where the site is at :443." env:"KICKABOUT_REDIRECT"`
	ACMEDirectory string `name:"acme-directory" help:"Address of the authority that issues certificates for --tls auto; without it Let's Encrypt." env:"KICKABOUT_ACME_DIRECTORY"`
	ACMERoots     string `name:"acme-roots" help:"File of certificates in PEM by which that authority is known, if it is one of your own." env:"KICKABOUT_ACME_ROOTS" default:"" type:"path"`
	LAN           bool   `name:"lan" help:"Serve http in a network of your own, to private addresses alone: no certificate is needed, and everybody in that network can read along." env:"KICKABOUT_LAN"`
}

// automatic is the value of --tls that has certificates issued.
const automatic = "auto"

// Where the site listens unless --addr says otherwise.
const (
	usualAddress  = "127.0.0.1:8080"
	usualTLS      = ":443"
	usualLAN      = ":8080"
	usualRedirect = ":80"
	noRedirect    = "none"
)

// proxies are the networks that the proxy in front is in. As a flag without a value they are this machine and the
// private networks.
type proxies struct{ admission.Networks }

// IsBool says that there need be no value.
func (*proxies) IsBool() bool { return true }

// Decode reads networks, or a word for yes or no.
func (p *proxies) Decode(ctx *kong.DecodeContext) (err error) {
	text := "yes"
	if ctx.Scan.Peek().Type == kong.FlagValueToken {
		text = strings.ToLower(ctx.Scan.Pop().String())
	}
	switch text {
	case "yes", "true", "1":
		p.Networks = admission.Near()
	case "no", "false", "0":
		p.Networks = nil
	default:
		p.Networks, err = admission.ParseNetworks(text)
	}
	return err
}

// believed is whom the site believes who asks; nil: nobody. Who comes through a socket of this machine is its proxy.
func (c serveCmd) believed() admission.Networks {
	networks := c.Proxied.Networks
	if networks != nil && listen.IsUnix(c.Addr) {
		networks = append(slices.Clone(networks), netip.MustParsePrefix("127.0.0.0/8"))
	}
	return networks
}

// Of connections one address may have so many; so many descriptors are kept for files and for what the site asks itself.
const (
	connectionsEach = 64
	descriptorsKept = 64
)

// connections bounds how many connections are open: by address, but for those of the proxy, and by what the system
// lets this process have.
func (c serveCmd) connections() (*admission.Connections, error) {
	var files unix.Rlimit
	if err := unix.Getrlimit(unix.RLIMIT_NOFILE, &files); err != nil {
		return nil, fmt.Errorf("asking how many files may be open: %w", err)
	}
	if files.Cur < doctor.FilesLeast {
		return nil, misconfiguration{fmt.Errorf("only %d files may be open (ulimit -n), and the site needs %d: raise it, with LimitNOFILE= in the unit of systemd", files.Cur, doctor.FilesLeast)}
	}
	most := int(min(files.Cur, math.MaxInt32)) - descriptorsKept
	return admission.NewConnections(connectionsEach, max(1, most), c.believed().Has), nil
}

// address is where the site listens.
func (c serveCmd) address() string {
	switch {
	case c.Addr != "":
		return c.Addr
	case c.TLS != "":
		return usualTLS
	case c.LAN:
		return usualLAN
	}
	return usualAddress
}

// redirect is where http is answered besides; "" if it is not.
func (c serveCmd) redirect() string {
	switch {
	case c.TLS == "" || c.Redirect == noRedirect:
		return ""
	case c.Redirect == "" && c.address() == usualTLS:
		return usualRedirect
	}
	return c.Redirect
}

// misconfiguration is an error that another start would not mend.
type misconfiguration struct{ error }

// Unwrap returns what it is.
func (m misconfiguration) Unwrap() error { return m.error }

// entrance checks that what is said of the way to the site fits together, and returns its public address; nil
// if it has none.
func (c serveCmd) entrance() (*url.URL, error) {
	switch {
	case c.LAN && (c.TLS != "" || c.Proxied.Networks != nil):
		return nil, errors.New("--lan serves http in a network of your own: leave out --tls and --proxied")
	case listen.IsUnix(c.Addr) && c.Proxied.Networks == nil:
		return nil, fmt.Errorf("--addr %s is for a proxy in front: add --proxied", c.Addr)
	case c.TLS == automatic && c.URL == "":
		return nil, errors.New("--tls auto needs the name that the certificate is for: say it with --url https://…")
	case c.TLS == automatic && net.ParseIP(hostOf(c.URL)) != nil:
		return nil, fmt.Errorf("--tls auto has certificates issued for names, and --url %s is an address: use a certificate of your own, or --lan", c.URL)
	case c.TLS != "" && c.TLS != automatic && len(strings.Split(c.TLS, ",")) != 2:
		return nil, fmt.Errorf("--tls %q is neither auto nor two files, as in cert.pem,key.pem", c.TLS)
	case c.TLS == "" && c.Redirect != "" && c.Redirect != noRedirect:
		return nil, errors.New("--redirect leads from http to https: it needs --tls")
	case c.LAN && c.Mail != "" && c.URL == "":
		return nil, errors.New("--mail needs --url here: links in letters lead to the address that it names, and never to one that a request names")
	}
	if c.LAN {
		return nearURL(c.URL)
	}
	return publicURL(c.address(), c.URL)
}

// hostOf returns the host of a URL; "" if it has none.
func hostOf(address string) string {
	u, err := url.Parse(address)
	if err != nil {
		return ""
	}
	return u.Hostname()
}

// publicURL checks that the site is reached over a secure origin: players are
// known by a cookie that browsers keep for https and loopback alone.
func publicURL(addr, address string) (*url.URL, error) {
	socket := listen.IsUnix(addr) || listen.IsSystemd(addr)
	host, _, err := net.SplitHostPort(addr)
	if err != nil && !socket {
		return nil, fmt.Errorf("--addr %q is no address such as 127.0.0.1:8080", addr)
	}
	if address == "" {
		if ip := net.ParseIP(host); !socket && (host == "localhost" || ip != nil && ip.IsLoopback()) {
			return nil, nil
		}
		return nil, fmt.Errorf("--addr %s can be reached from other machines: say with --url https://… how, since players' cookies need a secure connection; in a network of your own use --lan", addr)
	}
	u, err := url.Parse(address)
	if err == nil && u.Scheme == "https" && u.Host != "" && strings.Trim(u.Path, "/") != "" {
		return nil, fmt.Errorf("--url %q is no address such as https://kickabout.example: a site below another one is not possible, use a subdomain", address)
	}
	if err != nil || u.Scheme != "https" || u.Host == "" {
		return nil, fmt.Errorf("--url %q is no address such as https://kickabout.example", address)
	}
	return u, nil
}

// nearURL checks the address of a site in a network of its own; nil if none is given.
func nearURL(address string) (*url.URL, error) {
	if address == "" {
		return nil, nil
	}
	u, err := url.Parse(address)
	if err != nil || u.Scheme != "http" || u.Host == "" || u.Path != "" && u.Path != "/" {
		return nil, fmt.Errorf("--url %q is no address such as http://kickabout.lan:8080; with --lan there is no https", address)
	}
	return u, nil
}

// door is what stands between the listener and the pages.
type door struct {
	certificates *listen.Certificates // nil: the site itself serves http
	redirect     net.Listener         // nil: http is not answered besides
	site         string               // where that leads
	guard        func(http.Handler) http.Handler
	connections  *admission.Connections
	log          *slog.Logger
}

// openDoor opens what a server needs besides its listener; the data is open.
func (s *server) openDoor() (*door, error) {
	d := &door{site: s.address, log: s.log}
	if s.config.LAN {
		var names []string
		if s.public != nil {
			names = append(names, s.public.Hostname())
		}
		d.guard = func(next http.Handler) http.Handler { return listen.Private(next, names...) }
	}
	var err error
	if d.connections, err = s.config.connections(); err != nil {
		return nil, err
	}
	if s.config.TLS == "" {
		return d, nil
	}
	if d.certificates, err = s.openCertificates(); err != nil {
		return nil, err
	}
	if s.public == nil {
		d.site = "https://" + s.listener.Addr().String()
		s.address = d.site
	}
	if at := s.config.redirect(); at != "" {
		if d.redirect, err = listen.Open(at); err != nil {
			return nil, fmt.Errorf("%w (for --redirect; none answers no http)", err)
		}
	}
	return d, nil
}

// openCertificates opens the files of a certificate, or has one issued.
func (s *server) openCertificates() (*listen.Certificates, error) {
	if s.config.TLS != automatic {
		files := strings.Split(s.config.TLS, ",")
		certificates, err := listen.Files(files[0], files[1], s.log)
		if err != nil {
			return nil, misconfiguration{err}
		}
		return certificates, nil
	}
	cache, err := s.openCache()
	if err != nil {
		return nil, err
	}
	return listen.Issued(listen.Issuer{
		Host: s.public.Hostname(), Cache: cache, Directory: s.config.ACMEDirectory, Roots: s.config.ACMERoots, Log: s.log,
	})
}

// openCache is where issued certificates are kept: in the data folder, or in the database that servers share.
func (s *server) openCache() (autocert.Cache, error) {
	if s.config.Database != "" {
		return listen.Sealed(s.store, s.ring.Site.Mix("certificates", ""), s.log), nil
	}
	return listen.Folder(filepath.Join(s.config.Data, "certificates"))
}

// guarded keeps out whoever may not come in at all.
func (d *door) guarded(next http.Handler) http.Handler {
	if d.guard == nil {
		return next
	}
	return d.guard(next)
}

// config is how connections are protected; nil if they are not.
func (d *door) config() *tls.Config {
	if d.certificates == nil {
		return nil
	}
	return d.certificates.Config()
}

// serve answers on a listener until it is closed.
func (d *door) serve(site *http.Server, on net.Listener) error {
	if d.certificates == nil {
		return site.Serve(on)
	}
	return site.ServeTLS(on, "", "")
}

// tell says to systemd how the server is.
func (d *door) tell(state string) {
	if err := listen.Notify(state); err != nil {
		d.log.Warn("systemd is not told how the site is", "err", err)
	}
}

// run keeps the certificate fresh and answers http besides until ctx ends.
func (d *door) run(ctx context.Context, log *slog.Logger) {
	var all sync.WaitGroup
	defer all.Wait()
	all.Go(func() { listen.Watch(ctx) })
	if d.certificates != nil {
		all.Go(func() { d.certificates.Run(ctx) })
	}
	if d.redirect == nil {
		return
	}
	besides := &http.Server{
		Handler: listen.Redirect(d.site, web.Programs), ErrorLog: slog.NewLogLogger(log.Handler(), slog.LevelDebug),
		ReadHeaderTimeout: web.HeaderTimeout, ReadTimeout: web.ReadTimeout, WriteTimeout: web.WriteTimeout,
		IdleTimeout: web.IdleTimeout, MaxHeaderBytes: web.MaxHeaderBytes,
	}
	defer context.AfterFunc(ctx, func() { besides.Close() })()
	if err := besides.Serve(d.connections.Over(d.redirect)); ctx.Err() == nil {
		log.Error("http is not answered any more", "err", err)
	}
}

// expiry is when the certificate ends, in seconds since 1970.
func (d *door) expiry(context.Context) (float64, error) {
	ends, ok := d.certificates.Ends()
	if !ok {
		return 0, errors.New("there is no certificate yet")
	}
	return float64(ends.UnixNano()) / float64(time.Second), nil
}

// close gives the address of http free.
func (d *door) close() {
	if d != nil && d.redirect != nil {
		d.redirect.Close()
	}
}
