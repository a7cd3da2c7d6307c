// Package channels is the ways to members that they have opened besides the pages of the site: feeds that their programs
// read, webhooks that are told what happens, browsers to which words are pushed.
package channels

import (
	"encoding/hex"
	"time"

	"kickabout/league"
	"kickabout/league/core"
)

// seenEvery is how often a use is written down, so that not each costs a write.
const seenEvery = time.Hour

// longLabel is the most letters of a label.
const longLabel = 40

// Stores is what the services need of the database.
type Stores struct {
	Feeds   FeedsStore
	Hooks   HooksStore
	Devices DevicesStore
}

// Services are the services of this package.
type Services struct {
	Feeds   *Feeds
	Hooks   *Hooks
	Devices *Devices
}

// New wires them.
func New(c *core.Core, stores Stores) *Services {
	return &Services{
		Feeds: &Feeds{core: c, store: stores.Feeds}, Hooks: &Hooks{core: c, store: stores.Hooks}, Devices: &Devices{core: c, store: stores.Devices},
	}
}

// hashOf reads the hash by which a page names something whose secret is not kept.
func hashOf(id string) (hash [32]byte, err error) {
	if n, err := hex.Decode(hash[:], []byte(id[:min(len(id), 64)])); err != nil || n != len(hash) || len(id) != 64 {
		return hash, league.Errorf(league.NotFound, "There is no such thing any more.")
	}
	return hash, nil
}
