package main

import (
	"bytes"
	"database/sql"
	"errors"
	"fmt"
	"math/rand/v2"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"kickabout/engine/enginetest"
)

// volume is a file system in a file, mounted for a test.
type volume struct {
	t               *testing.T
	image, at, kind string
}

// newDisk makes and mounts one of so many megabytes. Only root may do so, and CI need not be root.
func newDisk(t *testing.T, kind string, megabytes int64) *volume {
	t.Helper()
	if os.Getenv("KICKABOUT_PROVE") != "1" || os.Getuid() != 0 {
		t.Skip("go run ./cmd/dev prove runs it as root: it mounts a file system")
	}
	folder := t.TempDir()
	d := &volume{t, filepath.Join(folder, "image"), filepath.Join(folder, "disk"), kind}
	for _, err := range []error{os.WriteFile(d.image, nil, 0o600), os.Truncate(d.image, megabytes<<20), os.Mkdir(d.at, 0o700)} {
		if err != nil {
			t.Fatal(err)
		}
	}
	d.run("mkfs."+kind, "-q", d.image)
	d.mount()
	t.Cleanup(func() { d.run("umount", d.at) })
	return d
}

func (d *volume) run(name string, args ...string) {
	d.t.Helper()
	if out, err := exec.Command(name, args...).CombinedOutput(); err != nil {
		d.t.Fatalf("%s %v: %v\n%s", name, args, err, out)
	}
}

func (d *volume) mount() { d.run("mount", "-o", "loop", d.image, d.at) }

// shutDown is FS_IOC_SHUTDOWN of Linux, and noFlush says that not even the journal is written any more.
const (
	shutDown = 0x8004587d
	noFlush  = 2
)

// cut takes the power away: what the file system has not written it never will.
func (d *volume) cut() {
	d.t.Helper()
	f, err := os.Open(d.at)
	if err != nil {
		d.t.Fatal(err)
	}
	defer f.Close()
	if err := unix.IoctlSetPointerInt(int(f.Fd()), shutDown, noFlush); err != nil {
		d.t.Fatal(err)
	}
}

// freeze stops a process and waits until none of its threads runs. A disk that is cut under a write would seem to have
// lost what it only never got.
func freeze(t *testing.T, p *os.Process) {
	t.Helper()
	if err := p.Signal(syscall.SIGSTOP); err != nil {
		t.Fatal(err)
	}
	for range 2000 {
		running := false
		tasks, _ := filepath.Glob(fmt.Sprintf("/proc/%d/task/*/stat", p.Pid))
		for _, task := range tasks {
			stat, err := os.ReadFile(task)
			_, rest, _ := bytes.Cut(stat, []byte(") "))
			running = running || err == nil && !bytes.HasPrefix(rest, []byte("T"))
		}
		if !running && len(tasks) > 0 {
			return
		}
		time.Sleep(time.Millisecond)
	}
	t.Fatal("the server does not stand still")
}

// cutPower cuts the power n times under the players, and leaves the disk mounted and no server running.
func (f *fleet) cutPower(d *volume, n int, r *rand.Rand) {
	for range n {
		cmd := f.start()
		f.await(8 + r.IntN(40))
		time.Sleep(time.Duration(r.IntN(50)) * time.Millisecond)
		freeze(f.t, cmd.Process)
		d.cut()
		if err := cmd.Process.Kill(); err != nil {
			f.t.Error(err)
		}
		cmd.Wait()
		d.run("umount", d.at)
		d.mount()
	}
}

// await waits until so many more moves are acknowledged, for ten seconds at most, and returns how long that took.
func (f *fleet) await(moves int) time.Duration {
	began, enough := time.Now(), f.acks.Load()+int64(moves)
	for f.acks.Load() < enough && time.Since(began) < 10*time.Second {
		time.Sleep(5 * time.Millisecond)
	}
	return time.Since(began)
}

// replayed has the program itself compute all again that is in the folder.
func (f *fleet) replayed() {
	f.t.Helper()
	if out, complaint, code := kickabout(f.t, "", "recompute", "--check", "--data", f.data, "--database", f.database); code != 0 {
		f.t.Errorf("recompute --check: %s%s", out, complaint)
	}
}

