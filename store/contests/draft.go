package contests

import (
	"context"

	"gorm.io/gorm"
	"gorm.io/gorm/clause"

	"kickabout/league"
	"kickabout/store/sqldb"
)

// Drafts keeps tournaments that are not opened yet.
type Drafts struct{ db *sqldb.DB }

// NewDrafts returns the drafts of a database.
func NewDrafts(db *sqldb.DB) *Drafts { return &Drafts{db} }

type draftRow struct {
	ID        string
	PlayerID  string
	Name      string
	Form      string
	ChangedMs int64
}

func (draftRow) TableName() string { return "tournament_drafts" }

func draftToRow(d league.Draft) draftRow {
	return draftRow{d.ID, d.Player, d.Name, d.Form, sqldb.Millis(d.Changed)}
}

func (r draftRow) draft() league.Draft {
	return league.Draft{ID: r.ID, Player: r.PlayerID, Name: r.Name, Form: r.Form, Changed: sqldb.Moment(r.ChangedMs)}
}

// PutDraft stores a draft, in place of one of the same id if that is the player's too; if it
// is somebody else's, or they would have more than most, the error is of kind league.Forbidden.
func (s *Drafts) PutDraft(ctx context.Context, d league.Draft, most int) error {
	err := s.db.Write(ctx, func(tx *gorm.DB) error {
		row := draftToRow(d)
		changed := tx.Model(&draftRow{}).Where("id = ? AND player_id = ?", row.ID, row.PlayerID).Select("Name", "Form", "ChangedMs").Updates(row)
		if changed.Error != nil || changed.RowsAffected == 1 {
			return changed.Error
		}
		var n int64
		if err := tx.Model(&draftRow{}).Where("player_id = ?", row.PlayerID).Count(&n).Error; err != nil {
			return err
		}
		if n >= int64(most) {
			return league.Errorf(league.Forbidden, "You have %d drafts. Delete one of them first.", n)
		}
		return tx.Create(&row).Error
	})
	if sqldb.Duplicate(err) {
		return league.Errorf(league.Forbidden, "This draft is somebody else's.")
	}
	return sqldb.Explain(err, "storing a draft")
}

// Drafts lists a player's drafts, the one changed last first.
func (s *Drafts) Drafts(ctx context.Context, player string) ([]league.Draft, error) {
	ctx, cancel := sqldb.Bounded(ctx)
	defer cancel()
	var rows []draftRow
	err := s.db.Reader(ctx).Where("player_id = ?", player).Order("changed_ms DESC, id").Find(&rows).Error
	drafts := make([]league.Draft, len(rows))
	for i, r := range rows {
		drafts[i] = r.draft()
	}
	return drafts, sqldb.Explain(err, "listing drafts")
}

// Draft returns a player's draft; league.NotFound if they have none of that id.
func (s *Drafts) Draft(ctx context.Context, player, id string) (league.Draft, error) {
	ctx, cancel := sqldb.Bounded(ctx)
	defer cancel()
	var row draftRow
	err := s.db.Reader(ctx).Where("id = ? AND player_id = ?", id, player).Take(&row).Error
	return row.draft(), sqldb.Explain(sqldb.Missing(err, "There is no such draft."), "reading a draft")
}

// DropDraft deletes a player's draft; one that is gone already is no error.
func (s *Drafts) DropDraft(ctx context.Context, player, id string) error {
	err := s.db.Write(ctx, func(tx *gorm.DB) error {
		return tx.Where("id = ? AND player_id = ?", id, player).Delete(&draftRow{}).Error
	})
	return sqldb.Explain(err, "deleting a draft")
}

// wordRow is the hash of the word that opens a tournament.
type wordRow struct {
	TournamentID string
	Hash         string
}

func (wordRow) TableName() string { return "tournament_words" }

// SetEntryWord notes the hash of the word that opens a tournament, in place of an earlier one.
func (s *Store) SetEntryWord(ctx context.Context, tournament, hash string) error {
	err := s.db.Write(ctx, func(tx *gorm.DB) error {
		return tx.Clauses(clause.OnConflict{Columns: []clause.Column{{Name: "tournament_id"}}, UpdateAll: true}).Create(&wordRow{tournament, hash}).Error
	})
	return sqldb.Explain(err, "storing the word of tournament %s", tournament)
}

// EntryWord returns the hash of the word that opens a tournament which was read; "" if there is none.
func (s *Store) EntryWord(ctx context.Context, t league.Tournament) (string, error) {
	ctx, cancel := sqldb.Bounded(ctx)
	defer cancel()
	var hashes []string
	err := s.db.Reader(ctx).Model(&wordRow{}).Where("tournament_id = ?", t.ID).Pluck("hash", &hashes).Error
	if err != nil || len(hashes) == 0 {
		return "", sqldb.Explain(err, "reading the word of tournament %s", t.ID)
	}
	return hashes[0], nil
}
