package matches

import (
	"cmp"
	"context"
	"fmt"
	"math"

	"gorm.io/gorm"
	"gorm.io/gorm/clause"

	"kickabout/engine"
	"kickabout/league"
	"kickabout/store/sqldb"
)

// lockRow is a match whose record is damaged.
type lockRow struct {
	MatchID string
	FoundMs int64
	Reason  string
	Mending int
}

func (lockRow) TableName() string { return "quarantine" }

// notLocked narrows matches to those that are not in quarantine.
const notLocked = "NOT EXISTS (SELECT 1 FROM quarantine WHERE match_id = matches.id)"

// Locks keeps matches from being played whose record is damaged, and puts records right.
type Locks struct{ db *sqldb.DB }

// NewLocks returns the locks of a database.
func NewLocks(db *sqldb.DB) *Locks { return &Locks{db} }

// Lock puts a match into quarantine: nothing is appended to it from then on, and no clock of it runs. One
// that is locked stays so, with the reason that was found first.
func (s *Locks) Lock(ctx context.Context, l league.Lock) error {
	err := s.db.Write(ctx, func(tx *gorm.DB) error {
		row := lockRow{MatchID: l.Match, FoundMs: sqldb.Millis(l.Found), Reason: l.Reason}
		put := tx.Clauses(clause.OnConflict{DoNothing: true}).Create(&row)
		if put.Error != nil || put.RowsAffected == 0 {
			return put.Error
		}
		// As a match that waits for its twin: whoever looks for clocks or bots passes it by.
		return tx.Exec("UPDATE matches SET held = 1, to_move = ?, deadline_ms = ?, due_ms = 0 WHERE id = ? AND to_move <> 0",
			int(engine.First), sqldb.Millis(league.NoDeadline), l.Match).Error
	})
	return sqldb.Explain(err, "locking match %s", l.Match)
}

// Locked lists the matches in quarantine, the one found first first.
func (s *Locks) Locked(ctx context.Context) ([]league.Lock, error) {
	ctx, cancel := sqldb.Bounded(ctx)
	defer cancel()
	var rows []lockRow
	err := s.db.Reader(ctx).Order("found_ms, match_id").Find(&rows).Error
	locks := make([]league.Lock, len(rows))
	for i, r := range rows {
		locks[i] = league.Lock{Match: r.MatchID, Found: sqldb.Moment(r.FoundMs), Reason: r.Reason}
	}
	return locks, sqldb.Explain(err, "listing the matches in quarantine")
}

// LockedAmong returns why those of some matches are in quarantine that are.
func LockedAmong(tx *gorm.DB, ids []string) (map[string]string, error) {
	var rows []lockRow
	err := tx.Where("match_id IN ?", ids).Find(&rows).Error
	reasons := map[string]string{}
	for _, r := range rows {
		reasons[r.MatchID] = r.Reason
	}
	return reasons, err
}

// CountLocked counts the matches in quarantine.
func (s *Locks) CountLocked(ctx context.Context) (n int64, err error) {
	ctx, cancel := sqldb.Bounded(ctx)
	defer cancel()
	err = s.db.Reader(ctx).Model(&lockRow{}).Count(&n).Error
	return n, sqldb.Explain(err, "counting the matches in quarantine")
}

// FillChain gives the first events of a match their values in the chain where they have none.
func (s *Locks) FillChain(ctx context.Context, match string, chain [][]byte) error {
	err := s.db.Write(ctx, func(tx *gorm.DB) error {
		var missing []int
		err := tx.Table("events").Where("match_id = ? AND seq <= ? AND chain IS NULL", match, len(chain)).Order("seq").Pluck("seq", &missing).Error
		if err != nil {
			return err
		}
		for _, seq := range missing {
			err := tx.Exec("UPDATE events SET chain = ? WHERE match_id = ? AND seq = ? AND chain IS NULL", chain[seq-1], match, seq).Error
			if err != nil {
				return err
			}
		}
		return nil
	})
	return sqldb.Explain(err, "chaining the events of match %s", match)
}

// MatchHead returns a match without its log, whatever that is like; league.NotFound if there is none.
func (s *Locks) MatchHead(ctx context.Context, id string) (league.Match, error) {
	list, err := List(ctx, league.Site(), s.db, "some", func(db *gorm.DB) *gorm.DB { return db.Where("matches.id = ?", id) })
	if err != nil || len(list) == 0 {
		return league.Match{}, sqldb.Explain(sqldb.Missing(cmp.Or(err, gorm.ErrRecordNotFound), NoMatch), "reading match %s", id)
	}
	return list[0], nil
}

// StoredLog returns the events of a match as far as they are there, by their numbers, with their values.
func (s *Locks) StoredLog(ctx context.Context, match string) (log []engine.Event, chain [][]byte, err error) {
	ctx, cancel := sqldb.Bounded(ctx)
	defer cancel()
	var rows []eventRow
	if err := s.db.Reader(ctx).Where("match_id = ?", match).Order("seq").Find(&rows).Error; err != nil {
		return nil, nil, sqldb.Explain(err, "reading the events of match %s", match)
	}
	at := map[int]int{}
	for i, r := range rows {
		log, chain, at[r.Seq] = append(log, r.event()), append(chain, r.Chain), i
	}
	var rolls []rollRow
	if err := s.db.Reader(ctx).Where("match_id = ?", match).Order("seq, k").Find(&rolls).Error; err != nil {
		return nil, nil, sqldb.Explain(err, "reading the throws of match %s", match)
	}
	for _, r := range rolls {
		if i, there := at[r.Seq]; there && r.E <= math.MaxUint32 {
			log[i].Draws = append(log[i].Draws, r.draw())
		}
	}
	return log, chain, nil
}

// Mend replaces the record of a match in quarantine, and the state beside it, by another one and ends the
// quarantine, with what has happened by it; the error is of kind league.NotFound if it is not in quarantine.
func (s *Locks) Mend(ctx context.Context, m league.Match, facts ...league.Fact) error {
	if err := sound(m.Log, 1, m.State); err != nil {
		return fmt.Errorf("mending match %s: %w", m.ID, err)
	}
	err := s.db.Write(ctx, func(tx *gorm.DB) error {
		held := tx.Model(&lockRow{}).Where("match_id = ?", m.ID).Update("mending", 1)
		if held.Error == nil && held.RowsAffected == 0 {
			held.Error = league.Errorf(league.NotFound, "This match is not in quarantine.")
		}
		if held.Error != nil {
			return held.Error
		}
		for _, table := range []string{"rolls", "events"} {
			if err := tx.Exec("DELETE FROM "+table+" WHERE match_id = ?", m.ID).Error; err != nil {
				return err
			}
		}
		if err := insertEvents(tx, m.ID, m.Log, m.Chain); err != nil {
			return err
		}
		if err := tx.Model(&Row{}).Where("id = ?", m.ID).Select("*").Updates(stateToRow(m.State)).Error; err != nil {
			return err
		}
		if err := tx.Where("match_id = ?", m.ID).Delete(&lockRow{}).Error; err != nil {
			return err
		}
		return s.db.Raise(tx, facts)
	})
	return sqldb.Explain(err, "mending match %s", m.ID)
}
