// Package reach keeps what players are told: news, letters that are to be sent, addresses, and how they want it.
package reach

import (
	"context"
	"time"

	"gorm.io/gorm"
	"gorm.io/gorm/clause"

	"kickabout/league"
	"kickabout/league/contact"
	"kickabout/store/matches"
	"kickabout/store/offers"
	"kickabout/store/people"
	"kickabout/store/sqldb"
)

// Store keeps them in a database.
type Store struct{ db *sqldb.DB }

// New returns the store of a database.
func New(db *sqldb.DB) *Store { return &Store{db} }

type newsRow struct {
	PlayerID string `gorm:"primaryKey"`
	Topic    string `gorm:"primaryKey"`
	N        int
	AtMs     int64
	Event    string
	Subject  string
	Seq      int
	ReadN    int
	ReadMs   int64
}

func (newsRow) TableName() string { return "news" }

func newsToRow(n contact.News) newsRow {
	return newsRow{PlayerID: n.Player, Topic: n.Topic, N: n.N, AtMs: sqldb.Millis(n.At), Event: string(n.Event), Subject: n.Subject, Seq: n.Seq}
}

func (r newsRow) news() contact.News {
	return contact.News{
		Player: r.PlayerID, Topic: r.Topic, N: r.N, At: sqldb.Moment(r.AtMs), Event: league.EventName(r.Event), Subject: r.Subject, Seq: r.Seq, Read: r.ReadN >= r.N,
	}
}

// BehindPlayers lists players of whose notices some have not become news, among those who were told something since a
// moment; zero: among all. An index of those who are behind would cost every move a page more in the journal.
func (s *Store) BehindPlayers(ctx context.Context, since time.Time, limit int) ([]contact.Behind, error) {
	ctx, cancel := sqldb.Bounded(ctx)
	defer cancel()
	var rows []struct {
		people.PlayerRow
		Fanned, Notices int
	}
	db := s.db.Reader(ctx).Table("players").Where("fanned < notices")
	if !since.IsZero() {
		db = db.Where("id IN (SELECT player_id FROM notices WHERE at_ms >= ?)", sqldb.Millis(since))
	}
	err := db.Order("id").Limit(limit).Find(&rows).Error
	list := make([]contact.Behind, len(rows))
	for i, r := range rows {
		list[i] = contact.Behind{Player: r.PlayerRow.Player(), Fanned: r.Fanned, Notices: r.Notices}
	}
	return list, sqldb.Explain(err, "looking for notices that are no news yet")
}

// FanOut writes what a player's notices up to one come to, if they had come to others up to another before; else
// somebody was quicker, the error is of kind league.Stale and nothing is written. A letter joins one that waits, where
// there is one for it. Of what the player has not read only the latest contact.UnreadKept news stay.
func (s *Store) FanOut(ctx context.Context, player string, from, to int, news []contact.News, letters []contact.Letter) error {
	err := s.db.Write(ctx, func(tx *gorm.DB) error {
		moved := tx.Exec("UPDATE players SET fanned = ? WHERE id = ? AND fanned = ?", to, player, from)
		if moved.Error != nil {
			return moved.Error
		}
		if moved.RowsAffected == 0 {
			return league.Errorf(league.Stale, "These notices are news already.")
		}
		if rows := latestRows(news); len(rows) > 0 {
			raise := clause.OnConflict{
				Columns:   []clause.Column{{Name: "player_id"}, {Name: "topic"}},
				DoUpdates: clause.AssignmentColumns([]string{"n", "at_ms", "event", "subject", "seq"}),
			}
			if err := tx.Clauses(raise).Create(&rows).Error; err != nil {
				return err
			}
			if err := forgetUnread(tx, player); err != nil {
				return err
			}
		}
		return putLetters(tx, letters)
	})
	return sqldb.Explain(err, "making news for player %s", player)
}

// latestRows are the rows of a player's news, in their order: of each topic the last, since one statement may touch a row once.
func latestRows(news []contact.News) (rows []newsRow) {
	at := map[string]int{}
	for _, n := range news {
		i, known := at[n.Topic]
		if !known {
			i = len(rows)
			at[n.Topic], rows = i, append(rows, newsRow{})
		}
		rows[i] = newsToRow(n)
	}
	return rows
}

// forgetUnread deletes the oldest news that a player has not read, but for as many as are kept.
func forgetUnread(tx *gorm.DB, player string) error {
	return tx.Exec("DELETE FROM news WHERE player_id = ? AND read_n < n AND topic IN"+
		" (SELECT topic FROM news WHERE player_id = ? AND read_n < n ORDER BY at_ms DESC, topic LIMIT 1000000 OFFSET ?)", player, player, contact.UnreadKept).Error
}

// newsOf finds what is shown of a player's news.
func (s *Store) newsOf(ctx context.Context, player string) *gorm.DB {
	return s.db.Reader(ctx).Model(&newsRow{}).Where("player_id = ?", player)
}

