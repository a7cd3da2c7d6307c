package sqldb

import (
	"context"
	"errors"
	"fmt"
	"os"

	"kickabout/league"
)

// ErrMoved says that the file of the database was deleted, moved away or replaced while it was open.
var ErrMoved = errors.New("the database file was deleted or replaced while the site was running")

// InPlace makes sure that the file at the path of the database is the one that is open. If it is not, it
// returns ErrMoved, and nothing is written any more from then on: nobody would find it after a restart. On
// PostgreSQL there is nothing to see.
func (d *DB) InPlace() error {
	if d.file == nil {
		return nil
	}
	now, err := os.Stat(d.path)
	if err == nil && os.SameFile(d.file, now) {
		return nil
	}
	if err != nil && !errors.Is(err, os.ErrNotExist) {
		return d.watch.see(err) // the folder cannot be looked at: perhaps later
	}
	d.sealed.Store(true)
	return &league.Unavailable{Fault: league.FileGone, Err: fmt.Errorf("%w: %s", ErrMoved, d.path)}
}

// Rescue writes all that the open file holds to a new file, wherever the file is by now.
func (d *DB) Rescue(ctx context.Context, path string) error {
	f, err := os.OpenFile(path, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o600) // SQLite would let others read it
	if err != nil {
		return err
	}
	if err := d.Bare(ctx).Exec("VACUUM INTO ?", path).Error; err != nil {
		return errors.Join(Explain(err, "rescuing the database"), f.Close())
	}
	return errors.Join(f.Sync(), f.Close())
}
