package sqldb

import (
	"context"
	"database/sql/driver"
	"errors"
	"io"
	"log/slog"
	"net"
	"strings"
	"sync"
	"syscall"
	"time"

	"github.com/jackc/pgx/v5/pgconn"
	"github.com/mattn/go-sqlite3"
	"gorm.io/driver/postgres"
	"gorm.io/driver/sqlite"
	"gorm.io/gorm"

	"kickabout/league"
)

// ofSQLite are the codes of SQLite that are faults of what is below it.
var ofSQLite = map[sqlite3.ErrNo]league.Fault{
	sqlite3.ErrFull: league.DiskFull, sqlite3.ErrIoErr: league.DiskError, sqlite3.ErrCantOpen: league.DiskError,
	sqlite3.ErrReadonly: league.ReadOnly, sqlite3.ErrBusy: league.Locked, sqlite3.ErrLocked: league.Locked,
}

// ofPostgres are such codes of PostgreSQL, whole or the class that they begin with; the first one that fits counts.
var ofPostgres = []struct {
	code  string
	fault league.Fault
}{
	{"53100", league.DiskFull},  // disk_full
	{"53", league.Exhausted},    // insufficient_resources
	{"58030", league.DiskError}, // io_error
	{"25006", league.ReadOnly},  // read_only_sql_transaction
	{"25P03", league.Slow},      // idle_in_transaction_session_timeout: this program was stopped for long
	{"55P03", league.Locked},    // lock_not_available
	{"08", league.Away},         // connection_exception
	{"57P", league.Away},        // operator_intervention: shutdown, crash, start
}

// ofSystem are such errors of the operating system.
var ofSystem = map[syscall.Errno]league.Fault{
	syscall.ENOSPC: league.DiskFull, syscall.EDQUOT: league.DiskFull, syscall.EIO: league.DiskError, syscall.EROFS: league.ReadOnly,
	syscall.EMFILE: league.Exhausted, syscall.ENFILE: league.Exhausted,
}

// faultOf returns the fault that an error of a driver is about, "" if it is about none: then asking again would not help.
func faultOf(err error) league.Fault {
	var file sqlite3.Error
	if errors.As(err, &file) {
		return ofSQLite[file.Code]
	}
	var server *pgconn.PgError
	if errors.As(err, &server) {
		for _, known := range ofPostgres {
			if strings.HasPrefix(server.Code, known.code) {
				return known.fault
			}
		}
		return ""
	}
	var system syscall.Errno
	if errors.As(err, &system) && ofSystem[system] != "" {
		return ofSystem[system]
	}
	var network net.Error
	var connecting *pgconn.ConnectError
	switch {
	case errors.Is(err, context.Canceled): // whoever asked has gone
		return ""
	case errors.Is(err, context.DeadlineExceeded):
		return league.Slow
	case errors.As(err, &connecting), errors.As(err, &network), errors.Is(err, driver.ErrBadConn),
		errors.Is(err, io.EOF), errors.Is(err, io.ErrUnexpectedEOF), errors.Is(err, pgconn.ErrConnClosed):
		return league.Away
	}
	return ""
}

// calm is after how long without a fault of its kind a spell of faults is over.
const calm = 30 * time.Second

// A watch turns faults into errors that say so, and tells of them: the log has a line when a spell of
// faults begins and one when it is over, however many there were.
type watch struct {
	log  *slog.Logger
	told func(league.Fault)

	mu     sync.Mutex
	spells map[league.Fault]*spell
}

// spell is a time in which faults of a kind follow on each other.
type spell struct {
	began time.Time
	times int
	over  *time.Timer
}

// newWatch returns a watch that tells of each fault; told may be nil.
func newWatch(log *slog.Logger, told func(league.Fault)) *watch {
	if told == nil {
		told = func(league.Fault) {}
	}
	return &watch{log: log, told: told, spells: map[league.Fault]*spell{}}
}

// see returns an error as one about a fault, if it is about one and does not say so yet.
func (w *watch) see(err error) error {
	if err == nil || league.FaultOf(err) != "" {
		return err
	}
	fault := faultOf(err)
	if fault == "" {
		return err
	}
	w.note(fault, err)
	return &league.Unavailable{Fault: fault, Err: err}
}

// note tells of a fault.
func (w *watch) note(fault league.Fault, err error) {
	w.told(fault)
	w.mu.Lock()
	defer w.mu.Unlock()
	if s := w.spells[fault]; s != nil {
		s.times++
		s.over.Reset(calm)
		return
	}
	w.log.Error("the database is not available", "fault", fault, "err", err)
	w.spells[fault] = &spell{time.Now(), 1, time.AfterFunc(calm, func() { w.end(fault) })}
}

// end says that a spell is over.
func (w *watch) end(fault league.Fault) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if s := w.spells[fault]; s != nil {
		w.log.Warn("the database is available again", "fault", fault, "times", s.times, "for", time.Since(s.began)-calm)
		delete(w.spells, fault)
	}
}

// Close ends all spells without a word.
func (w *watch) Close() error {
	w.mu.Lock()
	defer w.mu.Unlock()
	for fault, s := range w.spells {
		s.over.Stop()
		delete(w.spells, fault)
	}
	return nil
}

// watchedFile and watchedServer are what gorm asks about SQLite and about PostgreSQL, and whom it shows every error.
type (
	watchedFile struct {
		*sqlite.Dialector
		*watch
	}
	watchedServer struct {
		*postgres.Dialector
		*watch
	}
)

// Translate returns an error as gorm and the callers know it.
func (d watchedFile) Translate(err error) error { return d.see(d.Dialector.Translate(err)) }

// Translate returns an error as gorm and the callers know it.
func (d watchedServer) Translate(err error) error { return d.see(d.Dialector.Translate(err)) }

var (
	_ gorm.ErrorTranslator = watchedFile{}
	_ gorm.ErrorTranslator = watchedServer{}
)
