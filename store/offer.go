package store

import (
	"context"
	"slices"
	"time"

	"gorm.io/gorm"
	"gorm.io/gorm/clause"

	"kickabout/league"
)

const (
	noOffer     = "There is no such offer."
	offerIsIn   = "There is such an offer already."
	offerIsGone = "This offer is gone."
)

type offerRow struct {
	ID           string
	Author       string
	Invited      *string
	Game         string
	Variant      string
	Control      string
	Rated        int
	Kickoff      string
	Message      string
	Contribution []byte
	GID          []byte `gorm:"column:gid"`
	Head         []byte
	CreatedMs    int64
	ExpiresMs    int64
	State        string
}

func (offerRow) TableName() string { return "offers" }

func offerToRow(o league.Offer) offerRow {
	r := offerRow{
		ID: o.ID, Author: o.Author.ID, Game: o.Game, Variant: o.Variant, Control: o.Control,
		Rated: flag(o.Rated), Kickoff: o.Kickoff, Message: o.Message, Contribution: []byte(o.Contribution),
		GID: o.GID[:], Head: o.Head[:], CreatedMs: millis(o.Created), ExpiresMs: millis(o.Expires), State: string(o.State),
	}
	if o.Personal() {
		r.Invited = &o.Invited.ID
	}
	return r
}

// joinedOffer is an offer together with its players.
type joinedOffer struct {
	Offer   offerRow  `gorm:"embedded"`
	Author  playerRow `gorm:"embedded;embeddedPrefix:a_"`
	Invited playerRow `gorm:"embedded;embeddedPrefix:i_"` // blank if nobody is
}

func (r joinedOffer) offer() league.Offer {
	o := league.Offer{
		ID: r.Offer.ID, Author: r.Author.player(), Invited: r.Invited.player(), Game: r.Offer.Game, Variant: r.Offer.Variant, Control: r.Offer.Control,
		Rated: r.Offer.Rated != 0, Kickoff: r.Offer.Kickoff, Message: r.Offer.Message, Contribution: string(r.Offer.Contribution),
		Created: moment(r.Offer.CreatedMs), Expires: moment(r.Offer.ExpiresMs), State: league.OfferState(r.Offer.State),
	}
	copy(o.GID[:], r.Offer.GID)
	copy(o.Head[:], r.Offer.Head)
	return o
}

func joinedOffers(db *gorm.DB) *gorm.DB {
	return db.Table("offers").Select("offers.*, " + playerColumns("a", "a_") + ", " + playerColumns("i", "i_")).
		Joins("JOIN players a ON a.id = offers.author").
		Joins("LEFT JOIN players i ON i.id = offers.invited")
}

// PutOffer stores a new offer and notices of it. If its id or GID is taken, by an
// offer or by a match, the error is of kind league.Stale; if its author has too
// many, or one of the two players has blocked the other, of kind league.Forbidden. The
// limit on all offers of the site may be passed by those who come in the same instant.
func (s *Store) PutOffer(ctx context.Context, o league.Offer, limits league.OfferLimits, notices ...league.Notice) error {
	err := s.write(ctx, func(tx *gorm.DB) error {
		row := offerToRow(o)
		if err := tx.Create(&row).Error; err != nil {
			return err
		}
		if err := holdMembers(tx, o.Author, o.Invited); err != nil {
			return err
		}
		// The reservation is its author's, and he is held: his match of the same
		// reservation is in by now or will find the offer.
		if taken, err := exists(tx.Table("matches").Where("id = ? OR gid = ?", row.ID, row.GID)); err != nil || taken {
			return orStale(err, offerIsIn)
		}
		if err := blocked(tx, o.Author, o.Invited, "opponent"); err != nil {
			return err
		}
		if err := withinLimits(tx, o, limits); err != nil {
			return err
		}
		return insertNotices(tx, notices, nil)
	})
	if duplicate(err) {
		return league.Errorf(league.Stale, offerIsIn)
	}
	return explain(err, "putting up offer %s", o.ID)
}

