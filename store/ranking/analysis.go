package ranking

import (
	"cmp"
	"context"
	"time"

	"gorm.io/gorm"

	"kickabout/engine"
	"kickabout/league"
	"kickabout/league/assessment"
	"kickabout/store/matches"
	"kickabout/store/people"
	"kickabout/store/sqldb"
)

// analysisRow is what a match was worth, or an attempt to find out.
type analysisRow struct {
	MatchID                                              string `gorm:"primaryKey"`
	Version                                              int
	Tries                                                int
	NextMs                                               int64
	Problem                                              string
	MadeMs                                               int64
	Text                                                 string // packed
	Points0, Luck0, Cost0, Decisions0, Adjusted0, Given0 int
	Points1, Luck1, Cost1, Decisions1, Adjusted1, Given1 int
}

func (analysisRow) TableName() string { return "analyses" }

func (r analysisRow) analysis() (assessment.Analysis, error) {
	text, err := sqldb.Unpack(r.Text)
	return assessment.Analysis{
		Match: r.MatchID, Version: r.Version, Made: sqldb.Moment(r.MadeMs), Text: text, Tries: r.Tries, Problem: r.Problem,
		Seats: [2]assessment.LuckSplit{
			{Points: r.Points0, Luck: r.Luck0, Cost: r.Cost0, Decisions: r.Decisions0, Adjusted: r.Adjusted0, Given: r.Given0},
			{Points: r.Points1, Luck: r.Luck1, Cost: r.Cost1, Decisions: r.Decisions1, Adjusted: r.Adjusted1, Given: r.Given1},
		},
	}, err
}

func analysisToRow(a assessment.Analysis) analysisRow {
	x, y := a.Seats[0], a.Seats[1]
	return analysisRow{
		MatchID: a.Match, Version: a.Version, MadeMs: sqldb.Millis(a.Made), Text: sqldb.Pack(a.Text),
		Points0: x.Points, Luck0: x.Luck, Cost0: x.Cost, Decisions0: x.Decisions, Adjusted0: x.Adjusted, Given0: x.Given,
		Points1: y.Points, Luck1: y.Luck, Cost1: y.Cost, Decisions1: y.Decisions, Adjusted1: y.Adjusted, Given1: y.Given,
	}
}

// analysable are matches that an analysis can be made of; their index is of these alone.
const analysable = "to_move = 0 AND ending <> '" + string(engine.Void) + "' AND ending <> '" + string(engine.DoubleForfeit) + "'"

// claimsAtOnce is how many matches ClaimAnalysis tries to get before it gives up for now.
const claimsAtOnce = 16

// ClaimAnalysis takes up a finished match that a judge of this version has not seen to, for
// the time of a lease: the one that ended last of those without any analysis, then of those with one
// by an older judge. It returns the id of the match and how often it has been taken up, or ""
// if there is none now. A lease is short: who is slower than that finds
// their work done twice, which does no harm.
func (s *Store) ClaimAnalysis(ctx context.Context, version int, lease time.Duration) (match string, tries int, err error) {
	for older := range version {
		ids, err := unanalysed(ctx, s, older)
		if err != nil {
			return "", 0, sqldb.Explain(err, "looking for a match to analyse")
		}
		for _, id := range ids {
			if tries, err = claimAnalysis(ctx, s.db, id, version, lease); err != nil || tries > 0 {
				return id, tries, sqldb.Explain(err, "taking up the analysis of match %s", id)
			}
		}
	}
	return "", 0, nil
}

// unanalysed lists finished matches that a judge of a version was the last to see to, and that nobody
// is at.
func unanalysed(ctx context.Context, s *Store, version int) (ids []string, err error) {
	ctx, cancel := sqldb.Bounded(ctx)
	defer cancel()
	clock, at := s.db.Present()
	err = s.db.Reader(ctx).Table("matches").Where("analysed = @version AND "+analysable+
		" AND NOT EXISTS (SELECT 1 FROM analyses WHERE match_id = id AND next_ms > "+clock+")", map[string]any{"version": version, "now": at}).
		Order("moved_ms DESC, id DESC").Limit(claimsAtOnce).Pluck("id", &ids).Error
	return ids, err
}

// claimAnalysis takes up one match; 0 if somebody else has it by now.
func claimAnalysis(ctx context.Context, sdb *sqldb.DB, match string, version int, lease time.Duration) (tries int, err error) {
	err = sdb.Write(ctx, func(tx *gorm.DB) error {
		clock, at := sdb.Present()
		return tx.Raw("INSERT INTO analyses (match_id, version, tries, next_ms, problem, made_ms, text, points0, luck0, cost0, decisions0, adjusted0,"+
			" points1, luck1, cost1, decisions1, adjusted1) SELECT id, 0, 1, "+clock+" + @lease, '', 0, '', 0, 0, 0, 0, 0, 0, 0, 0, 0, 0"+
			" FROM matches WHERE id = @match AND analysed < @version"+
			" ON CONFLICT (match_id) DO UPDATE SET tries = analyses.tries + 1, next_ms = EXCLUDED.next_ms WHERE analyses.next_ms <= "+clock+
			" RETURNING tries",
			map[string]any{"match": match, "version": version, "lease": lease.Milliseconds(), "now": at}).Find(&tries).Error
	})
	return tries, err
}

