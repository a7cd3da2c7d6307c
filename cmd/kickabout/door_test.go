package main

import (
	"bytes"
	"context"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"encoding/pem"
	"errors"
	"fmt"
	"io"
	"math/big"
	"net"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"kickabout/cmd/internal/admission"
	"kickabout/cmd/internal/doctor"
	"kickabout/cmd/internal/listen"
	"kickabout/cmd/internal/mail/mailtest"
	membersleague "kickabout/league/members"
	"kickabout/league/office"
)

// selfSigned makes a certificate for this machine, and returns its files as --tls takes them.
func selfSigned(t *testing.T) string {
	t.Helper()
	private, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	of := &x509.Certificate{SerialNumber: big.NewInt(1), DNSNames: []string{"localhost"}, NotBefore: time.Now().Add(-time.Hour), NotAfter: time.Now().Add(time.Hour)}
	der, err := x509.CreateCertificate(rand.Reader, of, of, private.Public(), private)
	if err != nil {
		t.Fatal(err)
	}
	secret, err := x509.MarshalPKCS8PrivateKey(private)
	if err != nil {
		t.Fatal(err)
	}
	cert, key := filepath.Join(t.TempDir(), "cert.pem"), filepath.Join(t.TempDir(), "key.pem")
	for name, block := range map[string]*pem.Block{cert: {Type: "CERTIFICATE", Bytes: der}, key: {Type: "PRIVATE KEY", Bytes: secret}} {
		if err := os.WriteFile(name, pem.EncodeToMemory(block), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return cert + "," + key
}

// opened starts a server as it is configured; it ends with the test.
func opened(t *testing.T, c serveCmd) *server {
	t.Helper()
	c.Data, c.NoDemo = t.TempDir(), true
	ctx, cancel := context.WithCancel(context.Background())
	s, err := c.open(ctx)
	if err != nil {
		cancel()
		t.Fatal(err)
	}
	if err := s.assemble(ctx, office.Over(s.store)); err != nil {
		t.Fatal(err)
	}
	done := make(chan error, 1)
	go func() { done <- s.run(ctx) }()
	t.Cleanup(func() {
		cancel()
		if err := <-done; err != nil && !errors.Is(err, context.Canceled) {
			t.Errorf("stopping: %v", err)
		}
		s.close()
	})
	return s
}

// knocked sends a request for a page and returns the answer and its text.
func knocked(t *testing.T, transport *http.Transport, method, url, host string) (*http.Response, string) {
	t.Helper()
	r, err := http.NewRequestWithContext(t.Context(), method, url, nil)
	if err != nil {
		t.Fatal(err)
	}
	if host != "" {
		r.Host = host
	}
	resp, err := transport.RoundTrip(r)
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	text, err := io.ReadAll(resp.Body)
	if err != nil {
		t.Fatal(err)
	}
	return resp, string(text)
}

func TestWhatIsSaidOfTheWayInFitsTogether(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name string
		c    serveCmd
		want string // part of the refusal, "" for none
		at   string // where it listens
	}{
		{"nothing", serveCmd{}, "", "127.0.0.1:8080"},
		{"a socket", serveCmd{Addr: "unix:/run/k.sock", Proxied: proxies{admission.Near()}, URL: "https://k.example"}, "", "unix:/run/k.sock"},
		{"a socket without a proxy", serveCmd{Addr: "unix:/run/k.sock", URL: "https://k.example"}, "add --proxied", ""},
		{"a socket without an address", serveCmd{Addr: "unix:/run/k.sock", Proxied: proxies{admission.Near()}}, "--url https://", ""},
		{"systemd", serveCmd{Addr: "systemd", URL: "https://k.example"}, "", "systemd"},
		{"systemd without an address", serveCmd{Addr: "systemd:site"}, "--url https://", ""},
		{"certificates by themselves", serveCmd{URL: "https://k.example", doorFlags: doorFlags{TLS: "auto"}}, "", ":443"},
		{"for no name", serveCmd{doorFlags: doorFlags{TLS: "auto"}}, "--tls auto needs the name", ""},
		{"for an address", serveCmd{URL: "https://203.0.113.7", doorFlags: doorFlags{TLS: "auto"}}, "issued for names", ""},
		{"two files", serveCmd{URL: "https://k.example", doorFlags: doorFlags{TLS: "a,b"}}, "", ":443"},
		{"one file", serveCmd{URL: "https://k.example", doorFlags: doorFlags{TLS: "a"}}, "neither auto nor two files", ""},
		{"a redirect to nowhere", serveCmd{doorFlags: doorFlags{Redirect: ":80"}}, "needs --tls", ""},
		{"an own network", serveCmd{doorFlags: doorFlags{LAN: true}}, "", ":8080"},
		{"an own network with a name", serveCmd{URL: "http://k.lan:8080", doorFlags: doorFlags{LAN: true}}, "", ":8080"},
		{"an own network with https", serveCmd{URL: "https://k.lan", doorFlags: doorFlags{LAN: true}}, "with --lan there is no https", ""},
		{"an own network with a proxy", serveCmd{Proxied: proxies{admission.Near()}, doorFlags: doorFlags{LAN: true}}, "leave out --tls and --proxied", ""},
		{"an own network with a certificate", serveCmd{doorFlags: doorFlags{LAN: true, TLS: "auto"}}, "leave out --tls and --proxied", ""},
		{"letters of a site with an address", serveCmd{URL: "https://k.example", Proxied: proxies{admission.Near()}, mailFlags: mailFlags{Mail: "smtp://localhost"}}, "", "127.0.0.1:8080"},
		{"letters of a site on this machine", serveCmd{mailFlags: mailFlags{Mail: "smtp://localhost"}}, "", "127.0.0.1:8080"},
		{"letters that lead nowhere in an own network", serveCmd{doorFlags: doorFlags{LAN: true}, mailFlags: mailFlags{Mail: "smtp://localhost"}}, "--mail needs --url", ""},
		{"a path below another site", serveCmd{URL: "https://k.example/kickabout"}, "use a subdomain", ""},
	} {
		_, err := c.c.entrance()
		switch {
		case c.want == "" && (err != nil || c.c.address() != c.at):
			t.Errorf("%s: %v, at %s", c.name, err, c.c.address())
		case c.want != "" && (err == nil || !strings.Contains(err.Error(), c.want)):
			t.Errorf("%s: %v, want %q", c.name, err, c.want)
		}
	}
	if at := (serveCmd{doorFlags: doorFlags{TLS: "auto"}}).redirect(); at != ":80" {
		t.Errorf("http is answered at %q", at)
	}
	for _, c := range []serveCmd{{}, {Addr: ":8443", doorFlags: doorFlags{TLS: "auto"}}, {doorFlags: doorFlags{TLS: "auto", Redirect: "none"}}} {
		if at := c.redirect(); at != "" {
			t.Errorf("http is answered at %q", at)
		}
	}
}

// TestLettersLeadToTheSite, whatever host a request names: else whoever asks for the recovery of somebody else's account could say
// where its link leads.
func TestLettersLeadToTheSite(t *testing.T) {
	t.Parallel()
	post := mailtest.Start(t, false)
	s := opened(t, serveCmd{Addr: "127.0.0.1:0", mailFlags: mailFlags{Mail: "smtp://" + post.Address, MailFrom: "league@kickabout.example"}})
	ann, _, err := s.office.SignUp(t.Context(), membersleague.Credentials{Name: "Ann", Password: secretWords})
	if err == nil {
		err = s.office.Addresses.PutAddress(t.Context(), ann, "ann@example.org")
	}
	if err != nil {
		t.Fatal(err)
	}
	r, err := http.NewRequestWithContext(t.Context(), http.MethodPost, s.address+"/recover/mail", strings.NewReader("who=Ann"))
	if err != nil {
		t.Fatal(err)
	}
	r.Host = "evil.example"
	r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	a, err := http.DefaultClient.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	a.Body.Close()
	for range 1000 {
		for _, l := range post.Letters() {
			if strings.Contains(l.Raw, "evil.example") || !strings.Contains(l.Raw, s.address+"/recover/") {
				t.Errorf("its link leads elsewhere than to %s: %s", s.address, l.Raw)
			}
			return
		}
		time.Sleep(10 * time.Millisecond)
	}
	t.Errorf("no letter came; asking for it was answered with %d", a.StatusCode)
}

// TestWhatIsMisconfiguredIsNotStartedAgain: supervisors go by the exit code.
func TestWhatIsMisconfiguredIsNotStartedAgain(t *testing.T) {
	t.Parallel()
	for _, args := range [][]string{{"--addr", ":0"}, {"--tls", "auto"}, {"--lan", "--proxied"}} {
		if _, complaint, code := kickabout(t, "", append(args, "--data", t.TempDir())...); code != misconfigured {
			t.Errorf("%v: %d, %s", args, code, complaint)
		}
	}
	folder := t.TempDir()
	damaged, file := filepath.Join(folder, "damaged"), filepath.Join(folder, "file")
	if err := errors.Join(os.Mkdir(damaged, 0o700), os.WriteFile(file, nil, 0o600), os.WriteFile(filepath.Join(damaged, "kickabout.db"), bytes.Repeat([]byte("no database "), 1000), 0o600)); err != nil {
		t.Fatal(err)
	}
	empty := filepath.Join(folder, "empty")
	for _, c := range []struct {
		args []string
		code int
		says string
	}{
		{[]string{"--data", damaged}, misconfigured, "restore the newest backup"},
		{[]string{"--data", file}, misconfigured, "choose another one with --data"},
		{[]string{"--data", empty, "--url", "https://localhost", "--tls", file + ".pem," + file + ".key"}, misconfigured, "no such file"},
		{[]string{"--data", empty, "--database", "postgres://nobody@127.0.0.1:1/nothing"}, tryLater, "see to it, or look at --data and --database"},
	} {
		_, complaint, code := kickabout(t, "", append(c.args, "--addr", "127.0.0.1:0")...)
		_, refusal, _ := strings.Cut(complaint, "kickabout: ")
		if code != c.code || !strings.Contains(refusal, c.says) || strings.Count(refusal, "\n") != 1 {
			t.Errorf("%v: %d, %s; want %d and %q", c.args, code, complaint, c.code, c.says)
		}
	}
}

// TestAServerWithTooFewDescriptorsDoesNotStart starts one with one less than it needs.
func TestAServerWithTooFewDescriptorsDoesNotStart(t *testing.T) {
	t.Parallel()
	limit := fmt.Sprintf(`ulimit -n %d && exec "$0" "$@"`, doctor.FilesLeast-1)
	cmd := exec.Command("sh", "-c", limit, os.Args[0], "--addr", "127.0.0.1:0", "--no-demo", "--data", t.TempDir())
	cmd.Env = append(os.Environ(), childVariable+"=real")
	out, _ := cmd.CombinedOutput()
	if code := cmd.ProcessState.ExitCode(); code != misconfigured || !strings.Contains(string(out), "only 255 files may be open (ulimit -n), and the site needs 256: raise it") {
		t.Errorf("%d: %s", code, out)
	}
}

// widest notes the longest piece that is written at a time.
type widest struct {
	*httptest.ResponseRecorder
	most int
}

func (w *widest) Write(piece []byte) (int, error) {
	w.most = max(w.most, len(piece))
	return w.ResponseRecorder.Write(piece)
}

func TestTheSiteServesHTTPSByItself(t *testing.T) {
	t.Parallel()
	files := selfSigned(t)
	s := opened(t, serveCmd{Addr: "127.0.0.1:0", URL: "https://localhost", Metrics: "127.0.0.1:0", doorFlags: doorFlags{TLS: files, Redirect: "127.0.0.1:0"}})
	text, err := os.ReadFile(strings.Split(files, ",")[0])
	if err != nil {
		t.Fatal(err)
	}
	roots := x509.NewCertPool()
	roots.AppendCertsFromPEM(text)
	for _, second := range []bool{false, true} {
		transport := &http.Transport{TLSClientConfig: &tls.Config{RootCAs: roots, ServerName: "localhost"}, ForceAttemptHTTP2: second}
		resp, _ := knocked(t, transport, http.MethodGet, "https://"+s.listener.Addr().String()+"/healthz", "localhost")
		if resp.StatusCode != http.StatusOK || resp.ProtoMajor == 2 != second || resp.Header.Get("Strict-Transport-Security") == "" {
			t.Errorf("%s %s, %v", resp.Proto, resp.Status, resp.Header)
		}
		transport.CloseIdleConnections()
	}
	if !reflect.DeepEqual(s.http.HTTP2, listen.Second()) {
		t.Errorf("a connection of HTTP/2 may keep %+v", s.http.HTTP2)
	}
	page, asked := &widest{ResponseRecorder: httptest.NewRecorder()}, httptest.NewRequest(http.MethodGet, "https://localhost/rules/league", nil)
	asked.ProtoMajor = 2
	if s.http.Handler.ServeHTTP(page, asked); page.Code != http.StatusOK || page.Body.Len() < 16<<10 || page.most > 4<<10 {
		t.Errorf("%d: a page of %d bytes is written in pieces of up to %d", page.Code, page.Body.Len(), page.most)
	}
	at := "http://" + s.door.redirect.Addr().String()
	if resp, _ := knocked(t, &http.Transport{}, http.MethodGet, at+"/rules", ""); resp.StatusCode != http.StatusPermanentRedirect || resp.Header.Get("Location") != "https://localhost/rules" {
		t.Errorf("over http: %s to %s", resp.Status, resp.Header.Get("Location"))
	}
	if resp, text := knocked(t, &http.Transport{}, http.MethodGet, at+"/api/v1/matches", ""); resp.StatusCode != http.StatusForbidden || !strings.Contains(text, "https alone") {
		t.Errorf("a program over http: %s %s", resp.Status, text)
	}
	if ends, err := s.door.expiry(t.Context()); err != nil || time.Until(time.Unix(int64(ends), 0)) > time.Hour {
		t.Errorf("the certificate ends at %v, %v", ends, err)
	}
	if out, complaint, code := kickabout(t, "", "health", "--addr", s.listener.Addr().String(), "--tls", files, "--url", "https://localhost"); code != 0 || out != "ready\n" {
		t.Errorf("health: %d, %s%s", code, out, complaint)
	}
}

func TestTheSiteAnswersOnASocket(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "k.sock")
	opened(t, serveCmd{Addr: "unix:" + path, Proxied: proxies{admission.Near()}, URL: "https://localhost"})
	transport := &http.Transport{DialContext: func(context.Context, string, string) (net.Conn, error) { return net.Dial("unix", path) }}
	if resp, _ := knocked(t, transport, http.MethodGet, "http://localhost/", ""); resp.StatusCode != http.StatusOK {
		t.Error(resp.Status)
	}
	if out, complaint, code := kickabout(t, "", "health", "--addr", "unix:"+path); code != 0 || out != "ready\n" {
		t.Errorf("health: %d, %s%s", code, out, complaint)
	}
}

