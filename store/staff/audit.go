package staff

import (
	"context"
	"database/sql"
	"fmt"
	"strconv"

	"gorm.io/gorm"

	"kickabout/league"
	"kickabout/league/chain"
	"kickabout/store/sqldb"
)

type auditRow struct {
	N       int `gorm:"primaryKey;autoIncrement:false"`
	AtMs    int64
	ByID    string
	Act     string
	Subject string
	Reason  string
	Detail  string
	Chain   []byte
}

func (auditRow) TableName() string { return "audit" }

func (r auditRow) line() league.AuditLine {
	return league.AuditLine{N: r.N, At: sqldb.Moment(r.AtMs), By: r.ByID, Act: r.Act, Subject: r.Subject, Reason: r.Reason, Detail: r.Detail}
}

// fields are what the chain holds of a line.
func (r auditRow) fields() []string {
	return []string{strconv.Itoa(r.N), strconv.FormatInt(r.AtMs, 10), r.ByID, r.Act, r.Subject, r.Reason, r.Detail}
}

// auditChain is the value of the chain before the first line.
func auditChain() chain.Value { return chain.Start("site", "") }

// Note numbers a line of the log, ties it to those before and writes it, as the last thing that a transaction does:
// until it ends nobody else writes one.
func Note(tx *gorm.DB, l league.AuditLine) error {
	if tx.Name() == "postgres" { // readers go on
		if err := tx.Exec("LOCK TABLE audit IN EXCLUSIVE MODE").Error; err != nil {
			return err
		}
	}
	var before []auditRow
	if err := tx.Order("n DESC").Limit(1).Find(&before).Error; err != nil {
		return err
	}
	last, n := auditChain(), 1
	if len(before) == 1 {
		n = before[0].N + 1
		var whole bool
		if last, whole = chain.ValueOf(before[0].Chain); !whole {
			return fmt.Errorf("line %d of the log of the site is tied to nothing", before[0].N)
		}
	}
	row := auditRow{N: n, AtMs: sqldb.Millis(l.At), ByID: l.By, Act: l.Act, Subject: l.Subject, Reason: l.Reason, Detail: l.Detail}
	value := last.Next(row.fields()...)
	row.Chain = value[:]
	return tx.Create(&row).Error
}

// Note writes a line of the log about what was done elsewhere.
func (s *Store) Note(ctx context.Context, l league.AuditLine) error {
	err := s.db.Write(ctx, func(tx *gorm.DB) error { return Note(tx, l) })
	return sqldb.Explain(err, "noting that %s was done", l.Act)
}

// AuditLog lists the latest lines of the log before a number, the latest first; about is the subject that they are
// about, "" for any.
func (s *Store) AuditLog(ctx context.Context, about string, before, limit int) ([]league.AuditLine, error) {
	ctx, cancel := sqldb.Bounded(ctx)
	defer cancel()
	var rows []auditRow
	query := s.db.Reader(ctx).Where("n < ?", before)
	if about != "" {
		query = query.Where("subject = ?", about)
	}
	err := query.Order("n DESC").Limit(limit).Find(&rows).Error
	lines := make([]league.AuditLine, len(rows))
	for i, r := range rows {
		lines[i] = r.line()
	}
	return lines, sqldb.Explain(err, "reading the log of the site")
}

// CheckAuditLog follows the chain of the log from its first line. An error about a line that is not what was written
// is a *chain.Damage.
func (s *Store) CheckAuditLog(ctx context.Context) (last chain.Value, err error) {
	ctx, cancel := sqldb.Bounded(ctx)
	defer cancel()
	var lines []chain.Line
	err = sqldb.EachRow(s.db.Reader(ctx).Table("audit").Select("n, at_ms, by_id, act, subject, reason, detail, chain").Order("n"), func(rows *sql.Rows) error {
		var r auditRow
		if err := rows.Scan(&r.N, &r.AtMs, &r.ByID, &r.Act, &r.Subject, &r.Reason, &r.Detail, &r.Chain); err != nil {
			return err
		}
		lines = append(lines, chain.Line{N: r.N, Stored: r.Chain, Fields: r.fields()})
		return nil
	})
	if err != nil {
		return last, sqldb.Explain(err, "reading the log of the site")
	}
	return chain.Check(auditChain(), lines)
}
