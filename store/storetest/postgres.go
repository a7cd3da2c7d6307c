package storetest

import (
	"bufio"
	"bytes"
	"context"
	"fmt"
	"io"
	"net/url"
	"os"
	"os/exec"
	"os/user"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"kickabout/store"
)

// Postgres returns one more empty database on a PostgreSQL server that all tests of the binary
// share, for a test on PostgreSQL; the first one to ask starts the server.
func Postgres(t testing.TB) Database {
	t.Helper()
	return shared(t).create(t, "")
}

// tables is Postgres with the tables made.
func tables(t testing.TB) Database {
	t.Helper()
	s := shared(t)
	model, err := s.tables()
	if err != nil {
		t.Fatal(err)
	}
	return s.create(t, copyOf(model))
}

// copyOf says how a database is made from another: file by file, which takes a fifth of the time that
// it takes to log each page.
func copyOf(model string) string { return " STRATEGY FILE_COPY TEMPLATE " + model }

// shared returns the server.
func shared(t testing.TB) *server {
	t.Helper()
	if os.Getenv(runVariable) == "none" {
		t.Fatal("this run leaves PostgreSQL out: such a test is a subtest by OnPostgres")
	}
	s, err := running()
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// create makes a database until the end of the test.
func (s *server) create(t testing.TB, like string) Database {
	t.Helper()
	name := fmt.Sprintf("test%d_%d", os.Getpid(), s.made.Add(1))
	if err := s.exec("CREATE DATABASE " + name + like); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := s.exec("DROP DATABASE " + name + " WITH (FORCE)"); err != nil {
			t.Error(err)
		}
	})
	return Database{Name: postgres, URL: s.url(name)}
}

// serverVariable is of the environment: the folder of a server that Serve has started, for the
// tests of all packages of a run.
const serverVariable = "KICKABOUT_POSTGRES_SERVER"

// running finds or starts the server when it is called for the first time.
var running = sync.OnceValues(func() (*server, error) {
	if folder := os.Getenv(serverVariable); folder != "" {
		return &server{folder: folder, tables: func() (string, error) { return tablesName, nil }}, nil
	}
	return start()
})

// Serve starts a server with a database to copy, says how the environment hands it over to tests,
// and keeps it until the input ends.
func Serve(in io.Reader, out io.Writer) error {
	s, err := start()
	if err != nil {
		return err
	}
	defer s.life.Close()
	if _, err := s.tables(); err != nil {
		return err
	}
	if _, err := fmt.Fprintln(out, serverVariable+"="+s.folder); err != nil {
		return err
	}
	_, err = io.Copy(io.Discard, in)
	return err
}

// server is a PostgreSQL server that ends when this process does.
type server struct {
	folder string         // holds its data and its socket
	made   atomic.Int64   // databases so far that are this process's
	life   io.WriteCloser // the server runs until this is closed, at the latest by the kernel; nil: another's

	tables func() (string, error) // the name of a database with empty tables, to copy

	mu   sync.Mutex
	conn *pgx.Conn // for exec; nil: not open
}

// keeper runs a server in folder $2, by the programs in folder $1 and as the words $3…
// say (as another user, or as who we are), until its standard
// input ends. That happens when the test binary ends, even by SIGKILL, so no server
// and no folder is left behind. Everything is switched off that makes a crash of the
// machine harmless, and what keeps a database of years fast.
const keeper = `
bin=$1 folder=$2
shift 2
trap 'rm -rf "$folder"' EXIT
trap '' HUP INT TERM
"$@" "$bin/initdb" -D "$folder/data" -U postgres -A trust -E UTF8 --no-locale --no-sync >&2 || exit
"$@" "$bin/pg_ctl" -D "$folder/data" -w -l "$folder/log" start >&2 \
	-o "-c listen_addresses='' -k $folder -c fsync=off -c synchronous_commit=off -c full_page_writes=off -c max_connections=400 \
	    -c wal_level=minimal -c max_wal_senders=0 -c autovacuum=off $KICKABOUT_POSTGRES_MORE" || exit
echo ready
cat
"$@" "$bin/pg_ctl" -D "$folder/data" -w -m immediate stop >&2
`

