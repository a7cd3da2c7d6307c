// Package dicelog keeps the log of the dice: its leaves, the hashes of its tree, and what it has of each game.
package dicelog

import (
	"cmp"
	"context"
	"database/sql"
	"fmt"
	"slices"
	"time"

	"gorm.io/gorm"
	"gorm.io/gorm/clause"

	"kickabout/engine/dice"
	"kickabout/engine/dice/anchor"
	"kickabout/league"
	"kickabout/league/runs"
	"kickabout/store/matches"
	"kickabout/store/sqldb"
)

// Store keeps it.
type Store struct{ db *sqldb.DB }

// New returns the log of a database.
func New(db *sqldb.DB) *Store { return &Store{db} }

type logRow struct {
	ID       int `gorm:"primaryKey"`
	Origin   string
	LookedMs int64
}

func (logRow) TableName() string { return "dice_log" }

type leafRow struct {
	N      int64 `gorm:"primaryKey;autoIncrement:false"`
	Kind   string
	Number int64
	Gid    []byte
	Data   []byte
}

func (leafRow) TableName() string { return "dice_leaves" }

func (r leafRow) leaf() anchor.Placed {
	l := anchor.Placed{N: r.N, Leaf: anchor.Leaf{Kind: anchor.Kind(r.Kind), Number: r.Number, Data: r.Data}}
	copy(l.GID[:], r.Gid)
	return l
}

type hashRow struct {
	N    int64 `gorm:"primaryKey;autoIncrement:false"`
	Hash []byte
}

func (hashRow) TableName() string { return "dice_hashes" }

type loggedRow struct {
	MatchID string `gorm:"primaryKey"`
	Seq     int
	Over    int
}

func (loggedRow) TableName() string { return "dice_logged" }

// LogOrigin returns the name of the log. One that has none yet gets the proposed one, and has it for ever; "" proposes none.
func (s *Store) LogOrigin(ctx context.Context, proposed string) (string, error) {
	if proposed != "" {
		row := logRow{ID: 1, Origin: proposed}
		err := s.db.Write(ctx, func(tx *gorm.DB) error {
			return tx.Clauses(clause.OnConflict{DoNothing: true}).Create(&row).Error
		})
		if err != nil {
			return "", sqldb.Explain(err, "naming the log of the dice")
		}
	}
	ctx, cancel := sqldb.Bounded(ctx)
	defer cancel()
	var names []string
	err := s.db.Reader(ctx).Table("dice_log").Limit(1).Pluck("origin", &names).Error
	if err != nil || len(names) == 0 {
		return "", sqldb.Explain(err, "reading the name of the log of the dice")
	}
	return names[0], nil
}

// LogLooked returns up to when games were looked at whose states the log may lack; the zero time if never.
func (s *Store) LogLooked(ctx context.Context) (time.Time, error) {
	ctx, cancel := sqldb.Bounded(ctx)
	defer cancel()
	var looked []int64
	err := s.db.Reader(ctx).Table("dice_log").Limit(1).Pluck("looked_ms", &looked).Error
	if err != nil || len(looked) == 0 {
		return time.Time{}, sqldb.Explain(err, "reading how far the log of the dice has looked")
	}
	return sqldb.Moment(looked[0]), nil
}

// NoteLogLooked notes that games were looked at up to a moment.
func (s *Store) NoteLogLooked(ctx context.Context, at time.Time) error {
	err := s.db.Write(ctx, func(tx *gorm.DB) error {
		return tx.Table("dice_log").Where("looked_ms < ?", sqldb.Millis(at)).Update("looked_ms", sqldb.Millis(at)).Error
	})
	return sqldb.Explain(err, "noting how far the log of the dice has looked")
}

// LogSize returns how many leaves the log has.
func (s *Store) LogSize(ctx context.Context) (size int64, err error) {
	ctx, cancel := sqldb.Bounded(ctx)
	defer cancel()
	err = s.db.Reader(ctx).Table("dice_leaves").Select("COALESCE(MAX(n) + 1, 0)").Scan(&size).Error
	return size, sqldb.Explain(err, "reading how long the log of the dice is")
}

