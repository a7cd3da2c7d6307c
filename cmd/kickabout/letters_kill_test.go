package main

import (
	"bufio"
	"context"
	"crypto/sha256"
	"database/sql"
	"fmt"
	"io"
	"log/slog"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"kickabout/cmd/internal/letters"
	"kickabout/cmd/internal/mail"
	"kickabout/cmd/internal/mail/mailtest"
	"kickabout/engine/bot"
	"kickabout/engine/enginetest"
	"kickabout/engine/games"
	"kickabout/league"
	"kickabout/league/conduct"
	"kickabout/league/contact"
	"kickabout/league/core"
	membersleague "kickabout/league/members"
	"kickabout/league/moderation"
	"kickabout/league/office"
	"kickabout/store"
	"kickabout/store/storetest"
)

// handClock is a clock that stands still until it is set, and that several processes read: a file with milliseconds.
type handClock struct {
	path string
	t    *testing.T // nil: in a child, which only reads
}

// newHandClock makes one.
func newHandClock(t *testing.T, at time.Time) *handClock {
	t.Helper()
	c := &handClock{filepath.Join(t.TempDir(), "now"), t}
	c.set(at)
	return c
}

func (c *handClock) set(at time.Time) {
	c.t.Helper()
	anew := c.path + ".new"
	err := os.WriteFile(anew, []byte(strconv.FormatInt(at.UnixMilli(), 10)), 0o600)
	if err == nil {
		err = os.Rename(anew, c.path)
	}
	if err != nil {
		c.t.Fatal(err)
	}
}

func (c *handClock) wait(d time.Duration) { c.t.Helper(); c.set(c.now().Add(d)) }

func (c *handClock) now() time.Time {
	text, err := os.ReadFile(c.path)
	if err != nil {
		panic(err) // the folder of the test is gone, and with it whoever waits for this
	}
	ms, err := strconv.ParseInt(string(text), 10, 64)
	if err != nil {
		panic(err)
	}
	return time.UnixMilli(ms).UTC()
}

// hangsFor is how long a mail server is waited for that says nothing: far more than one takes that does.
const hangsFor = 3 * time.Second

// postedOffice opens a site beside others, with a clock that is set by hand, and a mail server.
func postedOffice(ctx context.Context, data, database, server string, now func() time.Time) (*office.Office, *store.Store, error) {
	s, err := store.OpenBeside(ctx, store.Options{URL: databaseOf(data, database)})
	if err != nil {
		return nil, nil, err
	}
	keys, err := keysBeside(ctx, data, s)
	if err != nil {
		s.Close()
		return nil, nil, err
	}
	o := office.New(office.Over(s), keys, games.All(), bot.All(), now, slog.New(slog.DiscardHandler))
	mailer, err := mail.Open("smtp://"+server, "league@kickabout.example", "", "kickabout.example")
	if err != nil {
		s.Close()
		return nil, nil, err
	}
	mailer.Within(hangsFor)
	o.Mailer = mailer
	o.Reach.Use(&letters.Channel{Office: o, URL: "https://kickabout.example"})
	return o, s, nil
}

// sendLetters is the life of a node that waits to be killed: it makes letters of what was noticed, and sends them.
func sendLetters(ctx context.Context, args []string) error {
	clock := &handClock{path: args[3]}
	o, s, err := postedOffice(ctx, args[0], args[1], args[2], clock.now)
	if err != nil {
		return err
	}
	defer s.Close()
	fmt.Println("up")
	for {
		if err := o.SendDigests(ctx); err != nil {
			return err
		}
		worked := false
		for _, step := range append(o.Reach.Senders(), o.Reach.FanOut) {
			more, err := step(ctx)
			if err != nil {
				return err
			}
			worked = worked || more
		}
		if !worked {
			time.Sleep(5 * time.Millisecond)
		}
	}
}

// correspondence is a site that is told things, beside nodes that send letters about them and are killed.
type correspondence struct {
	t        *testing.T
	data     string
	database string
	clock    *handClock
	server   *mailtest.Server
	office   *office.Office
	store    *store.Store

	mu     sync.Mutex
	random *rand.Rand
}

// noonThen is when such a site begins.
var noonThen = time.Date(2026, 5, 4, 12, 0, 0, 0, time.UTC)

// newCorrespondence makes one, with a mail server that offers STARTTLS.
func newCorrespondence(t *testing.T, database string, seed uint64) *correspondence {
	t.Helper()
	c := &correspondence{t: t, data: t.TempDir(), database: database, clock: newHandClock(t, noonThen), server: mailtest.Start(t, true), random: rand.New(rand.NewPCG(seed, seed))}
	site, err := serveCmd{Data: c.data, Database: database, Addr: "127.0.0.1:0", NoDemo: true}.open(t.Context())
	c.must(err)
	t.Cleanup(site.close)
	c.office, c.store, err = postedOffice(t.Context(), c.data, database, c.server.Address, c.clock.now)
	c.must(err)
	t.Cleanup(func() { c.store.Close() })
	c.server.Clock(c.clock.now)
	return c
}