// holdMembers keeps other transactions that count what these players have waiting until
// this one ends, and makes sure that they have accounts; those without an id are left out.
// As with notices, the players are taken in the order of their ids.
func holdMembers(tx *gorm.DB, players ...league.Player) error {
	var ids []string
	for _, p := range players {
		if p.ID != "" {
			ids = append(ids, p.ID)
		}
	}
	slices.Sort(ids)
	for _, id := range ids {
		held := tx.Model(&playerRow{}).Where("id = ? AND kind = ?", id, league.Member).Update("notices", gorm.Expr("notices"))
		if held.Error != nil {
			return held.Error
		}
		if held.RowsAffected != 1 {
			return league.Errorf(league.Forbidden, "Games between people need an account on both sides.")
		}
	}
	return nil
}

func exists(query *gorm.DB) (bool, error) {
	var n int64
	err := query.Limit(1).Count(&n).Error
	return n > 0, err
}

// orStale returns err, or one of kind league.Stale if that is nil.
func orStale(err error, text string) error {
	if err != nil {
		return err
	}
	return league.Errorf(league.Stale, "%s", text)
}

// blocked refuses a game between two players of whom one has blocked the other. The
// field is that of a form which names the other one.
func blocked(tx *gorm.DB, player, other league.Player, field string) error {
	var rows []blockRow
	err := tx.Where("(player_id = ? AND other_id = ?) OR (player_id = ? AND other_id = ?)", player.ID, other.ID, other.ID, player.ID).Find(&rows).Error
	if err != nil || len(rows) == 0 {
		return err
	}
	text := "This player does not take games from you."
	if rows[0].PlayerID == player.ID || rows[len(rows)-1].PlayerID == player.ID {
		text = "You have blocked " + other.Name + ". Unblock this player first."
	}
	return &league.Error{Kind: league.Forbidden, Field: field, Text: text}
}

// withinLimits counts the open offers after one more has been put up (R-WR-2).
func withinLimits(tx *gorm.DB, o league.Offer, limits league.OfferLimits) error {
	open := func() *gorm.DB {
		return tx.Model(&offerRow{}).Where("state = ? AND expires_ms > ?", league.OfferOpen, millis(o.Created))
	}
	for _, c := range []struct {
		applies bool
		offers  *gorm.DB
		most    int
		format  string
	}{
		{o.Personal(), open().Where("author = ? AND invited IS NOT NULL", o.Author.ID), limits.Invited,
			"You have %d open invitations, which is the most. Withdraw one, or wait for an answer."},
		{!o.Personal(), open().Where("author = ? AND invited IS NULL", o.Author.ID), limits.Open,
			"You have %d open offers, which is the most. Withdraw one, or wait until one is taken."},
		{!o.Personal(), open().Where("invited IS NULL"), limits.Site,
			"There are %d open offers, which is the most for the whole site. Take one of them, or invite somebody by name."},
	} {
		var n int64
		if !c.applies {
			continue
		}
		if err := c.offers.Count(&n).Error; err != nil {
			return err
		}
		if n > int64(c.most) {
			return league.Errorf(league.Forbidden, c.format, c.most)
		}
	}
	return nil
}

// Offer returns an offer as it is stored; league.NotFound if there is none.
func (s *Store) Offer(ctx context.Context, id string) (league.Offer, error) {
	ctx, cancel := bounded(ctx)
	defer cancel()
	var row joinedOffer
	if err := joinedOffers(s.reader.WithContext(ctx)).Where("offers.id = ?", id).Take(&row).Error; err != nil {
		return league.Offer{}, explain(missing(err, noOffer), "reading offer %s", id)
	}
	return row.offer(), nil
}

