package main

import (
	"bufio"
	"bytes"
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"maps"
	mathrand "math/rand/v2"
	"net/http"
	"slices"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"kickabout/engine"
	"kickabout/engine/enginetest"
	"kickabout/engine/games"
	"kickabout/league"
	"kickabout/league/account"
	"kickabout/league/core"
	"kickabout/league/office"
	"kickabout/store"
	"kickabout/store/storetest"
)

// crowd is many clients of the API at a server of its own process, and what they saw.
type crowd struct {
	t        *testing.T
	site     string
	database string
	contract map[string][]string // statuses by operation, from the server's document
	end      context.Context     // when to stop
	think    time.Duration       // how long a client thinks about a move at most

	mu      sync.Mutex
	took    map[string][]time.Duration // by operation
	answers map[string]int             // by operation and status
	wrong   []string
	ledger  map[string][]acknowledged // by match
	begun   int
	over    int
}

// client is one of them: a player of its own, who plays its neighbour and a bot at the
// same time.
type client struct {
	*crowd
	*mathrand.Rand
	name, token string
	neighbour   string
	invites     bool // of two neighbours one begins
	http        *http.Client
	matches     map[string]int // that are running: how far they have been seen
}

// played is what a client needs to know of a match.
type played struct {
	ID, State, You, Opponent string // the opponent is of an offer
	Players                  [2]struct{ Name string }
	Next                     struct{ Side string }
	Seq                      int
	Moves                    []string
}

// ask sends a request and notes how it was answered. Whatever is no success, and was not
// asked for as allowed, is wrong.
func (c *client) ask(operation, method, path string, header http.Header, body any, answer any, allowed ...int) (status int, text []byte) {
	sent, _ := json.Marshal(body)
	r, err := http.NewRequest(method, c.site+"/api/v1"+path, bytes.NewReader(sent))
	if err != nil {
		c.fail("%s: %v", operation, err)
		return 0, nil
	}
	r.Header = http.Header{"Authorization": {"Bearer " + c.token}, "Content-Type": {"application/json"}}
	maps.Copy(r.Header, header)
	began := time.Now()
	resp, err := c.http.Do(r)
	if err == nil {
		text, err = io.ReadAll(resp.Body)
		resp.Body.Close()
	}
	took := time.Since(began)
	if err != nil {
		c.fail("%s: %v", operation, err)
		return 0, nil
	}
	c.mu.Lock()
	c.took[operation] = append(c.took[operation], took)
	c.answers[fmt.Sprint(operation, " ", resp.StatusCode)]++
	c.mu.Unlock()
	if !slices.Contains(c.contract[operation], fmt.Sprint(resp.StatusCode)) || resp.StatusCode >= 300 && !slices.Contains(allowed, resp.StatusCode) {
		c.fail("%s is answered with %d: %.300s", operation, resp.StatusCode, text)
		return resp.StatusCode, text
	}
	if answer != nil && resp.StatusCode < 300 {
		if err := json.Unmarshal(text, answer); err != nil {
			c.fail("%s: %v: %.300s", operation, err, text)
		}
	}
	return resp.StatusCode, text
}

func (c *crowd) fail(format string, args ...any) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.wrong = append(c.wrong, fmt.Sprintf(format, args...)); len(c.wrong) < 10 {
		c.t.Errorf(format, args...)
	}
}

// play plays until the end: whatever it does, it does because of an event.
func (c *client) play() {
	events := make(chan news, 10_000)
	ready := make(chan struct{})
	go c.listen(events, ready)
	<-ready
	c.begin("bot:greedy")
	if c.invites {
		c.begin(c.neighbour)
	}
	for {
		select {
		case <-c.end.Done():
			return
		case n := <-events:
			switch seen, known := c.matches[n.Match]; {
			case n.Offer != "":
				c.accept(n.Offer)
			case known && n.Seq > seen: // else it is about this client's own move
				c.look(n.Match)
			}
		}
	}
}

