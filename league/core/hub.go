package core

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync"

	"kickabout/league"
)

// Topics that the hub knows, in front of an id.
const (
	MatchTopic      = "match:"
	PlayerTopic     = "player:"
	TournamentTopic = "tournament:"
	SessionTopic    = "session:" // and the hash of its token
	TokenTopic      = "token:"   // and its hash
	EndsTopic       = "ends:"    // of matches, and nothing
)

// lineTopic is that of whoever wants to know of everything.
const lineTopic = "line:"

// FactsTopic is said by a node that has written more facts than it has time for.
const FactsTopic = "facts"

// Others are the other nodes of the site, on which somebody may wait as well.
type Others interface {
	// Tell wakes those who wait there for one of the topics. It does not wait for it.
	Tell(topics ...string)
	// TellAll wakes everybody there.
	TellAll()
	// Up says whether what they tell arrives here.
	Up() bool
}

// alone is a node that has no others.
type alone struct{}

func (alone) Tell(...string) {}
func (alone) TellAll()       {}
func (alone) Up() bool       { return false }

// A Look says how far things of a kind have come, by their ids, of at most followedAtOnce at a time. What is not there is
// not in its answer.
type Look func(ctx context.Context, ids []string) (map[string]league.Reached, error)

// followedAtOnce is of how many things one statement asks.
const followedAtOnce = 500

// Hub wakes those who wait for news, in this process and on other nodes. It carries no news itself: whoever is woken looks
// into the database, which is the truth. Another process may have written without a word, so that somebody has to look
// there now and then: LookAll does for all who wait. It knows how far each topic had come by who reads that, and tells it
// by Reached: whoever waits on a topic with a look has to.
type Hub struct {
	Others Others          // set before use only
	Looks  map[string]Look // by the beginning of topics; set before use only

	mu      sync.Mutex
	news    uint64            // how often something was heard, of whatever topic
	contest uint64            // how often of a tournament
	waiting map[string]*topic // on which somebody waits
}

// A topic is who waits for news on it.
type topic struct {
	latest  uint64 // which of all news was the latest on it, or that somebody began to wait
	wakes   map[chan struct{}]bool
	reached league.Reached // as whoever looked last has found it
	known   bool           // somebody has
}

// hear wakes who waits.
func (t *topic) hear(news uint64) {
	t.latest = news
	for wake := range t.wakes {
		nudge(wake)
	}
}

func newHub() *Hub { return &Hub{Others: alone{}, waiting: map[string]*topic{}} }

// Say wakes everybody who listens to one of the topics, wherever. It is for what can be read already.
func (h *Hub) Say(topics ...string) {
	h.hear(topics)
	h.Others.Tell(topics...)
}

// SayAll wakes everybody, wherever, after what has changed much at once.
func (h *Hub) SayAll() {
	h.hearAll()
	h.Others.TellAll()
}

// hear wakes who listens in this process.
func (h *Hub) hear(topics []string) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.news++
	for _, name := range topics {
		if strings.HasPrefix(name, TournamentTopic) {
			h.contest++
		}
		if t := h.waiting[name]; t != nil {
			t.hear(h.news)
		}
	}
}

// hearAll wakes everybody in this process.
func (h *Hub) hearAll() {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.news++
	h.contest++
	for _, t := range h.waiting {
		t.hear(h.news)
	}
}

// nudge wakes one who has not been woken, or has looked since.
func nudge(wake chan struct{}) {
	select {
	case wake <- struct{}{}:
	default:
	}
}

// listen returns a channel that receives after each news on one of the topics,
// once for several at a time, and a function that ends it.
func (h *Hub) listen(topics ...string) (<-chan struct{}, func()) {
	wake := make(chan struct{}, 1)
	h.mu.Lock()
	defer h.mu.Unlock()
	for _, name := range topics {
		if h.waiting[name] == nil {
			h.news++ // what was read before is no news on it: nobody has looked since it was
			h.waiting[name] = &topic{latest: h.news, wakes: map[chan struct{}]bool{}}
		}
		h.waiting[name].wakes[wake] = true
	}
	return wake, func() {
		h.mu.Lock()
		defer h.mu.Unlock()
		for _, name := range topics {
			if t := h.waiting[name]; t != nil {
				if delete(t.wakes, wake); len(t.wakes) == 0 {
					delete(h.waiting, name)
				}
			}
		}
	}
}

// Reached notes how far the topic has come that somebody has read after they began to wait on it, and wakes all who wait
// if it has come further than was known, or less far: then one of them knows too little.
func (h *Hub) Reached(name string, far league.Reached) {
	h.mu.Lock()
	defer h.mu.Unlock()
	t := h.waiting[name]
	if t == nil {
		return
	}
	moved := t.known && t.reached != far
	if t.reached, t.known = far, true; moved {
		h.news++
		if strings.HasPrefix(name, TournamentTopic) {
			h.contest++
		}
		t.hear(h.news)
	}
}