func (c *correspondence) must(err error) {
	c.t.Helper()
	if err != nil {
		c.t.Fatal(err)
	}
}

// chance is a number below n, also for the goroutines of the mail server.
func (c *correspondence) chance(n int) int {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.random.IntN(n)
}

// member signs somebody up who gets mail.
func (c *correspondence) member(name string) league.Player {
	c.t.Helper()
	p, _, err := c.office.SignUp(c.t.Context(), membersleague.Credentials{Name: name, Password: secretWords})
	c.must(err)
	hash := sha256.Sum256([]byte(p.ID))
	c.must(c.store.WantAddress(c.t.Context(), p.ID, addressOf(p), hash, c.office.Now()))
	_, err = c.store.TakeAddress(c.t.Context(), hash, c.office.Now(), 3)
	c.must(err)
	return p
}

// addressOf is where somebody gets mail.
func addressOf(p league.Player) string { return p.ID + "@example.org" }

// warn tells a member something that nobody can leave.
func (c *correspondence) warn(p league.Player, reason string) {
	_, err := c.office.Moderation.Impose(context.Background(), conduct.Operator(), moderation.Order{Kind: league.SanctionWarn, Player: p.ID, Reason: reason})
	if err != nil {
		c.t.Error(err)
	}
}

// sender starts a node that sends letters.
func (c *correspondence) sender() *sender {
	c.t.Helper()
	database := c.database
	if database != "" {
		database += "&application_name=" + senderName
	}
	s := &sender{c: c, child: exec.Command(os.Args[0], c.data, database, c.server.Address, c.clock.path)}
	s.child.Env = append(os.Environ(), childVariable+"=letters")
	s.child.Stderr = &s.complaint
	out, err := s.child.StdoutPipe()
	c.must(err)
	c.must(s.child.Start())
	if lines := bufio.NewScanner(out); !lines.Scan() {
		c.t.Fatalf("the node did not come up: %s", s.complaint.String())
	}
	go io.Copy(io.Discard, out)
	return s
}

// senderName is what PostgreSQL calls the connections of a node that sends letters.
const senderName = "letters"

// sender is a node that sends letters.
type sender struct {
	c         *correspondence
	child     *exec.Cmd
	complaint strings.Builder
}

// killAfter kills it after a while.
func (s *sender) killAfter(d time.Duration) {
	time.Sleep(d)
	s.kill()
}

// killAtTaken kills it as soon as the mail server has taken a letter, before it hears so; after a while in any case.
func (s *sender) killAtTaken(d time.Duration) {
	select {
	case <-s.doomed():
	case <-time.After(d):
	}
	s.kill()
}

// doomed has it die as soon as the mail server has taken a letter, before it hears so, and tells when that was.
func (s *sender) doomed() <-chan bool {
	taken := make(chan bool, 1)
	s.c.server.After(func() {
		select {
		case taken <- true:
			_ = s.child.Process.Kill() // the answer goes to nobody
		default:
		}
	})
	return taken
}

func (s *sender) kill() {
	s.c.t.Helper()
	s.c.server.After(nil)
	_ = s.child.Process.Kill()
	_ = s.child.Wait()
	if s.complaint.Len() > 0 {
		s.c.t.Errorf("a node complains: %s", s.complaint.String())
	}
}

// sent is a row of the outbox.
type sent struct {
	Key, Player, Event, Subject, State string
	Seq, Tries                         int
	SinceMs, DueMs, EndedMs            int64
}

// reader opens the database beside the site.
func (c *correspondence) reader() *sql.DB {
	c.t.Helper()
	driver, url := "pgx", c.database
	if url == "" {
		driver, url = "sqlite3", databaseOf(c.data, "")+"?_busy_timeout=10000"
	}
	db, err := sql.Open(driver, url)
	c.must(err)
	c.t.Cleanup(func() { db.Close() })
	return db
}

// outbox reads all letters to mail.
func (c *correspondence) outbox() (rows []sent) {
	c.t.Helper()
	found, err := c.reader().QueryContext(c.t.Context(), "SELECT key, player_id, event, subject, state, seq, tries, since_ms, due_ms, ended_ms FROM outbox WHERE channel = 'mail' ORDER BY key")
	c.must(err)
	defer found.Close()
	for found.Next() {
		var r sent
		c.must(found.Scan(&r.Key, &r.Player, &r.Event, &r.Subject, &r.State, &r.Seq, &r.Tries, &r.SinceMs, &r.DueMs, &r.EndedMs))
		rows = append(rows, r)
	}
	c.must(found.Err())
	return rows
}

// letterID is what a letter of a key is called by its header.
func letterID(l mailtest.Letter) string {
	id, _, _ := strings.Cut(strings.Trim(l.Header.Get("Message-Id"), "<>"), "@")
	return id
}

// received counts what the mail server has taken by what it is called, and how many came twice.
func (c *correspondence) received() (had map[string]int, doubles int) {
	all := c.server.Letters()
	had = map[string]int{}
	for _, l := range all {
		had[letterID(l)]++
	}
	return had, len(all) - len(had)
}

