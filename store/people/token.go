package people

import (
	"context"
	"time"

	"gorm.io/gorm"

	"kickabout/league"
	"kickabout/store/sqldb"
)

const noToken = "There is no such token."

type tokenRow struct {
	Hash      []byte
	PlayerID  string
	Label     string
	CreatedMs int64
	UsedMs    int64
	Asleep    int
	Scopes    string
	EndsMs    int64
}

func (tokenRow) TableName() string { return "tokens" }

// oldTokensLast is how long a token lasts that was made before there was a choice.
const oldTokensLast = 365 * 24 * time.Hour

func tokenToRow(t league.Token) tokenRow {
	return tokenRow{t.Hash[:], t.Player, t.Label, sqldb.Millis(t.Created), sqldb.Millis(t.Used), sqldb.Flag(t.Asleep), t.Scopes.String(), sqldb.Millis(t.Ends)}
}

func (r tokenRow) token() league.Token {
	t := league.Token{
		Hash: [32]byte(r.Hash), Player: r.PlayerID, Label: r.Label, Created: sqldb.Moment(r.CreatedMs), Used: sqldb.Moment(r.UsedMs), Asleep: r.Asleep != 0,
		Ends: sqldb.Moment(r.EndsMs),
	}
	if r.EndsMs == 0 { // from before tokens had an end
		t.Ends = t.Created.Add(oldTokensLast)
	}
	t.Scopes, _ = league.ParseScopes(r.Scopes) // of a later program: none
	return t
}

// AddToken stores a token of a member. If its player has no account, or has most
// tokens already, the error is of kind league.Forbidden and nothing is written.
func (s *Store) AddToken(ctx context.Context, t league.Token, most int) error {
	err := s.db.Write(ctx, func(tx *gorm.DB) error {
		if err := HoldAccount(tx, t.Player); err != nil {
			return err
		}
		var have int64
		if err := tx.Model(&tokenRow{}).Where("player_id = ? AND kind = ?", t.Player, ofHand).Count(&have).Error; err != nil {
			return err
		}
		if have >= int64(most) {
			return league.Errorf(league.Forbidden, "There are %d tokens already. End one first.", have)
		}
		row := tokenToRow(t)
		return tx.Create(&row).Error
	})
	return sqldb.Explain(err, "storing a token of player %s", t.Player)
}

// Token returns a token and whose it is; league.NotFound if there is none.
func (s *Store) Token(ctx context.Context, hash [32]byte) (league.Token, league.Player, error) {
	ctx, cancel := sqldb.Bounded(ctx)
	defer cancel()
	var row struct {
		Token  tokenRow  `gorm:"embedded"`
		Player PlayerRow `gorm:"embedded;embeddedPrefix:p_"`
	}
	err := s.db.Reader(ctx).Table("tokens").
		Select("tokens.*, "+PlayerColumns("p", "p_")).
		Joins("JOIN players p ON p.id = tokens.player_id").
		Where("tokens.hash = ? AND tokens.kind IN ?", hash[:], []string{ofHand, ofAccess}).
		Take(&row).Error
	if err != nil {
		return league.Token{}, league.Player{}, sqldb.Explain(sqldb.Missing(err, noToken), "reading a token")
	}
	return row.Token.token(), row.Player.Player(), nil
}

// TokensSeen returns tokens by which somebody may act, by their hashes.
func TokensSeen(db *gorm.DB, hashes [][]byte) ([]league.Token, error) {
	var rows []tokenRow
	if err := db.Where("hash IN ? AND kind IN ?", hashes, []string{ofHand, ofAccess}).Find(&rows).Error; err != nil {
		return nil, err
	}
	tokens := make([]league.Token, len(rows))
	for i, r := range rows {
		tokens[i] = r.token()
	}
	return tokens, nil
}

// Tokens lists the tokens that a player has made, the newest first.
func (s *Store) Tokens(ctx context.Context, player string) ([]league.Token, error) {
	ctx, cancel := sqldb.Bounded(ctx)
	defer cancel()
	var rows []tokenRow
	err := s.db.Reader(ctx).Where("player_id = ? AND kind = ?", player, ofHand).Order("created_ms DESC, hash").Find(&rows).Error
	if err != nil {
		return nil, sqldb.Explain(err, "listing tokens of player %s", player)
	}
	tokens := make([]league.Token, len(rows))
	for i, r := range rows {
		tokens[i] = r.token()
	}
	return tokens, nil
}

// UseToken notes a use; a token that has ended stays so.
func (s *Store) UseToken(ctx context.Context, hash [32]byte, at time.Time) error {
	err := s.db.Write(ctx, func(tx *gorm.DB) error {
		return tx.Model(&tokenRow{}).Where("hash = ? AND used_ms < ?", hash[:], sqldb.Millis(at)).Update("used_ms", sqldb.Millis(at)).Error
	})
	return sqldb.Explain(err, "noting the use of a token")
}

// WakeToken lets a token of a player be used again that slept; it is no error if there is none.
func (s *Store) WakeToken(ctx context.Context, player string, hash [32]byte) error {
	err := s.db.Write(ctx, func(tx *gorm.DB) error {
		return tx.Model(&tokenRow{}).Where("player_id = ? AND hash = ?", player, hash[:]).Update("asleep", 0).Error
	})
	return sqldb.Explain(err, "waking a token of player %s", player)
}

// EndToken ends one token of a player; it is no error if there is none.
func (s *Store) EndToken(ctx context.Context, player string, hash [32]byte) error {
	err := s.db.Write(ctx, func(tx *gorm.DB) error {
		return tx.Where("player_id = ? AND hash = ? AND kind = ?", player, hash[:], ofHand).Delete(&tokenRow{}).Error
	})
	return sqldb.Explain(err, "ending a token of player %s", player)
}