// TestANetworkOfItsOwn plays over http as a browser there does.
func TestANetworkOfItsOwn(t *testing.T) {
	t.Parallel()
	s := opened(t, serveCmd{Addr: "127.0.0.1:0", URL: "http://kickabout.lan:8080", doorFlags: doorFlags{LAN: true}})
	at := "http://" + s.listener.Addr().String()
	for _, host := range []string{"kickabout.lan:8080", "192.168.1.2:8080", ""} {
		resp, text := knocked(t, &http.Transport{}, http.MethodGet, at+"/", host)
		cookie := resp.Header.Get("Set-Cookie")
		if resp.StatusCode != http.StatusOK || !strings.HasPrefix(cookie, "kickabout_lan=") || strings.Contains(cookie, "Secure") ||
			!strings.Contains(cookie, "HttpOnly") || !strings.Contains(cookie, "SameSite=Lax") {
			t.Errorf("%s: %s, cookie %q", host, resp.Status, cookie)
		}
		if hsts := resp.Header.Get("Strict-Transport-Security"); hsts != "" {
			t.Errorf("%s: browsers are told to ask over https: %s", host, hsts)
		}
		if !strings.Contains(text, `<aside class="lan"`) {
			t.Errorf("%s: the page does not say that it is not encrypted", host)
		}
	}
	if resp, _ := knocked(t, &http.Transport{}, http.MethodGet, at+"/", "evil.example"); resp.StatusCode != http.StatusMisdirectedRequest {
		t.Errorf("by a foreign name: %s", resp.Status)
	}
	if _, text := knocked(t, &http.Transport{}, http.MethodGet, at+"/nothing", ""); !strings.Contains(text, `<aside class="lan"`) {
		t.Error("a page of an error does not say that it is not encrypted")
	}
	for origin, want := range map[string]int{"http://192.168.1.2:8080": http.StatusCreated, "http://evil.example": http.StatusForbidden} {
		r, err := http.NewRequestWithContext(t.Context(), http.MethodPost, at+"/signup", strings.NewReader("name=Olga&password=three+small+goats"))
		if err != nil {
			t.Fatal(err)
		}
		r.Host, r.Header = "192.168.1.2:8080", http.Header{"Origin": {origin}, "Content-Type": {"application/x-www-form-urlencoded"}}
		resp, err := (&http.Transport{}).RoundTrip(r)
		if err != nil {
			t.Fatal(err)
		}
		resp.Body.Close()
		if resp.StatusCode != want {
			t.Errorf("a form from %s: %s", origin, resp.Status)
		}
	}
	resp, text := knocked(t, &http.Transport{}, http.MethodGet, opened(t, serveCmd{Addr: "127.0.0.1:0"}).address+"/", "")
	if strings.Contains(text, `class="lan"`) || !strings.HasPrefix(resp.Header.Get("Set-Cookie"), "__Host-session=") {
		t.Errorf("elsewhere: %v", resp.Header)
	}
}

