// Package sqldb is the database below the store: SQLite or PostgreSQL, its connections, its
// tables, and the one way to write to it. It knows no nouns but its own, the jobs.
//
// Whatever is written is written by Write: a closure that compares and changes in one
// transaction, and holds at once or not at all. Nobody else begins one that writes.
//
// Times are whole milliseconds since 1970, UTC; the zero time is 0.
package sqldb

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"
	"strings"
	"sync/atomic"
	"time"

	"gorm.io/gorm"
	"gorm.io/gorm/logger"

	"kickabout/league"
)

// Patience is how long a call may take whose context has no deadline, and how
// long a write may take once it has begun.
const Patience = 10 * time.Second

// RowsAtOnce is how many rows one statement writes: SQLite takes 32,766 parameters.
const RowsAtOnce = 1000

// Options say which database to open.
type Options struct {
	URL string           // "postgres://…", else the path of a SQLite file
	Log *slog.Logger     // nil: silent
	Now func() time.Time // the clock by which jobs are leased from a SQLite file; nil: time.Now

	// Relaxed lets the operating system write a SQLite file when it likes, which is much
	// faster, and after a power cut the file is lost. It is for files to try things on: only a
	// new one is opened so, or one that was never opened otherwise.
	Relaxed bool

	// BeforeMigrating is told before the tables of a database are brought to another version, for a backup; if
	// it fails they stay as they are, and Open fails. nil: nobody is.
	BeforeMigrating func(ctx context.Context, to int64) error

	Importing bool // also if an import was not finished, which nothing else may find

	Committed func(took time.Duration, writes int) // told of each commit that was well how long it took, and how many writes it was of; nil: nobody is
	Held      func(took time.Duration)             // told of each transaction that writes how long it took, its end included: nobody else writes to a file meanwhile; nil: nobody is
	Faulted   func(league.Fault)                   // told of each fault of what the database needs; nil: nobody is
	Asked     func()                               // told of each statement, but for those that begin and end transactions; nil: nobody is
}

// DB is an open database. It is safe for concurrent use.
type DB struct {
	writer *gorm.DB
	reader *gorm.DB // the writer itself where one pool serves both
	pooled pooling  // opens more of what reads
	queue  *queue   // of the writes to a file; nil on PostgreSQL
	now    func() time.Time
	close  []io.Closer

	committed func(took time.Duration, writes int)
	held      func(took time.Duration)
	watch     *watch

	path   string       // of the file; "" on PostgreSQL
	file   os.FileInfo  // the file that was opened; nil on PostgreSQL
	sealed *atomic.Bool // nothing is written any more
}

// Open opens the database and brings its tables up to date. A SQLite file, and the
// folder it is in, are made if need be; until Close nobody else can open the file
// through Open, so that two servers never run on one file.
func Open(ctx context.Context, o Options) (*DB, error) {
	return open(ctx, o, openSQLite, migrate)
}

// OpenBeside opens a database that a server may have open, for a command beside it. It
// leaves the tables as they are, and fails if they are not those of this program.
func OpenBeside(ctx context.Context, o Options) (*DB, error) {
	return open(ctx, o, openSQLiteBeside, checkVersion)
}

// open picks the engine by the URL.
func open(ctx context.Context, o Options, file func(context.Context, Options) (*DB, error), prepare preparation) (d *DB, err error) {
	if o.Log == nil {
		o.Log = slog.New(slog.DiscardHandler)
	}
	scheme, _, isURL := strings.Cut(o.URL, "://")
	switch {
	case o.URL == "":
		err = errors.New("no path and no URL was given")
	case !isURL:
		d, err = file(ctx, o)
	case o.Relaxed && isURL:
		err = errors.New("only files can be written in a relaxed way")
	case scheme == "postgres" || scheme == "postgresql":
		d, err = openPostgres(ctx, o, prepare)
	default:
		err = fmt.Errorf("%q is neither postgres:// nor the path of a file", scheme+"://")
	}
	if err != nil {
		return nil, fmt.Errorf("opening the database: %w", unopened(o, err))
	}
	d.sealed = new(atomic.Bool)
	if d.now = o.Now; d.now == nil {
		d.now = time.Now
	}
	if d.committed = o.Committed; d.committed == nil {
		d.committed = func(time.Duration, int) {}
	}
	if d.held = o.Held; d.held == nil {
		d.held = func(time.Duration) {}
	}
	if d.queue != nil {
		d.queue.sealed, d.queue.committed, d.queue.held = d.sealed, d.committed, d.held
	}
	if o.Importing {
		return d, nil
	}
	if err := d.imported(ctx); err != nil {
		d.Close()
		return nil, fmt.Errorf("opening the database: %w", err)
	}
	return d, nil
}

// imported fails if an import has not been finished.
func (d *DB) imported(ctx context.Context) error {
	begun, err := Exists(d.Reader(ctx).Table("imports"))
	if err == nil && begun {
		err = errors.New("an import into it was not finished: give the same file to kickabout import again")
	}
	return err
}

// Close ends all connections and gives the file free. Writes to a file that wait for their turn are carried out; other
// calls under way fail.
func (d *DB) Close() error {
	var errs []error
	for _, c := range d.close {
		errs = append(errs, c.Close())
	}
	d.close = nil
	return errors.Join(errs...)
}

