package sqldb

import (
	"errors"
	"fmt"
	"io"
	"os"
	"syscall"
)

// ErrLocked says that somebody else holds a lock.
var ErrLocked = errors.New("somebody else holds the lock")

// LockFile makes a file if need be and takes its lock, which the kernel gives free when the process ends, however it ends; it
// returns ErrLocked if somebody else holds it. The file stays: whoever removed it could take it from under somebody who is just
// opening it.
func LockFile(path string) (io.Closer, error) {
	f, err := os.OpenFile(path, os.O_CREATE|os.O_RDWR, 0o600)
	if err != nil {
		return nil, err
	}
	if err := syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB); err != nil {
		f.Close()
		if errors.Is(err, syscall.EWOULDBLOCK) {
			err = ErrLocked
		}
		return nil, fmt.Errorf("locking %s: %w", path, err)
	}
	return &fileLock{f}, nil
}

type fileLock struct{ file *os.File }

// Close gives the lock back at once: a program that is just being started from this process has a copy of the file until it runs,
// and with it the lock, which closing the file alone would leave to it.
func (l *fileLock) Close() error {
	return errors.Join(syscall.Flock(int(l.file.Fd()), syscall.LOCK_UN), l.file.Close())
}
