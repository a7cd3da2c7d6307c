package main

import (
	"bytes"
	"context"
	secret "crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"net"
	"net/http"
	"net/url"
	"path/filepath"
	"sync"
	"sync/atomic"
	"time"

	"kickabout/engine/games"
)

// movesCmd measures moves.
type movesCmd struct {
	siteFlags
	eachFlags
	Clients []int         `help:"How many clients play at once, at most 64; each is measured." default:"1,16,64"`
	Fsync   time.Duration `help:"How much longer each fsync takes, at most a second." default:"0"`
}

// Validate bounds what the machine is asked for.
func (c movesCmd) Validate() error {
	for _, n := range c.Clients {
		if n < 1 || n > programs {
			return fmt.Errorf("there can be 1 to %d clients", programs)
		}
	}
	if c.Fsync < 0 || c.Fsync > time.Second {
		return errors.New("each fsync can take up to a second longer")
	}
	return errors.Join(c.siteFlags.Validate(), c.eachFlags.Validate())
}

// Run measures bare commits, moves, and bare commits again, for each number of clients.
func (c movesCmd) Run(ctx context.Context) error {
	return onSite(ctx, c.siteFlags, c.Fsync, func(b *bench, data string, callers []caller) error {
		return b.during(ctx, data, []string{alone}, func(program *child) error { return c.measure(ctx, b, data, program, callers) })
	})
}

// measure is Run while the program serves a copy of a site.
func (c movesCmd) measure(ctx context.Context, b *bench, data string, program *child, callers []caller) error {
	heads()
	var goals []goal
	for _, clients := range c.Clients {
		m := moving{child: program, callers: callers, tally: &tally{}}
		bare, err := b.bare(ctx, filepath.Join(data, "bare.db"), c.For/2)
		if err != nil {
			return err
		}
		f, err := m.measure(ctx, clients, c.For)
		if err != nil {
			return err
		}
		again, err := b.bare(ctx, filepath.Join(data, "bare.db"), c.For/2)
		if err != nil {
			return err
		}
		bare = bare.plus(again)
		f.show()
		figure{name: "  bare commits", rate: bare.rate(), p50: time.Duration(float64(time.Second) / bare.rate()), cpu: bare.each(), statements: 1}.show()
		goals = append(goals, c.goals(clients, f, bare)...)
	}
	return judge(goals, c.Free)
}

// slowDisk is from how much longer an fsync takes on the goals for a slow disk count.
const slowDisk = 10 * time.Millisecond

// goals are what moves are held to beside bare commits.
func (c movesCmd) goals(clients int, f figure, bare commits) (all []goal) {
	which := fmt.Sprintf("%d clients: ", clients)
	add := func(what string, is float64, most bool, want float64) {
		all = append(all, goal{which + what, is, most, want})
	}
	ms := func(d time.Duration) float64 { return float64(d.Microseconds()) / 1000 }
	add("refused", float64(f.refused), true, 0)
	ratio := f.rate / bare.rate()
	switch {
	case clients == 1 && c.Fsync >= slowDisk:
		add("moves for each bare commit", ratio, false, 0.8)
	case clients == 1:
		add("moves for each bare commit", ratio, false, 0.15)
		add("CPU of a move, ms", ms(f.cpu), true, 1)
	case clients == 16 && c.Fsync >= slowDisk:
		add("moves for each bare commit", ratio, false, 5)
	case clients == 64 && c.Fsync >= slowDisk:
		add("moves for each bare commit", ratio, false, 7)
		add("p99, ms", ms(f.p99), true, 350)
	case clients == 64:
		add("CPU of a move, ms", ms(f.cpu), true, 0.6)
		add("CPU of a move beside that of a bare commit", float64(f.cpu)/float64(bare.each()), true, 6)
	}
	return all
}

// moving is clients that play by the API.
type moving struct {
	*child
	callers []caller
	*tally
	client   *http.Client
	restarts bool // the program may be begun anew: who is told that it has no time yet asks again
}

// measure has so many clients play for a while: each has two players, and makes the moves of both.
func (m moving) measure(ctx context.Context, clients int, d time.Duration) (f figure, err error) {
	boards, err := m.boards(ctx, clients)
	if err != nil {
		return f, err
	}
	defer boards[0].client.CloseIdleConnections()
	before, err := m.spent(ctx)
	if err != nil {
		return f, err
	}
	began := time.Now()
	var all sync.WaitGroup
	failures := make([]error, clients)
	for i, b := range boards {
		all.Go(func() {
			for failures[i] == nil && time.Since(began) < d && ctx.Err() == nil {
				failures[i] = b.move(ctx, time.Now())
			}
		})
	}
	all.Wait()
	within := time.Since(began)
	if err := errors.Join(failures...); err != nil {
		return f, err
	}
	after, err := m.spent(ctx)
	return m.figure(fmt.Sprintf("moves, %d clients", clients), within, after.less(before)), err
}

// boards begins a match for each of so many clients.
func (m moving) boards(ctx context.Context, clients int) ([]*board, error) {
	m.client = &http.Client{Timeout: 30 * time.Second, Transport: &http.Transport{DialContext: fromAll, MaxIdleConnsPerHost: clients, DisableCompression: true}}
	boards := make([]*board, clients)
	for i := range boards {
		boards[i] = &board{moving: m, seats: [2]int{i, (i + 1) % len(m.callers)}, random: rand.New(rand.NewPCG(1, uint64(i)))}
		if err := boards[i].begin(ctx); err != nil {
			return nil, err
		}
	}
	return boards, nil
}