// connect makes a gorm.DB of a pool. Both drivers keep statements compiled, each connection its own.
// gorm must not do so besides: whoever compiles a statement for all waits for a connection, while the
// transactions that hold the connections wait for that statement.
func connect(d gorm.Dialector, o Options) (*gorm.DB, error) {
	db, err := gorm.Open(d, &gorm.Config{
		Logger:                 complaints{o.Log, o.Asked},
		TranslateError:         true, // gives gorm.ErrDuplicatedKey on both engines
		SkipDefaultTransaction: true, // transactions are begun by Write alone
	})
	if err != nil {
		return nil, err
	}
	return db, errors.Join(
		db.Callback().Query().Replace("gorm:query", query),
		db.Callback().Row().After("gorm:row").Register("kickabout:translate", translateRow),
	)
}

// translateRow translates the error of a query that Scan or Rows has sent: gorm does so for all other statements itself.
func translateRow(db *gorm.DB) {
	if err := db.Error; err != nil {
		db.Error = nil
		_ = db.AddError(err)
	}
}

// Bounded returns ctx with a deadline: its own, or else after Patience.
func Bounded(ctx context.Context) (context.Context, context.CancelFunc) {
	if _, ok := ctx.Deadline(); ok {
		return context.WithCancel(ctx)
	}
	return context.WithTimeout(ctx, Patience)
}

// Reader returns what reads within a context, which is to be Bounded.
func (d *DB) Reader(ctx context.Context) *gorm.DB { return d.reader.WithContext(ctx) }

// Write runs f in one transaction; f must use its tx and nothing else. It may be run again from its beginning, and then
// nothing is there of what it had written: where two transactions wait for each other's rows PostgreSQL undoes one of
// them, and writes to a SQLite file that share a commit are carried out one by one if the disk fails. So f sets what it
// yields anew each time.
//
// On PostgreSQL a program that is stopped in the middle of a transaction keeps what it has written from others for 5 s:
// then it is undone. On SQLite, which one server writes, there are no others.
//
// Whoever gives up while they wait for their turn has written nothing. A transaction
// that has begun is carried through whatever becomes of the caller, so that a closed
// tab leaves no doubt about a move; it has its own deadline. If even that passes during
// the commit on PostgreSQL, the outcome is found by reading: the request's answer is
// there or it is not.
func (d *DB) Write(ctx context.Context, f func(tx *gorm.DB) error) error {
	return d.WriteWithin(ctx, Patience, f)
}

// WriteWithin is Write with a transaction that may take longer than others.
func (d *DB) WriteWithin(ctx context.Context, patience time.Duration, f func(tx *gorm.DB) error) error {
	ctx, cancel := Bounded(ctx)
	defer cancel()
	if d.queue != nil {
		return d.watch.see(d.queue.write(ctx, patience, f))
	}
	return d.watch.see(d.writer.WithContext(ctx).Connection(func(conn *gorm.DB) error {
		begun, cancel := context.WithTimeout(context.WithoutCancel(ctx), patience)
		defer cancel()
		// The guards compare and write in one statement, which waits for the row and then
		// looks again: that is what read committed means, whatever the server's default.
		level := &sql.TxOptions{Isolation: sql.LevelReadCommitted}
		var written time.Time // when all but the commit was done
		timed := func(tx *gorm.DB) error {
			err := f(tx)
			written = time.Now()
			return err
		}
		since := time.Now()
		defer func() { d.held(time.Since(since)) }()
		err := conn.WithContext(begun).Transaction(timed, level)
		for deadlocked(err) && begun.Err() == nil {
			err = conn.WithContext(begun).Transaction(timed, level)
		}
		if err == nil {
			d.committed(time.Since(written), 1)
		}
		return err
	}))
}

// Bare returns the connections that write, outside of any transaction: for commands to the
// database itself, and for tests that go behind the store's back.
func (d *DB) Bare(ctx context.Context) *gorm.DB { return d.writer.WithContext(ctx) }

// Present returns an expression for the present moment in milliseconds, and the value of the
// parameter @now that may stand in it: on PostgreSQL it is the database's own clock, since those
// of several servers differ.
func (d *DB) Present() (expression string, now int64) {
	if d.IsPostgres() {
		return "CAST(EXTRACT(EPOCH FROM clock_timestamp()) * 1000 AS BIGINT)", 0
	}
	return "CAST(@now AS BIGINT)", Millis(d.now())
}

// IsPostgres says that several servers may write at once.
func (d *DB) IsPostgres() bool { return d.writer.Name() == "postgres" }

// complaints passes on what gorm itself finds wrong. Failed statements are not
// logged here: their errors go to the caller, and their texts hold players' data.
type complaints struct {
	log   *slog.Logger
	asked func() // nil: nobody counts
}

func (c complaints) LogMode(logger.LogLevel) logger.Interface { return c }
func (c complaints) Info(context.Context, string, ...any)     {}
func (c complaints) Warn(context.Context, string, ...any)     {}
func (c complaints) Error(ctx context.Context, s string, a ...any) {
	c.log.ErrorContext(ctx, "gorm", "complaint", fmt.Sprintf(s, a...))
}

// Trace is told of each statement once it has been carried out.
func (c complaints) Trace(context.Context, time.Time, func() (string, int64), error) {
	if c.asked != nil {
		c.asked()
	}
}
