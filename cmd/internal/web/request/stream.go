package request

import (
	"context"
	"crypto/rand"
	"encoding/binary"
	"errors"
	"fmt"
	"net/http"
	"runtime/debug"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/a-h/templ"
	"github.com/labstack/echo/v4"

	"kickabout/cmd/internal/admission"
	"kickabout/league"
	"kickabout/league/core"
)

// ErrSignedOut ends a stream whose reader is no longer who they were.
var ErrSignedOut = errors.New("the session has ended")

// Pace is how streams go (RELIABILITY R18).
type Pace struct {
	Poll time.Duration // between looks for what other processes wrote, for all streams; up to two thirds more
	Rare time.Duration // the same while other processes wake who waits here
	Beat time.Duration // between signs that the line is alive; up to two thirds more
	Send time.Duration // for one piece; whoever takes longer is too slow to keep
}

// usual is the pace of a real site.
func usual() Pace {
	return Pace{Poll: 6 * time.Second, Rare: 30 * time.Second, Beat: 15 * time.Second, Send: 5 * time.Second}
}

// How many streams of a kind one reader may have open. Many people may share an address.
const (
	streamsOfPlayer  = 5
	streamsOfAddress = 20
)

// streamsInAll is how many streams this server has open at most.
const streamsInAll = 15_000

// Feed is what a stream sends.
type Feed struct {
	Kind string          // of content
	Wake <-chan struct{} // says that there may be news
	More <-chan struct{} // says that news did not give all at once; may be nil
	// News returns what is newer than what it returned before, nothing if nothing is.
	News func(context.Context) ([]byte, error)
	Beat string                // what to send while there are no news
	Here func(context.Context) // told of each beat: the reader is there; may be nil
	Full string                // said to a stream that ends because its reader has opened too many since

	Over func() bool // says that nothing new can come any more, after news; nil: something always can

	// Alone says that nothing wakes it when its right ends: it looks by itself, now and then. So do those of BOT accounts,
	// which may act for more reasons than their tokens.
	Alone bool

	Reader string // whose stream it is, and how many they may have; "": by the session
	Most   int
}

// Follow answers with a stream: what is newer than what the reader has seen, at once
// and then whenever there is more, until they leave, open too many other streams, take
// too long for a piece, or the site stops. It is the one loop of every stream here, of events in pages and of lines
// for programs: once woken it reads the database, which is the truth. One goroutine looks there for all of them
// whether another process has written.
func (s *Site) Follow(c echo.Context, f Feed) error {
	out := http.NewResponseController(c.Response())
	lasting := out.SetReadDeadline(time.Time{}) == nil && out.SetWriteDeadline(time.Time{}) == nil
	reader, most := f.Reader, f.Most
	piece, err := s.look(c.Request().Context(), func(ctx context.Context) (piece []byte, err error) { // before the first byte: an error is still a page
		if reader == "" {
			reader, most, err = s.readerOf(c)
		}
		c.Set(visitKey, unkept{}) // who looks may sign out from now on
		if err != nil {
			return nil, err
		}
		return f.News(ctx)
	})
	if err != nil {
		if lasting {
			_ = out.SetWriteDeadline(time.Now().Add(s.pace.Send)) // for the page that says so
		}
		return err
	}
	if c.Request().Method == http.MethodHead {
		c.Response().Header().Set(echo.HeaderContentType, f.Kind)
		return c.NoContent(http.StatusOK)
	}
	over := func() bool { return f.Over != nil && f.Over() }
	if len(piece) == 0 && over() {
		return c.NoContent(http.StatusNoContent) // after which a browser does not ask again
	}
	ended, leave, room := s.streams.join(c.Request(), reader, most, func(none <-chan struct{}) { lookForAll(s, none) })
	if !room {
		s.Meter.Refused("stream")
		return admission.ErrFull
	}
	defer leave()
	s.Meter.Stream(1)
	defer s.Meter.Stream(-1)
	c.Response().Header().Set(echo.HeaderContentType, f.Kind)
	c.Response().Header().Set("X-Accel-Buffering", "no") // proxies are to pass on each piece at once
	c.Response().WriteHeader(http.StatusOK)
	send := func(piece []byte) error {
		if lasting {
			if err := out.SetWriteDeadline(time.Now().Add(s.pace.Send)); err != nil {
				return err
			}
		}
		if _, err := c.Response().Write(piece); err != nil {
			return err
		}
		if err := out.Flush(); err != nil || !lasting {
			return err
		}
		return out.SetWriteDeadline(time.Time{}) // with HTTP/2 one that passes ends the stream, whether anything is written or not
	}
	if err := send(piece); err != nil || !lasting || over() {
		return nil // where nothing can be cut off, a stream is what there is now and no more
	}
	s.goOn(c, &f, ended, send)
	_ = out.SetWriteDeadline(time.Now().Add(s.pace.Send)) // so that the reader can be told that this is the end
	return nil
}

