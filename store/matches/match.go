package matches

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
	"kickabout/league/correction"
	"kickabout/league/runs"
	"kickabout/store/people"
	"kickabout/store/sqldb"
)

const (
	NoMatch   = "There is no such match."
	movedOn   = "The match has moved on."
	matchIsIn = "There is such a match already."
)

// Row is a match without its log.
type Row struct {
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
	DaysBound     int
	CloseWin      int
	Twin          string
	Sealing       int
	Helps         int
	SharedGID     string `gorm:"column:shared_gid"`
	Epoch         uint32 // 0: dice under the first scheme
	Scope         uint32
	Seal          []byte
	Tour          []byte
	Runs          string   // of the dice, as runs.Text writes them; "": they were never made anew
	Corrected     string   // the result by a correction as correction.ResultText writes it; "": as played
	State         stateRow `gorm:"embedded"`
}

func (Row) TableName() string { return "matches" }

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
	Match   Row              `gorm:"embedded"`
	Locked  int              // 1: it is in quarantine
	Player0 people.PlayerRow `gorm:"embedded;embeddedPrefix:p0_"`
	Player1 people.PlayerRow `gorm:"embedded;embeddedPrefix:p1_"`
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

func matchToRow(m league.Match) Row {
	gid, shared := ownGID(m)
	return Row{
		ID:            m.ID,
		Game:          m.Game,
		Variant:       m.Variant,
		Control:       m.Control,
		Rated:         sqldb.Flag(m.Rated),
		Tournament:    m.Tournament,
		Fixture:       m.Fixture,
		Counted:       sqldb.Flag(m.Counted),
		NoVacation:    sqldb.Flag(m.NoVacation),
		DaysBound:     sqldb.Flag(m.DaysBound),
		CloseWin:      sqldb.Flag(m.Pays == league.CloseWinScoring),
		Twin:          m.Twin,
		Sealing:       sqldb.Flag(m.Sealing),
		Helps:         sqldb.Flag(m.Helps),
		SharedGID:     shared,
		GID:           gid[:],
		Head:          m.Head[:],
		Player0:       m.Seats[0].Player.ID,
		Player1:       m.Seats[1].Player.ID,
		Contribution0: []byte(m.Seats[0].Contribution),
		Contribution1: []byte(m.Seats[1].Contribution),
		CreatedMs:     sqldb.Millis(m.Created),
		Epoch:         m.Dice.Epoch,
		Scope:         m.Dice.Scope,
		Seal:          sqldb.SealOf(m.Dice),
		Tour:          sqldb.TourOf(m.Dice),
		Runs:          runs.Text(m.Runs),
		Corrected:     correctedText(m.Corrected),
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
			{Player: r.Player0.Player(), Contribution: string(r.Match.Contribution0)},
			{Player: r.Player1.Player(), Contribution: string(r.Match.Contribution1)},
		},
		Created:    sqldb.Moment(r.Match.CreatedMs),
		Tournament: r.Match.Tournament,
		Fixture:    r.Match.Fixture,
		Counted:    r.Match.Counted != 0,
		NoVacation: r.Match.NoVacation != 0,
		DaysBound:  r.Match.DaysBound != 0,
		Twin:       r.Match.Twin,
		Sealing:    r.Match.Sealing != 0,
		Helps:      r.Match.Helps != 0,
		State:      r.Match.State.state(),
		Locked:     r.Locked != 0,
	}
	if r.Match.CloseWin != 0 {
		m.Pays = league.CloseWinScoring
	}
	copy(m.GID[:], r.Match.GID)
	if shared, err := hex.DecodeString(r.Match.SharedGID); err == nil && len(shared) > 0 {
		copy(m.GID[:], shared)
	}
	copy(m.Head[:], r.Match.Head)
	if r.Match.Corrected != "" { // what cannot be read differs from the log, which a recount finds
		m.Corrected, _ = correction.ParseResult(r.Match.Corrected)
	}
	m.Dice = sqldb.Commitment(r.Match.Epoch, r.Match.Scope, r.Match.Seal, r.Match.Tour)
	if list, err := runs.Parse(r.Match.Runs, r.Match.Scope); err == nil && list != nil { // what cannot be read has dice that do not fit its log, which whoever reads that finds
		m = m.WithRuns(list)
	}
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
		DeadlineMs:  sqldb.Millis(s.Deadline),
		DueMs:       sqldb.Millis(s.Due),
		MovedMs:     sqldb.Millis(s.Moved),
		Ending:      string(s.Outcome.Ending),
		Winner:      int(s.Outcome.Winner),
		Clock:       s.Control,
		Held:        sqldb.Flag(s.Held),
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
		Deadline: sqldb.Moment(r.DeadlineMs),
		Due:      sqldb.Moment(r.DueMs),
		Moved:    sqldb.Moment(r.MovedMs),
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
	return Contiguous(events, first, s.Last)
}

