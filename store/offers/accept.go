package offers

import (
	"context"
	"time"

	"gorm.io/gorm"

	"kickabout/league"
	"kickabout/store/matches"
	"kickabout/store/people"
	"kickabout/store/sqldb"
)

// AcceptOffer gives the next slot of an open offer, and stores the matches that come of it. If
// the offer is no longer open, if another slot is next, or if the player has a slot of
// it already, the error is of kind league.Stale; if one of the two has blocked the other, or
// they have begun too many rated matches, of kind league.Forbidden; nothing is written then.
func (s *Store) AcceptOffer(ctx context.Context, a league.Acceptance) error {
	err := s.db.Write(ctx, func(tx *gorm.DB) error {
		if err := giveSlot(tx, a); err != nil {
			return err
		}
		author, taker := a.Matches[0].Seats[0].Player, a.Matches[0].Seats[1].Player
		if err := holdBoth(tx, author, taker, a.Guest); err != nil {
			return err
		}
		if has, err := sqldb.Exists(ofOffers(tx.Table("matches"), a.Offer).Where("player1 = ?", taker.ID)); err != nil || has {
			return orStale(err, offerIsGone)
		}
		if err := people.Blocked(tx, taker, author, ""); err != nil {
			return err
		}
		if err := withinPair(tx, a); err != nil {
			return err
		}
		if err := matches.Insert(tx, a.Matches); err != nil {
			return err
		}
		return people.InsertNotices(tx, a.Notices, nil)
	})
	return sqldb.Explain(err, "accepting offer %s", a.Offer)
}

// ofOffers narrows a query of matches to those that have come of some offers.
func ofOffers(db *gorm.DB, offers ...string) *gorm.DB {
	return db.Where("(matches.id IN ? OR matches.id IN (SELECT match_id FROM offer_games WHERE offer_id IN ?))", offers, offers)
}

// holdBoth is holdMembers for the author of an offer and whoever accepts, who may be a guest.
func holdBoth(tx *gorm.DB, author, taker league.Player, guest bool) error {
	if !guest || taker.Kind != league.Guest {
		return holdMembers(tx, author, taker)
	}
	return holdMembers(tx, author) // a guest has no notices and no rated matches that are counted
}

// withinPair counts the rated matches of two players who are about to begin more (R-WR-2).
func withinPair(tx *gorm.DB, a league.Acceptance) error {
	m := a.Matches[0]
	if !m.Rated {
		return nil
	}
	author, taker := m.Seats[0].Player.ID, m.Seats[1].Player.ID
	n, err := ratedBetween(tx, author, []string{taker}, m.Created.Add(-league.PairSpan))
	if err != nil {
		return err
	}
	return a.Limits.MayPair(n[taker], len(a.Matches))
}

// giveSlot is the one guarded write that decides who gets a slot: whoever changes the
// row first wins. With the last one the offer is closed.
func giveSlot(tx *gorm.DB, a league.Acceptance) error {
	won := tx.Exec("UPDATE offers SET given = given + 1, state = CASE WHEN given + 1 < slots THEN state ELSE ? END"+
		" WHERE id = ? AND state = ? AND expires_ms > ? AND given = ?",
		league.OfferAccepted, a.Offer, league.OfferOpen, sqldb.Millis(a.Arrived), a.Slot)
	return onlyOne(tx, won, a.Offer)
}

// onlyOne is nil if a guarded write has changed an offer.
func onlyOne(tx, won *gorm.DB, id string) error {
	if won.Error != nil || won.RowsAffected == 1 {
		return won.Error
	}
	there, err := sqldb.Exists(tx.Model(&offerRow{}).Where("id = ?", id))
	if err == nil && !there {
		err = league.Errorf(league.NotFound, noOffer)
	}
	return orStale(err, offerIsGone)
}

// closeOffer gives an offer that is marked as open another state: whoever changes the row
// first wins.
func closeOffer(tx *gorm.DB, id string, state league.OfferState, answer string, at time.Time) error {
	open := tx.Model(&offerRow{}).Where("id = ? AND state = ?", id, league.OfferOpen)
	if state == league.OfferExpired {
		open = open.Where("expires_ms <= ?", sqldb.Millis(at))
	} else {
		open = open.Where("expires_ms > ?", sqldb.Millis(at))
	}
	return onlyOne(tx, open.Updates(map[string]any{"state": state, "answer": answer}), id)
}

