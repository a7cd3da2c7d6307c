package matches

import (
	"context"
	"slices"
	"time"

	"gorm.io/gorm"
	"gorm.io/gorm/clause"

	"kickabout/engine"
	"kickabout/league"
	"kickabout/league/vacation"
	"kickabout/store/people"
	"kickabout/store/sqldb"
)

const (
	dayUsed       = "This day of vacation has been used already."
	plannedBefore = "You have planned a vacation already. End it before you plan another."
	noVacation    = "There is no such vacation."
)

type vacationRow struct {
	PlayerID string
	N        int
	AskedMs  int64
	BeginsMs int64
	EndsMs   int64
	BeganMs  int64
	EndedMs  int64
}

func (vacationRow) TableName() string { return "vacations" }

func vacationToRow(v vacation.Vacation) vacationRow {
	return vacationRow{v.Player, v.N, sqldb.Millis(v.Asked), sqldb.Millis(v.Begins), sqldb.Millis(v.Ends), sqldb.Millis(v.Began), sqldb.Millis(v.Ended)}
}

func (r vacationRow) vacation() vacation.Vacation {
	return vacation.Vacation{
		Player: r.PlayerID, N: r.N, Asked: sqldb.Moment(r.AskedMs), Begins: sqldb.Moment(r.BeginsMs), Ends: sqldb.Moment(r.EndsMs),
		Began: sqldb.Moment(r.BeganMs), Ended: sqldb.Moment(r.EndedMs),
	}
}

type vacationDayRow struct {
	PlayerID string
	N        int
	AtMs     int64
	MatchID  *string // nil: a day of a planned vacation
	Vacation int
}

func (vacationDayRow) TableName() string { return "vacation_days" }

func vacationDayToRow(d vacation.Day) vacationDayRow {
	row := vacationDayRow{PlayerID: d.Player, N: d.N, AtMs: sqldb.Millis(d.At), Vacation: d.Vacation}
	if d.Match != "" {
		row.MatchID = &d.Match
	}
	return row
}

func (r vacationDayRow) day() vacation.Day {
	d := vacation.Day{Player: r.PlayerID, N: r.N, At: sqldb.Moment(r.AtMs), Vacation: r.Vacation}
	if r.MatchID != nil {
		d.Match = *r.MatchID
	}
	return d
}

// VacationBook returns all that a member's vacation follows from; an empty book for
// whoever has no account.
func (s *Vacations) VacationBook(ctx context.Context, player string) (vacation.Book, error) {
	ctx, cancel := sqldb.Bounded(ctx)
	defer cancel()
	db := s.db.Reader(ctx).Where("player_id = ?", player).Session(&gorm.Session{})
	var accounts []struct{ CreatedMs int64 }
	var days []vacationDayRow
	var planned []vacationRow
	err := db.Table("accounts").Select("created_ms").Find(&accounts).Error
	if err == nil {
		err = db.Order("n").Find(&days).Error
	}
	if err == nil {
		err = db.Order("n").Find(&planned).Error
	}
	if err != nil || len(accounts) == 0 {
		return vacation.Book{}, sqldb.Explain(err, "reading the vacation of player %s", player)
	}
	book := vacation.Book{Since: sqldb.Moment(accounts[0].CreatedMs)}
	for _, d := range days {
		book.Days = append(book.Days, d.day())
	}
	for _, v := range planned {
		book.Planned = append(book.Planned, v.vacation())
	}
	return book, nil
}

// LastUsedDay returns the last day of vacation that a player used after a moment because time ran out in a match; the
// zero value if there is none.
func (s *Vacations) LastUsedDay(ctx context.Context, player string, after time.Time) (vacation.Day, error) {
	ctx, cancel := sqldb.Bounded(ctx)
	defer cancel()
	var rows []vacationDayRow
	err := s.db.Reader(ctx).Where("player_id = ? AND match_id IS NOT NULL AND at_ms > ?", player, sqldb.Millis(after)).Order("n DESC").Limit(1).Find(&rows).Error
	if err != nil || len(rows) == 0 {
		return vacation.Day{}, sqldb.Explain(err, "reading the last day of vacation of player %s", player)
	}
	return rows[0].day(), nil
}

