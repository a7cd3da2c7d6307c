package league

import (
	"strings"
	"time"

	"kickabout/engine/dice"
)

// The ways to settle who kicks off, as the author of a match says it.
const (
	KickoffMe  = "me"  // the author
	KickoffYou = "you" // who plays against them
	KickoffLot = "lot" // by the fair dice
)

// MessageLength is the most letters of the message of an offer.
const MessageLength = 200

// OfferState says what has become of an offer.
type OfferState string

// The states of an offer. All but the first are for good.
const (
	OfferOpen      OfferState = "open"
	OfferAccepted  OfferState = "accepted"  // the match of the same id has begun
	OfferDeclined  OfferState = "declined"  // by the player who was invited
	OfferWithdrawn OfferState = "withdrawn" // by its author, or since the key of its dice was lost
	OfferExpired   OfferState = "expired"   // by its time, or since its rules were retired
)

// Sealed is what is fixed of a match before anybody contributes to its dice.
type Sealed struct {
	Match string // the id that the match will have
	GID   dice.GID
	Head  dice.Link
	Dice  Commitment
}

// Bounds of an offer (R-WR-1).
const (
	MostSlots = 10 // that one offer gives
	MostLegs  = 2
	MostDays  = 30 // that it is open
)

// MostTurns is how often the two players of an invitation may answer each other with other
// terms.
const MostTurns = 6

// Offer is an open seat in a match that its author proposes. With a player named
// it is an invitation, seen by these two alone; linked, it is one for whoever has its link;
// else anybody may take it.
//
// Whoever accepts gets a slot: as many matches as there are legs. All GIDs and heads were
// shown before the author contributed, and are shown to the other one before they do
// (SCHEME.md 12); the first match has the offer's id.
type Offer struct {
	ID           string
	Author       Player
	Invited      Player // zero: whoever comes first
	Game         string
	Variant      string
	Control      string // id of the time control
	Rated        bool
	Kickoff      string // KickoffMe is the author
	Message      string // one line, clean; may be empty
	Contribution string // the author's to the dice; only they are shown it before the match begins
	GID          dice.GID
	Head         dice.Link
	Dice         Commitment
	Created      time.Time
	Expires      time.Time // open only before this moment
	State        OfferState

	Legs     int          // matches of each acceptance, 1 or 2: a kick-off each (R-PT-4)
	Slots    int          // how many players may accept
	Pairs    bool         // both legs have the same throws: a duplicate pair
	Given    int          // how many have: the slots are given in order
	Further  []Sealed     // of the matches after the first: slot by slot, leg by leg
	Window   RatingWindow // whom the author wants, by rating
	Linked   bool         // an invitation for whoever has its link
	Turn     int          // how many sets of terms these two have proposed before, each in answer to the other's
	Counters string       // id of the offer that this one answers with other terms; "" if none
	Counter  string       // id of the one that answers this; "" if none
	Answer   string       // what who declined wrote; one line, clean; may be empty
	Helps    bool         // its author ticked that a game with a BOT account helps to rate it (R-BO-4)
}

// Sealed returns what is fixed of the first match.
func (o Offer) Sealed() Sealed { return Sealed{o.ID, o.GID, o.Head, o.Dice} }

// Seals returns what is fixed of the matches of a slot, by leg. Slots count from 0.
func (o Offer) Seals(slot int) []Sealed {
	all := append([]Sealed{o.Sealed()}, o.Further...)
	seals := all[slot*o.Legs : (slot+1)*o.Legs]
	if o.Pairs {
		seals[1].GID, seals[1].Head, seals[1].Dice = seals[0].GID, seals[0].Head, seals[0].Dice
	}
	return seals
}

// Left is how many slots are still to be had.
func (o Offer) Left() int { return o.Slots - o.Given }

// Personal says that the offer is an invitation by name.
func (o Offer) Personal() bool { return o.Invited.ID != "" }

