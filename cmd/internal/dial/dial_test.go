package dial

import (
	"context"
	"errors"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"net/url"
	"strings"
	"sync/atomic"
	"testing"
)

// addresses are not on the public internet, whatever they look like.
var addresses = strings.Fields(`
	0.0.0.0 0.0.0.1 0.255.255.255 10.0.0.0 10.0.0.1 10.1.2.3 10.255.255.255 100.64.0.0 100.64.0.1 100.100.100.200 100.127.255.255
	127.0.0.0 127.0.0.1 127.0.0.53 127.1.2.3 127.255.255.255 169.254.0.0 169.254.0.1 169.254.169.254 169.254.170.2 169.254.255.255
	172.16.0.0 172.16.0.1 172.17.0.1 172.20.10.1 172.31.255.255 192.0.0.0 192.0.0.1 192.0.0.8 192.0.0.170 192.0.0.192 192.0.2.0 192.0.2.1 192.0.2.255
	192.31.196.1 192.52.193.1 192.88.99.0 192.88.99.1 192.88.99.255 192.168.0.0 192.168.0.1 192.168.1.1 192.168.255.255 192.175.48.1
	198.18.0.0 198.18.0.1 198.19.255.255 198.51.100.0 198.51.100.7 198.51.100.255 203.0.113.0 203.0.113.9 203.0.113.255
	224.0.0.0 224.0.0.1 224.0.0.251 239.255.255.250 239.255.255.255 240.0.0.0 240.0.0.1 250.1.2.3 255.255.255.254 255.255.255.255
	:: ::1 ::2 ::7f00:1 ::127.0.0.1 ::ffff:0.0.0.0 ::ffff:127.0.0.1 ::ffff:10.0.0.1 ::ffff:169.254.169.254 ::ffff:192.168.1.1 ::ffff:100.64.0.1
	::ffff:7f00:1 ::ffff:a9fe:a9fe ::ffff:0:127.0.0.1 64:ff9b::127.0.0.1 64:ff9b::10.0.0.1 64:ff9b::a9fe:a9fe 64:ff9b:1::1 100::1 100:0:0:1::1
	2001::1 2001:0:53aa:64c::1 2001:1::1 2001:2::1 2001:10::1 2001:20::1 2001:db8::1 2001:db8:ffff::1 2002::1 2002:7f00:1::1 2002:a00:1::1 2002:c0a8:101::1
	2620:4f:8000::1 3fff::1 3fff:fff::1 4000::1 5f00::1 8000::1 fc00::1 fd00::1 fd00:ec2::254 fdff:ffff::1 fe80::1 fe80::1%lo fe80::1%eth0 febf::1 fec0::1
	ff00::1 ff01::1 ff02::1 ff02::fb ff05::1 ff0e::1 1::1 0:0:0:0:0:ffff:7f00:0001 2001:db8::127.0.0.1`)

func TestAddressesWithinAreKnown(t *testing.T) {
	if len(addresses) < 100 {
		t.Fatalf("only %d addresses", len(addresses))
	}
	for _, a := range addresses {
		if Global(netip.MustParseAddr(a)) {
			t.Errorf("%s is taken for public", a)
		}
	}
	if Global(netip.Addr{}) {
		t.Error("no address is taken for public")
	}
	for _, a := range strings.Fields(`1.1.1.1 8.8.8.8 9.255.255.255 11.0.0.0 93.184.215.14 100.63.255.255 100.128.0.0 126.255.255.255 128.0.0.0 162.159.128.233
		169.253.255.255 169.255.0.0 172.15.255.255 172.32.0.0 192.0.1.0 192.167.255.255 192.169.0.0 198.17.255.255 198.20.0.0 223.255.255.255
		::ffff:8.8.8.8 2001:200::1 2001:4860:4860::8888 2003::1 2606:4700:4700::1111 2a00:1450:4001:800::200e 3ffe::1`) {
		if !Global(netip.MustParseAddr(a)) {
			t.Errorf("%s is taken for private", a)
		}
	}
}

// within is a server on loopback that nobody is to reach, and counts who does.
func within(t *testing.T, answer http.HandlerFunc) (s *httptest.Server, port uint16, reached *atomic.Int32) {
	t.Helper()
	reached = &atomic.Int32{}
	s = httptest.NewUnstartedServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		reached.Add(1)
		if answer != nil {
			answer(w, r)
		}
	}))
	s.Config.ErrorLog = nil
	s.StartTLS()
	t.Cleanup(s.Close)
	return s, netip.MustParseAddrPort(s.Listener.Addr().String()).Port(), reached
}

// trusting is a guard that dials a port, and knows the certificate of a server there.
func trusting(s *httptest.Server, port uint16) Guard {
	c := s.Client().Transport.(*http.Transport).TLSClientConfig.Clone()
	c.InsecureSkipVerify = true // the name is whatever the test calls it
	return Guard{Port: port, TLS: c}
}

func TestNoSpellingReachesLoopback(t *testing.T) {
	t.Parallel()
	s, port, reached := within(t, nil)
	g := trusting(s, port)
	for _, host := range []string{
		"127.0.0.1", "localhost", "LOCALHOST.", "127.1", "127.0.1", "2130706433", "0x7f000001", "0x7f.0.0.1", "017700000001", "0177.0.0.1", "0", "0.0.0.0",
		"[::1]", "[::]", "[::ffff:127.0.0.1]", "[::ffff:7f00:1]", "[0:0:0:0:0:ffff:127.0.0.1]", "[64:ff9b::127.0.0.1]", "①②⑦.0.0.1", "127。0。0。1",
	} {
		r, err := http.NewRequestWithContext(t.Context(), http.MethodGet, "https://x/", nil)
		if err != nil {
			t.Fatal(err)
		}
		r.URL.Host = host + ":" + itoa(port)
		if a, err := g.Client().Do(r); err == nil {
			a.Body.Close()
			t.Errorf("%s is answered with %s", host, a.Status)
		}
	}
	if n := reached.Load(); n != 0 {
		t.Errorf("%d requests got through", n)
	}
	g.Allow = func(at netip.AddrPort) bool { return at.Addr().IsLoopback() }
	a, err := g.Client().Get("https://127.0.0.1:" + itoa(port))
	if err != nil || reached.Load() != 1 {
		t.Fatalf("what is allowed is not reached: %v", err)
	}
	a.Body.Close()
}

