// Package dial reaches addresses that users have named, and nothing of the network that the site stands in: whoever
// names one could otherwise have the site ask its own database, its neighbours or the machine's own services
// (RELIABILITY S10).
//
// A name says nothing: it is looked up when it is dialled, and may lead elsewhere each time. So the check is made of the
// address that is about to be connected to, by the socket itself, whatever led there: a name, a number in an odd way of
// writing, a redirect, the second of several addresses.
package dial

import (
	"cmp"
	"crypto/tls"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/netip"
	"syscall"
	"time"
)

// ErrForbidden is why an address is not dialled.
var ErrForbidden = errors.New("this address is not on the public internet")

// Timeout is how long all of a request may take.
const Timeout = 5 * time.Second

// headLimit is how much of an answer's head is read; of its body whoever asks reads what they need.
const headLimit = 16 << 10

// special are the networks that are not on the public internet, by the registries of special-purpose addresses of IANA.
// Of IPv6 only 2000::/3 is given out at all.
var special = prefixes(
	"0.0.0.0/8", "10.0.0.0/8", "100.64.0.0/10", "127.0.0.0/8", "169.254.0.0/16", "172.16.0.0/12", "192.0.0.0/24", "192.0.2.0/24", "192.31.196.0/24",
	"192.52.193.0/24", "192.88.99.0/24", "192.168.0.0/16", "192.175.48.0/24", "198.18.0.0/15", "198.51.100.0/24", "203.0.113.0/24", "224.0.0.0/4", "240.0.0.0/4",
	"2001::/23", "2001:db8::/32", "2002::/16", "2620:4f:8000::/48", "3fff::/20",
)

// given is what of IPv6 is given out.
var given = netip.MustParsePrefix("2000::/3")

func prefixes(texts ...string) (list []netip.Prefix) {
	for _, t := range texts {
		list = append(list, netip.MustParsePrefix(t))
	}
	return list
}

// Global says whether an address is on the public internet. Of one that holds an address of IPv4 within, that one counts.
func Global(a netip.Addr) bool {
	if a.Zone() != "" || !a.IsValid() {
		return false
	}
	a = a.Unmap()
	if a.Is6() && !given.Contains(a) {
		return false // also those that are translated to IPv4 on their way
	}
	for _, p := range special {
		if p.Contains(a) {
			return false
		}
	}
	return true
}

// Guard says what may be dialled. Its zero value is for use; tests set the rest.
type Guard struct {
	Port     uint16                    // the only one that is dialled; 0: 443
	Allow    func(netip.AddrPort) bool // besides what is global at that port; nil: nothing
	Resolver *net.Resolver             // nil: that of the machine
	TLS      *tls.Config               // nil: as usual
}

// control is asked by each socket before it connects.
func (g Guard) control(_, address string, _ syscall.RawConn) error {
	at, err := netip.ParseAddrPort(address)
	if err != nil {
		return fmt.Errorf("%w: %s", ErrForbidden, address)
	}
	if at.Port() == cmp.Or(g.Port, 443) && Global(at.Addr()) || g.Allow != nil && g.Allow(at) {
		return nil
	}
	return fmt.Errorf("%w: %s", ErrForbidden, address)
}

// Client returns a client that reaches the public internet alone, at one port, by no proxy, and follows no redirects: an
// answer that leads elsewhere is the answer.
func (g Guard) Client() *http.Client {
	d := net.Dialer{Timeout: Timeout, Control: g.control, Resolver: g.Resolver, KeepAlive: -1}
	return &http.Client{
		Timeout: Timeout,
		Transport: &http.Transport{
			Proxy:           nil, // it would be dialled in the place of the address
			DialContext:     d.DialContext,
			TLSClientConfig: g.TLS, TLSHandshakeTimeout: Timeout, DisableKeepAlives: true, ForceAttemptHTTP2: true,
			MaxResponseHeaderBytes: headLimit,
		},
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}
}
