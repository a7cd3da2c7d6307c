package staff

import (
	"context"
	"maps"
	"slices"

	"gorm.io/gorm"
	"gorm.io/gorm/clause"

	"kickabout/league"
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

// SetSettings sets something, and writes a line of the log.
func (s *Store) SetSettings(ctx context.Context, values map[string]string, line league.AuditLine) error {
	rows := make([]settingRow, 0, len(values))
	for _, key := range slices.Sorted(maps.Keys(values)) {
		rows = append(rows, settingRow{key, values[key]})
	}
	err := s.db.Write(ctx, func(tx *gorm.DB) error {
		if err := tx.Clauses(clause.OnConflict{UpdateAll: true}).Create(&rows).Error; err != nil {
			return err
		}
		return note(tx, line)
	})
	return sqldb.Explain(err, "changing settings")
}

// UnsetSetting lets something be as it is by itself, and writes a line of the log.
func (s *Store) UnsetSetting(ctx context.Context, key string, line league.AuditLine) error {
	err := s.db.Write(ctx, func(tx *gorm.DB) error {
		if err := tx.Where("key = ?", key).Delete(&settingRow{}).Error; err != nil {
			return err
		}
		return note(tx, line)
	})
	return sqldb.Explain(err, "unsetting %s", key)
}
