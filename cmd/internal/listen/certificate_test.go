package listen

import (
	"context"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/pem"
	"errors"
	"log/slog"
	"math/big"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"golang.org/x/crypto/acme/autocert"
)

// issue writes a certificate of a serial number, and its key, to two files.
func issue(t *testing.T, cert, key string, serial int64, ends time.Time) {
	t.Helper()
	private, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	of := &x509.Certificate{SerialNumber: big.NewInt(serial), Subject: pkix.Name{CommonName: "kickabout.example"}, NotBefore: time.Now().Add(-time.Hour), NotAfter: ends}
	der, err := x509.CreateCertificate(rand.Reader, of, of, private.Public(), private)
	if err != nil {
		t.Fatal(err)
	}
	secret, err := x509.MarshalPKCS8PrivateKey(private)
	if err != nil {
		t.Fatal(err)
	}
	for name, block := range map[string]*pem.Block{cert: {Type: "CERTIFICATE", Bytes: der}, key: {Type: "PRIVATE KEY", Bytes: secret}} {
		if err := os.WriteFile(name, pem.EncodeToMemory(block), 0o600); err != nil {
			t.Fatal(err)
		}
	}
}

// shownTo connects with some version of TLS and returns the serial number that is shown.
func shownTo(t *testing.T, addr string, most uint16) (int64, error) {
	t.Helper()
	c, err := tls.Dial("tcp", addr, &tls.Config{InsecureSkipVerify: true, MinVersion: tls.VersionTLS10, MaxVersion: most})
	if err != nil {
		return 0, err
	}
	defer c.Close()
	return c.ConnectionState().PeerCertificates[0].SerialNumber.Int64(), nil
}

func TestAReplacedCertificateIsShown(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	cert, key := filepath.Join(folder, "cert.pem"), filepath.Join(folder, "key.pem")
	ends := time.Now().Add(48 * time.Hour).Truncate(time.Second)
	issue(t, cert, key, 1, ends)
	c, err := Files(cert, key, slog.New(slog.DiscardHandler))
	if err != nil {
		t.Fatal(err)
	}
	if got, ok := c.Ends(); !ok || !got.Equal(ends) {
		t.Errorf("it ends at %v, %v; want %v", got, ok, ends)
	}
	p := &pair{cert: cert, key: key, log: slog.New(slog.DiscardHandler)}
	if err := p.load(); err != nil {
		t.Fatal(err)
	}
	serial := func() int64 {
		p.looked = time.Time{} // as if some time had gone by
		return p.present().Leaf.SerialNumber.Int64()
	}
	if got := serial(); got != 1 {
		t.Errorf("first %d is shown", got)
	}
	issue(t, cert, filepath.Join(folder, "other.pem"), 2, ends) // the key is not there yet
	if got := serial(); got != 1 {
		t.Errorf("with the key of another one %d is shown", got)
	}
	issue(t, cert, key, 3, ends.Add(time.Hour))
	if got := serial(); got != 3 {
		t.Errorf("after a new one %d is shown", got)
	}
	if err := os.Remove(cert); err != nil {
		t.Fatal(err)
	}
	if got := serial(); got != 3 {
		t.Errorf("without a file %d is shown", got)
	}
	if _, err := Files(cert, key, slog.New(slog.DiscardHandler)); err == nil {
		t.Error("a certificate that is not there is taken")
	}
}

