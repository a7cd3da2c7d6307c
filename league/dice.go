package league

import (
	"encoding/hex"
	"strconv"
	"time"

	"kickabout/engine/dice"
	"kickabout/engine/dice/tbd2"
)

// Commitment is what the site has fixed of the dice of a match, besides their head, before anybody contributes to
// them (SCHEME.md 2). The zero value is of dice under the first scheme, of which the head says all.
type Commitment struct {
	Epoch uint32      // of the site's key, counted from 1
	Scope uint32      // serial number of the tournament; 0 outside
	Seal  dice.Digest // the commitment to the key of the match
	Run   byte        // 0; grows when the dice are made anew (SCHEME.md 8.1)

	// Tour binds what was given with the entries of the tournament (KT): of a lot from then on, of a match where its dice
	// hang on the public value of the tournament. Zero: none.
	Tour dice.Digest
}

// Second says that the dice are thrown under the second scheme.
func (c Commitment) Second() bool { return c.Epoch > 0 }

// Fingerprint is what is shown of the dice of a match before anybody contributes to them, in hexadecimal: the
// commitment, where there is one, and the head.
func (s Sealed) Fingerprint() string {
	head := hex.EncodeToString(s.Head[:])
	if s.Dice.Second() {
		return hex.EncodeToString(s.Dice.Seal[:]) + " " + head
	}
	return head
}

// Sealed returns what was fixed of the match before anybody contributed to its dice.
func (m Match) Sealed() Sealed { return Sealed{m.ID, m.GID, m.Head, m.Dice} }

// ScopeText is the scope of a tournament with a serial number, or of 0 that of all matches outside, as the scheme
// writes it.
func ScopeText(serial uint32) string { return strconv.FormatUint(uint64(serial), 10) }

// DiceKey returns the key by which the dice of a fixture are named (SCHEME.md 2): played again it has the number of
// times behind it, and in a duplicate pair both have that of the lesser of the two. If it begins after dice were made anew, it has
// how often behind that.
func DiceKey(k Key, pair bool, breaks int) string {
	first, n := k.again()
	if twin, ok := first.Twin(); ok && pair && twin < first {
		first = twin
	}
	return tbd2.AfterBreaks(string(first), n-1, breaks)
}

// Givens returns what all runs of the dice of a match under the second scheme hang on.
func Givens(m Match) []tbd2.Given {
	var all []tbd2.Given
	for _, r := range RunsOf(m) {
		all = append(all, GivenTo(m, r))
	}
	return all
}

// Given returns all that the present run of the dice of a match under the second scheme hangs on.
func Given(m Match) tbd2.Given {
	all := RunsOf(m)
	return GivenTo(m, all[len(all)-1])
}

// GivenTo returns all that a run of the dice of a match under the second scheme hangs on. Both of a duplicate pair hang on
// the seats of the first, which the players have changed in the second.
func GivenTo(m Match, r Run) tbd2.Given {
	g := tbd2.Given{Epoch: r.Dice.Epoch, Base: r.Base, Context: tbd2.Context{GID: m.GID, Run: r.Dice.Run, Seal: r.Dice.Seal, Head: r.Head}}
	for i, seat := range m.Seats {
		g.Seats = append(g.Seats, tbd2.Seat{Contribution: r.Contributions[i]})
		g.Bots[i] = seat.Player.Kind == Bot
	}
	if SecondOfPair(m) && m.Tournament != "" { // by an offer each keeps their seat, and the kick-off changes
		g.Seats[0], g.Seats[1] = g.Seats[1], g.Seats[0]
		g.Bots[0], g.Bots[1] = g.Bots[1], g.Bots[0]
	}
	if r.Dice.Run > 0 {
		g.Prior = &r.Prior
	}
	if r.Dice.Tour != (dice.Digest{}) {
		g.Tour = &r.Dice.Tour
	}
	return g
}

// DiceLabel returns what may be said of the dice of a match under the second scheme.
func DiceLabel(m Match) tbd2.Label { return tbd2.Weakest(Givens(m)) }

// OriginOf says where the dice of a match under the second scheme come from, those of its first run.
func OriginOf(m Match) tbd2.Origin {
	from := tbd2.Origin{Scope: ScopeText(m.Dice.Scope), Epoch: m.Dice.Epoch, Twin: SecondOfPair(m)}
	if len(m.Runs) > 0 {
		from.Epoch = m.Runs[0].Dice.Epoch
	}
	if m.Tournament != "" {
		from.Key = tbd2.KeyOf(from.Scope, m.GID, func(breaks int) string { return DiceKey(Key(m.Fixture), m.Twin != "", breaks) })
	}
	return from
}

// SecondOfPair says that a match is the second one of a duplicate pair.
func SecondOfPair(m Match) bool {
	first, _ := Key(m.Fixture).again()
	twin, ok := first.Twin()
	return m.Twin != "" && (m.Tournament == "" && m.Twin < m.ID || ok && twin < first)
}

// AnchoredAs returns by which GID receipts and the log name a match.
func AnchoredAs(m Match) dice.GID { return tbd2.Anchored(m.GID, SecondOfPair(m)) }

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
