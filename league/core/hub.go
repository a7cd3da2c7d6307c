package core

import "sync"

// Topics that the hub knows, in front of an id.
const (
	MatchTopic      = "match:"
	playerTopic     = "player:"
	TournamentTopic = "tournament:"
)

// Hub wakes those who wait for news within this process. It carries no news
// itself: whoever is woken looks into the database, which is the truth, and looks
// there now and then without being woken, since another process may have written.
type Hub struct {
	mu      sync.Mutex
	waiting map[string]map[chan struct{}]bool // by topic
}

func newHub() *Hub { return &Hub{waiting: map[string]map[chan struct{}]bool{}} }

// Say wakes everybody who listens to one of the topics.
func (h *Hub) Say(topics ...string) {
	h.mu.Lock()
	defer h.mu.Unlock()
	for _, topic := range topics {
		for wake := range h.waiting[topic] {
			select {
			case wake <- struct{}{}:
			default: // it has been woken and has not looked yet
			}
		}
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
