package main

import (
	"bytes"
	"crypto/tls"
	"crypto/x509"
	"encoding/binary"
	"encoding/json"
	"io"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"kickabout/store/storetest"
)

// pebble is the authority for tests of Let's Encrypt, and the version of it that was tried.
const pebble = "github.com/letsencrypt/pebble/v2/cmd/pebble@v2.10.1"

// An authority issues certificates on this machine.
type authority struct {
	directory string         // address
	trusted   string         // file by which it is known itself
	roots     *x509.CertPool // by which what it issues is known
}

// validity is how long its certificates hold: a third before the end they are renewed.
const validity = 24 * time.Second

// newAuthority starts one that looks for the site at a port of this machine, whatever name is asked for.
func newAuthority(t *testing.T, port int) authority {
	t.Helper()
	folder := t.TempDir()
	install := exec.Command("go", "install", pebble)
	install.Env = append(os.Environ(), "GOBIN="+folder)
	if out, err := install.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	files := strings.Split(selfSigned(t), ",")
	api, management := freePort(t), freePort(t)
	config, err := json.Marshal(map[string]any{"pebble": map[string]any{
		"listenAddress": at(api), "managementListenAddress": at(management), "certificate": files[0], "privateKey": files[1],
		"httpPort": 1, "tlsPort": port, "retryAfter": map[string]int{"authz": 1, "order": 1},
		"profiles": map[string]any{"default": map[string]any{"description": "Soon over.", "validityPeriod": int(validity / time.Second)}},
	}})
	if err != nil {
		t.Fatal(err)
	}
	name := filepath.Join(folder, "config.json")
	if err := os.WriteFile(name, config, 0o600); err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(filepath.Join(folder, "pebble"), "-config", name, "-strict", "-dnsserver", resolver(t))
	cmd.Env = append(os.Environ(), "PEBBLE_VA_NOSLEEP=1", "PEBBLE_WFE_NONCEREJECT=0")
	var log bytes.Buffer
	cmd.Stdout, cmd.Stderr = &log, &log
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		cmd.Process.Kill()
		cmd.Wait()
		if t.Failed() {
			t.Log(log.String())
		}
	})
	text, err := os.ReadFile(files[0])
	if err != nil {
		t.Fatal(err)
	}
	a := authority{directory: "https://" + localhost(api) + "/dir", trusted: files[0], roots: x509.NewCertPool()}
	own := x509.NewCertPool()
	own.AppendCertsFromPEM(text)
	client := &http.Client{Transport: &http.Transport{TLSClientConfig: &tls.Config{RootCAs: own}}}
	for deadline := time.Now().Add(30 * time.Second); ; time.Sleep(100 * time.Millisecond) {
		resp, err := client.Get("https://" + localhost(management) + "/roots/0")
		if err != nil && time.Now().Before(deadline) {
			continue
		}
		if err != nil {
			t.Fatal(err)
		}
		root, err := io.ReadAll(resp.Body)
		resp.Body.Close()
		if err != nil || !a.roots.AppendCertsFromPEM(root) {
			t.Fatalf("its root is %q, %v", root, err)
		}
		return a
	}
}

// freePort returns a port of this machine on which nobody listens.
func freePort(t *testing.T) int {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	return l.Addr().(*net.TCPAddr).Port
}

func at(port int) string { return (&net.TCPAddr{IP: net.IPv4(127, 0, 0, 1), Port: port}).String() }

func localhost(port int) string { return strings.Replace(at(port), "127.0.0.1", "localhost", 1) }

// resolver answers every question for an address with that of this machine, over TCP, and returns its own.
func resolver(t *testing.T) string {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { l.Close() })
	go func() {
		for {
			c, err := l.Accept()
			if err != nil {
				return
			}
			go resolve(c)
		}
	}()
	return l.Addr().String()
}

