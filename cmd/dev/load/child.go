package main

import (
	"bufio"
	"context"
	_ "embed"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"syscall"
	"time"
)

// kept is where sites are that were built; git ignores it.
const kept = ".load"

// programs is how many players have a token: as many as there may be clients, of some more players, since not all of a
// season stay.
const programs = 64

// A caller is a player with a token.
type caller struct{ name, token string }

//go:embed shim/fsync.c
var shim []byte

// A bench is what is measured with: the program, the site it serves, and what makes the disk slow.
type bench struct {
	folder      string // for this run alone
	program     string
	environment []string // what the programs have besides its own
}

// newBench builds the program, and what makes each fsync take so much longer.
func newBench(ctx context.Context, delay time.Duration) (*bench, error) {
	folder, err := os.MkdirTemp("", "kickabout-load-*")
	if err != nil {
		return nil, err
	}
	b := &bench{folder: folder, program: filepath.Join(folder, "kickabout")}
	if err := run(ctx, "go", "build", "-o", b.program, "./cmd/kickabout"); err != nil {
		return nil, errors.Join(err, b.close())
	}
	if delay == 0 {
		return b, nil
	}
	source, library := filepath.Join(folder, "fsync.c"), filepath.Join(folder, "fsync.so")
	err = os.WriteFile(source, shim, 0o600)
	if err == nil {
		err = run(ctx, "cc", "-shared", "-fPIC", "-O2", "-o", library, source, "-ldl")
	}
	if err != nil {
		return nil, errors.Join(err, b.close())
	}
	b.environment = []string{"LD_PRELOAD=" + library, "SYNC_DELAY=" + strconv.FormatInt(delay.Microseconds(), 10)}
	return b, nil
}

func (b *bench) close() error { return os.RemoveAll(b.folder) }

// run carries a command out; what it says is in the error.
func run(ctx context.Context, name string, args ...string) error {
	if out, err := exec.CommandContext(ctx, name, args...).CombinedOutput(); err != nil {
		return fmt.Errorf("%s %s: %w\n%s", name, strings.Join(args, " "), err, out)
	}
	return nil
}

// onSite has something measured on a copy of the site of a size, where each fsync takes longer by a delay, and takes away what it
// leaves.
func onSite(ctx context.Context, f siteFlags, delay time.Duration, measure func(b *bench, data string, callers []caller) error) (err error) {
	b, err := newBench(ctx, delay)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, b.close()) }()
	data, callers, err := b.site(ctx, f)
	if err != nil {
		return err
	}
	return measure(b, data, callers)
}

// during has something done while the program serves a site, once it has come to rest.
func (b *bench) during(ctx context.Context, data string, flags []string, do func(*child) error) (err error) {
	program, err := b.serve(ctx, data, anyPort, flags...)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, program.stop()) }()
	if err := program.settle(ctx, time.Minute); err != nil {
		return err
	}
	return do(program)
}

// site returns a copy of the site of a size, which is built if it has not been yet, and players who have tokens.
func (b *bench) site(ctx context.Context, f siteFlags) (data string, callers []caller, err error) {
	built := filepath.Join(kept, fmt.Sprintf("%d-players-%d-days", f.Players, f.Days))
	if _, err := os.Stat(filepath.Join(built, "tokens")); err != nil {
		fmt.Printf("Building a site in %s …\n", built)
		if err := b.build(ctx, built, f); err != nil {
			return "", nil, errors.Join(err, os.RemoveAll(built))
		}
	}
	text, err := os.ReadFile(filepath.Join(built, "tokens"))
	if err != nil {
		return "", nil, err
	}
	if data, err = os.MkdirTemp(b.folder, "data-*"); err != nil {
		return "", nil, err
	}
	for line := range strings.Lines(string(text)) {
		token, name, _ := strings.Cut(strings.TrimSpace(line), " ")
		callers = append(callers, caller{name, token})
	}
	return data, callers, os.CopyFS(data, os.DirFS(built))
}

// build has players play a season, makes their tokens, and lets the program do what there is to do after that, which
// would stand beside what is measured: its analyses take a minute or two.
func (b *bench) build(ctx context.Context, folder string, f siteFlags) error {
	if err := os.MkdirAll(folder, 0o700); err != nil {
		return err
	}
	site := filepath.Join(folder, "site")
	if err := run(ctx, b.program, "season", "--players", strconv.Itoa(f.Players), "--days", strconv.Itoa(f.Days), "--kills", "0", "--out", site); err != nil {
		return err
	}
	var tokens strings.Builder
	made := 0
	for i := 0; i < f.Players && made < programs; i++ {
		out, err := exec.CommandContext(ctx, b.program, "token", nameOf(i), "--data", site).Output()
		if err != nil {
			continue // who has gone has none
		}
		fmt.Fprintf(&tokens, "%s %s\n", strings.TrimSpace(string(out)), nameOf(i))
		made++
	}
	if made < programs {
		return fmt.Errorf("only %d players have a token", made)
	}
	c, err := b.serve(ctx, folder, anyPort)
	if err != nil {
		return err
	}
	if err := errors.Join(c.settle(ctx, 5*time.Minute), c.stop()); err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(folder, "tokens"), []byte(tokens.String()), 0o600)
}

