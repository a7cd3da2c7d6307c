package drill

import (
	"context"
	"errors"
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"

	"kickabout/store/backup"
)

// A scratch is an empty place for a database, which is taken away afterwards.
type scratch struct {
	url    string
	remove func() error
}

// The names of such places begin so, with the moment behind it.
const (
	scratchFolder   = ".drill-"
	scratchDatabase = "kickabout_drill_"
	scratchMoment   = "20060102150405"
)

// leftBehind is the age from which a place is one that a drill has left which was stopped.
const leftBehind = 6 * time.Hour

// newScratch makes a place for a backup: a folder beside it, or a database on the same server.
func newScratch(ctx context.Context, site, backups, path string, now time.Time) (scratch, error) {
	moment := now.UTC().Format(scratchMoment)
	if strings.Contains(site, "://") {
		return newDatabase(ctx, site, scratchDatabase+moment)
	}
	info, err := os.Stat(path)
	if err != nil {
		return scratch{}, err
	}
	left, err := backup.Free(backups)
	if err != nil {
		return scratch{}, err
	}
	if left < 2*info.Size() {
		return scratch{}, fmt.Errorf("%s has room for %d MB, and to restore this backup of %d MB takes twice its size", backups, left>>20, info.Size()>>20)
	}
	folder := filepath.Join(backups, scratchFolder+moment)
	if err := os.Mkdir(folder, 0o700); err != nil {
		return scratch{}, err
	}
	return scratch{filepath.Join(folder, "kickabout.db"), func() error { return os.RemoveAll(folder) }}, nil
}

// newDatabase makes a database on the server of another one.
func newDatabase(ctx context.Context, site, name string) (scratch, error) {
	u, err := url.Parse(site)
	if err != nil {
		return scratch{}, errors.New("--database is no URL of a PostgreSQL database")
	}
	err = onServer(ctx, site, func(conn *pgx.Conn) error {
		_, err := conn.Exec(ctx, "CREATE DATABASE "+name)
		return err
	})
	if err != nil {
		return scratch{}, fmt.Errorf("making a database of its own for the drill (the site's user needs the right: ALTER ROLE … CREATEDB): %w", err)
	}
	query := u.Query()
	query.Del("dbname")
	u.Path, u.RawQuery = "/"+name, query.Encode()
	return scratch{u.String(), func() error { return dropDatabase(context.WithoutCancel(ctx), site, name) }}, nil
}

// onServer connects to a database.
func onServer(ctx context.Context, url string, act func(*pgx.Conn) error) error {
	conn, err := pgx.Connect(ctx, url)
	if err != nil {
		return err
	}
	defer conn.Close(context.WithoutCancel(ctx))
	return act(conn)
}

func dropDatabase(ctx context.Context, site, name string) error {
	return onServer(ctx, site, func(conn *pgx.Conn) error {
		_, err := conn.Exec(ctx, "DROP DATABASE IF EXISTS "+pgx.Identifier{name}.Sanitize()+" WITH (FORCE)")
		return err
	})
}

// tidy takes away the places that drills have left which were stopped: they hold all that players wrote.
func tidy(ctx context.Context, site, backups string, now time.Time) error {
	old := func(name, prefix string) bool {
		text, ok := strings.CutPrefix(name, prefix)
		at, err := time.Parse(scratchMoment, text)
		return ok && err == nil && now.Sub(at) > leftBehind
	}
	there, err := os.ReadDir(backups)
	problems := []error{err}
	for _, f := range there {
		if f.IsDir() && old(f.Name(), scratchFolder) {
			problems = append(problems, os.RemoveAll(filepath.Join(backups, f.Name())))
		}
	}
	if !strings.Contains(site, "://") {
		return errors.Join(problems...)
	}
	var names []string
	err = onServer(ctx, site, func(conn *pgx.Conn) error {
		rows, err := conn.Query(ctx, "SELECT datname::text FROM pg_database WHERE starts_with(datname::text, $1)", scratchDatabase)
		if err == nil {
			names, err = pgx.CollectRows(rows, pgx.RowTo[string])
		}
		return err
	})
	problems = append(problems, err)
	for _, name := range names {
		if old(name, scratchDatabase) {
			problems = append(problems, dropDatabase(ctx, site, name))
		}
	}
	return errors.Join(problems...)
}
