// Package contact holds how members are told: news, letters and addresses, feeds, webhooks and subscriptions to push.
package contact

import (
	"time"

	"kickabout/league"
)

const UnreadKept = 400 // news that a player has at most that they have not read: for one more the oldest goes

// News is what is new about one thing to a player; the next event about the same thing takes its place.
type News struct {
	Player  string
	Topic   string // such as "chat:M": names the thing
	N       int    // of the last notice about it
	At      time.Time
	Event   league.EventName
	Subject string
	Seq     int
	Read    bool
}

// LetterState says what has become of a letter.
type LetterState string

// The states of letters; the last three are for good.
const (
	LetterWaiting LetterState = "waiting"
	LetterSending LetterState = "sending"
	LetterSent    LetterState = "sent"
	LetterMoot    LetterState = "moot" // there was no reason for it any more when it was due
	LetterDead    LetterState = "dead" // nobody took it for days
)

// A Letter is a row of the outbox: what one target of a player is to be told by one channel.
type Letter struct {
	Key     string // unique: names the first notice in it, or what it is
	Player  string
	Channel string // such as "mail"
	Target  string // one of several of the channel; "" where there is one
	Event   league.EventName
	Joined  string // while it waits, what has the same joins it; "": nothing does
	Subject string
	Seq     int
	N       int // of the last notice in it
	Items   int // how many are in it
	Since   time.Time
	Due     time.Time
	Tries   int
	State   LetterState
	Problem string // what went wrong the last time
	Holder  string // who sends it just now
}

// Measure is how much a channel has brought to a player, seen by whoever holds another letter.
type Measure struct {
	Sent    int // or perhaps: nobody knows of what was tried and then given up
	Ordered int // that wait or are being sent and keep their place: letters of the day, and what was tried before
	Others  int // that somebody else tries for the first time just now
}

// Behind is a player of whose notices some have not become news yet.
type Behind struct {
	Player          league.Player
	Fanned, Notices int
}

// ReachHours are the hours at which a player wants to be told, by the clock of their zone.
type ReachHours struct {
	Player                string
	Zone                  string // IANA; "": UTC
	Digest                int    // hour of the digest
	QuietFrom, QuietUntil int    // the same: never quiet
	Active                time.Time
	DigestDue             time.Time // zero: none
	DigestMark            string    // what the last digest said
	DigestSent            time.Time // when it was sent
	After                 AfterMove
}

// SmallCup is how many places a tournament has at most that may start before it is full, if those in it agree.
const SmallCup = 4

// ReachGlance is what every page shows of how a member is reached, and of the ways into their account.
type ReachGlance struct {
	Unread, Ways         int       // news not read; recovery codes and passkeys
	Invited              int       // open invitations to matches, which wait for their answer
	Mail, Stopped, Asked bool      // letters go to an address of theirs; or come back from it; a tournament may wait for their answer
	Warned               time.Time // when they last put off the warning that their password alone opens the account
	Waiting              int       // matches in which it is their turn
	Due                  bool      // a match of theirs is due, so that it may wait for nobody any more
}

// AfterMove says where a member goes after a move against a person, who may take days.
type AfterMove string

// The places where one may go after a move.
const (
	StayAtGame AfterMove = ""     // the usual one
	GoToNext   AfterMove = "next" // the game that waits with the least time left; if none waits one stays
	GoToMine   AfterMove = "mine" // the list of one's games
)

// ReachChoice says how a player wants to be told of a kind of news by a channel, where it is not as usual.
type ReachChoice struct{ Kind, Channel, How string }

// Address is where a member gets mail.
type Address struct {
	Player   string
	Address  string    // that was shown to be theirs; "" if there is none
	Verified time.Time // when
	Wanted   string    // that is not shown to be theirs yet
	Asked    time.Time // when the link to it was sent
	Stopped  time.Time // when it was found to take no letters; zero: it takes them
	Problem  string    // what its server said
}

// Open says that letters go there.
func (a Address) Open() bool { return a.Address != "" && a.Stopped.IsZero() }

// Outbox is how the outbox stands.
type Outbox struct {
	Waiting int       // letters that wait, or are being sent
	Dead    int       // that nobody took
	Oldest  time.Time // when the first of those that are due was; zero: none is
}

// OutboxRows is how many letters a channel has in a state: those that have ended are kept for 90 days.
type OutboxRows struct {
	Channel, State string
	N              int
}
