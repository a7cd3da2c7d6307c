package core

import (
	"slices"
	"strings"
	"sync"
)

// Topics that the hub knows, in front of an id.
const (
	MatchTopic      = "match:"
	playerTopic     = "player:"
	TournamentTopic = "tournament:"
)

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

// Hub wakes those who wait for news, in this process and on other nodes. It carries no news
// itself: whoever is woken looks into the database, which is the truth, and looks
// there now and then without being woken, since another process may have written.
type Hub struct {
	Others Others // set before use only

	mu      sync.Mutex
	news    uint64            // how often something was heard, of whatever topic
	contest uint64            // how often of a tournament
	waiting map[string]*topic // on which somebody waits
}

// A topic is who waits for news on it.
type topic struct {
	latest uint64 // which of all news was the latest on it, or before somebody began to wait
	wakes  map[chan struct{}]bool
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

// Woken says whether those who wait here are woken by what happens on other nodes, and so need not look as often.
func (c *Core) Woken() bool { return c.Hub.Others.Up() }

// ListenMatch wakes whenever a match has moved on or something was said beside it.
// Whoever listens must call stop in the end.
func (c *Core) ListenMatch(id string) (wake <-chan struct{}, stop func()) {
	return c.Hub.listen(MatchTopic + id)
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
func (c *Core) ListenPlayer(id string) (wake <-chan struct{}, stop func()) {
	return c.Hub.listen(playerTopic + id)
}

// ListenTournament wakes whenever a tournament has changed.
func (c *Core) ListenTournament(id string) (wake <-chan struct{}, stop func()) {
	return c.Hub.listen(TournamentTopic + id)
}
