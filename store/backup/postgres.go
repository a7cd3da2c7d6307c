package backup

import (
	"bufio"
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/jackc/pgx/v5"
)

// server is a database on a PostgreSQL server as a source.
type server struct{ conn *pgx.Conn }

func openPostgres(ctx context.Context, url string) (*server, error) {
	conn, err := pgx.Connect(ctx, url)
	if err != nil {
		return nil, err
	}
	return &server{conn}, nil
}

func (s *server) close() error { return s.conn.Close(context.Background()) }

func (s *server) chain(ctx context.Context, statement, of string, n int64) (value []byte, err error) {
	if err = s.conn.QueryRow(ctx, statement, of, n).Scan(&value); errors.Is(err, pgx.ErrNoRows) {
		err = nil
	}
	return value, err
}

func (s *server) size(ctx context.Context) (n int64, err error) {
	err = s.conn.QueryRow(ctx, "SELECT pg_database_size(current_database())").Scan(&n)
	return n, err
}

// versions is the table in which it stands which migrations were made. It is not copied: whoever
// restores makes them.
const versions = "goose_db_version"

// copy copies each table out, all in one transaction that sees one moment.
func (s *server) copy(ctx context.Context, folder string, m *Manifest) (members []member, err error) {
	m.Engine = Postgres
	all := pgx.TxOptions{IsoLevel: pgx.RepeatableRead, AccessMode: pgx.ReadOnly}
	err = pgx.BeginTxFunc(ctx, s.conn, all, func(tx pgx.Tx) error {
		// Whatever the server's settings, a number comes back as the same number.
		if _, err := tx.Exec(ctx, "SET LOCAL extra_float_digits = 1"); err != nil {
			return err
		}
		if err := tx.QueryRow(ctx, "SELECT MAX(version_id) FROM "+versions).Scan(&m.Schema); err != nil {
			return fmt.Errorf("reading the version of the tables: %w", err)
		}
		if m.Tables, err = tablesOn(ctx, tx); err != nil {
			return err
		}
		for i := range m.Tables {
			one := member{tablesFolder + m.Tables[i].Name, filepath.Join(folder, m.Tables[i].Name)}
			if err := m.Tables[i].copyOut(ctx, tx, one.path); err != nil {
				return fmt.Errorf("copying table %s: %w", m.Tables[i].Name, err)
			}
			members = append(members, one)
		}
		one := func(statement string, into ...any) error {
			err := tx.QueryRow(ctx, statement).Scan(into...)
			if errors.Is(err, pgx.ErrNoRows) {
				return nil
			}
			return err
		}
		if err := one(newestEvent, &m.Mark.Match, &m.Mark.Seq, &m.Mark.AtMs); err != nil {
			return err
		}
		m.Heads, err = headsOf(m.Tables, one)
		return err
	})
	return members, err
}

// tablesOn lists the tables of a site in an order in which they can be filled: each behind those
// that its rows name.
func tablesOn(ctx context.Context, tx pgx.Tx) ([]Table, error) {
	rows, err := tx.Query(ctx, `
		SELECT c.relname::text,
			ARRAY(SELECT attname::text FROM pg_attribute WHERE attrelid = c.oid AND attnum > 0 AND NOT attisdropped ORDER BY attnum),
			ARRAY(SELECT f.relname::text FROM pg_constraint k JOIN pg_class f ON f.oid = k.confrelid
				WHERE k.conrelid = c.oid AND k.contype = 'f' AND k.confrelid <> c.oid)
		FROM pg_class c
		WHERE c.relkind = 'r' AND c.relnamespace = current_schema()::regnamespace AND c.relname <> $1
		ORDER BY c.relname COLLATE "C"`, versions)
	if err != nil {
		return nil, err
	}
	needs := map[string][]string{}
	tables, err := pgx.CollectRows(rows, func(row pgx.CollectableRow) (t Table, err error) {
		var names []string
		err = row.Scan(&t.Name, &t.Columns, &names)
		needs[t.Name] = names
		return t, err
	})
	if err != nil {
		return nil, err
	}
	return inOrder(tables, needs)
}

// inOrder puts each table behind those that it needs.
func inOrder(tables []Table, needs map[string][]string) (ordered []Table, err error) {
	done := map[string]bool{}
	for len(tables) > 0 {
		free := func(t Table) bool {
			return !slices.ContainsFunc(needs[t.Name], func(n string) bool { return !done[n] })
		}
		at := slices.IndexFunc(tables, free)
		if at < 0 {
			return nil, fmt.Errorf("no table of %d can be filled before the others, first %s", len(tables), tables[0].Name)
		}
		done[tables[at].Name] = true
		ordered, tables = append(ordered, tables[at]), slices.Delete(tables, at, at+1)
	}
	return ordered, nil
}

// columns lists the columns of a table as SQL has them.
func (t Table) columns() string {
	names := make([]string, len(t.Columns))
	for i, name := range t.Columns {
		names[i] = quoted(name)
	}
	return quoted(t.Name) + " (" + strings.Join(names, ", ") + ")"
}

