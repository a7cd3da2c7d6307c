package backup

import (
	"context"
	"crypto/sha256"
	"database/sql"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"fmt"
	"hash"
	"math"
	"os"
	"path/filepath"
	"strings"
	"time"

	"kickabout/store/sqldb"
)

// file is a SQLite file as a source.
type file struct {
	path string
	db   *sql.DB
}

// openFile opens a file to be read beside whoever writes to it.
func openFile(path string) (*file, error) {
	path, err := filepath.Abs(path)
	if err != nil {
		return nil, err
	}
	if _, err := os.Stat(path); err != nil {
		return nil, err
	}
	db, err := sqldb.RawFile(path, false)
	if err != nil {
		return nil, err
	}
	return &file{path, db}, nil
}

func (f *file) close() error { return f.db.Close() }

// size is that of the file and of what was written and is not in it yet.
func (f *file) chain(ctx context.Context, statement, of string, n int64) (value []byte, err error) {
	if err = f.db.QueryRowContext(ctx, statement, of, n).Scan(&value); errors.Is(err, sql.ErrNoRows) {
		err = nil
	}
	return value, err
}

func (f *file) size(context.Context) (n int64, err error) {
	for _, suffix := range []string{"", "-wal"} {
		info, err := os.Stat(f.path + suffix)
		switch {
		case err == nil:
			n += info.Size()
		case !errors.Is(err, os.ErrNotExist):
			return 0, err
		}
	}
	return n, nil
}

// copy lets SQLite write the file anew: a copy of the file itself would lack what stands in the log
// beside it. That is one reading transaction, for which nobody who writes waits.
func (f *file) copy(ctx context.Context, folder string, m *Manifest) ([]member, error) {
	path := filepath.Join(folder, databaseName)
	empty, err := os.OpenFile(path, os.O_CREATE|os.O_EXCL, 0o600) // SQLite would let others read it
	if err != nil {
		return nil, err
	}
	empty.Close()
	if _, err := f.db.ExecContext(ctx, "VACUUM INTO ?", path); err != nil {
		return nil, err
	}
	db, err := sqldb.RawFile(path, false)
	if err != nil {
		return nil, err
	}
	defer db.Close()
	m.Engine = SQLite
	if m.Tables, err = tablesOf(ctx, db); err != nil {
		return nil, err
	}
	if m.Schema, err = schemaOf(ctx, db); err != nil {
		return nil, err
	}
	if m.Mark, err = markOf(ctx, db); err != nil {
		return nil, err
	}
	m.Heads, err = headsOf(m.Tables, func(statement string, into ...any) error {
		err := db.QueryRowContext(ctx, statement).Scan(into...)
		if errors.Is(err, sql.ErrNoRows) {
			return nil
		}
		return err
	})
	return []member{{databaseName, path}}, err
}

// schemaOf returns the version of the tables of a file.
func schemaOf(ctx context.Context, db *sql.DB) (version int64, err error) {
	err = db.QueryRowContext(ctx, "SELECT MAX(version_id) FROM goose_db_version").Scan(&version)
	if err != nil {
		return 0, fmt.Errorf("reading the version of the tables: %w", err)
	}
	return version, nil
}

// newestEvent finds the mark, on both engines.
const newestEvent = "SELECT match_id, seq, at_ms FROM events ORDER BY at_ms DESC, match_id DESC, seq DESC LIMIT 1"

func markOf(ctx context.Context, db *sql.DB) (m Mark, err error) {
	err = db.QueryRowContext(ctx, newestEvent).Scan(&m.Match, &m.Seq, &m.AtMs)
	if errors.Is(err, sql.ErrNoRows) {
		return Mark{}, nil
	}
	return m, err
}

// tablesOf returns what all tables of a file hold, by their names: SQLite fills them in any order.
func tablesOf(ctx context.Context, db *sql.DB) ([]Table, error) {
	rows, err := db.QueryContext(ctx, "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite~_%' ESCAPE '~' ORDER BY name")
	if err != nil {
		return nil, err
	}
	var tables []Table
	for rows.Next() {
		var t Table
		if err := rows.Scan(&t.Name); err != nil {
			return nil, err
		}
		tables = append(tables, t)
	}
	if err := errors.Join(rows.Err(), rows.Close()); err != nil {
		return nil, err
	}
	for i := range tables {
		if err := tables[i].measure(ctx, db); err != nil {
			return nil, fmt.Errorf("reading table %s: %w", tables[i].Name, err)
		}
	}
	return tables, nil
}

