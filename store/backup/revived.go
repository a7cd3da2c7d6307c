package backup

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/jackc/pgx/v5"

	"kickabout/store/sqldb"
)

// Revived names the accounts of a restored site that lived on differently after the backup, by what a newer source says.
type Revived struct {
	Closed    []string // accounts that were deleted or expelled since, and are open again
	Passwords []string // accounts whose password was changed since, or hashed anew, and is the old one again
}

// account is what is compared of an account.
type account struct{ name, kind, password string }

// openKind is the kind of a player whose account is open.
const openKind = "member"

// RevivedSince compares a restored database with a newer source: a backup (.kab), or a database by its URL or path.
func RevivedSince(ctx context.Context, restored, newer string) (r Revived, err error) {
	was, err := accountsIn(ctx, restored)
	if err != nil {
		return r, err
	}
	now, err := accountsIn(ctx, newer)
	if err != nil {
		return r, fmt.Errorf("%s: %w", newer, err)
	}
	for id, old := range was {
		is, there := now[id]
		switch {
		case old.kind != openKind: // it is closed here, too
		case !there || is.kind != openKind:
			r.Closed = append(r.Closed, old.name)
		case is.password != old.password:
			r.Passwords = append(r.Passwords, old.name)
		}
	}
	slices.Sort(r.Closed)
	slices.Sort(r.Passwords)
	return r, nil
}

// accountsIn reads all accounts of a source, by the ids of their players.
func accountsIn(ctx context.Context, from string) (map[string]account, error) {
	switch {
	case strings.Contains(from, "://"):
		return accountsOn(ctx, from)
	case strings.HasSuffix(from, nameSuffix):
		return accountsOf(ctx, from)
	}
	return accountsInFile(ctx, from)
}

// accountsQuery reads them, on both engines.
const accountsQuery = "SELECT p.id, p.name, p.kind, COALESCE(a.password, '') FROM players p LEFT JOIN accounts a ON a.player_id = p.id"

func accountsOn(ctx context.Context, url string) (map[string]account, error) {
	conn, err := pgx.Connect(ctx, url)
	if err != nil {
		return nil, errors.New("the database cannot be opened") // the error may hold the URL
	}
	defer conn.Close(context.WithoutCancel(ctx))
	rows, err := conn.Query(ctx, accountsQuery)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	all := map[string]account{}
	for rows.Next() {
		var id string
		var a account
		if err := rows.Scan(&id, &a.name, &a.kind, &a.password); err != nil {
			return nil, err
		}
		all[id] = a
	}
	return all, rows.Err()
}

func accountsInFile(ctx context.Context, path string) (map[string]account, error) {
	db, err := sqldb.RawFile(path, false)
	if err != nil {
		return nil, err
	}
	defer db.Close()
	rows, err := db.QueryContext(ctx, accountsQuery)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	all := map[string]account{}
	for rows.Next() {
		var id string
		var a account
		if err := rows.Scan(&id, &a.name, &a.kind, &a.password); err != nil {
			return nil, err
		}
		all[id] = a
	}
	return all, rows.Err()
}

// accountsOf reads those of a backup, which is verified first.
func accountsOf(ctx context.Context, path string) (map[string]account, error) {
	scratch, err := os.MkdirTemp("", "kickabout-revived-")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(scratch)
	file := filepath.Join(scratch, databaseName)
	m, err := verify(ctx, path, file)
	if err != nil {
		return nil, err
	}
	if m.Engine == SQLite {
		return accountsInFile(ctx, file)
	}
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	body, err := unseal(f)
	if err != nil {
		return nil, err
	}
	b, err := read(body)
	if err != nil {
		return nil, err
	}
	all := map[string]account{}
	for _, t := range m.Tables {
		if err := b.expect(tablesFolder + t.Name); err != nil {
			return nil, err
		}
		switch t.Name {
		case "players":
			err = t.each(b.members, func(value func(string) string) {
				a := all[value("id")]
				a.name, a.kind = value("name"), value("kind")
				all[value("id")] = a
			})
		case "accounts":
			err = t.each(b.members, func(value func(string) string) {
				a := all[value("player_id")]
				a.password = value("password")
				all[value("player_id")] = a
			})
		}
		if err != nil {
			return nil, err
		}
	}
	return all, nil
}

// each passes on the rows of a table as PostgreSQL wrote them: values as they stand there, which is as they are
// unless they hold a tab, an end of a line or a backslash.
func (t Table) each(rows io.Reader, row func(value func(column string) string)) error {
	lines := bufio.NewReader(rows)
	for {
		line, err := lines.ReadString('\n')
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return err
		}
		values := strings.Split(strings.TrimSuffix(line, "\n"), "\t")
		if len(values) != len(t.Columns) {
			return fmt.Errorf("a row of table %s has %d values and not %d", t.Name, len(values), len(t.Columns))
		}
		row(func(column string) string {
			if i := slices.Index(t.Columns, column); i >= 0 {
				return values[i]
			}
			return ""
		})
	}
}
