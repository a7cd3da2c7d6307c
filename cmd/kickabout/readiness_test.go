package main

import (
	"context"
	"errors"
	"io"
	"net"
	"net/http"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"kickabout/league/office"
	"kickabout/store"
	"kickabout/store/sqldb"
)

// sound is the readiness of a server that lacks nothing.
func sound() *readiness {
	well := func(context.Context) error { return nil }
	return &readiness{now: time.Now, beaten: time.Now, write: well, keys: well, free: func() (float64, error) { return diskLeast, nil }}
}

func TestAServerIsReadyUnlessSomethingIsMissing(t *testing.T) {
	t.Parallel()
	ago := func(d time.Duration) func() time.Time { return func() time.Time { return time.Now().Add(-d) } }
	for _, c := range []struct {
		name   string
		change func(*readiness)
		want   string // "": ready
	}{
		{"nothing", func(*readiness) {}, ""},
		{"a beat", func(r *readiness) { r.beaten = ago(89 * time.Second) }, ""},
		{"three beats", func(r *readiness) { r.beaten = ago(90 * time.Second) }, "the last heartbeat is 1m30s old"},
		{"all beats", func(r *readiness) { r.beaten = func() time.Time { return time.Time{} } }, "has not said yet"},
		{"the disk", func(r *readiness) { r.write = func(context.Context) error { return errors.New("disk full") } }, "the database: disk full"},
		{"a key", func(r *readiness) { r.keys = func(context.Context) error { return errors.New("another one") } }, "the keys: another one"},
		{"room", func(r *readiness) { r.free = func() (float64, error) { return diskLeast - 1, nil } }, "the disk: only 8.4 MB are free"},
		{"the folder", func(r *readiness) { r.free = func() (float64, error) { return 0, errors.New("no such file") } }, "the disk: no such file"},
		{"an answer", func(r *readiness) {
			r.write = func(ctx context.Context) error { <-ctx.Done(); time.Sleep(time.Minute); return nil }
		}, "within 2s"},
		{"the will", func(r *readiness) { r.drain() }, "the server is stopping"},
	} {
		t.Run(c.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				r := sound()
				c.change(r)
				began := time.Now()
				why := strings.Join(r.obstacles(t.Context()), "\n")
				if (why == "") != (c.want == "") || !strings.Contains(why, c.want) {
					t.Errorf("it says %q, want %q", why, c.want)
				}
				if waited := time.Since(began); waited > probeWait {
					t.Errorf("it took %v", waited)
				}
				time.Sleep(2 * time.Minute) // whoever still writes comes to an end
			})
		})
	}
}

func TestWhoeverAsksOftenWritesNoMoreOften(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		var writes atomic.Int32
		r := sound()
		r.write = func(context.Context) error { writes.Add(1); time.Sleep(100 * time.Millisecond); return nil }
		for range 10 { // seconds, with 50 who ask at once, ten times in each
			for range 10 {
				var all sync.WaitGroup
				for range 50 {
					all.Go(func() { r.obstacles(t.Context()) })
				}
				all.Wait()
				time.Sleep(100 * time.Millisecond)
			}
		}
		if n := writes.Load(); n < 5 || n > 20 {
			t.Errorf("5000 questions made %d writes", n)
		}
	})
}

func TestADatabaseThatHangsIsAskedOnce(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		var writes atomic.Int32
		r := sound()
		r.write = func(context.Context) error { writes.Add(1); time.Sleep(time.Hour); return nil }
		for range 20 {
			if r.obstacles(t.Context()) == nil {
				t.Error("it is ready")
			}
			time.Sleep(10 * time.Second)
		}
		if n := writes.Load(); n != 1 {
			t.Errorf("%d writes hang", n)
		}
		time.Sleep(2 * time.Hour)
		if why := r.obstacles(t.Context()); writes.Load() != 2 {
			t.Errorf("it has not been asked again: %v", why)
		}
		time.Sleep(2 * time.Hour)
	})
}

// asked asks a server for a path.
func asked(t *testing.T, address, path string) (status int, body string) {
	t.Helper()
	resp, err := http.Get(address + path)
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	text, err := io.ReadAll(resp.Body)
	if err != nil {
		t.Fatal(err)
	}
	return resp.StatusCode, string(text)
}

