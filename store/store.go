// Package store keeps players and matches in SQLite or PostgreSQL. It offers
// verbs that are atomic by themselves and no transaction to hold: what an act of
// the office changes is written at once or not at all.
//
// A match is its log: events are only ever added, and the database itself refuses
// to change or delete them or their throws. So whoever has read a match's row needs no
// transaction to read the log that belongs to it: the events up to the row's last
// one never change any more.
//
// Times are whole milliseconds since 1970, UTC; the zero time is 0.
package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"strings"
	"time"

	"github.com/jackc/pgx/v5/pgconn"
	"gorm.io/gorm"
	"gorm.io/gorm/logger"

	"kickabout/league"
)

// patience is how long a call may take whose context has no deadline, and how
// long a write may take once it has begun.
const patience = 10 * time.Second

// Options say which database to open.
type Options struct {
	URL string           // "postgres://…", else the path of a SQLite file
	Log *slog.Logger     // nil: silent
	Now func() time.Time // the clock by which jobs are leased from a SQLite file; nil: time.Now

	// Relaxed lets the operating system write a SQLite file when it likes, which is much
	// faster, and after a power cut the file is lost. It is for files to try things on: only a
	// new one is opened so, or one that was never opened otherwise.
	Relaxed bool

	Importing bool // also if an import was not finished, which nothing else may find
}

// Store is an open database. It is safe for concurrent use.
type Store struct {
	writer *gorm.DB
	reader *gorm.DB // the writer itself where one pool serves both
	now    func() time.Time
	close  []io.Closer
}

// Open opens the database and brings its tables up to date. A SQLite file, and the
// folder it is in, are made if need be; until Close nobody else can open the file
// through Open, so that two servers never run on one file.
func Open(ctx context.Context, o Options) (*Store, error) {
	return open(ctx, o, openSQLite, migrate)
}

// OpenBeside opens a database that a server may have open, for a command beside it. It
// leaves the tables as they are, and fails if they are not those of this program.
func OpenBeside(ctx context.Context, o Options) (*Store, error) {
	return open(ctx, o, openSQLiteBeside, checkVersion)
}

// open picks the engine by the URL.
func open(ctx context.Context, o Options, file func(context.Context, Options) (*Store, error), prepare preparation) (s *Store, err error) {
	if o.Log == nil {
		o.Log = slog.New(slog.DiscardHandler)
	}
	scheme, _, isURL := strings.Cut(o.URL, "://")
	switch {
	case o.URL == "":
		err = errors.New("no path and no URL was given")
	case !isURL:
		s, err = file(ctx, o)
	case o.Relaxed && isURL:
		err = errors.New("only files can be written in a relaxed way")
	case scheme == "postgres" || scheme == "postgresql":
		s, err = openPostgres(ctx, o, prepare)
	default:
		err = fmt.Errorf("%q is neither postgres:// nor the path of a file", scheme+"://")
	}
	if err != nil {
		return nil, fmt.Errorf("opening the database: %w", err)
	}
	if s.now = o.Now; s.now == nil {
		s.now = time.Now
	}
	if o.Importing {
		return s, nil
	}
	if err := s.imported(ctx); err != nil {
		s.Close()
		return nil, fmt.Errorf("opening the database: %w", err)
	}
	return s, nil
}

// Close ends all connections and gives the file free. Calls under way fail.
func (s *Store) Close() error {
	var errs []error
	for _, c := range s.close {
		errs = append(errs, c.Close())
	}
	s.close = nil
	return errors.Join(errs...)
}

// connect makes a gorm.DB of a pool.
func connect(d gorm.Dialector, o Options, prepare bool) (*gorm.DB, error) {
	return gorm.Open(d, &gorm.Config{
		Logger:                 complaints{o.Log},
		TranslateError:         true, // gives gorm.ErrDuplicatedKey on both engines
		SkipDefaultTransaction: true, // transactions are begun by write alone
		PrepareStmt:            prepare,
	})
}