// TestSystemdHearsOfTheServer cannot be parallel: it sets a variable of the environment.
func TestSystemdHearsOfTheServer(t *testing.T) {
	path := filepath.Join(t.TempDir(), "notify")
	l, err := net.ListenUnixgram("unixgram", &net.UnixAddr{Name: path, Net: "unixgram"})
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	l.SetReadDeadline(time.Now().Add(20 * time.Second))
	t.Setenv("NOTIFY_SOCKET", path)
	heard := func(want string) {
		t.Helper()
		var text [64]byte
		if n, err := l.Read(text[:]); err != nil || string(text[:n]) != want {
			t.Errorf("systemd heard %q, %v; want %q", text[:n], err, want)
		}
	}
	t.Run("runs", func(t *testing.T) {
		s := opened(t, serveCmd{Addr: "127.0.0.1:0"})
		heard("READY=1")
		if resp, _ := knocked(t, &http.Transport{}, http.MethodGet, s.address+"/healthz", ""); resp.StatusCode != http.StatusOK {
			t.Error(resp.Status)
		}
	})
	heard("STOPPING=1")
}

// TestHealthAsksByAddresses: in a container there may be nobody who knows a name.
func TestHealthAsksByAddresses(t *testing.T) {
	t.Parallel()
	for addr, want := range map[string]string{
		"": "http://127.0.0.1:8080", ":8080": "http://127.0.0.1:8080", "0.0.0.0:80": "http://127.0.0.1:80", "[::]:80": "http://[::1]:80",
		"127.0.0.2:80": "http://127.0.0.2:80", "unix:/run/k.sock": "http://localhost",
	} {
		if _, at, err := (healthCmd{Addr: addr}).knock(); err != nil || at != want {
			t.Errorf("%q: %s, %v; want %s", addr, at, err, want)
		}
	}
	if _, _, err := (healthCmd{Addr: "systemd"}).knock(); err == nil {
		t.Error("it is known where systemd listens")
	}
}

