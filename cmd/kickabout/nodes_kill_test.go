package main

import (
	"context"
	"math/rand/v2"
	"os/exec"
	"slices"
	"syscall"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"kickabout/engine/enginetest"
	"kickabout/league"
	"kickabout/store/storetest"
)

// trio is three servers of one site, each a process of its own, whose players ask any of them.
type trio struct {
	*fleet
	sites []*fleet // each starts one of the servers
	nodes []*exec.Cmd
}

func newTrio(t *testing.T, database string) *trio {
	t.Helper()
	c := &trio{fleet: newFleet(t, "real")}
	c.database = database
	for range 3 {
		one := newFleet(t, "real")
		one.data, one.database = c.data, database
		c.sites = append(c.sites, one)
		c.nodes = append(c.nodes, one.start())
	}
	c.addr, c.others = c.sites[0].addr, []string{c.sites[1].addr, c.sites[2].addr}
	t.Cleanup(func() {
		for _, node := range c.nodes {
			node.Process.Kill()
			node.Wait()
		}
	})
	return c
}

// harm does something to one of the servers, and says what.
func (c *trio) harm(kind, node int, r *rand.Rand) string {
	c.t.Helper()
	switch kind % 3 {
	case 0:
		c.nodes[node].Process.Kill()
		c.nodes[node].Wait()
		time.Sleep(time.Duration(r.IntN(1000)) * time.Millisecond)
		c.nodes[node] = c.sites[node].start()
		return "killed"
	case 1:
		c.signal(node, syscall.SIGSTOP)
		time.Sleep(time.Duration(1000+r.IntN(enginetest.Size(20_000))) * time.Millisecond)
		c.signal(node, syscall.SIGCONT)
		return "frozen"
	}
	ctx := context.Background()
	conn, err := pgx.Connect(ctx, c.database)
	if err != nil {
		c.t.Fatal(err)
	}
	defer conn.Close(ctx)
	if _, err := conn.Exec(ctx, "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND application_name = 'kickabout listens'"); err != nil {
		c.t.Fatal(err)
	}
	return "made deaf"
}

func (c *trio) signal(node int, s syscall.Signal) {
	c.t.Helper()
	if err := c.nodes[node].Process.Signal(s); err != nil {
		c.t.Fatal(err)
	}
}

// TestProofThreeServersLoseNothingWhateverHappensToOne kills, freezes and deafens servers of a site under players who
// ask any of them: what was acknowledged is there, once; what a server was at the others finish, and its jobs are done
// by one at a time.
func TestProofThreeServersLoseNothingWhateverHappensToOne(t *testing.T) { // RELIABILITY R7
	t.Parallel()
	const seed = 20261124
	faults := enginetest.Size(40)
	storetest.OnPostgres(t, func(t *testing.T, d storetest.Database) {
		c := newTrio(t, d.URL)
		began, r := time.Now(), rand.New(rand.NewPCG(seed, 1))
		c.players(8, seed)
		counts := map[string]int{}
		for fault := range faults {
			for enough := c.acks.Load() + 10; c.acks.Load() < enough; time.Sleep(10 * time.Millisecond) {
				if t.Context().Err() != nil {
					t.Fatal("the players are stuck")
				}
			}
			counts[c.harm(fault, r.IntN(3), r)]++
		}
		c.halt()
		quiet := c.settle()
		acks, lost, doubled := c.audit()
		lasted := time.Since(began)
		t.Logf("%v in %v: %d moves acknowledged, %d lost, %d doubled, %d odd answers, quiet after %v, seed %d", counts, lasted.Round(time.Second), acks, lost, doubled, c.odd.Load(), quiet, seed)
		if lost > 0 || doubled > 0 || c.odd.Load() > 0 || acks < 10*faults {
			t.Errorf("of %d moves %d are lost and %d doubled, %d were refused", acks, lost, doubled, c.odd.Load())
		}
		c.checkJobs(faults, lasted)
	})
}

// settle waits until nothing is left to be done, and returns how long that took.
func (c *trio) settle() time.Duration {
	c.t.Helper()
	o, s, err := openBeside(c.t.Context(), c.data, c.database)
	if err != nil {
		c.t.Fatal(err)
	}
	defer s.Close()
	bots := append(o.BotIDs(true), o.BotIDs(false)...)
	for began := time.Now(); ; time.Sleep(20 * time.Millisecond) {
		left, err := s.Backlog(c.t.Context())
		if err != nil {
			c.t.Fatal(err)
		}
		due, err := s.Due(c.t.Context(), league.Site(), o.Now(), bots, 1)
		if err != nil {
			c.t.Fatal(err)
		}
		waited := time.Since(began)
		if left.Facts == 0 && len(due) == 0 {
			return waited
		}
		if waited > 40*time.Second { // the lease of a fact and some more
			c.t.Fatalf("after %v there are %d facts, and bots are due in %d matches", waited, left.Facts, len(due))
		}
	}
}

// checkJobs makes sure that the jobs of each minute were done each minute, by one server.
func (c *trio) checkJobs(faults int, lasted time.Duration) {
	c.t.Helper()
	_, s, err := openBeside(c.t.Context(), c.data, c.database)
	if err != nil {
		c.t.Fatal(err)
	}
	defer s.Close()
	jobs, err := s.Jobs(c.t.Context())
	if err != nil {
		c.t.Fatal(err)
	}
	const bound = 2*time.Minute + 15*time.Second // its period, and when a server is gone the lease and a look
	often := int64(lasted/time.Minute) + 2 + int64(faults)
	checked := 0
	for _, j := range jobs {
		if !slices.Contains([]string{"vacations", "advance", "ratings", "expire"}, j.Name) {
			continue
		}
		checked++
		if j.Epoch == 0 || j.Epoch > often || j.Problem != "" {
			c.t.Errorf("within %v job %s was begun %d times: %q", lasted, j.Name, j.Epoch, j.Problem)
		}
		if late := time.Since(j.Ended); late > bound && lasted > bound {
			c.t.Errorf("job %s was done last %v ago", j.Name, late)
		}
		c.t.Logf("job %s was begun %d times, last %v ago", j.Name, j.Epoch, time.Since(j.Ended).Round(time.Second))
	}
	if checked != 4 {
		c.t.Errorf("of the jobs of each minute there are %d", checked)
	}
}