// copyOut writes the rows of a table into a new file, a line each.
func (t *Table) copyOut(ctx context.Context, tx pgx.Tx, path string) error {
	f, err := os.OpenFile(path, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o600)
	if err != nil {
		return err
	}
	defer f.Close()
	sum, w := sha256.New(), bufio.NewWriterSize(f, 1<<16)
	done, err := tx.Conn().PgConn().CopyTo(ctx, io.MultiWriter(w, sum), "COPY "+t.columns()+" TO STDOUT WITH (FORMAT text, ENCODING 'UTF8')")
	if err != nil {
		return err
	}
	t.Rows, t.SHA256 = done.RowsAffected(), hex.EncodeToString(sum.Sum(nil))
	return errors.Join(w.Flush(), f.Close())
}

// copyIn writes the rows of a table, as they come, and fails unless they are those that were written down.
func (t Table) copyIn(ctx context.Context, tx pgx.Tx, rows io.Reader) error {
	sum := sha256.New()
	done, err := tx.Conn().PgConn().CopyFrom(ctx, io.TeeReader(rows, sum), "COPY "+t.columns()+" FROM STDIN WITH (FORMAT text, ENCODING 'UTF8')")
	if err != nil {
		return err
	}
	if is := hex.EncodeToString(sum.Sum(nil)); is != t.SHA256 || done.RowsAffected() != t.Rows {
		return errBroken
	}
	return nil
}

// checkTables compares the members of a backup with its manifest, and returns what is wrong.
func checkTables(b *bundle) (faults []string) {
	for _, t := range b.manifest.Tables {
		if err := b.expect(tablesFolder + t.Name); err != nil {
			return append(faults, fmt.Sprint(err))
		}
		sum, lines := sha256.New(), lineCount(0)
		if _, err := io.Copy(io.MultiWriter(sum, &lines), b.members); err != nil {
			return append(faults, fmt.Sprintf("table %s is cut short", t.Name))
		}
		is := Table{Name: t.Name, Rows: int64(lines), SHA256: hex.EncodeToString(sum.Sum(nil))}
		faults = append(faults, compare([]Table{t}, []Table{is})...)
	}
	if _, err := b.next(); err != io.EOF {
		faults = append(faults, "there is more in it than was written down")
	}
	return faults
}

// lineCount counts the lines that are written to it. Within a row PostgreSQL writes a line's end as \n.
type lineCount int64

func (n *lineCount) Write(b []byte) (int, error) {
	*n += lineCount(bytes.Count(b, []byte("\n")))
	return len(b), nil
}

// filledAtOnce are the tables that are not empty where nothing has happened yet.
var filledAtOnce = []string{"weighing", "site"}

// fill puts the tables of a backup into an empty database, all or none, and ends what must not
// live again.
func fill(ctx context.Context, to Into, conn *pgx.Conn, b *bundle) (ended Ended, err error) {
	err = pgx.BeginFunc(ctx, conn, func(tx pgx.Tx) error {
		if err := holdEmpty(ctx, tx, b.manifest.Tables); err != nil {
			return err
		}
		if err := bare(ctx, tx, func() error { return b.pour(ctx, tx) }); err != nil {
			return err
		}
		if err := to.steps.done(ctx, copied); err != nil {
			return err
		}
		for _, c := range ended.changes(b.manifest, to.Now()) {
			done, err := tx.Exec(ctx, c.statement)
			if err != nil {
				return err
			}
			*c.rows = done.RowsAffected()
		}
		if err := tx.QueryRow(ctx, heartbeat).Scan(&ended.BeatMs); err != nil {
			return err
		}
		return to.steps.done(ctx, revoked)
	})
	return ended, err
}

// pour fills the tables one after the other.
func (b *bundle) pour(ctx context.Context, tx pgx.Tx) error {
	for _, t := range b.manifest.Tables {
		if slices.Contains(filledAtOnce, t.Name) {
			if _, err := tx.Exec(ctx, "DELETE FROM "+quoted(t.Name)); err != nil {
				return err
			}
		}
		if err := b.expect(tablesFolder + t.Name); err != nil {
			return err
		}
		if err := t.copyIn(ctx, tx, b.members); err != nil {
			return fmt.Errorf("filling table %s: %w", t.Name, err)
		}
	}
	return nil
}

// holdEmpty keeps everybody else from the tables, which are to be those of a backup, and fails
// unless they are empty.
func holdEmpty(ctx context.Context, tx pgx.Tx, want []Table) error {
	tables, err := tablesOn(ctx, tx)
	if err != nil {
		return err
	}
	name := func(t Table) string { return t.Name }
	if !slices.Equal(sorted(tables, name), sorted(want, name)) {
		return errors.New("its tables are not those of the backup: take a database without any")
	}
	for _, t := range tables {
		if _, err := tx.Exec(ctx, "LOCK TABLE "+quoted(t.Name)+" IN ACCESS EXCLUSIVE MODE"); err != nil {
			return err
		}
	}
	return nothingIn(ctx, tx, tables)
}

func sorted(tables []Table, by func(Table) string) (names []string) {
	for _, t := range tables {
		names = append(names, by(t))
	}
	slices.Sort(names)
	return names
}

// nothingIn fails if anything has happened on a site.
func nothingIn(ctx context.Context, tx pgx.Tx, tables []Table) error {
	for _, t := range tables {
		if slices.Contains(filledAtOnce, t.Name) {
			continue
		}
		var some bool
		if err := tx.QueryRow(ctx, "SELECT EXISTS (SELECT FROM "+quoted(t.Name)+")").Scan(&some); err != nil {
			return err
		}
		if some {
			return fmt.Errorf("the database is not empty, there is something in %s: restore into an empty one", t.Name)
		}
	}
	return nil
}