// TestProofNoAcknowledgedMoveIsLostByPowerCuts cuts the power of a disk under eight players.
func TestProofNoAcknowledgedMoveIsLostByPowerCuts(t *testing.T) { // RELIABILITY R2
	for kind, cuts := range map[string]int{"ext4": 200, "xfs": 100} {
		t.Run(kind, func(t *testing.T) {
			const seed = 20261124
			d := newDisk(t, kind, 512)
			f := newFleet(t, "real")
			f.data = filepath.Join(d.at, "data")
			f.players(8, seed)
			f.cutPower(d, cuts, rand.New(rand.NewPCG(seed, 99)))
			f.halt()
			acks, lost, doubled := f.audit()
			f.replayed()
			t.Logf("%s: %d cuts, %d moves acknowledged, %d lost, %d doubled, seed %d", kind, cuts, acks, lost, doubled, seed)
			if lost > 0 || doubled > 0 || acks < cuts || f.odd.Load() > 0 {
				t.Errorf("of %d moves under %d cuts %d are lost and %d doubled, %d answers were odd", acks, cuts, lost, doubled, f.odd.Load())
			}
		})
	}
}

// TestThePowerCutCatchesAnAnswerBeforeTheDisk is the control: a server that does not wait for the disk loses moves.
func TestThePowerCutCatchesAnAnswerBeforeTheDisk(t *testing.T) {
	d := newDisk(t, "ext4", 512)
	f := newFleet(t, "real")
	f.data = filepath.Join(d.at, "data")
	first := f.start()
	first.Process.Signal(syscall.SIGTERM)
	first.Wait()
	unix.Sync()
	f.kind = "relaxed"
	f.players(8, 7)
	f.cutPower(d, 5, rand.New(rand.NewPCG(7, 99)))
	f.halt()
	acks, lost, _ := f.audit()
	t.Logf("control: %d moves acknowledged, %d lost", acks, lost)
	if lost == 0 {
		t.Error("the control lost nothing: cuts show nothing")
	}
}

// TestProofAFullDiskIsAStateThatEnds fills the disk under players and frees it again.
func TestProofAFullDiskIsAStateThatEnds(t *testing.T) { // RELIABILITY R4
	const rounds = 10
	d := newDisk(t, "ext4", 48)
	f := newFleet(t, "real")
	f.data = filepath.Join(d.at, "data")
	server := f.start()
	defer func() {
		server.Process.Kill()
		server.Wait()
	}()
	f.players(8, 1)
	var slowest time.Duration
	for range rounds {
		f.await(40)
		filler := filepath.Join(d.at, "filler")
		if err := fill(filler); !errors.Is(err, syscall.ENOSPC) {
			t.Fatalf("the disk is not full: %v", err)
		}
		refused := f.notNow.Load()
		for began := time.Now(); f.notNow.Load() < refused+8 && time.Since(began) < 20*time.Second; {
			time.Sleep(5 * time.Millisecond) // what the log of SQLite has room for is used up
		}
		if f.notNow.Load() == refused {
			t.Error("nobody was told that it does not work now")
		}
		if _, err := f.get(http.DefaultClient, "/offers"); err != nil {
			t.Errorf("a page is not there while the disk is full: %v", err)
		}
		if status, text := asked(t, "http://"+f.addr, "/readyz"); status != http.StatusServiceUnavailable || !strings.Contains(text, "disk") {
			t.Errorf("readyz says %d %q", status, text)
		}
		if err := os.Remove(filler); err != nil {
			t.Fatal(err)
		}
		slowest = max(slowest, f.await(1))
	}
	f.halt()
	server.Process.Kill()
	server.Wait()
	acks, lost, doubled := f.audit()
	f.replayed()
	t.Logf("full %d times: %d moves acknowledged, %d lost, %d doubled, %d answers 503, %d odd ones, moves again within %v", rounds, acks, lost, doubled, f.notNow.Load(), f.odd.Load(), slowest)
	if lost > 0 || doubled > 0 || f.odd.Load() > 0 || slowest > 5*time.Second {
		t.Error("a full disk does harm")
	}
}

// fill writes a file until there is an error.
func fill(path string) error {
	f, err := os.Create(path)
	if err != nil {
		return err
	}
	defer f.Close()
	for size := 1 << 20; ; {
		_, err := f.Write(make([]byte, size))
		if err != nil && size == 512 {
			return err
		}
		if err != nil {
			size /= 2
		}
	}
}

