package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
	"time"
)

// healthCmd asks a server on this machine whether it is ready: for containers and supervisors, which go by the
// exit code.
type healthCmd struct {
	Addr string `help:"Address that the site listens on." default:"127.0.0.1:8080" env:"KICKABOUT_ADDR"`
}

// healthWithin is how long the server has to answer: longer than it takes to say that the database does not.
const healthWithin = 5 * time.Second

// Run prints one line.
func (c healthCmd) Run(ctx context.Context) error {
	host, port, err := net.SplitHostPort(c.Addr)
	if err != nil {
		return fmt.Errorf("--addr %q is no address such as 127.0.0.1:8080", c.Addr)
	}
	if ip := net.ParseIP(host); host == "" || ip != nil && ip.IsUnspecified() {
		host = "localhost" // who listens everywhere listens here
	}
	ctx, cancel := context.WithTimeout(ctx, healthWithin)
	defer cancel()
	ask, err := http.NewRequestWithContext(ctx, http.MethodGet, "http://"+net.JoinHostPort(host, port)+"/readyz", nil)
	if err != nil {
		return err
	}
	resp, err := (&http.Transport{}).RoundTrip(ask) // by no proxy
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
