package ranking

import (
	"context"
	"maps"

	"kickabout/league"
	"kickabout/store/sqldb"
)

// ruleDayRow says from when on a changed rule holds (R-TM-1).
type ruleDayRow struct {
	Rule   string
	FromMs int64
}

func (ruleDayRow) TableName() string { return "rule_days" }

// RuleDays returns from when on changed rules hold; one that has always held is not among them. The migrations alone
// write them, before there is a Store, so that they are read once.
func (s *Store) RuleDays(ctx context.Context) (league.RuleDays, error) {
	if days := s.ruleDays.Load(); days != nil {
		return maps.Clone(*days), nil
	}
	ctx, cancel := sqldb.Bounded(ctx)
	defer cancel()
	var rows []ruleDayRow
	if err := s.db.Reader(ctx).Find(&rows).Error; err != nil {
		return nil, sqldb.Explain(err, "reading from when on rules hold")
	}
	days := league.RuleDays{}
	for _, r := range rows {
		days[league.RuleChange(r.Rule)] = sqldb.Moment(r.FromMs)
	}
	s.ruleDays.Store(&days)
	return maps.Clone(days), nil
}
