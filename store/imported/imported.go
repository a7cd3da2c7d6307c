// Package imported keeps tournaments that were played elsewhere.
package imported

import (
	"context"
	"time"

	"gorm.io/gorm"

	"kickabout/league"
	"kickabout/league/elsewhere"
	"kickabout/store/people"
	"kickabout/store/sqldb"
)

// Store keeps them.
type Store struct{ db *sqldb.DB }

// New returns those of a database.
func New(db *sqldb.DB) *Store { return &Store{db} }

type eventRow struct {
	ID         string `gorm:"primaryKey"`
	ImporterID string
	Name       string
	Game       string
	Variant    string
	FirstDay   string
	LastDay    string
	Place      string
	Source     string
	Count      string
	Private    int
	File       string
	Entrants   int
	Games      int
	Winners    string
	ImportedMs int64
	ChangedMs  int64
}

func (eventRow) TableName() string { return "imported_events" }

// readRow is an event with who brought it.
type readRow struct {
	Event    eventRow         `gorm:"embedded"`
	Importer people.PlayerRow `gorm:"embedded;embeddedPrefix:p_"`
}

func (r readRow) event() elsewhere.Event {
	e := r.Event
	return elsewhere.Event{
		ID: e.ID, Importer: r.Importer.Player(), File: e.File, Imported: sqldb.Moment(e.ImportedMs), Changed: sqldb.Moment(e.ChangedMs),
		About: elsewhere.About{
			Name: e.Name, Game: e.Game, Variant: e.Variant, First: elsewhere.Day(e.FirstDay), Last: elsewhere.Day(e.LastDay), Place: e.Place,
			Source: e.Source, Count: elsewhere.Count(e.Count), Private: e.Private == 1,
		},
		Summary: elsewhere.Summary{Players: e.Entrants, Games: e.Games, Winners: e.Winners},
	}
}

func toRow(e elsewhere.Event) eventRow {
	r := eventRow{
		ID: e.ID, ImporterID: e.Importer.ID, Name: e.Name, Game: e.Game, Variant: e.Variant, FirstDay: string(e.First), LastDay: string(e.Last),
		Place: e.Place, Source: e.Source, Count: string(e.Count), File: e.File, Entrants: e.Players, Games: e.Games, Winners: e.Winners,
		ImportedMs: sqldb.Millis(e.Imported), ChangedMs: sqldb.Millis(e.Changed),
	}
	if e.Private {
		r.Private = 1
	}
	return r
}

// AddImported stores an event. The error is of kind league.Forbidden if its importer has no account, or has brought as
// many events as the budget allows; of kind league.Stale if they have brought the same before. Then nothing is written.
func (s *Store) AddImported(ctx context.Context, e elsewhere.Event, b elsewhere.Budget) error {
	row := toRow(e)
	err := s.db.Write(ctx, func(tx *gorm.DB) error {
		if err := people.HoldAccount(tx, row.ImporterID); err != nil {
			return err
		}
		same, err := sqldb.Exists(tx.Model(&eventRow{}).Where("importer_id = ? AND name = ? AND file = ?", row.ImporterID, row.Name, row.File))
		switch {
		case err != nil:
			return err
		case same:
			return league.Errorf(league.Stale, "You have imported this event already.")
		}
		var have int64
		if err := tx.Model(&eventRow{}).Where("importer_id = ?", row.ImporterID).Count(&have).Error; err != nil {
			return err
		}
		if have >= int64(b.Most) {
			return league.Errorf(league.Forbidden, "You have imported %d events, which is the most. Take one down first.", have)
		}
		if err := within(tx, row, b); err != nil {
			return err
		}
		return tx.Create(&row).Error
	})
	return sqldb.Explain(err, "storing an event of player %s", row.ImporterID)
}

// within refuses an event beyond what a budget has for its days: others of its importer count.
func within(tx *gorm.DB, row eventRow, b elsewhere.Budget) error {
	var lately int64
	if err := tx.Model(&eventRow{}).Where("importer_id = ? AND changed_ms > ? AND id <> ?", row.ImporterID, sqldb.Millis(b.Since), row.ID).Count(&lately).Error; err != nil {
		return err
	}
	if lately >= int64(b.Lately) {
		return league.Errorf(league.Forbidden, "You have imported %d events within 24 hours, which is the most. Go on tomorrow.", lately)
	}
	return nil
}

