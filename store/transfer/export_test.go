package transfer

import (
	"context"
	"strings"

	"kickabout/league/archive"
	"kickabout/store/people"
)

// ArchiveKinds returns all types of lines of tables: those of exports, and those that only the
// download of an account has.
func (s *Store) ArchiveKinds(ctx context.Context) ([]*archive.Table, error) {
	tables, err := s.ArchiveTables(ctx)
	for _, h := range people.Holdings() {
		for _, t := range tables {
			if h.Table == t.In && h.As != "" {
				named := narrow(t, h.Show)
				named.Type = h.As
				tables = append(tables, named)
			}
		}
	}
	return tables, err
}

// ExportTableColumns lists what stands in exportTables: each table with why it is left out, "" if it is not;
// each column that names other lines, as "table.column" with their table; and each column that
// anybody may take out.
func ExportTableColumns() (tables, refs map[string]string, public map[string]bool) {
	tables, refs, public = map[string]string{}, map[string]string{}, map[string]bool{}
	for _, sh := range exportTables() {
		tables[sh.table] = ""
		if sh.line == "" {
			tables[sh.table] = sh.about
		}
		for _, ref := range strings.Split(sh.refs, ", ") {
			if column, table, ok := strings.Cut(ref, " "); ok {
				refs[sh.table+"."+column] = table
			}
		}
		for _, column := range strings.Split(sh.public, ", ") {
			public[sh.table+"."+column] = column != ""
		}
	}
	return tables, refs, public
}