// AppendLeaves adds leaves behind the first size ones, with the hashes that follow from them, the first of which has a number,
// and notes what the log has of some games then. If it is of another size by now nothing is written, and the error is of
// kind league.Stale.
func (s *Store) AppendLeaves(ctx context.Context, size int64, leaves []anchor.Leaf, from int64, hashes []dice.Digest, games []anchor.Moved) error {
	return s.grow(ctx, size, leaves, from, hashes, games, func(*gorm.DB) error { return nil })
}

// AppendOpening adds the leaf that opens a key, as AppendLeaves does, and notes when that was. If it is open already nothing is
// written, and the error is of kind league.Stale too.
func (s *Store) AppendOpening(ctx context.Context, size int64, leaf anchor.Leaf, from int64, hashes []dice.Digest, opened league.KeyRecord) error {
	return s.grow(ctx, size, []anchor.Leaf{leaf}, from, hashes, nil, func(tx *gorm.DB) error { return sqldb.OpenKey(tx, opened) })
}

// AppendRenewals is AppendLeaves, and makes the dice of games anew with it. If one of them is not as it was any more nothing is
// written either.
func (s *Store) AppendRenewals(ctx context.Context, size int64, leaves []anchor.Leaf, from int64, hashes []dice.Digest, games []anchor.Moved, renewals []league.Renewal) error {
	return s.grow(ctx, size, leaves, from, hashes, games, func(tx *gorm.DB) error {
		for _, r := range renewals {
			if err := matches.RenewDice(matches.New(s.db), tx, r); err != nil {
				return err
			}
		}
		return tx.Exec("INSERT INTO dice_breaks (n) SELECT COALESCE(MAX(n), 0) + 1 FROM dice_breaks").Error
	})
}

// DiceBreaks returns how often dice were made anew, on the sites that this one was imported from too.
func (s *Store) DiceBreaks(ctx context.Context) (n int, err error) {
	ctx, cancel := sqldb.Bounded(ctx)
	defer cancel()
	err = s.db.Reader(ctx).Table("dice_breaks").Select("COALESCE(MAX(n), 0)").Find(&n).Error
	return n, sqldb.Explain(err, "counting how often dice were made anew")
}

// grow adds leaves with their hashes behind the first size ones, in one transaction with what else is to be written.
func (s *Store) grow(ctx context.Context, size int64, leaves []anchor.Leaf, from int64, hashes []dice.Digest, games []anchor.Moved, with func(tx *gorm.DB) error) error {
	rows := make([]leafRow, len(leaves))
	for i, l := range leaves {
		rows[i] = leafRow{N: size + int64(i), Kind: string(l.Kind), Number: l.Number, Data: l.Data}
		if l.GID != (dice.GID{}) {
			rows[i].Gid = l.GID[:]
		}
	}
	sums := make([]hashRow, len(hashes))
	for i, h := range hashes {
		sums[i] = hashRow{from + int64(i), h[:]}
	}
	marks := make([]loggedRow, len(games))
	for i, m := range games {
		marks[i] = loggedRow{m.Match, int(m.N), sqldb.Flag(m.Over)}
	}
	const atOnce = 200
	err := s.db.Write(ctx, func(tx *gorm.DB) error {
		var now int64
		err := tx.Table("dice_leaves").Select("COALESCE(MAX(n) + 1, 0)").Scan(&now).Error
		if err == nil && now != size {
			err = movedOn()
		}
		if err == nil {
			err = with(tx)
		}
		if err == nil && len(rows) > 0 {
			err = tx.CreateInBatches(&rows, atOnce).Error // of two at once the key lets one pass
		}
		if err == nil && len(sums) > 0 {
			err = tx.CreateInBatches(&sums, atOnce).Error
		}
		if err == nil && len(marks) > 0 {
			err = tx.Clauses(clause.OnConflict{UpdateAll: true}).CreateInBatches(&marks, atOnce).Error
		}
		return err
	})
	if sqldb.Duplicate(err) {
		err = movedOn()
	}
	return sqldb.Explain(err, "adding to the log of the dice")
}

