package listen

import (
	"bufio"
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"io"
	"log"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"
	"time"
)

// lasting serves a handler whose answers to /stream may last. Let is how many of its connections net/http has let go.
func lasting(t *testing.T, handler http.HandlerFunc) (s *httptest.Server, l *Lasting, let *atomic.Int32) {
	t.Helper()
	l, let = NewLasting(handler, func(r *http.Request) bool { return r.URL.Path == "/stream" }), new(atomic.Int32)
	s = httptest.NewUnstartedServer(l)
	s.Config.ErrorLog = log.New(io.Discard, "", 0)
	s.Config.ConnState = func(_ net.Conn, state http.ConnState) {
		if state == http.StateHijacked {
			let.Add(1)
		}
	}
	t.Cleanup(s.Close)
	return s, l, let
}

// pieces answers with one piece after the other, each when it is asked for one.
func pieces(more <-chan string) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		out := http.NewResponseController(w)
		w.Header().Set("Content-Type", "text/event-stream")
		for {
			if err := out.Flush(); err != nil {
				return
			}
			select {
			case piece, ok := <-more:
				if !ok {
					return
				}
				for _, part := range []string{"", piece} {
					if _, err := io.WriteString(w, part); err != nil {
						return
					}
				}
			case <-r.Context().Done():
				return
			}
		}
	}
}

func TestAnAnswerThatLastsIsTheSame(t *testing.T) {
	t.Parallel()
	for _, versions := range []struct {
		name   string
		start  func(*httptest.Server)
		letsGo int32
	}{
		{"HTTP/1.1", (*httptest.Server).Start, 1},
		{"TLS", (*httptest.Server).StartTLS, 1},
		{"HTTP/2", func(s *httptest.Server) { s.EnableHTTP2 = true; s.StartTLS() }, 0},
	} {
		t.Run(versions.name, func(t *testing.T) {
			t.Parallel()
			more := make(chan string)
			s, _, let := lasting(t, pieces(more))
			versions.start(s)
			resp, err := s.Client().Get(s.URL + "/stream")
			if err != nil {
				t.Fatal(err)
			}
			defer resp.Body.Close()
			if resp.StatusCode != 200 || resp.Header.Get("Content-Type") != "text/event-stream" || resp.Header.Get("Date") == "" {
				t.Errorf("%d %v", resp.StatusCode, resp.Header)
			}
			in := bufio.NewReader(resp.Body)
			for _, want := range []string{"one\n", "\n", strings.Repeat("x", 100_000) + "\n"} {
				more <- want
				if got, err := in.ReadString('\n'); got != want || err != nil {
					t.Fatalf("%.20q, %v; want %.20q", got, err, want)
				}
			}
			if let.Load() != versions.letsGo {
				t.Errorf("net/http has let %d connections go", let.Load())
			}
			close(more)
			if rest, err := io.ReadAll(in); len(rest) > 0 || err != nil {
				t.Errorf("at the end: %q, %v", rest, err)
			}
		})
	}
}

