package sqldb

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strconv"

	"github.com/pressly/goose/v3"
	"gorm.io/driver/sqlite"
	"gorm.io/gorm"

	"kickabout/store/sqldb/plans"
)

// readers is how many reads of a SQLite file go on at once, but for those Apart. Visitors are four of them at most, so
// that members always have as many.
const readers = 8

// statementsKept is how many statements each connection keeps compiled.
const statementsKept = 128

// pragma is a setting of a SQLite connection: how the DSN asks for it, and what
// the connection must then say.
type pragma struct {
	name  string
	asked string
	is    string
}

// The settings of the connections that write. FULL makes every commit reach the
// disk before it is answered. Recursive triggers make REPLACE run into
// the triggers that guard the log.
func writing(relaxed bool) []pragma {
	synchronous := pragma{"synchronous", "FULL", "2"}
	if relaxed {
		synchronous = pragma{"synchronous", "OFF", "0"}
	}
	return []pragma{
		{"journal_mode", "WAL", "wal"},
		synchronous,
		{"busy_timeout", "5000", "5000"},
		{"foreign_keys", "1", "1"},
		{"recursive_triggers", "1", "1"},
		{"query_only", "0", "0"},
	}
}

// The settings of the connections that read; the journal's mode is in the file.
func reading() []pragma {
	return []pragma{
		{"busy_timeout", "5000", "5000"},
		{"query_only", "1", "1"},
	}
}

// openSQLite opens two pools on one file: a single connection that writes, since
// SQLite lets one write at a time and Go's queue is fairer than its busy handler,
// and several that read beside it.
func openSQLite(ctx context.Context, o Options) (_ *DB, err error) {
	path, err := filepath.Abs(o.URL)
	if err != nil {
		return nil, err
	}
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		return nil, err
	}
	lock, err := lockDatabase(path)
	if err != nil {
		return nil, err
	}
	if err := ownersAlone(path); err != nil {
		lock.Close()
		return nil, err
	}
	db, err := openPools(ctx, o, path, migrate)
	if err != nil {
		lock.Close()
		return nil, err
	}
	db.close = append(db.close, lock) // given free last
	return db, nil
}

// ownersAlone makes an empty file that nobody else may read, unless there is a file: SQLite would let them, and it
// gives the files beside it the mode of the database.
func ownersAlone(path string) error {
	f, err := os.OpenFile(path, os.O_CREATE|os.O_RDWR, 0o600)
	if err != nil {
		return err
	}
	return f.Close()
}

// openSQLiteBeside is openSQLite beside a server that has the file open.
func openSQLiteBeside(ctx context.Context, o Options) (*DB, error) {
	path, err := filepath.Abs(o.URL)
	if err != nil {
		return nil, err
	}
	if _, err := os.Stat(path); err != nil {
		return nil, err
	}
	return openPools(ctx, o, path, checkVersion)
}

// openPools opens the pools of a file; prepare sees to its tables in between.
func openPools(ctx context.Context, o Options, path string, prepare preparation) (_ *DB, err error) {
	d := &DB{watch: newWatch(o.Log, o.Faulted), path: path}
	d.close = append(d.close, d.watch)
	defer func() {
		if err != nil {
			d.Close()
		}
	}()
	// Every transaction of the writer takes the write lock when it begins: one that read
	// first and then wanted to write would fail at once instead of waiting.
	settings := writing(o.Relaxed)
	if d.writer, err = d.pool(ctx, o, dsn(path, settings)+"&_txlock=immediate", 1, settings); err != nil {
		return nil, err
	}
	db, err := d.writer.DB()
	if err != nil {
		return nil, err
	}
	if err := markScratch(ctx, db, o.Relaxed); err != nil {
		return nil, err
	}
	if err := prepare(ctx, o, goose.DialectSQLite3, db); err != nil {
		return nil, err
	}
	if d.file, err = os.Stat(path); err != nil {
		return nil, err
	}
	beside, err := d.pool(ctx, o, dsn(path, settings), 1, settings)
	if err != nil {
		return nil, err
	}
	checks := &checkpoints{wal: path + "-wal", log: o.Log}
	if checks.beside, err = beside.DB(); err != nil {
		return nil, err
	}
	d.queue = newQueue(d.writer, db, d.watch)
	d.queue.checks = checks
	d.close = slices.Insert(d.close, 0, io.Closer(d.queue), io.Closer(checks)) // they need all that is closed after them
	d.pooled = func(ctx context.Context, connections int) (*gorm.DB, error) {
		return d.pool(ctx, o, dsn(path, reading()), connections, reading())
	}
	if d.reader, err = d.pooled(ctx, readers); err != nil {
		return nil, err
	}
	return d, nil
}

