package sqldb

import (
	"context"
	"fmt"

	"gorm.io/gorm"
)

// Probe makes sure that the database takes a write, and that the tables that this program is made for are there.
// The write goes all the way to the disk and leaves everything as it was: it gives the row of the last migration
// what it has. Tables of a newer program are no fault, since the older servers of a site go on while it is brought
// up to date.
func (d *DB) Probe(ctx context.Context) error {
	ctx, cancel := Bounded(ctx)
	defer cancel()
	schema, found := Schema(), false
	err := d.Write(ctx, func(tx *gorm.DB) error {
		done := tx.Exec("UPDATE goose_db_version SET is_applied = is_applied WHERE version_id = ? AND is_applied", schema)
		found = done.RowsAffected > 0
		return done.Error
	})
	if err == nil && !found {
		err = fmt.Errorf("its tables are not of version %d", schema)
	}
	return Explain(err, "probing")
}

// Bytes returns the size of the database, without what was written last and stands in the log of SQLite alone.
func (d *DB) Bytes(ctx context.Context) (float64, error) {
	ctx, cancel := Bounded(ctx)
	defer cancel()
	query := "SELECT page_count * page_size FROM pragma_page_count(), pragma_page_size()"
	if d.IsPostgres() {
		query = "SELECT pg_database_size(current_database())"
	}
	var size float64
	err := d.Reader(ctx).Raw(query).Scan(&size).Error
	return size, Explain(err, "measuring the database")
}

// integrityShown is the most that is told of what is wrong with a file.
const integrityShown = 5

// Integrity returns what the database finds wrong with itself, none if nothing. It reads all of a SQLite file. PostgreSQL
// looks at a page whenever it reads it, if it was told to: that it was not is what is found.
func (d *DB) Integrity(ctx context.Context) (found []string, err error) {
	ctx, cancel := context.WithTimeout(ctx, readsAll)
	defer cancel()
	if d.IsPostgres() {
		var on string
		err := d.Reader(ctx).Raw("SHOW data_checksums").Scan(&on).Error
		if on == "off" {
			found = []string{"PostgreSQL keeps no checksums of its pages (data_checksums is off)"}
		}
		return found, Explain(err, "asking the database whether it is whole")
	}
	err = d.Reader(ctx).Raw(fmt.Sprintf("PRAGMA integrity_check(%d)", integrityShown)).Scan(&found).Error
	if len(found) == 1 && found[0] == "ok" {
		found = nil
	}
	if err != nil {
		return found, Explain(err, "asking the database whether it is whole")
	}
	var dangling int
	err = d.Reader(ctx).Raw("SELECT COUNT(*) FROM pragma_foreign_key_check").Scan(&dangling).Error
	if dangling > 0 {
		found = append(found, fmt.Sprintf("%d rows name others that are not there", dangling))
	}
	return found, Explain(err, "asking the database whether it is whole")
}

// Privileges returns what the role by which PostgreSQL knows the site may do beyond what the site needs: none of it is
// needed. In a SQLite file there are no roles.
func (d *DB) Privileges(ctx context.Context) (more []string, err error) {
	if !d.IsPostgres() {
		return nil, nil
	}
	ctx, cancel := Bounded(ctx)
	defer cancel()
	err = d.Reader(ctx).Raw("SELECT may FROM pg_roles, LATERAL (VALUES ('SUPERUSER', rolsuper), ('CREATEROLE', rolcreaterole), ('REPLICATION', rolreplication), ('BYPASSRLS', rolbypassrls))" +
		" AS has (may, so) WHERE rolname = current_user AND so ORDER BY may").Scan(&more).Error
	return more, Explain(err, "asking the database what the site may do")
}
