package main

import (
	"bufio"
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"strings"
	"testing"
	"time"

	"kickabout/engine"
	"kickabout/engine/enginetest"
	"kickabout/league"
	membersleague "kickabout/league/members"
	"kickabout/league/office"
	"kickabout/league/tournaments"
	"kickabout/store/storetest"
)

// The lines of a child that ends matches.
const (
	lineEnded     = "ended"     // an end is committed with its facts
	lineDelivered = "delivered" // what comes of it is done
)

// endMatches is the life of a node that waits to be killed: it looks after what others left, ends one
// running match after the other and looks after what comes of that.
func endMatches(ctx context.Context, data, database string) error {
	o, s, err := openBeside(ctx, data, database)
	if err != nil {
		return err
	}
	defer s.Close()
	for {
		if err := o.DeliverDue(ctx); err != nil {
			return err
		}
		running, err := s.Running(ctx, league.Site(), 1<<20)
		if err != nil {
			return err
		}
		if len(running) == 0 {
			time.Sleep(time.Millisecond)
			continue
		}
		m := running[rand.IntN(len(running))]
		if _, err := o.Resign(ctx, m.Seats[rand.IntN(2)].Player, m.ID, o.Now()); err != nil {
			return err
		}
		fmt.Println(lineEnded)
		if err := o.Deliver(ctx, office.Budget{}); err != nil {
			return err
		}
		fmt.Println(lineDelivered)
	}
}

// A cupSite is a site on which members play knock-outs that a child brings to their ends.
type cupSite struct {
	t              *testing.T
	data, database string
	server         *server
	people         []league.Player
	cups           []string
}

func newCupSite(t *testing.T, database string) *cupSite {
	c := &cupSite{t: t, data: t.TempDir(), database: database}
	s, err := serveCmd{Data: c.data, Database: database, Addr: "127.0.0.1:0", NoDemo: true}.open(t.Context())
	c.must(err)
	t.Cleanup(s.close)
	c.server = s
	c.must(s.assemble(t.Context(), office.Over(s.store)))
	for _, name := range []string{"Ann", "Bob", "Cleo", "Dan", "Eve", "Fay", "Gus", "Hal"} {
		p, _, err := s.office.SignUp(t.Context(), membersleague.Credentials{Name: name, Password: secretWords})
		c.must(err)
		c.people = append(c.people, p)
	}
	return c
}

func (c *cupSite) must(err error) {
	c.t.Helper()
	if err != nil {
		c.t.Fatal(err)
	}
}

// open starts a knock-out of all members, in which every round waits for the one before.
func (c *cupSite) open() {
	c.t.Helper()
	o, organiser := c.server.office, c.people[len(c.cups)%len(c.people)]
	cup, err := o.CreateTournament(c.t.Context(), organiser, tournaments.TournamentProposal{
		Reservation: o.ReserveTournament(), Name: "Cup", Format: "knockout", Rules: "streetsoccer/lg", Places: "8", Cycles: "1", Control: "lg",
		Start: tournaments.StartFull, Playing: true,
	})
	c.must(err)
	for _, p := range c.people {
		if p.ID != organiser.ID {
			c.must(o.EnterTournament(c.t.Context(), p, cup.ID))
		}
	}
	c.must(o.Deliver(c.t.Context(), office.Budget{}))
	c.cups = append(c.cups, cup.ID)
}

// running says how many matches there are to be ended.
func (c *cupSite) running() int {
	c.t.Helper()
	all, err := c.server.store.Running(c.t.Context(), league.Site(), 1<<20)
	c.must(err)
	return len(all)
}

