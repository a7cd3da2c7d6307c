package matches

import (
	"context"
	"time"

	"gorm.io/gorm"
	"gorm.io/gorm/clause"

	"kickabout/league"
	"kickabout/store/people"
	"kickabout/store/sqldb"
)

const (
	noLine    = "There is no such line."
	toldTwice = "You have reported this line already. Thank you."
)

// lineRow is a line of a chat.
type lineRow struct {
	MatchID  string
	N        int
	AuthorID string
	AtMs     int64
	Text     string
	Hidden   int
	Salt     []byte // NULL: erased with the text, or not there yet
	Seal     []byte
	Chain    []byte // NULL: not known yet
}

func (lineRow) TableName() string { return "lines" }

func lineToRow(l league.Line) lineRow {
	return lineRow{MatchID: l.Match, N: l.N, AuthorID: l.Author, AtMs: sqldb.Millis(l.At), Text: l.Text, Hidden: sqldb.Flag(l.Hidden)}
}

func (r lineRow) line() league.Line {
	return league.Line{Match: r.MatchID, N: r.N, Author: r.AuthorID, At: sqldb.Moment(r.AtMs), Text: r.Text, Hidden: r.Hidden != 0}
}

type muteRow struct {
	ReaderID string
	AuthorID string
	AtMs     int64
}

func (muteRow) TableName() string { return "mutes" }

type reportRow struct {
	MatchID  string
	N        int
	ReaderID string
	AtMs     int64
	Reason   string
	Text     string

	TakenBy, Verdict, DecidedBy, Answer string
	TakenMs, DecidedMs                  int64
}

func (reportRow) TableName() string { return "reports" }

// reported are the reports of lines, and of requests for rulings.
const reported = "(SELECT reports.match_id, reports.n, '' AS cup, reader_id, reports.at_ms, reason, reports.text, taken_by, taken_ms, verdict, decided_by, decided_ms, answer," +
	" lines.author_id AS line_author_id, lines.at_ms AS line_at_ms, lines.hidden AS line_hidden" +
	" FROM reports JOIN lines ON lines.match_id = reports.match_id AND lines.n = reports.n" +
	" UNION ALL SELECT '', r.seq, r.tournament_id, r.reader_id, r.at_ms, r.reason, e.text, r.taken_by, r.taken_ms, r.verdict, r.decided_by, r.decided_ms, r.answer," +
	" e.player_id, e.at_ms, CASE WHEN EXISTS (SELECT 1 FROM sanctions WHERE sanctions.player_id = e.player_id AND sanctions.kind = 'hide' AND sanctions.lifted_ms = 0" +
	" AND sanctions.subject = r.tournament_id || '/r' || r.seq) THEN 1 ELSE 0 END" +
	" FROM request_reports r JOIN tournament_events e ON e.tournament_id = r.tournament_id AND e.seq = r.seq) AS reports"

// Reaches are the columns of how far a match has come: the number of its last event, that of the last line of its chat,
// and if it is of a private tournament the number of the last event of that, by which alone it changes who may know of it.
const Reaches = "last_seq, lines, COALESCE((SELECT hides.last_seq FROM tournaments hides WHERE hides.id = matches.tournament AND hides.private = 1), 0) AS sight"

// Reached returns how far a match has come: the number of its last event, that of the last line of its chat, and one that
// changes with who may know of it; league.NotFound if there is no such match. It costs one look at one row.
func (s *Store) Reached(ctx context.Context, viewer league.Viewer, match string) (league.Reached, error) {
	ctx, cancel := sqldb.Bounded(ctx)
	defer cancel()
	var row struct{ LastSeq, Lines, Sight int }
	in, err := SeenMatches(viewer, "matches")
	if err != nil {
		return league.Reached{}, err
	}
	err = in.Narrow(s.db.Reader(ctx).Table("matches").Select(Reaches).Where("id = ?", match)).Take(&row).Error
	return league.Reached{row.LastSeq, row.Lines, row.Sight}, sqldb.Explain(sqldb.Missing(err, NoMatch), "looking how far match %s has come", match)
}

