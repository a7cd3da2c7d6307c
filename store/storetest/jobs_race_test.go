package storetest_test

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"math/rand/v2"
	"os"
	"os/exec"
	"syscall"
	"testing"
	"time"

	"gorm.io/gorm"

	"kickabout/engine/enginetest"
	"kickabout/scheduler"
	"kickabout/store"
	"kickabout/store/sqldb"
	"kickabout/store/storetest"
)

// The proof that a job is done by one node at a time (RELIABILITY R7): nodes are processes
// of their own that want the same job all the time; they are frozen for longer than a lease,
// and killed, in the middle of it.

const (
	nodeVariable = "KICKABOUT_TEST_NODE" // its value: how the node behaves
	longLease    = time.Minute
	shortLease   = 150 * time.Millisecond // where nodes are frozen for longer
	steps        = 4                      // of the job, each a write
)

// How a node behaves: as it should, or without one of the two things that keep work single.
const (
	sound   = "sound"
	noEpoch = "no epoch" // its steps do not ask whether the lease is still its own
	noGuard = "no guard" // it claims what another node holds
	stuck   = "stuck"    // it stays in a transaction that holds the row of the job
)

// unguarded is a ledger whose claims and leases mean nothing to others.
type unguarded struct{ *store.Store }

func (u unguarded) Claim(ctx context.Context, name, holder string, lease, span time.Duration, always bool) (int64, time.Time, error) {
	raw(u.Store).Exec("UPDATE jobs SET expires_ms = 0 WHERE name = ?", name)
	return u.Store.Claim(ctx, name, holder, lease, span, always)
}

// TestNode is no test of its own: it is a node until it is killed.
func TestNode(t *testing.T) {
	kind := os.Getenv(nodeVariable)
	if kind == "" {
		return
	}
	db, err := sqldb.OpenBeside(t.Context(), sqldb.Options{URL: os.Getenv("KICKABOUT_TEST_URL")})
	must(t, err)
	s := storetest.Over(db)
	go func() { // ends with whoever started it
		io.Copy(io.Discard, os.Stdin)
		os.Exit(0)
	}()
	if kind == stuck {
		os.Exit(stay(t.Context(), s))
	}
	fmt.Println("ready")
	holder := fmt.Sprint(os.Getpid())
	lasts, err := time.ParseDuration(os.Getenv("KICKABOUT_TEST_LEASE"))
	must(t, err)
	var ledger scheduler.Ledger = s
	if kind == noGuard {
		ledger = unguarded{s}
	}
	for t.Context().Err() == nil {
		n := scheduler.New(slog.New(slog.DiscardHandler))
		n.Ledger, n.Holder, n.Lease = ledger, holder, lasts
		n.RunNow(t.Context(), scheduler.Job{Name: "race", When: scheduler.Every(time.Second), Work: func(ctx context.Context) error {
			for step := range steps {
				if err := work(ctx, s, kind, scheduler.Epoch(ctx), step, holder); err != nil {
					return err
				}
				time.Sleep(time.Millisecond)
			}
			return nil
		}})
		time.Sleep(time.Millisecond)
	}
}

var errFenced = errors.New("another epoch has begun")

// work is one step of the job: a row, written only as long as the epoch is the last one.
func work(ctx context.Context, s *store.Store, kind string, epoch int64, step int, holder string) error {
	return storetest.Below(s).Write(ctx, func(tx *gorm.DB) error {
		if kind != noEpoch {
			mine := tx.Exec("UPDATE jobs SET holder = holder WHERE name = 'race' AND epoch = ?", epoch)
			if mine.Error != nil || mine.RowsAffected == 0 {
				return errors.Join(errFenced, mine.Error)
			}
		}
		return tx.Exec("INSERT INTO work (n, epoch, step, holder) SELECT COALESCE(MAX(n), 0) + 1, ?, ?, ? FROM work", epoch, step, holder).Error
	})
}

// process is a node that runs.
type process struct {
	cmd  *exec.Cmd
	life io.WriteCloser
}

func startNode(t *testing.T, url, kind string, lease time.Duration) process {
	t.Helper()
	cmd := exec.Command(os.Args[0], "-test.run=^TestNode$")
	cmd.Env = append(os.Environ(), nodeVariable+"="+kind, "KICKABOUT_TEST_URL="+url, "KICKABOUT_TEST_LEASE="+lease.String())
	life, err := cmd.StdinPipe()
	must(t, err)
	out, err := cmd.StdoutPipe()
	must(t, err)
	must(t, cmd.Start())
	if line, err := bufio.NewReader(out).ReadString('\n'); line != "ready\n" {
		t.Fatalf("a node said %q, %v", line, err)
	}
	return process{cmd, life}
}

func (p process) kill() {
	p.cmd.Process.Kill()
	p.cmd.Wait()
	p.life.Close()
}