// ReplaceImported stores an event again that its importer has brought otherwise. If it has been changed since a moment or
// is gone, the error is of kind league.Stale; beyond the budget, of kind league.Forbidden.
func (s *Store) ReplaceImported(ctx context.Context, e elsewhere.Event, seen time.Time, b elsewhere.Budget) error {
	row := toRow(e)
	err := s.db.Write(ctx, func(tx *gorm.DB) error {
		if err := people.HoldAccount(tx, row.ImporterID); err != nil {
			return err
		}
		if err := within(tx, row, b); err != nil {
			return err
		}
		done := tx.Model(&eventRow{}).Where("id = ? AND importer_id = ? AND changed_ms = ?", row.ID, row.ImporterID, sqldb.Millis(seen)).
			Select("*").Omit("id", "importer_id", "imported_ms").Updates(row)
		if done.Error == nil && done.RowsAffected == 0 {
			return league.Errorf(league.Stale, "This event has been changed or taken down meanwhile. Look at it again.")
		}
		return done.Error
	})
	return sqldb.Explain(err, "storing event %s again", row.ID)
}

// DropImported removes an event; it is no error if there is none.
func (s *Store) DropImported(ctx context.Context, id string) error {
	return sqldb.Explain(s.db.Write(ctx, func(tx *gorm.DB) error {
		return tx.Where("id = ?", id).Delete(&eventRow{}).Error
	}), "removing event %s", id)
}

// ImportedEvent returns an event; league.NotFound if there is none that the viewer is shown.
func (s *Store) ImportedEvent(ctx context.Context, viewer league.Viewer, id string) (elsewhere.Event, error) {
	ctx, cancel := sqldb.Bounded(ctx)
	defer cancel()
	var row readRow
	query, err := s.shown(ctx, viewer, "file")
	if err == nil {
		err = query.Where("e.id = ?", id).Take(&row).Error
	}
	if err != nil {
		return elsewhere.Event{}, sqldb.Explain(sqldb.Missing(err, "There is no such event."), "reading event %s", id)
	}
	return row.event(), nil
}

// ImportedEvents lists the events that a viewer is shown, the latest first.
func (s *Store) ImportedEvents(ctx context.Context, viewer league.Viewer, which elsewhere.List) ([]elsewhere.Event, error) {
	ctx, cancel := sqldb.Bounded(ctx)
	defer cancel()
	query, err := s.shown(ctx, viewer, "'' AS file")
	if err != nil {
		return nil, sqldb.Explain(err, "listing events")
	}
	if which.Game != "" {
		query = query.Where("e.game = ?", which.Game)
	}
	if which.After != (league.Place{}) {
		query = query.Where("(e.imported_ms < ? OR e.imported_ms = ? AND e.id < ?)", which.After.At, which.After.At, which.After.ID)
	}
	var rows []readRow
	err = query.Order("e.imported_ms DESC, e.id DESC").Limit(which.Limit).Find(&rows).Error
	list := make([]elsewhere.Event, len(rows))
	for i, r := range rows {
		list[i] = r.event()
	}
	return list, sqldb.Explain(err, "listing events")
}

// shown begins a query of the events that a viewer is shown, with their files as file selects them.
func (s *Store) shown(ctx context.Context, viewer league.Viewer, file string) (*gorm.DB, error) {
	everything, player, err := viewer.Sees()
	if err != nil {
		return nil, err
	}
	query := s.db.Reader(ctx).Table("imported_events e").
		Select("e.id, importer_id, e.name, game, variant, first_day, last_day, place, source, count, private, entrants, games, winners, imported_ms, changed_ms, " + file + ", " + people.PlayerColumns("p", "p_")).
		Joins("JOIN players p ON p.id = e.importer_id")
	if !everything {
		query = query.Where("(e.private = 0 OR e.importer_id = ?)", player)
	}
	return query, nil
}