// CloseOffer gives an offer that is marked as open another state: league.OfferExpired
// if it has expired by then, any other one if it has not. Else the error is of kind
// league.Stale.
func (s *Store) CloseOffer(ctx context.Context, id string, state league.OfferState, at time.Time, notices ...league.Notice) error {
	return s.closeOffer(ctx, id, state, "", at, notices)
}

// DeclineOffer is CloseOffer for an invitation that is declined with a message.
func (s *Store) DeclineOffer(ctx context.Context, id, answer string, at time.Time, notices ...league.Notice) error {
	return s.closeOffer(ctx, id, league.OfferDeclined, answer, at, notices)
}

func (s *Store) closeOffer(ctx context.Context, id string, state league.OfferState, answer string, at time.Time, notices []league.Notice) error {
	err := s.db.Write(ctx, func(tx *gorm.DB) error {
		if err := closeOffer(tx, id, state, answer, at); err != nil {
			return err
		}
		return people.InsertNotices(tx, notices, nil)
	})
	return sqldb.Explain(err, "closing offer %s", id)
}

// CounterOffer declines the open offer that another one answers, and stores that. The errors
// are those of CloseOffer and PutOffer.
func (s *Store) CounterOffer(ctx context.Context, o league.Offer, limits league.OfferLimits, notices ...league.Notice) error {
	err := s.db.Write(ctx, func(tx *gorm.DB) error {
		if err := closeOffer(tx, o.Counters, league.OfferDeclined, "", o.Created); err != nil {
			return err
		}
		if err := insertOffer(tx, o, limits); err != nil {
			return err
		}
		return people.InsertNotices(tx, notices, nil)
	})
	if sqldb.Duplicate(err) {
		return league.Errorf(league.Stale, offerIsIn)
	}
	return sqldb.Explain(err, "answering offer %s", o.Counters)
}

// RatedBetween counts the rated matches that a player has begun with each of some others since a moment, by the others'
// ids, those of tournaments apart.
func (s *Store) RatedBetween(ctx context.Context, player string, others []string, since time.Time) (map[string]int, error) {
	ctx, cancel := sqldb.Bounded(ctx)
	defer cancel()
	n, err := ratedBetween(s.db.Reader(ctx), player, others, since)
	return n, sqldb.Explain(err, "counting rated matches")
}

func ratedBetween(db *gorm.DB, player string, others []string, since time.Time) (map[string]int, error) {
	var rows []struct {
		Other string
		N     int
	}
	err := db.Model(&matches.Row{}).Select("CASE WHEN player0 = ? THEN player1 ELSE player0 END AS other, COUNT(*) AS n", player).
		Where("rated = 1 AND tournament = '' AND created_ms > ?", sqldb.Millis(since)).
		Where("(player0 = ? AND player1 IN ?) OR (player0 IN ? AND player1 = ?)", player, others, others, player).
		Group("other").Find(&rows).Error
	n := make(map[string]int, len(rows))
	for _, r := range rows {
		n[r.Other] = r.N
	}
	return n, err
}

// TakenBy lists those of some offers of which a player has taken a slot.
func (s *Store) TakenBy(ctx context.Context, player string, offers []string) ([]string, error) {
	ctx, cancel := sqldb.Bounded(ctx)
	defer cancel()
	var taken []string
	err := ofOffers(s.db.Reader(ctx).Table("matches"), offers...).Where("player1 = ?", player).
		Distinct("COALESCE((SELECT offer_id FROM offer_games WHERE match_id = matches.id), matches.id)").Scan(&taken).Error
	return taken, sqldb.Explain(err, "looking for what player %s has taken", player)
}

// MatchesOfOffer lists the matches that have come of an offer, without logs, in the order of
// its slots and legs.
func (s *Store) MatchesOfOffer(ctx context.Context, viewer league.Viewer, offer string) ([]league.Match, error) {
	return matches.List(ctx, viewer, s.db, "offered", func(db *gorm.DB) *gorm.DB {
		return ofOffers(db, offer).Order("COALESCE((SELECT n FROM offer_games WHERE match_id = matches.id), 0)")
	})
}