// goOn sends what comes after the first piece.
func (s *Site) goOn(c echo.Context, f *Feed, ended <-chan struct{}, send func([]byte) error) {
	ctx := c.Request().Context()
	beat := time.Now().Add(jitter(s.pace.Beat))
	poll := ownLook(s, f)
	next := time.NewTimer(0) // one for both: there are thousands
	defer next.Stop()
	for {
		next.Reset(min(time.Until(poll), time.Until(beat)))
		select {
		case <-ctx.Done():
			return
		case <-s.streams.stopped:
			return
		case <-ended:
			_ = send([]byte(f.Full)) // they go either way
			return
		case <-f.Wake:
		case <-f.More:
		case <-next.C:
			if now := time.Now(); now.Before(poll) {
				beat = now.Add(jitter(s.pace.Beat))
				if f.Here != nil {
					f.Here(ctx)
				}
				if send([]byte(f.Beat)) != nil {
					return
				}
				continue
			}
		}
		poll = ownLook(s, f)
		piece, err := s.look(ctx, f.News)
		if err != nil {
			if ctx.Err() == nil && !errors.Is(err, ErrSignedOut) && !errors.Is(err, errStopped) {
				s.Log.Warn("a stream broke off", append(About(c), "path", Path(c), "err", err)...)
			}
			return // the reader comes back and finds all that they missed
		}
		if len(piece) == 0 {
			continue
		}
		beat = time.Now().Add(jitter(s.pace.Beat))
		if send(piece) != nil || f.Over != nil && f.Over() {
			return
		}
	}
}

// looksAtOnce is how many streams look for news at the same time. What thousands of readers follow wakes all of them
// at once, and so does a line to other servers that is back: they take turns, so that they neither take the memory
// of thousands of looks nor the connections to the database from everybody else.
const looksAtOnce = 8

// errStopped ends a stream that waits for its turn when the site stops.
var errStopped = league.Errorf(league.Busy, "The site is stopping. Try again in a moment.")