// UseDay uses a day of vacation. One that is used because time ran out in a match gives
// every running match of the player a day, but for those without vacation and those that are full, all in one
// transaction with the notice of it. If the day's number is taken, or that match no longer waits for the
// player at the event seen, nor a full one at the one that stands with its id, the error is of kind league.Stale and nothing
// is written.
func (v *Vacations) UseDay(ctx context.Context, d vacation.Day, seen int, full map[string]int, notice league.Notice) error {
	err := v.db.Write(ctx, func(tx *gorm.DB) error {
		if d.Match != "" {
			held, err := holdRunning(tx, d.Player)
			if err != nil {
				return err
			}
			if !slices.ContainsFunc(held, func(m Row) bool { return m.ID == d.Match && m.State.LastSeq == seen }) {
				return league.Errorf(league.Stale, movedOn)
			}
			for _, m := range held {
				if last, ok := full[m.ID]; ok && m.State.LastSeq != last {
					return league.Errorf(league.Stale, movedOn)
				}
			}
			held = slices.DeleteFunc(held, func(m Row) bool { return full[m.ID] > 0 })
			if err := giveDay(tx, d, held); err != nil {
				return err
			}
		}
		row := vacationDayToRow(d)
		if err := tx.Create(&row).Error; err != nil {
			return err
		}
		return people.InsertNotices(tx, []league.Notice{notice}, nil)
	})
	if sqldb.Duplicate(err) {
		return league.Errorf(league.Stale, dayUsed)
	}
	return sqldb.Explain(err, "using a day of vacation of player %s", d.Player)
}

// holdRunning returns the running matches of a player in which vacation helps, and
// keeps them as they are until the transaction ends; in one order, so that two who do
// so never wait for each other.
func holdRunning(tx *gorm.DB, player string) (held []Row, err error) {
	if tx.Name() == "postgres" {
		tx = tx.Clauses(clause.Locking{Strength: "UPDATE"})
	}
	err = tx.Where("to_move <> 0 AND no_vacation = 0 AND "+notLocked).Where(runningOf, player, player).Order("id").Find(&held).Error
	return held, err
}

// runningOf narrows matches to those that a player is playing. It names each seat's index: by an
// OR, and with an order to be had, SQLite walks through all matches there ever were.
const runningOf = "matches.id IN (SELECT id FROM matches WHERE player0 = ? AND to_move <> 0 UNION SELECT id FROM matches WHERE player1 = ? AND to_move <> 0)"

// giveDay gives a day to the player's side of each match.
func giveDay(tx *gorm.DB, d vacation.Day, matches []Row) error {
	bySide := map[engine.Side][]string{}
	for _, row := range matches {
		m := joinedRow{Match: row, Player0: people.PlayerRow{ID: row.Player0}, Player1: people.PlayerRow{ID: row.Player1}}.match()
		side := m.SideOf(d.Player)
		bySide[side] = append(bySide[side], m.ID)
	}
	for side, ids := range bySide {
		which := "id IN (?) AND to_move <> 0"
		g := gift{at: d.At, given: vacation.DayLong, side: map[engine.Side]string{engine.First: "1", engine.Second: "2"}[side], which: which, args: []any{ids}}
		if _, err := g.give(tx); err != nil {
			return err
		}
	}
	return nil
}

// PlanVacation stores a vacation. If its number is taken the error is of kind
// league.Stale; if another one is open, of kind league.Forbidden.
func (s *Vacations) PlanVacation(ctx context.Context, v vacation.Vacation, facts ...league.Fact) error {
	err := s.db.Write(ctx, func(tx *gorm.DB) error {
		if err := people.HoldAccount(tx, v.Player); err != nil {
			return err
		}
		taken, err := sqldb.Exists(tx.Model(&vacationRow{}).Where("player_id = ? AND n = ?", v.Player, v.N))
		if err == nil && taken {
			return league.Errorf(league.Stale, plannedBefore)
		}
		if err != nil {
			return err
		}
		row := vacationToRow(v)
		if err := tx.Create(&row).Error; err != nil {
			return err
		}
		return s.db.Raise(tx, facts)
	})
	if sqldb.Duplicate(err) {
		return league.Errorf(league.Forbidden, plannedBefore)
	}
	return sqldb.Explain(err, "planning a vacation of player %s", v.Player)
}

// ChangeVacation stores what has become of a vacation that is open: its end, which is
// never put off, and when it began and ended. What is there already stays.
func (s *Vacations) ChangeVacation(ctx context.Context, v vacation.Vacation, facts ...league.Fact) error {
	err := s.db.Write(ctx, func(tx *gorm.DB) error {
		row := vacationToRow(v)
		changed := tx.Exec(`UPDATE vacations SET
			ends_ms = CASE WHEN ends_ms < ? THEN ends_ms ELSE ? END,
			began_ms = CASE WHEN began_ms > 0 THEN began_ms ELSE ? END,
			ended_ms = ? WHERE player_id = ? AND n = ? AND ended_ms = 0`, row.EndsMs, row.EndsMs, row.BeganMs, row.EndedMs, v.Player, v.N)
		if changed.Error == nil && changed.RowsAffected != 1 {
			return league.Errorf(league.NotFound, noVacation)
		}
		if changed.Error != nil {
			return changed.Error
		}
		return s.db.Raise(tx, facts)
	})
	return sqldb.Explain(err, "changing a vacation of player %s", v.Player)
}

