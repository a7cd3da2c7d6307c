package main

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"math/rand/v2"
	"net"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"kickabout/league/play"
	"kickabout/store/storetest"
)

// kickabout runs the program as a child with arguments and input, and returns
// what it said and how it ended.
func kickabout(t *testing.T, input string, args ...string) (out, complaint string, code int) {
	t.Helper()
	cmd := exec.Command(os.Args[0], args...)
	cmd.Env = append(os.Environ(), childVariable+"=real")
	cmd.Stdin = strings.NewReader(input)
	var stdout, stderr bytes.Buffer
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	err := cmd.Run()
	if _, failed := err.(*exec.ExitError); err != nil && !failed {
		t.Fatal(err)
	}
	return stdout.String(), stderr.String(), cmd.ProcessState.ExitCode()
}

func TestWhatCannotStartSaysWhyInOneSentence(t *testing.T) {
	taken, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer taken.Close()
	folder := t.TempDir()
	file := filepath.Join(folder, "file")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	open := filepath.Join(folder, "open")
	os.Mkdir(open, 0o700)
	if err := os.WriteFile(filepath.Join(open, "dice.key"), []byte(strings.Repeat("0", 64)+"\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	for name, c := range map[string]struct {
		args []string
		says string
	}{
		"a port that is taken":          {[]string{"--addr", taken.Addr().String(), "--data", folder}, "another program listens on " + taken.Addr().String()},
		"a folder that cannot be made":  {[]string{"--addr", "127.0.0.1:0", "--data", filepath.Join(file, "data")}, "the data folder " + filepath.Join(file, "data") + " cannot be made"},
		"a folder that is a file":       {[]string{"--addr", "127.0.0.1:0", "--data", file}, "the data folder " + file + " cannot be made"},
		"a folder of the kernel's":      {[]string{"--addr", "127.0.0.1:0", "--data", "/proc/1"}, "the data folder /proc/1 cannot be written to"},
		"keys without data":             {[]string{"--addr", "127.0.0.1:0", "--data", open}, "there are keys but no data"},
		"an address without protection": {[]string{"--addr", ":0", "--data", folder}, "--url https://"},
		"a database that is none":       {[]string{"--addr", "127.0.0.1:0", "--data", folder, "--database", "postgres://127.0.0.1:1/x?connect_timeout=2"}, "database"},
		"a flag that is none":           {[]string{"--fast"}, "--fast"},
		"a file that is not there":      {[]string{"verify", filepath.Join(folder, "none.json")}, "no such file"},
		"a file that is no proof":       {[]string{"verify", file}, "cannot be read"},
	} {
		t.Run(name, func(t *testing.T) {
			_, complaint, code := kickabout(t, "", c.args...)
			if code == 0 || !strings.Contains(complaint, c.says) {
				t.Errorf("exit code %d, complaint %q; want %q", code, complaint, c.says)
			}
			if strings.Contains(complaint, "goroutine") {
				t.Error("it panicked")
			}
		})
	}
}

func TestHelpIsForStrangers(t *testing.T) {
	for args, words := range map[string][]string{
		"--help":        {"board games", "--data", "--addr", "KICKABOUT_DATA", "engine", "verify"},
		"serve --help":  {"--no-demo", "KICKABOUT_URL"},
		"engine --help": {"JSON", "perft"},
		"verify --help": {"match.json"},
	} {
		out, complaint, code := kickabout(t, "", strings.Fields(args)...)
		if code != 0 {
			t.Errorf("%s ends with %d: %s", args, code, complaint)
		}
		for _, w := range words {
			if !strings.Contains(out, w) {
				t.Errorf("%s does not speak of %q:\n%s", args, w, out)
			}
		}
	}
}

func TestTheEngineSpeaksLines(t *testing.T) {
	out, complaint, code := kickabout(t, `{"game":"streetsoccer","variant":"lg"}
nonsense
{"game":"streetsoccer","perft":1}
{"game":"streetsoccer","position":"turn R c1b7c3d5e8 d0b3c6d8e4 f5 ? 4 0:0 -","perft":1}
{"game":"chess"}
`, "engine")
	lines := strings.Split(strings.TrimSpace(out), "\n")
	if code != 0 || len(lines) != 5 {
		t.Fatalf("exit code %d, %s\n%s", code, complaint, out)
	}
	for i, part := range []string{`"next":{"dice":{"label":"kickoff","count":2,"sides":6}}`, `"kind":"parse"`, `{"perft":584220}`, `{"perft":506}`, `"kind":"unknown"`} {
		if !strings.Contains(lines[i], part) {
			t.Errorf("line %d is %s, want %s", i+1, lines[i], part)
		}
	}
}

func TestCtrlCEndsTheEngineAsWell(t *testing.T) {
	// Tests that run in the background may have been told to ignore interrupts, and
	// what they start inherits that; not so while somebody listens.
	listening := make(chan os.Signal, 1)
	signal.Notify(listening, os.Interrupt)
	defer signal.Stop(listening)

	cmd := exec.Command(os.Args[0], "engine")
	cmd.Env = append(os.Environ(), childVariable+"=real")
	in, err := cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	defer in.Close()
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	if _, err := io.WriteString(in, "{}\n"); err != nil {
		t.Fatal(err)
	}
	if _, err := bufio.NewReader(out).ReadString('\n'); err != nil {
		t.Fatal(err)
	}
	if err := cmd.Process.Signal(os.Interrupt); err != nil {
		t.Fatal(err)
	}
	if err := cmd.Wait(); err == nil {
		t.Error("an interrupted engine ends as if its input had")
	}
}

// TestCtrlCStopsWithoutLosingAnything interrupts the program under players.
func TestCtrlCStopsWithoutLosingAnything(t *testing.T) {
	for _, signal := range []os.Signal{syscall.SIGINT, syscall.SIGTERM} {
		f := newFleet(t, "real")
		cmd := f.start()
		f.players(4, 11)
		for f.acks.Load() < 20 {
			time.Sleep(5 * time.Millisecond)
		}
		if err := cmd.Process.Signal(signal); err != nil {
			t.Fatal(err)
		}
		began := time.Now()
		err := cmd.Wait()
		t.Logf("stopped %v after %v", time.Since(began).Round(time.Millisecond), signal)
		if err != nil {
			t.Errorf("after %v it ended with %v", signal, err)
		}
		f.halt()
		if acks, lost, doubled := f.audit(); lost > 0 || doubled > 0 {
			t.Errorf("%d of %d acknowledged moves lost, %d doubled", lost, acks, doubled)
		}
	}
}

func TestASavedMatchIsVerifiedOffline(t *testing.T) {
	r := serve(t)
	office_ := r.server.office
	guest, err := office_.Admit(t.Context(), office_.NewToken())
	if err != nil {
		t.Fatal(err)
	}
	m, err := office_.Begin(t.Context(), guest, play.Proposal{
		Reservation: office_.Reserve().ID, Rules: "streetsoccer/lg", Opponent: "bot:random", Kickoff: "lot", Control: "live", Contribution: "übermut",
	})
	if err != nil {
		t.Fatal(err)
	}
	proof, err := office_.Proof(t.Context(), r.match(m.ID))
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "match.json")
	data := proof.Encode()
	if err := os.WriteFile(path, data, 0o600); err != nil {
		t.Fatal(err)
	}
	if out, complaint, code := kickabout(t, "", "verify", path); code != 0 || !strings.Contains(out, "All ") {
		t.Errorf("exit code %d: %s%s", code, out, complaint)
	}
	data[len(data)/2] ^= 1
	if err := os.WriteFile(path, data, 0o600); err != nil {
		t.Fatal(err)
	}
	if out, complaint, code := kickabout(t, "", "verify", path); code == 0 {
		t.Errorf("a changed byte is not found: %s%s", out, complaint)
	} else {
		t.Log(fmt.Sprint("a changed byte: ", strings.TrimSpace(complaint)))
	}
}