func movedOn() error { return league.Errorf(league.Stale, "The log has moved on meanwhile.") }

// LogHashes returns hashes of the tree by their numbers, in the order asked for; fewer if some are not there.
func (s *Store) LogHashes(ctx context.Context, at []int64) ([]dice.Digest, error) {
	ctx, cancel := sqldb.Bounded(ctx)
	defer cancel()
	byNumber := make(map[int64][]byte, len(at))
	for some := range slices.Chunk(at, sqldb.RowsAtOnce) {
		var rows []hashRow
		if err := s.db.Reader(ctx).Where("n IN ?", some).Find(&rows).Error; err != nil {
			return nil, sqldb.Explain(err, "reading hashes of the log of the dice")
		}
		for _, r := range rows {
			byNumber[r.N] = r.Hash
		}
	}
	list := make([]dice.Digest, 0, len(at))
	for _, n := range at {
		if h := byNumber[n]; len(h) == len(dice.Digest{}) {
			list = append(list, dice.Digest(h))
		}
	}
	return list, nil
}

// Leaves lists leaves from one on.
func (s *Store) Leaves(ctx context.Context, from int64, limit int) ([]anchor.Placed, error) {
	return s.leaves(ctx, func(db *gorm.DB) *gorm.DB { return db.Where("n >= ?", from).Order("n").Limit(limit) })
}

// LeavesOf lists the leaves that name a game by one of some GIDs, in their order.
func (s *Store) LeavesOf(ctx context.Context, gids ...dice.GID) ([]anchor.Placed, error) {
	names := make([][]byte, len(gids))
	for i := range gids {
		names[i] = gids[i][:]
	}
	return s.leaves(ctx, func(db *gorm.DB) *gorm.DB { return db.Where("gid IN ?", names).Order("n") })
}

// LastLeaves lists the last leaves of a kind that name no game, the last one first.
func (s *Store) LastLeaves(ctx context.Context, kind anchor.Kind, limit int) ([]anchor.Placed, error) {
	return s.leaves(ctx, func(db *gorm.DB) *gorm.DB {
		return db.Where("kind = ? AND gid IS NULL", kind).Order("n DESC").Limit(limit)
	})
}

// NumberedLeaves lists the leaves of a kind that have one of some numbers and name no game, in their order.
func (s *Store) NumberedLeaves(ctx context.Context, kind anchor.Kind, numbers ...int64) (list []anchor.Placed, err error) {
	for some := range slices.Chunk(numbers, sqldb.RowsAtOnce) {
		part, err := s.leaves(ctx, func(db *gorm.DB) *gorm.DB {
			return db.Where("kind = ? AND gid IS NULL AND number IN ?", kind, some).Order("n")
		})
		if err != nil {
			return nil, err
		}
		list = append(list, part...)
	}
	slices.SortFunc(list, func(a, b anchor.Placed) int { return cmp.Compare(a.N, b.N) })
	return list, nil
}

func (s *Store) leaves(ctx context.Context, narrow func(*gorm.DB) *gorm.DB) ([]anchor.Placed, error) {
	ctx, cancel := sqldb.Bounded(ctx)
	defer cancel()
	var rows []leafRow
	if err := narrow(s.db.Reader(ctx)).Find(&rows).Error; err != nil {
		return nil, sqldb.Explain(err, "reading the log of the dice")
	}
	list := make([]anchor.Placed, len(rows))
	for i, r := range rows {
		list[i] = r.leaf()
	}
	return list, nil
}

