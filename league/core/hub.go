package core

import (
	"slices"
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
	waiting map[string]map[chan struct{}]bool // by topic
}

func newHub() *Hub { return &Hub{Others: alone{}, waiting: map[string]map[chan struct{}]bool{}} }

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
	for _, topic := range topics {
		for wake := range h.waiting[topic] {
			nudge(wake)
		}
	}
}

// hearAll wakes everybody in this process.
func (h *Hub) hearAll() {
	h.mu.Lock()
	defer h.mu.Unlock()
	for _, listeners := range h.waiting {
		for wake := range listeners {
			nudge(wake)
		}
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
	for _, topic := range topics {
		if h.waiting[topic] == nil {
			h.waiting[topic] = map[chan struct{}]bool{}
		}
		h.waiting[topic][wake] = true
	}
	return wake, func() {
		h.mu.Lock()
		defer h.mu.Unlock()
		for _, topic := range topics {
			delete(h.waiting[topic], wake)
			if len(h.waiting[topic]) == 0 {
				delete(h.waiting, topic)
			}
		}
	}
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

// ListenPlayer wakes whenever there is a new notice for a player.
func (c *Core) ListenPlayer(id string) (wake <-chan struct{}, stop func()) {
	return c.Hub.listen(playerTopic + id)
}

// ListenTournament wakes whenever a tournament has changed.
func (c *Core) ListenTournament(id string) (wake <-chan struct{}, stop func()) {
	return c.Hub.listen(TournamentTopic + id)
}
