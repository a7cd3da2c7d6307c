package main

import (
	"fmt"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
	"time"
)

func TestAFigureIsWhatWasMeasured(t *testing.T) {
	var all tally
	for i := range 100 {
		all.note(time.Duration(100-i)*time.Millisecond, 10, "")
	}
	all.note(time.Hour, 1000, "refused")
	f := all.figure("moves", 2*time.Second, usage{cpu: time.Second, statements: 700})
	if f.rate != 50 || f.p50 != 51*time.Millisecond || f.p99 != 100*time.Millisecond || f.cpu != 10*time.Millisecond || f.statements != 7 || f.bytes != 10 || f.refused != 1 || f.why != "refused" {
		t.Errorf("%+v", f)
	}
	if none := new(tally).figure("nothing", time.Second, usage{}); none.count != 0 || none.cpu != 0 {
		t.Errorf("of nothing: %+v", none)
	}
}

func TestAMissedGoalFails(t *testing.T) {
	met, missed := goal{"rate", 2, false, 1}, goal{"time", 2, true, 1}
	if err := judge([]goal{met}, false); err != nil {
		t.Error(err)
	}
	if judge([]goal{met, missed}, false) == nil {
		t.Error("a missed goal was taken")
	}
	if err := judge([]goal{missed}, true); err != nil {
		t.Error(err)
	}
}

// TestGoalsFollowTheDiskAndTheClients: each number of clients has its own, and a slow disk others than a quick one.
func TestGoalsFollowTheDiskAndTheClients(t *testing.T) {
	f, bare := figure{rate: 70, cpu: time.Millisecond / 2, p99: time.Second}, commits{Count: 10, Within: time.Second, CPU: time.Millisecond}
	for _, c := range []struct {
		clients int
		fsync   time.Duration
		met     []bool // refused, then what else there is
	}{
		{1, 0, []bool{true, true, true}},
		{16, 0, []bool{true}},
		{64, 0, []bool{true, true, true}},
		{1, slowDisk, []bool{true, true}},
		{16, slowDisk, []bool{true, true}},
		{64, slowDisk, []bool{true, true, false}},
	} {
		goals := movesCmd{Fsync: c.fsync}.goals(c.clients, f, bare)
		if len(goals) != len(c.met) {
			t.Errorf("%d clients have the goals %v", c.clients, goals)
			continue
		}
		for i, g := range goals {
			if g.met() != c.met[i] {
				t.Errorf("%d clients: %v", c.clients, g)
			}
		}
	}
}

func TestAMixKillsAsOftenAsItIsTold(t *testing.T) {
	for _, kills := range []int{0, 1, 5, 6, 50} {
		m, sum := &mixed{mixCmd: mixCmd{Kills: kills}}, 0
		for span := range spans {
			sum += m.killsIn(span)
		}
		if sum != kills {
			t.Errorf("of %d kills there are %d", kills, sum)
		}
	}
}

// TestWhatIsPacedIsLateByWhatWasAskedFor: a worker that is slow has the next ones wait, and they know since when.
func TestWhatIsPacedIsLateByWhatWasAskedFor(t *testing.T) {
	const rate, tookEach = 100, 20 * time.Millisecond
	var due []time.Time
	began := time.Now()
	paced(t.Context(), rate, 100*time.Millisecond, 1, func(_ int, at time.Time) {
		time.Sleep(tookEach)
		due = append(due, at)
	})
	if len(due) != 10 {
		t.Fatalf("of 10 there were %d", len(due))
	}
	for i, at := range due[1:] {
		if at.Sub(due[i]) != time.Second/rate {
			t.Errorf("number %d is due %v behind the one before", i+1, at.Sub(due[i]))
		}
	}
	if late := time.Since(due[9]); late < 10*tookEach-100*time.Millisecond {
		t.Errorf("the last one was late by %v, after %v", late, time.Since(began))
	}
}

// following serves streams as the program does: the event of each match has the mark "7.0", and comes to whoever has not seen it.
func following(t *testing.T) *child {
	t.Helper()
	var open, asked atomic.Int32
	page := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if strings.Contains(r.URL.Path, "gone") {
			http.NotFound(w, r)
			return
		}
		asked.Add(2)
		open.Add(1)
		defer open.Add(-1)
		fmt.Fprint(w, "retry: 2000\n\n")
		if r.Header.Get("Last-Event-ID") != "7.0" {
			fmt.Fprint(w, "id: 7.0\ndata: <p>\n\n")
		}
		_ = http.NewResponseController(w).Flush()
		<-r.Context().Done()
	}))
	t.Cleanup(page.Close)
	socket := filepath.Join(t.TempDir(), "metrics")
	l, err := net.Listen("unix", socket)
	if err != nil {
		t.Fatal(err)
	}
	gauge := httptest.NewUnstartedServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		fmt.Fprintf(w, "# all\nkickabout_statements_total %d\nkickabout_streams %d\n", asked.Load(), open.Load())
	}))
	gauge.Listener.Close()
	gauge.Listener = l
	gauge.Start()
	t.Cleanup(gauge.Close)
	self, err := os.FindProcess(os.Getpid())
	if err != nil {
		t.Fatal(err)
	}
	return &child{cmd: &exec.Cmd{Process: self}, at: page.URL, metrics: socket}
}

