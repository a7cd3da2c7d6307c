package main

import (
	"bufio"
	"context"
	"crypto/sha256"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"os"
	"os/exec"
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
	membersleague "kickabout/league/members"
	"kickabout/league/moderation"
	"kickabout/league/office"
	"kickabout/store"
	"kickabout/store/storetest"
)

// hastened is how much faster time goes where letters are tried again: ten minutes are a second.
const hastened = 600

// hasten is a clock that goes fast from a moment on.
func hasten(since time.Time) func() time.Time {
	return func() time.Time { return since.Add(time.Since(since) * hastened) }
}

// postedOffice opens a site beside others, with a fast clock, and a mail server.
func postedOffice(ctx context.Context, data, database, server string, since time.Time) (*office.Office, *store.Store, error) {
	s, err := store.OpenBeside(ctx, store.Options{URL: databaseOf(data, database)})
	if err != nil {
		return nil, nil, err
	}
	keys, err := keysBeside(ctx, data, s)
	if err != nil {
		s.Close()
		return nil, nil, err
	}
	o := office.New(office.Over(s), keys, games.All(), bot.All(), hasten(since), slog.New(slog.DiscardHandler))
	if o.Mailer, err = mail.Open("smtp://"+server, "league@kickabout.example", "", "kickabout.example"); err != nil {
		s.Close()
		return nil, nil, err
	}
	o.Reach.Use(&letters.Channel{Office: o, URL: "https://kickabout.example"})
	return o, s, nil
}

// sendLetters is the life of a node that waits to be killed: it makes letters of what was noticed, and sends them.
func sendLetters(ctx context.Context, args []string) error {
	ms, err := strconv.ParseInt(args[3], 10, 64)
	if err != nil {
		return err
	}
	o, s, err := postedOffice(ctx, args[0], args[1], args[2], time.UnixMilli(ms))
	if err != nil {
		return err
	}
	defer s.Close()
	fmt.Println("up")
	for {
		for _, step := range append(o.Reach.Senders(), o.Reach.FanOut) {
			if _, err := step(ctx); err != nil {
				return err
			}
		}
		time.Sleep(time.Millisecond)
	}
}

// TestProofNoLetterIsLostWhateverIsKilled is R21: members are told things while the server that sends the letters is
// killed again and again, and the mail server refuses some for a while. In the end everybody has each letter; what came
// twice was taken just before a kill, and has the same Message-ID.
func TestProofNoLetterIsLostWhateverIsKilled(t *testing.T) {
	storetest.EachDatabase(t, func(t *testing.T, d storetest.Database) {
		t.Parallel() // a child that was killed is waited for
		facts, kills := enginetest.Size(10_000), enginetest.Size(100)
		if facts < 10_000 {
			facts = 60
		}
		data, since := t.TempDir(), time.Now()
		site, err := serveCmd{Data: data, Database: d.Server(), Addr: "127.0.0.1:0", NoDemo: true}.open(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(site.close)
		server := mailtest.Start(t, false)
		o, s, err := postedOffice(t.Context(), data, d.Server(), server.Address, since)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { s.Close() })
		var people []league.Player
		for i := range 10 {
			p, _, err := o.SignUp(t.Context(), membersleague.Credentials{Name: "Player " + strconv.Itoa(i), Password: secretWords})
			if err != nil {
				t.Fatal(err)
			}
			hash := sha256.Sum256([]byte(p.ID))
			if err := s.WantAddress(t.Context(), p.ID, p.ID+"@example.org", hash, o.Now()); err != nil {
				t.Fatal(err)
			}
			if _, err := s.TakeAddress(t.Context(), hash, o.Now(), 3); err != nil {
				t.Fatal(err)
			}
			people = append(people, p)
		}
		var mu sync.Mutex
		r := rand.New(rand.NewPCG(21, 21))
		chance := func(n int) int { mu.Lock(); defer mu.Unlock(); return r.IntN(n) }
		server.Refuse(func(string) error {
			if chance(10) == 0 {
				return mailtest.Answer(451, 4, 3, 0, "busy just now")
			}
			return nil
		})
		told := 0
		tell := func(upTo int) {
			for ; told < upTo; told++ {
				_, err := o.Moderation.Impose(t.Context(), conduct.Operator(), moderation.Order{Kind: league.SanctionWarn, Player: people[told%len(people)].ID, Reason: "reason " + strconv.Itoa(told)})
				if err != nil {
					t.Error(err)
				}
			}
		}
		for k := range kills {
			written := make(chan bool)
			go func() { // told while a sender lives
				tell(facts * (k + 1) / kills)
				close(written)
			}()
			killSender(t, server, time.Duration(chance(120))*time.Millisecond, chance(2) == 0, data, d.Server(), server.Address, strconv.FormatInt(since.UnixMilli(), 10))
			<-written
		}
		had := map[string]int{} // letters by Message-ID
		for deadline := time.Now().Add(2 * time.Minute); ; time.Sleep(5 * time.Millisecond) {
			for _, step := range append(o.Reach.Senders(), o.Reach.FanOut) {
				if _, err := step(t.Context()); err != nil {
					t.Fatal(err)
				}
			}
			clear(had)
			for _, l := range server.Letters() {
				had[l.Header.Get("Message-Id")]++
			}
			if len(had) >= facts {
				break
			}
			if time.Now().After(deadline) {
				state, err := o.Reach.Outbox(t.Context())
				t.Fatalf("%d of %d letters arrived; %+v, %v", len(had), facts, state, err)
			}
		}
		doubles := len(server.Letters()) - len(had)
		t.Logf("%d letters, %d kills, %d came twice", len(had), kills, doubles)
		if len(had) != facts || doubles > kills {
			t.Errorf("%d letters of %d, %d came twice by %d kills", len(had), facts, doubles, kills)
		}
	})
}

// killSender lets a child send letters for a while and kills it: at any moment, or as soon as a letter was taken and
// before it hears so.
func killSender(t *testing.T, server *mailtest.Server, after time.Duration, atTaken bool, args ...string) {
	t.Helper()
	child := exec.Command(os.Args[0], args...)
	child.Env = append(os.Environ(), childVariable+"=letters")
	var complaint strings.Builder
	child.Stderr = &complaint
	out, err := child.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := child.Start(); err != nil {
		t.Fatal(err)
	}
	if lines := bufio.NewScanner(out); !lines.Scan() {
		t.Fatalf("the child did not come up: %s", complaint.String())
	}
	taken := make(chan bool, 1)
	if atTaken {
		server.After(func() {
			select {
			case taken <- true:
				_ = child.Process.Kill() // the answer goes to nobody
			default:
			}
		})
	}
	if atTaken {
		after = 5 * time.Second
	}
	select {
	case <-taken:
	case <-time.After(after):
	}
	server.After(nil)
	_ = child.Process.Kill()
	_ = child.Wait()
	if complaint.Len() > 0 {
		t.Errorf("the child complains: %s", complaint.String())
	}
}