// settles has letters sent until none is left that is due within some days.
func (c *correspondence) settles() {
	c.t.Helper()
	for idle := 0; idle < 2000; { // rounds in which there is nothing to do yet
		worked := false
		for _, step := range append(c.office.Reach.Senders(), c.office.Reach.FanOut) {
			more, err := step(c.t.Context())
			c.must(err)
			worked = worked || more
		}
		if worked {
			continue
		}
		state, err := c.office.Reach.Outbox(c.t.Context())
		c.must(err)
		behind, err := c.store.BehindPlayers(c.t.Context(), time.Time{}, 1)
		c.must(err)
		if state.Waiting == 0 && len(behind) == 0 {
			return
		}
		c.clock.wait(5 * time.Minute)
		idle++
	}
	state, err := c.office.Reach.Outbox(c.t.Context())
	c.t.Fatalf("letters are left: %+v, %v", state, err)
}

// TestProofNoLetterIsLostWhateverIsKilled is R21: members are told things while the node that sends the letters is killed
// again and again. The mail server refuses some letters for a while, hangs at others, and breaks connections after it has
// taken them. In the end everybody has each letter, by TLS; what came twice was taken just before a kill, and has the same
// Message-ID. What is refused for good is counted, and where nobody lives nothing goes any more.
func TestProofNoLetterIsLostWhateverIsKilled(t *testing.T) {
	storetest.EachDatabase(t, func(t *testing.T, d storetest.Database) {
		t.Parallel() // a child that was killed is waited for
		facts, kills := enginetest.Size(10_000), enginetest.Size(100)
		if facts < 10_000 {
			facts = 60
		}
		c := newCorrespondence(t, d.Server(), 21)
		var people []league.Player
		for i := range 10 {
			people = append(people, c.member("Player "+strconv.Itoa(i)))
		}
		gone, full := c.member("Gone"), c.member("Full")
		c.server.Refuse(func(to string) error {
			switch {
			case to == addressOf(gone):
				return mailtest.Answer(550, 5, 1, 1, "nobody of this name")
			case to == addressOf(full):
				return mailtest.Answer(550, 5, 7, 1, "not from you")
			case c.chance(10) == 0:
				return mailtest.Answer(451, 4, 3, 0, "busy just now")
			}
			return nil
		})
		mishaps, whole := map[mailtest.Mishap]int{}, 0
		var mu sync.Mutex
		c.server.Mishaps(func(string) (m mailtest.Mishap) {
			mu.Lock()
			defer mu.Unlock()
			switch whole++; {
			case whole%500 == 25:
				m = mailtest.Hangs
			case whole%7 == 3:
				m = mailtest.Cuts
			}
			mishaps[m]++
			return m
		})
		told := 0
		tell := func(upTo int) {
			for ; told < upTo; told++ {
				c.warn(people[told%len(people)], "reason "+strconv.Itoa(told))
			}
		}
		for range 5 {
			c.warn(gone, "a reason")
			c.warn(full, "a reason")
		}
		for k := range kills {
			written := make(chan bool)
			go func() { // told while a sender lives
				tell(facts * (k + 1) / kills)
				close(written)
			}()
			if s := c.sender(); c.chance(2) == 0 {
				s.killAtTaken(5 * time.Second)
			} else {
				s.killAfter(time.Duration(c.chance(120)) * time.Millisecond)
			}
			<-written
			c.clock.wait(11 * time.Minute) // what it had taken is anybody's
		}
		c.settles()
		had, doubles := c.received()
		t.Logf("%d letters, %d kills, %d came twice; %d connections broke after the answer, the server hung %d times", len(had), kills, doubles, mishaps[mailtest.Cuts], mishaps[mailtest.Hangs])
		if len(had) != facts || doubles > kills {
			t.Errorf("%d letters of %d, %d came twice by %d kills", len(had), facts, doubles, kills)
		}
		if mishaps[mailtest.Cuts] == 0 || mishaps[mailtest.Hangs] == 0 {
			t.Error("nothing befell a letter")
		}
		for _, l := range c.server.Letters() {
			if !l.Secure {
				t.Fatal("a letter went in the clear where TLS was offered")
			}
		}
		came := map[string]int{} // by state, for those who get nothing
		for _, r := range c.outbox() {
			switch refused := r.Player == gone.ID || r.Player == full.ID; {
			case refused:
				came[r.Player+" "+r.State]++
			case r.State != string(contact.LetterSent):
				t.Errorf("letter %s is %s", r.Key, r.State)
			case had[core.MailID(r.Key)] == 0:
				t.Errorf("letter %s was sent and never came", r.Key)
			}
		}
		if g, f := came[gone.ID+" dead"], came[full.ID+" dead"]; g != 1 || f != 3 || came[gone.ID+" moot"] != 4 || came[full.ID+" moot"] != 2 {
			t.Errorf("of letters that are refused for good came %v", came)
		}
		state, err := c.office.Reach.Outbox(t.Context())
		if err != nil || state.Dead != 4 {
			t.Errorf("admins see %+v, %v", state, err)
		}
	})
}
