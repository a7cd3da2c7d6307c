package store

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"time"

	"gorm.io/gorm"

	"kickabout/engine"
	"kickabout/engine/dice"
	"kickabout/league"
)

const (
	noMatch   = "There is no such match."
	movedOn   = "The match has moved on."
	matchIsIn = "There is such a match already."
)

// matchRow is a match without its log.
type matchRow struct {
	ID            string
	Game          string
	Variant       string
	Control       string
	GID           []byte `gorm:"column:gid"`
	Head          []byte
	Player0       string
	Player1       string
	Contribution0 []byte // bytes, since they are hashed and may be any
	Contribution1 []byte
	CreatedMs     int64
	Rated         int
	Tournament    string
	Fixture       string
	Counted       int
	NoVacation    int
	CloseWin      int
	Twin          string
	SharedGID     string   `gorm:"column:shared_gid"`
	State         stateRow `gorm:"embedded"`
}

func (matchRow) TableName() string { return "matches" }

// stateRow holds the columns that an appended event changes. Once a match is over its
// outcome's score is the match's, so there is one pair of columns.
type stateRow struct {
	LastSeq     int
	Position    string
	FirstSeat   int
	ToMove      int
	ScoreFirst  int
	ScoreSecond int
	MovesFirst  int
	MovesSecond int
	DeadlineMs  int64
	DueMs       int64
	MovedMs     int64
	Ending      string
	Winner      int
	Clock       string
	Held        int
}

// joinedRow is a match together with its players.
type joinedRow struct {
	Match   matchRow  `gorm:"embedded"`
	Player0 playerRow `gorm:"embedded;embeddedPrefix:p0_"`
	Player1 playerRow `gorm:"embedded;embeddedPrefix:p1_"`
}

// ownGID returns the GID that a match has to itself, and in hexadecimal digits that of its dice
// where that is another: of a duplicate pair the match with the greater id has a made-up one.
func ownGID(m league.Match) (own dice.GID, shared string) {
	if m.Twin == "" || m.ID < m.Twin {
		return m.GID, ""
	}
	sum := sha256.Sum256([]byte("twin " + m.ID))
	return dice.GID(sum[:len(own)]), hex.EncodeToString(m.GID[:])
}

func matchToRow(m league.Match) matchRow {
	gid, shared := ownGID(m)
	return matchRow{
		ID:            m.ID,
		Game:          m.Game,
		Variant:       m.Variant,
		Control:       m.Control,
		Rated:         flag(m.Rated),
		Tournament:    m.Tournament,
		Fixture:       m.Fixture,
		Counted:       flag(m.Counted),
		NoVacation:    flag(m.NoVacation),
		CloseWin:      flag(m.CloseWin),
		Twin:          m.Twin,
		SharedGID:     shared,
		GID:           gid[:],
		Head:          m.Head[:],
		Player0:       m.Seats[0].Player.ID,
		Player1:       m.Seats[1].Player.ID,
		Contribution0: []byte(m.Seats[0].Contribution),
		Contribution1: []byte(m.Seats[1].Contribution),
		CreatedMs:     millis(m.Created),
		State:         stateToRow(m.State),
	}
}

func (r joinedRow) match() league.Match {
	m := league.Match{
		ID:      r.Match.ID,
		Game:    r.Match.Game,
		Variant: r.Match.Variant,
		Control: r.Match.Control,
		Rated:   r.Match.Rated != 0,
		Seats: [2]league.Seat{
			{Player: r.Player0.player(), Contribution: string(r.Match.Contribution0)},
			{Player: r.Player1.player(), Contribution: string(r.Match.Contribution1)},
		},
		Created:    moment(r.Match.CreatedMs),
		Tournament: r.Match.Tournament,
		Fixture:    r.Match.Fixture,
		Counted:    r.Match.Counted != 0,
		NoVacation: r.Match.NoVacation != 0,
		CloseWin:   r.Match.CloseWin != 0,
		Twin:       r.Match.Twin,
		State:      r.Match.State.state(),
	}
	copy(m.GID[:], r.Match.GID)
	if shared, err := hex.DecodeString(r.Match.SharedGID); err == nil && len(shared) > 0 {
		copy(m.GID[:], shared)
	}
	copy(m.Head[:], r.Match.Head)
	return m
}