// TestTheProxiesAreNamed reads the flag and its variable, with a value and without one.
func TestTheProxiesAreNamed(t *testing.T) {
	near := admission.Near()
	for _, test := range []struct {
		args     []string
		variable string
		want     admission.Networks
		wrong    bool
	}{
		{args: nil, want: nil},
		{args: []string{"--proxied"}, want: near},
		{args: []string{"--proxied", "--no-demo"}, want: near},
		{args: []string{"--proxied=192.0.2.0/24,2001:db8::7"}, want: admission.Networks{netip.MustParsePrefix("192.0.2.0/24"), netip.MustParsePrefix("2001:db8::7/128")}},
		{args: []string{"--proxied=false"}, want: nil},
		{variable: "true", want: near},
		{variable: "1", want: near},
		{variable: "192.0.2.0/24", want: admission.Networks{netip.MustParsePrefix("192.0.2.0/24")}},
		{variable: "0", want: nil},
		{args: []string{"--proxied=the-one-in-front"}, wrong: true},
		{variable: "maybe", wrong: true},
	} {
		t.Setenv("KICKABOUT_PROXIED", test.variable)
		if test.variable == "" {
			os.Unsetenv("KICKABOUT_PROXIED") // which Setenv puts back
		}
		var c cli
		parser, err := parserOf(t.Context(), &c)
		if err != nil {
			t.Fatal(err)
		}
		_, err = parser.Parse(test.args)
		if (err != nil) != test.wrong || err == nil && !slices.Equal(c.Serve.Proxied.Networks, test.want) {
			t.Errorf("%q with %q: %v, %v; want %v", test.args, test.variable, c.Serve.Proxied.Networks, err, test.want)
		}
	}
	c := serveCmd{Addr: "unix:/run/k.sock", Proxied: proxies{admission.Networks{netip.MustParsePrefix("192.0.2.0/24")}}}
	if !c.believed().Has(netip.MustParseAddr("127.0.0.1")) || (serveCmd{Proxied: c.Proxied}).believed().Has(netip.MustParseAddr("127.0.0.1")) {
		t.Error("who comes through the socket is its proxy, and nobody else on this machine")
	}
}