// At returns the offer as it stands at a moment, whether or not that has been written
// down: one whose time has run out is expired, one whose author has deleted their
// account is withdrawn, and declined if it was the other one.
func (o Offer) At(now time.Time) Offer {
	switch {
	case o.State != OfferOpen:
	case !now.Before(o.Expires):
		o.State = OfferExpired
	case !o.Author.Agrees():
		o.State = OfferWithdrawn
	case o.Personal() && !o.Invited.Agrees():
		o.State = OfferDeclined
	}
	return o
}

// Lapsed says that the offer ended before its time was up, though nobody ended it: its rules were retired. It can be told
// as long as that time is not up.
func (o Offer) Lapsed(now time.Time) bool { return o.State == OfferExpired && now.Before(o.Expires) }

// Public says that the offer stands in the waiting room.
func (o Offer) Public() bool { return !o.Personal() && !o.Linked }

// Visible says whether a player may see the offer at all; whoever has its link may as well.
func (o Offer) Visible(player string) bool {
	return o.Public() || player != "" && (player == o.Author.ID || player == o.Invited.ID)
}

// OfferFilter is what somebody looks for in the waiting room. The zero OfferFilter lets
// everything through.
type OfferFilter struct {
	Rules   string // "streetsoccer": a game, "streetsoccer/lg": one of its variants; "": any
	Control string // id of a time control; "": any
	Rated   string // RatedOnly, UnratedOnly; "": both
	Free    bool   // only what the viewer may take
}

// What a filter says of ratings.
const (
	RatedOnly   = "rated"
	UnratedOnly = "unrated"
)

// Passes says whether an offer is looked for, as far as the offer alone can say.
func (f OfferFilter) Passes(o Offer) bool {
	game, variant, _ := strings.Cut(f.Rules, "/")
	offered, _, _ := strings.Cut(o.Variant, ",") // options do not matter
	return (game == "" || game == o.Game) && (variant == "" || variant == offered) &&
		(f.Control == "" || f.Control == o.Control) &&
		(f.Rated == "" || (f.Rated == RatedOnly) == o.Rated)
}

// OfferLimits keep the waiting room short and players from flooding others.
type OfferLimits struct {
	Open    int // open offers of one player
	Site    int // open offers of all players
	Invited int // open invitations of one player
	Pair    int // rated matches that two players begin with each other within PairSpan
}

// MayPair refuses more rated matches of two players who have begun n lately (R-WR-2).
func (l OfferLimits) MayPair(n, more int) error {
	switch {
	case n >= l.Pair:
		return Errorf(Forbidden, "You two have begun %d rated games within seven days, which is the most. Play an unrated one, or wait.", n)
	case n+more > l.Pair:
		return Errorf(Forbidden, "This is for %d rated games at once, and you two may begin only %d within seven days. Play unrated ones, or wait.", more, l.Pair)
	}
	return nil
}

// PairSpan is the time in which rated matches of a pair are counted (R-WR-2).
const PairSpan = 7 * 24 * time.Hour

// Acceptance is what it takes to make the matches of a slot. It is carried out whole
// or not at all.
type Acceptance struct {
	Offer   string
	Slot    int       // the one that is next, from 0
	Matches []Match   // by leg, with their logs; seat 0 is the offer's author
	Guest   bool      // whoever accepts need not have an account
	Arrived time.Time // when the other one took it: must be before the offer expires
	Limits  OfferLimits
	Notices []Notice
}

// Pool returns the pool in which the matches of an offer are rated.
func (o Offer) Pool() Pool { return Pool{Game: o.Game, Variant: o.Variant} }

// Block says that a player does not take games from another one.
type Block struct {
	Player, Other Player
	At            time.Time
}

// MayMeet refuses a game between two players of whom, by some blocks, one has blocked the other. The field is that of a
// form which names the other one.
func MayMeet(blocks []Block, player, other Player, field string) (refusal error) {
	for _, b := range blocks {
		switch {
		case b.Player.ID == player.ID && b.Other.ID == other.ID:
			return &Error{Kind: Forbidden, Field: field, Format: "You have blocked %s. Unblock this player first.", Args: []any{other.Name}}
		case b.Player.ID == other.ID && b.Other.ID == player.ID:
			refusal = &Error{Kind: Forbidden, Field: field, Format: "This player does not take games from you."}
		}
	}
	return refusal
}