// start makes a server in a temporary folder, with more settings than others if need be, and waits until it is ready.
func start(more ...string) (*server, error) {
	bin, err := programs()
	if err != nil {
		return nil, err
	}
	folder, err := os.MkdirTemp(memory(), "kickabout-postgres-")
	if err != nil {
		return nil, err
	}
	as, err := unprivileged(folder)
	if err != nil {
		return nil, err
	}
	cmd := exec.Command("sh", append([]string{"-c", keeper, "keeper", bin, folder}, as...)...)
	cmd.Dir = folder
	cmd.Env = append(os.Environ(), "KICKABOUT_POSTGRES_MORE="+strings.Join(more, " "))
	cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true} // an interrupt at the terminal is for the tests
	stdin, err := cmd.StdinPipe()
	if err != nil {
		return nil, err
	}
	stdout, err := cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	var complaints bytes.Buffer
	cmd.Stderr = &complaints
	if err := cmd.Start(); err != nil {
		return nil, err
	}
	if line, _ := bufio.NewReader(stdout).ReadString('\n'); line != "ready\n" {
		return nil, fmt.Errorf("starting PostgreSQL: %w\n%s", cmd.Wait(), complaints.Bytes())
	}
	s := &server{folder: folder, life: stdin}
	s.tables = sync.OnceValues(s.makeTables)
	return s, nil
}

// memory returns a folder that is kept in memory, where the files of each database are made
// fastest; "" if there is none with room to spare.
func memory() string {
	const folder, room = "/dev/shm", 4 << 30
	var f syscall.Statfs_t
	if err := syscall.Statfs(folder, &f); err != nil || f.Bavail*uint64(f.Bsize) < room {
		return ""
	}
	return folder
}

// tablesName is the database that others are copies of.
const tablesName = "tables"

func (s *server) makeTables() (name string, err error) {
	if err := s.exec("CREATE DATABASE " + tablesName); err != nil {
		return "", err
	}
	return tablesName, migrate(store.Options{URL: s.url(tablesName)})
}

// unprivileged returns the words that run a command as the user postgres if we
// are root, since PostgreSQL refuses root, and gives that user the folder. The
// keeper itself stays root: the folder may stand where only root may remove it.
func unprivileged(folder string) ([]string, error) {
	if os.Getuid() != 0 {
		return nil, nil
	}
	u, err := user.Lookup("postgres")
	if err != nil {
		return nil, err
	}
	uid, err := strconv.Atoi(u.Uid)
	if err != nil {
		return nil, err
	}
	gid, err := strconv.Atoi(u.Gid)
	if err != nil {
		return nil, err
	}
	return []string{"setpriv", "--reuid=" + u.Uid, "--regid=" + u.Gid, "--clear-groups", "--"}, os.Chown(folder, uid, gid)
}

// programs returns the folder of initdb and pg_ctl: that of PATH, else the newest
// of Debian's. If there is none the error wraps exec.ErrNotFound.
func programs() (string, error) {
	if path, err := exec.LookPath("initdb"); err == nil {
		path, err = filepath.EvalSymlinks(path)
		return filepath.Dir(path), err
	}
	newest, version := "", 0
	found, _ := filepath.Glob("/usr/lib/postgresql/*/bin/initdb")
	for _, f := range found {
		if v, err := strconv.Atoi(strings.Split(f, "/")[4]); err == nil && v > version {
			newest, version = filepath.Dir(f), v
		}
	}
	if newest == "" {
		return "", fmt.Errorf("initdb: %w", exec.ErrNotFound)
	}
	return newest, nil
}

// url names a database of the server.
func (s *server) url(name string) string {
	query := url.Values{"host": {s.folder}, "user": {"postgres"}}
	return "postgres:///" + name + "?" + query.Encode()
}

// exec runs one statement on the server, outside of any test's database. All of a process go through
// one connection: to open one costs the server more than to copy a database.
func (s *server) exec(statement string) (err error) {
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.conn != nil && s.conn.Ping(ctx) != nil { // the server has crashed meanwhile
		s.conn.Close(ctx)
		s.conn = nil
	}
	if s.conn == nil {
		if s.conn, err = pgx.Connect(ctx, s.url("postgres")); err != nil {
			return err
		}
	}
	_, err = s.conn.Exec(ctx, statement)
	return err
}

// Analyze gives PostgreSQL the statistics that it takes by itself within minutes, for benchmarks
// that fill tables in seconds. SQLite plans without any, here as on a site.
func Analyze(t testing.TB, d Database) {
	t.Helper()
	if d.Name != postgres {
		return
	}
	ctx := context.Background()
	conn, err := pgx.Connect(ctx, d.URL)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close(ctx)
	if _, err := conn.Exec(ctx, "ANALYZE"); err != nil {
		t.Fatal(err)
	}
}
