package listen

import (
	"fmt"
	"net"
	"runtime"
	"testing"
	"time"
)

// TestAnAnswerThatLastsTakesOneGoroutine runs alone: it counts all that there are.
func TestAnAnswerThatLastsTakesOneGoroutine(t *testing.T) { // RELIABILITY R18
	const many = 50
	s, _, let := lasting(t, pieces(make(chan string)))
	s.Start()
	before := runtime.NumGoroutine()
	for range many {
		conn, err := net.Dial("tcp", s.Listener.Addr().String())
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { conn.Close() })
		fmt.Fprint(conn, "GET /stream HTTP/1.1\r\nHost: x\r\n\r\n")
	}
	for began := time.Now(); int(let.Load()) < many || runtime.NumGoroutine() > before+many+5; time.Sleep(time.Millisecond) {
		if time.Since(began) > time.Minute {
			t.Fatalf("%d goroutines for %d answers, of which %d have their connection", runtime.NumGoroutine()-before, many, let.Load())
		}
	}
}
