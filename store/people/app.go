package people

import (
	"context"
	"strings"
	"time"

	"gorm.io/gorm"

	"kickabout/league"
	"kickabout/league/app"
	"kickabout/store/sqldb"
)

// Apps keeps the programs that members have registered, and what others have allowed them.
type Apps struct{ db *sqldb.DB }

// NewApps returns the store that keeps them in a database.
func NewApps(db *sqldb.DB) *Apps { return &Apps{db} }

type appRow struct {
	ID        string `gorm:"primaryKey"`
	OwnerID   string
	Name      string
	Site      string
	Redirects string
	CreatedMs int64
}

func (appRow) TableName() string { return "apps" }

func (r appRow) app() app.App {
	return app.App{ID: r.ID, Owner: r.OwnerID, Name: r.Name, Site: r.Site, Redirects: strings.Split(r.Redirects, "\n"), Created: sqldb.Moment(r.CreatedMs)}
}

// The kinds of rows of a family.
const (
	ofHand    = "" // a token that a member made
	ofGrant   = "grant"
	ofAccess  = "access"
	ofRefresh = "refresh"
)

// familyRow is a row of what a member has allowed an app.
type familyRow struct {
	Token     tokenRow `gorm:"embedded"`
	Kind      string
	AppID     string
	Family    string
	Redirect  string
	Challenge string
	Spent     int
}

func (familyRow) TableName() string { return "tokens" }

func (r familyRow) grant() app.Grant {
	t := r.Token.token()
	return app.Grant{
		Family: r.Family, App: app.App{ID: r.AppID}, Player: t.Player, Scopes: t.Scopes, Redirect: r.Redirect, Challenge: r.Challenge,
		Made: t.Created, Used: t.Used, Ends: t.Ends,
	}
}

const noApp = "There is no such app."

// AddApp stores an app of a member. If its owner has no account, or has most apps already, the error is of kind
// league.Forbidden and nothing is written.
func (s *Apps) AddApp(ctx context.Context, a app.App, most int) error {
	err := s.db.Write(ctx, func(tx *gorm.DB) error {
		if err := HoldAccount(tx, a.Owner); err != nil {
			return err
		}
		var have int64
		if err := tx.Model(&appRow{}).Where("owner_id = ?", a.Owner).Count(&have).Error; err != nil {
			return err
		}
		if have >= int64(most) {
			return league.Errorf(league.Forbidden, "You have registered %d apps already. Remove one first.", have)
		}
		return tx.Create(&appRow{a.ID, a.Owner, a.Name, a.Site, strings.Join(a.Redirects, "\n"), sqldb.Millis(a.Created)}).Error
	})
	return sqldb.Explain(err, "storing an app of player %s", a.Owner)
}

// App returns an app and whose it is; league.NotFound if there is none.
func (s *Apps) App(ctx context.Context, id string) (app.App, league.Player, error) {
	ctx, cancel := sqldb.Bounded(ctx)
	defer cancel()
	var row struct {
		App    appRow    `gorm:"embedded"`
		Player PlayerRow `gorm:"embedded;embeddedPrefix:p_"`
	}
	err := s.db.Reader(ctx).Table("apps").Select("apps.*, "+PlayerColumns("p", "p_")).Joins("JOIN players p ON p.id = apps.owner_id").
		Where("apps.id = ?", id).Take(&row).Error
	if err != nil {
		return app.App{}, league.Player{}, sqldb.Explain(sqldb.Missing(err, noApp), "reading app %s", id)
	}
	return row.App.app(), row.Player.Player(), nil
}

// AppsOf lists the apps that a player has registered, the oldest first.
func (s *Apps) AppsOf(ctx context.Context, player string) ([]app.App, error) {
	ctx, cancel := sqldb.Bounded(ctx)
	defer cancel()
	var rows []appRow
	err := s.db.Reader(ctx).Where("owner_id = ?", player).Order("created_ms, id").Find(&rows).Error
	list := make([]app.App, len(rows))
	for i, r := range rows {
		list[i] = r.app()
	}
	return list, sqldb.Explain(err, "listing the apps of player %s", player)
}

