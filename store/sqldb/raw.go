package sqldb

import (
	"context"
	"database/sql"
	"fmt"
	"io"
	"strings"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/stdlib"
	"github.com/pressly/goose/v3"
	"gorm.io/driver/sqlite"
)

// MigrateTo makes the tables of a database as those of a version were, which this program knows. Tables
// that are newer stay so; it returns the version that they have then. A SQLite file must be there.
func MigrateTo(ctx context.Context, url string, version int64) (has int64, err error) {
	dialect, db := goose.DialectSQLite3, (*sql.DB)(nil)
	if strings.Contains(url, "://") {
		config, err := pgx.ParseConfig(url)
		if err != nil {
			return 0, err
		}
		dialect, db = goose.DialectPostgres, stdlib.OpenDB(*config)
	} else if db, err = RawFile(url, true); err != nil {
		return 0, err
	}
	defer db.Close()
	provider, err := newProvider(dialect, db)
	if err != nil {
		return 0, err
	}
	if _, err := provider.UpTo(ctx, version); err != nil {
		return 0, fmt.Errorf("migrating: %w", err)
	}
	return provider.GetDBVersion(ctx)
}

// RawFile opens a SQLite file that is there, as it is: one connection that reads, or that writes
// too, without the settings of a site, and with no look at its tables. It is for whoever copies the
// file or writes a copy.
func RawFile(path string, write bool) (*sql.DB, error) {
	mode := "ro"
	if write {
		mode = "rw"
	}
	db, err := sql.Open(sqlite.DriverName, dsn(path, nil)+"&mode="+mode)
	if err != nil {
		return nil, err
	}
	db.SetMaxOpenConns(1)
	return db, nil
}

// Lock keeps servers away from the path of a SQLite file until it is closed; it fails if one runs
// there.
func Lock(path string) (io.Closer, error) { return lockDatabase(path) }