func TestAnOldClientReadsToTheEndOfTheConnection(t *testing.T) {
	t.Parallel()
	more := make(chan string)
	s, _, _ := lasting(t, pieces(more))
	s.Start()
	conn, err := net.Dial("tcp", s.Listener.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	fmt.Fprint(conn, "GET /stream HTTP/1.0\r\n\r\n")
	more <- "one\n"
	more <- "two\n"
	close(more)
	text, err := io.ReadAll(conn)
	if _, body, _ := strings.Cut(string(text), "\r\n\r\n"); body != "one\ntwo\n" || err != nil {
		t.Errorf("%q, %v", text, err)
	}
}

func TestAnAnswerThatIsSoonOverStaysWithItsServer(t *testing.T) {
	t.Parallel()
	s, _, let := lasting(t, func(w http.ResponseWriter, _ *http.Request) {
		http.Error(w, "There is no such game.", http.StatusNotFound)
	})
	s.Start()
	resp, err := s.Client().Get(s.URL + "/stream")
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	text, err := io.ReadAll(resp.Body)
	if resp.StatusCode != http.StatusNotFound || string(text) != "There is no such game.\n" || resp.ContentLength != int64(len(text)) || err != nil || let.Load() > 0 {
		t.Errorf("%d %q of %d bytes, %v; %d let go", resp.StatusCode, text, resp.ContentLength, err, let.Load())
	}
}

func TestWhoLeavesAnAnswerThatLastsIsMissed(t *testing.T) {
	t.Parallel()
	for _, over := range []string{"tcp", "tls"} {
		t.Run(over, func(t *testing.T) {
			t.Parallel()
			left := make(chan bool)
			s, _, _ := lasting(t, func(w http.ResponseWriter, r *http.Request) {
				if r.URL.RawQuery != "" {
					_ = http.NewResponseController(w).Flush()
				}
				<-r.Context().Done()
				left <- true
			})
			dial := func() (net.Conn, error) { return net.Dial("tcp", s.Listener.Addr().String()) }
			if over == "tcp" {
				s.Start()
			} else {
				s.StartTLS()
				dial = func() (net.Conn, error) {
					return tls.Dial("tcp", s.Listener.Addr().String(), s.Client().Transport.(*http.Transport).TLSClientConfig)
				}
			}
			for _, when := range []string{"", "?flushed"} {
				conn, err := dial()
				if err != nil {
					t.Fatal(err)
				}
				fmt.Fprintf(conn, "GET /stream%s HTTP/1.1\r\nHost: x\r\n\r\n", when)
				if when != "" {
					if _, err := conn.Read(make([]byte, 1)); err != nil {
						t.Fatal(err)
					}
				}
				conn.Close()
				select {
				case <-left:
				case <-time.After(time.Minute):
					t.Fatalf("%q: nobody has noticed", when)
				}
			}
		})
	}
}

func TestADeadlineHoldsForAnAnswerThatLasts(t *testing.T) {
	t.Parallel()
	ended := make(chan error, 1)
	s, _, _ := lasting(t, func(w http.ResponseWriter, _ *http.Request) {
		out := http.NewResponseController(w)
		err, much := out.Flush(), make([]byte, 1<<20)
		for err == nil {
			if err = out.SetWriteDeadline(time.Now().Add(100 * time.Millisecond)); err == nil {
				_, err = w.Write(much)
			}
		}
		ended <- err
	})
	s.Start()
	resp, err := s.Client().Get(s.URL + "/stream")
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	select {
	case err := <-ended:
		if timeout, ok := errors.AsType[net.Error](err); !ok || !timeout.Timeout() {
			t.Errorf("it ended with %v", err)
		}
	case <-time.After(time.Minute):
		t.Fatal("who does not read is waited for")
	}
}

func TestAPanicCutsAnAnswerOff(t *testing.T) {
	t.Parallel()
	s, l, _ := lasting(t, func(w http.ResponseWriter, r *http.Request) {
		if r.URL.RawQuery != "" {
			_ = http.NewResponseController(w).Flush()
			_, _ = io.WriteString(w, "one\n")
		}
		panic("a test")
	})
	s.Start()
	if resp, err := s.Client().Get(s.URL + "/stream"); err == nil {
		t.Errorf("before anything was sent: %v", resp)
	}
	resp, err := s.Client().Get(s.URL + "/stream?flushed")
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	if text, err := io.ReadAll(resp.Body); string(text) != "one\n" || !errors.Is(err, io.ErrUnexpectedEOF) {
		t.Errorf("behind that: %q, %v", text, err)
	}
	if err := l.Wait(t.Context()); err != nil {
		t.Error(err)
	}
}

func TestAServerThatStopsWaitsForWhatLasts(t *testing.T) {
	t.Parallel()
	more := make(chan string)
	s, l, _ := lasting(t, pieces(more))
	s.Start()
	resp, err := s.Client().Get(s.URL + "/stream")
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	if err := s.Config.Shutdown(t.Context()); err != nil {
		t.Fatal(err)
	}
	soon, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
	defer cancel()
	if err := l.Wait(soon); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("with an answer open: %v", err)
	}
	close(more)
	if err := l.Wait(t.Context()); err != nil {
		t.Error(err)
	}
	if _, err := io.ReadAll(resp.Body); err != nil {
		t.Errorf("the answer ended with %v", err)
	}
}