// CreateMatch stores a match with its log. If its id or GID is taken, by a match or by
// an offer, the error is of kind league.Stale and nothing is written.
func (s *Store) CreateMatch(ctx context.Context, m league.Match, notices ...league.Notice) error {
	err := s.db.Write(ctx, func(tx *gorm.DB) error {
		if err := insertMatch(tx, m); err != nil {
			return err
		}
		if err := people.InsertNotices(tx, notices, nil); err != nil {
			return err
		}
		// Now the author is held, see PutOffer.
		taken, err := sqldb.Exists(tx.Table("offers").Where("id = ? OR gid = ?", m.ID, m.GID[:]))
		if err == nil && !taken {
			taken, err = sqldb.Exists(tx.Table("offer_games").Where("match_id = ? OR gid = ?", m.ID, m.GID[:]))
		}
		if err == nil && taken {
			err = league.Errorf(league.Stale, matchIsIn)
		}
		return err
	})
	if sqldb.Duplicate(err) {
		return league.Errorf(league.Stale, matchIsIn)
	}
	return sqldb.Explain(err, "creating match %s", m.ID)
}

// insertMatch writes a match with its log. A taken id or GID is a duplicate.
func insertMatch(tx *gorm.DB, m league.Match) error { return Insert(tx, []league.Match{m}) }

// Insert writes matches with their logs, table by table.
func Insert(tx *gorm.DB, matches []league.Match) error {
	if len(matches) == 0 {
		return nil
	}
	var rows []Row
	var events []eventRow
	var rolls []rollRow
	for _, m := range matches {
		if err := sound(m.Log, 1, m.State); err != nil {
			return fmt.Errorf("match %s: %w", m.ID, err)
		}
		rows = append(rows, matchToRow(m))
		e, r := eventRows(m.ID, m.Log, m.Chain)
		events, rolls = append(events, e...), append(rolls, r...)
	}
	if err := sqldb.Insert(tx, rows); err != nil {
		return err
	}
	if err := sqldb.Insert(tx, events); err != nil {
		return err
	}
	return sqldb.Insert(tx, rolls)
}

// Append adds progress to a match. If the match's last event is no longer Seen, if
// it is over, if Arrived is after its deadline, or if the player's key is already
// answered, the error is of kind league.Stale and nothing is written; if the match is
// locked, of kind league.Damaged. It returns nil only after the commit.
func (s *Store) Append(ctx context.Context, p league.Progress) error {
	err := sound(p.Events, p.Seen+1, p.State)
	if err == nil {
		err = s.db.Write(ctx, func(tx *gorm.DB) error { return s.appendTo(tx, p) })
	}
	if sqldb.Duplicate(err) {
		return league.Errorf(league.Stale, movedOn)
	}
	return sqldb.Explain(err, "appending to match %s", p.Match)
}

// appendTo is the one guarded write that decides every race: two tabs, two
// servers, a move against the clock. Whoever changes the row first wins; the
// condition no longer holds for the others (RELIABILITY, rule 1).
func (s *Store) appendTo(tx *gorm.DB, p league.Progress) error {
	still := tx.Where("id = ? AND last_seq = ? AND to_move <> 0 AND "+notLocked, p.Match, p.Seen)
	if !p.Arrived.IsZero() {
		still = still.Where("deadline_ms >= ?", sqldb.MillisUp(p.Arrived))
	}
	won := still.Model(&Row{}).Select("*").Updates(stateToRow(p.State))
	if won.Error != nil {
		return won.Error
	}
	if won.RowsAffected != 1 {
		return refusal(tx, p.Match)
	}
	if err := insertEvents(tx, p.Match, p.Events, p.Chain); err != nil {
		return err
	}
	if err := handOver(tx, p); err != nil {
		return err
	}
	if err := sealMove(tx, p); err != nil {
		return err
	}
	if err := people.InsertAnswer(tx, p.Answer); err != nil {
		return err
	}
	if err := people.InsertNotices(tx, p.Notices, p.Movers); err != nil {
		return err
	}
	return s.db.Raise(tx, p.Facts)
}

