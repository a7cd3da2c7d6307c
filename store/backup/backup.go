// Package backup copies a database beside the server that writes to it, checks such a copy, and
// makes the database again from it.
//
// A backup is one file, NAME.kab: a tar of a manifest and the data, whose last member is the hash of
// all before it. It never holds a key: those are files beside the database.
package backup

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"time"
)

// Options say what to copy, and to where.
type Options struct {
	URL     string // of the database: "postgres://…", else the path of a SQLite file
	To      string // the folder of the backups; made if it is not there
	Name    string // of the file; "": by the moment, see NameAt
	Program string // the version of the program that asks

	Fingerprints map[string]string // of the keys that belong to the data, by their names

	Now  func() time.Time                   // nil: time.Now
	Free func(folder string) (int64, error) // the bytes that may be written there; nil: as the system says

	steps steps
}

// A step is a point on the way to a file that is whole.
type step string

// The steps of a backup and of a restoration, each when it is done.
const (
	begun   step = "begun"
	copied  step = "copied"
	packed  step = "packed"
	checked step = "checked"
	revoked step = "revoked"
	synced  step = "synced"
	named   step = "named"
)

// steps is told each step before the next one, for tests of what is left if that is as far as it
// goes; nil is nobody.
type steps func(step) error

func (s steps) done(ctx context.Context, is step) error {
	if s == nil {
		return ctx.Err()
	}
	return s(is)
}

// A source is a database that can be copied.
type source interface {
	// size returns how many bytes the database takes.
	size(ctx context.Context) (int64, error)
	// copy writes the database as of one moment into files of a folder, fills in the manifest
	// and returns the files by the names that they have in a backup.
	copy(ctx context.Context, folder string, m *Manifest) ([]member, error)
	// chain returns the link that a statement with the parameters $1 and $2 reads; nil where there is no such row.
	chain(ctx context.Context, statement, of string, n int64) ([]byte, error)
	// close ends the connections.
	close() error
}

// openSource opens a database of either engine.
func openSource(ctx context.Context, url string) (source, error) {
	if strings.Contains(url, "://") {
		return openPostgres(ctx, url)
	}
	return openFile(url)
}

// Take writes a backup and returns its path. Whatever was acknowledged before the moment in the
// manifest is in it. Whenever it is stopped there is a whole file or none; what it leaves
// behind the next one takes away.
func Take(ctx context.Context, o Options) (path string, m Manifest, err error) {
	if o.Now == nil {
		o.Now = time.Now
	}
	if o.Free == nil {
		o.Free = Free
	}
	lock, err := lockFolder(o.To)
	if err != nil {
		return "", m, err
	}
	defer lock.Close()
	if err := clear(o.To); err != nil {
		return "", m, fmt.Errorf("taking away what an earlier backup left: %w", err)
	}
	from, err := openSource(ctx, o.URL)
	if err != nil {
		return "", m, fmt.Errorf("opening the database: %w", err)
	}
	defer from.close()
	if err := room(ctx, from, o); err != nil {
		return "", m, err
	}
	m = Manifest{Format: format, Program: o.Program, Taken: o.Now().UTC(), Fingerprints: o.Fingerprints}
	path = filepath.Join(o.To, cmp.Or(o.Name, NameAt(m.Taken)))
	if _, err := os.Lstat(path); err == nil {
		return "", m, fmt.Errorf("%s: %w", path, os.ErrExist)
	}
	return path, m, write(ctx, o, from, path, &m)
}

// room fails if the folder has no room for a copy of the database and the file that is made of it.
func room(ctx context.Context, from source, o Options) error {
	size, err := from.size(ctx)
	if err != nil {
		return fmt.Errorf("asking for the size of the database: %w", err)
	}
	left, err := o.Free(o.To)
	if err != nil {
		return fmt.Errorf("asking how much room there is: %w", err)
	}
	if left < 2*size {
		return fmt.Errorf("%s has room for %d MB, and a backup of this database of %d MB needs twice its size: make room, or have it written to another folder", o.To, left>>20, size>>20)
	}
	return nil
}

// Size returns how many bytes a database takes.
func Size(ctx context.Context, url string) (int64, error) {
	from, err := openSource(ctx, url)
	if err != nil {
		return 0, fmt.Errorf("opening the database: %w", err)
	}
	defer from.close()
	return from.size(ctx)
}

// Free returns how many bytes whoever is not root may still write in a folder.
func Free(folder string) (int64, error) {
	var f syscall.Statfs_t
	if err := syscall.Statfs(folder, &f); err != nil {
		return 0, err
	}
	return int64(f.Bavail) * int64(f.Bsize), nil
}

// write makes the file at path, by way of a folder beside it that nobody takes for a backup.
func write(ctx context.Context, o Options, from source, path string, m *Manifest) (err error) {
	scratch, err := os.MkdirTemp(o.To, unfinished+"*")
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(scratch)) }()
	if err := o.steps.done(ctx, begun); err != nil {
		return err
	}
	members, err := from.copy(ctx, scratch, m)
	if err != nil {
		return fmt.Errorf("copying the database: %w", err)
	}
	if err := o.steps.done(ctx, copied); err != nil {
		return err
	}
	whole := filepath.Join(scratch, "whole")
	f, err := os.OpenFile(whole, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o600)
	if err != nil {
		return err
	}
	defer f.Close()
	if err := pack(f, *m, members); err != nil {
		return fmt.Errorf("writing the backup: %w", err)
	}
	if err := o.steps.done(ctx, packed); err != nil {
		return err
	}
	return settle(ctx, o.steps, f, path)
}

// settle brings a file onto the disk, and only then gives it the name under which it is found.
func settle(ctx context.Context, s steps, f *os.File, path string) error {
	if err := errors.Join(f.Sync(), f.Close()); err != nil {
		return err
	}
	if err := s.done(ctx, synced); err != nil {
		return err
	}
	if err := os.Rename(f.Name(), path); err != nil {
		return err
	}
	if err := s.done(ctx, named); err != nil {
		return err
	}
	return syncFolder(filepath.Dir(path))
}
