package main

import (
	"bufio"
	"context"
	"fmt"
	"net/http"
	"os"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"kickabout/cmd/internal/secret"
	"kickabout/cmd/internal/web"
	"kickabout/engine/enginetest"
	"kickabout/league"
	"kickabout/league/members"
	"kickabout/league/office"
	"kickabout/league/play"
	"kickabout/store/storetest"
)

// couple is two servers of one site, none of whose streams looks by itself, and a match of two members.
type couple struct {
	t        *testing.T
	a, b     *running
	ann, bob league.Player
	match    string
}

// newCouple starts the servers, the second of which listens at a URL of its own.
func newCouple(t *testing.T, database, listen string) *couple {
	t.Helper()
	c := &couple{t: t}
	config := serveCmd{Data: t.TempDir(), Addr: "127.0.0.1:0", NoDemo: true, Database: database, ChatLines: 1 << 20, Metrics: "127.0.0.1:0"}
	for _, r := range []**running{&c.a, &c.b} {
		*r = &running{t: t, config: config, pace: web.Pace{Poll: time.Hour, Rare: time.Hour, Beat: time.Hour, Send: 5 * time.Second}}
		(*r).start()
		t.Cleanup(func() { (*r).stop() })
		config.Listen = listen
	}
	for !c.a.server.link.Up() || !c.b.server.link.Up() {
		c.pause("the servers do not hear each other")
	}
	o := c.a.server.office
	for name, p := range map[string]*league.Player{"Ann": &c.ann, "Bob": &c.bob} {
		var err error
		*p, _, err = o.SignUp(t.Context(), members.Credentials{Name: name, Password: "a horse in the rain"})
		c.must(err)
	}
	made, err := o.Propose(t.Context(), c.ann, play.Proposal{
		Reservation: o.Reserve().ID, Rules: "streetsoccer/lg", Opponent: "Bob", Kickoff: league.KickoffMe, Control: "lg",
	})
	c.must(err)
	m, err := o.Accept(t.Context(), c.bob, made.Offer.ID, "", false, time.Now())
	c.must(err)
	c.match = m.ID
	return c
}

func (c *couple) must(err error) {
	c.t.Helper()
	if err != nil {
		c.t.Fatal(err)
	}
}

func (c *couple) pause(why string) {
	c.t.Helper()
	select {
	case <-c.t.Context().Done():
		c.t.Fatal(why)
	case <-time.After(20 * time.Millisecond):
	}
}

// say has Ann say something on the first server, and returns when that was written.
func (c *couple) say(text string) time.Time {
	c.t.Helper()
	c.must(c.a.server.office.Say(c.t.Context(), c.ann, members.Saying{Match: c.match, Text: text, Arrived: time.Now()}))
	return time.Now()
}

// reader follows the match on the second server.
type reader struct {
	lines *bufio.Scanner
	leave func()
}

// follow opens a stream as one of many, of whom an address may have so many, and returns once what there was is read.
func (c *couple) follow(n int) *reader {
	c.t.Helper()
	ctx, leave := context.WithCancel(context.Background())
	c.t.Cleanup(leave)
	ask, err := http.NewRequestWithContext(ctx, http.MethodGet, c.b.address+"/matches/"+c.match+"/stream", nil)
	c.must(err)
	resp, err := (&http.Transport{DialContext: from(n, 20).DialContext}).RoundTrip(ask)
	c.must(err)
	c.t.Cleanup(func() { resp.Body.Close() })
	r := &reader{bufio.NewScanner(resp.Body), leave}
	r.lines.Buffer(nil, 1<<20)
	r.until("retry: ")
	return r
}

// until reads until a text comes; false if none does.
func (r *reader) until(text string) bool {
	defer time.AfterFunc(30*time.Second, r.leave).Stop()
	for r.lines.Scan() {
		if strings.Contains(r.lines.Text(), text) {
			return true
		}
	}
	return false
}

// TestProofNewsReachTheOtherServer has a line said on one server and read on the other, whose streams do not look
// by themselves.
func TestProofNewsReachTheOtherServer(t *testing.T) {
	t.Parallel()
	readers, lines := enginetest.Size(45), enginetest.Size(400)
	storetest.OnPostgres(t, func(t *testing.T, d storetest.Database) {
		c := newCouple(t, d.URL, "")
		var following []*reader
		for n := range readers {
			following = append(following, c.follow(n))
		}
		var mu sync.Mutex
		var took []time.Duration
		for n := range lines {
			text := fmt.Sprintf("line %d.", n)
			said := c.say(text)
			var all sync.WaitGroup
			for _, r := range following {
				all.Go(func() {
					if !r.until(text) {
						t.Errorf("a stream ends before %s: %v", text, r.lines.Err())
						return
					}
					mu.Lock()
					defer mu.Unlock()
					took = append(took, time.Since(said))
				})
			}
			if all.Wait(); t.Failed() {
				return
			}
		}
		slices.Sort(took)
		p99 := took[len(took)*99/100]
		t.Logf("%d lines in %d streams: p50 %v, p99 %v, longest %v", lines, readers, took[len(took)/2], p99, took[len(took)-1])
		if lines == 400 && p99 > 250*time.Millisecond {
			t.Errorf("p99 is %v", p99)
		}
		for _, r := range []*running{c.a, c.b} {
			at := "http://" + r.server.gauge.listener.Addr().String()
			wanted := []string{`kickabout_listen_up 1`, `kickabout_commit_seconds_count [1-9]`}
			if r == c.a { // the one that tells
				wanted = append(wanted, `kickabout_notify_lag_seconds_count [1-9]`)
			}
			for _, line := range wanted {
				for !regexp.MustCompile("(?m)^" + line).MatchString(second(asked(t, at, "/metrics"))) {
					c.pause(line + " is missing")
				}
			}
		}
	})
}

