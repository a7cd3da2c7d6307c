package play

import "sync"

// inProgress are the matches that workers of this process are at.
type inProgress struct {
	mu sync.Mutex
	of map[string]bool
}

// take returns the first of some matches that nobody is at, and takes it; "" if there is none.
func (p *inProgress) take(matches []string) string {
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, id := range matches {
		if !p.of[id] {
			if p.of == nil {
				p.of = map[string]bool{}
			}
			p.of[id] = true
			return id
		}
	}
	return ""
}

// leave gives a match free.
func (p *inProgress) leave(match string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	delete(p.of, match)
}