// DropApp removes an app of a player with all that it was allowed; it is no error if there is none.
func (s *Apps) DropApp(ctx context.Context, player, id string) error {
	err := s.db.Write(ctx, func(tx *gorm.DB) error {
		for _, statement := range []string{
			"UPDATE tokens SET spent = spent WHERE kind = 'grant' AND app_id IN (SELECT id FROM apps WHERE id = ? AND owner_id = ?)", // as holdFamily
			"DELETE FROM tokens WHERE app_id IN (SELECT id FROM apps WHERE id = ? AND owner_id = ?)", "DELETE FROM apps WHERE id = ? AND owner_id = ?",
		} {
			if err := tx.Exec(statement, id, player).Error; err != nil {
				return err
			}
		}
		return nil
	})
	return sqldb.Explain(err, "removing app %s", id)
}

// AddGrant stores what a member allows an app, with the hash of the code that is sent to it and until when that can be
// exchanged. What they allowed it before stays; codes of theirs that were never exchanged go. If they have no account, or
// most grants already, the error is of kind league.Forbidden.
func (s *Apps) AddGrant(ctx context.Context, g app.Grant, code [32]byte, until time.Time, most int) error {
	err := s.db.Write(ctx, func(tx *gorm.DB) error {
		if err := HoldAccount(tx, g.Player); err != nil {
			return err
		}
		unused := "kind = ? AND ends_ms <= ? AND NOT EXISTS (SELECT 1 FROM tokens r WHERE r.family = tokens.family AND r.kind = ?)"
		if err := tx.Where("player_id = ? AND "+unused, g.Player, ofGrant, sqldb.Millis(g.Made), ofRefresh).Delete(&tokenRow{}).Error; err != nil {
			return err
		}
		var have int64
		if err := tx.Model(&tokenRow{}).Where("player_id = ? AND kind = ?", g.Player, ofGrant).Count(&have).Error; err != nil {
			return err
		}
		if have >= int64(most) {
			return league.Errorf(league.Forbidden, "%d apps may act for you already. End one on your account page first.", have)
		}
		row := tokenToRow(league.Token{Hash: code, Player: g.Player, Label: g.App.Name, Created: g.Made, Scopes: g.Scopes, Ends: until})
		return tx.Create(&familyRow{Token: row, Kind: ofGrant, AppID: g.App.ID, Family: g.Family, Redirect: g.Redirect, Challenge: g.Challenge}).Error
	})
	return sqldb.Explain(err, "storing what player %s allows app %s", g.Player, g.App.ID)
}

// SpendCode takes the code of a family, for the first and only time, and returns what was allowed. If the code is another,
// was taken before or came too late, all of the family ends, and the error is of kind league.NotFound, as it is if there is
// no such family (RFC 9700, 2.1.1). What has ended is returned all the same.
func (s *Apps) SpendCode(ctx context.Context, family string, code [32]byte, at time.Time) (app.Grant, error) {
	return s.spend(ctx, ofGrant, family, code, at)
}

// SpendRefresh takes the refresh token of a family, after which it is no good, and ends the access token; the rest is as
// with SpendCode (RFC 9700, 4.14.2).
func (s *Apps) SpendRefresh(ctx context.Context, family string, token [32]byte, at time.Time) (app.Grant, error) {
	return s.spend(ctx, ofRefresh, family, token, at)
}

func (s *Apps) spend(ctx context.Context, kind, family string, hash [32]byte, at time.Time) (g app.Grant, err error) {
	taken := false
	err = s.db.Write(ctx, func(tx *gorm.DB) error {
		spent := tx.Model(&familyRow{}).Where("family = ? AND kind = ? AND hash = ? AND spent = 0 AND asleep = 0 AND ends_ms > ?", family, kind, hash[:], sqldb.Millis(at)).Update("spent", 1)
		if spent.Error != nil {
			return spent.Error
		}
		var rows []familyRow
		if err := tx.Where("family = ? AND kind = ?", family, ofGrant).Find(&rows).Error; err != nil {
			return err
		}
		if g = (app.Grant{}); len(rows) > 0 {
			g = rows[0].grant()
		}
		if taken = spent.RowsAffected == 1; taken {
			return tx.Where("family = ? AND kind = ?", family, ofAccess).Delete(&tokenRow{}).Error
		}
		if err := holdFamily(tx, family); err != nil {
			return err
		}
		return tx.Where("family = ? AND kind <> ?", family, ofHand).Delete(&tokenRow{}).Error
	})
	if err == nil && !taken {
		err = league.Errorf(league.NotFound, noToken)
	}
	return g, sqldb.Explain(err, "taking the secret of an app")
}

