package main

import (
	"context"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"os"
	"os/exec"
	"syscall"
	"testing"
	"time"

	"kickabout/engine"
	"kickabout/engine/bot"
	"kickabout/engine/clock"
	"kickabout/engine/enginetest"
	"kickabout/engine/games"
	"kickabout/league"
	"kickabout/league/office"
	"kickabout/league/play"
	"kickabout/store"
	"kickabout/store/storetest"
)

// islands is servers of one site, each in a network of its own, to which one line leads, and with a wire of its own to
// the database.
type islands struct {
	*fleet
	sites []*fleet // each starts one of the servers
	nodes []*exec.Cmd
	wires []*wire
	lines []string // the names of our ends of the lines
}

// newIslands starts so many servers. Only root may make networks, and CI need not be root.
func newIslands(t *testing.T, n int) *islands {
	t.Helper()
	if os.Getenv("KICKABOUT_PROVE") != "1" || os.Getuid() != 0 {
		t.Skip("go run ./cmd/dev prove runs it as root: it makes networks")
	}
	cluster := storetest.NewCluster(t)
	database := cluster.Database(t).URL
	c := &islands{fleet: newFleet(t, "real")}
	c.database = database
	for i := range n {
		network, line, other := fmt.Sprintf("kickabout%d-%d", os.Getpid(), i), fmt.Sprintf("kab%d-%d", os.Getpid()%100_000, i), fmt.Sprintf("kbb%d-%d", os.Getpid()%100_000, i)
		here, there := fmt.Sprintf("10.213.%d.1", i+1), fmt.Sprintf("10.213.%d.2", i+1)
		c.run("ip", "netns", "add", network)
		t.Cleanup(func() { c.run("ip", "netns", "del", network) })
		c.run("ip", "link", "add", line, "type", "veth", "peer", "name", other)
		c.run("ip", "link", "set", other, "netns", network)
		c.run("ip", "addr", "add", here+"/24", "dev", line)
		c.run("ip", "link", "set", line, "up")
		// While the line is down nothing is there: it must not be looked for elsewhere, where somebody else may answer.
		nowhere := []string{"unreachable", fmt.Sprintf("10.213.%d.0/24", i+1), "metric", "4000"}
		c.run("ip", append([]string{"route", "add"}, nowhere...)...)
		t.Cleanup(func() { c.run("ip", append([]string{"route", "del"}, nowhere...)...) })
		for _, words := range [][]string{{"addr", "add", there + "/24", "dev", other}, {"link", "set", other, "up"}, {"link", "set", "lo", "up"}} {
			c.run("ip", append([]string{"-n", network}, words...)...)
		}
		w := newWireAt(t, cluster.Socket(), here+":0")
		one := newFleet(t, "real")
		one.data, one.database, one.addr = c.data, w.through(database), there+":8080"
		one.under, one.flags = []string{"ip", "netns", "exec", network}, []string{"--lan"}
		c.sites, c.wires, c.lines = append(c.sites, one), append(c.wires, w), append(c.lines, line)
		c.nodes = append(c.nodes, one.start())
	}
	c.addr = c.sites[0].addr
	for _, one := range c.sites[1:] {
		c.others = append(c.others, one.addr)
	}
	t.Cleanup(func() {
		for _, node := range c.nodes {
			node.Process.Kill()
			node.Wait()
		}
	})
	return c
}

func (c *islands) run(name string, args ...string) {
	c.t.Helper()
	if out, err := exec.Command(name, args...).CombinedOutput(); err != nil {
		c.t.Fatalf("%s %v: %v\n%s", name, args, err, out)
	}
}

// harm does something to one of the servers, or to what is around it, and says what.
func (c *islands) harm(kind, node int, r *rand.Rand) string {
	c.t.Helper()
	lasts := time.Duration(5000+r.IntN(15_000)) * time.Millisecond
	switch kind % 6 {
	case 0:
		c.nodes[node].Process.Kill()
		c.nodes[node].Wait()
		time.Sleep(time.Duration(r.IntN(1000)) * time.Millisecond)
		c.nodes[node] = c.sites[node].start()
		return "killed"
	case 1:
		c.signal(node, syscall.SIGSTOP)
		time.Sleep(time.Duration(5000+r.IntN(55_000)) * time.Millisecond)
		c.signal(node, syscall.SIGCONT)
		return "frozen"
	case 2:
		c.run("ip", "link", "set", c.lines[node], "down")
		time.Sleep(lasts)
		c.run("ip", "link", "set", c.lines[node], "up")
		return "off the network"
	case 3:
		c.wires[node].delay(time.Duration(50+r.IntN(150))*time.Millisecond, lasts)
		return "on a slow database"
	case 4:
		c.wires[node].freeze(lasts)
		return "on a silent database"
	}
	c.wires[node].cut()
	return "cut off from the database"
}

