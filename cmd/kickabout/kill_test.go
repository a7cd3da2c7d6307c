package main

import (
	"bytes"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"math/rand/v2"
	"net"
	"net/http"
	"net/http/cookiejar"
	"net/url"
	"os"
	"os/exec"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	_ "github.com/mattn/go-sqlite3"

	"kickabout/cmd/internal/browser"
	"kickabout/engine"
	"kickabout/engine/enginetest"
	"kickabout/engine/games"
	"kickabout/league"
	"kickabout/league/office"
	"kickabout/league/transcript"
	"kickabout/store"
)

// childVariable makes the test program be the server, so that a test can kill it.
// Its value is what kind of server: "real", one that only ends matches, or a mutant.
const childVariable = "KICKABOUT_TEST_SERVER"

func TestMain(m *testing.M) {
	kind := os.Getenv(childVariable)
	if kind == "" {
		stop := browser.Keep()
		code := m.Run()
		stop()
		os.Exit(code)
	}
	if err := serveAs(kind, os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// serveAs runs the real program, or a part of it, or it with a store that has a known defect.
func serveAs(kind string, args []string) error {
	if kind == "real" {
		main()
		return nil
	}
	ctx := context.Background()
	if kind == "ends" {
		return endMatches(ctx, args[0], args[1])
	}
	if kind == "letters" {
		return sendLetters(ctx, args)
	}
	s, err := serveCmd{Data: args[0], Addr: args[1], NoDemo: true}.open(ctx)
	if err != nil {
		return err
	}
	defer s.close()
	contracts := office.Over(ackFirst{s.store})
	if kind == "night" {
		contracts = office.Over(s.store)
		nightClock(args[0])
	}
	if kind == "relaxed" {
		if err := s.relax(ctx); err != nil {
			return err
		}
		contracts = office.Over(s.store)
	}
	if err := s.assemble(ctx, contracts); err != nil {
		return err
	}
	if kind == "night" {
		s.office.Witness = nil // the clock of the database is another
		go s.night(ctx)
	}
	return s.run(ctx)
}

// relax is the mutant that says yes before the disk has it.
func (s *server) relax(ctx context.Context) (err error) {
	if err := s.store.Close(); err != nil {
		return err
	}
	path := databaseOf(s.config.Data, "")
	if err := markScratch(path); err != nil {
		return err
	}
	s.store, err = store.Open(ctx, store.Options{URL: path, Relaxed: true, Log: s.log})
	return err
}

// markScratch says of a database that nobody plays on it, without which it is not written in a relaxed way.
func markScratch(path string) error {
	db, err := sql.Open("sqlite3", path)
	if err != nil {
		return err
	}
	defer db.Close()
	_, err = db.Exec("PRAGMA application_id = 1801544306")
	return err
}

// ackFirst is the mutant that says yes before the commit.
type ackFirst struct{ *store.Store }

func (a ackFirst) Append(_ context.Context, p league.Progress) error {
	time.AfterFunc(40*time.Millisecond, func() { a.Store.Append(context.Background(), p) })
	return nil
}

// fleet is a server that is killed again and again, and its ledger.
type fleet struct {
	t        *testing.T
	kind     string
	data     string
	addr     string
	database string   // as --database; "": a file among the data
	flags    []string // besides those that every server is given
	files    int      // that the server may have open; 0: as many as this program
	others   []string // addresses of more servers of the site, any of which is asked
	under    []string // a program, with its arguments, that runs the server; none: it runs by itself
	busy     sync.WaitGroup
	done     atomic.Bool
	acks     atomic.Int64 // entries of the ledger
	notNow   atomic.Int64 // answers that are 503
	odd      atomic.Int64 // answers to legal moves that are neither yes nor "not now", and other answers of 500 and more

	mu     sync.Mutex
	ledger map[string][]acknowledged // by match
}

// acknowledged is a move that the server said yes to.
type acknowledged struct {
	seen int
	move engine.Move
}

// ownHost returns an address of this machine that nobody else uses. A server that is started again keeps its port; on the
// machine's common address any connection may be given that port while the server is down.
func ownHost() string {
	return net.IPv4(127, byte(1+rand.IntN(254)), byte(rand.IntN(256)), byte(1+rand.IntN(254))).String()
}

func newFleet(t *testing.T, kind string) *fleet {
	t.Helper()
	l, err := net.Listen("tcp", net.JoinHostPort(ownHost(), "0"))
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	return &fleet{t: t, kind: kind, data: t.TempDir(), addr: l.Addr().String(), ledger: map[string][]acknowledged{}}
}

// site is the address of a server of the site.
func (f *fleet) site() string {
	if n := rand.IntN(len(f.others) + 1); n > 0 {
		return "http://" + f.others[n-1]
	}
	return "http://" + f.addr
}

// spawn runs the server, which may not answer yet, and returns its process; Stderr keeps what it says.
func (f *fleet) spawn() *exec.Cmd {
	f.t.Helper()
	args := []string{"--data", f.data, "--addr", f.addr, "--database", f.database, "--no-demo"}
	if f.kind != "real" {
		args = []string{f.data, f.addr}
	}
	words := append(append(slices.Clone(f.under), os.Args[0]), append(args, f.flags...)...)
	if f.files > 0 {
		words = append([]string{"sh", "-c", fmt.Sprintf(`ulimit -n %d && exec "$0" "$@"`, f.files)}, words...)
	}
	cmd := exec.Command(words[0], words[1:]...)
	cmd.Env = append(os.Environ(), childVariable+"="+f.kind)
	cmd.Stderr = new(bytes.Buffer)
	if err := cmd.Start(); err != nil {
		f.t.Fatal(err)
	}
	return cmd
}

// start runs the server until it answers, and returns its process.
func (f *fleet) start() *exec.Cmd {
	f.t.Helper()
	cmd := f.spawn()
	for range 600 {
		if resp, err := http.Get("http://" + f.addr + "/static/site.css"); err == nil {
			resp.Body.Close()
			return cmd
		}
		time.Sleep(20 * time.Millisecond)
	}
	cmd.Process.Kill()
	cmd.Wait()
	f.t.Fatalf("the server did not come up: %s", cmd.Stderr)
	return nil
}

// killAgain kills the server at random moments, n times, and leaves none
// running. Each life lasts until some moves were acknowledged, so that a slow
// machine proves as much as a fast one.
func (f *fleet) killAgain(n int, r *rand.Rand) {
	for range n {
		cmd := f.start()
		enough := f.acks.Load() + int64(8+r.IntN(40))
		for waited := 0; f.acks.Load() < enough && waited < 2000; waited++ {
			time.Sleep(5 * time.Millisecond)
		}
		time.Sleep(time.Duration(r.IntN(50)) * time.Millisecond)
		if err := cmd.Process.Kill(); err != nil {
			f.t.Error(err)
		}
		cmd.Wait()
	}
}

// everywhere sends its cookies to whatever host is asked: the servers of a site may have addresses of their own.
type everywhere struct{ http.CookieJar }

var anyHost = &url.URL{Scheme: "https", Host: "kickabout.example"}

// SetCookies keeps cookies.
func (j everywhere) SetCookies(_ *url.URL, cookies []*http.Cookie) {
	j.CookieJar.SetCookies(anyHost, cookies)
}

// Cookies returns them.
func (j everywhere) Cookies(*url.URL) []*http.Cookie { return j.CookieJar.Cookies(anyHost) }

// player plays match after match as a visitor would, each move sent twice at
// once under one key, and notes what the server acknowledged.
func (f *fleet) player(r *rand.Rand) {
	jar, _ := cookiejar.New(nil)
	client := &http.Client{Jar: everywhere{jar}, Timeout: 10 * time.Second, CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
	for !f.done.Load() {
		id, err := f.begin(client)
		for err == nil && !f.done.Load() {
			var over bool
			if over, err = f.turn(client, id, r); over {
				break
			}
		}
		if err != nil {
			time.Sleep(10 * time.Millisecond) // the server is down
		}
	}
}

// begin starts a match as the front page's form does.
func (f *fleet) begin(client *http.Client) (string, error) {
	page, err := f.get(client, "/")
	if err != nil {
		return "", err
	}
	_, rest, _ := bytes.Cut(page, []byte(`name="reservation" value="`))
	token, _, ok := bytes.Cut(rest, []byte(`"`))
	if !ok {
		return "", errors.New("no reservation on the front page")
	}
	form := url.Values{"reservation": {string(token)}, "rules": {"streetsoccer/lg"}, "opponent": {"bot:random"}, "kickoff": {"lot"}, "control": {"lg"}}
	resp, err := client.PostForm(f.site()+"/matches", form)
	if err != nil {
		return "", err
	}
	defer resp.Body.Close()
	f.note(resp)
	id, ok := strings.CutPrefix(resp.Header.Get("Location"), "/matches/")
	if !ok {
		return "", fmt.Errorf("no match began: %d", resp.StatusCode)
	}
	return id, nil
}

// turn makes one move if it is the player's turn. It goes on until the server has
// answered: what was not acknowledged is sent again under its key.
func (f *fleet) turn(client *http.Client, id string, r *rand.Rand) (over bool, err error) {
	rec, err := f.read(client, id)
	if err != nil {
		return false, err
	}
	f.mu.Lock()
	made := f.ledger[id]
	f.mu.Unlock()
	if n := len(made); n > 0 && rec.Seq <= made[n-1].seen {
		say := f.t.Errorf
		if f.kind == "ackfirst" { // it is caught by what is lost; how often a read is early is chance
			say = f.t.Logf
		}
		say("match %s was read without event %d, a move that was acknowledged before", id, made[n-1].seen+1)
	}
	next := rec.Next()
	if next.Over() {
		return true, nil
	}
	if rec.SeatOf(next.Side) != 0 {
		time.Sleep(5 * time.Millisecond) // the bot's turn
		return false, nil
	}
	move := rec.Position.Random(r)
	form := url.Values{"seq": {strconv.Itoa(rec.Seq)}, "move": {string(move)}, "key": {fmt.Sprint(r.Uint64())}}
	for !f.done.Load() {
		if f.sendTwice(client, "/matches/"+id+"/moves", form) {
			f.mu.Lock()
			f.ledger[id] = append(f.ledger[id], acknowledged{rec.Seq, move})
			f.mu.Unlock()
			f.acks.Add(1)
			return false, nil
		}
		time.Sleep(10 * time.Millisecond)
	}
	return false, nil
}

// sendTwice posts the same form twice at once; true if either was acknowledged.
func (f *fleet) sendTwice(client *http.Client, path string, form url.Values) bool {
	var yes atomic.Bool
	var both sync.WaitGroup
	for range 2 {
		both.Go(func() {
			resp, err := client.PostForm(f.site()+path, form)
			if err != nil {
				return
			}
			resp.Body.Close()
			switch resp.StatusCode {
			case http.StatusSeeOther:
				yes.Store(true)
			case http.StatusServiceUnavailable:
				f.note(resp)
			default:
				f.t.Logf("a legal move was answered with %d", resp.StatusCode)
				f.odd.Add(1)
				yes.Store(true) // noted as acknowledged, so that the audit misses it
			}
		})
	}
	both.Wait()
	return yes.Load()
}

// note counts an answer that is a server's fault.
func (f *fleet) note(resp *http.Response) {
	switch {
	case resp.StatusCode == http.StatusServiceUnavailable:
		f.notNow.Add(1)
	case resp.StatusCode >= http.StatusInternalServerError:
		f.t.Logf("%s was answered with %d", resp.Request.URL.Path, resp.StatusCode)
		f.odd.Add(1)
	}
}

func (f *fleet) get(client *http.Client, path string) ([]byte, error) {
	resp, err := client.Get(f.site() + path)
	if err != nil {
		return nil, err
	}
	defer resp.Body.Close()
	f.note(resp)
	if resp.StatusCode != http.StatusOK {
		return nil, fmt.Errorf("%s: %d", path, resp.StatusCode)
	}
	return io.ReadAll(resp.Body)
}

// read fetches match.json, verifies it and replays it.
func (f *fleet) read(client *http.Client, id string) (engine.Record, error) {
	data, err := f.get(client, "/matches/"+id+"/match.json")
	if err != nil {
		return engine.Record{}, err
	}
	read, err := transcript.Read(data, games.ByID)
	if err != nil {
		f.t.Errorf("match %s: %v", id, err)
		return engine.Record{}, err
	}
	return read.Record, nil
}

// audit compares the ledger with what the database holds after the last kill.
func (f *fleet) audit() (acks, lost, doubled int) {
	f.t.Helper()
	s, err := store.Open(context.Background(), store.Options{URL: databaseOf(f.data, f.database), Log: slog.New(slog.DiscardHandler)})
	if err != nil {
		f.t.Fatal(err)
	}
	defer s.Close()
	for id, list := range f.ledger {
		m, err := s.Match(context.Background(), league.Site(), id)
		if err != nil {
			f.t.Logf("match %s: %v", id, err)
			acks += len(list)
			lost += len(list)
			continue
		}
		rec, err := engine.Replay(games.All()[0], m.Variant, m.Log)
		if err != nil {
			f.t.Errorf("match %s does not replay: %v", id, err)
			continue
		}
		if m.State.Last != len(m.Log) || m.State.Position != rec.Position.String() {
			f.t.Errorf("match %s: what is stored beside the log differs from it", id)
		}
		mine := 0
		for _, e := range m.Log {
			if e.Act == engine.ActMove && rec.SeatOf(e.By) == 0 {
				mine++
			}
		}
		for _, a := range list {
			acks++
			if a.seen >= len(m.Log) || m.Log[a.seen].Act != engine.ActMove || m.Log[a.seen].Text != string(a.move) {
				lost++
			}
		}
		// At the very end one move may be stored whose answer never came.
		if mine > len(list)+1 {
			doubled += mine - len(list) - 1
		}
	}
	return acks, lost, doubled
}

// players sets so many players to work, until halt.
func (f *fleet) players(n int, seed uint64) {
	for i := range n {
		f.busy.Go(func() { f.player(rand.New(rand.NewPCG(seed, uint64(i)))) })
	}
}

// halt ends the players' work.
func (f *fleet) halt() {
	f.done.Store(true)
	f.busy.Wait()
}

// play runs the players under n kills and audits what is left.
func (f *fleet) play(clients, kills int, seed uint64) (acks, lost, doubled int) {
	f.players(clients, seed)
	f.killAgain(kills, rand.New(rand.NewPCG(seed, 99)))
	f.halt()
	return f.audit()
}

// TestProofNoAcknowledgedMoveIsLostByKills is R1: the server dies a thousand times, in CI five, under 16
// players, and what it said yes to is there, once.
func TestProofNoAcknowledgedMoveIsLostByKills(t *testing.T) {
	const seed = 20261121
	kills := 5
	if enginetest.Proving() {
		kills = 1000
	}
	f := newFleet(t, "real")
	acks, lost, doubled := f.play(16, kills, seed)
	t.Logf("%d kills, %d moves acknowledged, %d lost, %d doubled, seed %d", kills, acks, lost, doubled, seed)
	if lost > 0 || doubled > 0 {
		t.Errorf("%d of %d acknowledged moves lost, %d doubled", lost, acks, doubled)
	}
	if odd := f.odd.Load(); odd > 0 {
		t.Errorf("%d legal moves were refused", odd)
	}
	if acks < kills {
		t.Errorf("only %d moves under %d kills: the proof shows nothing", acks, kills)
	}
}

// TestTheKillTestCatchesAnAnswerBeforeTheCommit shows that the proof can fail.
func TestTheKillTestCatchesAnAnswerBeforeTheCommit(t *testing.T) {
	acks, lost, _ := newFleet(t, "ackfirst").play(8, 6, 7)
	t.Logf("mutant: %d moves acknowledged, %d lost", acks, lost)
	if lost == 0 {
		t.Error("the mutant was not caught")
	}
}