// handOver gives a seat to another player, behind the guarded write.
func handOver(tx *gorm.DB, p league.Progress) error {
	if p.Hand == nil {
		return nil
	}
	column := []string{"player0", "player1"}[p.Hand.Seat]
	return tx.Model(&Row{}).Where("id = ?", p.Match).Updates(map[string]any{column: p.Hand.To, "rated": 0}).Error
}

// refusal says why the guarded write found no row.
func refusal(tx *gorm.DB, match string) error {
	var row Row
	if err := tx.Select("id").Where("id = ?", match).Take(&row).Error; err != nil {
		return sqldb.Missing(err, NoMatch)
	}
	locked, err := sqldb.Exists(tx.Model(&lockRow{}).Where("match_id = ?", match))
	if err == nil && locked {
		err = league.ErrLocked()
	}
	if err != nil {
		return err
	}
	return league.Errorf(league.Stale, movedOn)
}

// Match returns a match with its log; league.NotFound if there is none. The log is
// that of the state even if the match moves on meanwhile. If what is stored is no log
// at all, the error is of kind league.Damaged.
func (s *Store) Match(ctx context.Context, viewer league.Viewer, id string) (league.Match, error) {
	head, err := s.Head(ctx, viewer, id)
	if err != nil {
		return league.Match{}, err
	}
	return s.WithLog(ctx, head.Match)
}

// headRow is a match with what else its head says.
type headRow struct {
	Joined  joinedRow `gorm:"embedded"`
	Tip     []byte
	Away    int
	Seen    int
	Upright int
}

// headColumns are those of a headRow beside the match. Its arguments are the viewer, twice.
const headColumns = ", (SELECT chain FROM events tip WHERE tip.match_id = matches.id AND tip.seq = matches.last_seq) AS tip" +
	", (SELECT COUNT(*) FROM vacations WHERE ended_ms = 0 AND player_id IN (matches.player0, matches.player1)) AS away" +
	", COALESCE((SELECT seq FROM seen WHERE player_id = ? AND match_id = matches.id), 0) AS seen" +
	", COALESCE((SELECT upright FROM preferences WHERE player_id = ?), 0) AS upright"

// Head returns a match without its log; league.NotFound if there is none.
func (s *Store) Head(ctx context.Context, viewer league.Viewer, id string) (league.Head, error) {
	ctx, cancel := sqldb.Bounded(ctx)
	defer cancel()
	in, err := SeenMatches(viewer, "matches")
	if err != nil {
		return league.Head{}, err
	}
	var row headRow
	err = in.Narrow(withPlayers(s.db.Reader(ctx).Table("matches").Select(joinedColumns+headColumns, viewer.Player(), viewer.Player()))).
		Where("matches.id = ?", id).Take(&row).Error
	if err != nil {
		return league.Head{}, sqldb.Explain(sqldb.Missing(err, NoMatch), "reading match %s", id)
	}
	return league.Head{Match: row.Joined.match(), Chain: row.Tip, Away: row.Away > 0, Reading: league.Reading{Seen: row.Seen, Upright: row.Upright != 0}}, nil
}

// WithLog returns a match of which the head was read together with its log: that of its state, even if the match has
// moved on meanwhile. If what is stored is no log at all, the error is of kind league.Damaged.
func (s *Store) WithLog(ctx context.Context, m league.Match) (league.Match, error) {
	ctx, cancel := sqldb.Bounded(ctx)
	defer cancel()
	var err error
	if m.Log, m.Chain, err = readEvents(s.db.Reader(ctx), m.ID, m.State.Last); err != nil {
		return league.Match{}, sqldb.Explain(err, "reading the log of match %s", m.ID)
	}
	return m, nil
}

// joined asks for matches with their players. The left joins (every match has
// its players) make the engine look up players for matches and never the other way round.
func joined(db *gorm.DB) *gorm.DB {
	return withPlayers(db.Table("matches").Select(joinedColumns))
}

