package sqldb

import (
	"context"
	"database/sql"
	"log/slog"

	"kickabout/league"

	"github.com/pressly/goose/v3"
)

// OpenAt opens a database that an older program has left: its tables are of an older version.
func OpenAt(ctx context.Context, o Options, version int64) (*DB, error) {
	prepare := func(ctx context.Context, _ Options, dialect goose.Dialect, db *sql.DB) error {
		provider, err := newProvider(dialect, db)
		if err != nil {
			return err
		}
		_, err = provider.UpTo(ctx, version)
		return err
	}
	file := func(ctx context.Context, o Options) (*DB, error) { return openPools(ctx, o, o.URL, prepare) }
	return open(ctx, o, file, prepare)
}

// Pool opens connections to a file with some settings and wants others of them.
func Pool(ctx context.Context, path string, asked, want map[string]string) error {
	var settings, wanted []pragma
	for name, value := range asked {
		settings = append(settings, pragma{name: name, asked: value})
	}
	for name, value := range want {
		wanted = append(wanted, pragma{name: name, is: value})
	}
	d := &DB{}
	defer d.Close()
	_, err := d.pool(ctx, Options{}, dsn(path, settings), 1, wanted)
	return err
}

// FaultOf is faultOf.
var FaultOf = faultOf

// Watch returns what turns faults into errors and tells of them, and what ends that.
func Watch(log *slog.Logger, told func(league.Fault)) (see func(error) error, end func() error) {
	w := newWatch(log, told)
	return w.see, w.Close
}

// Waiting returns how many writes wait for their turn, or had their callers go meanwhile.
func Waiting(d *DB) int {
	d.queue.mu.Lock()
	defer d.queue.mu.Unlock()
	return len(d.queue.short) + len(d.queue.long)
}

// MinReader is the oldest schema whose program can use what this one writes.
const MinReader = minReader

// Migrations are the files of all of them.
var Migrations = migrations

// How long the write-ahead log of a file becomes.
const (
	WALShort = walShort
	WALLong  = walLong
)

// Stall lets no checkpoint beside the writes of a database come to its end.
func Stall(d *DB) { d.queue.checks.running.Store(true) }