// AcceptOffer closes the open offer that a match comes of, and stores the match. If
// the offer is no longer open the error is of kind league.Stale; if one of the two has
// blocked the other, or they have begun too many rated matches, of kind
// league.Forbidden; nothing is written then.
func (s *Store) AcceptOffer(ctx context.Context, a league.Acceptance) error {
	m := a.Match
	err := s.write(ctx, func(tx *gorm.DB) error {
		if err := closeOffer(tx, m.ID, league.OfferAccepted, a.Arrived); err != nil {
			return err
		}
		author, taker := m.Seats[0].Player, m.Seats[1].Player
		if err := holdMembers(tx, author, taker); err != nil {
			return err
		}
		if err := blocked(tx, taker, author, ""); err != nil {
			return err
		}
		if m.Rated {
			n, err := ratedBetween(tx, author.ID, taker.ID, m.Created.Add(-league.PairSpan))
			if err != nil {
				return err
			}
			if n >= a.Limits.Pair {
				return league.Errorf(league.Forbidden, "You two have begun %d rated games within seven days, which is the most. Play an unrated one, or wait.", n)
			}
		}
		if err := insertMatch(tx, m); err != nil {
			return err
		}
		return insertNotices(tx, a.Notices, nil)
	})
	return explain(err, "accepting offer %s", m.ID)
}

// closeOffer is the one guarded write that decides who gets the last seat, and whether
// it is still to be had at all: whoever changes the row first wins.
func closeOffer(tx *gorm.DB, id string, state league.OfferState, at time.Time) error {
	open := tx.Model(&offerRow{}).Where("id = ? AND state = ?", id, league.OfferOpen)
	if state == league.OfferExpired {
		open = open.Where("expires_ms <= ?", millis(at))
	} else {
		open = open.Where("expires_ms > ?", millis(at))
	}
	won := open.Update("state", state)
	if won.Error != nil {
		return won.Error
	}
	if won.RowsAffected != 1 {
		there, err := exists(tx.Model(&offerRow{}).Where("id = ?", id))
		if err == nil && !there {
			err = league.Errorf(league.NotFound, noOffer)
		}
		return orStale(err, offerIsGone)
	}
	return nil
}

// CloseOffer gives an offer that is marked as open another state: league.OfferExpired
// if it has expired by then, any other one if it has not. Else the error is of kind
// league.Stale.
func (s *Store) CloseOffer(ctx context.Context, id string, state league.OfferState, at time.Time, notices ...league.Notice) error {
	err := s.write(ctx, func(tx *gorm.DB) error {
		if err := closeOffer(tx, id, state, at); err != nil {
			return err
		}
		return insertNotices(tx, notices, nil)
	})
	return explain(err, "closing offer %s", id)
}

// OpenOffers lists open offers to anybody, the newest first: those of a player himself
// and those of others, without players who have blocked him or whom he has.
func (s *Store) OpenOffers(ctx context.Context, viewer string, at time.Time, limit int) ([]league.Offer, error) {
	return s.openOffers(ctx, at, limit, func(db *gorm.DB) *gorm.DB {
		return db.Where("offers.invited IS NULL").
			Where("NOT EXISTS (SELECT 1 FROM blocks WHERE (player_id = ? AND other_id = offers.author) OR (player_id = offers.author AND other_id = ?))", viewer, viewer)
	})
}

// OpenInvitations lists open invitations of a player, to him and from him, the newest
// first; none to him from players whom he has blocked.
func (s *Store) OpenInvitations(ctx context.Context, player string, at time.Time, limit int) (to, from []league.Offer, err error) {
	to, err = s.openOffers(ctx, at, limit, func(db *gorm.DB) *gorm.DB {
		return db.Where("offers.invited = ? AND NOT EXISTS (SELECT 1 FROM blocks WHERE player_id = ? AND other_id = offers.author)", player, player)
	})
	if err != nil {
		return nil, nil, err
	}
	from, err = s.openOffers(ctx, at, limit, func(db *gorm.DB) *gorm.DB {
		return db.Where("offers.author = ? AND offers.invited IS NOT NULL", player)
	})
	return to, from, err
}

// openOffers lists offers that can be accepted at a moment, the newest first.
func (s *Store) openOffers(ctx context.Context, at time.Time, limit int, narrow func(*gorm.DB) *gorm.DB) ([]league.Offer, error) {
	return s.listOffers(ctx, func(db *gorm.DB) *gorm.DB {
		return narrow(db).Where("offers.state = ? AND offers.expires_ms > ? AND a.kind = ? AND (offers.invited IS NULL OR i.kind = ?)",
			league.OfferOpen, millis(at), league.Member, league.Member).
			Order("offers.created_ms DESC, offers.id DESC").Limit(limit)
	})
}