// look looks for news when it is the stream's turn, on a stack of its own: it needs a large one, and that of a stream
// would be kept as large for as long as the stream is open.
func (s *Site) look(ctx context.Context, news func(context.Context) ([]byte, error)) (piece []byte, err error) {
	select {
	case s.looks <- struct{}{}:
	case <-s.streams.stopped:
		return nil, errStopped
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	var panicked any
	done := make(chan struct{})
	go func() {
		defer close(done)
		defer func() { <-s.looks }()
		defer func() {
			if r := recover(); r != nil {
				panicked = fmt.Sprintf("%v\n%s", r, debug.Stack())
			}
		}()
		piece, err = news(ctx)
	}()
	if <-done; panicked != nil {
		panic(panicked) // as if it had been here
	}
	return piece, err
}

// lookForAll looks for what other processes wrote, for all streams at once, until none is left.
func lookForAll(s *Site, none <-chan struct{}) {
	line, stop := s.office.ListenLine()
	defer stop()
	next := time.NewTimer(0)
	defer next.Stop()
	ctx, leave := context.WithCancel(context.Background())
	defer leave()
	for {
		next.Reset(s.lookAgain())
		select {
		case <-none:
			return
		case <-s.streams.stopped:
			return
		case <-line: // which wakes all streams: perhaps the next look is to come sooner from now on
			continue
		case <-next.C:
		}
		if err := core.Safely(func() error { return s.office.LookAll(ctx) }); err != nil {
			s.Log.Warn("nobody knows whether there is news for streams, until the next look", "err", err)
		}
	}
}

// ownLook returns when a stream looks by itself that nobody has woken: in a day if others do for it.
func ownLook(s *Site, f *Feed) time.Time {
	if f.Alone {
		return time.Now().Add(s.lookAgain())
	}
	return time.Now().Add(24 * time.Hour)
}

// lookAgain says after what time it is looked where nobody was woken.
func (s *Site) lookAgain() time.Duration {
	if s.office.Woken() {
		return jitter(s.pace.Rare)
	}
	return jitter(s.pace.Poll)
}

// jitter returns a time from least to two thirds more, so that readers who came in the
// same moment do not ask in the same moment for ever.
func jitter(least time.Duration) time.Duration {
	var part [2]byte
	rand.Read(part[:]) // never fails
	return least + least*2/3*time.Duration(binary.BigEndian.Uint16(part[:]))>>16
}

// readerOf says whose stream a request opens and how many they may have.
func (s *Site) readerOf(c echo.Context) (reader string, most int, err error) {
	if s.Credential(c) == "" { // nobody known, who is not given a cookie for it either
		return c.Path() + " address " + c.RealIP(), streamsOfAddress, nil
	}
	viewer, err := s.Viewer(c)
	if err != nil {
		return "", 0, err
	}
	if viewer.ID != "" {
		return c.Path() + " player " + viewer.ID, streamsOfPlayer, nil
	}
	return c.Path() + " address " + c.RealIP(), streamsOfAddress, nil
}

// streams are those that are open, by reader. The zero value is not ready.
type streams struct {
	mu      sync.Mutex
	all     int                        // that are open
	none    chan struct{}              // closed when none is any more
	open    map[string][]chan struct{} // each closed when its stream is to end; the oldest first
	stopped chan struct{}              // closed when the site stops
	once    sync.Once
}

func newStreams() *streams {
	return &streams{open: map[string][]chan struct{}{}, stopped: make(chan struct{})}
}

// join adds a stream of a reader, who loses their oldest if they have too many: it may well
// be on a line that is dead without anybody having noticed. The channel is closed when the
// stream is to end; leave must be called when it has. There is no room where as many are open as may be in all. The first
// one begins what looks for all of them, and what that is told of ends with the last.
//
// The server that the request came through ends all streams when it shuts down, since it
// waits for its requests.
func (l *streams) join(r *http.Request, reader string, most int, look func(none <-chan struct{})) (ended <-chan struct{}, leave func(), room bool) {
	if server, ok := r.Context().Value(http.ServerContextKey).(*http.Server); ok {
		l.once.Do(func() { server.RegisterOnShutdown(func() { close(l.stopped) }) })
	}
	mine := make(chan struct{})
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.all >= streamsInAll {
		return nil, nil, false
	}
	if l.all++; l.all == 1 {
		l.none = make(chan struct{})
		go look(l.none)
	}
	if there := l.open[reader]; len(there) >= most {
		close(there[0])
		l.open[reader] = there[1:]
	}
	l.open[reader] = append(l.open[reader], mine)
	return mine, func() {
		l.mu.Lock()
		defer l.mu.Unlock()
		if l.all--; l.all == 0 {
			close(l.none)
		}
		left := slices.DeleteFunc(l.open[reader], func(c chan struct{}) bool { return c == mine })
		if l.open[reader] = left; len(left) == 0 {
			delete(l.open, reader)
		}
	}, true
}

// What a stream of events of a page is made of.
const (
	EventStream = "text/event-stream"
	EventBeat   = ": \n\n"
	EventFull   = "event: full\ndata: \n\n" // the page closes its stream and stays away until it is looked at again
)

// EventRetry tells browsers how long to wait before they come back.
func EventRetry() []byte {
	return []byte("retry: " + strconv.FormatInt(jitter(2*time.Second).Milliseconds(), 10) + "\n\n")
}

// AppendEvent appends an event of the page to a stream: what htmx is to put into it.
func AppendEvent(ctx context.Context, stream []byte, id Mark, part templ.Component) ([]byte, error) {
	var html strings.Builder
	if err := part.Render(ctx, &html); err != nil {
		return nil, err
	}
	stream = append(stream, "id: "+id.String()+"\n"...)
	// A line for each line; any of these ends one, so that no text can begin another field.
	for _, line := range strings.FieldsFunc(html.String(), func(r rune) bool { return r == '\n' || r == '\r' }) {
		stream = append(stream, "data: "+strings.ToValidUTF8(line, "\uFFFD")+"\n"...)
	}
	return append(stream, '\n'), nil
}

// A Mark is how far somebody has seen a match: the number of its last throw, move or
// end, and the number of the last line of its chat. As the id of an event: "41.3".
type Mark struct{ Seq, Line int }

// String writes a mark as the id of an event.
func (m Mark) String() string { return strconv.Itoa(m.Seq) + "." + strconv.Itoa(m.Line) }

// MarkOf returns how far a reader says they have seen: by the id of the last event that
// reached them, or else as the page says. Nonsense has seen nothing.
func MarkOf(c echo.Context) (m Mark) {
	text := c.Request().Header.Get("Last-Event-ID")
	if text == "" {
		text = c.QueryParam("after")
	}
	seq, line, _ := strings.Cut(text, ".")
	var problems [2]error
	m.Seq, problems[0] = strconv.Atoi(seq)
	m.Line, problems[1] = strconv.Atoi(line)
	if errors.Join(problems[:]...) != nil {
		return Mark{}
	}
	return m
}
