package main

import (
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"kickabout/cmd/internal/web"
	"kickabout/engine/enginetest"
)

// from returns who dials a server as one of many, of whom each address of this machine has at most so many.
func from(n, most int) *net.Dialer {
	host := net.IPv4(127, 1, byte(n/most>>8), byte(n/most))
	return &net.Dialer{LocalAddr: &net.TCPAddr{IP: host}, Timeout: 30 * time.Second}
}

// memory returns how many bytes of memory a process has, and how many descriptors are open in it.
func memory(t *testing.T, pid int) (bytes int64, descriptors int) {
	t.Helper()
	folder := "/proc/" + strconv.Itoa(pid)
	text, err := os.ReadFile(folder + "/statm")
	if err != nil {
		t.Fatal(err)
	}
	pages, err := strconv.ParseInt(strings.Fields(string(text))[1], 10, 64)
	if err != nil {
		t.Fatal(err)
	}
	open, err := os.ReadDir(folder + "/fd")
	if err != nil {
		t.Fatal(err)
	}
	return pages * int64(os.Getpagesize()), len(open)
}

// sluggard is a client who takes their time.
type sluggard struct {
	kind  string
	start string        // what they send at once
	every time.Duration // between the bytes that follow; 0: there are none, and they do not read
	bound time.Duration // within which they are cut off
}

// TestProofSlowClientsAreCutOffAndHarmNobody has many clients who send their headers or their form a byte at a time, or
// do not read what they asked for.
func TestProofSlowClientsAreCutOffAndHarmNobody(t *testing.T) { // RELIABILITY R17
	t.Parallel()
	each := enginetest.Size(2000)
	sluggards := []sluggard{{"headers", "GET / HTTP/1.1\r\nHost: x\r\nX-Slow: ", 500 * time.Millisecond, web.HeaderTimeout + 10*time.Second}}
	if each == 2000 { // who waits for longer has time
		sluggards = append(sluggards,
			sluggard{"body", "POST /signin HTTP/1.1\r\nHost: x\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: 1000\r\n\r\nname=", 500 * time.Millisecond, web.ReadTimeout + 10*time.Second},
			sluggard{"reading", strings.Repeat("GET /static/site.css HTTP/1.1\r\nHost: x\r\n\r\n", 1000), 0, web.WriteTimeout + 10*time.Second})
	}
	f := newFleet(t, "real")
	server := f.start()
	defer func() {
		server.Process.Kill()
		server.Wait()
	}()
	calm := f.control(time.Second, nil)
	before, _ := memory(t, server.Process.Pid)
	var all sync.WaitGroup
	var late atomic.Int32
	began := time.Now()
	for i, s := range slices.Repeat(sluggards, each) {
		if s.every == 0 && i > each/10 { // for those who do not read the kernel keeps megabytes
			continue
		}
		all.Go(func() {
			if took, err := s.dawdle(from(i, 32), f.addr); err != nil || took > s.bound {
				late.Add(1)
				t.Errorf("who is slow with %s was cut off after %v: %v", s.kind, took, err)
			}
		})
	}
	over := make(chan struct{})
	go func() { all.Wait(); close(over) }()
	time.Sleep(2 * time.Second)
	during, descriptors := memory(t, server.Process.Pid)
	busy := f.control(time.Hour, over)
	t.Logf("up to %d clients of %d kinds, all cut off after %v: p99 of the others %v, calm %v; %d descriptors, %.1f MB, before %.1f MB",
		each*len(sluggards), len(sluggards), time.Since(began).Round(time.Second), busy, calm, descriptors, float64(during)/1e6, float64(before)/1e6)
	if late.Load() > 0 || each == 2000 && busy > time.Second {
		t.Errorf("p99 of the others is %v, and %d were not cut off", busy, late.Load())
	}
}

// dawdle asks a server slowly, and returns how long it took until they were cut off.
func (s sluggard) dawdle(d *net.Dialer, addr string) (time.Duration, error) {
	conn, err := d.Dial("tcp", addr)
	if err != nil {
		return 0, err
	}
	defer conn.Close()
	if err := conn.(*net.TCPConn).SetReadBuffer(4096); err != nil {
		return 0, err
	}
	began := time.Now()
	go func() {
		_, err := io.WriteString(conn, s.start)
		for err == nil && s.every > 0 {
			time.Sleep(s.every)
			_, err = io.WriteString(conn, "x")
		}
	}()
	if s.every == 0 {
		time.Sleep(s.bound - 5*time.Second) // and then it is seen that they have been
	}
	if err := conn.SetReadDeadline(began.Add(s.bound + 5*time.Second)); err != nil {
		return 0, err
	}
	if _, err = io.Copy(io.Discard, conn); err != nil && strings.Contains(err.Error(), "reset") {
		err = nil
	}
	return time.Since(began), err
}

// control asks for pages all the time, as others do, and returns the 99th percentile of how long that took.
func (f *fleet) control(lasts time.Duration, over <-chan struct{}) time.Duration {
	f.t.Helper()
	var took []time.Duration
	client := &http.Client{Timeout: 10 * time.Second}
	for end := time.Now().Add(lasts); time.Now().Before(end); time.Sleep(20 * time.Millisecond) {
		began := time.Now()
		if _, err := f.get(client, []string{"/", "/offers", "/static/site.css"}[len(took)%3]); err != nil {
			f.t.Error(fmt.Errorf("one of the others: %w", err))
		}
		took = append(took, time.Since(began))
		select {
		case <-over:
			end = time.Now()
		default:
		}
	}
	slices.Sort(took)
	return took[len(took)*99/100]
}