func stateToRow(s league.State) stateRow {
	return stateRow{
		LastSeq:     s.Last,
		Position:    s.Position,
		FirstSeat:   s.First,
		ToMove:      int(s.ToMove),
		ScoreFirst:  s.Score[0],
		ScoreSecond: s.Score[1],
		MovesFirst:  s.Moves[0],
		MovesSecond: s.Moves[1],
		DeadlineMs:  millis(s.Deadline),
		DueMs:       millis(s.Due),
		MovedMs:     millis(s.Moved),
		Ending:      string(s.Outcome.Ending),
		Winner:      int(s.Outcome.Winner),
		Clock:       s.Control,
		Held:        flag(s.Held),
	}
}

func (r stateRow) state() league.State {
	s := league.State{
		Last:     r.LastSeq,
		Position: r.Position,
		First:    r.FirstSeat,
		ToMove:   engine.Side(r.ToMove),
		Score:    [2]int{r.ScoreFirst, r.ScoreSecond},
		Moves:    [2]int{r.MovesFirst, r.MovesSecond},
		Deadline: moment(r.DeadlineMs),
		Due:      moment(r.DueMs),
		Moved:    moment(r.MovedMs),
		Outcome:  engine.Outcome{Ending: engine.Ending(r.Ending), Winner: engine.Side(r.Winner)},
		Control:  r.Clock,
		Held:     r.Held != 0,
	}
	if s.Outcome.Over() {
		s.Outcome.Score = s.Score
	}
	return s
}

// sound checks that events are numbered on from first and that the state is of the
// last one, so that what is stored can be read again.
func sound(events []engine.Event, first int, s league.State) error {
	if len(events) == 0 {
		return errors.New("there are no events")
	}
	if s.Outcome.Over() && s.Outcome.Score != s.Score {
		return fmt.Errorf("the outcome's score is %v, the match's %v", s.Outcome.Score, s.Score)
	}
	return contiguous(events, first, s.Last)
}

// CreateMatch stores a match with its log. If its id or GID is taken, by a match or by
// an offer, the error is of kind league.Stale and nothing is written.
func (s *Store) CreateMatch(ctx context.Context, m league.Match, notices ...league.Notice) error {
	err := s.write(ctx, func(tx *gorm.DB) error {
		if err := insertMatch(tx, m); err != nil {
			return err
		}
		if err := insertNotices(tx, notices, nil); err != nil {
			return err
		}
		// Now the author is held, see PutOffer.
		taken, err := exists(tx.Model(&offerRow{}).Where("id = ? OR gid = ?", m.ID, m.GID[:]))
		if err == nil && !taken {
			taken, err = exists(tx.Model(&offerGameRow{}).Where("match_id = ? OR gid = ?", m.ID, m.GID[:]))
		}
		if err == nil && taken {
			err = league.Errorf(league.Stale, matchIsIn)
		}
		return err
	})
	if duplicate(err) {
		return league.Errorf(league.Stale, matchIsIn)
	}
	return explain(err, "creating match %s", m.ID)
}

// insertMatch writes a match with its log. A taken id or GID is a duplicate.
func insertMatch(tx *gorm.DB, m league.Match) error { return insertMatches(tx, []league.Match{m}) }

// insertMatches writes matches with their logs, each table in one statement.
func insertMatches(tx *gorm.DB, matches []league.Match) error {
	if len(matches) == 0 {
		return nil
	}
	var rows []matchRow
	var events []eventRow
	var rolls []rollRow
	for _, m := range matches {
		if err := sound(m.Log, 1, m.State); err != nil {
			return fmt.Errorf("match %s: %w", m.ID, err)
		}
		rows = append(rows, matchToRow(m))
		e, r := eventRows(m.ID, m.Log)
		events, rolls = append(events, e...), append(rolls, r...)
	}
	if err := tx.CreateInBatches(&rows, rowsAtOnce).Error; err != nil {
		return err
	}
	if err := tx.CreateInBatches(&events, rowsAtOnce).Error; err != nil || len(rolls) == 0 {
		return err
	}
	return tx.CreateInBatches(&rolls, rowsAtOnce).Error
}