// joinedColumns are those of a joinedRow.
var joinedColumns = "matches.*, CASE WHEN quarantine.match_id IS NULL THEN 0 ELSE 1 END AS locked, " + people.PlayerColumns("p0", "p0_") + ", " + people.PlayerColumns("p1", "p1_")

// withPlayers joins to matches what their joinedColumns are taken from.
func withPlayers(db *gorm.DB) *gorm.DB {
	return db.Joins("LEFT JOIN players p0 ON p0.id = matches.player0").
		Joins("LEFT JOIN players p1 ON p1.id = matches.player1").
		Joins("LEFT JOIN quarantine ON quarantine.match_id = matches.id")
}

// matchIDs asks for the ids of matches that are seen, as a part of a query.
func matchIDs(ctx context.Context, db *sqldb.DB, in Sight) *gorm.DB {
	return in.Narrow(db.Reader(ctx).Table("matches").Select("id"))
}

// Running lists running matches, the one that moved last first.
func (s *Store) Running(ctx context.Context, viewer league.Viewer, limit int) ([]league.Match, error) {
	return List(ctx, viewer, s.db, "running", func(db *gorm.DB) *gorm.DB {
		return db.Where("to_move <> 0").Order("moved_ms DESC, matches.id DESC").Limit(limit)
	})
}

// Latest lists so many running matches, then so many finished ones, of each those first that moved or ended last.
func (s *Store) Latest(ctx context.Context, viewer league.Viewer, running, finished int) ([]league.Match, error) {
	in, err := SeenMatches(viewer, "matches")
	if err != nil {
		return nil, err
	}
	const latest = "moved_ms DESC, id DESC"
	return List(ctx, viewer, s.db, "the latest", func(db *gorm.DB) *gorm.DB {
		some := func(condition string, limit int) *gorm.DB {
			return matchIDs(ctx, s.db, in).Where(condition).Order(latest).Limit(limit)
		}
		return db.Where("matches.id IN (SELECT id FROM (?) AS running UNION ALL SELECT id FROM (?) AS finished)", some("to_move <> 0", running), some("to_move = 0", finished)).
			Order("CASE WHEN to_move = 0 THEN 1 ELSE 0 END, moved_ms DESC, matches.id DESC")
	})
}

// EndedAfter lists finished matches that ended before a moment, behind a place, in the order of their ends and without
// logs.
func (s *Store) EndedAfter(ctx context.Context, viewer league.Viewer, after league.Place, before time.Time, limit int) ([]league.Match, error) {
	return List(ctx, viewer, s.db, "ended", func(db *gorm.DB) *gorm.DB {
		return db.Where("to_move = 0 AND (matches.moved_ms, matches.id) > (?, ?) AND matches.moved_ms < ?", after.At, after.ID, before.UnixMilli()).
			Order("matches.moved_ms, matches.id").Limit(limit)
	})
}

// Overdue lists running matches whose deadline is before a moment, the oldest first.
func (s *Store) Overdue(ctx context.Context, viewer league.Viewer, before time.Time, limit int) ([]league.Match, error) {
	return List(ctx, viewer, s.db, "overdue", func(db *gorm.DB) *gorm.DB {
		return db.Where("to_move <> 0 AND deadline_ms < ?", sqldb.MillisUp(before)).Order("deadline_ms, matches.id").Limit(limit)
	})
}

// Held lists matches that wait for their twins, the one that moved first first: those alone
// whose twin waits too, is over, or has moved since.
func (s *Store) Held(ctx context.Context, viewer league.Viewer, limit int) ([]league.Match, error) {
	return List(ctx, viewer, s.db, "held", func(db *gorm.DB) *gorm.DB {
		return db.Where("matches.held = 1 AND EXISTS (SELECT 1 FROM matches t WHERE t.id = matches.twin AND (t.held = 1 OR t.to_move = 0 OR t.moved_ms >= matches.moved_ms))").
			Order("matches.moved_ms, matches.id").Limit(limit)
	})
}

