package main

import (
	"bufio"
	"context"
	"crypto/tls"
	"crypto/x509"
	"fmt"
	"net"
	"net/http"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"kickabout/cmd/internal/admission"
	"kickabout/cmd/internal/web"
	"kickabout/league"
	"kickabout/league/members"
	"kickabout/league/play"
)

// fronts are the examples of proxies in front of a site: how each is run with its file, and what of the file is another
// one on this machine.
var fronts = []struct {
	name, file string
	words      func(folder, config string) []string
	around     string // of the configuration, with %s for what the example says
	here       func(site, plain, secure, cert, key string) []string
}{
	{
		name: "nginx", file: "nginx.conf",
		words:  func(folder, config string) []string { return []string{"nginx", "-p", folder, "-c", config} },
		around: "daemon off;\npid nginx.pid;\nerror_log error.log;\nevents {}\nhttp {\naccess_log off;\nclient_body_temp_path b;\nproxy_temp_path p;\nfastcgi_temp_path f;\nuwsgi_temp_path u;\nscgi_temp_path s;\n%s\n}\n",
		here: func(site, plain, secure, cert, key string) []string {
			return []string{
				"listen 80;", "listen " + plain + ";", "listen 443 ssl", "listen " + secure + " ssl", "kickabout.example", "localhost", "https://$host$", "https://" + secure + "$",
				"/etc/ssl/kickabout.pem", cert, "/etc/ssl/private/kickabout.key", key, "http://127.0.0.1:8080", "http://" + site,
			}
		},
	},
	{
		name: "caddy", file: "Caddyfile",
		words: func(_, config string) []string {
			return []string{"caddy", "run", "--adapter", "caddyfile", "--config", config}
		},
		around: "{\nadmin off\nauto_https off\nhttp_port 1\nhttps_port 2\n}\n%s\n",
		here: func(site, plain, secure, cert, key string) []string {
			return []string{
				"http://kickabout.example {", "http://" + plain + " {", "\nkickabout.example {", "\nhttps://localhost:" + secure[strings.LastIndex(secure, ":")+1:] + " {\nbind 127.0.0.1\ntls " + cert + " " + key,
				"https://{host}{", "https://" + secure + "{", "reverse_proxy 127.0.0.1:8080", "reverse_proxy " + site,
			}
		},
	},
}

// TestTheExamplesOfProxiesWork puts each of them in front of the real server.
func TestTheExamplesOfProxiesWork(t *testing.T) {
	if os.Getenv("KICKABOUT_PROVE") != "1" {
		t.Skip("go run ./cmd/dev prove runs it, with nginx and Caddy")
	}
	for _, f := range fronts {
		t.Run(f.name, func(t *testing.T) {
			s := opened(t, serveCmd{Addr: "127.0.0.1:0", URL: "https://localhost", Proxied: proxies{admission.Near()}, SignUps: web.Rate{Count: 1, Per: time.Hour}})
			files := strings.Split(selfSigned(t), ",")
			plain, secure := at(freePort(t)), at(freePort(t))
			text, err := os.ReadFile(filepath.Join("../dev/package", f.file))
			if err != nil {
				t.Fatal(err)
			}
			pairs := f.here(s.listener.Addr().String(), plain, secure, files[0], files[1])
			for i := 0; i < len(pairs); i += 2 {
				if !strings.Contains(string(text), pairs[i]) {
					t.Fatalf("%s does not say %q", f.file, pairs[i])
				}
			}
			folder := t.TempDir()
			config := filepath.Join(folder, f.file)
			if err := os.WriteFile(config, fmt.Appendf(nil, f.around, strings.NewReplacer(pairs...).Replace(string(text))), 0o600); err != nil {
				t.Fatal(err)
			}
			words := f.words(folder, config)
			proxy := exec.Command(words[0], words[1:]...)
			proxy.Env = append(os.Environ(), "HOME="+folder, "XDG_DATA_HOME="+folder, "XDG_CONFIG_HOME="+folder)
			var said strings.Builder
			proxy.Stderr = &said
			if err := proxy.Start(); err != nil {
				t.Fatal(err)
			}
			defer func() {
				proxy.Process.Signal(os.Interrupt)
				proxy.Wait()
				if t.Failed() {
					t.Log(said.String())
				}
			}()
			roots := x509.NewCertPool()
			cert, err := os.ReadFile(files[0])
			if err != nil || !roots.AppendCertsFromPEM(cert) {
				t.Fatal(err)
			}
			client := &http.Client{
				Transport: &http.Transport{
					TLSClientConfig: &tls.Config{RootCAs: roots, ServerName: "localhost"},
					DialContext: func(ctx context.Context, network, addr string) (net.Conn, error) {
						return (&net.Dialer{}).DialContext(ctx, network, strings.Replace(addr, "localhost", "127.0.0.1", 1))
					},
				},
				CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }, Timeout: 20 * time.Second,
			}
			behindProxy(t, s, client, "http://"+plain, "https://localhost:"+secure[strings.LastIndex(secure, ":")+1:])
		})
	}
}