// nameOf is the name of a player of a season.
func nameOf(i int) string { return "Player " + strconv.Itoa(i+1) }

// A child is the program at work, on an address of this machine.
type child struct {
	cmd     *exec.Cmd
	at      string // its address as a URL
	metrics string
}

var address = regexp.MustCompile(`http://127\.0\.0\.1:\d+`)

// anyPort has the machine choose one.
const anyPort = "127.0.0.1:0"

// alone has the program make no analyses by itself: one takes as long as a thousand moves, and would be measured as a part
// of what is asked for beside it. How they yield to that, mix measures.
const alone = "--no-study"

// serve starts the program on a copy of a site, at an address of this machine, without bounds on how often somebody may ask.
func (b *bench) serve(ctx context.Context, data, addr string, flags ...string) (*child, error) {
	gauge := filepath.Join(data, "metrics.sock")
	flags = append(flags, "--data", filepath.Join(data, "site"), "--addr", addr, "--metrics", "unix:"+gauge, "--no-demo",
		"--log-level", "warn", "--requests", "0", "--sign-ins", "0", "--tries", "0")
	c := exec.CommandContext(ctx, b.program, flags...)
	c.Env = append(os.Environ(), b.environment...)
	c.Stderr = os.Stderr
	c.Cancel = func() error { return c.Process.Signal(os.Interrupt) }
	c.WaitDelay = 20 * time.Second
	out, err := c.StdoutPipe()
	if err == nil {
		err = c.Start()
	}
	if err != nil {
		return nil, err
	}
	line, err := bufio.NewReader(out).ReadString('\n')
	at := address.FindString(line)
	if err != nil || at == "" {
		return nil, errors.Join(fmt.Errorf("the program did not say where it is: %q", line), err, c.Process.Kill(), c.Wait())
	}
	return &child{cmd: c, at: at, metrics: gauge}, nil
}

// stop ends the program and waits until it has.
func (c *child) stop() error {
	return errors.Join(c.cmd.Process.Signal(os.Interrupt), c.cmd.Wait())
}

// A usage is what a program has spent since it began.
type usage struct {
	cpu        time.Duration // in kernel and user mode
	statements float64
}

// less is what was spent since an earlier one.
func (u usage) less(before usage) usage {
	return usage{u.cpu - before.cpu, u.statements - before.statements}
}

// ticks is how many a second the kernel counts processor time in, for programs (USER_HZ).
const ticks = 100

// spent tells what the program has spent so far.
func (c *child) spent(ctx context.Context) (u usage, err error) {
	stat, err := os.ReadFile("/proc/" + strconv.Itoa(c.cmd.Process.Pid) + "/stat")
	if err != nil {
		return u, err
	}
	_, rest, _ := strings.Cut(string(stat), ") ")
	fields := strings.Fields(rest)
	for _, f := range fields[11:13] { // utime and stime
		n, err := strconv.ParseInt(f, 10, 64)
		if err != nil {
			return u, err
		}
		u.cpu += time.Duration(n) * time.Second / ticks
	}
	text, err := c.read(ctx)
	if err != nil {
		return u, err
	}
	found := regexp.MustCompile(`(?m)^kickabout_statements_total (\S+)$`).FindStringSubmatch(text)
	if found == nil {
		return u, errors.New("the program does not tell how many statements it has sent")
	}
	u.statements, err = strconv.ParseFloat(found[1], 64)
	return u, err
}

// memory returns how many bytes the program holds.
func (c *child) memory() (int64, error) {
	text, err := os.ReadFile("/proc/" + strconv.Itoa(c.cmd.Process.Pid) + "/statm")
	if err != nil {
		return 0, err
	}
	pages, err := strconv.ParseInt(strings.Fields(string(text))[1], 10, 64)
	return pages * int64(os.Getpagesize()), err
}

// read reads the metrics of the program.
func (c *child) read(ctx context.Context) (string, error) {
	client := &http.Client{Transport: &http.Transport{DialContext: dialer(c.metrics), DisableKeepAlives: true}}
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, "http://metrics/metrics", nil)
	if err != nil {
		return "", err
	}
	resp, err := client.Do(req)
	if err != nil {
		return "", err
	}
	defer resp.Body.Close()
	text, err := io.ReadAll(resp.Body)
	return string(text), err
}

// settle waits until the program has done what it does when it begins, but not for long.
func (c *child) settle(ctx context.Context, atMost time.Duration) error {
	const look = 2 * time.Second
	for began := time.Now(); time.Since(began) < atMost && ctx.Err() == nil; {
		before, err := c.spent(ctx)
		if err != nil {
			return err
		}
		time.Sleep(look)
		after, err := c.spent(ctx)
		if err != nil || after.less(before).cpu < look/20 {
			return err
		}
	}
	return ctx.Err()
}

// self is what this process itself has spent.
func self() (time.Duration, error) {
	var u syscall.Rusage
	err := syscall.Getrusage(syscall.RUSAGE_SELF, &u)
	return time.Duration(u.Utime.Nano() + u.Stime.Nano()), err
}