// news is a line of the stream.
type news struct {
	ID           int
	Match, Offer string
	Seq          int
}

// listen passes on what the stream tells, and sees to it that it tells everything once.
func (c *client) listen(events chan<- news, ready chan<- struct{}) {
	r, err := http.NewRequestWithContext(c.end, http.MethodGet, c.site+"/api/v1/events", nil)
	if err != nil {
		c.fail("%v", err)
		return
	}
	r.Header.Set("Authorization", "Bearer "+c.token)
	resp, err := c.http.Do(r)
	if err != nil {
		c.fail("the stream of %s: %v", c.name, err)
		close(ready)
		return
	}
	defer resp.Body.Close()
	last := -1
	for lines := bufio.NewScanner(resp.Body); lines.Scan(); {
		if len(lines.Bytes()) == 0 {
			continue
		}
		var e news
		if err := json.Unmarshal(lines.Bytes(), &e); err != nil || last >= 0 && e.ID != last+1 {
			c.fail("after event %d of %s comes %s (%v)", last, c.name, lines.Text(), err)
		}
		if last < 0 {
			close(ready)
		}
		last = e.ID
		events <- e
	}
	if c.end.Err() == nil {
		c.fail("the stream of %s broke off", c.name)
	}
}

// begin begins a match against a bot, or invites somebody.
func (c *client) begin(opponent string) {
	if c.end.Err() != nil {
		return
	}
	var m played
	c.ask("reserve", "POST", "/matches/reservations", nil, nil, &m)
	proposal := map[string]any{"id": m.ID, "game": "streetsoccer", "variant": "lg", "clock": "live", "kickoff": "lot", "contribution": rand.Text(), "opponent": opponent}
	c.ask("begin", "POST", "/matches", nil, proposal, &m)
	c.mu.Lock()
	c.begun++
	c.mu.Unlock()
	c.matches[m.ID] = 0
	if m.State == "running" {
		c.goOn(m)
	}
}

// accept takes up an invitation to this client.
func (c *client) accept(id string) {
	var o played
	if c.ask("offer", "GET", "/offers/"+id, nil, nil, &o); o.State == "offered" && o.Opponent == c.name {
		c.ask("accept", "POST", "/matches/"+id+"/acceptance", nil, map[string]any{"contribution": rand.Text()}, &o)
		c.matches[id] = 0
		c.goOn(o)
	}
}

// look reads a match and goes on with it.
func (c *client) look(id string) {
	var m played
	c.ask("match", "GET", "/matches/"+id, nil, nil, &m)
	c.goOn(m)
}

// goOn moves while it is the client's turn. When the match is over another one begins.
func (c *client) goOn(m played) {
	for m.State == "running" && m.Next.Side == m.You && c.end.Err() == nil {
		c.matches[m.ID] = m.Seq
		time.Sleep(time.Duration(c.Int64N(int64(c.think))))
		m = c.move(m)
	}
	c.matches[m.ID] = m.Seq
	if m.State != "over" {
		return
	}
	delete(c.matches, m.ID)
	c.mu.Lock()
	c.over++
	c.mu.Unlock()
	c.ask("matches", "GET", "/matches?turn=over&limit=5", nil, nil, nil)
	if m.Players[1].Name == "bot:greedy" {
		c.begin("bot:greedy")
	} else if c.invites {
		c.begin(c.neighbour)
	}
}

