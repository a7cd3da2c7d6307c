package storetest_test

import (
	"bufio"
	"errors"
	"io/fs"
	"os"
	"os/exec"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"kickabout/league"
	"kickabout/store"
	"kickabout/store/storetest"
)

func TestEveryDatabaseIsFresh(t *testing.T) {
	for range 2 {
		storetest.Each(t, func(t *testing.T, open func() *store.Store) {
			bots := []league.Player{{ID: "bot", Name: "Bot", Kind: league.Bot, Created: time.Unix(1, 0)}}
			s := open()
			if err := s.PutBots(t.Context(), bots); err != nil {
				t.Error(err)
			}
			if err := s.Close(); err != nil {
				t.Error(err)
			}
			if all, err := open().Running(t.Context(), league.Site(), 1); err != nil || len(all) > 0 {
				t.Errorf("a fresh database has matches %v, %v", all, err)
			}
		})
	}
}

// TestNothingIsLeftBehind kills a test binary that has a PostgreSQL server running:
// the server ends and its folder is removed.
func TestNothingIsLeftBehind(t *testing.T) {
	if os.Getenv("KICKABOUT_TEST_KILLED") == "1" {
		os.Stdout.WriteString("url " + storetest.Postgres(t).URL + "\n")
		select {} // until killed
	}
	storetest.OnPostgres(t, killedWithItsServer)
}

// killedWithItsServer kills a test binary that has started a server of its own.
func killedWithItsServer(t *testing.T, _ storetest.Database) {
	killed := exec.Command(os.Args[0], "-test.run=^TestNothingIsLeftBehind$")
	killed.Env = append(os.Environ(), "KICKABOUT_TEST_KILLED=1", "KICKABOUT_POSTGRES_SERVER=") // it starts its own
	stdout, err := killed.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := killed.Start(); err != nil {
		t.Fatal(err)
	}
	defer killed.Wait()
	line, err := bufio.NewReader(stdout).ReadString('\n')
	url, ok := strings.CutPrefix(strings.TrimSpace(line), "url ")
	if !ok {
		killed.Process.Kill()
		t.Fatalf("the test to be killed said %q, %v", line, err)
	}
	conn, err := pgx.Connect(t.Context(), url)
	if err != nil {
		killed.Process.Kill()
		t.Fatal(err)
	}
	folder := conn.Config().Host

	if err := killed.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	if n, err := conn.WaitForNotification(t.Context()); err == nil { // returns when the server is gone
		t.Errorf("the server said %v", n)
	}
	for { // the folder is removed a moment later; there is nothing else to wait for
		if _, err := os.Stat(folder); errors.Is(err, fs.ErrNotExist) {
			return
		}
		time.Sleep(time.Millisecond)
	}
}

// TestNoTestIsSkipped: what does not run here is not there.
func TestNoTestIsSkipped(t *testing.T) {
	for _, skips := range []string{"Skip", "Skipf", "SkipNow"} {
		if callsOf(t, "*.go")[skips] || callsOf(t, "*_test.go")[skips] {
			t.Errorf("%s is called", skips)
		}
	}
}
