package league

import (
	"time"

	"kickabout/engine/dice"
)

// The ways to settle who kicks off, as the author of a match says it.
const (
	KickoffMe  = "me"  // the author
	KickoffYou = "you" // who plays against him
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
	OfferWithdrawn OfferState = "withdrawn" // by its author
	OfferExpired   OfferState = "expired"
)

// Offer is an open seat in a match that its author proposes. With a player named
// it is an invitation, seen by these two alone; without, anybody may take it.
//
// The id becomes the match's. GID and head were shown before the author
// contributed, the head is shown to the other one before he does (FAIR-DICE 4).
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
	Contribution string // the author's to the dice; only he is shown it before the match begins
	GID          dice.GID
	Head         dice.Link
	Created      time.Time
	Expires      time.Time // open only before this moment
	State        OfferState
}

// Personal says that the offer is an invitation.
func (o Offer) Personal() bool { return o.Invited.ID != "" }

// At returns the offer as it stands at a moment, whether or not that has been written
// down: one whose time has run out is expired, one whose author has deleted his
// account is withdrawn, and declined if it was the other one.
func (o Offer) At(now time.Time) Offer {
	switch {
	case o.State != OfferOpen:
	case !now.Before(o.Expires):
		o.State = OfferExpired
	case o.Author.Kind != Member:
		o.State = OfferWithdrawn
	case o.Personal() && o.Invited.Kind != Member:
		o.State = OfferDeclined
	}
	return o
}

// Visible says whether a player may see the offer at all.
func (o Offer) Visible(player string) bool {
	return !o.Personal() || player != "" && (player == o.Author.ID || player == o.Invited.ID)
}

// OfferLimits keep the waiting room short and players from flooding others.
type OfferLimits struct {
	Open    int // open offers of one player
	Site    int // open offers of all players
	Invited int // open invitations of one player
	Pair    int // rated matches that two players begin with each other within PairSpan
}

// PairSpan is the time in which rated matches of a pair are counted (R-WR-2).
const PairSpan = 7 * 24 * time.Hour

// Acceptance is what it takes to make a match of an offer. It is carried out whole
// or not at all.
type Acceptance struct {
	Match   Match     // with its log; seat 0 is the offer's author
	Arrived time.Time // when the other one took it: must be before the offer expires
	Limits  OfferLimits
	Notices []Notice
}

// Block says that a player does not take games from another one.
type Block struct {
	Player, Other Player
	At            time.Time
}