// kill has a child end some matches and kills it a moment after an end. It says whether that came
// before what the end brings about was done.
func (c *cupSite) kill(r *rand.Rand) (between bool) {
	c.t.Helper()
	child := exec.Command(os.Args[0], c.data, c.database)
	child.Env = append(os.Environ(), childVariable+"=ends")
	var complaint strings.Builder
	child.Stderr = &complaint
	out, err := child.StdoutPipe()
	c.must(err)
	c.must(child.Start())
	lines := bufio.NewScanner(out)
	last := ""
	for ends := r.IntN(3); lines.Scan(); {
		last = lines.Text()
		if last != lineEnded {
			continue
		}
		if ends == 0 {
			break
		}
		ends--
	}
	time.Sleep(time.Duration(r.IntN(8_000)) * time.Microsecond)
	if err := child.Process.Kill(); err != nil || last == "" {
		c.t.Fatalf("the child ended by itself: %v, %s", err, complaint.String())
	}
	for lines.Scan() {
		last = lines.Text()
	}
	child.Wait()
	return last == lineEnded
}

// TestProofNothingIsStuckOrDoneTwiceWhateverIsKilled kills a node between the commit of an end and the
// delivery of what it brings about, again and again. Another node, or its next life, looks after it: in
// the end each cup is over once, each round was drawn once, and no fact is left.
func TestProofNothingIsStuckOrDoneTwiceWhateverIsKilled(t *testing.T) {
	storetest.EachDatabase(t, func(t *testing.T, d storetest.Database) {
		t.Parallel() // a child that was killed is waited for
		kills := 1000
		if enginetest.Size(kills) < kills {
			kills = 20
		}
		c, r := newCupSite(t, d.Server()), rand.New(rand.NewPCG(8, 15))
		lives := 0
		for between := 0; between < kills; lives++ {
			for c.running() < 4 {
				c.open()
			}
			if c.kill(r) {
				between++
			}
			if r.IntN(2) == 0 { // another node is quicker than the next life
				c.must(c.server.office.DeliverDue(t.Context()))
			}
		}
		t.Logf("%d lives, %d of them killed before a delivery, %d cups", lives, kills, len(c.cups))
		c.playOut()
		for _, id := range c.cups {
			c.check(id)
		}
	})
}

// playOut ends all matches, and waits until nothing is left to be done: what a killed node held is
// free again after its lease.
func (c *cupSite) playOut() {
	c.t.Helper()
	o := c.server.office
	for deadline := time.Now().Add(time.Minute); ; time.Sleep(20 * time.Millisecond) {
		c.must(o.DeliverDue(c.t.Context()))
		running, err := c.server.store.Running(c.t.Context(), league.Site(), 1<<20)
		c.must(err)
		for _, m := range running {
			_, err := resign(o, c.t.Context(), m.Seats[0].Player, m.ID, o.Now())
			c.must(err)
		}
		b, err := c.server.store.Backlog(c.t.Context())
		c.must(err)
		if b.Facts == 0 && len(running) == 0 {
			break
		}
		if time.Now().After(deadline) {
			c.t.Fatalf("after a minute %d facts wait and %d matches run", b.Facts, len(running))
		}
	}
	if differ, err := o.RecountTournaments(c.t.Context()); err != nil || len(differ) > 0 {
		c.t.Errorf("recounted: %q, %v", differ, err)
	}
}

// check holds one cup to what a cup without kills comes to.
func (c *cupSite) check(id string) {
	c.t.Helper()
	v, err := c.server.office.Tournament(c.t.Context(), league.Site(), id)
	c.must(err)
	acts, fixtures := map[league.TournamentAct]int{}, map[string]int{}
	for _, d := range v.Tournament.Log {
		acts[d.Act]++
	}
	for _, m := range v.Matches {
		if fixtures[m.Fixture]++; fixtures[m.Fixture] > 1 || m.State.ToMove != engine.NoSide {
			c.t.Errorf("%s: %s runs, or is there %d times", id, m.Fixture, fixtures[m.Fixture])
		}
	}
	if v.Tournament.State != league.Finished || acts[league.ActStarted] != 1 || acts[league.ActFinished] != 1 || len(v.Matches) < 7 {
		c.t.Errorf("%s is %s with %d matches: %v", id, v.Tournament.State, len(v.Matches), acts)
	}
}
