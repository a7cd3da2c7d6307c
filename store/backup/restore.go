package backup

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"

	"kickabout/store/sqldb"
)

// Ended is what a restoration has ended, since it may have been ended after the backup, and what it
// has found.
type Ended struct {
	Sessions int64
	Tokens   int64 // that sleep until their owners wake them, or have ended: see Asleep
	Feeds    int64 // of members, which have ended
	Links    int64 // open invitations by link
	Asleep   bool  // the tables are new enough for tokens that sleep
	BeatMs   int64 // when the site was last known to run: the time since then is given back when it starts; 0: never
}

// change is a statement that a restoration makes to what it has restored, and where to count what it concerns.
type change struct {
	statement string
	rows      *int64
}

// changes returns what ends what may have been ended after a backup, and what notes that it was restored at a moment.
func (e *Ended) changes(m Manifest, at time.Time) []change {
	var noted int64
	var pushed, silenced int64
	list := []change{{"DELETE FROM sessions", &e.Sessions}}
	if m.has("subscriptions", "hash") {
		list = append([]change{{"DELETE FROM subscriptions", &pushed}}, list...)
	}
	if m.has("hooks", "off_ms") { // one that was removed since would be told again: a test wakes it
		list = append(list, change{fmt.Sprintf("UPDATE hooks SET off_ms = %d, said = 'The site was restored from a backup since.' WHERE off_ms = 0", max(1, at.UnixMilli())), &silenced})
	}
	var allowed int64
	if m.has("tokens", "kind") { // an app asks again: nobody wakes what it has
		list = append(list, change{"DELETE FROM tokens WHERE kind <> ''", &allowed})
	}
	if e.Asleep = m.has("tokens", "asleep"); e.Asleep {
		list = append(list, change{"UPDATE tokens SET asleep = 1", &e.Tokens})
	} else {
		list = append(list, change{"DELETE FROM tokens", &e.Tokens})
	}
	if m.has("feeds", "hash") {
		list = append(list, change{"DELETE FROM feeds", &e.Feeds})
	}
	if m.has("recovery_links", "hash") {
		list = append(list, change{"DELETE FROM recovery_links", &noted})
	}
	if m.has("addresses", "wanted_hash") { // whoever opens its link gets the mail of the account
		list = append(list, change{"UPDATE addresses SET wanted = '', wanted_hash = NULL, wanted_ms = 0 WHERE wanted <> ''", &noted})
	}
	if m.has("offers", "linked") {
		list = append(list, change{"UPDATE offers SET state = 'expired' WHERE state = 'open' AND linked = 1", &e.Links})
	}
	var letters, fanned int64
	if m.has("outbox", "key") { // what is due by now was sent after the backup, or is no use any more; an alarm says what is left now
		list = append(
			list, change{fmt.Sprintf("UPDATE outbox SET state = 'moot', ended_ms = due_ms + 1 WHERE state IN ('waiting', 'sending') AND due_ms <= %d AND event NOT LIKE 'alarm.%%'", at.UnixMilli()), &letters},
			change{"UPDATE players SET fanned = notices WHERE fanned < notices", &fanned},
		)
	}
	if m.has("site_notices", "kind") {
		from := max(1, m.Taken.UnixMilli())
		list = append(list, change{
			fmt.Sprintf("INSERT INTO site_notices (kind, from_ms, until_ms) VALUES ('restored', %d, %d) ON CONFLICT DO NOTHING", from, max(from, at.UnixMilli())), &noted,
		})
	}
	return list
}

// has says whether a backup has a column of a table, which those of earlier releases may not.
func (m Manifest) has(table, column string) bool {
	i := slices.IndexFunc(m.Tables, func(t Table) bool { return t.Name == table })
	return i >= 0 && slices.Contains(m.Tables[i].Columns, column)
}

// heartbeat finds when the site was last known to run, on both engines.
const heartbeat = "SELECT COALESCE(MAX(at_ms), 0) FROM heartbeats"

// Into says where a backup is restored to.
type Into struct {
	Database string // "postgres://…", else the path of a SQLite file that is made
	Program  string // the version of the program that asks

	Now func() time.Time // nil: time.Now

	steps steps
}

// Restore makes the database of a backup, once all of the backup is found to be whole. A file comes
// into a folder with nothing in it but keys; a database on a server must be empty. All sessions and
// links end, and all tokens sleep. Whenever it is stopped there is all of it or nothing that a server could open.
func Restore(ctx context.Context, path string, to Into) (Manifest, Ended, error) {
	if to.Now == nil {
		to.Now = time.Now
	}
	m, err := manifestOf(path)
	if err != nil {
		return m, Ended{}, fmt.Errorf("%s: %w", path, err)
	}
	if err := fits(m, to); err != nil {
		return m, Ended{}, fmt.Errorf("%s: %w", path, err)
	}
	var ended Ended
	if m.Engine == Postgres {
		ended, err = restoreServer(ctx, path, to)
	} else {
		ended, err = restoreFile(ctx, path, to)
	}
	return m, ended, err
}

// manifestOf reads the manifest of a backup, of which nothing is checked but that.
func manifestOf(path string) (m Manifest, err error) {
	f, err := os.Open(path)
	if err != nil {
		return m, err
	}
	defer f.Close()
	body, err := unseal(f)
	if err != nil {
		return m, err
	}
	b, err := read(body)
	if err != nil {
		return m, err
	}
	return b.manifest, nil
}

