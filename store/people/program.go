package people

import (
	"context"
	"slices"
	"time"

	"gorm.io/gorm"

	"kickabout/league"
	"kickabout/league/program"
	"kickabout/store/sqldb"
)

// Programs keeps the BOT accounts of members.
type Programs struct{ db *sqldb.DB }

// NewPrograms returns the store that keeps them in a database.
func NewPrograms(db *sqldb.DB) *Programs { return &Programs{db} }

type programRow struct {
	PlayerID  string `gorm:"primaryKey"`
	OwnerID   string
	Plays     string
	Site      string
	Arena     int
	CreatedMs int64
	HeardMs   int64
	ClosedMs  int64
}

func (programRow) TableName() string { return "programs" }

const noProgram = "There is no such BOT account."

// AddProgram stores a BOT account with its player, under all keys of its name. If its owner has no account, or most of
// them that are not closed, the error is of kind league.Forbidden; if a key is taken, of kind league.Stale; nothing is
// written then.
func (s *Programs) AddProgram(ctx context.Context, p program.Program, keys []string, most int) error {
	err := s.db.Write(ctx, func(tx *gorm.DB) error {
		if err := HoldAccount(tx, p.Owner.ID); err != nil {
			return err
		}
		if err := room(tx, p.Owner.ID, most); err != nil {
			return err
		}
		player := playerToRow(p.Player)
		if err := tx.Create(&player).Error; err != nil {
			return err
		}
		if err := addKeys(tx, p.Player.ID, keys); err != nil {
			return err
		}
		return tx.Create(&programRow{PlayerID: p.Player.ID, OwnerID: p.Owner.ID, Plays: p.Plays, Site: p.Site, Arena: sqldb.Flag(p.Arena), CreatedMs: sqldb.Millis(p.Created)}).Error
	})
	return sqldb.Explain(err, "storing BOT account %s", p.Player.ID)
}

// room refuses an owner who has most of BOT accounts that are not closed.
func room(tx *gorm.DB, owner string, most int) error {
	var have int64
	if err := tx.Model(&programRow{}).Where("owner_id = ? AND closed_ms = 0", owner).Count(&have).Error; err != nil {
		return err
	}
	if have >= int64(most) {
		return league.Errorf(league.Forbidden, "There are %d bots of this owner already, as many as anybody may have. Close one first.", have)
	}
	return nil
}

// addKeys gives a player those keys of a name that they do not have. One that is another's is of kind league.Stale.
func addKeys(tx *gorm.DB, player string, keys []string) error {
	var own []string
	if err := tx.Table("names").Where("player_id = ?", player).Pluck("key", &own).Error; err != nil {
		return err
	}
	for _, key := range keys {
		if slices.Contains(own, key) {
			continue
		}
		if err := tx.Create(&nameRow{key, player}).Error; sqldb.Duplicate(err) {
			return league.Errorf(league.Stale, nameTaken)
		} else if err != nil {
			return err
		}
	}
	return nil
}

// keptByProgram are the holdings that are not erased when an account becomes a BOT account: what others have seen of it, what
// was decided about it, and what its games hang on.
var keptByProgram = []string{
	"names", "programs", "answers", "offers", "blocks", "lines", "reports", "request_reports", "mutes", "sanctions", "seen", "vacations", "vacation_days", "imported_events",
}