// PutAnalysis keeps what a match was worth, in place of what an older judge found. Where a judge of
// this version or a newer one has seen to the match, nothing is written.
func (s *Store) PutAnalysis(ctx context.Context, a assessment.Analysis) error {
	err := s.db.Write(ctx, func(tx *gorm.DB) error {
		seen, err := seeTo(tx, a.Match, a.Version)
		if err != nil || !seen {
			return err
		}
		row := analysisToRow(a)
		return tx.Save(&row).Error
	})
	return sqldb.Explain(err, "keeping the analysis of match %s", a.Match)
}

// FailAnalysis notes why the analysis of a match failed. It is taken up again after some
// time; never again by a judge of this version if that is 0.
func (s *Store) FailAnalysis(ctx context.Context, match string, version int, problem string, after time.Duration) error {
	err := s.db.Write(ctx, func(tx *gorm.DB) error {
		if after == 0 {
			if seen, err := seeTo(tx, match, version); err != nil || !seen {
				return err
			}
		}
		clock, at := s.db.Present()
		return tx.Exec("UPDATE analyses SET problem = @problem, next_ms = "+clock+" + @after WHERE match_id = @match AND version < @version",
			map[string]any{"problem": problem, "after": after.Milliseconds(), "match": match, "version": version, "now": at}).Error
	})
	return sqldb.Explain(err, "noting that the analysis of match %s failed", match)
}

// seeTo says that a judge of a version has seen to a match; false if one of this version or a
// newer one had before.
func seeTo(tx *gorm.DB, match string, version int) (bool, error) {
	done := tx.Exec("UPDATE matches SET analysed = ? WHERE id = ? AND analysed < ?", version, match, version)
	return done.RowsAffected == 1, done.Error
}

// Analysis returns what a match was worth, as far as that is known; league.NotFound if there is no
// such match.
func (s *Store) Analysis(ctx context.Context, viewer league.Viewer, match string) (assessment.Analysis, error) {
	ctx, cancel := sqldb.Bounded(ctx)
	defer cancel()
	in, err := matches.SeenMatches(viewer, "matches")
	if err != nil {
		return assessment.Analysis{}, err
	}
	var row struct {
		ID       string
		Analysed int
		Analysis analysisRow `gorm:"embedded"`
	}
	err = in.Narrow(s.db.Reader(ctx).Table("matches").Select("id, analysed, analyses.*").
		Joins("LEFT JOIN analyses ON match_id = id")).Where("id = ?", match).Take(&row).Error
	a, damaged := row.Analysis.analysis()
	a.Match, a.Seen = row.ID, row.Analysed
	return a, sqldb.Explain(sqldb.Missing(cmp.Or(err, damaged), matches.NoMatch), "reading the analysis of match %s", match)
}

// LuckOf sums up by game what a player's finished matches against people were worth, as far as
// they are analysed. What was played against themselves is left out.
func (s *Store) LuckOf(ctx context.Context, viewer league.Viewer, player string) ([]assessment.LuckSum, error) {
	ctx, cancel := sqldb.Bounded(ctx)
	defer cancel()
	in, err := matches.SeenMatches(viewer, "matches")
	if err != nil {
		return nil, err
	}
	var arguments []any
	half := func(seat, mine, other string) string {
		arguments = append(append(arguments, player, player, string(league.Bot)), in.Arguments()...)
		return "SELECT game, points" + seat + " AS points, adjusted" + seat + " AS adjusted, given" + seat + " AS given, cost" + seat + " AS cost, decisions" + seat + " AS decisions" +
			" FROM matches JOIN analyses ON match_id = matches.id AND version > 0 JOIN players ON players.id = " + other +
			" WHERE to_move = 0 AND " + mine + " = ? AND " + other + " <> ? AND players.kind <> ?" + in.And()
	}
	halves := half("0", "player0", "player1") + " UNION ALL " + half("1", "player1", "player0")
	var sums []assessment.LuckSum
	err = s.db.Reader(ctx).Raw("SELECT game, "+luckSums+" FROM ("+halves+") AS seats GROUP BY game ORDER BY game",
		arguments...).Find(&sums).Error
	return sums, sqldb.Explain(err, "summing up what matches were worth")
}

// playerLuckRow is an assessment.PlayerLuck.
type playerLuckRow struct {
	Player people.PlayerRow   `gorm:"embedded;embeddedPrefix:p_"`
	Sum    assessment.LuckSum `gorm:"embedded"`
}

func playerLucks(rows []playerLuckRow) []assessment.PlayerLuck {
	list := make([]assessment.PlayerLuck, len(rows))
	for i, r := range rows {
		list[i] = assessment.PlayerLuck{Player: r.Player.Player(), LuckSum: r.Sum}
	}
	return list
}