func second(_ int, text string) string { return text }

// TestNewsOfALineThatIsCutAreReadWithinTenSeconds has the second server listen over a line that brings nothing any
// more, and does not say so.
func TestNewsOfALineThatIsCutAreReadWithinTenSeconds(t *testing.T) {
	t.Parallel()
	storetest.OnPostgres(t, func(t *testing.T, d storetest.Database) {
		line := storetest.NewLine(t, d)
		c := newCouple(t, d.URL, line.URL)
		r := c.follow(0)
		c.say("before")
		r.until("before")
		line.Swallow()
		said := c.say("meanwhile")
		if !r.until("meanwhile") || time.Since(said) > 10*time.Second {
			t.Errorf("it took %v", time.Since(said))
		}
		t.Logf("what was said meanwhile was read after %v", time.Since(said))
		for !c.b.server.link.Up() {
			c.pause("the line is not back")
		}
		back := time.Since(said)
		said = c.say("after")
		if !r.until("after") {
			t.Error("it is not read")
		}
		t.Logf("the line was back after %v; what was said then was read after %v", back, time.Since(said))
		if back > 10*time.Second {
			t.Error("that is too late")
		}
	})
}

// TestTwoServersHaveTheSameKeys starts a second server with keys of its own, and takes those of one away while both run.
func TestTwoServersHaveTheSameKeys(t *testing.T) {
	t.Parallel()
	storetest.OnPostgres(t, func(t *testing.T, d storetest.Database) {
		a := &running{t: t, config: serveCmd{Data: t.TempDir(), Addr: "127.0.0.1:0", NoDemo: true, Database: d.URL}}
		a.start()
		defer func() { a.stop() }()
		config := serveCmd{Data: t.TempDir(), Addr: "127.0.0.1:0", NoDemo: true, Database: d.URL}
		copyKey := func(from, name string) {
			key, err := secret.ReadFile(from, name)
			if err == nil {
				os.Remove(secret.File(config.Data, name))
				err = secret.WriteFile(config.Data, name, key)
			}
			if err != nil {
				t.Fatal(err)
			}
		}
		if _, err := config.open(t.Context()); exitCode(err) != misconfigured {
			t.Fatalf("without keys a second server starts: %v", err)
		}
		strange := t.TempDir()
		for _, name := range secret.Names() {
			if err := secret.Make(strange, name); err != nil {
				t.Fatal(err)
			}
			copyKey(strange, name)
		}
		if _, err := config.open(t.Context()); exitCode(err) != misconfigured {
			t.Fatalf("with other keys a second server starts: %v", err)
		}
		for _, name := range secret.Names() {
			copyKey(a.config.Data, name)
		}
		b, err := config.open(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		defer b.close()
		if err := b.assemble(t.Context(), office.Over(b.store)); err != nil {
			t.Fatal(err)
		}
		b.keysWatched = 200 * time.Millisecond
		stopped := make(chan error, 1)
		go func() { stopped <- b.run(t.Context()) }()
		for status := 0; status != http.StatusOK; status, _ = asked(t, b.address, "/readyz") {
			time.Sleep(20 * time.Millisecond)
		}
		copyKey(strange, secret.SiteKey)
		if err := <-stopped; exitCode(err) != misconfigured || !strings.Contains(err.Error(), "site") {
			t.Errorf("the server whose key is another one by now ends with %v", err)
		}
		if status, why := asked(t, a.address, "/readyz"); status != http.StatusOK {
			t.Errorf("and the other one says %s", why)
		}
	})
}

func TestWhereAServerListens(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ database, listen, want, wrong string }{
		{"", "", "", ""},
		{"some/file.db", "", "", ""},
		{"postgres://a/b", "", "postgres://a/b", ""},
		{"postgres://a/b", "postgres://c/b", "postgres://c/b", ""},
		{"", "postgres://c/b", "", "a file has one server"},
		{"postgres://a/b", "postgres://c:port/b", "", "--database-listen: "},
	} {
		got, err := serveCmd{Database: c.database, Listen: c.listen}.listens()
		if got != c.want || (err == nil) != (c.wrong == "") || err != nil && !strings.Contains(err.Error(), c.wrong) {
			t.Errorf("%+v: %q, %v", c, got, err)
		}
	}
}
