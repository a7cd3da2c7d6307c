package core

import (
	"sync"

	"kickabout/league"
)

// Inbox holds the facts that are to be looked after in this process, each once, in the order in
// which they were raised. What is written in the database is the truth; it is lost without harm.
type Inbox struct {
	mu      sync.Mutex
	waiting []league.Fact
	known   map[league.Fact]bool          // those that wait: the start of a season raises thousands
	active  map[league.Fact]chan struct{} // closed when whoever is at it has done
}

// Add adds facts behind those that are there.
func (i *Inbox) Add(facts ...league.Fact) {
	i.mu.Lock()
	defer i.mu.Unlock()
	for _, f := range facts {
		if i.known[f] {
			continue
		}
		if i.known == nil {
			i.known = map[league.Fact]bool{}
		}
		i.known[f] = true
		i.waiting = append(i.waiting, f)
	}
}

// Take returns the first fact that nobody is at. If there is none, but somebody is at others, busy
// is closed when they have done. In a hurry it leaves to jobs what is theirs.
func (i *Inbox) Take(hurry bool) (f league.Fact, ok bool, busy <-chan struct{}) {
	i.mu.Lock()
	defer i.mu.Unlock()
	for n, f := range i.waiting {
		if hurry && long(f) {
			continue
		}
		if _, taken := i.active[f]; !taken {
			copy(i.waiting[1:n+1], i.waiting[:n]) // moves those before it, not all behind it
			i.waiting = i.waiting[1:]
			delete(i.known, f)
			if i.active == nil {
				i.active = map[league.Fact]chan struct{}{}
			}
			i.active[f] = make(chan struct{})
			return f, true, nil
		}
	}
	for f, done := range i.active {
		if !(hurry && long(f)) {
			return league.Fact{}, false, done
		}
	}
	return league.Fact{}, false, nil
}

// long says that looking after a fact takes longer than somebody waits for an answer: a job does it.
func long(f league.Fact) bool { return f.Kind == league.RoundDue }

// Leave ends what Take began.
func (i *Inbox) Leave(f league.Fact) {
	i.mu.Lock()
	defer i.mu.Unlock()
	close(i.active[f])
	delete(i.active, f)
}
