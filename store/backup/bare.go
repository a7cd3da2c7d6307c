package backup

import (
	"context"
	"fmt"

	"github.com/jackc/pgx/v5"
)

// sortingMemory is what PostgreSQL may sort an index in. The standard of 64 MB has it sort those of a large site on the
// disk.
const sortingMemory = "256MB"

// ornaments are what tables have that takes as long to keep up to date row by row as the rows take themselves: their
// indexes, and the constraints that are made of indexes or look at other tables. Checks of single rows are none.
type ornaments struct {
	off []string // statements, in their order
	on  []string
}

// ornamentsOf returns how the ornaments of the tables in the current schema are taken off and put on again, as they are.
func ornamentsOf(ctx context.Context, tx pgx.Tx) (o ornaments, err error) {
	// Foreign keys go before the keys that they name, and come behind them.
	rows, err := tx.Query(ctx, `
		SELECT c.relname::text, k.conname::text, pg_get_constraintdef(k.oid)
		FROM pg_constraint k JOIN pg_class c ON c.oid = k.conrelid
		WHERE c.relkind = 'r' AND c.relnamespace = current_schema()::regnamespace AND c.relname <> $1 AND k.contype IN ('p', 'u', 'x', 'f')
		ORDER BY k.contype = 'f', c.relname COLLATE "C", k.conname COLLATE "C"`, versions)
	if err != nil {
		return o, err
	}
	var drops []string
	var table, name, definition string
	if _, err = pgx.ForEachRow(rows, []any{&table, &name, &definition}, func() error {
		drops = append(drops, "ALTER TABLE "+quoted(table)+" DROP CONSTRAINT "+quoted(name))
		o.on = append(o.on, "ALTER TABLE "+quoted(table)+" ADD CONSTRAINT "+quoted(name)+" "+definition)
		return nil
	}); err != nil {
		return o, err
	}
	for i := range drops {
		o.off = append(o.off, drops[len(drops)-1-i])
	}
	rows, err = tx.Query(ctx, `
		SELECT c.relname::text, pg_get_indexdef(i.indexrelid)
		FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid JOIN pg_class t ON t.oid = i.indrelid
		WHERE t.relkind = 'r' AND t.relnamespace = current_schema()::regnamespace AND t.relname <> $1
			AND NOT EXISTS (SELECT FROM pg_constraint k WHERE k.conindid = i.indexrelid AND k.contype IN ('p', 'u', 'x'))
		ORDER BY c.relname COLLATE "C"`, versions)
	if err != nil {
		return o, err
	}
	_, err = pgx.ForEachRow(rows, []any{&name, &definition}, func() error {
		o.off = append(o.off, "DROP INDEX "+quoted(name))
		o.on = append(o.on, definition)
		return nil
	})
	return o, err
}

// bare runs fill while the tables have no ornaments, and puts them on again behind it: an index is made in one go, and
// a foreign key looks at all rows at once.
func bare(ctx context.Context, tx pgx.Tx, fill func() error) error {
	o, err := ornamentsOf(ctx, tx)
	if err != nil {
		return fmt.Errorf("looking for the indexes: %w", err)
	}
	if err := all(ctx, tx, o.off); err != nil {
		return err
	}
	if err := fill(); err != nil {
		return err
	}
	_, err = tx.Exec(ctx, "SELECT set_config('maintenance_work_mem', $1, true) WHERE pg_size_bytes(current_setting('maintenance_work_mem')) < pg_size_bytes($1)", sortingMemory)
	if err != nil {
		return err
	}
	return all(ctx, tx, o.on)
}

// all executes statements one after the other.
func all(ctx context.Context, tx pgx.Tx, statements []string) error {
	for _, s := range statements {
		if _, err := tx.Exec(ctx, s); err != nil {
			return fmt.Errorf("%s: %w", s, err)
		}
	}
	return nil
}
