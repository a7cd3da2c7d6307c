package league

import (
	"time"

	"kickabout/engine/dice"
)

// KeyRecord is what the database remembers of a key that lies outside of it.
type KeyRecord struct {
	Name        string // "dice", "password", "sign", "site"
	Epoch       int    // counts the keys of one name, from 0
	Fingerprint string // tells keys apart and gives nothing of them away; hexadecimal
	Born        time.Time
	Kept        bool      // the one before still counts for what was made with it; else that is lost
	Reason      string    // why it took the place of the one before; "" for the first
	Opened      time.Time // when the log of the dice opened it, so that it deals no more; zero: it is closed
	Open        dice.Key  // the key itself, once it is open
	Exported    time.Time // when it was last written down elsewhere; zero: never, as far as is known
}

// OpenHeads are the heads of dice that are still to be thrown: of running matches, of open offers, and of tournaments
// whose draw is still to come.
type OpenHeads struct{ Matches, Offers, Tournaments []Sealed }
