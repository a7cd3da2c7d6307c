package storetest

import (
	"os/exec"
	"path/filepath"
	"testing"
)

// Cluster is a PostgreSQL server that one test has for itself. What it has said yes to it still has when it comes
// back from a crash.
type Cluster struct {
	server *server
	words  []string // of a command that steers it, up to the arguments
}

// NewCluster starts a server until the end of the test.
func NewCluster(t testing.TB) *Cluster {
	t.Helper()
	c, err := newCluster()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := c.server.life.Close(); err != nil {
			t.Error(err)
		}
	})
	return c
}

func newCluster() (*Cluster, error) {
	s, err := start("-c", "synchronous_commit=on")
	if err != nil {
		return nil, err
	}
	bin, err := programs()
	if err != nil {
		return nil, err
	}
	as, err := unprivileged(s.folder)
	if err != nil {
		return nil, err
	}
	return &Cluster{s, append(as, filepath.Join(bin, "pg_ctl"), "-D", filepath.Join(s.folder, "data"))}, nil
}

// Database makes a database until the end of the test.
func (c *Cluster) Database(t testing.TB) Database {
	t.Helper()
	return c.server.create(t, "")
}

// Socket is the path of the socket on which the server listens.
func (c *Cluster) Socket() string { return filepath.Join(c.server.folder, ".s.PGSQL.5432") }

// Crash ends all processes of the server where they are, as if each had failed, and starts it again.
func (c *Cluster) Crash(t testing.TB) {
	t.Helper()
	args := append(c.words[1:len(c.words):len(c.words)], "-m", "immediate", "-w", "-l", filepath.Join(c.server.folder, "log"), "restart")
	cmd := exec.Command(c.words[0], args...)
	cmd.Dir = c.server.folder
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("the server does not come back: %v\n%s", err, out)
	}
}
