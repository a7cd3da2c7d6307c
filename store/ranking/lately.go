package ranking

import (
	"context"
	"slices"
	"time"

	"gorm.io/gorm"

	"kickabout/league"
	"kickabout/store/matches"
	"kickabout/store/sqldb"
)

// meetingRow is a league.Meeting.
type meetingRow struct {
	Game, Variant, Player, Opponent string
	EndedMs                         int64
	Gain                            int64
	Mutual                          int
}

func (r meetingRow) meeting() league.Meeting {
	return league.Meeting{
		Pool: league.Pool{Game: r.Game, Variant: r.Variant}, Player: r.Player, Opponent: r.Opponent,
		Ended: sqldb.Moment(r.EndedMs), Gain: league.Elo(r.Gain), Both: r.Mutual != 0,
	}
}

// meetings reads the matches that counted for players among some ratings, which a condition names: their
// opponents have the other rows of these.
func meetings(db *gorm.DB, condition string, arguments ...any) ([]league.Meeting, error) {
	var rows []meetingRow
	err := db.Raw("SELECT r.game, r.variant, r.player_id AS player, o.player_id AS opponent, r.ended_ms, r.after_elo - r.before_elo AS gain,"+
		" CASE o.why WHEN '' THEN 1 ELSE 0 END AS mutual FROM (SELECT * FROM ratings WHERE why = '' AND "+condition+") r"+
		" JOIN ratings o ON o.match_id = r.match_id AND o.seat = 1 - r.seat ORDER BY r.ended_ms, r.match_id, r.seat", arguments...).Find(&rows).Error
	all := make([]league.Meeting, len(rows))
	for i, r := range rows {
		all[i] = r.meeting()
	}
	return all, err
}

// lately reads what counted in the year before the first match that is to be rated (R-RA-9, R-RA-10): for the players
// of all of them, and who was active in their pools.
func lately(db *gorm.DB, w *league.Weighing, first league.Moment) (err error) {
	year := sqldb.Millis(first.Ended.Add(-league.RatedYear))
	condition, arguments := ofHolders(holdersOf(w.Matches))
	w.Year, err = meetings(db, condition+" AND ended_ms > ? AND (ended_ms, match_id) < (?, ?)", append(arguments, year, sqldb.Millis(first.Ended), first.Match)...)
	if err != nil {
		return err
	}
	seen := map[league.Pool]bool{}
	for i := range w.Matches {
		pool := w.Matches[i].Pool()
		if seen[pool] {
			continue
		}
		seen[pool] = true
		active, err := activeBefore(db, pool, year, first)
		if err != nil {
			return err
		}
		w.Active = append(w.Active, active...)
	}
	return nil
}

// activeAtOnce is how many ratings are read at a time to find who was active last.
const activeAtOnce = 50

// activeBefore returns who had a match in a pool that counted for them last before a moment, and not before a year,
// the earliest first: league.Testers and one more.
func activeBefore(db *gorm.DB, pool league.Pool, year int64, before league.Moment) ([]league.Active, error) {
	at, match, seat := sqldb.Millis(before.Ended), before.Match, 0
	var found []league.Active
	for {
		var rows []ratingRow
		err := db.Select("match_id, seat, player_id, ended_ms").
			Where("game = ? AND variant = ? AND why = '' AND ended_ms > ? AND (ended_ms, match_id, seat) < (?, ?, ?)", pool.Game, pool.Variant, year, at, match, seat).
			Order("ended_ms DESC, match_id DESC, seat DESC").Limit(activeAtOnce).Find(&rows).Error
		if err != nil {
			return nil, err
		}
		for _, r := range rows {
			if !slices.ContainsFunc(found, func(a league.Active) bool { return a.Player == r.PlayerID }) {
				found = append(found, league.Active{Pool: pool, Player: r.PlayerID, Last: sqldb.Moment(r.EndedMs)})
			}
			if at, match, seat = r.EndedMs, r.MatchID, r.Seat; len(found) > league.Testers {
				break
			}
		}
		if len(found) > league.Testers || len(rows) < activeAtOnce {
			slices.Reverse(found)
			return found, nil
		}
	}
}

// Meetings lists what the matches that ended since a moment gave a player, of those that counted for them, in order.
func (s *Store) Meetings(ctx context.Context, viewer league.Viewer, player string, since time.Time) ([]league.Meeting, error) {
	ctx, cancel := sqldb.Bounded(ctx)
	defer cancel()
	in, err := matches.OfSeenMatches(viewer, "ratings.match_id")
	if err != nil {
		return nil, err
	}
	all, err := meetings(s.db.Reader(ctx), "player_id = ? AND ended_ms > ?"+in.And(), append([]any{player, sqldb.Millis(since)}, in.Arguments()...)...)
	return all, sqldb.Explain(err, "reading what player %s has won from whom", player)
}