// News lists a player's news, the latest first; unread alone, if that is wanted.
func (s *Store) News(ctx context.Context, player string, unread bool, limit int) ([]contact.News, error) {
	ctx, cancel := sqldb.Bounded(ctx)
	defer cancel()
	from := s.newsOf(ctx, player)
	if unread {
		from = from.Where("read_n < n")
	}
	var rows []newsRow
	err := from.Order("at_ms DESC, topic").Limit(limit).Find(&rows).Error
	list := make([]contact.News, len(rows))
	for i, r := range rows {
		list[i] = r.news()
	}
	return list, sqldb.Explain(err, "reading the news of player %s", player)
}

var glance = sqldb.NewText("SELECT (SELECT COUNT(*) FROM news WHERE player_id = @player AND read_n < n) AS unread," +
	" (SELECT COUNT(*) FROM addresses WHERE player_id = @player AND address <> '' AND stopped_ms = 0) AS mail," +
	" (SELECT COUNT(*) FROM addresses WHERE player_id = @player AND stopped_ms > 0) AS stopped," +
	" (SELECT COUNT(*) FROM recovery_codes WHERE player_id = @player AND used_ms = 0) + (SELECT COUNT(*) FROM passkeys WHERE player_id = @player) AS ways," +
	" (SELECT COUNT(*) FROM (@invitations) AS invitations) AS invited," +
	" CASE WHEN EXISTS (SELECT 1 FROM entries JOIN tournaments ON tournaments.id = tournament_id WHERE player_id = @player AND state = @entry" +
	" AND (competition = '' OR note <> '' OR places <= @small OR teams <> ''))" +
	" OR EXISTS (SELECT 1 FROM tournament_roles JOIN tournaments ON tournaments.id = tournament_id WHERE player_id = @player AND (state = @entry OR state = @running AND role LIKE 'substitute %'))" +
	" OR EXISTS (SELECT 1 FROM tournament_roles WHERE role LIKE @ruling AND tournament_id IN (SELECT id FROM tournaments WHERE organiser_id = @player AND state = @running" +
	" UNION SELECT tournament_id FROM tournament_roles WHERE player_id = @player AND role = @director)) THEN 1 ELSE 0 END AS asked," +
	" (SELECT COALESCE(MAX(warned_ms), 0) FROM reach WHERE player_id = @player) AS warned_ms," +
	" " + matches.CountWaiting + " AS waiting, " + matches.AnyDue + " AS due")

// Glance is what every page shows at a moment of how a player is reached and what waits for them, read at once. A match
// whose deadline lies before due is due.
func (s *Store) Glance(ctx context.Context, player string, at, due time.Time) (contact.ReachGlance, error) {
	ctx, cancel := sqldb.Bounded(ctx)
	defer cancel()
	var row struct {
		Unread, Mail, Stopped, Ways, Invited, Asked, Waiting, Due int
		WarnedMs                                                  int64
	}
	db := s.db.Reader(ctx)
	err := glance.Raw(db, map[string]any{"player": player, "due": sqldb.Millis(due), "entry": string(league.Registration), "running": string(league.Running), "director": string(league.Director), "ruling": string(league.WantsRuling("%")), "small": contact.SmallCup, "invitations": offers.InvitationsTo(db, player, at).Select("offers.id")}).Find(&row).Error
	g := contact.ReachGlance{Unread: row.Unread, Mail: row.Mail > 0, Stopped: row.Stopped > 0, Ways: row.Ways, Invited: row.Invited, Asked: row.Asked > 0, Warned: sqldb.Moment(row.WarnedMs), Waiting: row.Waiting, Due: row.Due > 0}
	return g, sqldb.Explain(err, "reading how player %s is reached", player)
}

// UnreadNews counts what a player has not read.
func (s *Store) UnreadNews(ctx context.Context, player string) (int, error) {
	ctx, cancel := sqldb.Bounded(ctx)
	defer cancel()
	var n int64
	err := s.newsOf(ctx, player).Where("read_n < n").Count(&n).Error
	return int(n), sqldb.Explain(err, "counting the news of player %s", player)
}

// ReadNews notes that a player has read what was known about a topic up to a notice; "" is about all of them. What came
// after that notice stays unread.
func (s *Store) ReadNews(ctx context.Context, player, topic string, n int, at time.Time) error {
	err := s.db.Write(ctx, func(tx *gorm.DB) error {
		rows := tx.Model(&newsRow{}).Where("player_id = ? AND read_n < n AND n <= ?", player, n)
		if topic != "" {
			rows = rows.Where("topic = ?", topic)
		}
		return rows.Updates(map[string]any{"read_n": gorm.Expr("n"), "read_ms": sqldb.Millis(at)}).Error
	})
	return sqldb.Explain(err, "noting what player %s has read", player)
}

// ForgetNews deletes news that were read before a moment, and letters that ended before it.
func (s *Store) ForgetNews(ctx context.Context, before time.Time) error {
	at := sqldb.Millis(before)
	err := s.db.Write(ctx, func(tx *gorm.DB) error {
		return tx.Where("read_n >= n AND at_ms < ? AND read_ms < ?", at, at).Delete(&newsRow{}).Error
	})
	if err == nil {
		err = s.db.Write(ctx, func(tx *gorm.DB) error {
			return tx.Where("ended_ms > 0 AND ended_ms < ?", at).Delete(&letterRow{}).Error
		})
	}
	return sqldb.Explain(err, "forgetting old news")
}
