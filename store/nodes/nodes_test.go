package nodes_test

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"kickabout/store/nodes"
	"kickabout/store/sqldb"
	"kickabout/store/storetest"
)

// node is a link and what it has heard.
type node struct {
	*nodes.Link
	t    *testing.T
	send atomic.Pointer[nodes.Send] // the way that it sends by

	mu    sync.Mutex
	texts []string        // that it has sent
	heard map[string]bool // topics
	alls  int
	lags  []time.Duration
	news  chan struct{}
}

// join runs a node on a database until the end of the test.
func join(t *testing.T, db *sqldb.DB, url string) *node {
	n := &node{t: t, heard: map[string]bool{}, news: make(chan struct{}, 1)}
	n.sendBy(db.Notify)
	n.Link = nodes.New(nodes.Options{
		URL: url, Log: slog.New(slog.DiscardHandler),
		Send: func(ctx context.Context, channel, text string) error {
			n.noted(func() { n.texts = append(n.texts, text) })
			return (*n.send.Load())(ctx, channel, text)
		},
		Hear: func(topics []string) {
			n.noted(func() {
				for _, topic := range topics {
					n.heard[topic] = true
				}
			})
		},
		HearAll: func() { n.noted(func() { n.alls++ }) },
		Lag:     func(took time.Duration) { n.noted(func() { n.lags = append(n.lags, took) }) },
	})
	ctx, stop := context.WithCancel(context.Background())
	done := make(chan struct{})
	go func() {
		defer close(done)
		n.Run(ctx)
	}()
	t.Cleanup(func() { stop(); <-done })
	return n
}

func (n *node) sendBy(send nodes.Send) { n.send.Store(&send) }

func (n *node) noted(what func()) {
	n.mu.Lock()
	defer n.mu.Unlock()
	what()
	select {
	case n.news <- struct{}{}:
	default:
	}
}

// until waits until something holds for what a node knows, and returns how long that took.
func (n *node) until(what string, holds func() bool) time.Duration {
	n.t.Helper()
	began, late := time.Now(), time.After(20*time.Second)
	for {
		n.mu.Lock()
		held := holds()
		n.mu.Unlock()
		if held {
			return time.Since(began)
		}
		select {
		case <-n.news:
		case <-time.After(20 * time.Millisecond):
		case <-late:
			n.t.Fatalf("after 20 s: not %s; up %v, heard %d topics, %d times all", what, n.Up(), len(n.heard), n.alls)
		}
	}
}

// up waits until a node hears.
func (n *node) up() *node {
	n.t.Helper()
	n.until("up", n.Up)
	return n
}

// on runs a test with a database of its own that is reached by a line.
func on(t *testing.T, test func(t *testing.T, db *sqldb.DB, line *storetest.Line)) {
	t.Parallel()
	storetest.OnPostgres(t, func(t *testing.T, d storetest.Database) {
		test(t, storetest.OpenDB(t, d), storetest.NewLine(t, d))
	})
}

func TestOneNodeHearsWhatAnotherTells(t *testing.T) {
	on(t, func(t *testing.T, db *sqldb.DB, line *storetest.Line) {
		a, b := join(t, db, line.URL).up(), join(t, db, line.URL).up()
		c := join(t, db, line.URL).up()
		a.Tell("match:1", "player:ann")
		for _, n := range []*node{b, c} {
			n.until("told", func() bool { return n.heard["match:1"] && n.heard["player:ann"] })
		}
		a.until("back", func() bool { return len(a.lags) == 1 })
		a.Tell()
		nodes.Teller{Send: db.Notify, Log: slog.New(slog.DiscardHandler)}.Tell("match:2")
		for _, n := range []*node{a, b, c} {
			n.until("told from beside", func() bool { return n.heard["match:2"] })
		}
		if a.TellAll(); a.heard["match:1"] || len(a.texts) < 2 || a.alls != 1 || a.lags[0] <= 0 {
			t.Errorf("who tells hears %v, sent %q, and everything %d times", a.heard, a.texts, a.alls)
		}
		b.until("told that it may be anything", func() bool { return b.alls == 2 })
	})
}

func TestWhatIsToldAtOnceGoesOutTogether(t *testing.T) {
	on(t, func(t *testing.T, db *sqldb.DB, line *storetest.Line) {
		a, b := join(t, db, line.URL).up(), join(t, db, line.URL).up()
		release := make(chan struct{})
		a.sendBy(func(ctx context.Context, channel, text string) error { // as a database that is busy
			<-release
			return db.Notify(ctx, channel, text)
		})
		for range 50 {
			for i := range 2000 {
				a.Tell(fmt.Sprintf("tournament:%012d", i))
			}
		}
		close(release)
		b.until("told", func() bool { return len(b.heard) == 2000 })
		a.mu.Lock()
		defer a.mu.Unlock()
		if n := len(a.texts) - 1; n > 16 { // 48,000 bytes, twice if some went out before the others were told
			t.Errorf("100,000 calls made %d notifications", n)
		}
		for _, text := range a.texts {
			if len(text) > 7900 {
				t.Errorf("one has %d bytes", len(text))
			}
		}
		if b.alls != 1 {
			t.Errorf("2000 topics woke everybody %d times", b.alls-1)
		}
	})
}

