package sqldb

import (
	"errors"
	"path/filepath"
	"syscall"
	"testing"
)

// TestALockIsGivenBackWhileAProgramIsBeingStarted: who is being started has a copy of the lock's file for a moment.
func TestALockIsGivenBackWhileAProgramIsBeingStarted(t *testing.T) {
	path := filepath.Join(t.TempDir(), "lock")
	lock, err := LockFile(path)
	if err != nil {
		t.Fatal(err)
	}
	started, err := syscall.Dup(int(lock.(*fileLock).file.Fd()))
	if err != nil {
		t.Fatal(err)
	}
	defer syscall.Close(started)
	if _, err := LockFile(path); !errors.Is(err, ErrLocked) {
		t.Errorf("a second one is told %v", err)
	}
	if err := lock.Close(); err != nil {
		t.Fatal(err)
	}
	again, err := LockFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if err := again.Close(); err != nil {
		t.Error(err)
	}
}
