package offers

import (
	"gorm.io/gorm"

	"kickabout/league"
	"kickabout/league/span"
	"kickabout/store/sqldb"
)

// Delay moves the moment at which every open offer and invitation lapses by an outage (R-TC-4).
func (s *Store) Delay(tx *gorm.DB, outage league.SiteNotice) error {
	earliest := int64(0)
	if outage.Until.Sub(outage.From) > span.FirstDay {
		earliest = sqldb.Millis(outage.Until.Add(span.FirstDay))
	}
	given := outage.Given().Milliseconds()
	return tx.Exec(`UPDATE offers SET expires_ms = CASE WHEN expires_ms + ? < ? THEN ? ELSE expires_ms + ? END
		WHERE `+open+` AND expires_ms >= ?`, given, earliest, earliest, given, sqldb.Millis(outage.From)).Error
}