func TestTheRealServerIsReadyUntilItsTablesAreNotItsOwn(t *testing.T) {
	t.Parallel()
	r := serve(t)
	if status, body := asked(t, r.address, "/healthz"); status != http.StatusOK || body != "ok\n" {
		t.Errorf("%d %q", status, body)
	}
	for try := range 3 { // when it starts, the server moves it twice by itself
		before, err := r.server.store.Heartbeat(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		if status, body := asked(t, r.address, "/readyz"); status != http.StatusOK || body != "ready\n" {
			t.Errorf("%d %q", status, body)
		}
		after, err := r.server.store.Heartbeat(t.Context())
		if err == nil && after.Equal(before) {
			break
		}
		if err != nil || try == 2 {
			t.Fatalf("asking has moved the heartbeat from %v to %v, %v", before, after, err)
		}
		time.Sleep(2 * probeKept)
	}
	addr := strings.TrimPrefix(r.address, "http://")
	if out, complaint, code := kickabout(t, "", "health", "--addr", addr); code != 0 || out != "ready\n" {
		t.Errorf("health ends with %d: %q, %q", code, out, complaint)
	}
	db, err := sqldb.OpenBeside(t.Context(), sqldb.Options{URL: filepath.Join(r.config.Data, "kickabout.db")})
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	if err := db.Bare(t.Context()).Exec("DELETE FROM goose_db_version WHERE version_id = ?", store.Schema()).Error; err != nil {
		t.Fatal(err)
	}
	for status := http.StatusOK; status == http.StatusOK; { // until the last answer holds no more
		if t.Context().Err() != nil {
			t.Fatal("it stays ready")
		}
		time.Sleep(50 * time.Millisecond)
		status, _ = asked(t, r.address, "/readyz")
	}
	if status, body := asked(t, r.address, "/readyz"); status != http.StatusServiceUnavailable || !strings.Contains(body, "not ready\nthe database: ") {
		t.Errorf("%d %q", status, body)
	}
	if status, _ := asked(t, r.address, "/healthz"); status != http.StatusOK {
		t.Errorf("it is not alive: %d", status)
	}
	if out, complaint, code := kickabout(t, "", "health", "--addr", addr); code != 1 || out != "" || !strings.Contains(complaint, "not ready: the database: ") || strings.Count(complaint, "\n") != 1 {
		t.Errorf("health ends with %d: %q, %q", code, out, complaint)
	}
}

func TestHealthSaysThatNobodyListens(t *testing.T) {
	t.Parallel()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	l.Close()
	if out, complaint, code := kickabout(t, "", "health", "--addr", l.Addr().String()); code != 1 || out != "" || strings.Count(complaint, "\n") != 1 {
		t.Errorf("health ends with %d: %q, %q", code, out, complaint)
	}
}

// closing notes whether a server was draining when its listener was closed.
type closing struct {
	net.Listener
	server   *server
	once     sync.Once
	draining bool
}

func (c *closing) Close() error {
	c.once.Do(func() { c.draining = c.server.ready.draining.Load() })
	return c.Listener.Close()
}

func TestAServerThatStopsSaysSoBeforeItClosesItsDoor(t *testing.T) {
	t.Parallel()
	ctx, stop := context.WithCancel(t.Context())
	defer stop()
	s, err := serveCmd{Data: t.TempDir(), Addr: "127.0.0.1:0", NoDemo: true}.open(ctx)
	if err != nil {
		t.Fatal(err)
	}
	defer s.close()
	if err := s.assemble(ctx, office.Over(s.store)); err != nil {
		t.Fatal(err)
	}
	door := &closing{Listener: s.listener, server: s}
	s.listener = door
	done := make(chan error, 1)
	go func() { done <- s.run(ctx) }()
	asked(t, s.address, "/healthz")
	stop()
	if err := <-done; err != nil || !door.draining {
		t.Errorf("draining: %v, %v", door.draining, err)
	}
	if why := s.ready.obstacles(t.Context()); len(why) != 1 || why[0] != "the server is stopping" {
		t.Errorf("it says %q", why)
	}
}
