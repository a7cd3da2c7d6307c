package people

import (
	"context"
	"time"

	"gorm.io/gorm"

	"kickabout/league"
	"kickabout/store/sqldb"
)

// Passkeys keeps the passkeys of members.
type Passkeys struct{ db *sqldb.DB }

// NewPasskeys returns the store that keeps them in a database.
func NewPasskeys(db *sqldb.DB) *Passkeys { return &Passkeys{db} }

type passkeyRow struct {
	ID       []byte
	PlayerID string
	Name     string
	Record   string
	Count    int64
	MadeMs   int64
	UsedMs   int64
}

func (passkeyRow) TableName() string { return "passkeys" }

func (r passkeyRow) passkey() league.Passkey {
	return league.Passkey{
		ID: string(r.ID), Player: r.PlayerID, Name: r.Name, Record: r.Record, Count: uint32(r.Count), Made: sqldb.Moment(r.MadeMs), Used: sqldb.Moment(r.UsedMs),
	}
}

type challengeRow struct {
	Hash   []byte
	EndsMs int64
}

func (challengeRow) TableName() string { return "answered_challenges" }

// AddPasskey stores a passkey. If its player has no account, or most others already, the error is of kind
// league.Forbidden; if somebody has it already, league.Stale. Nothing is written then.
func (s *Passkeys) AddPasskey(ctx context.Context, p league.Passkey, most int) error {
	row := passkeyRow{[]byte(p.ID), p.Player, p.Name, p.Record, int64(p.Count), sqldb.Millis(p.Made), sqldb.Millis(p.Used)}
	err := s.db.Write(ctx, func(tx *gorm.DB) error {
		if err := HoldAccount(tx, p.Player); err != nil {
			return err
		}
		var have int64
		if err := tx.Model(&passkeyRow{}).Where("player_id = ?", p.Player).Count(&have).Error; err != nil {
			return err
		}
		if have >= int64(most) {
			return league.Errorf(league.Forbidden, "There are %d passkeys already. Remove one first.", have)
		}
		err := tx.Create(&row).Error
		if sqldb.Duplicate(err) {
			err = league.Errorf(league.Stale, "This passkey is in use already.")
		}
		return err
	})
	return sqldb.Explain(err, "storing a passkey of player %s", p.Player)
}

// Passkeys lists a player's passkeys, the oldest first.
func (s *Passkeys) Passkeys(ctx context.Context, player string) ([]league.Passkey, error) {
	ctx, cancel := sqldb.Bounded(ctx)
	defer cancel()
	var rows []passkeyRow
	err := s.db.Reader(ctx).Where("player_id = ?", player).Order("made_ms, id").Find(&rows).Error
	list := make([]league.Passkey, len(rows))
	for i, r := range rows {
		list[i] = r.passkey()
	}
	return list, sqldb.Explain(err, "listing the passkeys of player %s", player)
}

// PasskeyRecords lists what is kept of the passkeys of all members.
func (s *Passkeys) PasskeyRecords(ctx context.Context) (records []string, err error) {
	ctx, cancel := sqldb.Bounded(ctx)
	defer cancel()
	err = s.db.Reader(ctx).Model(&passkeyRow{}).Order("made_ms, id").Pluck("record", &records).Error
	return records, sqldb.Explain(err, "reading all passkeys")
}

// Passkey returns a passkey; league.NotFound if there is none.
func (s *Passkeys) Passkey(ctx context.Context, id string) (league.Passkey, error) {
	ctx, cancel := sqldb.Bounded(ctx)
	defer cancel()
	var row passkeyRow
	if err := s.db.Reader(ctx).Where("id = ?", []byte(id)).Take(&row).Error; err != nil {
		return league.Passkey{}, sqldb.Explain(sqldb.Missing(err, "There is no such passkey."), "reading a passkey")
	}
	return row.passkey(), nil
}

// UsePasskey notes an answer of a passkey, which counted had before. If it has been used since, or is gone, the error
// is of kind league.Stale and nothing is written.
func (s *Passkeys) UsePasskey(ctx context.Context, p league.Passkey, had uint32, at time.Time) error {
	err := s.db.Write(ctx, func(tx *gorm.DB) error {
		used := tx.Model(&passkeyRow{}).Where("id = ? AND count = ?", []byte(p.ID), had).
			Updates(map[string]any{"count": int64(p.Count), "record": p.Record, "used_ms": sqldb.Millis(at)})
		return once(used, "This passkey was used somewhere else just now.")
	})
	return sqldb.Explain(err, "noting the use of a passkey")
}

// EndPasskey forgets a passkey of a player; it is no error if there is none.
func (s *Passkeys) EndPasskey(ctx context.Context, player, id string) error {
	err := s.db.Write(ctx, func(tx *gorm.DB) error {
		return tx.Where("player_id = ? AND id = ?", player, []byte(id)).Delete(&passkeyRow{}).Error
	})
	return sqldb.Explain(err, "forgetting a passkey of player %s", player)
}

// DropPasskeys forgets all passkeys of a player, and returns how many there were.
func (s *Passkeys) DropPasskeys(ctx context.Context, player string) (dropped int64, err error) {
	err = s.db.Write(ctx, func(tx *gorm.DB) error {
		gone := tx.Where("player_id = ?", player).Delete(&passkeyRow{})
		dropped = gone.RowsAffected
		return gone.Error
	})
	return dropped, sqldb.Explain(err, "forgetting the passkeys of player %s", player)
}

// AnswerChallenge notes that a challenge was answered, and forgets those that are over. If it was answered before the
// error is of kind league.Stale.
func (s *Passkeys) AnswerChallenge(ctx context.Context, hash [32]byte, now, ends time.Time) error {
	err := s.db.Write(ctx, func(tx *gorm.DB) error {
		if err := tx.Where("ends_ms < ?", sqldb.Millis(now)).Delete(&challengeRow{}).Error; err != nil {
			return err
		}
		err := tx.Create(&challengeRow{hash[:], sqldb.Millis(ends)}).Error
		if sqldb.Duplicate(err) {
			err = league.Errorf(league.Stale, "This has been answered already.")
		}
		return err
	})
	return sqldb.Explain(err, "noting an answer")
}