// A board is a match that one client plays on both sides.
type board struct {
	moving
	seats  [2]int // of callers
	random *rand.Rand
	match  match
	over   []match // those before it
}

// match is what the API says of one.
type match struct {
	ID, Game, Variant, Position, State string
	Seq                                int
	Players                            [2]struct{ Name string }
	Next                               struct{ Player string }
}

// begin begins a match between both players.
func (b *board) begin(ctx context.Context) error {
	var reserved struct{ ID string }
	if err := b.post(ctx, 0, "/matches/reservations", nil, &reserved); err != nil {
		return err
	}
	proposal := map[string]any{"id": reserved.ID, "game": "streetsoccer", "variant": "lg", "clock": "lg", "kickoff": "lot", "opponent": b.callers[b.seats[1]].name}
	if err := b.post(ctx, 0, "/matches", proposal, nil); err != nil {
		return err
	}
	return b.post(ctx, 1, "/matches/"+reserved.ID+"/acceptance", nil, &b.match)
}

// move makes a move that is asked for since a moment, and begins a match if the one before is over.
func (b *board) move(ctx context.Context, since time.Time) error {
	if b.match.State != "running" {
		last := b.match
		if err := b.begin(ctx); err != nil {
			return err
		}
		b.over = append(b.over, last)
	}
	g, err := games.ByID(b.match.Game)
	if err != nil {
		return err
	}
	position, err := g.Parse(b.match.Variant, b.match.Position)
	if err != nil {
		return err
	}
	body := map[string]any{"seq": b.match.Seq, "move": position.Random(b.random)}
	by := 0
	if b.match.Next.Player == b.callers[b.seats[1]].name {
		by = 1
	}
	before := b.match
	read, err := b.ask(ctx, http.MethodPost, by, "/matches/"+b.match.ID+"/moves", body, &b.match)
	wrong := ""
	if err != nil {
		b.match, wrong = before, err.Error()
	}
	b.note(time.Since(since), read, wrong)
	return nil
}

func (b *board) post(ctx context.Context, seat int, path string, body, into any) error {
	_, err := b.ask(ctx, http.MethodPost, seat, path, body, into)
	return err
}

// ask sends a request as one of the two and reads the answer; read is how many bytes it has. Where nobody answers, since the
// program was killed, or it says that it is not at work yet, it sends the same again until somebody does.
func (b *board) ask(ctx context.Context, method string, seat int, path string, body, into any) (read int, err error) {
	key := secret.Text()
	for began := time.Now(); ; time.Sleep(againAfter) {
		read, err = b.send(ctx, method, seat, path, key, body, into)
		var cut *url.Error
		var no *refusal
		again := errors.As(err, &cut) || b.restarts && errors.As(err, &no) && no.status == http.StatusServiceUnavailable
		if !again || ctx.Err() != nil || time.Since(began) > patience {
			return read, err
		}
	}
}

const (
	againAfter = 50 * time.Millisecond
	patience   = 30 * time.Second // for a program that begins anew
)

// A refusal is an answer that says no.
type refusal struct {
	asked  string
	status int
	text   []byte
}

func (r *refusal) Error() string { return fmt.Sprintf("%s: %d %.200s", r.asked, r.status, r.text) }

// send is one try of ask.
func (b *board) send(ctx context.Context, method string, seat int, path, key string, body, into any) (read int, err error) {
	text := []byte("{}")
	if body != nil {
		if text, err = json.Marshal(body); err != nil {
			return 0, err
		}
	}
	req, err := http.NewRequestWithContext(ctx, method, b.at+"/api/v1"+path, bytes.NewReader(text))
	if err != nil {
		return 0, err
	}
	req.Header.Set("Authorization", "Bearer "+b.callers[b.seats[seat]].token)
	req.Header.Set("Content-Type", "application/json")
	if body != nil {
		req.Header.Set("Idempotency-Key", key)
	}
	resp, err := b.client.Do(req)
	if err != nil {
		return 0, err
	}
	defer resp.Body.Close()
	if text, err = io.ReadAll(resp.Body); err != nil {
		return 0, &url.Error{Op: "reading", URL: path, Err: err} // cut off
	}
	if resp.StatusCode >= http.StatusBadRequest {
		return len(text), &refusal{method + " " + path, resp.StatusCode, text}
	}
	if into != nil {
		err = json.Unmarshal(text, into)
	}
	return len(text), err
}

// neighbours is how many neighbourhoods clients come from: a site lets nobody take the connections of others.
const neighbours = 200

var dialed atomic.Uint32

// fromAll dials from one neighbourhood after the other, all of them of this machine.
func fromAll(ctx context.Context, network, address string) (net.Conn, error) {
	from := net.IPv4(127, 0, byte(1+dialed.Add(1)%neighbours), 1)
	d := net.Dialer{LocalAddr: &net.TCPAddr{IP: from}}
	return d.DialContext(ctx, network, address)
}

// dialer dials a socket, whatever address is asked for.
func dialer(socket string) func(context.Context, string, string) (net.Conn, error) {
	return func(ctx context.Context, _, _ string) (net.Conn, error) {
		return new(net.Dialer).DialContext(ctx, "unix", socket)
	}
}
