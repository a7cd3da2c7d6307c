package staff

import (
	"context"

	"gorm.io/gorm"

	"kickabout/league"
	"kickabout/store/people"
	"kickabout/store/sqldb"
)

// TakeReport notes who looks after a report that is open, and writes a line of the log. If it was decided meanwhile
// the error is of kind league.Stale.
func (s *Store) TakeReport(ctx context.Context, r league.Report, line league.AuditLine) error {
	return s.changeReport(ctx, r, map[string]any{"taken_by": r.Taken.By, "taken_ms": sqldb.Millis(r.Taken.At)}, line)
}

// CloseReport notes what was decided about a report that is open, with a notice to its reader and its line of the
// log. If somebody else has decided it the error is of kind league.Stale.
func (s *Store) CloseReport(ctx context.Context, r league.Report, line league.AuditLine, notices ...league.Notice) error {
	verdict := "dismissed"
	if r.Upheld {
		verdict = "upheld"
	}
	return s.changeReport(ctx, r, map[string]any{
		"verdict": verdict, "decided_by": r.Closed.By, "decided_ms": sqldb.Millis(r.Closed.At), "answer": r.Closed.Why,
	}, line, notices...)
}

func (s *Store) changeReport(ctx context.Context, r league.Report, change map[string]any, line league.AuditLine, notices ...league.Notice) error {
	err := s.db.Write(ctx, func(tx *gorm.DB) error {
		of := tx.Table("reports").Where("match_id = ? AND n = ?", r.Line.Match, r.Line.N)
		if r.Cup != "" {
			of = tx.Table("request_reports").Where("tournament_id = ? AND seq = ?", r.Cup, r.Line.N)
		}
		changed := of.Where("reader_id = ? AND verdict = ''", r.Reader).Updates(change)
		if changed.Error == nil && changed.RowsAffected == 0 {
			return league.Errorf(league.Stale, "This report has been decided already.")
		}
		if changed.Error != nil {
			return changed.Error
		}
		if err := people.InsertNotices(tx, notices, nil); err != nil {
			return err
		}
		return Note(tx, line)
	})
	return sqldb.Explain(err, "looking after a report")
}