func (c *islands) signal(node int, s syscall.Signal) {
	c.t.Helper()
	if err := c.nodes[node].Process.Signal(s); err != nil {
		c.t.Fatal(err)
	}
}

// overdue is games whose time ran out long ago, begun while the servers run, and when each was.
type overdue struct {
	t     *testing.T
	desk  *office.Office // by whose clock they were begun two days ago
	store *store.Store
	begun map[string]time.Time

	ended map[string]time.Duration // after that
}

// newOverdue opens the site beside its servers.
func (c *islands) newOverdue() *overdue {
	c.t.Helper()
	o, s, err := openBeside(c.t.Context(), c.data, c.database)
	if err != nil {
		c.t.Fatal(err)
	}
	c.t.Cleanup(func() { s.Close() })
	past := func() time.Time { return time.Now().Add(-48 * time.Hour) }
	desk := office.New(office.Over(s), o.Keys, games.All(), bot.All(), past, slog.New(slog.DiscardHandler))
	return &overdue{t: c.t, desk: desk, store: s, begun: map[string]time.Time{}, ended: map[string]time.Duration{}}
}

// begin begins one.
func (d *overdue) begin() {
	d.t.Helper()
	ctx := context.Background()
	guest, err := d.desk.Admit(ctx, d.desk.NewToken())
	if err != nil {
		d.t.Fatal(err)
	}
	m, err := d.desk.Begin(ctx, guest, play.Proposal{Reservation: d.desk.Reserve().ID, Rules: "streetsoccer/lg", Opponent: "bot:random", Kickoff: league.KickoffYou, Control: "live"})
	if err != nil {
		d.t.Fatal(err)
	}
	d.begun[m.ID] = time.Now()
}

// look notes which have ended.
func (d *overdue) look() {
	d.t.Helper()
	for id, at := range d.begun {
		if d.ended[id] > 0 {
			continue
		}
		m, err := d.store.Match(context.Background(), league.Site(), id)
		if err != nil {
			d.t.Error(err)
			continue
		}
		timeouts := 0
		for _, e := range m.Log {
			if e.Act == engine.ActTimeout {
				timeouts++
			}
		}
		if timeouts > 0 {
			d.ended[id] = time.Since(at)
		}
		if timeouts > 1 {
			d.t.Errorf("match %s timed out %d times", id, timeouts)
		}
	}
}

// longest returns how long it took at most until one had ended; those that have not are an error.
func (d *overdue) longest() (most time.Duration) {
	d.t.Helper()
	for id, at := range d.begun {
		if d.ended[id] == 0 {
			d.t.Errorf("match %s is overdue since %v", id, time.Since(at).Round(time.Second))
		}
		most = max(most, d.ended[id])
	}
	return most
}

// twoSweeps is how long a game may be overdue at most: two turns of the job, and what is given to whoever sends in the last
// moment.
const twoSweeps = 2*time.Minute + clock.Grace

// TestProofServersInNetworksOfTheirOwn kills and freezes servers, takes the network from them and harms their lines to
// the database, one at a time, under players who ask any of them: what was acknowledged is there, once; whoever was told
// of a move finds it on every server; games end by time once, and not late; jobs are done once.
func TestProofServersInNetworksOfTheirOwn(t *testing.T) { // RELIABILITY R7
	for _, n := range []int{2, 3} {
		t.Run(fmt.Sprint(n, " servers"), func(t *testing.T) {
			const seed = 20261125
			faults := enginetest.Size(42)
			c := newIslands(t, n)
			late := c.newOverdue()
			began, r := time.Now(), rand.New(rand.NewPCG(seed, uint64(n)))
			c.players(8, seed)
			counts := map[string]int{}
			for fault := range faults {
				c.awaitLong(10)
				late.begin()
				counts[c.harm(fault, r.IntN(n), r)]++
				late.look()
			}
			for wait := time.Now(); time.Since(wait) < twoSweeps && len(late.ended) < len(late.begun); time.Sleep(time.Second) {
				late.look()
			}
			c.halt()
			both := trio{fleet: c.fleet}
			quiet := both.settle()
			acks, lost, doubled := c.audit()
			lasted := time.Since(began)
			t.Logf("%d servers, %v in %v: %d moves acknowledged, %d lost, %d doubled, %d odd answers, %d not at that moment; %d games timed out, the latest %v after it was begun; quiet after %v, seed %d",
				n, counts, lasted.Round(time.Second), acks, lost, doubled, c.odd.Load(), c.notNow.Load(), len(late.begun), late.longest().Round(time.Second), quiet, seed)
			if lost > 0 || doubled > 0 || c.odd.Load() > 0 || acks < 10*faults {
				t.Errorf("of %d moves %d are lost and %d doubled, %d were refused", acks, lost, doubled, c.odd.Load())
			}
			if most := late.longest(); most > twoSweeps+time.Minute { // a look comes after each harm, which lasts up to one
				t.Errorf("a game was overdue for %v", most)
			}
			both.checkJobs(faults, lasted)
		})
	}
}