func TestOnePortIsDialled(t *testing.T) {
	t.Parallel()
	for at, want := range map[string]bool{"8.8.8.8:443": true, "8.8.8.8:80": false, "8.8.8.8:22": false, "[2606:4700:4700::1111]:443": true, "[2606:4700:4700::1111]:5432": false, "127.0.0.1:443": false, "nonsense": false} {
		if err := (Guard{}).control("tcp", at, nil); (err == nil) != want || err != nil && !errors.Is(err, ErrForbidden) {
			t.Errorf("%s: %v", at, err)
		}
	}
}

func TestARedirectIsNotFollowed(t *testing.T) {
	t.Parallel()
	inner, _, reached := within(t, nil)
	outer, port, _ := within(t, func(w http.ResponseWriter, r *http.Request) {
		http.Redirect(w, r, inner.URL, http.StatusTemporaryRedirect)
	})
	g := trusting(outer, port)
	g.Allow = func(netip.AddrPort) bool { return true } // even so
	a, err := g.Client().Post(outer.URL, "text/plain", strings.NewReader("a secret"))
	if err != nil {
		t.Fatal(err)
	}
	a.Body.Close()
	if a.StatusCode != http.StatusTemporaryRedirect || reached.Load() != 0 {
		t.Errorf("answered with %s; %d requests went on", a.Status, reached.Load())
	}
}

// names answers questions for names: at first with one address, then with another.
func names(t *testing.T, first, then netip.Addr) (*net.Resolver, *atomic.Int32) {
	t.Helper()
	l, err := net.ListenPacket("udp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { l.Close() })
	var asked atomic.Int32
	go func() {
		b := make([]byte, 512)
		for {
			n, from, err := l.ReadFrom(b)
			if err != nil {
				return
			}
			if n < 17 {
				continue
			}
			q := b[:n]
			end := 12 // of the name that is asked for
			for q[end] != 0 {
				end += 1 + int(q[end])
			}
			question := q[12 : end+5]
			a := []byte{q[0], q[1], 0x81, 0x80, 0, 1, 0, 0, 0, 0, 0, 0}
			a = append(a, question...)
			if question[len(question)-3] == 1 { // an address of IPv4
				ip := first
				if asked.Add(1) > 1 {
					ip = then
				}
				a[7] = 1
				a = append(a, 0xc0, 12, 0, 1, 0, 1, 0, 0, 0, 0, 0, 4)
				a = append(a, ip.AsSlice()...)
			}
			l.WriteTo(a, from)
		}
	}()
	return &net.Resolver{PreferGo: true, Dial: func(ctx context.Context, _, _ string) (net.Conn, error) {
		return (&net.Dialer{}).DialContext(ctx, "udp", l.LocalAddr().String())
	}}, &asked
}

func TestANameThatTurnsInwardsIsNotFollowed(t *testing.T) {
	t.Parallel()
	s, port, reached := within(t, nil)
	g := trusting(s, port)
	var asked *atomic.Int32
	g.Resolver, asked = names(t, netip.MustParseAddr("93.184.215.14"), netip.MustParseAddr("127.0.0.1"))
	if found, err := g.Resolver.LookupNetIP(t.Context(), "ip4", "rebind.example"); err != nil || len(found) != 1 || !Global(found[0]) {
		t.Fatalf("whoever asks first is told %v, %v", found, err)
	}
	_, err := g.Client().Get("https://rebind.example:" + itoa(port) + "/")
	if !errors.Is(err, ErrForbidden) || reached.Load() != 0 || asked.Load() < 2 {
		t.Errorf("whoever dials is told %v after %d questions, and %d requests got through", err, asked.Load(), reached.Load())
	}
	g.Allow = func(at netip.AddrPort) bool { return at.Addr().IsLoopback() } // what the name leads to is there
	a, err := g.Client().Get("https://rebind.example:" + itoa(port) + "/")
	if err != nil || reached.Load() != 1 {
		t.Fatalf("what is allowed is not reached: %v", err)
	}
	a.Body.Close()
}

func TestAnAnswerThatNeverComesIsGivenUp(t *testing.T) {
	t.Parallel()
	if c := (Guard{}).Client(); c.Timeout != Timeout || c.Transport.(*http.Transport).Proxy != nil {
		t.Errorf("it waits %s, and a proxy is asked: %t", c.Timeout, c.Transport.(*http.Transport).Proxy != nil)
	}
	long, port, _ := within(t, func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("X-Long", strings.Repeat("x", 2*headLimit))
		io.WriteString(w, "done")
	})
	g := trusting(long, port)
	g.Allow = func(netip.AddrPort) bool { return true }
	if a, err := g.Client().Get(long.URL); err == nil {
		a.Body.Close()
		t.Error("a head of any length is read")
	}
	var wrong *url.Error
	if _, err := (Guard{}).Client().Get("https://127.0.0.1/"); !errors.As(err, &wrong) || !errors.Is(err, ErrForbidden) {
		t.Errorf("the reason is %v", err)
	}
}

func itoa(port uint16) string {
	return netip.AddrPortFrom(netip.IPv4Unspecified(), port).String()[len("0.0.0.0:"):]
}