// LapsedOffers lists offers that are still marked as open and are so no longer, since
// their time has run out or one of their players has no account any more.
func (s *Store) LapsedOffers(ctx context.Context, at time.Time, limit int) ([]league.Offer, error) {
	return s.listOffers(ctx, func(db *gorm.DB) *gorm.DB {
		return db.Where("offers.state = ? AND (offers.expires_ms <= ? OR a.kind <> ? OR i.kind <> ?)",
			league.OfferOpen, millis(at), league.Member, league.Member).
			Order("offers.expires_ms, offers.id").Limit(limit)
	})
}

func (s *Store) listOffers(ctx context.Context, narrow func(*gorm.DB) *gorm.DB) ([]league.Offer, error) {
	ctx, cancel := bounded(ctx)
	defer cancel()
	var rows []joinedOffer
	if err := narrow(joinedOffers(s.reader.WithContext(ctx))).Find(&rows).Error; err != nil {
		return nil, explain(err, "listing offers")
	}
	offers := make([]league.Offer, len(rows))
	for i, r := range rows {
		offers[i] = r.offer()
	}
	return offers, nil
}

// RatedBetween counts the rated matches that two players have begun with each other
// since a moment, those of tournaments apart.
func (s *Store) RatedBetween(ctx context.Context, player, other string, since time.Time) (int, error) {
	ctx, cancel := bounded(ctx)
	defer cancel()
	n, err := ratedBetween(s.reader.WithContext(ctx), player, other, since)
	return n, explain(err, "counting rated matches")
}

func ratedBetween(db *gorm.DB, player, other string, since time.Time) (int, error) {
	var n int64
	err := db.Model(&matchRow{}).
		Where("rated = 1 AND tournament = '' AND created_ms > ?", millis(since)).
		Where("(player0 = ? AND player1 = ?) OR (player0 = ? AND player1 = ?)", player, other, other, player).
		Count(&n).Error
	return int(n), err
}

type blockRow struct {
	PlayerID string
	OtherID  string
	AtMs     int64
}

func (blockRow) TableName() string { return "blocks" }

// Block notes that a player has blocked another; done twice it is done.
func (s *Store) Block(ctx context.Context, b league.Block) error {
	row := blockRow{b.Player.ID, b.Other.ID, millis(b.At)}
	err := s.write(ctx, func(tx *gorm.DB) error {
		return tx.Clauses(clause.OnConflict{DoNothing: true}).Create(&row).Error
	})
	return explain(err, "blocking a player")
}

// Unblock undoes Block.
func (s *Store) Unblock(ctx context.Context, player, other string) error {
	err := s.write(ctx, func(tx *gorm.DB) error {
		return tx.Where("player_id = ? AND other_id = ?", player, other).Delete(&blockRow{}).Error
	})
	return explain(err, "unblocking a player")
}

// Blocks lists whom a player has blocked, by name.
func (s *Store) Blocks(ctx context.Context, player string) ([]league.Block, error) {
	ctx, cancel := bounded(ctx)
	defer cancel()
	var rows []struct {
		Block  blockRow  `gorm:"embedded"`
		Player playerRow `gorm:"embedded;embeddedPrefix:p_"`
		Other  playerRow `gorm:"embedded;embeddedPrefix:o_"`
	}
	err := s.reader.WithContext(ctx).Table("blocks").
		Select("blocks.*, "+playerColumns("p", "p_")+", "+playerColumns("o", "o_")).
		Joins("JOIN players p ON p.id = blocks.player_id").
		Joins("JOIN players o ON o.id = blocks.other_id").
		Where("blocks.player_id = ?", player).Order("o.name, o.id").
		Find(&rows).Error
	if err != nil {
		return nil, explain(err, "listing blocks")
	}
	blocks := make([]league.Block, len(rows))
	for i, r := range rows {
		blocks[i] = league.Block{Player: r.Player.player(), Other: r.Other.player(), At: moment(r.Block.AtMs)}
	}
	return blocks, nil
}
