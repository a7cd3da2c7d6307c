package contests

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"slices"
	"time"

	"gorm.io/gorm"

	"kickabout/league"
	"kickabout/store/sqldb"
)

// SeatsAtOnce is how many entries get their seats in one transaction: few enough that nobody waits for long.
const SeatsAtOnce = 1000

// seatedEarly says that an entry has its seat by a draw of a tournament that has not begun: it does not count.
func (r entryRow) seatedEarly(t league.Tournament) bool { return t.Started.IsZero() && r.GroupID != "" }

// starts says that the last events of a tournament start it.
func starts(t league.Tournament) bool {
	return slices.ContainsFunc(t.Log, func(d league.Decision) bool { return d.Act == league.ActStarted })
}

// seatMany writes the seats of a draw of many into groups, and takes them out of what is to be written with the start. It returns
// what names the draw; "" if it was left to the start. Whoever draws otherwise meanwhile writes over it, and then the
// error is of kind league.Stale.
func seatMany(ctx context.Context, db *sqldb.DB, p league.TournamentProgress, c *changes) (drawing string, err error) {
	byHand := func(r entryRow) bool { return r.Seed != 0 } // which would be lost if the start were
	inGroup := func(r entryRow) bool { return r.GroupID != "" }
	if !starts(p.Tournament) || len(c.changed) <= SeatsAtOnce || len(c.changed) != len(p.Tournament.Entries) || slices.ContainsFunc(c.old, byHand) || !slices.ContainsFunc(c.changed, inGroup) {
		return "", nil
	}
	drawn := sha256.New()
	for _, r := range c.changed {
		fmt.Fprintln(drawn, r.PlayerID, r.Seed, r.GroupID)
	}
	drawing = hex.EncodeToString(drawn.Sum(nil)[:16])
	for i, seats := range slices.Collect(slices.Chunk(c.changed, SeatsAtOnce)) {
		if err := seatSome(ctx, db, p, drawing, i == 0, seats); err != nil {
			return "", err
		}
	}
	rest := changes{fresh: c.fresh, gone: c.gone}
	for i, row := range c.changed {
		old := c.old[i]
		if old.Seed, old.GroupID = row.Seed, row.GroupID; old != row {
			rest.old, rest.changed = append(rest.old, old), append(rest.changed, row)
		}
	}
	*c = rest
	return drawing, nil
}

// seatSome writes some of the seats of a draw: the first ones over those of another draw, the others only behind their first.
func seatSome(ctx context.Context, db *sqldb.DB, p league.TournamentProgress, drawing string, first bool, seats []entryRow) error {
	return db.WriteWithin(ctx, patienceFor(p.Tournament), func(tx *gorm.DB) error {
		if err := checkReadable(tx, p.Tournament.ID); err != nil {
			return err
		}
		still := tx.Model(&tournamentRow{}).Where("id = ? AND last_seq = ? AND began_ms = 0", p.Tournament.ID, p.Seen)
		if !first {
			still = still.Where("drawing = ?", drawing)
		}
		won := still.Update("drawing", drawing)
		if won.Error != nil {
			return won.Error
		}
		if won.RowsAffected != 1 {
			return league.Errorf(league.Stale, "The tournament has moved on.")
		}
		return sqldb.UpsertColumns(tx, entryKey, []string{"seed", "group_id"}, seats)
	})
}

// unseat takes back the seats that a start which came to nothing has left.
func unseat(tx *gorm.DB, tournament string) error {
	return tx.Exec("UPDATE entries SET seed = 0, group_id = '' WHERE tournament_id = ? AND group_id <> '' AND EXISTS (SELECT 1 FROM tournaments WHERE id = ? AND drawing <> '')",
		tournament, tournament).Error
}

// Seats says where players were.
type Seats struct{ db *sqldb.DB }

// NewSeats returns the seats of a database.
func NewSeats(db *sqldb.DB) *Seats { return &Seats{db} }

// GroupsBefore returns in which groups players were in the edition that began last before a tournament, of the same competition,
// if it has not ended or ended after a moment, by their ids; who was in none is left out.
func (s *Seats) GroupsBefore(ctx context.Context, t league.Tournament, since time.Time, players []string) (map[string]league.Group, error) {
	ctx, cancel := sqldb.Bounded(ctx)
	defer cancel()
	before := s.db.Reader(ctx).Table("tournaments").Select("id").
		Where("competition = ? AND competition <> '' AND id <> ? AND began_ms > 0 AND (ended_ms = 0 OR ended_ms > ?)", t.Competition, t.ID, sqldb.Millis(since)).
		Order("began_ms DESC, id").Limit(1)
	groups := map[string]league.Group{}
	for some := range slices.Chunk(players, sqldb.RowsAtOnce) {
		var rows []entryRow
		err := s.db.Reader(ctx).Select("player_id, group_id").Where("tournament_id = (?) AND player_id IN ? AND group_id <> ''", before, some).Find(&rows).Error
		if err != nil {
			return nil, sqldb.Explain(err, "looking where players were before tournament %s", t.ID)
		}
		for _, r := range rows {
			groups[r.PlayerID] = league.Group(r.GroupID)
		}
	}
	return groups, nil
}