// AddTokens stores the tokens that an app gets for what it has spent: those of before go. If the family has ended
// meanwhile the error is of kind league.NotFound.
func (s *Apps) AddTokens(ctx context.Context, family string, access, refresh league.Token) error {
	err := s.db.Write(ctx, func(tx *gorm.DB) error {
		var grant familyRow
		if err := tx.Where("family = ? AND kind = ?", family, ofGrant).Take(&grant).Error; err != nil {
			return sqldb.Missing(err, noToken)
		}
		if err := HoldAccount(tx, grant.Token.PlayerID); err != nil {
			return err
		}
		noted := tx.Model(&familyRow{}).Where("family = ? AND kind = ? AND spent = 1", family, ofGrant).Update("used_ms", sqldb.Millis(access.Created))
		if noted.Error == nil && noted.RowsAffected == 0 {
			return league.Errorf(league.NotFound, noToken)
		}
		if noted.Error != nil {
			return noted.Error
		}
		if err := tx.Where("family = ? AND kind <> ?", family, ofGrant).Delete(&tokenRow{}).Error; err != nil {
			return err
		}
		for kind, t := range map[string]league.Token{ofAccess: access, ofRefresh: refresh} {
			row := tokenToRow(t)
			row.PlayerID, row.Label = grant.Token.PlayerID, grant.Token.Label
			if err := tx.Create(&familyRow{Token: row, Kind: kind, AppID: grant.AppID, Family: family}).Error; err != nil {
				return err
			}
		}
		return nil
	})
	return sqldb.Explain(err, "storing tokens of an app")
}

// GrantOf returns what a token of an app came of, with the id of the app alone; zero if there is no such token.
func (s *Apps) GrantOf(ctx context.Context, hash [32]byte) (g app.Grant, err error) {
	ctx, cancel := sqldb.Bounded(ctx)
	defer cancel()
	var rows []familyRow
	err = s.db.Reader(ctx).Where("hash = ? AND kind IN ?", hash[:], []string{ofAccess, ofRefresh}).Find(&rows).Error
	if len(rows) > 0 {
		g = rows[0].grant()
	}
	return g, sqldb.Explain(err, "finding a token of an app")
}

// EndFamily ends all tokens of a family; of one player's families if player is not "". It is no error if there is none.
func (s *Apps) EndFamily(ctx context.Context, player, family string) error {
	err := s.db.Write(ctx, func(tx *gorm.DB) error {
		if err := holdFamily(tx, family); err != nil {
			return err
		}
		return tx.Where("family = ? AND kind <> ? AND (player_id = ? OR ? = '')", family, ofHand, player, player).Delete(&tokenRow{}).Error
	})
	return sqldb.Explain(err, "ending what an app was allowed")
}

// Grants lists what a player has allowed apps that still have a token, the latest first.
func (s *Apps) Grants(ctx context.Context, player string) ([]app.Grant, error) {
	ctx, cancel := sqldb.Bounded(ctx)
	defer cancel()
	var rows []struct {
		Family familyRow `gorm:"embedded"`
		App    appRow    `gorm:"embedded;embeddedPrefix:a_"`
		Ends   int64
	}
	err := s.db.Reader(ctx).Table("tokens").
		Select("tokens.*, r.ends_ms AS ends, a.id AS a_id, a.owner_id AS a_owner_id, a.name AS a_name, a.site AS a_site, a.redirects AS a_redirects, a.created_ms AS a_created_ms").
		Joins("JOIN tokens r ON r.family = tokens.family AND r.kind = ?", ofRefresh).Joins("JOIN apps a ON a.id = tokens.app_id").
		Where("tokens.player_id = ? AND tokens.kind = ?", player, ofGrant).Order("tokens.created_ms DESC, tokens.family").Find(&rows).Error
	list := make([]app.Grant, len(rows))
	for i, r := range rows {
		list[i] = r.Family.grant()
		list[i].App, list[i].Ends = r.App.app(), sqldb.Moment(r.Ends)
	}
	return list, sqldb.Explain(err, "listing what player %s has allowed", player)
}

// holdFamily keeps a family as it is until the transaction ends: who ends one waits for the tokens that are being added,
// and sees them in the statement that follows.
func holdFamily(tx *gorm.DB, family string) error {
	return tx.Model(&familyRow{}).Where("family = ? AND kind = ?", family, ofGrant).Update("family", family).Error
}