// move makes a move under a key, now and then twice at once, and notes that it was
// acknowledged. It returns the match as it is answered.
func (c *client) move(m played) (next played) {
	move := c.choose(m)
	if move == "" {
		return played{}
	}
	body, key := map[string]any{"seq": m.Seq, "move": move}, http.Header{"Idempotency-Key": {fmt.Sprint(m.ID, "/", m.Seq)}}
	path := "/matches/" + m.ID + "/moves"
	var status int
	var texts [2][]byte
	var both sync.WaitGroup
	both.Go(func() { status, texts[0] = c.ask("move", "POST", path, key, body, &next) })
	twice := c.IntN(10) == 0
	if twice {
		both.Go(func() { _, texts[1] = c.ask("move", "POST", path, key, body, nil) })
	}
	both.Wait()
	if twice && !bytes.Equal(texts[0], texts[1]) {
		c.fail("the same move got two answers:\n%.200s\n%.200s", texts[0], texts[1])
	}
	if c.IntN(20) == 0 {
		body["move"] = "-"
		if status, _ := c.ask("move", "POST", path, key, body, nil, http.StatusConflict); status != http.StatusConflict {
			c.fail("another move under the same key is answered with %d", status)
		}
	}
	if status != http.StatusCreated {
		return next
	}
	c.mu.Lock()
	c.ledger[m.ID] = append(c.ledger[m.ID], acknowledged{m.Seq, engine.Move(move)})
	c.mu.Unlock()
	return next
}

// choose returns a legal move at random, step by step where they are not listed.
func (c *client) choose(m played) string {
	if m.Moves != nil {
		return m.Moves[c.IntN(len(m.Moves))]
	}
	var done []string
	for range 20 {
		var steps struct {
			Seq  int
			Next []string
			Move string
		}
		c.ask("steps", "GET", "/matches/"+m.ID+"/steps?done="+strings.Join(done, ","), nil, nil, &steps)
		if steps.Move != "" {
			return steps.Move
		}
		if len(steps.Next) == 0 {
			break
		}
		done = append(done, steps.Next[c.IntN(len(steps.Next))])
	}
	c.fail("%s finds no move in match %s", c.name, m.ID)
	return ""
}

// TestProofTwoHundredClients lets clients of the API play each other and a bot at once:
// nothing is answered but what the contract allows, no move is lost or made twice, no
// event is missed or told twice.
func TestProofTwoHundredClients(t *testing.T) {
	storetest.EachDatabase(t, func(t *testing.T, d storetest.Database) {
		clients, span := enginetest.Size(200), 5*time.Minute
		if clients < 200 {
			span = 4 * time.Second
		}
		f := newFleet(t, "real")
		f.database = d.Server()
		server := f.start()
		c := &crowd{
			t: t, site: "http://" + f.addr, database: databaseOf(f.data, f.database),
			took: map[string][]time.Duration{}, answers: map[string]int{}, ledger: map[string][]acknowledged{},
			think: span / 300,
		}
		c.readContract()
		tokens := c.signUp(clients)
		var stop context.CancelFunc
		c.end, stop = context.WithTimeout(context.Background(), span)
		defer stop()
		var all sync.WaitGroup
		for i := range clients {
			one := &client{
				crowd: c, Rand: mathrand.New(mathrand.NewPCG(200, uint64(i))), name: nameOf(i), token: tokens[i], neighbour: nameOf(i ^ 1), invites: i%2 == 0,
				http: &http.Client{Transport: &http.Transport{MaxIdleConnsPerHost: 4}}, matches: map[string]int{},
			}
			all.Go(one.play)
		}
		all.Wait()
		if err := server.Process.Signal(syscall.SIGTERM); err != nil {
			t.Error(err)
		}
		if err := server.Wait(); err != nil {
			t.Errorf("the server ended with %v", err)
		}
		c.report(clients, span)
		c.audit()
	})
}

func nameOf(i int) string { return fmt.Sprintf("Client %d", i) }

// readContract reads what the server says that it answers.
func (c *crowd) readContract() {
	resp, err := http.Get(c.site + "/api/v1/openapi.json")
	if err != nil {
		c.t.Fatal(err)
	}
	defer resp.Body.Close()
	var document struct {
		Paths map[string]map[string]struct {
			OperationID string
			Responses   map[string]any
		}
	}
	if err := json.NewDecoder(resp.Body).Decode(&document); err != nil {
		c.t.Fatal(err)
	}
	c.contract = map[string][]string{}
	for _, methods := range document.Paths {
		for _, operation := range methods {
			c.contract[operation.OperationID] = slices.Collect(maps.Keys(operation.Responses))
		}
	}
}

