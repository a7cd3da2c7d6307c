// Package reach tells players what concerns them, where they are not looking: it makes news of notices, and letters of
// news, which channels bring to them. What happens is noticed in the transaction in which it happens; all
// that comes of it here is found again after a crash.
package reach

import (
	"context"
	"crypto/rand"
	"encoding/binary"
	"sync"
	"time"

	"kickabout/league"
	"kickabout/league/contact"
	"kickabout/league/core"
	"kickabout/league/desk"
	"kickabout/league/members"
	"kickabout/league/offers"
	"kickabout/league/play"
)

// A Channel brings messages to players (R-NO-3).
type Channel interface {
	// Name is what rows of the outbox call it, such as "mail".
	Name() string
	// Targets lists where it reaches a player; none if nowhere. A channel with one place calls it "".
	Targets(ctx context.Context, player string) ([]string, error)
	// Send brings a message to a target. A target that is not there any more is Gone.
	Send(ctx context.Context, target string, m Message) Outcome
}

// An Outcome is what has become of a message.
type Outcome struct {
	State   OutcomeState
	After   time.Duration // of Later: not before; 0: as usual
	Problem string        // what went wrong, for whoever runs the site
}

// OutcomeState is one of three.
type OutcomeState int

// The states of an outcome.
const (
	Sent  OutcomeState = iota
	Later              // another time perhaps
	Gone               // never: the target is gone, or does not want it
)

// A Message is what a player is told, in words.
type Message struct {
	Key      string // the same again if it is sent twice
	Player   league.Player
	Kind     Kind
	Event    league.EventName
	Title    string    // one line
	Lines    []Line    // of a digest all; else one
	Answers  []Line    // of a digest: what waits for an answer
	News     []Line    // of a digest: what is new
	Games    int       // that wait for the player
	Deadline time.Time // until when it is of use; zero: any time
	Fixed    bool      // nobody can leave such messages
	Last     bool      // of a digest: no more come until the player is seen again
}

// A Line is one thing in a message.
type Line struct {
	Text    string
	About   About
	Subject string
}

// Reach is news and letters.
type Reach struct {
	core      *core.Core
	stores    Stores
	matches   *play.Matches
	watch     *play.Watch
	vacations *play.Vacations
	offers    *offers.Offers
	addresses *members.Addresses
	rulings   *desk.Rulings
	channels  []Channel
	holder    string

	fanning sync.Mutex
	look    look
	looked  time.Time // when all were found who were told something before
	whole   time.Time // the same, by a look at everybody

	mu    sync.Mutex
	noted map[string]time.Time // when it was last written that somebody was there, by this process
}

// Stores is what it needs of the database.
type Stores struct {
	News   NewsStore
	Outbox OutboxStore
	Hours  HoursStore
	Read   ReadStore
}

// New wires it.
func New(c *core.Core, stores Stores, m *members.Services, p *play.Services, o *offers.Services, d *desk.Services) *Reach {
	return &Reach{
		core: c, stores: stores, matches: p.Matches, watch: p.Watch, vacations: p.Vacations, offers: o.Offers, addresses: m.Addresses, rulings: d.Rulings,
		holder: rand.Text(), noted: map[string]time.Time{},
	}
}

// Use adds a channel. It is called before anything is sent.
func (s *Reach) Use(c Channel) { s.channels = append(s.channels, c) }

// channelIn finds a channel; nil if there is none of that name.
func channelIn(channels []Channel, name string) Channel {
	for _, c := range channels {
		if c.Name() == name {
			return c
		}
	}
	return nil
}

// notedEvery is how often it is written down at most that somebody is there. This process knows better, and others
// need to know it by ten minutes only.
const notedEvery = 5 * time.Minute

// Present notes that a member is there: a page, a request or a stream that somebody sees.
func (s *Reach) Present(ctx context.Context, player string) {
	now := s.core.Now()
	s.mu.Lock()
	due := now.Sub(s.noted[player]) >= notedEvery
	if due {
		if len(s.noted) > 10_000 {
			clear(s.noted)
		}
		s.noted[player] = now
	}
	s.mu.Unlock()
	if !due {
		return
	}
	if err := s.stores.Hours.Active(context.WithoutCancel(ctx), player, now); err != nil {
		s.core.Log.WarnContext(ctx, "noting that somebody is there", "err", err) // no reason to show no page
	}
}

// chance is a number from 0 to 1, by which letters that failed together are not tried together.
func chance() float64 {
	var b [2]byte
	rand.Read(b[:]) // never fails
	return float64(binary.BigEndian.Uint16(b[:])) / (1 << 16)
}

// keptRead is how long news are kept that were read. Of those that were not, the latest contact.UnreadKept are kept.
const keptRead = 90 * 24 * time.Hour

// ForgetNews deletes old news and letters.
func (s *Reach) ForgetNews(ctx context.Context) error {
	return s.stores.News.ForgetNews(ctx, s.core.Now().Add(-keptRead))
}

// Outbox is how the outbox stands.
func (s *Reach) Outbox(ctx context.Context) (contact.Outbox, error) {
	return s.stores.Outbox.Outbox(ctx, s.core.Now())
}
