package listen

import (
	"context"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// childVariable says in the environment what a child of the tests is to do.
const childVariable = "KICKABOUT_LISTEN_CHILD"

func TestMain(m *testing.M) {
	if addr := os.Getenv(childVariable); addr != "" {
		child(addr)
		return
	}
	os.Exit(m.Run())
}

// child answers one connection on an address with its own, and says what is wrong with it.
func child(addr string) {
	l, err := Open(addr)
	if err != nil {
		os.Stdout.WriteString(err.Error())
		os.Exit(1)
	}
	c, err := l.Accept()
	if err != nil {
		os.Stdout.WriteString(err.Error())
		os.Exit(1)
	}
	io.WriteString(c, c.RemoteAddr().String())
	c.Close()
}

func TestASocketIsForTheGroupAlone(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "site.sock")
	l, err := Open("unix:" + path)
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	if info, err := os.Stat(path); err != nil || info.Mode().Perm() != 0o660 {
		t.Errorf("%v, %v", info.Mode(), err)
	}
	if _, err := Open("unix:" + path); err == nil || !strings.Contains(err.Error(), "another program listens on") {
		t.Errorf("a socket that is in use is taken away: %v", err)
	}
	go net.Dial("unix", path)
	c, err := l.Accept() // the knock of the second one, or ours
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	if a, err := netip.ParseAddrPort(c.RemoteAddr().String()); err != nil || !a.Addr().IsLoopback() {
		t.Errorf("the peer is %q", c.RemoteAddr())
	}
}

func TestASocketThatNobodyListensOnIsTakenAway(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "site.sock")
	l, err := net.Listen("unix", path)
	if err != nil {
		t.Fatal(err)
	}
	l.(*net.UnixListener).SetUnlinkOnClose(false) // as if the program had been killed
	l.Close()
	again, err := Open("unix:" + path)
	if err != nil {
		t.Fatal(err)
	}
	again.Close()
	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, []byte("dear"), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := Open("unix:" + file); err == nil || !strings.Contains(err.Error(), "is no socket") {
		t.Errorf("a file is taken for a socket: %v", err)
	}
	if _, err := os.Stat(file); err != nil {
		t.Error("a file that is no socket is gone")
	}
}

// TestSystemdHandsSocketsOver starts a child as systemd does: with sockets from the third descriptor on.
func TestSystemdHandsSocketsOver(t *testing.T) {
	t.Parallel()
	var sockets [2]*os.File
	var at [2]string
	for i := range sockets {
		l, err := net.Listen("tcp", "127.0.0.1:0")
		if err != nil {
			t.Fatal(err)
		}
		defer l.Close()
		at[i] = l.Addr().String()
		if sockets[i], err = l.(*net.TCPListener).File(); err != nil {
			t.Fatal(err)
		}
		defer sockets[i].Close()
	}
	for _, c := range []struct {
		addr, pid string
		at        int
		says      string
	}{
		{"systemd", "$$", 0, "127.0.0.1:"},
		{"systemd:redirect", "$$", 1, "127.0.0.1:"},
		{"systemd:other", "$$", -1, "no socket with FileDescriptorName=other, but site, redirect"},
		{"systemd", "1", -1, "systemd has handed no socket over"},
	} {
		ctx, cancel := context.WithTimeout(t.Context(), 30*time.Second)
		defer cancel()
		cmd := exec.CommandContext(ctx, "sh", "-c", "LISTEN_PID="+c.pid+` exec "$0"`, os.Args[0])
		cmd.Env = append(os.Environ(), childVariable+"="+c.addr, "LISTEN_FDS=2", "LISTEN_FDNAMES=site:redirect")
		cmd.ExtraFiles = sockets[:]
		var out strings.Builder
		cmd.Stdout = &out
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		got := ""
		if c.at >= 0 {
			conn, err := net.Dial("tcp", at[c.at])
			if err != nil {
				t.Fatal(err)
			}
			conn.SetDeadline(time.Now().Add(10 * time.Second))
			text, _ := io.ReadAll(conn)
			got = string(text)
		}
		cmd.Wait()
		if got += out.String(); !strings.Contains(got, c.says) {
			t.Errorf("%s with LISTEN_PID=%s: %q, want %q", c.addr, c.pid, got, c.says)
		}
	}
}

