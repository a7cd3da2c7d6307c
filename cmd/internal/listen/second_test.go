package listen

import (
	"bufio"
	"bytes"
	"crypto/tls"
	"encoding/binary"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"testing"
	"time"
)

// The frames that the test knows (RFC 9113, 6).
const (
	frameData     = 0
	frameHeaders  = 1
	frameSettings = 4
	frameWindow   = 8
)

// frame is one, as it goes over the line.
func frame(kind, flags byte, stream uint32, payload []byte) []byte {
	head := []byte{0, 0, 0, kind, flags, 0, 0, 0, 0}
	binary.BigEndian.PutUint16(head[1:], uint16(len(payload)))
	binary.BigEndian.PutUint32(head[5:], stream)
	return append(head, payload...)
}

// TestAConnectionOfHTTP2KeepsLittle asks for a long answer, and reads frame by frame what the server says it takes and how it
// answers.
func TestAConnectionOfHTTP2KeepsLittle(t *testing.T) { // RELIABILITY R18
	t.Parallel()
	long := bytes.Repeat([]byte("0123456789abcdef"), 5000)
	server := httptest.NewUnstartedServer(InSmallFrames(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		if n, err := w.Write(long); n != len(long) || err != nil {
			t.Errorf("wrote %d of %d bytes, %v", n, len(long), err)
		}
		if err := http.NewResponseController(w).Flush(); err != nil {
			t.Error(err)
		}
	})))
	server.EnableHTTP2 = true
	server.Config.HTTP2 = Second()
	server.StartTLS()
	defer server.Close()
	conn, err := tls.Dial("tcp", server.Listener.Addr().String(), &tls.Config{InsecureSkipVerify: true, NextProtos: []string{"h2"}}) // it is a server of the test
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	conn.SetDeadline(time.Now().Add(30 * time.Second))
	window := binary.BigEndian.AppendUint32(nil, 1<<20)
	asks := []byte("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n")
	asks = append(asks, frame(frameSettings, 0, 0, []byte{0, 4, 0, 16, 0, 0})...) // takes a megabyte
	asks = append(asks, frame(frameWindow, 0, 0, window)...)
	asks = append(asks, frame(frameHeaders, 4|1, 1, append([]byte{0x82, 0x84, 0x87, 0x01, 1}, 'h'))...) // GET / by https of h (RFC 7541, A)
	if _, err := conn.Write(asks); err != nil {
		t.Fatal(err)
	}
	settings, whole, largest := map[uint16]uint32{}, 0, 0
	in := bufio.NewReader(conn)
	for ended := false; !ended; {
		head := make([]byte, 9)
		if _, err := io.ReadFull(in, head); err != nil {
			t.Fatal(err)
		}
		payload := make([]byte, int(head[0])<<16|int(binary.BigEndian.Uint16(head[1:])))
		if _, err := io.ReadFull(in, payload); err != nil {
			t.Fatal(err)
		}
		switch head[3] {
		case frameSettings:
			for ; len(payload) >= 6; payload = payload[6:] {
				settings[binary.BigEndian.Uint16(payload)] = binary.BigEndian.Uint32(payload[2:])
			}
		case frameData:
			whole, largest = whole+len(payload), max(largest, len(payload))
			ended = head[4]&1 > 0
		}
	}
	if whole != len(long) {
		t.Errorf("%d bytes came of %d", whole, len(long))
	}
	if largest > 4<<10 || largest < 4000 {
		t.Errorf("the largest frame has %d bytes", largest)
	}
	if got, want := fmt.Sprint(settings[3], settings[4], settings[5]), fmt.Sprint(100, 64<<10, 16<<10); got != want {
		t.Errorf("a connection takes requests, bytes of each and of a frame: %s, want %s", got, want)
	}
}