// resolve answers the questions of a connection, each of which has its length in front.
func resolve(c net.Conn) {
	defer c.Close()
	var length [2]byte
	for {
		if _, err := io.ReadFull(c, length[:]); err != nil {
			return
		}
		asked := make([]byte, binary.BigEndian.Uint16(length[:]))
		if _, err := io.ReadFull(c, asked); err != nil {
			return
		}
		end := 12 // behind the head
		for end < len(asked) && asked[end] != 0 {
			end += int(asked[end]) + 1
		}
		if end += 5; end > len(asked) { // the empty label, type, class
			return
		}
		answer := append([]byte{asked[0], asked[1], 0x81, 0x80, 0, 1, 0, 0, 0, 0, 0, 0}, asked[12:end]...)
		if asked[end-3] == 1 { // type A
			answer[7] = 1
			answer = append(answer, 0xc0, 12, 0, 1, 0, 1, 0, 0, 0, 60, 0, 4, 127, 0, 0, 1)
		}
		if _, err := c.Write(append(binary.BigEndian.AppendUint16(nil, uint16(len(answer))), answer...)); err != nil {
			return
		}
	}
}

// TestCertificatesAreIssuedAndRenewed has an authority issue certificates to the real server, in the data folder and
// in PostgreSQL.
func TestCertificatesAreIssuedAndRenewed(t *testing.T) {
	if os.Getenv("KICKABOUT_PROVE") != "1" {
		t.Skip("go run ./cmd/dev prove runs it: it downloads an authority, and waits for a certificate to end")
	}
	storetest.EachDatabase(t, func(t *testing.T, d storetest.Database) {
		port := freePort(t)
		a := newAuthority(t, port)
		c := serveCmd{Addr: at(port), URL: "https://kickabout.example", doorFlags: doorFlags{
			TLS: automatic, Redirect: noRedirect, ACMEDirectory: a.directory, ACMERoots: a.trusted,
		}}
		if d.Name == "postgres" {
			c.Database = d.URL
		}
		began := time.Now()
		s := opened(t, c)
		shown := func(name string) (*x509.Certificate, error) {
			conn, err := tls.Dial("tcp", at(port), &tls.Config{RootCAs: a.roots, ServerName: name})
			if err != nil {
				return nil, err
			}
			defer conn.Close()
			return conn.ConnectionState().PeerCertificates[0], nil
		}
		first, err := shown("kickabout.example") // waits for it to be issued
		if err != nil {
			t.Fatal(err)
		}
		t.Logf("%s: issued after %v, until %v", d.Name, time.Since(began).Round(time.Millisecond), first.NotAfter)
		if got, ok := s.door.certificates.Ends(); !ok || !got.Equal(first.NotAfter) {
			t.Errorf("it ends at %v, %v", got, ok)
		}
		for _, name := range []string{"evil.example", "www.kickabout.example"} {
			if other, err := shown(name); err == nil {
				t.Errorf("%s gets a certificate of %v", name, other.DNSNames)
			}
		}
		for deadline := time.Now().Add(2 * validity); ; time.Sleep(time.Second) {
			next, err := shown("kickabout.example")
			if err != nil {
				t.Fatal(err)
			}
			if next.SerialNumber.Cmp(first.SerialNumber) != 0 {
				t.Logf("%s: renewed %v before its end", d.Name, time.Until(first.NotAfter).Round(time.Second))
				break
			}
			if time.Now().After(deadline) {
				t.Fatal("it is not renewed")
			}
		}
		kept, err := s.store.Certificate(t.Context(), "kickabout.example")
		if err != nil || (kept != nil) != (d.Name == "postgres") || bytes.Contains(kept, []byte("PRIVATE KEY")) {
			t.Errorf("the database holds %d bytes of it, %v", len(kept), err)
		}
		folder, err := os.Stat(filepath.Join(s.config.Data, "certificates"))
		if d.Name == "postgres" != os.IsNotExist(err) || err == nil && folder.Mode().Perm() != 0o700 {
			t.Errorf("the folder of the certificates: %v, %v", folder, err)
		}
	})
}
