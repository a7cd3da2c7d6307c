//go:build !linux

package duel

import (
	"syscall"
	"time"
)

// processorTime returns what the program has used so far in all its threads: here the system
// knows no thread's. Where it does not tell, nothing.
func processorTime() time.Duration {
	var u syscall.Rusage
	if syscall.Getrusage(syscall.RUSAGE_SELF, &u) != nil {
		return 0
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}