// luckSums are the columns of an assessment.LuckSum over the seats of analysed matches.
const luckSums = "COUNT(*) AS matches, SUM(points) AS points, SUM(adjusted) AS adjusted, SUM(given) AS given," +
	" SUM(CAST(adjusted AS BIGINT) * adjusted) AS squares, SUM(cost) AS cost, SUM(decisions) AS decisions"

// worthSeat reads what analysed matches were worth to a seat; a condition may be added to it.
func worthSeat(seat string) string {
	return "SELECT player" + seat + " AS player, points" + seat + " AS points, adjusted" + seat + " AS adjusted, given" + seat + " AS given, cost" + seat + " AS cost, decisions" + seat + " AS decisions" +
		" FROM matches JOIN analyses ON match_id = matches.id AND version > 0 WHERE to_move = 0"
}

// scopeCondition narrows matches to those of a scope.
func scopeCondition(of assessment.LuckScope) (condition string, arguments []any) {
	condition, arguments = " AND tournament = ? AND tournament <> ''", []any{of.Tournament}
	if of.Group != "" {
		from, to := matches.KeysOf(of.Group)
		condition, arguments = condition+" AND fixture >= ? AND fixture < ?", append(arguments, from, to)
	}
	if !of.From.IsZero() {
		condition, arguments = condition+" AND moved_ms >= ?", append(arguments, sqldb.Millis(of.From))
	}
	if !of.To.IsZero() {
		condition, arguments = condition+" AND moved_ms < ?", append(arguments, sqldb.Millis(of.To))
	}
	return condition, arguments
}

// LuckIn sums up what the matches of a tournament were worth to each of its players, as far as they are
// analysed, whoever they were against: who did best without luck on average first. Bots are left out.
func (s *Store) LuckIn(ctx context.Context, viewer league.Viewer, of assessment.LuckScope) ([]assessment.PlayerLuck, error) {
	ctx, cancel := sqldb.Bounded(ctx)
	defer cancel()
	in, err := matches.SeenMatches(viewer, "matches")
	if err != nil {
		return nil, err
	}
	within, bounds := scopeCondition(of)
	var arguments []any
	half := func(seat string) string {
		arguments = append(append(arguments, bounds...), in.Arguments()...)
		return worthSeat(seat) + within + in.And()
	}
	halves := half("0") + " UNION ALL " + half("1")
	var rows []playerLuckRow
	err = s.db.Reader(ctx).Raw("SELECT sums.*, "+people.PlayerColumns("p", "p_")+" FROM (SELECT player, "+luckSums+
		" FROM ("+halves+") AS seats GROUP BY player) AS sums JOIN players p ON p.id = player WHERE kind <> ?"+
		" ORDER BY adjusted * 1.0 / matches DESC, p.name", append(arguments, string(league.Bot))...).Find(&rows).Error
	return playerLucks(rows), sqldb.Explain(err, "summing up what the matches of tournament %s were worth", of.Tournament)
}

// LuckTable finds at most so many players who had most net luck a match, and as many who had least, in the rated
// matches of a pool between people that ended from a moment on and are analysed. Whoever has fewer than least
// of these is left out, and so is on each side who had no luck of that kind.
func (s *Store) LuckTable(ctx context.Context, viewer league.Viewer, pool league.Pool, from time.Time, least, limit int) (lucky, unlucky []assessment.PlayerLuck, err error) {
	ctx, cancel := sqldb.Bounded(ctx)
	defer cancel()
	in, err := matches.SeenMatches(viewer, "matches")
	if err != nil {
		return nil, nil, err
	}
	var arguments []any
	half := func(seat string) string {
		arguments = append(append(arguments, sqldb.Millis(from), pool.Game, pool.Variant, string(league.Bot)), in.Arguments()...)
		return worthSeat(seat) + " AND rated = 1 AND moved_ms >= ? AND game = ? AND variant = ?" +
			" AND NOT EXISTS (SELECT 1 FROM players WHERE players.id IN (player0, player1) AND kind = ?)" + in.And()
	}
	halves := half("0") + " UNION ALL " + half("1")
	end := func(which, order string) string {
		arguments = append(arguments, limit)
		return "SELECT * FROM (SELECT * FROM sums WHERE points - adjusted - given " + which + " 0 ORDER BY (points - adjusted - given) * 1.0 / matches " + order + ", player LIMIT ?) AS extreme"
	}
	arguments = append(arguments, least)
	var rows []playerLuckRow
	err = s.db.Reader(ctx).Raw("WITH sums AS (SELECT player, "+luckSums+" FROM ("+halves+") AS seats GROUP BY player HAVING COUNT(*) >= ?)"+
		" SELECT ends.*, "+people.PlayerColumns("p", "p_")+" FROM ("+end(">", "DESC")+" UNION ALL "+end("<", "ASC")+") AS ends JOIN players p ON p.id = player"+
		" ORDER BY ABS(points - adjusted - given) * 1.0 / matches DESC, player", arguments...).Find(&rows).Error
	for _, w := range playerLucks(rows) {
		if w.NetLuck() > 0 {
			lucky = append(lucky, w)
		} else {
			unlucky = append(unlucky, w)
		}
	}
	return lucky, unlucky, sqldb.Explain(err, "finding who had luck in %s", pool)
}