// race lets four nodes at one job, freezes or kills one of them up to so often, and returns
// what they wrote, as soon as that is enough. Without faults it waits for that.
func race(t *testing.T, d storetest.Database, kind string, faults int, enough func(tale) bool) tale {
	t.Helper()
	s := storetest.Open(t, d)
	must(t, raw(s).Exec("CREATE TABLE work (n BIGINT PRIMARY KEY, epoch BIGINT, step BIGINT, holder TEXT)").Error)
	must(t, s.Register(t.Context(), "race", time.Now()))
	lease := shortLease
	if faults == 0 {
		lease = longLease
	}
	nodes := make([]process, 4)
	for i := range nodes {
		nodes[i] = startNode(t, d.URL, kind, lease)
		defer func() { nodes[i].kill() }()
	}
	random := rand.New(rand.NewPCG(1, uint64(faults)))
	for fault := range faults {
		victim := holderOf(t, s, nodes)
		if fault%4 == 3 {
			nodes[victim].kill()
			nodes[victim] = startNode(t, d.URL, kind, lease)
			continue
		}
		must(t, nodes[victim].cmd.Process.Signal(syscall.SIGSTOP))
		time.Sleep(shortLease + time.Duration(random.Int64N(int64(shortLease))))
		must(t, nodes[victim].cmd.Process.Signal(syscall.SIGCONT))
		if enough(tell(t, s)) {
			break
		}
	}
	for deadline := time.Now().Add(time.Minute); faults == 0 && time.Now().Before(deadline); {
		time.Sleep(300 * time.Millisecond)
		if enough(tell(t, s)) {
			break
		}
	}
	return tell(t, s)
}

// holderOf waits until a node is in the middle of the job, and returns it.
func holderOf(t *testing.T, s *store.Store, nodes []process) int {
	t.Helper()
	var before int64
	must(t, reader(s).Raw("SELECT COALESCE(MAX(epoch), 0) FROM work").Scan(&before).Error)
	for {
		var last struct {
			Epoch, Step int64
			Holder      string
		}
		must(t, reader(s).Raw("SELECT epoch, step, holder FROM work ORDER BY n DESC LIMIT 1").Scan(&last).Error)
		if last.Epoch == before || last.Step >= steps-1 {
			continue
		}
		for i, n := range nodes {
			if fmt.Sprint(n.cmd.Process.Pid) == last.Holder {
				return i
			}
		}
	}
}

// A tale is what the rows of a race tell.
type tale struct {
	runs     int // that came to their last step
	cut      int // that did not
	overlaps int // steps between or after those of a later epoch
}

func tell(t *testing.T, s *store.Store) (all tale) {
	t.Helper()
	var rows []struct{ Epoch, Step int64 }
	must(t, reader(s).Raw("SELECT epoch, step FROM work ORDER BY n").Scan(&rows).Error)
	var newest, reached int64
	for _, r := range rows {
		switch {
		case r.Epoch < newest:
			all.overlaps++
			continue
		case r.Epoch > newest && newest > 0 && reached < steps-1:
			all.cut++
		}
		newest, reached = r.Epoch, r.Step
		if r.Step == steps-1 {
			all.runs++
		}
	}
	return all
}

func TestFourNodesNeverOverlap(t *testing.T) {
	faults := enginetest.Size(160)
	storetest.EachDatabase(t, func(t *testing.T, d storetest.Database) {
		got := race(t, d, sound, faults, func(tale) bool { return false })
		t.Logf("%d faults: %d runs, %d cut short, %d overlaps", faults, got.runs, got.cut, got.overlaps)
		if got.overlaps > 0 {
			t.Errorf("%d steps overlap", got.overlaps)
		}
		if got.cut == 0 || got.runs == 0 {
			t.Error("nobody was caught in the middle, or nobody went on: this proves nothing")
		}
	})
}

func TestAJobIsNotCutShortByOthers(t *testing.T) {
	storetest.EachDatabase(t, func(t *testing.T, d storetest.Database) {
		got := race(t, d, sound, 0, func(all tale) bool { return all.runs > 0 })
		if got.runs == 0 || got.cut+got.overlaps > 0 {
			t.Errorf("without faults: %d runs, %d cut short, %d overlaps", got.runs, got.cut, got.overlaps)
		}
	})
}

// TestTheRaceSeesNodesWithoutFences makes sure that the proof above can fail. Whether a node
// that slept writes once more is a matter of chance, so there are faults until one did.
func TestTheRaceSeesNodesWithoutFences(t *testing.T) {
	storetest.EachDatabase(t, func(t *testing.T, d storetest.Database) {
		got := race(t, d, noEpoch, 200, func(all tale) bool { return all.overlaps > 0 })
		if got.overlaps == 0 {
			t.Errorf("nodes that do not ask for their epoch: %+v", got)
		}
	})
	storetest.EachDatabase(t, func(t *testing.T, d storetest.Database) {
		got := race(t, d, noGuard, 0, func(all tale) bool { return all.cut+all.overlaps > 0 })
		if got.cut+got.overlaps == 0 {
			t.Errorf("nodes that take what others hold: %+v", got)
		}
	})
}
