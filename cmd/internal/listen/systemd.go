package listen

import (
	"context"
	"fmt"
	"net"
	"os"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"time"
)

// firstSocket is the descriptor of the first socket that systemd hands over (sd_listen_fds(3)).
const firstSocket = 3

// inherited returns a socket that systemd has handed over: by its name, or the first one.
func inherited(name string) (net.Listener, error) {
	count, err := strconv.Atoi(os.Getenv("LISTEN_FDS"))
	if err != nil || count < 1 || os.Getenv("LISTEN_PID") != strconv.Itoa(os.Getpid()) {
		return nil, fmt.Errorf("systemd has handed no socket over: start the socket unit, or give an address with --addr")
	}
	names := strings.Split(os.Getenv("LISTEN_FDNAMES"), ":")
	at := 0
	if name != "" {
		if at = slices.Index(names, name); at < 0 || at >= count {
			return nil, fmt.Errorf("systemd has handed over no socket with FileDescriptorName=%s, but %s", name, strings.Join(names, ", "))
		}
	}
	syscall.CloseOnExec(firstSocket + at)
	f := os.NewFile(uintptr(firstSocket+at), name)
	l, err := net.FileListener(f) // which has a descriptor of its own
	f.Close()
	if err != nil {
		return nil, fmt.Errorf("what systemd has handed over is no socket to listen on: %w", err)
	}
	if l.Addr().Network() == "unix" {
		return here{l}, nil
	}
	return l, nil
}

// What systemd is told (sd_notify(3)).
const (
	Ready    = "READY=1"
	Stopping = "STOPPING=1"
	alive    = "WATCHDOG=1"
)

// Notify tells systemd how the program is. Where it does not ask nothing is done.
func Notify(state string) error {
	path := os.Getenv("NOTIFY_SOCKET")
	if path == "" {
		return nil
	}
	c, err := net.DialUnix("unixgram", nil, &net.UnixAddr{Name: path, Net: "unixgram"})
	if err != nil {
		return fmt.Errorf("telling systemd: %w", err)
	}
	defer c.Close()
	_, err = c.Write([]byte(state))
	return err
}

// Watch tells systemd until ctx ends that the program lives, twice as often as it asks for.
func Watch(ctx context.Context) {
	usec, err := strconv.ParseInt(os.Getenv("WATCHDOG_USEC"), 10, 64)
	if pid := os.Getenv("WATCHDOG_PID"); err != nil || usec <= 0 || pid != "" && pid != strconv.Itoa(os.Getpid()) {
		return
	}
	tick := time.NewTicker(time.Duration(usec) * time.Microsecond / 2)
	defer tick.Stop()
	for {
		_ = Notify(alive) // if it does not arrive systemd acts, as it should
		select {
		case <-tick.C:
		case <-ctx.Done():
			return
		}
	}
}
