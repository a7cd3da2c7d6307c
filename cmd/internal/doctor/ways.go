package doctor

import (
	"context"
	"maps"
	"slices"
	"strings"
	"time"

	"kickabout/cmd/internal/passkey"
	"kickabout/cmd/internal/secret"
)

// passkeys looks whether browsers still offer the passkeys of members: they do so on the host alone for which one was made.
func (x *examination) passkeys(ctx context.Context) {
	const check, remedy = "passkeys", "Serve the site by its old name again if you can. Otherwise their owners sign in with the password and a recovery code and add a passkey anew; for those who have no code there is kickabout user drop-passkeys NAME."
	records, err := x.data.PasskeyRecords(ctx)
	if err != nil {
		x.unknown(check, err)
		return
	}
	known, elsewhere := 0, map[string]bool{}
	foreign := 0
	for _, r := range records {
		host, err := passkey.HostOf(r)
		if err != nil {
			x.unknown(check, err)
			return
		}
		if host == "" {
			continue
		}
		known++
		if host != x.host() {
			foreign++
			elsewhere[host] = true
		}
	}
	others := strings.Join(slices.Sorted(maps.Keys(elsewhere)), ", ")
	switch {
	case foreign > 0 && x.Host == "":
		x.is(check, Warn, "Say --url as the server has it.", "There are passkeys for %s, and nobody can say whether that is the site without its address.", others)
	case foreign > 0 && foreign == known:
		x.is(check, Fail, remedy, "The site is %s, and all passkeys are for %s: no browser offers one of them.", x.Host, others)
	case foreign > 0:
		x.is(check, Warn, remedy, "The site is %s, and %s for %s: no browser offers them any more.", x.Host, count(foreign, "passkey is", "passkeys are"), others)
	case len(records) == 0:
		x.is(check, OK, "", "Nobody has a passkey.")
	case known < len(records):
		x.is(check, OK, "", "Of %d passkeys %d are known to be for %s; of the others that is kept when they are used.", len(records), known, x.host())
	default:
		x.is(check, OK, "", "All passkeys are for %s.", x.host())
	}
}

// host is for which host a server without an address makes passkeys too: browsers on its own machine.
func (x *examination) host() string {
	if x.Host == "" {
		return "localhost"
	}
	return x.Host
}

// push looks whether devices that are to show notices know the site by the key that it has: push services take nothing
// from one that signs by another key than that for which the browser asked.
func (x *examination) push(ctx context.Context) {
	const check = "push"
	recorded, err := x.data.Keys(ctx)
	if err != nil {
		x.unknown(check, err)
		return
	}
	var born time.Time
	for _, k := range recorded {
		if k.Name == secret.SiteKey {
			born = k.Born
		}
	}
	all, old, err := x.data.CountSubscriptions(ctx, born)
	switch {
	case err != nil:
		x.unknown(check, err)
	case old > 0 && old == all:
		x.is(check, Fail, pushAgain, "There is another site key than when notices were allowed on devices: none of %d is shown any.", all)
	case old > 0:
		x.is(check, Warn, pushAgain, "%s allowed before there was this site key, and nothing is shown there; %d others are well.", count(int(old), "device was", "devices were"), all-old)
	case all == 0:
		x.is(check, OK, "", "Nobody has allowed notices on a device.")
	default:
		x.is(check, OK, "", "%s notices, by the key that the site has.", count(int(all), "device is shown", "devices are shown"))
	}
}

const pushAgain = "Ask members to allow notices on their devices again, on the page /account/devices."
