package backup

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
)

// A Check looks into a database of a backup, which is a SQLite file that nobody else needs, and
// returns what is wrong with it.
type Check func(ctx context.Context, path string, m Manifest) error

// Verify reads a backup from its first byte to its last and compares it with its manifest; further
// is asked about the database of a SQLite site if nothing else is wrong, and may be nil. The error
// says what is damaged, all of it in one line.
func Verify(ctx context.Context, path string, further Check) (Manifest, error) {
	if _, err := os.Stat(path); err != nil {
		return Manifest{}, err
	}
	scratch, err := os.MkdirTemp("", "kickabout-verify-")
	if err != nil {
		return Manifest{}, err
	}
	defer os.RemoveAll(scratch)
	copy := filepath.Join(scratch, databaseName)
	m, err := verify(ctx, path, copy)
	if err == nil && further != nil && m.Engine == SQLite {
		err = further(ctx, copy, m)
	}
	if err != nil {
		return m, fmt.Errorf("%s is damaged: %w", path, err)
	}
	return m, nil
}

// verify is Verify that leaves the database of a SQLite site at a path.
func verify(ctx context.Context, path, database string) (m Manifest, err error) {
	f, err := os.Open(path)
	if err != nil {
		return m, err
	}
	defer f.Close()
	body, broken := unseal(f)
	if broken != nil && !errors.Is(broken, errBroken) {
		return m, broken
	}
	var faults []string
	if broken != nil {
		faults = append(faults, fmt.Sprint(broken))
	}
	b, err := read(body)
	switch {
	case err != nil && broken != nil: // whatever it was
		return m, errForeign
	case err != nil:
		return m, err
	case b.manifest.Engine == SQLite:
		faults = append(faults, checkDatabase(ctx, b, database)...)
	default:
		faults = append(faults, checkTables(b)...)
	}
	if len(faults) > 0 {
		return b.manifest, errors.New(strings.Join(strings.Fields(strings.Join(faults, "; ")), " "))
	}
	return b.manifest, nil
}

// checkDatabase writes the database of a backup to a path and checks it there.
func checkDatabase(ctx context.Context, b *bundle, path string) []string {
	if err := b.expect(databaseName); err != nil {
		return []string{fmt.Sprint(err)}
	}
	if err := extract(b.members, path); err != nil {
		return []string{fmt.Sprintf("its database cannot be taken out (%v)", err)}
	}
	faults := checkFile(ctx, path, b.manifest)
	if _, err := b.next(); err != io.EOF {
		faults = append(faults, "there is more in it than was written down")
	}
	return faults
}

// extract writes a new file that nobody else may read.
func extract(from io.Reader, path string) error {
	f, err := os.OpenFile(path, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o600)
	if err != nil {
		return err
	}
	_, err = io.Copy(f, from)
	return errors.Join(err, f.Close())
}