func TestTheProgramRunsOnPostgreSQLToo(t *testing.T) {
	storetest.OnPostgres(t, func(t *testing.T, d storetest.Database) { runsOn(t, d.URL) })
}

// runsOn plays some turns on a program with a database, and starts it anew between them.
func runsOn(t *testing.T, database string) {
	r := &running{t: t, config: serveCmd{Data: t.TempDir(), Addr: "127.0.0.1:0", NoDemo: true, Database: database}}
	r.start()
	defer func() { r.stop() }()
	guest, err := r.server.office.Admit(t.Context(), r.server.office.NewToken())
	if err != nil {
		t.Fatal(err)
	}
	m, err := r.server.office.Begin(t.Context(), guest, play.Proposal{
		Reservation: r.server.office.Reserve().ID, Rules: "streetsoccer/lg", Opponent: "bot:greedy", Kickoff: "you", Control: "lg",
	})
	if err != nil {
		t.Fatal(err)
	}
	random := rand.New(rand.NewPCG(3, 4))
	for turn := range 6 {
		if turn == 3 {
			r.restart()
		}
		v := r.settledTurn(m.ID)
		if _, err := r.server.office.Play(t.Context(), guest, play.Turn{
			Match: m.ID, Seen: v.Record.Seq, Move: v.Record.Position.Random(random), Arrived: time.Now(),
		}); err != nil {
			t.Fatal(err)
		}
	}
	if v := r.settledTurn(m.ID); v.Record.Seq < 12 {
		t.Errorf("after six turns the match is at event %d", v.Record.Seq)
	}
}