func TestWhoHasTooMuchToSayWakesEverybody(t *testing.T) {
	on(t, func(t *testing.T, db *sqldb.DB, line *storetest.Line) {
		a, b := join(t, db, line.URL).up(), join(t, db, line.URL).up()
		var topics []string
		for i := range 5000 {
			topics = append(topics, fmt.Sprint("match:", i))
		}
		a.Tell(topics...)
		b.until("everything", func() bool { return b.alls == 2 })
		if len(b.heard) > 0 {
			t.Errorf("besides it is told %d topics", len(b.heard))
		}
	})
}

func TestWhatCannotBeSentIsSentLater(t *testing.T) {
	on(t, func(t *testing.T, db *sqldb.DB, line *storetest.Line) {
		a, b := join(t, db, line.URL).up(), join(t, db, line.URL).up()
		var failed atomic.Int32
		a.sendBy(func(context.Context, string, string) error { failed.Add(1); return errors.New("out of order") })
		a.Tell("match:1")
		a.until("tried twice", func() bool { return failed.Load() > 1 })
		a.Tell("match:2")
		a.sendBy(db.Notify)
		b.until("told", func() bool { return b.heard["match:1"] && b.heard["match:2"] })
	})
}

// TestALineThatIsCutIsBackWithinTenSeconds: and who waits meanwhile looks once it is gone, and once it is back.
func TestALineThatIsCutIsBackWithinTenSeconds(t *testing.T) {
	for name, cut := range map[string]func(t *testing.T, db *sqldb.DB, line *storetest.Line){
		"by the network": func(_ *testing.T, _ *sqldb.DB, line *storetest.Line) { line.Cut() },
		"in silence":     func(_ *testing.T, _ *sqldb.DB, line *storetest.Line) { line.Swallow() },
		"by the database": func(t *testing.T, db *sqldb.DB, _ *storetest.Line) {
			if err := db.Bare(t.Context()).Exec("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'kickabout listens' AND datname = current_database()").Error; err != nil {
				t.Error(err)
			}
		},
		"for a while": func(t *testing.T, _ *sqldb.DB, line *storetest.Line) {
			line.Close(true)
			line.Cut()
			time.AfterFunc(2*time.Second, func() { line.Close(false) })
		},
	} {
		t.Run(name, func(t *testing.T) {
			on(t, func(t *testing.T, db *sqldb.DB, line *storetest.Line) {
				a, b := join(t, db, line.URL).up(), join(t, db, line.URL).up()
				cut(t, db, line)
				gone := b.until("gone", func() bool { return b.alls == 2 })
				a.Tell("match:1") // may be lost
				back := b.until("back", func() bool { return b.alls == 3 })
				if !b.Up() || gone+back > 10*time.Second {
					t.Errorf("up: %v, noticed after %v, back %v later", b.Up(), gone, back)
				}
				a.Tell("match:2")
				b.until("told", func() bool { return b.heard["match:2"] })
				t.Logf("noticed after %v, back %v later", gone, back)
			})
		})
	}
}

func TestALineThatBringsNothingIsNotUp(t *testing.T) {
	on(t, func(t *testing.T, db *sqldb.DB, line *storetest.Line) {
		n := &node{t: t, heard: map[string]bool{}, news: make(chan struct{}, 1)}
		said := make(chan string, 9)
		n.Link = nodes.New(nodes.Options{
			URL: line.URL, Log: slog.New(slog.NewTextHandler(writer(said), nil)), Hear: func([]string) {}, HearAll: func() { t.Error("it is up") },
			Send: func(context.Context, string, string) error { return nil }, // as over a pooler, which takes it and nothing comes
		})
		ctx, stop := context.WithCancel(t.Context())
		go n.Run(ctx)
		if text := <-said; !strings.Contains(text, "not a pooler's") || n.Up() {
			t.Errorf("it is up: %v, and says %s", n.Up(), text)
		}
		stop()
	})
}

// writer sends on what is written.
type writer chan string

func (w writer) Write(text []byte) (int, error) {
	w <- string(text)
	return len(text), nil
}

func TestTheLastWordsGoOut(t *testing.T) {
	on(t, func(t *testing.T, db *sqldb.DB, line *storetest.Line) {
		b := join(t, db, line.URL).up()
		a := nodes.New(nodes.Options{URL: line.URL, Send: db.Notify, Log: slog.New(slog.DiscardHandler), Hear: func([]string) {}, HearAll: func() {}})
		ctx, stop := context.WithCancel(t.Context())
		stop()
		a.Tell("match:1")
		a.Run(ctx)
		b.until("told", func() bool { return b.heard["match:1"] })
	})
}

func TestAWrongURLIsRefused(t *testing.T) {
	if err := nodes.Check("postgres://u@host:port/x"); err == nil {
		t.Error("it is taken")
	}
	if err := nodes.Check("postgres:///x?host=/tmp"); err != nil {
		t.Error(err)
	}
}
