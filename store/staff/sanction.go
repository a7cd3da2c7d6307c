package staff

import (
	"context"
	"strconv"
	"strings"
	"time"

	"gorm.io/gorm"

	"kickabout/league"
	"kickabout/store/people"
	"kickabout/store/sqldb"
)

type sanctionRow struct {
	ID         string
	PlayerID   string
	Kind       string
	Subject    string
	Reason     string
	ByID       string
	AtMs       int64
	EndsMs     int64
	LiftedBy   string
	LiftedMs   int64
	LiftedWhy  string
	Appeal     string
	AppealedMs int64
	Answer     string
	AnsweredBy string
	AnsweredMs int64
	BanMs      int64
	ShortMs    int64
}

func (sanctionRow) TableName() string { return "sanctions" }

func sanctionToRow(s league.Sanction) sanctionRow {
	return sanctionRow{ID: s.ID, PlayerID: s.Player, Kind: string(s.Kind), Subject: s.Subject, Reason: s.Reason, ByID: s.By, AtMs: sqldb.Millis(s.At), EndsMs: sqldb.Millis(s.Ends), BanMs: sqldb.Millis(s.Ban), ShortMs: sqldb.Millis(s.Short)}
}

func (r sanctionRow) sanction() league.Sanction {
	return league.Sanction{
		ID: r.ID, Player: r.PlayerID, Kind: league.SanctionKind(r.Kind), Subject: r.Subject, Reason: r.Reason, By: r.ByID,
		At: sqldb.Moment(r.AtMs), Ends: sqldb.Moment(r.EndsMs), Ban: sqldb.Moment(r.BanMs), Short: sqldb.Moment(r.ShortMs), Lifted: league.Verdict{By: r.LiftedBy, At: sqldb.Moment(r.LiftedMs), Why: r.LiftedWhy},
		Appeal: league.Appeal{
			Text: r.Appeal, At: sqldb.Moment(r.AppealedMs), Answer: league.Verdict{By: r.AnsweredBy, At: sqldb.Moment(r.AnsweredMs), Why: r.Answer},
		},
	}
}

const noSanction = "There is no such step."

// Impose takes a step against a player, with all that it comes to, notices of it and its line of the log. If such a
// step is in force already, or a new name is taken, the error is of kind league.Stale; if the line to be hidden is
// not there, of kind league.NotFound; nothing is written then.
func (s *Store) Impose(ctx context.Context, i league.Imposition) error {
	return s.impose(ctx, i, func(*gorm.DB) error { return nil })
}

// impose is Impose with something more that is written.
func (s *Store) impose(ctx context.Context, i league.Imposition, more func(*gorm.DB) error) error {
	err := s.db.Write(ctx, func(tx *gorm.DB) error {
		if err := hold(tx, i.Player); err != nil {
			return err
		}
		if err := onlyOne(tx, i.Sanction); err != nil {
			return err
		}
		if err := impose(tx, i); err != nil {
			return err
		}
		if err := more(tx); err != nil {
			return err
		}
		row := sanctionToRow(i.Sanction)
		if err := tx.Create(&row).Error; err != nil {
			return err
		}
		return s.conclude(tx, i)
	})
	return sqldb.Explain(err, "taking the step %s against player %s", i.Kind, i.Player)
}

// hold keeps an account and its player as they are until the transaction ends.
func hold(tx *gorm.DB, player string) error {
	for _, sql := range []string{"UPDATE accounts SET password = password WHERE player_id = ?", "UPDATE players SET kind = kind WHERE id = ?"} {
		if err := tx.Exec(sql, player).Error; err != nil {
			return err
		}
	}
	return nil
}

// onlyOne refuses a step that lasts while another one of its kind does.
func onlyOne(tx *gorm.DB, s league.Sanction) error {
	switch s.Kind {
	case league.SanctionHide, league.SanctionWarn, league.SanctionRename:
		return nil
	}
	there, err := sqldb.Exists(tx.Table("sanctions").Where("player_id = ? AND kind = ? AND lifted_ms = 0 AND (ends_ms = 0 OR ends_ms > ?)", s.Player, s.Kind, sqldb.Millis(s.At)))
	if err == nil && there {
		err = league.Errorf(league.Stale, "This holds already. Undo it first to change it.")
	}
	return err
}

// conclude does what is the last of each change: facts, notices, the log.
func (s *Store) conclude(tx *gorm.DB, i league.Imposition) error {
	if err := s.db.Raise(tx, i.Facts); err != nil {
		return err
	}
	if err := people.InsertNotices(tx, i.Notices, nil); err != nil {
		return err
	}
	return Note(tx, i.Line)
}