// Append adds progress to a match. If the match's last event is no longer Seen, if
// it is over, if Arrived is after its deadline, or if the player's key is already
// answered, the error is of kind league.Stale and nothing is written. It returns nil
// only after the commit.
func (s *Store) Append(ctx context.Context, p league.Progress) error {
	err := sound(p.Events, p.Seen+1, p.State)
	if err == nil {
		err = s.write(ctx, func(tx *gorm.DB) error { return appendTo(tx, p) })
	}
	if duplicate(err) {
		return league.Errorf(league.Stale, movedOn)
	}
	return explain(err, "appending to match %s", p.Match)
}

// appendTo is the one guarded write that decides every race: two tabs, two
// servers, a move against the clock. Whoever changes the row first wins; the
// condition no longer holds for the others (RELIABILITY, rule 1).
func appendTo(tx *gorm.DB, p league.Progress) error {
	still := tx.Where("id = ? AND last_seq = ? AND to_move <> 0", p.Match, p.Seen)
	if !p.Arrived.IsZero() {
		still = still.Where("deadline_ms >= ?", millisUp(p.Arrived))
	}
	won := still.Model(&matchRow{}).Select("*").Updates(stateToRow(p.State))
	if won.Error != nil {
		return won.Error
	}
	if won.RowsAffected != 1 {
		return refusal(tx, p.Match)
	}
	if err := insertEvents(tx, p.Match, p.Events); err != nil {
		return err
	}
	if err := handOver(tx, p); err != nil {
		return err
	}
	if p.Answer != nil {
		answer := answerToRow(*p.Answer)
		if err := tx.Create(&answer).Error; err != nil {
			return err
		}
	}
	return insertNotices(tx, p.Notices, p.Movers)
}

// handOver gives a seat to another player, behind the guarded write.
func handOver(tx *gorm.DB, p league.Progress) error {
	if p.Hand == nil {
		return nil
	}
	column := []string{"player0", "player1"}[p.Hand.Seat]
	return tx.Model(&matchRow{}).Where("id = ?", p.Match).Updates(map[string]any{column: p.Hand.To, "rated": 0}).Error
}

// refusal says why the guarded write found no row.
func refusal(tx *gorm.DB, match string) error {
	var row matchRow
	if err := tx.Select("id").Where("id = ?", match).Take(&row).Error; err != nil {
		return missing(err, noMatch)
	}
	return league.Errorf(league.Stale, movedOn)
}

// Match returns a match with its log; league.NotFound if there is none. The log is
// that of the state even if the match moves on meanwhile.
func (s *Store) Match(ctx context.Context, id string) (league.Match, error) {
	ctx, cancel := bounded(ctx)
	defer cancel()
	db := s.reader.WithContext(ctx)
	var row joinedRow
	err := joinedFor(ctx, db).Where("matches.id = ?", id).Take(&row).Error
	if err != nil {
		return league.Match{}, explain(missing(err, noMatch), "reading match %s", id)
	}
	m := row.match()
	if m.Log, err = readEvents(db, id, m.State.Last); err != nil {
		return league.Match{}, explain(err, "reading the log of match %s", id)
	}
	return m, nil
}

// joined asks for matches with their players. The left joins (every match has
// its players) make the engine look up players for matches and never the other way round.
func joined(db *gorm.DB) *gorm.DB {
	return db.Table("matches").Select("matches.*, " + playerColumns("p0", "p0_") + ", " + playerColumns("p1", "p1_")).
		Joins("LEFT JOIN players p0 ON p0.id = matches.player0").
		Joins("LEFT JOIN players p1 ON p1.id = matches.player1")
}

// joinedFor is joined of the matches that whoever reads may know of.
func joinedFor(ctx context.Context, db *gorm.DB) *gorm.DB {
	condition, viewer := knownMatches(ctx, "matches")
	return narrowed(joined(db), condition, viewer)
}

// matchIDs asks for the ids of matches that whoever reads may know of, as a part of a query.
func (s *Store) matchIDs(ctx context.Context) *gorm.DB {
	condition, viewer := knownMatches(ctx, "matches")
	return narrowed(s.reader.Table("matches").Select("id"), condition, viewer)
}

// Running lists running matches, the one that moved last first.
func (s *Store) Running(ctx context.Context, limit int) ([]league.Match, error) {
	return s.list(ctx, "running", func(db *gorm.DB) *gorm.DB {
		return db.Where("to_move <> 0").Order("moved_ms DESC, matches.id DESC").Limit(limit)
	})
}

