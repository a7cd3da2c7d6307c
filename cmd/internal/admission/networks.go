package admission

import (
	"fmt"
	"net/netip"
	"slices"
	"strings"
)

// Networks are ranges of addresses.
type Networks []netip.Prefix

// Near returns this machine, and the networks that are reached from inside alone.
func Near() Networks {
	var near Networks
	for _, p := range []string{"127.0.0.0/8", "::1/128", "10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "fc00::/7", "169.254.0.0/16", "fe80::/10"} {
		near = append(near, netip.MustParsePrefix(p))
	}
	return near
}

// ParseNetworks reads networks and single addresses that are parted by commas: "192.0.2.0/24,2001:db8::1".
func ParseNetworks(text string) (Networks, error) {
	var all Networks
	for one := range strings.SplitSeq(text, ",") {
		one = strings.TrimSpace(one)
		p, err := netip.ParsePrefix(one)
		if a, single := netip.ParseAddr(one); single == nil {
			p, err = netip.PrefixFrom(a, a.BitLen()), nil
		}
		if err != nil {
			return nil, fmt.Errorf("%q is no network such as 192.0.2.0/24", one)
		}
		all = append(all, p.Masked())
	}
	return all, nil
}

// Has says whether an address is in one of the networks.
func (n Networks) Has(a netip.Addr) bool {
	a = a.Unmap().WithZone("")
	return slices.ContainsFunc(n, func(p netip.Prefix) bool { return p.Contains(a) })
}
