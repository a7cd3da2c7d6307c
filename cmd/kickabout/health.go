package main

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"strings"
	"time"

	"kickabout/cmd/internal/listen"
)

// healthCmd asks a server on this machine whether it is ready: for containers and supervisors, which go by the
// exit code.
type healthCmd struct {
	Addr string `help:"Address that the site listens on, as the server has it; of a socket of systemd, its address." env:"KICKABOUT_ADDR"`
	TLS  string `name:"tls" help:"How the site serves https, as the server has it; empty: it serves http." env:"KICKABOUT_TLS"`
	LAN  bool   `name:"lan" help:"Whether the site is for a network of its own, as the server has it." env:"KICKABOUT_LAN"`
	URL  string `name:"url" help:"The site's public address, as the server has it." env:"KICKABOUT_URL"`
}

// healthWithin is how long the server has to answer: longer than it takes to say that the database does not.
const healthWithin = 5 * time.Second

// knock returns how the server is reached from this machine: what asks, and the address that is asked for.
func (c healthCmd) knock() (*http.Transport, string, error) {
	addr := serveCmd{Addr: c.Addr, doorFlags: doorFlags{TLS: c.TLS, LAN: c.LAN}}.address()
	if listen.IsSystemd(addr) {
		return nil, "", errors.New("say with --addr where the socket of systemd listens")
	}
	if path, ok := strings.CutPrefix(addr, "unix:"); ok {
		return &http.Transport{DialContext: func(ctx context.Context, _, _ string) (net.Conn, error) {
			return (&net.Dialer{}).DialContext(ctx, "unix", path)
		}}, "http://localhost", nil
	}
	host, port, err := net.SplitHostPort(addr)
	if err != nil {
		return nil, "", fmt.Errorf("--addr %q is no address such as 127.0.0.1:8080", addr)
	}
	switch ip := net.ParseIP(host); { // who listens everywhere listens here; names may not be known in a container
	case host == "" || ip != nil && ip.IsUnspecified() && ip.To4() != nil:
		host = "127.0.0.1"
	case ip != nil && ip.IsUnspecified():
		host = "::1"
	}
	at := net.JoinHostPort(host, port)
	if c.TLS == "" {
		return &http.Transport{}, "http://" + at, nil
	}
	name := host
	if u, err := url.Parse(c.URL); err == nil && u.Hostname() != "" {
		name = u.Hostname()
	}
	// Whose certificate it is does not matter: nothing secret is said, and it is this very machine.
	return &http.Transport{TLSClientConfig: &tls.Config{ServerName: name, InsecureSkipVerify: true}}, "https://" + at, nil
}

// Run prints one line.
func (c healthCmd) Run(ctx context.Context) error {
	transport, at, err := c.knock()
	if err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(ctx, healthWithin)
	defer cancel()
	ask, err := http.NewRequestWithContext(ctx, http.MethodGet, at+"/readyz", nil)
	if err != nil {
		return err
	}
	resp, err := transport.RoundTrip(ask) // by no proxy
	if err != nil {
		return fmt.Errorf("not ready: %w", err)
	}
	defer resp.Body.Close()
	text, err := io.ReadAll(io.LimitReader(resp.Body, 4<<10))
	if err != nil {
		return fmt.Errorf("not ready: %w", err)
	}
	if resp.StatusCode == http.StatusOK {
		fmt.Println("ready")
		return nil
	}
	if why, ok := strings.CutPrefix(string(text), "not ready\n"); ok && why != "" {
		return errors.New("not ready: " + strings.Join(strings.Fields(strings.ReplaceAll(strings.TrimSpace(why), "\n", "; ")), " "))
	}
	return fmt.Errorf("not ready: %s", resp.Status)
}
