// Package nodes lets the servers of a site, its nodes, wake each other: whoever waits on one of them for what was
// written through another need not look again and again. It says that something has happened, never what: the
// database is the truth, and nothing is lost with a word that does not arrive, since everybody looks now and then.
//
// It speaks by LISTEN and NOTIFY of PostgreSQL, and so a SQLite file, which has one server, does without.
package nodes

import (
	"context"
	"crypto/rand"
	"log/slog"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/jackc/pgx/v5"
)

const (
	channel = "kickabout"
	window  = 5 * time.Millisecond   // in which what is told goes out together
	longest = 7900                   // bytes of one notification; PostgreSQL takes fewer than 8,000
	most    = 4096                   // topics that wait to go out; more become everything
	sending = 5 * time.Second        // for one notification
	again   = 250 * time.Millisecond // after which what could not be sent is sent once more
)

// everything is the topic of whoever has too much to say.
const everything = "*"

// Send notifies all who listen on a channel of the database of some text. It is never called within a transaction
// of whoever has something to tell.
type Send func(ctx context.Context, channel, text string) error

// Options say how a node speaks and who hears it.
type Options struct {
	URL  string // of a connection that is this node's alone, not a pooler's
	Send Send
	Log  *slog.Logger

	Hear    func(topics []string) // told what has happened on other nodes
	HearAll func()                // told that anything may have happened
	Lag     func(time.Duration)   // told how long a word took to all nodes, by those of this one; may be nil
}

// Link is the line of a node to the others. What it is told goes out within about 5 ms, and what goes out on others
// is heard as soon as it is there. Where the line breaks, which a node notices within 4 s even if nobody says so,
// everybody is woken; once it is back, which takes at most 3 s from when the database can be reached, everybody is
// woken again, so that nothing is missed.
type Link struct {
	Options
	name   string // of this node among all
	number atomic.Int64
	up     atomic.Bool
	wake   chan struct{}

	mu      sync.Mutex
	waiting map[string]bool
	since   time.Time            // when the first of them was told
	out     map[string]time.Time // what has gone out and is not back yet, by its heading: when it was told
}

// New returns the line of a node, over which nothing goes before Run.
func New(o Options) *Link {
	return &Link{Options: o, name: rand.Text()[:10], wake: make(chan struct{}, 1), waiting: map[string]bool{}, out: map[string]time.Time{}}
}

// Check says what is wrong with the URL of a database as far as that shows without asking it.
func Check(url string) error {
	_, err := pgx.ParseConfig(url)
	return err
}

// Up says whether this node hears what the others tell.
func (l *Link) Up() bool { return l.up.Load() }

// Tell tells the other nodes that something has happened to some topics, which hold no line break. It waits for
// nobody, and is to be called when what has happened can be read.
func (l *Link) Tell(topics ...string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if len(topics) == 0 {
		return
	}
	if len(l.waiting) == 0 {
		l.since = time.Now()
	}
	for _, topic := range topics {
		l.waiting[topic] = true
	}
	if len(l.waiting) > most {
		l.waiting = map[string]bool{everything: true}
	}
	select {
	case l.wake <- struct{}{}:
	default:
	}
}

// TellAll tells the other nodes that anything may have happened.
func (l *Link) TellAll() { l.Tell(everything) }

// Run speaks and listens until ctx ends.
func (l *Link) Run(ctx context.Context) {
	var both sync.WaitGroup
	both.Go(func() { l.speak(ctx) })
	both.Go(func() { l.listen(ctx) })
	both.Wait()
}

// speak sends what is told until ctx ends, and then what is left.
func (l *Link) speak(ctx context.Context) {
	for ctx.Err() == nil {
		select {
		case <-ctx.Done():
			continue
		case <-l.wake:
			rest(ctx, window)
		}
		if err := l.sendAll(ctx); err != nil {
			l.Log.Warn("other nodes could not be told what has happened, and will be", "err", err)
			rest(ctx, again)
		}
	}
	if err := l.sendAll(ctx); err != nil {
		l.Log.Warn("other nodes could not be told what happened last, and find it when they look", "err", err)
	}
}

// sendAll sends what waits. What could not be sent waits on.
func (l *Link) sendAll(ctx context.Context) error {
	topics, told := l.take()
	for len(topics) > 0 {
		n := fitting(topics)
		if err := l.send(ctx, topics[:n], told); err != nil {
			l.Tell(topics...)
			return err
		}
		topics = topics[n:]
	}
	return nil
}

// take returns what waits, and since when.
func (l *Link) take() (topics []string, told time.Time) {
	l.mu.Lock()
	defer l.mu.Unlock()
	for topic := range l.waiting {
		topics = append(topics, topic)
	}
	clear(l.waiting)
	return topics, l.since
}

// fitting returns how many topics go into one notification, at least one.
func fitting(topics []string) int {
	size := len(channel) + 32 // more than the longest heading
	for n, topic := range topics {
		if size += len(topic) + 1; size > longest {
			return max(1, n)
		}
	}
	return len(topics)
}

// send sends topics under a heading that no other notification has.
func (l *Link) send(ctx context.Context, topics []string, told time.Time) error {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), sending)
	defer cancel()
	heading := l.heading()
	if l.Up() {
		l.mu.Lock()
		l.out[heading] = told
		l.mu.Unlock()
	}
	return l.Send(ctx, channel, strings.Join(append([]string{heading}, topics...), "\n"))
}

// heading returns the first line of a notification, which no other one has: the node and a number.
func (l *Link) heading() string {
	return l.name + "." + strconv.FormatInt(l.number.Add(1), 10)
}

// Teller tells other nodes at once, for programs beside the servers, which hear nothing and end soon.
type Teller struct {
	Send Send
	Log  *slog.Logger
}

// Up says that nothing is heard.
func (t Teller) Up() bool { return false }

// TellAll tells all nodes that anything may have happened.
func (t Teller) TellAll() { t.Tell(everything) }

// Tell tells all nodes that something has happened to some topics.
func (t Teller) Tell(topics ...string) {
	l := New(Options{Send: t.Send})
	l.Tell(topics...)
	if err := l.sendAll(context.Background()); err != nil {
		t.Log.Warn("the servers could not be told what has happened, and find it within a minute", "err", err)
	}
}