// impose does what a step comes to, besides what is asked for where things are decided.
func impose(tx *gorm.DB, i league.Imposition) error {
	switch i.Kind {
	case league.SanctionHide:
		return setHidden(tx, i.Player, i.Subject, 1)
	case league.SanctionRename:
		return rename(tx, i.Player, i.Name, i.Keys)
	case league.SanctionLock:
		return shutOut(tx, i.Player)
	case league.SanctionExpel, league.SanctionProgram:
		if err := shutOut(tx, i.Player); err != nil {
			return err
		}
		if i.Kind == league.SanctionProgram {
			if err := rename(tx, i.Player, i.Name, i.Keys); err != nil {
				return err
			}
		}
		return tx.Model(&people.PlayerRow{}).Where("id = ?", i.Player).Update("kind", string(league.Expelled)).Error
	}
	return nil
}

// setHidden takes a line away from all readers, or gives it back. Of a request for a ruling the step itself says so; it has to
// be there.
func setHidden(tx *gorm.DB, player, subject string, hidden int) error {
	match, number, _ := strings.Cut(subject, "/")
	if seq, ok := strings.CutPrefix(number, "r"); ok {
		n, _ := strconv.Atoi(seq) // there is no event 0
		there, err := sqldb.Exists(tx.Table("tournament_events").Where("tournament_id = ? AND seq = ? AND act = ? AND player_id = ?", match, n, league.ActRequested, player))
		if err == nil && !there {
			err = league.Errorf(league.NotFound, "There is no such request.")
		}
		return err
	}
	n, err := strconv.Atoi(number)
	if err != nil {
		return league.Errorf(league.NotFound, "There is no such line.")
	}
	changed := tx.Table("lines").Where("match_id = ? AND n = ?", match, n).Update("hidden", hidden)
	if changed.Error == nil && changed.RowsAffected == 0 {
		return league.Errorf(league.NotFound, "There is no such line.")
	}
	return changed.Error
}

// rename gives a player another name. The keys of the one before stay: nobody else gets it.
func rename(tx *gorm.DB, player, name string, keys []string) error {
	type nameRow struct{ Key, PlayerID string }
	var own []string
	if err := tx.Table("names").Where("player_id = ?", player).Pluck("key", &own).Error; err != nil {
		return err
	}
	has := map[string]bool{}
	for _, key := range own {
		has[key] = true
	}
	for _, key := range keys {
		if has[key] {
			continue
		}
		if err := tx.Table("names").Create(&nameRow{key, player}).Error; sqldb.Duplicate(err) {
			return league.Errorf(league.Stale, "This name is taken.")
		} else if err != nil {
			return err
		}
	}
	return tx.Model(&people.PlayerRow{}).Where("id = ?", player).Update("name", name).Error
}

// shutOut ends all sessions, tokens and feeds of a player.
func shutOut(tx *gorm.DB, player string) error {
	if err := people.AwaitAdditions(tx, player); err != nil {
		return err
	}
	for _, table := range []string{"sessions", "tokens", "feeds"} {
		if err := tx.Exec("DELETE FROM "+table+" WHERE player_id = ?", player).Error; err != nil {
			return err
		}
	}
	return nil
}

// Lift undoes a step, with notices of it and its line of the log. If somebody else has undone it the error is of kind
// league.Stale, and nothing is written.
func (s *Store) Lift(ctx context.Context, i league.Imposition) error {
	err := s.db.Write(ctx, func(tx *gorm.DB) error {
		if err := hold(tx, i.Player); err != nil {
			return err
		}
		lifted := tx.Model(&sanctionRow{}).Where("id = ? AND lifted_ms = 0", i.ID).
			Updates(map[string]any{"lifted_by": i.Lifted.By, "lifted_ms": sqldb.Millis(i.Lifted.At), "lifted_why": i.Lifted.Why})
		if lifted.Error == nil && lifted.RowsAffected == 0 {
			return league.Errorf(league.Stale, "This has been undone already.")
		}
		if lifted.Error != nil {
			return lifted.Error
		}
		if err := undo(tx, i); err != nil {
			return err
		}
		return s.conclude(tx, i)
	})
	return sqldb.Explain(err, "undoing step %s", i.ID)
}

