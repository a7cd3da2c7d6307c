package main

import (
	"net"
	"os"
	"slices"
	"strings"
	"testing"

	"kickabout/cmd/internal/browser"
)

// TestABrowserPlaysInANetworkOfItsOwn signs up and begins a game over http, by the name of this machine, which no
// browser takes for secure. The manuals are looked at on the way.
func TestABrowserPlaysInANetworkOfItsOwn(t *testing.T) {
	machine, err := os.Hostname()
	if err != nil {
		t.Fatal(err)
	}
	if at, err := net.LookupHost(machine); err != nil || !slices.Contains(at, "127.0.0.1") && !slices.Contains(at, "127.0.1.1") {
		t.Skipf("the name of this machine, %s, does not lead to it: %v, %v", machine, at, err)
	}
	r := &running{t: t, config: serveCmd{Data: t.TempDir(), Addr: "0.0.0.0:0", NoDemo: true, doorFlags: doorFlags{LAN: true}}}
	r.start()
	defer func() { r.stop() }()
	_, port, err := net.SplitHostPort(r.server.listener.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	site := "http://" + net.JoinHostPort(machine, port)
	p := browser.Start(t).NewPage(t, browser.Options{OwnCookies: true})
	p.Open(site + "/signup")
	p.Type("#name", "Olga")
	p.Type("#password", "three small goats")
	p.Follow(".sign button")
	p.Open(site + "/account")
	if browser.Eval[bool](p, `window.isSecureContext`) {
		t.Error("the browser takes the site for secure")
	}
	if !strings.Contains(browser.Eval[string](p, `document.querySelector(".viewer").textContent`), "Olga") {
		t.Error("who has signed up is not known on the next page")
	}
	if name, _, _ := strings.Cut(browser.Eval[string](p, `document.querySelector(".lan").textContent`), ","); name != "This site is for your own network alone" {
		t.Errorf("the bar says %q", name)
	}
	for _, page := range []string{"/help", "/help/operator", "/help/player"} {
		p.Open(site + page)
		for _, screen := range screens {
			r.flawless(p, page, screen)
		}
	}
	if lines := p.ConsoleErrors(); len(lines) > 0 {
		t.Errorf("pages complain: %v", lines)
	}
}