// fits fails if a backup cannot be restored to a place by this program.
func fits(m Manifest, to Into) error {
	newest := sqldb.Schema()
	onServer := strings.Contains(to.Database, "://")
	switch {
	case m.Schema > newest:
		return fmt.Errorf("this backup was written by Kickabout %s with tables of version %d, and this is Kickabout %s for tables of version %d: install the newer one first", m.Program, m.Schema, to.Program, newest)
	case m.Engine == Postgres && !onServer:
		return errors.New("this backup is of a site on PostgreSQL: say with --database to which empty database it goes")
	case m.Engine == SQLite && onServer:
		return errors.New("this backup is of a site in a SQLite file: restore it without --database, and move it with kickabout export and import")
	}
	return nil
}

// restoreServer restores into a database on a PostgreSQL server.
func restoreServer(ctx context.Context, path string, to Into) (ended Ended, err error) {
	m, err := verify(ctx, path, "")
	if err != nil {
		return ended, fmt.Errorf("%s is damaged: %w", path, err)
	}
	if err := to.steps.done(ctx, checked); err != nil {
		return ended, err
	}
	conn, err := pgx.Connect(ctx, to.Database)
	if err != nil {
		return ended, fmt.Errorf("opening the database: %w", err)
	}
	defer conn.Close(context.WithoutCancel(ctx))
	if err := empty(ctx, conn); err != nil {
		return ended, err
	}
	has, err := sqldb.MigrateTo(ctx, to.Database, m.Schema)
	if err != nil {
		return ended, err
	}
	if has != m.Schema {
		return ended, fmt.Errorf("the tables of the database are of version %d, and those of the backup of version %d: take a database without any", has, m.Schema)
	}
	f, err := os.Open(path)
	if err != nil {
		return ended, err
	}
	defer f.Close()
	body, err := unseal(f)
	if err != nil {
		return ended, err
	}
	b, err := read(body)
	if err != nil {
		return ended, err
	}
	ended, err = fill(ctx, to, conn, b)
	if err != nil {
		return ended, fmt.Errorf("filling the database: %w", err)
	}
	_, err = conn.Exec(ctx, "ANALYZE") // else the first queries go by empty tables
	return ended, err
}

// empty fails if something is in a database, of which the tables may be there.
func empty(ctx context.Context, conn *pgx.Conn) error {
	return pgx.BeginFunc(ctx, conn, func(tx pgx.Tx) error {
		tables, err := tablesOn(ctx, tx)
		if err != nil {
			return err
		}
		return nothingIn(ctx, tx, tables)
	})
}

// unnamed is what is put behind the name of a database until it is whole.
const unnamed = ".restoring"

// restoreFile restores into a folder.
func restoreFile(ctx context.Context, path string, to Into) (ended Ended, err error) {
	folder := filepath.Dir(to.Database)
	if err := nothingBut(folder, to.Database); err != nil {
		return ended, err
	}
	if err := os.MkdirAll(folder, 0o700); err != nil {
		return ended, fmt.Errorf("making the folder of the data: %w", err)
	}
	lock, err := sqldb.Lock(to.Database)
	if err != nil {
		return ended, err
	}
	defer lock.Close()
	if err := nothingBut(folder, to.Database); err != nil { // what came before the lock
		return ended, err
	}
	restoring := to.Database + unnamed
	if err := removeFile(restoring); err != nil {
		return ended, err
	}
	defer func() { err = errors.Join(err, removeFile(restoring)) }()
	m, err := verify(ctx, path, restoring)
	if err != nil {
		return ended, fmt.Errorf("%s is damaged: %w", path, err)
	}
	if err := to.steps.done(ctx, checked); err != nil {
		return ended, err
	}
	if ended, err = revokeInFile(ctx, restoring, m, to.Now()); err != nil {
		return ended, fmt.Errorf("ending the sessions: %w", err)
	}
	if err := to.steps.done(ctx, revoked); err != nil {
		return ended, err
	}
	f, err := os.OpenFile(restoring, os.O_RDWR, 0)
	if err != nil {
		return ended, err
	}
	defer f.Close()
	return ended, settle(ctx, to.steps, f, to.Database)
}

// removeFile removes a file if it is there.
func removeFile(path string) error {
	if err := os.Remove(path); err != nil && !errors.Is(err, os.ErrNotExist) {
		return err
	}
	return nil
}

// nothingBut fails if there is more in a folder than keys, the mark of the log of the dice beside them, and what a restoration leaves that was
// stopped. A folder that is not there is as good.
func nothingBut(folder, database string) error {
	there, err := os.ReadDir(folder)
	if errors.Is(err, os.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	base := filepath.Base(database)
	for _, f := range there {
		switch name := f.Name(); {
		case f.Type().IsRegular() && filepath.Ext(name) == ".key":
		case name == base+".lock", name == base+unnamed, f.Type().IsRegular() && name == "log.mark":
		default:
			return fmt.Errorf("the folder %s is not empty, there is %s in it: restore into an empty one, in which only keys may be", folder, name)
		}
	}
	return nil
}