// MarkProgram makes the account of a member, whose password is still that, a BOT account under more keys of its new name; all
// that is a person's about it is erased. If the password is another by now, or a key is taken, the error is of kind
// league.Stale; if its owner has no account or most of them, or the account has begun a rated match, is in an event that is
// not over, organises one, or has a role or open BOT accounts of its own, of kind league.Forbidden. Nothing is written then.
func (s *Programs) MarkProgram(ctx context.Context, a league.Account, p program.Program, keys []string, most int) error {
	id := p.Player.ID
	err := s.db.Write(ctx, func(tx *gorm.DB) error {
		if err := replacePassword(tx, id, a.Password, a.Password); err != nil {
			return err
		}
		if err := HoldAccount(tx, p.Owner.ID); err != nil {
			return err
		}
		if err := mayMark(tx, id); err != nil {
			return err
		}
		if err := room(tx, p.Owner.ID, most); err != nil {
			return err
		}
		for _, h := range Holdings() {
			if slices.Contains(keptByProgram, h.Table) {
				continue
			}
			for _, statement := range h.erase {
				if err := tx.Exec(statement, id).Error; err != nil {
					return err
				}
			}
		}
		if err := tx.Model(&PlayerRow{}).Where("id = ?", id).Updates(PlayerRow{Name: p.Player.Name, Kind: string(league.Program)}).Error; err != nil {
			return err
		}
		if err := addKeys(tx, id, keys); err != nil {
			return err
		}
		return tx.Create(&programRow{PlayerID: id, OwnerID: p.Owner.ID, Plays: p.Plays, Site: p.Site, Arena: sqldb.Flag(p.Arena), CreatedMs: sqldb.Millis(p.Created)}).Error
	})
	return sqldb.Explain(err, "making account %s a BOT account", id)
}

// mayMark refuses an account that is too far into the life of a person to become a program's.
func mayMark(tx *gorm.DB, id string) error {
	for _, x := range []struct {
		there *gorm.DB
		why   string
	}{
		{tx.Table("matches").Where("rated = 1 AND (player0 = ? OR player1 = ?)", id, id), "This account has begun a rated game, so it cannot become a bot. Register a bot of its own instead."},
		{
			tx.Table("entries").Joins("JOIN tournaments t ON t.id = entries.tournament_id").Where("entries.player_id = ? AND entries.out_by = '' AND t.state IN ?", id, []league.TournamentState{league.Registration, league.Running}),
			"This account is in an event that is not over. Leave it first.",
		},
		{
			tx.Table("tournaments").Where("organiser_id = ? AND state IN ?", id, []league.TournamentState{league.Registration, league.Running}),
			"This account organises a tournament that is not over. Cancel it first, or let it end.",
		},
		{tx.Table("roles").Where("player_id = ?", id), "This account looks after the site. Give that up first."},
		{tx.Table("programs").Where("owner_id = ? AND closed_ms = 0", id), "This account has bots of its own. Close them first."},
	} {
		if is, err := sqldb.Exists(x.there); err != nil || is {
			if err == nil {
				err = league.Errorf(league.Forbidden, "%s", x.why)
			}
			return err
		}
	}
	return nil
}

// AddProgramToken stores a token of a BOT account. If that is closed, its owner has no account any more, or it has most
// tokens already, the error is of kind league.Forbidden and nothing is written.
func (s *Programs) AddProgramToken(ctx context.Context, t league.Token, most int) error {
	err := s.db.Write(ctx, func(tx *gorm.DB) error {
		var row programRow
		if err := tx.Where("player_id = ?", t.Player).Take(&row).Error; err != nil {
			return sqldb.Missing(err, noProgram)
		}
		if err := HoldAccount(tx, row.OwnerID); err != nil { // who closes it, or deletes the owner's account, waits
			return err
		}
		open, err := sqldb.Exists(tx.Model(&programRow{}).Where("player_id = ? AND closed_ms = 0", t.Player))
		if err != nil {
			return err
		}
		if !open {
			return league.Errorf(league.Forbidden, "This BOT account is closed.")
		}
		var have int64
		if err := tx.Model(&tokenRow{}).Where("player_id = ? AND kind = ?", t.Player, ofHand).Count(&have).Error; err != nil {
			return err
		}
		if have >= int64(most) {
			return league.Errorf(league.Forbidden, "There are %d tokens already. End one first.", have)
		}
		token := tokenToRow(t)
		return tx.Create(&token).Error
	})
	return sqldb.Explain(err, "storing a token of BOT account %s", t.Player)
}

// CloseProgram closes a BOT account at a moment: its tokens end, and so do its open offers. It is no error if it is closed.
func (s *Programs) CloseProgram(ctx context.Context, player string, at time.Time) error {
	err := s.db.Write(ctx, func(tx *gorm.DB) error {
		var row programRow
		if err := tx.Where("player_id = ?", player).Take(&row).Error; err != nil {
			return sqldb.Missing(err, noProgram)
		}
		if err := AwaitAdditions(tx, row.OwnerID); err != nil {
			return err
		}
		closed := tx.Model(&programRow{}).Where("player_id = ? AND closed_ms = 0", player).Updates(map[string]any{"closed_ms": sqldb.Millis(at), "arena": 0})
		if closed.Error != nil {
			return closed.Error
		}
		return tx.Where("player_id = ?", player).Delete(&tokenRow{}).Error
	})
	return sqldb.Explain(err, "closing BOT account %s", player)
}