// bounded returns ctx with a deadline: its own, or else after patience.
func bounded(ctx context.Context) (context.Context, context.CancelFunc) {
	if _, ok := ctx.Deadline(); ok {
		return context.WithCancel(ctx)
	}
	return context.WithTimeout(ctx, patience)
}

// write runs f in one transaction; f must use its tx and nothing else.
//
// Whoever gives up while he waits for his turn has written nothing. A transaction
// that has begun is carried through whatever becomes of the caller, so that a closed
// tab leaves no doubt about a move; it has its own deadline. If even that passes during
// the commit on PostgreSQL, the outcome is found by reading: the request's answer is
// there or it is not.
func (s *Store) write(ctx context.Context, f func(tx *gorm.DB) error) error {
	return s.writeWithin(ctx, patience, f)
}

// writeWithin is write with a transaction that may take longer than others.
func (s *Store) writeWithin(ctx context.Context, patience time.Duration, f func(tx *gorm.DB) error) error {
	ctx, cancel := bounded(ctx)
	defer cancel()
	return s.writer.WithContext(ctx).Connection(func(conn *gorm.DB) error {
		begun, cancel := context.WithTimeout(context.WithoutCancel(ctx), patience)
		defer cancel()
		// The guards compare and write in one statement, which waits for the row and then
		// looks again: that is what read committed means, whatever the server's default.
		level := &sql.TxOptions{Isolation: sql.LevelReadCommitted}
		return conn.WithContext(begun).Transaction(f, level)
	})
}

// isPostgres says that several servers may write at once.
func (s *Store) isPostgres() bool { return s.writer.Name() == "postgres" }

// duplicate says that err is about a key that is taken.
func duplicate(err error) bool { return errors.Is(err, gorm.ErrDuplicatedKey) }

// missing turns gorm's error for no row into one for the user; others stay. PostgreSQL does
// not even look for what is no text (character_not_in_repertoire): there is none.
func missing(err error, text string) error {
	var odd *pgconn.PgError
	if errors.Is(err, gorm.ErrRecordNotFound) || errors.As(err, &odd) && odd.Code == "22021" {
		return league.Errorf(league.NotFound, "%s", text)
	}
	return err
}

// explain says what was being done when err came up. Errors for the user stay as they are.
func explain(err error, doing string, args ...any) error {
	if err == nil || league.KindOf(err) != league.Internal {
		return err
	}
	return fmt.Errorf("%s: %w", fmt.Sprintf(doing, args...), err)
}

// millis returns t in milliseconds, rounded down.
func millis(t time.Time) int64 {
	if t.IsZero() {
		return 0
	}
	return t.UnixMilli()
}

// millisUp returns t in milliseconds, rounded up: a moment within a millisecond is
// after all that happened at its beginning.
func millisUp(t time.Time) int64 { return millis(t.Add(time.Millisecond - 1)) }

// moment undoes millis.
func moment(ms int64) time.Time {
	if ms == 0 {
		return time.Time{}
	}
	return time.UnixMilli(ms).UTC()
}

// flag is a yes or no as it is stored.
func flag(yes bool) int {
	if yes {
		return 1
	}
	return 0
}

// complaints passes on what gorm itself finds wrong. Failed statements are not
// logged here: their errors go to the caller, and their texts hold players' data.
type complaints struct{ log *slog.Logger }

func (c complaints) LogMode(logger.LogLevel) logger.Interface { return c }
func (c complaints) Info(context.Context, string, ...any)     {}
func (c complaints) Warn(context.Context, string, ...any)     {}
func (c complaints) Error(ctx context.Context, s string, a ...any) {
	c.log.ErrorContext(ctx, "gorm", "complaint", fmt.Sprintf(s, a...))
}
func (c complaints) Trace(context.Context, time.Time, func() (string, int64), error) {}