// followed lists the ids of a kind of topics on which somebody waits who has found them: of others nobody knows too little.
func (h *Hub) followed(kind string) (ids []string) {
	h.mu.Lock()
	defer h.mu.Unlock()
	for name, t := range h.waiting {
		if id, ok := strings.CutPrefix(name, kind); ok && t.known {
			ids = append(ids, id)
		}
	}
	return ids
}

// LookAll looks how far everything has come that somebody waits for, and wakes those who do not know. Its statements
// grow with what is followed, each for followedAtOnce of a kind, and not with who follows it.
func (h *Hub) LookAll(ctx context.Context) (err error) {
	for _, kind := range slices.Sorted(maps.Keys(h.Looks)) {
		for ids := range slices.Chunk(h.followed(kind), followedAtOnce) {
			far, problem := h.Looks[kind](ctx, ids)
			if problem != nil {
				err = errors.Join(err, fmt.Errorf("looking how far what is followed has come (%s): %w", kind, problem))
				continue
			}
			for _, id := range ids {
				h.Reached(kind+id, far[id])
			}
		}
	}
	return err
}

// latest numbers the news on a topic: as long as it stays the same, nothing was heard that anybody who listens was woken
// by. What was read after it was asked for is as new as what woke them. Of a topic that nobody listens to it is the
// number of all news.
func (h *Hub) latest(name string) uint64 {
	h.mu.Lock()
	defer h.mu.Unlock()
	if t := h.waiting[name]; t != nil {
		return t.latest
	}
	return h.news
}

// Hear wakes who waits in this process for what has happened on another node.
func (c *Core) Hear(topics []string) {
	c.Hub.hear(topics)
	if slices.Contains(topics, FactsTopic) {
		c.Late.Wake()
	}
}

// HearAll wakes everybody in this process: anything may have happened on other nodes.
func (c *Core) HearAll() {
	c.Hub.hearAll()
	c.Late.Wake()
}

// Woken says whether those who wait here are woken by what happens on other nodes, and so somebody need not look as often.
func (c *Core) Woken() bool { return c.Hub.Others.Up() }

// LookAll looks once for all who wait here: see Hub.
func (c *Core) LookAll(ctx context.Context) error { return c.Hub.LookAll(ctx) }

// ListenLine wakes whenever anything may have happened, such as when other nodes are not heard any more.
// Whoever listens must call stop in the end, here and below.
func (c *Core) ListenLine() (wake <-chan struct{}, stop func()) { return c.Hub.listen(lineTopic) }

// with returns a topic and those of passes.
func with(topic string, by []Pass) []string {
	topics := []string{topic}
	for _, p := range by {
		if p.topic != "" {
			topics = append(topics, p.topic)
		}
	}
	return topics
}

// ListenMatch wakes whenever a match has moved on or something was said beside it.
func (c *Core) ListenMatch(id string, by ...Pass) (wake <-chan struct{}, stop func()) {
	return c.Hub.listen(with(MatchTopic+id, by)...)
}

// MatchNewsNumber numbers what ListenMatch wakes for, for those who share what one of them reads.
func (c *Core) MatchNewsNumber(id string) uint64 { return c.Hub.latest(MatchTopic + id) }

// TournamentNewsNumber numbers what ListenTournament wakes for, for those who share what one of them reads.
func (c *Core) TournamentNewsNumber(id string) uint64 { return c.Hub.latest(TournamentTopic + id) }

// ContestNewsNumber numbers the news of all tournaments, for those who share what is read of several.
func (c *Core) ContestNewsNumber() uint64 {
	c.Hub.mu.Lock()
	defer c.Hub.mu.Unlock()
	return c.Hub.contest
}

// ListenPlayer wakes whenever there is a new notice for a player.
func (c *Core) ListenPlayer(id string, by ...Pass) (wake <-chan struct{}, stop func()) {
	return c.Hub.listen(with(PlayerTopic+id, by)...)
}

// ListenTournament wakes whenever a tournament has changed.
func (c *Core) ListenTournament(id string, by ...Pass) (wake <-chan struct{}, stop func()) {
	return c.Hub.listen(with(TournamentTopic+id, by)...)
}

// ListenEnds wakes whenever it is known of more matches that they have ended.
func (c *Core) ListenEnds(by ...Pass) (wake <-chan struct{}, stop func()) {
	return c.Hub.listen(with(EndsTopic, by)...)
}

// EndsNewsNumber numbers what ListenEnds wakes for, for those who share what one of them reads.
func (c *Core) EndsNewsNumber() uint64 { return c.Hub.latest(EndsTopic) }