// Due lists running matches in which one of some bots is to move at or before a moment,
// the longest due first.
func (s *Store) Due(ctx context.Context, viewer league.Viewer, by time.Time, bots []string, limit int) ([]league.Match, error) {
	return List(ctx, viewer, s.db, "due", func(db *gorm.DB) *gorm.DB {
		return db.Where("due_ms > 0 AND due_ms <= ? AND CASE WHEN to_move = 1 THEN first_seat ELSE 1 - first_seat END IN"+
			" (CASE WHEN player0 IN ? THEN 0 ELSE 2 END, CASE WHEN player1 IN ? THEN 1 ELSE 2 END)", sqldb.Millis(by), bots, bots).
			Order("due_ms, matches.id").Limit(limit)
	})
}

// Postpone lets a bot wait until a later moment in a match that still is where it was seen.
func (s *Store) Postpone(ctx context.Context, match string, seen int, due time.Time) error {
	err := s.db.Write(ctx, func(tx *gorm.DB) error {
		return tx.Exec("UPDATE matches SET due_ms = ? WHERE id = ? AND last_seq = ? AND due_ms > 0", sqldb.Millis(due), match, seen).Error
	})
	return sqldb.Explain(err, "postponing match %s", match)
}

// MatchesOf lists a player's matches: running ones first, by deadline, then
// finished ones, the latest first.
func (s *Store) MatchesOf(ctx context.Context, viewer league.Viewer, player string, limit int) ([]league.Match, error) {
	running, err := s.listOf(ctx, viewer, player, "to_move <> 0", "deadline_ms, id", limit)
	if err != nil || len(running) >= limit {
		return running, err
	}
	finished, err := s.listOf(ctx, viewer, player, "to_move = 0", "moved_ms DESC, id DESC", limit-len(running))
	return append(running, finished...), err
}

// listOf lists the matches of a player that meet a condition. It takes the first ones of each
// seat from that seat's own index, since a bot has too many matches to sort them all.
func (s *Store) listOf(ctx context.Context, viewer league.Viewer, player, condition, order string, limit int) ([]league.Match, error) {
	in, err := SeenMatches(viewer, "matches")
	if err != nil {
		return nil, err
	}
	return List(ctx, viewer, s.db, "a player's", func(db *gorm.DB) *gorm.DB {
		seat := func(column string) *gorm.DB {
			return matchIDs(ctx, s.db, in).Where(column+" = ? AND "+condition, player).Order(order).Limit(limit)
		}
		return db.Where("matches.id IN (SELECT id FROM (?) AS seat0 UNION SELECT id FROM (?) AS seat1)", seat("player0"), seat("player1")).
			Order(order).Limit(limit)
	})
}

// List reads matches with their players, without logs, in one query.
func List(ctx context.Context, viewer league.Viewer, db *sqldb.DB, which string, narrow func(*gorm.DB) *gorm.DB) ([]league.Match, error) {
	ctx, cancel := sqldb.Bounded(ctx)
	defer cancel()
	in, err := SeenMatches(viewer, "matches")
	if err != nil {
		return nil, err
	}
	var rows []joinedRow
	if err := narrow(in.Narrow(joined(db.Reader(ctx)))).Find(&rows).Error; err != nil {
		return nil, sqldb.Explain(err, "listing %s matches", which)
	}
	matches := make([]league.Match, len(rows))
	for i, r := range rows {
		matches[i] = r.match()
	}
	return matches, nil
}

// MatchIDs lists the ids of all matches behind one, in order.
func (s *Store) MatchIDs(ctx context.Context, after string, limit int) (ids []string, err error) {
	ctx, cancel := sqldb.Bounded(ctx)
	defer cancel()
	err = s.db.Reader(ctx).Table("matches").Where("id > ?", after).Order("id").Limit(limit).Pluck("id", &ids).Error
	return ids, sqldb.Explain(err, "listing matches")
}

// Restate replaces what is stored beside the log of a match, if that still ends where the state
// does; else the error is of kind league.Stale.
func (s *Store) Restate(ctx context.Context, match string, state league.State) error {
	err := s.db.Write(ctx, func(tx *gorm.DB) error {
		written := tx.Model(&Row{}).Where("id = ? AND last_seq = ?", match, state.Last).Select("*").Updates(stateToRow(state))
		if written.Error == nil && written.RowsAffected != 1 {
			return league.Errorf(league.Stale, movedOn)
		}
		return written.Error
	})
	return sqldb.Explain(err, "restating match %s", match)
}
