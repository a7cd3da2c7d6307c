package staff

import (
	"context"
	"time"

	"gorm.io/gorm"

	"kickabout/league"
	"kickabout/store/people"
	"kickabout/store/sqldb"
)

// PutAbsence stores the step of an absence, or what has become of one that is there by now, with notices of it. If there
// is another step about the same match the error is of kind league.Stale; one that was struck out stays so.
func (s *Store) PutAbsence(ctx context.Context, a league.Sanction, notices ...league.Notice) error {
	err := s.db.Write(ctx, func(tx *gorm.DB) error {
		if err := hold(tx, a.Player); err != nil {
			return err
		}
		row := sanctionToRow(a)
		changed := tx.Model(&sanctionRow{}).Where("id = ? AND lifted_ms = 0", a.ID).
			Updates(map[string]any{"subject": row.Subject, "reason": row.Reason, "at_ms": row.AtMs, "ends_ms": row.EndsMs, "ban_ms": row.BanMs, "lifted_ms": sqldb.Millis(a.Lifted.At), "lifted_why": a.Lifted.Why})
		if changed.Error != nil || changed.RowsAffected > 0 {
			return changed.Error
		}
		there, err := sqldb.Exists(tx.Table("sanctions").Where("id = ? OR player_id = ? AND kind = ? AND subject = ?", a.ID, a.Player, a.Kind, a.Subject))
		if err == nil && there {
			err = league.Errorf(league.Stale, "This absence is known already.")
		}
		if err != nil {
			return err
		}
		if err := tx.Create(&row).Error; err != nil {
			return err
		}
		return people.InsertNotices(tx, notices, nil)
	})
	return sqldb.Explain(err, "noting an absence of player %s", a.Player)
}

// ShortenBan sets the end of an absence's ban, which stands in i.Short, with notices of it and its line of the log. If it
// was struck out the error is of kind league.Stale, and nothing is written.
func (s *Store) ShortenBan(ctx context.Context, i league.Imposition) error {
	err := s.db.Write(ctx, func(tx *gorm.DB) error {
		changed := tx.Model(&sanctionRow{}).Where("id = ? AND kind = ? AND lifted_ms = 0", i.ID, league.SanctionAbsence).Update("short_ms", sqldb.Millis(i.Short))
		if changed.Error == nil && changed.RowsAffected == 0 {
			return league.Errorf(league.Stale, "This has been undone already.")
		}
		if changed.Error != nil {
			return changed.Error
		}
		return s.conclude(tx, i)
	})
	return sqldb.Explain(err, "shortening the ban of step %s", i.ID)
}

// Absent lists the members who have a place in a tournament that does not roll, have lost a match of a competition on time
// since they took it, at or before a moment, and have made no move since that loss.
func (s *Store) Absent(ctx context.Context, by time.Time) (ids []string, err error) {
	ctx, cancel := sqldb.Bounded(ctx)
	defer cancel()
	lost := " AND m.to_move = 0 AND m.ending = 'timeout' AND m.tournament <> '' AND m.moved_ms > p.moved_ms AND m.moved_ms > e.entered_ms AND m.moved_ms <= @by"
	err = s.db.Reader(ctx).Raw("SELECT DISTINCT p.id FROM tournaments t JOIN entries e ON e.tournament_id = t.id JOIN players p ON p.id = e.player_id"+
		" WHERE t.state IN (@registration, @running) AND t.rolling = 0 AND e.out_by = '' AND p.kind = @member AND p.moved_ms < @by"+
		" AND (EXISTS (SELECT 1 FROM matches m WHERE m.player0 = p.id AND m.winner <> 1 + m.first_seat"+lost+")"+
		" OR EXISTS (SELECT 1 FROM matches m WHERE m.player1 = p.id AND m.winner <> 2 - m.first_seat"+lost+")) ORDER BY p.id",
		map[string]any{
			"by": sqldb.Millis(by), "registration": string(league.Registration), "running": string(league.Running), "member": string(league.Member),
		}).Scan(&ids).Error
	return ids, sqldb.Explain(err, "looking for players who are absent")
}
