package sqldb

import (
	"context"
	"database/sql"
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"runtime/debug"
	"strings"

	"github.com/pressly/goose/v3"
	"github.com/pressly/goose/v3/lock"
)

// migrations holds numbered SQL, forward only: NAME.sql for both engines, or
// NAME.sqlite.sql and NAME.postgres.sql where they must differ. A file that has landed is never
// edited.
//
//go:embed migrations/*.sql
var migrations embed.FS

// minReader is the oldest schema whose program can use what this one writes. A migration that such a
// program could not live with raises it, and so does a meaning that it does not know: since 121 matches say by which
// scheme their dice are thrown, and whoever does not read that throws others; since 130 and 149 there
// are steps of kinds, and terms of tournaments, that a program of before does not know.
const minReader = 149

// ErrNewer says that a database is of a later release than the program.
var ErrNewer = errors.New("the database is of a later release")

// Schema returns the version of the tables that this program is made for: the number of its last migration.
func Schema() int64 {
	files, err := migrations.ReadDir("migrations")
	if err != nil {
		panic(err) // they are embedded
	}
	var last int64
	for _, f := range files {
		if version, err := goose.NumericComponent(f.Name()); err == nil {
			last = max(last, version)
		}
	}
	return last
}

// A preparation sees to the tables of a database before it is used.
type preparation func(ctx context.Context, o Options, dialect goose.Dialect, db *sql.DB) error

// migrate brings the tables up to date. On PostgreSQL several servers may start
// at once: one migrates, the others wait. On SQLite the file's lock has seen to that.
func migrate(ctx context.Context, o Options, dialect goose.Dialect, db *sql.DB) error {
	provider, err := newProvider(dialect, db)
	if err != nil {
		return err
	}
	if err := readable(ctx, dialect, db); err != nil {
		return err
	}
	if err := warn(ctx, o, dialect, db, provider); err != nil {
		return err
	}
	done, err := provider.Up(ctx)
	if err != nil {
		return fmt.Errorf("migrating: %w", err)
	}
	if err := sign(ctx, db); err != nil {
		return err
	}
	if len(done) > 0 {
		o.Log.InfoContext(ctx, "migrated", "steps", len(done), "to", strings.TrimSuffix(done[len(done)-1].Source.Path, ".sql"))
	}
	return nil
}

// warn tells who wants to know that the tables of a database are about to be changed. One without tables
// has nothing to lose.
func warn(ctx context.Context, o Options, dialect goose.Dialect, db *sql.DB, provider *goose.Provider) error {
	there, err := hasTable(ctx, dialect, db, "goose_db_version")
	if err != nil || !there || o.BeforeMigrating == nil {
		return err
	}
	have, want, err := provider.GetVersions(ctx)
	if err != nil {
		return fmt.Errorf("reading the version of the tables: %w", err)
	}
	if have <= 0 || have >= want {
		return nil
	}
	if err := o.BeforeMigrating(ctx, want); err != nil {
		return fmt.Errorf("before migrating from version %d to %d: %w", have, want, err)
	}
	return nil
}

// hasTable says whether a database has a table.
func hasTable(ctx context.Context, dialect goose.Dialect, db *sql.DB, name string) (bool, error) {
	tables := "sqlite_master WHERE type = 'table' AND name = '" + name + "'"
	if dialect == goose.DialectPostgres {
		tables = "pg_tables WHERE schemaname = current_schema() AND tablename = '" + name + "'"
	}
	var there int
	if err := db.QueryRowContext(ctx, "SELECT COUNT(*) FROM "+tables).Scan(&there); err != nil {
		return false, fmt.Errorf("looking which program wrote the tables: %w", err)
	}
	return there > 0, nil
}

// checkVersion fails if the tables are older or newer than this program's.
func checkVersion(ctx context.Context, _ Options, dialect goose.Dialect, db *sql.DB) error {
	provider, err := newProvider(dialect, db)
	if err != nil {
		return err
	}
	if err := readable(ctx, dialect, db); err != nil {
		return err
	}
	have, want, err := provider.GetVersions(ctx)
	if err != nil {
		return fmt.Errorf("reading the version of the tables: %w", err)
	}
	if have != want {
		return fmt.Errorf("its tables are of version %d, this program is made for %d: use the program that serves them", have, want)
	}
	return nil
}

// readable fails if a program wrote the database that this one is too old to follow. Goose passes
// over versions that it does not know.
func readable(ctx context.Context, dialect goose.Dialect, db *sql.DB) error {
	if there, err := hasTable(ctx, dialect, db, "site"); err != nil || !there { // it is new, or older than that table
		return err
	}
	var by string
	var least int64
	err := db.QueryRowContext(ctx, "SELECT written_by, min_reader FROM site WHERE id = 1").Scan(&by, &least)
	if err != nil && !errors.Is(err, sql.ErrNoRows) {
		return fmt.Errorf("looking which program wrote the tables: %w", err)
	}
	if schema := Schema(); least > schema {
		return fmt.Errorf("%w: %s wrote it, which needs a program of schema %d or later, and this one has %d; install that release, or restore a backup from before", ErrNewer, by, least, schema)
	}
	return nil
}

// sign notes which program wrote the tables, unless a later one did.
func sign(ctx context.Context, db *sql.DB) error {
	_, err := db.ExecContext(ctx, fmt.Sprintf(`INSERT INTO site (id, written_by, min_reader) VALUES (1, '%s', %d)
		ON CONFLICT (id) DO UPDATE SET written_by = excluded.written_by, min_reader = excluded.min_reader
		WHERE site.min_reader <= excluded.min_reader AND site.written_by <> excluded.written_by`, writer(), minReader))
	if err != nil {
		return fmt.Errorf("noting which program wrote the tables: %w", err)
	}
	return nil
}

// writer names this program: its release, or the commit that it was built from.
func writer() string {
	info, ok := debug.ReadBuildInfo()
	if !ok || strings.ContainsRune(info.Main.Version, '\'') || info.Main.Version == "" {
		return "kickabout (development)"
	}
	return "kickabout " + info.Main.Version
}

func newProvider(dialect goose.Dialect, db *sql.DB) (*goose.Provider, error) {
	files, err := fs.Sub(migrations, "migrations")
	if err != nil {
		return nil, err
	}
	foreign := ".postgres.sql"
	options := []goose.ProviderOption{goose.WithDisableGlobalRegistry(true), goose.WithSlog(slog.New(slog.DiscardHandler))}
	if dialect == goose.DialectPostgres {
		foreign = ".sqlite.sql"
		turns, err := lock.NewPostgresSessionLocker(lock.WithLockTimeout(1, 60)) // each second, for a minute
		if err != nil {
			return nil, err
		}
		options = append(options, goose.WithSessionLocker(turns))
	}
	names, err := fs.Glob(files, "*"+foreign)
	if err != nil {
		return nil, err
	}
	return goose.NewProvider(dialect, db, files, append(options, goose.WithExcludeNames(names))...)
}