// DescribeProgram replaces what is said of an open BOT account, and whether it plays in the arena.
func (s *Programs) DescribeProgram(ctx context.Context, p program.Program) error {
	err := s.db.Write(ctx, func(tx *gorm.DB) error {
		return tx.Model(&programRow{}).Where("player_id = ? AND closed_ms = 0", p.Player.ID).
			Updates(map[string]any{"plays": p.Plays, "site": p.Site, "arena": sqldb.Flag(p.Arena)}).Error
	})
	return sqldb.Explain(err, "describing BOT account %s", p.Player.ID)
}

// HearProgram notes that a BOT account was heard of.
func (s *Programs) HearProgram(ctx context.Context, player string, at time.Time) error {
	err := s.db.Write(ctx, func(tx *gorm.DB) error {
		return tx.Model(&programRow{}).Where("player_id = ? AND heard_ms < ?", player, sqldb.Millis(at)).Update("heard_ms", sqldb.Millis(at)).Error
	})
	return sqldb.Explain(err, "noting that BOT account %s was heard of", player)
}

// Program returns a BOT account; league.NotFound if there is none.
func (s *Programs) Program(ctx context.Context, player string) (program.Program, error) {
	return s.program(ctx, func(db *gorm.DB) *gorm.DB { return db.Where("programs.player_id = ?", player) })
}

// ProgramNamed returns the one whose name has a key; league.NotFound if there is none.
func (s *Programs) ProgramNamed(ctx context.Context, key string) (program.Program, error) {
	return s.program(ctx, func(db *gorm.DB) *gorm.DB {
		return db.Joins("JOIN names ON names.player_id = programs.player_id").Where("names.key = ?", key)
	})
}

func (s *Programs) program(ctx context.Context, narrow func(*gorm.DB) *gorm.DB) (program.Program, error) {
	list, err := s.programs(ctx, narrow)
	if err == nil && len(list) == 0 {
		err = league.Errorf(league.NotFound, noProgram)
	}
	if err != nil {
		return program.Program{}, err
	}
	return list[0], nil
}

// Programs lists the BOT accounts of an owner, or all of them if that is "", the oldest first.
func (s *Programs) Programs(ctx context.Context, owner string) ([]program.Program, error) {
	return s.programs(ctx, func(db *gorm.DB) *gorm.DB {
		if owner != "" {
			db = db.Where("programs.owner_id = ?", owner)
		}
		return db.Order("programs.created_ms, programs.player_id")
	})
}

func (s *Programs) programs(ctx context.Context, narrow func(*gorm.DB) *gorm.DB) ([]program.Program, error) {
	ctx, cancel := sqldb.Bounded(ctx)
	defer cancel()
	var rows []struct {
		Program programRow `gorm:"embedded"`
		Player  PlayerRow  `gorm:"embedded;embeddedPrefix:p_"`
		Owner   PlayerRow  `gorm:"embedded;embeddedPrefix:o_"`
	}
	db := s.db.Reader(ctx).Table("programs").Select("programs.*, " + PlayerColumns("p", "p_") + ", " + PlayerColumns("o", "o_")).
		Joins("JOIN players p ON p.id = programs.player_id").Joins("JOIN players o ON o.id = programs.owner_id")
	err := narrow(db).Find(&rows).Error
	list := make([]program.Program, len(rows))
	for i, r := range rows {
		list[i] = program.Program{
			Player: r.Player.Player(), Owner: r.Owner.Player(), Plays: r.Program.Plays, Site: r.Program.Site, Arena: r.Program.Arena != 0,
			Created: sqldb.Moment(r.Program.CreatedMs), Heard: sqldb.Moment(r.Program.HeardMs), Closed: sqldb.Moment(r.Program.ClosedMs),
		}
	}
	return list, sqldb.Explain(err, "reading BOT accounts")
}