// TestProofADiskThatFailsIsAStateThatEnds lets calls of the server to the kernel fail, or take long.
func TestProofADiskThatFailsIsAStateThatEnds(t *testing.T) { // RELIABILITY R3
	if os.Getenv("KICKABOUT_PROVE") != "1" {
		t.Skip("go run ./cmd/dev prove runs it: it needs strace, which not every machine lets one use")
	}
	for _, c := range []struct{ name, inject string }{
		{"EIO when it is flushed", "fsync,fdatasync:error=EIO:when=60+40"},
		{"ENOSPC when it is written", "pwrite64:error=ENOSPC:when=200+150"},
		{"EIO when it is written", "pwrite64:error=EIO:when=200+150"},
		{"5 ms for each flush", "fsync,fdatasync:delay_enter=5000"},
	} {
		t.Run(c.name, func(t *testing.T) {
			f := newFleet(t, "real")
			first := f.start() // the first start is not what is looked at
			first.Process.Signal(syscall.SIGTERM)
			first.Wait()
			log := filepath.Join(t.TempDir(), "calls")
			f.under = []string{"strace", "-f", "--seccomp-bpf", "-qq", "-o", log, "-e", "trace=fsync,fdatasync,pwrite64", "-e", "inject=" + c.inject}
			f.players(8, 3)
			server, began := f.start(), time.Now()
			for f.acks.Load() < 2000 && time.Since(began) < 3*time.Minute {
				time.Sleep(10 * time.Millisecond)
			}
			lasted := time.Since(began)
			f.halt()
			for _, pid := range childrenOf(t, server.Process.Pid) {
				syscall.Kill(pid, syscall.SIGKILL)
			}
			server.Wait()
			calls, err := os.ReadFile(log)
			if err != nil {
				t.Fatal(err)
			}
			injected := bytes.Count(calls, []byte("(INJECTED)")) + bytes.Count(calls, []byte("(DELAYED)"))
			acks, lost, doubled := f.audit()
			f.replayed()
			t.Logf("%s, %d times in %v: %d moves acknowledged (%.0f a second), %d lost, %d doubled, %d answers 503, %d odd ones",
				c.name, injected, lasted.Round(time.Second), acks, float64(acks)/lasted.Seconds(), lost, doubled, f.notNow.Load(), f.odd.Load())
			if lost > 0 || doubled > 0 || f.odd.Load() > 0 || injected < 10 || acks < 500 {
				t.Error("a disk that fails does harm, or did not fail")
			}
		})
	}
}

// childrenOf returns the processes that another has started.
func childrenOf(t *testing.T, pid int) (children []int) {
	t.Helper()
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/task/%d/children", pid, pid))
	if err != nil {
		t.Fatal(err)
	}
	for _, word := range strings.Fields(string(text)) {
		child, err := strconv.Atoi(word)
		if err != nil {
			t.Fatal(err)
		}
		children = append(children, child)
	}
	return children
}

// TestProofALongReaderHoldsNobodyUp keeps a snapshot of the database open beside players, and takes backups.
func TestProofALongReaderHoldsNobodyUp(t *testing.T) { // RELIABILITY R10
	t.Parallel()
	seconds := enginetest.Size(60)
	f := newFleet(t, "real")
	server := f.start()
	defer func() {
		server.Process.Kill()
		server.Wait()
	}()
	f.players(8, 5)
	f.await(20)
	file := filepath.Join(f.data, "kickabout.db")
	db, err := sql.Open("sqlite3", "file:"+file+"?mode=ro")
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	reader, err := db.Begin()
	if err != nil {
		t.Fatal(err)
	}
	count := func() (n int) {
		if err := reader.QueryRow("SELECT count(*) FROM events").Scan(&n); err != nil {
			t.Fatal(err)
		}
		return n
	}
	seen, before, backups, peak := count(), f.acks.Load(), 0, int64(0)
	for end := time.Now().Add(time.Duration(seconds) * time.Second); time.Now().Before(end); time.Sleep(100 * time.Millisecond) {
		if wal, err := os.Stat(file + "-wal"); err == nil {
			peak = max(peak, wal.Size())
		}
		if backups*10 < seconds {
			if out, complaint, code := kickabout(t, "", "backup", "take", "--data", f.data, "--to", filepath.Join(t.TempDir(), strconv.Itoa(backups))); code != 0 {
				t.Errorf("a backup beside them: %s%s", out, complaint)
			}
			backups++
		}
	}
	made := f.acks.Load() - before
	if again := count(); again != seen {
		t.Fatalf("the reader's snapshot went from %d to %d events", seen, again)
	}
	if err := reader.Rollback(); err != nil {
		t.Fatal(err)
	}
	f.halt()
	server.Process.Kill()
	server.Wait()
	acks, lost, doubled := f.audit()
	t.Logf("%d s beside a reader and %d backups: %d moves, %.1f MB of log at most; %d acknowledged in all, %d lost, %d doubled, %d answers 503, %d odd ones",
		seconds, backups, made, float64(peak)/1e6, acks, lost, doubled, f.notNow.Load(), f.odd.Load())
	if lost > 0 || doubled > 0 || f.odd.Load()+f.notNow.Load() > 0 || made == 0 {
		t.Error("somebody who reads for long does harm")
	}
}
