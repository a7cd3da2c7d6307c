package store

import (
	"context"
	"database/sql"
	"log/slog"
	"strings"
	"time"

	"github.com/pressly/goose/v3"
	"gorm.io/gorm"

	"kickabout/league"
	"kickabout/league/archive"
)

// What the tests in package store_test need of the inside.

// Raw returns the writer's connections, to go behind the store's back.
func (s *Store) Raw() *gorm.DB { return s.writer }

// Reader returns the connections that read.
func (s *Store) Reader() *gorm.DB { return s.reader }

// Write is write.
func (s *Store) Write(ctx context.Context, f func(tx *gorm.DB) error) error { return s.write(ctx, f) }

// OpenAt opens a database that an older program has left: its tables are of an older version.
func OpenAt(ctx context.Context, o Options, version int64) (*Store, error) {
	prepare := func(ctx context.Context, _ *slog.Logger, dialect goose.Dialect, db *sql.DB) error {
		provider, err := newProvider(dialect, db)
		if err != nil {
			return err
		}
		_, err = provider.UpTo(ctx, version)
		return err
	}
	file := func(ctx context.Context, o Options) (*Store, error) { return openPools(ctx, o, o.URL, prepare) }
	return open(ctx, o, file, prepare)
}

// Bounded is bounded.
func Bounded(ctx context.Context) (context.Context, context.CancelFunc) { return bounded(ctx) }

// Pool opens connections to a file with some settings and wants others of them.
func Pool(ctx context.Context, path string, asked, want map[string]string) error {
	var settings, wanted []pragma
	for name, value := range asked {
		settings = append(settings, pragma{name: name, asked: value})
	}
	for name, value := range want {
		wanted = append(wanted, pragma{name: name, is: value})
	}
	s := &Store{}
	defer s.Close()
	_, err := s.pool(ctx, Options{}, dsn(path, settings), 1, wanted)
	return err
}

// The two Appends below are as Append must not be. The race proof has to find them
// out; else it proves nothing.

// LastWriterWins appends without asking whether the match is still where the
// caller saw it: it numbers the events anew, behind whatever is there by then.
func (s *Store) LastWriterWins(ctx context.Context, p league.Progress) error {
	err := s.write(ctx, func(tx *gorm.DB) error {
		var row matchRow
		if err := tx.Where("id = ?", p.Match).Take(&row).Error; err != nil {
			return err
		}
		p := behind(p, row.State.LastSeq)
		if err := tx.Model(&row).Select("*").Where("id = ?", p.Match).Updates(stateToRow(p.State)).Error; err != nil {
			return err
		}
		return insertEvents(tx, p.Match, p.Events)
	})
	if duplicate(err) {
		return league.Errorf(league.Stale, movedOn)
	}
	return err
}

// CheckThenAct compares first and writes then, in two steps.
func (s *Store) CheckThenAct(ctx context.Context, p league.Progress) error {
	m, err := s.Match(ctx, p.Match)
	if err != nil {
		return err
	}
	_, running := m.Mover()
	if m.State.Last != p.Seen || !running || !p.Arrived.IsZero() && p.Arrived.After(m.State.Deadline) {
		return league.Errorf(league.Stale, movedOn)
	}
	return s.LastWriterWins(ctx, p)
}

// behind returns progress as if the match's last event had been another one.
func behind(p league.Progress, last int) league.Progress {
	shift := last - p.Seen
	events := append(p.Events[:0:0], p.Events...)
	for i := range events {
		events[i].Seq += shift
		events[i].Draws = append(events[i].Draws[:0:0], events[i].Draws...)
		for j := range events[i].Draws {
			events[i].Draws[j].E += uint32(shift)
		}
	}
	p.Events = events
	p.State.Last += shift
	return p
}

// HoldingColumns lists the columns that have a holding, as "table.column", with why where
// nothing is shown or erased.
func HoldingColumns() map[string]string {
	columns := map[string]string{}
	for _, h := range holdings() {
		columns[h.table+"."+h.column] = h.why
		if h.show != "" && h.erase != nil {
			columns[h.table+"."+h.column] = "shown and erased"
		}
	}
	return columns
}

// TallyQuery is tallyQuery.
func TallyQuery(player, opponent string) (query string, arguments []any) {
	return tallyQuery(context.Background(), player, opponent)
}

// CheckThenAcceptOffer and CheckThenCloseOffer look whether the offer is open and then
// act on what they saw: as AcceptOffer and CloseOffer must not be.
func (s *Store) CheckThenAcceptOffer(ctx context.Context, a league.Acceptance) error {
	return s.checkThen(ctx, a.Offer, league.OfferAccepted, a.Arrived, func(tx *gorm.DB) error { return insertMatches(tx, a.Matches) })
}

func (s *Store) CheckThenCloseOffer(ctx context.Context, id string, state league.OfferState, at time.Time, notices ...league.Notice) error {
	return s.checkThen(ctx, id, state, at, func(tx *gorm.DB) error { return insertNotices(tx, notices, nil) })
}

func (s *Store) checkThen(ctx context.Context, id string, state league.OfferState, at time.Time, act func(tx *gorm.DB) error) error {
	o, err := s.Offer(ctx, id)
	if err != nil {
		return err
	}
	if o.State != league.OfferOpen || (o.At(at).State == league.OfferExpired) != (state == league.OfferExpired) {
		return league.Errorf(league.Stale, offerIsGone)
	}
	return s.write(ctx, func(tx *gorm.DB) error {
		if err := tx.Model(&offerRow{}).Where("id = ?", id).Update("state", state).Error; err != nil {
			return err
		}
		return act(tx)
	})
}

// ArchiveKinds returns all types of lines of tables: those of exports, and those that only the
// download of an account has.
func (s *Store) ArchiveKinds(ctx context.Context) ([]*archive.Table, error) {
	tables, err := s.ArchiveTables(ctx)
	for _, h := range holdings() {
		for _, t := range tables {
			if h.table == t.In && h.as != "" {
				named := narrow(t, h.show)
				named.Type = h.as
				tables = append(tables, named)
			}
		}
	}
	return tables, err
}

// SheafColumns lists what stands in sheaves: each table with why it is left out, "" if it is not;
// each column that names other lines, as "table.column" with their table; and each column that
// anybody may take out.
func SheafColumns() (tables, refs map[string]string, public map[string]bool) {
	tables, refs, public = map[string]string{}, map[string]string{}, map[string]bool{}
	for _, sh := range sheaves() {
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