// measure reads a table of a file: its columns, rows and hash.
func (t *Table) measure(ctx context.Context, db *sql.DB) error {
	rows, err := db.QueryContext(ctx, "SELECT * FROM "+quoted(t.Name)+" ORDER BY rowid")
	if err != nil {
		return err
	}
	defer rows.Close()
	if t.Columns, err = rows.Columns(); err != nil {
		return err
	}
	values, into := make([]any, len(t.Columns)), make([]any, len(t.Columns))
	for i := range values {
		into[i] = &values[i]
	}
	sum := sha256.New()
	for rows.Next() {
		if err := rows.Scan(into...); err != nil {
			return err
		}
		for _, v := range values {
			addValue(sum, v)
		}
		t.Rows++
	}
	t.SHA256 = hex.EncodeToString(sum.Sum(nil))
	return rows.Err()
}

// addValue adds a value to a hash: its type, its length and its bytes, so that no other values
// come to the same.
func addValue(to hash.Hash, value any) {
	var kind byte
	var b []byte
	switch v := value.(type) {
	case nil:
		kind = 'n'
	case int64:
		kind, b = 'i', binary.BigEndian.AppendUint64(nil, uint64(v))
	case float64:
		kind, b = 'f', binary.BigEndian.AppendUint64(nil, math.Float64bits(v))
	case string:
		kind, b = 't', []byte(v)
	case []byte:
		kind, b = 'b', v
	case time.Time: // what the driver makes of a column that says so
		kind, b = 'm', binary.BigEndian.AppendUint64(nil, uint64(v.UnixNano()))
	default:
		kind, b = '?', fmt.Append(nil, v)
	}
	to.Write(binary.BigEndian.AppendUint64([]byte{kind}, uint64(len(b))))
	to.Write(b)
}

// quoted is a name as SQL has it.
func quoted(name string) string { return `"` + strings.ReplaceAll(name, `"`, `""`) + `"` }

// checkFile compares a file with its manifest, and returns what is wrong with it.
func checkFile(ctx context.Context, path string, m Manifest) (faults []string) {
	db, err := sqldb.RawFile(path, false)
	if err != nil {
		return []string{fmt.Sprintf("its database cannot be opened (%v)", err)}
	}
	defer db.Close()
	if is, err := integrity(ctx, db); err != nil || is != "ok" {
		faults = append(faults, fmt.Sprintf("SQLite finds its database damaged (%s)", first(is, err)))
	}
	tables, err := tablesOf(ctx, db)
	if err != nil {
		return append(faults, fmt.Sprintf("its tables cannot be read (%v)", err))
	}
	faults = append(faults, compare(m.Tables, tables)...)
	if is, err := schemaOf(ctx, db); err != nil || is != m.Schema {
		faults = append(faults, fmt.Sprintf("its tables are of version %d, and %d was written down", is, m.Schema))
	}
	return faults
}

// integrity returns what SQLite finds of a file, first of all: "ok" if nothing is wrong.
func integrity(ctx context.Context, db *sql.DB) (is string, err error) {
	if err := db.QueryRowContext(ctx, "PRAGMA integrity_check(1)").Scan(&is); err != nil || is != "ok" {
		return is, err
	}
	var dangling int
	err = db.QueryRowContext(ctx, "SELECT COUNT(*) FROM pragma_foreign_key_check").Scan(&dangling)
	if dangling > 0 {
		is = fmt.Sprintf("%d rows name others that are not there", dangling)
	}
	return is, err
}

func first(is string, err error) string {
	if err != nil {
		return fmt.Sprint(err)
	}
	return strings.Join(strings.Fields(is), " ")
}

// compare returns how tables differ from those that were written down.
func compare(want, is []Table) (faults []string) {
	found := map[string]Table{}
	for _, t := range is {
		found[t.Name] = t
	}
	for _, w := range want {
		t, there := found[w.Name]
		switch {
		case !there:
			faults = append(faults, "table "+w.Name+" is missing")
		case t.Rows != w.Rows:
			faults = append(faults, fmt.Sprintf("table %s has %d rows, and %d were written down", w.Name, t.Rows, w.Rows))
		case t.SHA256 != w.SHA256:
			faults = append(faults, "table "+w.Name+" differs from what was written")
		}
		delete(found, w.Name)
	}
	for name := range found {
		faults = append(faults, "table "+name+" was not written down")
	}
	return faults
}

// revokeInFile ends in a file that no server has open what must not live again.
func revokeInFile(ctx context.Context, path string, m Manifest, at time.Time) (ended Ended, err error) {
	db, err := sqldb.RawFile(path, true)
	if err != nil {
		return ended, err
	}
	defer func() { err = errors.Join(err, db.Close()) }()
	// What is stopped in the middle is never used: no journal beside the file.
	if _, err := db.ExecContext(ctx, "PRAGMA journal_mode = MEMORY"); err != nil {
		return ended, err
	}
	for _, c := range ended.changes(m, at) {
		done, err := db.ExecContext(ctx, c.statement)
		if err != nil {
			return ended, err
		}
		if *c.rows, err = done.RowsAffected(); err != nil {
			return ended, err
		}
	}
	err = db.QueryRowContext(ctx, heartbeat).Scan(&ended.BeatMs)
	return ended, err
}
