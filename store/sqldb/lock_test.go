package sqldb

import (
	"path/filepath"
	"syscall"
	"testing"
)

// TestALockIsGivenBackWhileAProgramIsBeingStarted: who is being started has a copy of the lock's file for a moment.
func TestALockIsGivenBackWhileAProgramIsBeingStarted(t *testing.T) {
	path := filepath.Join(t.TempDir(), "file.db")
	lock, err := lockFile(path)
	if err != nil {
		t.Fatal(err)
	}
	started, err := syscall.Dup(int(lock.file.Fd()))
	if err != nil {
		t.Fatal(err)
	}
	defer syscall.Close(started)
	if other, err := lockFile(path); err == nil {
		other.Close()
		t.Error("two have the lock")
	}
	if err := lock.Close(); err != nil {
		t.Fatal(err)
	}
	again, err := lockFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if err := again.Close(); err != nil {
		t.Error(err)
	}
}