func TestStreamsLearnTheirMarksAndAreNotSentThemAgain(t *testing.T) {
	t.Parallel()
	a := &audience{child: following(t), matches: []followed{{id: "one"}, {id: "two"}, {id: "old", mark: "3.0"}}}
	f, _, err := a.open(t.Context(), "streams", 30, 0, "")
	if err != nil {
		t.Fatal(err)
	}
	if f.count != 30 || f.refused != 0 || f.statements != 2 {
		t.Errorf("%+v", f)
	}
	if _, err := a.leave(t.Context()); err != nil {
		t.Fatal(err)
	}
	for _, m := range a.matches {
		if m.mark != "7.0" {
			t.Errorf("%s has come to %q", m.id, m.mark)
		}
	}
	a.matches[2].mark = "6.0"
	if _, _, err := a.open(t.Context(), "streams", 3, 0, ""); err != nil {
		t.Fatal(err)
	}
	for again := 0; again == 0; { // it comes behind the first line
		a.mu.Lock()
		again = a.sent
		a.mu.Unlock()
	}
	if again, err := a.leave(t.Context()); err != nil || again != 1 {
		t.Errorf("%d events came to those who had seen them, %v", again, err)
	}
}

func TestAStreamThatCannotBeOpenedHasFailed(t *testing.T) {
	t.Parallel()
	a := &audience{child: following(t), matches: []followed{{id: "one"}, {id: "gone"}}}
	f, _, err := a.open(t.Context(), "streams", 4, 0, "")
	if err != nil || f.count != 2 || f.refused != 2 || f.why != "404 Not Found" {
		t.Errorf("%+v, %v", f, err)
	}
	if _, err := a.leave(t.Context()); err != nil {
		t.Error(err)
	}
}

// TestIdleStreamsArePolledForTogether: one statement asks for 500 matches, however many follow them.
func TestIdleStreamsArePolledForTogether(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		matches int
		idle    [3]float64 // statements a second
		missed  int
	}{
		{217, [3]float64{2, 2.17, 2.17}, 0}, // one statement in 6 s
		{217, [3]float64{2, 2.17, 3}, 1},    // 6 of them
		{217, [3]float64{2, 12, 100}, 2},
		{1000, [3]float64{2, 2.34, 2.34}, 0}, // two blocks
		{217, [3]float64{2, 1.5, 1.5}, 0},    // a job was not due
	} {
		missed := 0
		for _, g := range (streamed{streams: 1000, within: time.Second, matches: c.matches, idle: c.idle}).goals() {
			if !g.met() {
				missed++
			}
		}
		if missed != c.missed {
			t.Errorf("%+v: %d goals are missed", c, missed)
		}
	}
}

// TestMovesThatWereAnsweredAreFound: the match that a board plays and those that are over, each where the last answer said.
func TestMovesThatWereAnsweredAreFound(t *testing.T) {
	t.Parallel()
	site := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		seq := map[string]int{"over": 9, "now": 4}[path.Base(r.URL.Path)]
		fmt.Fprintf(w, `{"id": %q, "seq": %d, "position": "p"}`, path.Base(r.URL.Path), seq)
	}))
	t.Cleanup(site.Close)
	said := func(id string, seq int) match { return match{ID: id, Seq: seq, Position: "p"} }
	for _, c := range []struct {
		over, now, lost int
	}{{9, 4, 0}, {10, 4, 1}, {9, 5, 1}, {10, 5, 2}} {
		b := &board{moving: moving{child: &child{at: site.URL}, callers: []caller{{}, {}}, client: site.Client()}, over: []match{said("over", c.over)}, match: said("now", c.now)}
		if n, err := (&mixed{boards: []*board{b}}).lost(t.Context()); err != nil || n != c.lost {
			t.Errorf("%+v: %d are lost, %v", c, n, err)
		}
	}
}

// TestWhoIsToldToWaitAsksAgain where the program may be begun anew, with the same key; elsewhere it is an answer.
func TestWhoIsToldToWaitAsksAgain(t *testing.T) {
	t.Parallel()
	for _, restarts := range []bool{true, false} {
		var keys []string
		site := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if keys = append(keys, r.Header.Get("Idempotency-Key")); len(keys) == 1 {
				w.WriteHeader(http.StatusServiceUnavailable)
			}
			fmt.Fprint(w, "{}")
		}))
		t.Cleanup(site.Close)
		b := &board{moving: moving{child: &child{at: site.URL}, callers: []caller{{}, {}}, client: site.Client(), restarts: restarts}}
		err := b.post(t.Context(), 0, "/matches", map[string]any{}, nil)
		if restarts && (err != nil || len(keys) != 2 || keys[0] != keys[1] || keys[0] == "") || !restarts && (err == nil || len(keys) != 1) {
			t.Errorf("restarts %v: asked %d times with %q, %v", restarts, len(keys), keys, err)
		}
	}
}

// TestWhoDoesNotWaitDoesAsMuchAsTheyCan for as long as it lasts.
func TestWhoDoesNotWaitDoesAsMuchAsTheyCan(t *testing.T) {
	t.Parallel()
	var done [3]int
	unpaced(t.Context(), 50*time.Millisecond, len(done), func(n int, _ time.Time) {
		time.Sleep(time.Millisecond)
		done[n]++
	})
	for n, times := range done {
		if times < 2 {
			t.Errorf("worker %d did something %d times", n, times)
		}
	}
}

func TestASiteHasAsManyMatchesAsAreAskedFor(t *testing.T) {
	t.Parallel()
	for _, c := range [][2]int{{55, 10_000}, {55, 1_000_000}, {110, 100}, {1, 2}, {7, 7}} {
		m := timesFor(c[0], c[1])
		if got := c[0] * m.worlds * m.seasons; got < c[1] || m.worlds > m.seasons || m.seasons > m.worlds+2 {
			t.Errorf("of %d matches %d are made by %+v, want %d", c[0], got, m, c[1])
		}
	}
	for n := range 100_000 {
		if p := prefixOf(n); len(p) != 6 || p >= prefixOf(n+1) {
			t.Fatalf("copy %d has the prefix %q, the next one %q", n, p, prefixOf(n+1))
		}
	}
}