// undo takes back what impose did.
func undo(tx *gorm.DB, i league.Imposition) error {
	switch i.Kind {
	case league.SanctionHide:
		return setHidden(tx, i.Player, i.Subject, 0)
	case league.SanctionRename:
		if err := tx.Exec("DELETE FROM names WHERE player_id = ? AND key IN ?", i.Player, append(i.Keys, "")).Error; err != nil {
			return err
		}
		return tx.Model(&people.PlayerRow{}).Where("id = ? AND kind = ?", i.Player, league.Member).Update("name", i.Subject).Error
	case league.SanctionProgram:
		if err := tx.Exec("DELETE FROM names WHERE player_id = ? AND key IN ?", i.Player, append(i.Keys, "")).Error; err != nil {
			return err
		}
		if err := reopen(tx, i.Player); err != nil {
			return err
		}
		return tx.Model(&people.PlayerRow{}).Where("id = ? AND kind = ?", i.Player, league.Expelled).Updates(map[string]any{"name": i.Subject, "kind": string(league.Member)}).Error
	case league.SanctionExpel:
		if err := reopen(tx, i.Player); err != nil {
			return err
		}
		return tx.Model(&people.PlayerRow{}).Where("id = ? AND kind = ?", i.Player, league.Expelled).Update("kind", string(league.Member)).Error
	}
	return nil
}

// SanctionsOf lists the steps that were taken against a player, the latest first.
func (s *Store) SanctionsOf(ctx context.Context, player string) ([]league.Sanction, error) {
	return s.SanctionsOfAll(ctx, player)
}

// SanctionsOfAll lists the steps that were taken against some players, the latest first.
func (s *Store) SanctionsOfAll(ctx context.Context, players ...string) ([]league.Sanction, error) {
	return s.sanctions(ctx, func(db *gorm.DB) *gorm.DB { return db.Where("player_id IN ?", players).Order("at_ms DESC, id") })
}

// OpenAppeals lists the steps against which somebody has appealed and was not answered, the longest waiting first.
func (s *Store) OpenAppeals(ctx context.Context) ([]league.Sanction, error) {
	return s.sanctions(ctx, func(db *gorm.DB) *gorm.DB {
		return db.Where("appealed_ms > 0 AND answered_ms = 0").Order("appealed_ms, id").Limit(200)
	})
}

// Sanction returns a step by its id; league.NotFound if there is none.
func (s *Store) Sanction(ctx context.Context, id string) (league.Sanction, error) {
	found, err := s.sanctions(ctx, func(db *gorm.DB) *gorm.DB { return db.Where("id = ?", id) })
	if err != nil {
		return league.Sanction{}, err
	}
	if len(found) == 0 {
		return league.Sanction{}, league.Errorf(league.NotFound, noSanction)
	}
	return found[0], nil
}

func (s *Store) sanctions(ctx context.Context, narrow func(*gorm.DB) *gorm.DB) ([]league.Sanction, error) {
	ctx, cancel := sqldb.Bounded(ctx)
	defer cancel()
	var rows []sanctionRow
	if err := narrow(s.db.Reader(ctx)).Find(&rows).Error; err != nil {
		return nil, sqldb.Explain(err, "reading steps")
	}
	list := make([]league.Sanction, len(rows))
	for i, r := range rows {
		list[i] = r.sanction()
	}
	return list, nil
}

// Appeal notes what a player says against a step. If they have done so before, or it was undone, the error is of
// kind league.Stale.
func (s *Store) Appeal(ctx context.Context, id, text string, at time.Time) error {
	err := s.db.Write(ctx, func(tx *gorm.DB) error {
		noted := tx.Model(&sanctionRow{}).Where("id = ? AND appealed_ms = 0 AND lifted_ms = 0", id).
			Updates(map[string]any{"appeal": text, "appealed_ms": sqldb.Millis(at)})
		if noted.Error == nil && noted.RowsAffected == 0 {
			return league.Errorf(league.Stale, "You have appealed against this already, or it was undone.")
		}
		return noted.Error
	})
	return sqldb.Explain(err, "appealing against step %s", id)
}

// AnswerAppeal notes the answer to an appeal, which stands in i.Appeal, with notices of it and its line of the log. If
// it was answered before the error is of kind league.Stale.
func (s *Store) AnswerAppeal(ctx context.Context, i league.Imposition) error {
	err := s.db.Write(ctx, func(tx *gorm.DB) error {
		a := i.Appeal.Answer
		noted := tx.Model(&sanctionRow{}).Where("id = ? AND appealed_ms > 0 AND answered_ms = 0", i.ID).
			Updates(map[string]any{"answer": a.Why, "answered_by": a.By, "answered_ms": sqldb.Millis(a.At)})
		if noted.Error == nil && noted.RowsAffected == 0 {
			return league.Errorf(league.Stale, "This appeal has been answered already.")
		}
		if noted.Error != nil {
			return noted.Error
		}
		return s.conclude(tx, i)
	})
	return sqldb.Explain(err, "answering the appeal against step %s", i.ID)
}