// Say numbers a line and stores it, with what to remember of the request, if anything,
// and with notices of it. If its author has said most lines since a moment the error is
// of kind league.Busy; if the request was remembered before, of kind league.Stale; then
// nothing is written.
func (c *Chats) Say(ctx context.Context, l league.Line, answer *league.Answer, since time.Time, most int, notices ...league.Notice) (league.Line, error) {
	err := c.db.Write(ctx, func(tx *gorm.DB) error {
		raised := tx.Raw("UPDATE matches SET lines = lines + 1 WHERE id = ? RETURNING lines", l.Match).Find(&l.N)
		if raised.Error != nil {
			return raised.Error
		}
		if raised.RowsAffected == 0 {
			return league.Errorf(league.NotFound, NoMatch)
		}
		if err := people.InsertAnswer(tx, answer); err != nil {
			return err
		}
		// Counted under the lock of the match, so that nobody gets round it in one match;
		// two nodes may let a line more through in two matches at once.
		var is struct {
			Said   int64
			Before []byte
		}
		err := tx.Raw("SELECT (SELECT COUNT(*) FROM lines WHERE author_id = ? AND at_ms > ?) AS said, (SELECT chain FROM lines WHERE match_id = ? AND n = ?) AS before",
			l.Author, sqldb.Millis(since), l.Match, l.N-1).Find(&is).Error
		if err != nil {
			return err
		}
		if is.Said >= int64(most) {
			return league.Errorf(league.Busy, "You write very fast. Wait a minute, then send it again.")
		}
		row := lineToRow(l)
		row.seal()
		if row.follow(is.Before); row.Chain == nil { // both come with those of the lines before it
			row.Salt, row.Seal = nil, nil
		}
		if err := tx.Create(&row).Error; err != nil {
			return err
		}
		for i := range notices {
			notices[i].Seq = l.N
		}
		return people.InsertNotices(tx, notices, nil)
	})
	if sqldb.Duplicate(err) {
		return league.Line{}, league.Errorf(league.Stale, "This has been said already.")
	}
	return l, sqldb.Explain(err, "saying something beside match %s", l.Match)
}

// Lines lists the lines of a match after a number, in their order.
func (c *Chats) Lines(ctx context.Context, viewer league.Viewer, match string, after, limit int) ([]league.Line, error) {
	return c.lines(ctx, viewer, "reading a chat", func(db *gorm.DB) *gorm.DB {
		return db.Where("match_id = ? AND n > ?", match, after).Order("n").Limit(limit)
	})
}

// LinesBefore lists the last lines of a match before a number, in their order.
func (c *Chats) LinesBefore(ctx context.Context, viewer league.Viewer, match string, before, limit int) ([]league.Line, error) {
	return c.lines(ctx, viewer, "reading a chat backwards", func(db *gorm.DB) *gorm.DB {
		last := c.db.Reader(ctx).Table("lines").Where("match_id = ? AND n < ?", match, before).Order("n DESC").Limit(limit)
		return db.Table("(?) AS lines", last).Order("n")
	})
}

func (c *Chats) lines(ctx context.Context, viewer league.Viewer, doing string, narrow func(*gorm.DB) *gorm.DB) ([]league.Line, error) {
	ctx, cancel := sqldb.Bounded(ctx)
	defer cancel()
	var rows []lineRow
	in, err := OfSeenMatches(viewer, "lines.match_id")
	if err != nil {
		return nil, err
	}
	if err := in.Narrow(narrow(c.db.Reader(ctx))).Find(&rows).Error; err != nil {
		return nil, sqldb.Explain(err, "%s", doing)
	}
	lines := make([]league.Line, len(rows))
	for i, r := range rows {
		lines[i] = r.line()
	}
	return lines, nil
}

// Mute keeps an author's lines from a reader from now on; a second time does nothing.
func (c *Chats) Mute(ctx context.Context, reader, author string, at time.Time) error {
	err := c.db.Write(ctx, func(tx *gorm.DB) error {
		return tx.Clauses(clause.OnConflict{DoNothing: true}).Create(&muteRow{reader, author, sqldb.Millis(at)}).Error
	})
	return sqldb.Explain(err, "muting a player")
}

// Unmute undoes Mute; a second time does nothing.
func (c *Chats) Unmute(ctx context.Context, reader, author string) error {
	err := c.db.Write(ctx, func(tx *gorm.DB) error {
		return tx.Where("reader_id = ? AND author_id = ?", reader, author).Delete(&muteRow{}).Error
	})
	return sqldb.Explain(err, "unmuting a player")
}

// Muted lists the ids of those whose lines a reader does not want.
func (c *Chats) Muted(ctx context.Context, reader string) ([]string, error) {
	ctx, cancel := sqldb.Bounded(ctx)
	defer cancel()
	var ids []string
	err := c.db.Reader(ctx).Model(&muteRow{}).Where("reader_id = ?", reader).Order("author_id").Pluck("author_id", &ids).Error
	return ids, sqldb.Explain(err, "reading whom a player has muted")
}