// UnloggedScopes lists the tournaments that the log does not have, by their serial numbers: all of those that no leaf names, and
// those that go on and that no leaf names from one on: of those that roll from another one on.
func (s *Store) UnloggedScopes(ctx context.Context, viewer league.Viewer, since, rolling int64, limit int) (list []anchor.Unlogged, err error) {
	ctx, cancel := sqldb.Bounded(ctx)
	defer cancel()
	if err := siteAlone(viewer); err != nil {
		return nil, err
	}
	const named = "SELECT 1 FROM dice_leaves AS leaf WHERE leaf.kind = 'scope' AND leaf.gid IS NULL AND leaf.number = tournaments.serial"
	err = s.db.Reader(ctx).Table("tournaments").Where("serial > 0").
		Where("NOT EXISTS ("+named+") OR ended_ms = 0 AND NOT EXISTS ("+named+" AND leaf.n >= CASE WHEN tournaments.rolling = 1 THEN CAST(? AS BIGINT) ELSE CAST(? AS BIGINT) END)", rolling, since).
		Select("serial, epoch, rolling = 1 AS rolling").Order("serial").Limit(limit).Find(&list).Error
	return list, sqldb.Explain(err, "looking for tournaments that the log of the dice lacks")
}

// UnopenedScopes lists the serial numbers behind one of tournaments in which nothing is thrown any more and whose key the log
// has not opened, in order: the tournament is over, so are all of its games, and none of them is in quarantine, of which nobody
// knows whether it goes on.
func (s *Store) UnopenedScopes(ctx context.Context, viewer league.Viewer, after uint32, limit int) (serials []uint32, err error) {
	ctx, cancel := sqldb.Bounded(ctx)
	defer cancel()
	if err := siteAlone(viewer); err != nil {
		return nil, err
	}
	const leaf = "SELECT 1 FROM dice_leaves AS leaf WHERE leaf.gid IS NULL AND leaf.number = tournaments.serial AND leaf.kind = "
	const goesOn = "SELECT 1 FROM matches WHERE matches.tournament = tournaments.id AND matches.tournament <> '' AND (matches.to_move <> 0 OR EXISTS (SELECT 1 FROM quarantine WHERE quarantine.match_id = matches.id))"
	err = s.db.Reader(ctx).Table("tournaments").Where("serial > ? AND ended_ms > 0", after).
		Where("EXISTS ("+leaf+"?) AND NOT EXISTS ("+leaf+"?) AND NOT EXISTS ("+goesOn+")", anchor.Scope, anchor.Open).
		Order("serial").Limit(limit).Pluck("serial", &serials).Error
	return serials, sqldb.Explain(err, "looking for tournaments whose key is to be opened")
}

// ClosedTournaments lists the tournaments whose entries are closed and that have changed at or after a moment, in the order of
// their serial numbers.
func (s *Store) ClosedTournaments(ctx context.Context, viewer league.Viewer, since time.Time) ([]anchor.Closed, error) {
	ctx, cancel := sqldb.Bounded(ctx)
	defer cancel()
	if err := siteAlone(viewer); err != nil {
		return nil, err
	}
	var rows []struct {
		Serial, Epoch uint32
		Tour          []byte
	}
	err := s.db.Reader(ctx).Table("tournaments").Where("closed_ms > 0 AND changed_ms >= ?", sqldb.Millis(since)).Order("serial").Find(&rows).Error
	list := make([]anchor.Closed, len(rows))
	for i, r := range rows {
		list[i] = anchor.Closed{Serial: r.Serial, Epoch: r.Epoch}
		copy(list[i].Tour[:], r.Tour)
	}
	return list, sqldb.Explain(err, "looking for tournaments whose entries are closed")
}

// siteAlone refuses everybody but the site itself.
func siteAlone(viewer league.Viewer) error {
	if everything, _, err := viewer.Sees(); err != nil || everything {
		return err
	}
	return league.Errorf(league.Forbidden, "The log of the dice is written by the site.")
}

