package transfer

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"
	"fmt"
	"slices"
	"strings"

	"gorm.io/gorm"

	"kickabout/league"
	"kickabout/league/archive"
	"kickabout/store/matches"
	"kickabout/store/people"
	"kickabout/store/sqldb"
)

// Export passes on the rows of a scope, in the order of exports, all of one moment. Matches
// come with their logs. It holds a few hundred matches at a time, and the ids of all.
func (s *Store) Export(ctx context.Context, viewer league.Viewer, scope archive.Scope, each func(archive.Row) error) error {
	in, err := matches.SeenMatches(viewer, "matches")
	if err != nil {
		return err
	}
	level := &sql.TxOptions{}
	if s.db.IsPostgres() {
		level = &sql.TxOptions{Isolation: sql.LevelRepeatableRead, ReadOnly: true}
	}
	known := strings.ReplaceAll(in.And(), "?", "@viewer")
	err = s.db.Reader(ctx).Transaction(func(tx *gorm.DB) error {
		if err := s.db.Patiently(tx); err != nil { // who fetches the lines may be slow
			return err
		}
		for _, sh := range exportTables() {
			sh.ofPlayer = strings.ReplaceAll(sh.ofPlayer, andKnown, known)
			if err := sh.export(tx, scope, in.Viewer(), each); err != nil {
				return fmt.Errorf("reading %s: %w", sh.table, err)
			}
		}
		return nil
	}, level)
	return sqldb.Explain(err, "exporting")
}

// export passes on the rows of a table, as a viewer may know of them.
func (sh exportTable) export(tx *gorm.DB, scope archive.Scope, viewer string, each func(archive.Row) error) error {
	if scope.Holds == archive.Account {
		if err := sh.exportHoldings(tx, scope.Player, each); err != nil {
			return err
		}
	}
	condition, ok := sh.condition(scope)
	if !ok {
		return nil
	}
	t, err := sh.tableOf(tx)
	if err != nil {
		return err
	}
	query := tx.Table(sh.table)
	if scope.Holds != archive.Site {
		t = narrow(t, sh.public)
		query = query.Where(condition, map[string]any{"ids": scope.Tournaments, "player": scope.Player, "viewer": viewer})
		if sh.table == "tournament_events" {
			if each, err = unsaid(tx, each); err != nil {
				return err
			}
		}
	}
	if t.Type == archive.MatchType {
		return exportMatches(tx, t, query, each)
	}
	return exportRows(query, t, order(tx, t, sh.key), each)
}

// unsaid passes on the log of tournaments without what the moderators have taken away of it. The site's own exports have both:
// the step, and what it is about.
func unsaid(tx *gorm.DB, each func(archive.Row) error) (func(archive.Row) error, error) {
	var gone []string
	if err := tx.Table("sanctions").Where("kind = ? AND lifted_ms = 0", league.SanctionHide).Distinct().Pluck("subject", &gone).Error; err != nil || len(gone) == 0 {
		return each, err
	}
	return func(r archive.Row) error {
		d := league.Decision{Act: league.TournamentAct(r.Text("act")), Text: r.Text("text")}
		if d.Act == league.ActRequested && slices.Contains(gone, league.RequestName(r.Text("tournament_id"), r.Int("seq"))) {
			i := slices.IndexFunc(r.Table.Columns, func(c archive.Column) bool { return c.In == "text" })
			r.Values[i] = league.Unsaid(d)
		}
		return each(r)
	}, nil
}

// condition says which rows of a table belong to a scope, if any do.
func (sh exportTable) condition(scope archive.Scope) (condition string, ok bool) {
	switch scope.Holds {
	case archive.Site:
		return "", sh.line != "" && (!sh.secret || scope.Secrets)
	case archive.Tournament, archive.Competition:
		return sh.ofTournament, sh.ofTournament != ""
	case archive.Matches:
		return sh.ofPlayer, sh.ofPlayer != ""
	case archive.Account: // what else there is stands among the holdings
		return sh.ofPlayer, slices.Contains([]string{"players", "tournaments", "matches"}, sh.table)
	}
	return "", false
}

// exportHoldings passes on what a player holds in a table.
func (sh exportTable) exportHoldings(tx *gorm.DB, player string, each func(archive.Row) error) error {
	for _, h := range people.Holdings() {
		if h.Table != sh.table || h.Show == "" {
			continue
		}
		t, err := sh.tableOf(tx)
		if err != nil {
			return err
		}
		t = narrow(t, h.Show)
		if h.As != "" {
			t.Type = h.As
		}
		query := tx.Table(h.Table).Where(h.Column+" = ?", player)
		if h.Of != "" { // as somebody who is banned from a private tournament
			in, err := matches.SeenTournaments(league.Of(league.Player{ID: player}), h.Table+"."+h.Of)
			if err != nil {
				return err
			}
			query = in.Narrow(query)
		}
		if err := exportRows(query, t, order(tx, t, h.Show), each); err != nil {
			return err
		}
	}
	return nil
}