// signUp makes accounts with tokens beside the running server. Their passwords are
// nobody's, since nobody signs in.
func (c *crowd) signUp(n int) (tokens []string) {
	s, err := store.OpenBeside(context.Background(), store.Options{URL: c.database})
	if err != nil {
		c.t.Fatal(err)
	}
	defer s.Close()
	o := office.New(office.Over(s), core.Keys{}, nil, nil, time.Now, slog.New(slog.DiscardHandler))
	for i := range n {
		p := league.Player{ID: fmt.Sprintf("client%d", i), Name: nameOf(i), Kind: league.Member, Created: o.Now()}
		session := league.Session{Player: p.ID, Created: p.Created}
		rand.Read(session.Hash[:])
		if err := s.SignUp(context.Background(), league.Account{Player: p, Password: "none", Created: p.Created}, account.Keys(p.Name), session); err != nil {
			c.t.Fatal(err)
		}
		token, err := o.MakeToken(context.Background(), p, league.TokenOrder{Label: "", Scopes: league.AllScopes, Days: 365})
		if err != nil {
			c.t.Fatal(err)
		}
		tokens = append(tokens, token)
	}
	return tokens
}

// report prints how long each operation took, and how often it was answered how.
func (c *crowd) report(clients int, span time.Duration) {
	c.t.Logf("%d clients for %v: %d matches begun, %d ended", clients, span, c.begun, c.over)
	for _, operation := range slices.Sorted(maps.Keys(c.took)) {
		took := c.took[operation]
		slices.Sort(took)
		at := func(percent int) time.Duration { return took[len(took)*percent/100].Round(100 * time.Microsecond) }
		c.t.Logf("%-8s %7d requests, p50 %v, p99 %v, longest %v", operation, len(took), at(50), at(99), took[len(took)-1].Round(100*time.Microsecond))
	}
	for _, answer := range slices.Sorted(maps.Keys(c.answers)) {
		c.t.Logf("%-12s %7d", answer, c.answers[answer])
	}
	if len(c.wrong) > 0 {
		c.t.Errorf("%d things went wrong", len(c.wrong))
	}
}

// audit compares what was acknowledged with what the database holds.
func (c *crowd) audit() {
	s, err := store.Open(context.Background(), store.Options{URL: c.database})
	if err != nil {
		c.t.Fatal(err)
	}
	defer s.Close()
	moves, lost, doubled := 0, 0, 0
	for id, acknowledged := range c.ledger {
		m, err := s.Match(context.Background(), league.Site(), id)
		if err != nil {
			c.t.Error(errors.Join(err, fmt.Errorf("match %s", id)))
			continue
		}
		rec, err := engine.Replay(games.All()[0], m.Variant, m.Log)
		if err != nil {
			c.t.Errorf("match %s does not replay: %v", id, err)
			continue
		}
		made := 0
		for _, e := range m.Log {
			if e.Act == engine.ActMove && m.Seats[rec.SeatOf(e.By)].Player.Kind == league.Member {
				made++
			}
		}
		for _, a := range acknowledged {
			moves++
			if a.seen >= len(m.Log) || m.Log[a.seen].Act != engine.ActMove || m.Log[a.seen].Text != string(a.move) {
				lost++
			}
		}
		doubled += max(0, made-len(acknowledged))
	}
	c.t.Logf("%d moves acknowledged, %d lost, %d doubled", moves, lost, doubled)
	if lost > 0 || doubled > 0 || moves == 0 {
		c.t.Errorf("%d of %d acknowledged moves lost, %d doubled", lost, moves, doubled)
	}
}