// UnloggedGames lists games under the second scheme behind a cursor, of those that are over or of those that go on, whose seals
// or end the log lacks, and, where that is asked for, those whose newest state it lacks; without those in quarantine. They are
// read in parts: where the next one begins is the zero cursor after the last.
func (s *Store) UnloggedGames(ctx context.Context, viewer league.Viewer, over bool, after anchor.Cursor, states bool, limit int) (games []anchor.Moved, next anchor.Cursor, err error) {
	half, lacks := "matches.to_move <> 0", "logged.match_id IS NULL" // each half has an index
	if over {
		half, lacks = "matches.to_move = 0", lacks+" OR logged.over = 0"
	}
	if states {
		lacks += " OR logged.seq < matches.last_seq"
	}
	heads, err := matches.List(ctx, viewer, s.db, "unlogged", func(db *gorm.DB) *gorm.DB {
		return db.Joins("LEFT JOIN dice_logged AS logged ON logged.match_id = matches.id").
			Where(half+" AND matches.epoch > 0 AND (matches.moved_ms, matches.id) > (?, ?)", sqldb.Millis(after.Moved), after.Match).Where(lacks).
			Where("NOT EXISTS (SELECT 1 FROM quarantine WHERE quarantine.match_id = matches.id)").
			Where("EXISTS (SELECT 1 FROM events WHERE events.match_id = matches.id AND events.seq = matches.last_seq AND events.chain IS NOT NULL)").
			Order("matches.moved_ms, matches.id").Limit(limit)
	})
	if err != nil {
		return nil, next, err
	}
	if len(heads) == limit {
		last := heads[limit-1]
		next = anchor.Cursor{Moved: last.State.Moved, Match: last.ID}
	}
	games, err = s.moved(ctx, heads)
	return games, next, err
}

// DiceCounts counts all games by what may be said of their dice (SCHEME.md 1).
func (s *Store) DiceCounts(ctx context.Context) (c anchor.Counts, err error) {
	ctx, cancel := sqldb.Bounded(ctx)
	defer cancel()
	const gave = "(one.kind = @bot OR length(contribution0) > 0) AND (other.kind = @bot OR length(contribution1) > 0) AND NOT (one.kind = @bot AND other.kind = @bot)"
	query := s.db.Reader(ctx).Table("matches").Joins("JOIN players AS one ON one.id = player0 JOIN players AS other ON other.id = player1").
		Select("COALESCE(SUM(CASE WHEN epoch > 0 AND NOT ("+gave+") THEN 1 ELSE 0 END), 0), COALESCE(SUM(CASE WHEN epoch > 0 AND matches.tour IS NULL AND "+gave+" THEN 1 ELSE 0 END), 0), COALESCE(SUM(CASE WHEN epoch > 0 AND matches.tour IS NOT NULL AND "+gave+" THEN 1 ELSE 0 END), 0), COALESCE(SUM(CASE WHEN epoch = 0 THEN 1 ELSE 0 END), 0)",
			sql.Named("bot", string(league.Bot)))
	err = sqldb.EachRow(query, func(row *sql.Rows) error { return row.Scan(&c.SiteAlone, &c.Contributed, &c.PublicStart, &c.First) })
	return c, sqldb.Explain(err, "counting games by their dice")
}

// ScopeCounts counts all tournaments that have a serial number by the epochs under which they were made, the first one first;
// epochs without any are left out.
func (s *Store) ScopeCounts(ctx context.Context) (list []anchor.Scopes, err error) {
	ctx, cancel := sqldb.Bounded(ctx)
	defer cancel()
	const cancelled = "SUM(CASE WHEN state = @cancelled AND began_ms "
	const opened = "EXISTS (SELECT 1 FROM dice_leaves AS leaf WHERE leaf.kind = 'open' AND leaf.gid IS NULL AND leaf.number = tournaments.serial)"
	err = s.db.Reader(ctx).Table("tournaments").Where("serial > 0").
		Select("epoch, COUNT(*) AS made, "+cancelled+"= 0 THEN 1 ELSE 0 END) AS unstarted, "+cancelled+"<> 0 THEN 1 ELSE 0 END) AS ended, SUM(CASE WHEN "+opened+" THEN 1 ELSE 0 END) AS opened", sql.Named("cancelled", string(league.Cancelled))).
		Group("epoch").Order("epoch").Find(&list).Error
	return list, sqldb.Explain(err, "counting tournaments by their keys")
}