// TestSystemdIsTold cannot be parallel: it sets variables of the environment.
func TestSystemdIsTold(t *testing.T) {
	if err := Notify(Ready); err != nil {
		t.Errorf("without systemd: %v", err)
	}
	path := filepath.Join(t.TempDir(), "notify")
	l, err := net.ListenUnixgram("unixgram", &net.UnixAddr{Name: path, Net: "unixgram"})
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	l.SetReadDeadline(time.Now().Add(10 * time.Second))
	t.Setenv("NOTIFY_SOCKET", path)
	t.Setenv("WATCHDOG_USEC", "20000")
	if err := Notify(Ready); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	go Watch(ctx)
	for i, want := range []string{"READY=1", "WATCHDOG=1", "WATCHDOG=1"} {
		var text [64]byte
		n, err := l.Read(text[:])
		if err != nil || string(text[:n]) != want {
			t.Errorf("message %d is %q, %v; want %q", i, text[:n], err, want)
		}
	}
}

func TestPagesAreRedirectedAndProgramsRefused(t *testing.T) {
	t.Parallel()
	h := Redirect("https://kickabout.example/", "/api/v1")
	for _, c := range []struct {
		method, url string
		status      int
		to          string
	}{
		{"GET", "http://kickabout.example/matches?x=1", 308, "https://kickabout.example/matches?x=1"},
		{"HEAD", "http://kickabout.example/", 308, "https://kickabout.example/"},
		{"GET", "http://evil.example//other.example/x", 308, "https://kickabout.example//other.example/x"},
		{"GET", "http://kickabout.example/api/v1/matches", 403, ""},
		{"POST", "http://kickabout.example/api/v1/matches", 403, ""},
		{"POST", "http://kickabout.example/signin", 403, ""},
	} {
		w := httptest.NewRecorder()
		h.ServeHTTP(w, httptest.NewRequest(c.method, c.url, nil))
		if w.Code != c.status || w.Header().Get("Location") != c.to {
			t.Errorf("%s %s: %d to %q", c.method, c.url, w.Code, w.Header().Get("Location"))
		}
		if policy := w.Header().Get("Content-Security-Policy"); !strings.Contains(policy, "frame-ancestors 'none'") {
			t.Errorf("%s %s: the policy is %q", c.method, c.url, policy)
		}
	}
}

func TestOnlyANetworkOfItsOwnIsLetIn(t *testing.T) {
	t.Parallel()
	machine, err := os.Hostname()
	if err != nil {
		t.Fatal(err)
	}
	h := Private(http.HandlerFunc(func(http.ResponseWriter, *http.Request) {}), "kickabout.lan")
	for _, c := range []struct {
		peer, host string
		status     int
	}{
		{"192.168.1.7:4000", "192.168.1.2:8080", 200},
		{"10.0.0.7:4000", machine + ":8080", 200},
		{"172.16.0.7:4000", machine + ".local:8080", 200},
		{"127.0.0.1:4000", "localhost:8080", 200},
		{"[::1]:4000", "[::1]:8080", 200},
		{"[fd00::7]:4000", "kickabout.lan:8080", 200},
		{"[fe80::7%eth0]:4000", "KICKABOUT.LAN.", 200},
		{"[::ffff:192.168.1.7]:4000", "192.168.1.2", 200},
		{"203.0.113.7:4000", "192.168.1.2:8080", 403},
		{"100.64.0.7:4000", "192.168.1.2:8080", 403},
		{"[2001:db8::7]:4000", "192.168.1.2:8080", 403},
		{"", "192.168.1.2:8080", 403},
		{"192.168.1.7:4000", "evil.example:8080", 421},
		{"192.168.1.7:4000", "203.0.113.2:8080", 421},
		{"192.168.1.7:4000", machine + ".evil.example", 421},
		{"192.168.1.7:4000", "kickabout.lan.evil.example", 421},
		{"192.168.1.7:4000", "localhost.evil.example", 421},
		{"192.168.1.7:4000", "", 421},
	} {
		r := httptest.NewRequest("GET", "http://x/", nil)
		r.RemoteAddr, r.Host = c.peer, c.host
		w := httptest.NewRecorder()
		h.ServeHTTP(w, r)
		if w.Code != c.status {
			t.Errorf("%s asks for %s: %d, want %d", c.peer, c.host, w.Code, c.status)
		}
	}
}
