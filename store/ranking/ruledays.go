package ranking

import (
	"context"

	"kickabout/league"
	"kickabout/store/sqldb"
)

// ruleDayRow says from when on a changed rule holds (R-TM-1).
type ruleDayRow struct {
	Rule   string
	FromMs int64
}

func (ruleDayRow) TableName() string { return "rule_days" }

// RuleDays returns from when on changed rules hold; one that has always held is not among them.
func (s *Store) RuleDays(ctx context.Context) (league.RuleDays, error) {
	ctx, cancel := sqldb.Bounded(ctx)
	defer cancel()
	var rows []ruleDayRow
	err := s.db.Reader(ctx).Find(&rows).Error
	days := league.RuleDays{}
	for _, r := range rows {
		days[league.RuleChange(r.Rule)] = sqldb.Moment(r.FromMs)
	}
	return days, sqldb.Explain(err, "reading from when on rules hold")
}
