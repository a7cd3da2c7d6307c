package listen

import (
	"net"
	"net/http"
	"net/netip"
	"os"
	"slices"
	"strings"
)

// Private lets in whoever is in the same network, and asks for the site by a name that nobody outside can have:
// an address of such a network, the name of this machine, or one of the names given. Without that a page
// elsewhere could have a browser in this network ask for it under a name of its own (DNS rebinding).
func Private(next http.Handler, names ...string) http.Handler {
	if machine, err := os.Hostname(); err == nil {
		names = append(names, machine)
	}
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch {
		case !near(r.RemoteAddr):
			http.Error(w, "This site answers in its own network alone.", http.StatusForbidden)
		case !ours(r.Host, names):
			http.Error(w, "This site is not known by that name. Use the name or the address of the machine that it runs on; other names are allowed by --url.", http.StatusMisdirectedRequest)
		default:
			next.ServeHTTP(w, r)
		}
	})
}

// near says whether a peer is in a private network.
func near(peer string) bool {
	a, err := netip.ParseAddrPort(peer)
	return err == nil && private(a.Addr())
}

// private says whether an address is one of this machine or of a network that is reached from it alone.
func private(a netip.Addr) bool {
	a = a.Unmap().WithZone("")
	return a.IsLoopback() || a.IsPrivate() || a.IsLinkLocalUnicast()
}

// ours says whether the host that a request names can be this site.
func ours(host string, names []string) bool {
	if name, _, err := net.SplitHostPort(host); err == nil {
		host = name
	}
	host = strings.ToLower(strings.TrimSuffix(strings.Trim(host, "[]"), "."))
	if a, err := netip.ParseAddr(host); err == nil {
		return private(a)
	}
	return host == "localhost" || slices.ContainsFunc(names, func(name string) bool {
		name = strings.ToLower(name)
		return name != "" && (host == name || host == name+".local" || host+".local" == name)
	})
}