// Avoids says whether a player has muted another one, and whether they have blocked them.
func (c *Chats) Avoids(ctx context.Context, player, other string) (muted, blocked bool, err error) {
	ctx, cancel := sqldb.Bounded(ctx)
	defer cancel()
	var row struct{ Muted, Blocked int }
	err = c.db.Reader(ctx).Raw("SELECT CASE WHEN EXISTS (SELECT 1 FROM mutes WHERE reader_id = @player AND author_id = @other) THEN 1 ELSE 0 END AS muted,"+
		" CASE WHEN EXISTS (SELECT 1 FROM blocks WHERE player_id = @player AND other_id = @other) THEN 1 ELSE 0 END AS blocked",
		map[string]any{"player": player, "other": other}).Find(&row).Error
	return row.Muted > 0, row.Blocked > 0, sqldb.Explain(err, "reading whether a player avoids another")
}

// Report stores what a reader found wrong with a line, and the line as it is now. A
// second report by the same reader is of kind league.Stale.
func (c *Chats) Report(ctx context.Context, r league.Report) error {
	err := c.db.Write(ctx, func(tx *gorm.DB) error {
		var line lineRow
		if err := tx.Where("match_id = ? AND n = ?", r.Line.Match, r.Line.N).Take(&line).Error; err != nil {
			return sqldb.Missing(err, noLine)
		}
		return tx.Create(&reportRow{MatchID: line.MatchID, N: line.N, ReaderID: r.Reader, AtMs: sqldb.Millis(r.At), Reason: r.Reason, Text: line.Text}).Error
	})
	if sqldb.Duplicate(err) {
		return league.Errorf(league.Stale, toldTwice)
	}
	return sqldb.Explain(err, "reporting a line")
}

// Reports lists the latest reports, the latest first.
func (c *Chats) Reports(ctx context.Context, limit int) ([]league.Report, error) {
	return c.reports(ctx, func(db *gorm.DB) *gorm.DB {
		return db.Order("reports.at_ms DESC, reports.match_id, reports.cup, reports.n").Limit(limit)
	})
}

// OpenReports lists the reports that nobody has decided, the longest waiting first, without the first ones.
func (c *Chats) OpenReports(ctx context.Context, skip, limit int) ([]league.Report, error) {
	return c.reports(ctx, func(db *gorm.DB) *gorm.DB {
		return db.Where("reports.verdict = ''").Order("reports.at_ms, reports.match_id, reports.cup, reports.n, reports.reader_id").Offset(skip).Limit(limit)
	})
}

// ReportsBy lists the reports of a reader, the latest first.
func (c *Chats) ReportsBy(ctx context.Context, reader string, limit int) ([]league.Report, error) {
	return c.reports(ctx, func(db *gorm.DB) *gorm.DB {
		return db.Where("reports.reader_id = ?", reader).Order("reports.at_ms DESC, reports.match_id, reports.cup, reports.n").Limit(limit)
	})
}

func (c *Chats) reports(ctx context.Context, narrow func(*gorm.DB) *gorm.DB) ([]league.Report, error) {
	ctx, cancel := sqldb.Bounded(ctx)
	defer cancel()
	var rows []struct {
		Report reportRow `gorm:"embedded"`
		Cup    string
		Line   lineRow `gorm:"embedded;embeddedPrefix:line_"`
	}
	err := narrow(c.db.Reader(ctx).Table(reported)).Find(&rows).Error
	if err != nil {
		return nil, sqldb.Explain(err, "reading reports")
	}
	reports := make([]league.Report, len(rows))
	for i, r := range rows {
		line := r.Line.line()
		line.Match, line.N, line.Text = r.Report.MatchID, r.Report.N, r.Report.Text
		if r.Cup != "" {
			line.Match, _, line.Text = league.ParseRulingRequest(league.Decision{Act: league.ActRequested, Text: r.Report.Text})
		}
		reports[i] = league.Report{
			Line: line, Cup: r.Cup, Reader: r.Report.ReaderID, At: sqldb.Moment(r.Report.AtMs), Reason: r.Report.Reason,
			Taken:  league.Verdict{By: r.Report.TakenBy, At: sqldb.Moment(r.Report.TakenMs)},
			Closed: league.Verdict{By: r.Report.DecidedBy, At: sqldb.Moment(r.Report.DecidedMs), Why: r.Report.Answer},
			Upheld: r.Report.Verdict == "upheld",
		}
	}
	return reports, nil
}