// pool opens connections with some settings and makes sure that they have them.
func (d *DB) pool(ctx context.Context, o Options, dsn string, size int, want []pragma) (*gorm.DB, error) {
	if err := plans.Keep(); err != nil {
		return nil, err
	}
	db, err := sql.Open(sqlite.DriverName, dsn)
	if err != nil {
		return nil, err
	}
	d.close = append(d.close, db)
	db.SetMaxOpenConns(size)
	db.SetMaxIdleConns(size)
	if err := checkPragmas(ctx, db, want); err != nil {
		return nil, err
	}
	return connect(watchedFile{&sqlite.Dialector{Conn: db}, d.watch}, o)
}

// scratch marks, as the file's application_id, a file that was only ever opened in a relaxed way.
const scratch = "1801544306"

// markScratch refuses to relax a file that may hold what people played, and takes the mark
// off a file that is opened to be served.
func markScratch(ctx context.Context, db *sql.DB, relaxed bool) error {
	var mark string
	var tables int
	err := db.QueryRowContext(ctx, "SELECT application_id, (SELECT COUNT(*) FROM sqlite_master) FROM pragma_application_id").Scan(&mark, &tables)
	if err != nil {
		return fmt.Errorf("reading whose file it is: %w", err)
	}
	switch {
	case relaxed && tables > 0 && mark != scratch:
		return errors.New("this file is, or was, that of a site: it is not written in a relaxed way")
	case relaxed && mark != scratch:
		_, err = db.ExecContext(ctx, "PRAGMA application_id = "+scratch)
	case !relaxed && mark == scratch:
		_, err = db.ExecContext(ctx, "PRAGMA application_id = 0")
	}
	return err
}

// dsn names a file and the settings of the connections to it. The path is escaped:
// it may hold blanks, question marks, hashes and percent signs.
func dsn(path string, settings []pragma) string {
	query := url.Values{}
	for _, p := range settings {
		query.Set("_"+p.name, p.asked)
	}
	query.Set("_stmt_cache_size", strconv.Itoa(statementsKept))
	return "file:" + (&url.URL{Path: path}).EscapedPath() + "?" + query.Encode()
}

// checkPragmas asks a connection for its settings. A driver ignores what it does
// not know, and some file systems cannot do WAL: better no server than one that
// loses moves.
func checkPragmas(ctx context.Context, db *sql.DB, want []pragma) error {
	conn, err := db.Conn(ctx)
	if err != nil {
		return err
	}
	defer conn.Close()
	for _, p := range want {
		var is string
		if err := conn.QueryRowContext(ctx, "PRAGMA "+p.name).Scan(&is); err != nil {
			return fmt.Errorf("reading pragma %s: %w", p.name, err)
		}
		if is != p.is {
			return fmt.Errorf("SQLite has %s = %s where %s is needed, so moves would not be safe", p.name, is, p.is)
		}
	}
	return nil
}

// lockDatabase takes the lock beside a database file.
func lockDatabase(path string) (io.Closer, error) {
	lock, err := LockFile(path + ".lock")
	if errors.Is(err, ErrLocked) {
		return nil, fmt.Errorf("another server is running on %s; stop it first", path)
	}
	return lock, err
}
