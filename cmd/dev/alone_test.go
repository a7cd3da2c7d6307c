package main

import (
	"bufio"
	"bytes"
	"context"
	"io"
	nethttp "net/http"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"
)

// nobody is an account that no list of users has.
const nobody = 65532

// bare is a root with nothing in it but the program and folders that belong to its account.
type bare struct {
	t    *testing.T
	root string
}

// command is one of the program in that root.
func (a bare) command(args ...string) *exec.Cmd {
	c := exec.CommandContext(a.t.Context(), "/kickabout", args...)
	c.Dir, c.Env = "/", []string{"KICKABOUT_PASSPHRASE=a passphrase of a test"}
	c.SysProcAttr = &syscall.SysProcAttr{Chroot: a.root, Credential: &syscall.Credential{Uid: nobody, Gid: nobody}}
	return c
}

// says runs a command, which must go well, and returns what it prints.
func (a bare) says(args ...string) string {
	a.t.Helper()
	c := a.command(args...)
	var complaint bytes.Buffer
	c.Stderr = &complaint
	out, err := c.Output()
	if err != nil {
		a.t.Fatalf("%q: %v\n%s%s", args, err, out, &complaint)
	}
	return string(out)
}

// serve starts the site of a folder, and returns its address and how it is stopped.
func (a bare) serve(data string) (address string, stop func()) {
	a.t.Helper()
	c := a.command("--data", data, "--addr", "127.0.0.1:0", "--no-demo", "--no-study")
	c.Stderr = os.Stderr
	out, err := c.StdoutPipe()
	if err == nil {
		err = c.Start()
	}
	if err != nil {
		a.t.Fatal(err)
	}
	a.t.Cleanup(func() { c.Process.Kill() })
	line, err := bufio.NewReader(out).ReadString('\n')
	m := regexp.MustCompile(`http://\S+`).FindString(line)
	if err != nil || m == "" {
		a.t.Fatalf("the site says %q, %v", line, err)
	}
	return m, func() {
		a.t.Helper()
		if err := c.Process.Signal(syscall.SIGTERM); err != nil {
			a.t.Fatal(err)
		}
		if err := c.Wait(); err != nil {
			a.t.Fatalf("it stops with %v", err)
		}
	}
}

// lines exports a site, and returns its lines but for those that a restoration changes: the notice of it, what somebody
// works on just then, and the sum.
func (a bare) lines(data string) []string {
	a.t.Helper()
	all := strings.Split(strings.TrimSpace(a.says("export", "--data", data)), "\n")
	return slices.DeleteFunc(all, func(line string) bool {
		return slices.ContainsFunc([]string{`"type":"site_notice"`, `"type":"analysis"`, `"type":"end"`}, func(kind string) bool { return strings.Contains(line, kind) })
	})
}

// TestTheProgramNeedsNoOtherFile has the program that is given away play, back up and restore in a root where there is
// nothing else: no library, no list of users, no time zones.
func TestTheProgramNeedsNoOtherFile(t *testing.T) {
	if os.Getenv("KICKABOUT_PROVE") == "" {
		t.Skip("go run ./cmd/dev prove ./cmd/dev builds it")
	}
	if os.Getuid() != 0 {
		t.Skip("only root gives a program another root")
	}
	ctx, cancel := context.WithTimeout(t.Context(), 30*time.Minute)
	defer cancel()
	repository, err := filepath.Abs("../..")
	if err != nil {
		t.Fatal(err)
	}
	t.Chdir(repository)
	a := bare{t, t.TempDir()}
	if err := build(ctx, "amd64", filepath.Join(a.root, "kickabout")); err != nil {
		t.Fatal(err)
	}
	for _, folder := range []string{"tmp", "one", "two"} {
		if err := os.Mkdir(filepath.Join(a.root, folder), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.Chown(filepath.Join(a.root, folder), nobody, nobody); err != nil {
			t.Fatal(err)
		}
	}
	for at := a.root; at != os.TempDir() && at != "/"; at = filepath.Dir(at) { // the account may go in
		if err := os.Chmod(at, 0o755); err != nil {
			t.Fatal(err)
		}
	}
	address, stop := a.serve("/one")
	resp, err := nethttp.PostForm(address+"/signup", url.Values{"name": {"Ann"}, "password": {"a horse in the rain"}, "stay": {"1"}})
	if err != nil {
		t.Fatal(err)
	}
	text, err := io.ReadAll(resp.Body)
	if resp.Body.Close(); err != nil || resp.StatusCode != nethttp.StatusCreated {
		t.Fatalf("signing up: %s, %v\n%.500s", resp.Status, err, text)
	}
	play := command(ctx, "go", "run", "./testdata/bot", address, "bot:greedy", "1")
	play.Env = append(os.Environ(), "KICKABOUT_TOKEN="+strings.TrimSpace(a.says("token", "Ann", "--data", "/one")))
	if err := play.Run(); err != nil {
		t.Fatal(err)
	}
	a.says("key", "export", "/one/keys.age", "--data", "/one")
	a.says("backup", "--data", "/one", "--to", "/tmp/backups")
	stop()
	files, err := filepath.Glob(filepath.Join(a.root, "tmp/backups/*.kab"))
	if err != nil || len(files) != 1 {
		t.Fatal(files, err)
	}
	a.says("key", "import", "/one/keys.age", "--data", "/two")
	a.says("restore", "/tmp/backups/"+filepath.Base(files[0]), "--data", "/two")
	if said := a.says("recompute", "--check", "--data", "/two"); !strings.Contains(said, "1 matches replayed, 0 differ") {
		t.Error(said)
	}
	one, two := a.lines("/one"), a.lines("/two")
	if len(one) < 20 || !slices.Equal(one, two) {
		t.Errorf("%d lines, restored %d, and they differ", len(one), len(two))
	}
	_, stop = a.serve("/two")
	stop()
}
