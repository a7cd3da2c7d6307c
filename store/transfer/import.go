package transfer

import (
	"context"
	"slices"
	"strings"
	"time"

	"gorm.io/gorm"

	"kickabout/league"
	"kickabout/league/archive"
	"kickabout/store/matches"
	"kickabout/store/sqldb"
)

type importRow struct {
	ID   int
	File []byte
	Line int64
}

func (importRow) TableName() string { return "imports" }

// importPatience is how long a part of an import may take to be written.
const importPatience = 5 * time.Minute

const (
	otherImport = "This database holds a part of another file, whose import was not finished. Import that file, or take an empty database."
	notEmpty    = "This database is not empty: there is something in %s. An import needs an empty one."
)

// BeginImport begins to import a file, known by its hash, or goes on with it: it returns up
// to which line of it all is here. If the database holds anything else, the error is of kind
// league.Stale and nothing is written.
func (s *Store) BeginImport(ctx context.Context, file [32]byte) (line int64, err error) {
	err = s.db.WriteWithin(ctx, importPatience, func(tx *gorm.DB) error {
		begun, err := underway(tx)
		switch {
		case err != nil:
			return err
		case begun != nil && string(begun.File) != string(file[:]):
			return league.Errorf(league.Stale, otherImport)
		case begun != nil:
			line = begun.Line
			return nil
		}
		if err := empty(tx); err != nil {
			return err
		}
		return tx.Create(&importRow{ID: 1, File: file[:]}).Error
	})
	return line, sqldb.Explain(err, "beginning an import")
}

// underway returns the import that has begun and not ended, nil if there is none.
func underway(db *gorm.DB) (*importRow, error) {
	var rows []importRow
	if err := db.Find(&rows).Error; err != nil || len(rows) == 0 {
		return nil, err
	}
	return &rows[0], nil
}

// empty fails unless all tables that exports have are empty.
func empty(tx *gorm.DB) error {
	for _, sh := range exportTables() {
		if sh.line == "" {
			continue
		}
		some, err := sqldb.Exists(tx.Table(sh.table))
		if err != nil {
			return err
		}
		if some {
			return league.Errorf(league.Stale, notEmpty, sh.table)
		}
	}
	return nil
}

// Import writes the rows of a file behind one of its lines, up to another one, all or none. If
// the import has gone on meanwhile, the error is of kind league.Stale.
func (s *Store) Import(ctx context.Context, after, upTo int64, rows []archive.Row) error {
	err := s.db.WriteWithin(ctx, importPatience, func(tx *gorm.DB) error {
		moved := tx.Model(&importRow{}).Where("id = 1 AND line = ?", after).Update("line", upTo)
		if moved.Error != nil {
			return moved.Error
		}
		if moved.RowsAffected != 1 {
			return league.Errorf(league.Stale, "Somebody else imports into this database.")
		}
		return insertArchived(tx, rows)
	})
	return sqldb.Explain(err, "importing the lines up to %d", upTo)
}

// EndImport says that all is here.
func (s *Store) EndImport(ctx context.Context) error {
	err := s.db.Write(ctx, func(tx *gorm.DB) error {
		if err := tx.Exec("UPDATE players SET fanned = notices WHERE fanned < notices").Error; err != nil { // the old site has told them
			return err
		}
		return tx.Where("id = 1").Delete(&importRow{}).Error
	})
	if err == nil && s.db.IsPostgres() {
		err = s.db.Bare(ctx).Exec("ANALYZE").Error // else the first queries go by empty tables
	}
	return sqldb.Explain(err, "ending an import")
}

// Schema returns the version of the tables.
func (s *Store) Schema(ctx context.Context) (version int64, err error) {
	ctx, cancel := sqldb.Bounded(ctx)
	defer cancel()
	err = s.db.Reader(ctx).Table("goose_db_version").Select("MAX(version_id)").Scan(&version).Error
	return version, sqldb.Explain(err, "reading the version of the tables")
}

// insertArchived writes rows of tables, those of each table together, and the logs of matches.
func insertArchived(tx *gorm.DB, rows []archive.Row) error {
	for len(rows) > 0 {
		n := 1
		for n < len(rows) && rows[n].Table == rows[0].Table {
			n++
		}
		if err := insertRows(tx, rows[0].Table, rows[:n]); err != nil {
			return err
		}
		rows = rows[n:]
	}
	return nil
}

// insertRows writes rows of one table.
func insertRows(tx *gorm.DB, t *archive.Table, rows []archive.Row) error {
	values := make([][]any, len(rows))
	var events, rolls [][]any
	for i, r := range rows {
		values[i] = r.Values
		e, d := matches.LogValues(r.Text("id"), r.Log)
		events, rolls = append(events, e...), append(rolls, d...)
	}
	var columns []string
	for _, c := range t.Columns {
		columns = append(columns, c.In)
	}
	if t.In == "tournament_events" {
		columns = append(columns, "rule")
		for i, r := range rows {
			values[i] = append(slices.Clone(values[i]), league.Decision{Text: r.Text("text")}.Rule())
		}
	}
	if n := packedColumn(t); n >= 0 {
		for i, r := range rows {
			text, _ := r.Values[n].(string)
			values[i] = slices.Clone(r.Values)
			values[i][n] = sqldb.Pack(text)
		}
	}
	if err := sqldb.InsertValues(tx, t.In, columns, values); err != nil {
		return err
	}
	return insertLogs(tx, events, rolls)
}

// insertLogs writes events and throws.
func insertLogs(tx *gorm.DB, events, rolls [][]any) error {
	if err := sqldb.InsertValues(tx, "events", strings.Fields("match_id seq at_ms side act text"), events); err != nil {
		return err
	}
	return sqldb.InsertValues(tx, "rolls", strings.Fields("match_id e label k sides face seq"), rolls)
}