// Delay puts the ends of planned vacations off that an outage fell into: what the site was away for is no part of one (R-TC-4).
// It does so from the day on that holds for what is reckoned without outages.
func (s *Vacations) Delay(tx *gorm.DB, outage league.SiteNotice) error {
	from, until := sqldb.Millis(outage.From), sqldb.Millis(outage.Until)
	later, err := sqldb.Exists(tx.Table("rule_days").Where("rule = ? AND from_ms > ?", string(league.Waiting), until))
	if err != nil || later {
		return err
	}
	open := tx
	if s.db.IsPostgres() {
		open = tx.Clauses(clause.Locking{Strength: clause.LockingStrengthUpdate})
	}
	var rows []vacationRow
	if err := open.Where("ended_ms = 0 AND begins_ms < ? AND ends_ms > ?", until, from).Order("player_id").Find(&rows).Error; err != nil {
		return err
	}
	var facts []league.Fact
	for _, r := range rows {
		ends := r.EndsMs + until - max(from, r.BeginsMs)
		if err := tx.Model(&vacationRow{}).Where("player_id = ? AND n = ?", r.PlayerID, r.N).Update("ends_ms", ends).Error; err != nil {
			return err
		}
		facts = append(facts, league.Fact{Kind: league.VacationMoved, Subject: r.PlayerID})
	}
	return s.db.Raise(tx, facts)
}

// TellVacation writes a notice of an open vacation once: told is false if one of the same event and number is
// there. Two servers wait for each other at the account.
func (s *Vacations) TellVacation(ctx context.Context, n league.Notice) (told bool, err error) {
	there := func(db *gorm.DB) (bool, error) {
		return sqldb.Exists(db.Table("notices").Where("player_id = ? AND event = ? AND seq = ?", n.Player, n.Event, n.Seq))
	}
	if known, err := there(s.db.Reader(ctx)); known || err != nil { // the usual case writes nothing
		return false, sqldb.Explain(err, "reading what player %s was told", n.Player)
	}
	err = s.db.Write(ctx, func(tx *gorm.DB) error {
		if err := people.HoldAccount(tx, n.Player); err != nil {
			return err
		}
		open, err := sqldb.Exists(tx.Model(&vacationRow{}).Where("player_id = ? AND n = ? AND ended_ms = 0", n.Player, n.Seq))
		if err != nil || !open {
			return err
		}
		known, err := there(tx)
		if told = err == nil && !known; told {
			err = people.InsertNotices(tx, []league.Notice{n}, nil)
		}
		return err
	})
	return told && err == nil, sqldb.Explain(err, "telling player %s of their vacation", n.Player)
}

// OpenVacations lists the vacations that are still to end and have begun by a moment.
func (v *Vacations) OpenVacations(ctx context.Context, by time.Time) ([]vacation.Vacation, error) {
	ctx, cancel := sqldb.Bounded(ctx)
	defer cancel()
	var rows []vacationRow
	err := v.db.Reader(ctx).Where("ended_ms = 0 AND begins_ms <= ?", sqldb.Millis(by)).Order("begins_ms, player_id").Find(&rows).Error
	return vacationsOf(rows), sqldb.Explain(err, "listing vacations")
}

// OpenVacationsOf lists the vacations of some players that are still to end.
func (v *Vacations) OpenVacationsOf(ctx context.Context, players ...string) ([]vacation.Vacation, error) {
	ctx, cancel := sqldb.Bounded(ctx)
	defer cancel()
	var rows []vacationRow
	err := v.db.Reader(ctx).Where("ended_ms = 0 AND player_id IN (?)", players).Order("player_id").Find(&rows).Error
	return vacationsOf(rows), sqldb.Explain(err, "listing players' vacations")
}

func vacationsOf(rows []vacationRow) []vacation.Vacation {
	list := make([]vacation.Vacation, len(rows))
	for i, r := range rows {
		list[i] = r.vacation()
	}
	return list
}

// RunningOf lists all running matches of a player that began at or after a moment.
func (s *Store) RunningOf(ctx context.Context, viewer league.Viewer, player string, since time.Time) ([]league.Match, error) {
	return List(ctx, viewer, s.db, "all running", func(db *gorm.DB) *gorm.DB {
		return db.Where("to_move <> 0 AND matches.created_ms >= ?", sqldb.Millis(since)).Where(runningOf, player, player).Order("matches.id")
	})
}
