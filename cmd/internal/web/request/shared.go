package request

import (
	"context"
	"errors"
	"maps"
	"net/http"
	"strconv"
	"sync"
	"sync/atomic"
	"time"

	"github.com/labstack/echo/v4"

	"kickabout/league"
)

// sharedMost is how many pages and pieces are kept at a time.
const sharedMost = 4096

// shares are what pages show to visitors at the moment, by their addresses, and pieces of pages that members share as well.
type shares struct {
	last time.Duration // 0: nothing is shared
	acts atomic.Uint64 // requests that have changed something, but moves

	mu    sync.Mutex
	by    map[string]*share
	clear time.Time // when those whose time is over are next taken away
}

// A share is what one page shows, or an error, once it is read.
type share struct {
	read  chan struct{} // closed then
	until time.Time     // the zero time: it is not read yet
	value any
	err   error
}

// over says that a share is too old.
func (sh *share) over(now time.Time) bool { return !sh.until.IsZero() && !now.Before(sh.until) }

// errUnread is what those get who wait for somebody who gave up reading.
var errUnread = errors.New("nobody has read what the page shows")

// ForVisitors returns what the page of a request shows, which read reads. Visitors without a cookie, to whom it shows the
// same, share it for a moment: of those who come meanwhile one reads. What a page has of its own for each, such as
// the cookie and the dice that are reserved, is none of it, and nobody may change what is returned.
func ForVisitors[T any](s *Site, c echo.Context, read func() (T, error)) (T, error) {
	if s.shares.last > 0 && s.Credential(c) == "" {
		s.Token(c)
	}
	return ForFollowers(s, c, "", read)
}

// ForFollowers is ForVisitors for what a stream sends, which has begun. State says what else than the address decides
// what is read: of what has just happened nobody is shown what was read before.
func ForFollowers[T any](s *Site, c echo.Context, state string, read func() (T, error)) (T, error) {
	if s.Credential(c) != "" {
		return read()
	}
	return Shared(s, c, c.Request().URL.RequestURI()+state, read)
}

// Shared is ForFollowers under a name, for what does not depend on who asks nor by which address.
func Shared[T any](s *Site, c echo.Context, name string, read func() (T, error)) (T, error) {
	if s.shares.last == 0 {
		return read()
	}
	sh, first := s.shares.of(name, s.office.Now())
	switch {
	case sh == nil:
		return read()
	case first:
		mine := c.Request()
		c.SetRequest(mine.WithContext(context.WithoutCancel(mine.Context()))) // others wait for it too
		defer c.SetRequest(mine)
		var value T
		err := errUnread
		defer func() { s.shares.put(sh, value, err, s.office.Now()) }() // also if it panics
		value, err = read()
		return value, err
	}
	select {
	case <-sh.read:
		value, _ := sh.value.(T)
		return value, sh.err
	case <-c.Request().Context().Done():
		var none T
		return none, c.Request().Context().Err()
	}
}

// Piece returns a piece of a page, under a name, that is the same for all who see no more than the public: they share it for a
// moment, but not beyond news of any tournament, nor an act of anybody on this server. For whoever plays or directs behind closed
// doors it is read. Nobody may change what is returned.
func Piece[T any](s *Site, c echo.Context, name string, read func(league.Viewer) (T, error)) (T, error) {
	viewer := s.Sees(c)
	if m := c.Request().Method; s.shares.last == 0 || m != http.MethodGet && m != http.MethodHead {
		return read(viewer)
	}
	at := " at " + strconv.FormatUint(s.office.ContestNewsNumber(), 10) + "." + strconv.FormatUint(s.shares.acts.Load(), 10)
	if id := s.reader(c.Request().Context(), c); id != "" {
		more, err := Shared(s, c, "private for "+id+at, func() (bool, error) { return s.office.SeesPrivate(c.Request().Context(), id) })
		if err != nil || more {
			var none T
			if err != nil {
				return none, err
			}
			return read(viewer)
		}
	}
	return Shared(s, c, "piece "+name+at, func() (T, error) { return read(league.Public()) })
}

// A Reached is how far something has come that is followed, as two numbers that grow.
type Reached [2]int

// ReachedBy returns how far something has come. Those who follow it by its public face alone share what one of them reads
// for as long as the number of the news stays the same by which they are woken: it was read after those. Own says that
// somebody may see more or less than the public.
func ReachedBy(s *Site, c echo.Context, own bool, name string, news uint64, read func(context.Context) (first, second int, err error)) (Reached, error) {
	look := func() (r Reached, err error) {
		r[0], r[1], err = read(c.Request().Context())
		return r, err
	}
	if own {
		return look()
	}
	return Shared(s, c, name+" reached by "+strconv.FormatUint(news, 10), look)
}

// of finds what a page shows at a moment; first: whoever asks is to read it, and put it. It is nil where too much is kept.
func (s *shares) of(address string, now time.Time) (sh *share, first bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if !now.Before(s.clear) || len(s.by) >= sharedMost {
		maps.DeleteFunc(s.by, func(_ string, other *share) bool { return other.over(now) })
		s.clear = now.Add(s.last)
	}
	if sh = s.by[address]; sh != nil && !sh.over(now) {
		return sh, false
	}
	if len(s.by) >= sharedMost {
		return nil, false
	}
	sh = &share{read: make(chan struct{})}
	s.by[address] = sh
	return sh, true
}

// put is what has been read. An error is for those who wait for it alone.
func (s *shares) put(sh *share, value any, err error, now time.Time) {
	s.mu.Lock()
	defer s.mu.Unlock()
	sh.value, sh.err, sh.until = value, err, now
	if err == nil {
		sh.until = now.Add(s.last)
	}
	close(sh.read)
}