func TestOldVersionsOfTLSAreRefused(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	cert, key := filepath.Join(folder, "cert.pem"), filepath.Join(folder, "key.pem")
	issue(t, cert, key, 7, time.Now().Add(time.Hour))
	files, err := Files(cert, key, slog.New(slog.DiscardHandler))
	if err != nil {
		t.Fatal(err)
	}
	issued, err := Issued(Issuer{Host: "kickabout.example", Cache: autocert.DirCache(folder), Log: slog.New(slog.DiscardHandler)})
	if err != nil {
		t.Fatal(err)
	}
	if issued.Config().MinVersion != tls.VersionTLS12 {
		t.Error("an issued certificate is shown over older versions")
	}
	if !slices.Equal(issued.Config().CipherSuites, suites()) {
		t.Error("an issued certificate is shown over other suites")
	}
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	go func() {
		for {
			c, err := l.Accept()
			if err != nil {
				return
			}
			go tls.Server(c, files.Config()).HandshakeContext(t.Context())
		}
	}()
	for version, want := range map[uint16]int64{tls.VersionTLS10: 0, tls.VersionTLS11: 0, tls.VersionTLS12: 7, tls.VersionTLS13: 7} {
		if got, err := shownTo(t, l.Addr().String(), version); got != want || (err == nil) != (want > 0) {
			t.Errorf("%s: %d, %v", tls.VersionName(version), got, err)
		}
	}
	weak := &tls.Config{InsecureSkipVerify: true, MaxVersion: tls.VersionTLS12, CipherSuites: []uint16{tls.TLS_ECDHE_ECDSA_WITH_AES_128_CBC_SHA, tls.TLS_ECDHE_RSA_WITH_AES_128_CBC_SHA}}
	if c, err := tls.Dial("tcp", l.Addr().String(), weak); err == nil {
		c.Close()
		t.Error("a suite without authenticated encryption is spoken")
	}
}

// TestOtherNamesAreRefused asks for the certificate of a name that the site has not: no authority is called.
func TestOtherNamesAreRefused(t *testing.T) {
	t.Parallel()
	called := make(chan bool, 1)
	authority := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		select {
		case called <- true:
		default:
		}
		w.WriteHeader(http.StatusForbidden)
	}))
	defer authority.Close()
	c, err := Issued(Issuer{Host: "kickabout.example", Cache: autocert.DirCache(t.TempDir()), Directory: authority.URL, Log: slog.New(slog.DiscardHandler)})
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"evil.example", "www.kickabout.example", "127.0.0.1", ""} {
		if _, err := c.Config().GetCertificate(&tls.ClientHelloInfo{ServerName: name}); err == nil {
			t.Errorf("%q gets a certificate", name)
		}
		if len(called) > 0 {
			t.Fatalf("the authority is asked about %q", name)
		}
	}
	if _, err := c.Config().GetCertificate(&tls.ClientHelloInfo{ServerName: "kickabout.example"}); err == nil || len(called) == 0 {
		t.Errorf("the authority is not asked about the site's own name: %v", err)
	}
	if _, ok := c.Ends(); ok {
		t.Error("there is a certificate")
	}
}

// shelf keeps bytes in memory.
type shelf map[string][]byte

func (s shelf) Certificate(_ context.Context, name string) ([]byte, error) { return s[name], nil }

func (s shelf) PutCertificate(_ context.Context, name string, sealed []byte) error {
	s[name] = sealed
	return nil
}

func (s shelf) DropCertificate(_ context.Context, name string) error {
	delete(s, name)
	return nil
}

func TestWhatIsOnAShelfIsSealed(t *testing.T) {
	t.Parallel()
	on, log := shelf{}, slog.New(slog.DiscardHandler)
	c := Sealed(on, [32]byte{1}, log)
	if _, err := c.Get(t.Context(), "a"); !errors.Is(err, autocert.ErrCacheMiss) {
		t.Errorf("nothing is %v", err)
	}
	if err := c.Put(t.Context(), "a", []byte("PRIVATE KEY")); err != nil {
		t.Fatal(err)
	}
	if got, err := c.Get(t.Context(), "a"); err != nil || string(got) != "PRIVATE KEY" {
		t.Errorf("%q, %v", got, err)
	}
	if string(on["a"]) == "PRIVATE KEY" || len(on["a"]) < 28 {
		t.Errorf("on the shelf is %q", on["a"])
	}
	on["b"] = on["a"]
	for name, cache := range map[string]autocert.Cache{"a": Sealed(on, [32]byte{2}, log), "b": c} {
		if _, err := cache.Get(t.Context(), name); !errors.Is(err, autocert.ErrCacheMiss) {
			t.Errorf("%s, sealed by another key or for another name: %v", name, err)
		}
	}
	if err := c.Delete(t.Context(), "a"); err != nil || on["a"] != nil {
		t.Errorf("%v, and it is there", err)
	}
}
