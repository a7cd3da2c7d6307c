package admission

import (
	"crypto/sha256"
	"sync"
	"time"
)

const (
	knownFor  = 10 * time.Minute // after which it is looked up again whose it is
	knownMost = 20_000           // a few bytes each
)

// Known remembers which sessions and tokens were somebody's: of those it is told before they are looked up in
// which class they are. The zero value knows none. It is safe for concurrent use.
type Known struct {
	mu    sync.Mutex
	until map[[sha256.Size]byte]time.Time
}

// Has says whether a credential was somebody's a little while ago.
func (k *Known) Has(credential string, now time.Time) bool {
	k.mu.Lock()
	defer k.mu.Unlock()
	return now.Before(k.until[sha256.Sum256([]byte(credential))])
}

// Note remembers that a credential is somebody's.
func (k *Known) Note(credential string, now time.Time) {
	k.mu.Lock()
	defer k.mu.Unlock()
	if k.until == nil || len(k.until) >= knownMost { // then all are looked up once more
		k.until = map[[sha256.Size]byte]time.Time{}
	}
	k.until[sha256.Sum256([]byte(credential))] = now.Add(knownFor)
}