// EpochUse counts what may still be thrown by the keys of the dice of some epochs; 0: under the first scheme. Games have the key of
// each run of their dice. Games of a tournament that rolls have the present key whatever that of its draw was, so that only its
// draw counts.
func (s *Store) EpochUse(ctx context.Context, epochs []uint32) (u anchor.Use, err error) {
	ctx, cancel := sqldb.Bounded(ctx)
	defer cancel()
	thrown, with := "matches.epoch IN ?", []any{epochs}
	for _, e := range epochs {
		thrown += " OR matches.runs LIKE ?"
		with = append(with, fmt.Sprintf(`%%"epoch":%d,%%`, e)) // as runs.Text writes it
	}
	db := s.db.Reader(ctx)
	for _, of := range []struct {
		into  *int64
		query *gorm.DB
	}{
		{&u.Games, db.Table("matches").Where("matches.to_move <> 0").Where(thrown, with...)},
		{&u.Locked, db.Table("matches").Joins("JOIN quarantine ON quarantine.match_id = matches.id").Where("matches.to_move = 0").Where(thrown, with...)},
		{&u.Offers, db.Table("offers").Where("state = 'open' AND epoch IN ?", epochs)},
		{&u.Tournaments, db.Table("tournaments").Where("ended_ms = 0 AND epoch IN ? AND (rolling = 0 OR state = 'registration')", epochs)},
	} {
		if err := of.query.Count(of.into).Error; err != nil {
			return u, sqldb.Explain(err, "counting what a key of the dice is needed for")
		}
	}
	return u, nil
}

// moved adds to the heads of games the values of their last events; a game that has moved on meanwhile, or of which nobody can
// read its value or the runs of its dice, is left out: of those the log must not say what only the last one is.
func (s *Store) moved(ctx context.Context, heads []league.Match) ([]anchor.Moved, error) {
	ctx, cancel := sqldb.Bounded(ctx)
	defer cancel()
	ids := make([]string, len(heads))
	for i, m := range heads {
		ids[i] = m.ID
	}
	type last struct {
		seq    int
		chain  []byte
		sealed bool
	}
	ends := make(map[string]last, len(ids))
	query := s.db.Reader(ctx).Table("matches").Select("matches.id, events.seq, events.chain, CASE WHEN logged.match_id IS NULL THEN 0 ELSE 1 END, matches.runs").
		Joins("JOIN events ON events.match_id = matches.id AND events.seq = matches.last_seq").
		Joins("LEFT JOIN dice_logged AS logged ON logged.match_id = matches.id").Where("matches.id IN ?", ids)
	err := sqldb.EachRow(query, func(row *sql.Rows) error {
		var id, text string
		var end last
		var sealed int
		if err := row.Scan(&id, &end.seq, &end.chain, &sealed, &text); err != nil {
			return err
		}
		if _, err := runs.Parse(text, 0); err == nil {
			end.sealed = sealed != 0
			ends[id] = end
		}
		return nil
	})
	if err != nil {
		return nil, sqldb.Explain(err, "reading how far games have come that the log of the dice lacks")
	}
	var all []anchor.Moved
	for _, m := range heads {
		end := ends[m.ID]
		if end.seq != m.State.Last || len(end.chain) != len(dice.Digest{}) {
			continue
		}
		all = append(all, anchor.Moved{
			Match: m.ID, GID: m.GID, As: league.AnchoredAs(m), Runs: league.Givens(m),
			N: uint32(end.seq), T: dice.Digest(end.chain), Over: m.State.Outcome.Over(), Sealed: end.sealed,
		})
	}
	return all, nil
}
