package staff

import (
	"context"
	"maps"
	"slices"

	"gorm.io/gorm"
	"gorm.io/gorm/clause"

	"kickabout/league"
	"kickabout/store/people"
	"kickabout/store/sqldb"
)

type settingRow struct {
	Key   string `gorm:"primaryKey"`
	Value string
}

func (settingRow) TableName() string { return "settings" }

// Settings returns what is set, by keys.
func (s *Store) Settings(ctx context.Context) (map[string]string, error) {
	ctx, cancel := sqldb.Bounded(ctx)
	defer cancel()
	var rows []settingRow
	err := s.db.Reader(ctx).Find(&rows).Error
	set := make(map[string]string, len(rows))
	for _, r := range rows {
		set[r.Key] = r.Value
	}
	return set, sqldb.Explain(err, "reading the settings")
}

// SetSettings sets something, writes a line of the log, and tells all members what there is to tell.
func (s *Store) SetSettings(ctx context.Context, values map[string]string, line league.AuditLine, told ...league.SiteNotice) error {
	rows := make([]settingRow, 0, len(values))
	for _, key := range slices.Sorted(maps.Keys(values)) {
		rows = append(rows, settingRow{key, values[key]})
	}
	err := s.db.Write(ctx, func(tx *gorm.DB) error {
		if err := tx.Clauses(clause.OnConflict{UpdateAll: true}).Create(&rows).Error; err != nil {
			return err
		}
		return noteAndTell(tx, line, told...)
	})
	return sqldb.Explain(err, "changing settings")
}

// Announce tells all members something, and writes a line of the log.
func (s *Store) Announce(ctx context.Context, told league.SiteNotice, line league.AuditLine) error {
	err := s.db.Write(ctx, func(tx *gorm.DB) error { return noteAndTell(tx, line, told) })
	return sqldb.Explain(err, "announcing something")
}

// siteEvents are the events by which members learn what the site tells them.
var siteEvents = map[league.SiteNoticeKind]league.EventName{
	league.MaintenanceNotice: league.SiteMaintenance, league.TermsNotice: league.SiteTerms, league.PrivacyNotice: league.SitePrivacy,
}

// noteAndTell writes a line of the log, keeps what the site tells everybody, and gives members their notices. What begins
// at the same moment as something of its kind takes its place.
func noteAndTell(tx *gorm.DB, line league.AuditLine, told ...league.SiteNotice) error {
	if err := Note(tx, line); err != nil {
		return err
	}
	for _, n := range told {
		keep := tx.Exec("INSERT INTO site_notices (kind, from_ms, until_ms) VALUES (?, ?, ?) ON CONFLICT (kind, from_ms) DO UPDATE SET until_ms = excluded.until_ms",
			string(n.Kind), sqldb.Millis(n.From), sqldb.Millis(n.Until))
		if keep.Error != nil {
			return keep.Error
		}
		if err := people.TellMembers(tx, n, siteEvents[n.Kind], line.At); err != nil {
			return err
		}
	}
	return nil
}

// UnsetSetting lets something be as it is by itself, and writes a line of the log.
func (s *Store) UnsetSetting(ctx context.Context, key string, line league.AuditLine) error {
	err := s.db.Write(ctx, func(tx *gorm.DB) error {
		if err := tx.Where("key = ?", key).Delete(&settingRow{}).Error; err != nil {
			return err
		}
		return Note(tx, line)
	})
	return sqldb.Explain(err, "unsetting %s", key)
}