// Finished lists finished matches, the one that ended last first.
func (s *Store) Finished(ctx context.Context, limit int) ([]league.Match, error) {
	return s.list(ctx, "finished", func(db *gorm.DB) *gorm.DB {
		return db.Where("to_move = 0").Order("moved_ms DESC, matches.id DESC").Limit(limit)
	})
}

// Overdue lists running matches whose deadline is before a moment, the oldest first.
func (s *Store) Overdue(ctx context.Context, before time.Time, limit int) ([]league.Match, error) {
	return s.list(ctx, "overdue", func(db *gorm.DB) *gorm.DB {
		return db.Where("to_move <> 0 AND deadline_ms < ?", millisUp(before)).Order("deadline_ms, matches.id").Limit(limit)
	})
}

// Held lists matches that wait for their twins, the one that moved first first: those alone
// whose twin waits too, is over, or has moved since.
func (s *Store) Held(ctx context.Context, limit int) ([]league.Match, error) {
	return s.list(ctx, "held", func(db *gorm.DB) *gorm.DB {
		return db.Where("matches.held = 1 AND EXISTS (SELECT 1 FROM matches t WHERE t.id = matches.twin AND (t.held = 1 OR t.to_move = 0 OR t.moved_ms >= matches.moved_ms))").
			Order("matches.moved_ms, matches.id").Limit(limit)
	})
}

// Due lists running matches in which one of some bots is to move at or before a moment,
// the longest due first.
func (s *Store) Due(ctx context.Context, by time.Time, bots []string, limit int) ([]league.Match, error) {
	return s.list(ctx, "due", func(db *gorm.DB) *gorm.DB {
		return db.Where("due_ms > 0 AND due_ms <= ? AND CASE WHEN to_move = 1 THEN first_seat ELSE 1 - first_seat END IN"+
			" (CASE WHEN player0 IN ? THEN 0 ELSE 2 END, CASE WHEN player1 IN ? THEN 1 ELSE 2 END)", millis(by), bots, bots).
			Order("due_ms, matches.id").Limit(limit)
	})
}

// Postpone lets a bot wait until a later moment in a match that still is where it was seen.
func (s *Store) Postpone(ctx context.Context, match string, seen int, due time.Time) error {
	err := s.write(ctx, func(tx *gorm.DB) error {
		return tx.Exec("UPDATE matches SET due_ms = ? WHERE id = ? AND last_seq = ? AND due_ms > 0", millis(due), match, seen).Error
	})
	return explain(err, "postponing match %s", match)
}

// MatchesOf lists a player's matches: running ones first, by deadline, then
// finished ones, the latest first.
func (s *Store) MatchesOf(ctx context.Context, player string, limit int) ([]league.Match, error) {
	running, err := s.listOf(ctx, player, "to_move <> 0", "deadline_ms, id", limit)
	if err != nil || len(running) >= limit {
		return running, err
	}
	finished, err := s.listOf(ctx, player, "to_move = 0", "moved_ms DESC, id DESC", limit-len(running))
	return append(running, finished...), err
}

// listOf lists the matches of a player that meet a condition. It takes the first ones of each
// seat from that seat's own index, since a bot has too many matches to sort them all.
func (s *Store) listOf(ctx context.Context, player, condition, order string, limit int) ([]league.Match, error) {
	return s.list(ctx, "a player's", func(db *gorm.DB) *gorm.DB {
		seat := func(column string) *gorm.DB {
			return s.matchIDs(ctx).Where(column+" = ? AND "+condition, player).Order(order).Limit(limit)
		}
		return db.Where("matches.id IN (SELECT id FROM (?) AS seat0 UNION SELECT id FROM (?) AS seat1)", seat("player0"), seat("player1")).
			Order(order).Limit(limit)
	})
}

// list reads matches with their players, without logs, in one query.
func (s *Store) list(ctx context.Context, which string, narrow func(*gorm.DB) *gorm.DB) ([]league.Match, error) {
	ctx, cancel := bounded(ctx)
	defer cancel()
	var rows []joinedRow
	if err := narrow(joinedFor(ctx, s.reader.WithContext(ctx))).Find(&rows).Error; err != nil {
		return nil, explain(err, "listing %s matches", which)
	}
	matches := make([]league.Match, len(rows))
	for i, r := range rows {
		matches[i] = r.match()
	}
	return matches, nil
}
