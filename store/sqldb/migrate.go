package sqldb

import (
	"context"
	"database/sql"
	"embed"
	"fmt"
	"io/fs"
	"log/slog"
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

// A preparation sees to the tables of a database before it is used.
type preparation func(ctx context.Context, log *slog.Logger, dialect goose.Dialect, db *sql.DB) error

// migrate brings the tables up to date. On PostgreSQL several servers may start
// at once: one migrates, the others wait. On SQLite the file's lock has seen to that.
func migrate(ctx context.Context, log *slog.Logger, dialect goose.Dialect, db *sql.DB) error {
	provider, err := newProvider(dialect, db)
	if err != nil {
		return err
	}
	done, err := provider.Up(ctx)
	if err != nil {
		return fmt.Errorf("migrating: %w", err)
	}
	if len(done) > 0 {
		log.InfoContext(ctx, "migrated", "steps", len(done), "to", strings.TrimSuffix(done[len(done)-1].Source.Path, ".sql"))
	}
	return nil
}

// checkVersion fails if the tables are older or newer than this program's.
func checkVersion(ctx context.Context, _ *slog.Logger, dialect goose.Dialect, db *sql.DB) error {
	provider, err := newProvider(dialect, db)
	if err != nil {
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
