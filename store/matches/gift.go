package matches

import (
	"context"

	"kickabout/engine"
	"kickabout/league"
	"kickabout/store/people"
	"kickabout/store/sqldb"
)

// giftRow is a league.Gift by seats.
type giftRow struct {
	ID             string
	MovedMs        int64
	Ending         string
	Given0, Given1 int
	Player0        people.PlayerRow `gorm:"embedded;embeddedPrefix:p_"`
	Player1        people.PlayerRow `gorm:"embedded;embeddedPrefix:o_"`
}

func (r giftRow) gift() league.Gift {
	g := league.Gift{
		Match: r.ID, Ended: sqldb.Moment(r.MovedMs), Ending: engine.Ending(r.Ending), By: r.Player1.Player(), To: r.Player0.Player(), Given: r.Given0,
	}
	if r.Given1 > 0 {
		g.By, g.To, g.Given = g.To, g.By, r.Given1
	}
	return g
}

// Gifts lists the matches of a tournament in which a player has given up at least so many thousandths of a point, by
// resigning, by running out of time or by not playing, as far as matches are analysed: the latest first, and no more than a
// limit.
func (s *Watch) Gifts(ctx context.Context, viewer league.Viewer, tournament string, least, limit int) ([]league.Gift, error) {
	ctx, cancel := sqldb.Bounded(ctx)
	defer cancel()
	in, err := SeenMatches(viewer, "matches")
	if err != nil {
		return nil, err
	}
	var rows []giftRow
	err = in.Narrow(s.db.Reader(ctx).Table("matches").
		Select("matches.id, matches.moved_ms, matches.ending, given0, given1, "+people.PlayerColumns("p", "p_")+", "+people.PlayerColumns("o", "o_")).
		Joins("JOIN analyses ON match_id = matches.id AND version > 0").
		Joins("JOIN players p ON p.id = player0").Joins("JOIN players o ON o.id = player1")).
		Where("tournament = ? AND tournament <> '' AND to_move = 0 AND (given0 >= ? OR given1 >= ?)", tournament, least, least).
		Where("ending IN ?", []string{string(engine.Resignation), string(engine.Timeout), string(engine.Forfeit)}).
		Order("matches.moved_ms DESC, matches.id DESC").Limit(limit).Find(&rows).Error
	list := make([]league.Gift, len(rows))
	for i, r := range rows {
		list[i] = r.gift()
	}
	return list, sqldb.Explain(err, "looking for what was given up in tournament %s", tournament)
}