// behindProxy asks a site through its proxy for what proxies may spoil.
func behindProxy(t *testing.T, s *server, client *http.Client, plain, secure string) {
	ask := func(method, at string, form url.Values, header http.Header) *http.Response {
		t.Helper()
		var resp *http.Response
		for n := 0; ; n++ { // until the proxy listens
			r, err := http.NewRequestWithContext(t.Context(), method, at, strings.NewReader(form.Encode()))
			if err != nil {
				t.Fatal(err)
			}
			r.Header = header
			if resp, err = client.Do(r); err == nil {
				resp.Body.Close()
				return resp
			} else if n == 100 {
				t.Fatal(err)
			}
			time.Sleep(100 * time.Millisecond)
		}
	}
	if resp := ask(http.MethodGet, secure+"/rules", nil, http.Header{}); resp.StatusCode != http.StatusOK || resp.Header.Get("Strict-Transport-Security") == "" || resp.Header.Get("Content-Security-Policy") == "" {
		t.Errorf("a page: %s, %v", resp.Status, resp.Header)
	}
	if resp := ask(http.MethodGet, plain+"/rules", nil, http.Header{}); resp.StatusCode != http.StatusPermanentRedirect || !strings.HasPrefix(resp.Header.Get("Location"), "https://") {
		t.Errorf("a page over http: %s to %s", resp.Status, resp.Header.Get("Location"))
	}
	if resp := ask(http.MethodGet, plain+web.Programs+"/matches", nil, http.Header{}); resp.StatusCode != http.StatusForbidden {
		t.Errorf("a program over http: %s", resp.Status)
	}
	// Whoever says that they are somewhere else is not believed: there is one account for a neighbourhood.
	for i, want := range []int{http.StatusCreated, http.StatusTooManyRequests} {
		form := url.Values{"name": {fmt.Sprint("Somebody ", i)}, "password": {secretWords}}
		header := http.Header{"Content-Type": {"application/x-www-form-urlencoded"}, "X-Forwarded-For": {fmt.Sprintf("203.0.%d.9", i)}, "Origin": {"https://localhost"}}
		if resp := ask(http.MethodPost, secure+"/signup", form, header); resp.StatusCode != want {
			t.Errorf("account %d: %s, want %d", i+1, resp.Status, want)
		}
	}
	passesStreamsOn(t, s, client, secure)
}

// passesStreamsOn wants each piece of a stream to come through a proxy by itself, while the stream goes on: what is
// held back until there is more, or until the end, is not there in time.
func passesStreamsOn(t *testing.T, s *server, client *http.Client, secure string) {
	t.Helper()
	const most = 3 * time.Second // what is held back waits for the next beat, which is 15 to 25 seconds away
	must := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	ctx, o := t.Context(), s.office
	ann, _, err := o.SignUp(ctx, members.Credentials{Name: "Ann", Password: secretWords})
	must(err)
	bob, _, err := o.SignUp(ctx, members.Credentials{Name: "Bob", Password: secretWords})
	must(err)
	made, err := o.Propose(ctx, ann, play.Proposal{Reservation: o.Reserve().ID, Rules: "streetsoccer/lg", Opponent: "Bob", Kickoff: league.KickoffMe, Control: "lg"})
	must(err)
	m, err := o.Accept(ctx, bob, made.Offer.ID, "", false, time.Now())
	must(err)
	resp, err := client.Get(secure + "/matches/" + m.ID + "/stream")
	must(err)
	defer resp.Body.Close()
	came := make(chan string, 1000)
	go func() {
		defer close(came)
		lines := bufio.NewScanner(resp.Body)
		lines.Buffer(nil, 1<<20) // a board is one line
		for lines.Scan() {
			came <- lines.Text()
		}
	}()
	// wait waits for a line with some text.
	wait := func(part string) {
		t.Helper()
		began := time.Now()
		for {
			select {
			case line, open := <-came:
				if !open {
					t.Fatalf("the stream ended before %q came", part)
				}
				if strings.Contains(line, part) {
					t.Logf("%q came after %v", part, time.Since(began).Round(time.Millisecond))
					return
				}
			case <-time.After(most):
				t.Fatalf("%q has not come through after %v", part, most)
			}
		}
	}
	wait("retry: ")
	for n := range 3 {
		text := fmt.Sprintf("line %d.", n)
		must(o.Say(ctx, ann, members.Saying{Match: m.ID, Text: text, Arrived: time.Now()}))
		wait(text)
	}
}