// order returns an ORDER BY that is the same in every database: texts by their bytes.
func order(db *gorm.DB, t *archive.Table, key string) string {
	var columns []string
	for _, name := range strings.Split(key, ", ") {
		isText := slices.ContainsFunc(t.Columns, func(c archive.Column) bool { return c.In == name && c.Kind == archive.Text })
		if isText && db.Name() == "postgres" {
			name += ` COLLATE "C"`
		}
		columns = append(columns, name)
	}
	return strings.Join(columns, ", ")
}

// exportRows passes on the rows of a query as they come.
func exportRows(query *gorm.DB, t *archive.Table, order string, each func(archive.Row) error) error {
	rows, err := query.Select(names(t)).Order(order).Rows()
	if err != nil {
		return err
	}
	defer rows.Close()
	packed := packedColumn(t)
	for rows.Next() {
		row, err := scanned(rows, t)
		if err == nil && packed >= 0 {
			text, _ := row.Values[packed].(string)
			row.Values[packed], err = sqldb.Unpack(text)
		}
		if err != nil {
			return err
		}
		if err := each(row); err != nil {
			return err
		}
	}
	return rows.Err()
}

// packedColumn returns which column of a table is stored packed, and is whole in exports; -1: none.
func packedColumn(t *archive.Table) int {
	return slices.IndexFunc(t.Columns, func(c archive.Column) bool { return t.In == "analyses" && c.In == "text" })
}

// names lists the columns of a table for a query.
func names(t *archive.Table) []string {
	list := make([]string, len(t.Columns))
	for i, c := range t.Columns {
		list[i] = t.In + "." + c.In
	}
	return list
}

// scanned reads the row that a cursor is at.
func scanned(rows *sql.Rows, t *archive.Table) (archive.Row, error) {
	into := make([]any, len(t.Columns))
	for i, c := range t.Columns {
		switch c.Kind {
		case archive.Text:
			into[i] = &sql.Null[string]{}
		case archive.Real:
			into[i] = &sql.Null[float64]{}
		case archive.Bytes:
			into[i] = &sql.Null[[]byte]{}
		default:
			into[i] = &sql.Null[int64]{}
		}
	}
	if err := rows.Scan(into...); err != nil {
		return archive.Row{}, err
	}
	row := archive.Row{Table: t, Values: make([]any, len(into))}
	for i, value := range into {
		var err error
		if row.Values[i], err = value.(driver.Valuer).Value(); err != nil {
			return archive.Row{}, err
		}
	}
	return row, nil
}

// matchesAtOnce is how many matches are read with their logs at a time.
const matchesAtOnce = 200

// exportMatches passes on matches with their logs.
func exportMatches(tx *gorm.DB, t *archive.Table, query *gorm.DB, each func(archive.Row) error) error {
	var ids []string
	if err := query.Pluck("id", &ids).Error; err != nil {
		return err
	}
	slices.Sort(ids)
	for some := range slices.Chunk(ids, matchesAtOnce) {
		matches, err := readMatches(tx, t, some)
		if err != nil {
			return err
		}
		for _, m := range matches {
			if err := each(m); err != nil {
				return err
			}
		}
	}
	return nil
}

// readMatches reads some matches with their logs, by their ids.
func readMatches(tx *gorm.DB, t *archive.Table, ids []string) (all []archive.Row, err error) {
	err = exportRows(tx.Table("matches").Where("id IN ?", ids), t, "id", func(r archive.Row) error {
		all = append(all, r)
		return nil
	})
	if err != nil {
		return nil, err
	}
	slices.SortFunc(all, func(a, b archive.Row) int { return strings.Compare(a.Text("id"), b.Text("id")) })
	logs, err := matches.ReadLogs(tx, ids)
	if err != nil {
		return nil, err
	}
	reasons, err := matches.LockedAmong(tx, ids)
	if err != nil {
		return nil, err
	}
	for i, m := range all {
		log := logs[m.Text("id")]
		if log.Damaged == nil {
			log.Damaged = matches.Contiguous(log.Events, 1, m.Int("last_seq"))
		}
		all[i].Log, all[i].Chain, all[i].Damaged = log.Events, log.Chain, log.Damaged
		if why, locked := reasons[m.Text("id")]; locked {
			all[i].Damaged = errors.New(why)
		}
	}
	return all, nil
}
