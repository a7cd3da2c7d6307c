package backup

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"time"

	"kickabout/store/sqldb"
)

// unfinished is how the names of folders begin in which a backup is being made.
const unfinished = ".unfinished-"

// ErrBusy says that a folder is taken by somebody else who writes a backup there.
var ErrBusy = errors.New("another backup is being written")

// lockFolder makes a folder of backups if need be, and keeps others from writing one there until it
// is closed.
func lockFolder(folder string) (io.Closer, error) {
	if err := os.MkdirAll(folder, 0o700); err != nil {
		return nil, fmt.Errorf("making the folder of the backups: %w", err)
	}
	lock, err := sqldb.LockFile(filepath.Join(folder, ".lock"))
	switch {
	case errors.Is(err, sqldb.ErrLocked):
		return nil, fmt.Errorf("%w to %s just now", ErrBusy, folder)
	case err != nil:
		return nil, fmt.Errorf("the folder of the backups cannot be written to: %w", err)
	}
	return lock, nil
}

// clear takes away what backups left that were stopped; the folder is locked.
func clear(folder string) error {
	there, err := os.ReadDir(folder)
	for _, f := range there {
		if strings.HasPrefix(f.Name(), unfinished) {
			err = errors.Join(err, os.RemoveAll(filepath.Join(folder, f.Name())))
		}
	}
	return err
}

// syncFolder brings the names in a folder onto the disk.
func syncFolder(folder string) error {
	f, err := os.Open(folder)
	if err != nil {
		return err
	}
	return errors.Join(f.Sync(), f.Close())
}

// Newest returns the path of the newest backup of a folder that was taken as usual, and when; "" if there is
// none.
func Newest(folder string) (path string, taken time.Time, err error) {
	there, err := os.ReadDir(folder)
	if errors.Is(err, os.ErrNotExist) {
		return "", time.Time{}, nil
	}
	for _, f := range there {
		if at, ok := MomentOf(f.Name()); ok && f.Type().IsRegular() && at.After(taken) {
			path, taken = filepath.Join(folder, f.Name()), at
		}
	}
	return path, taken, err
}

// outdated returns the names of backups from before migrations that are older than any backup is kept.
func outdated(folder string, names []string) (old []string) {
	for _, name := range names {
		if !beforeMigration.MatchString(name) {
			continue
		}
		if info, err := os.Stat(filepath.Join(folder, name)); err == nil && time.Since(info.ModTime()) > mostKept {
			old = append(old, name)
		}
	}
	return old
}

// Prune takes away the backups of a folder that Expired names, and those from before migrations once they are 30
// days old, and returns their names.
func Prune(folder string, keep Keep) (gone []string, err error) {
	lock, err := lockFolder(folder)
	if err != nil {
		return nil, err
	}
	defer lock.Close()
	there, err := os.ReadDir(folder)
	if err != nil {
		return nil, err
	}
	var names []string
	for _, f := range there {
		if f.Type().IsRegular() {
			names = append(names, f.Name())
		}
	}
	for _, name := range append(Expired(names, keep), outdated(folder, names)...) {
		if err := os.Remove(filepath.Join(folder, name)); err != nil {
			return gone, err
		}
		gone = append(gone, name)
	}
	return gone, nil
}
