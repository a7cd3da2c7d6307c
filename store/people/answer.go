package people

import (
	"context"

	"gorm.io/gorm"

	"kickabout/league"
	"kickabout/store/sqldb"
)

const noAnswer = "There is no answer to such a request."

type answerRow struct {
	PlayerID string
	Key      string
	MatchID  string
	Body     []byte
	AtMs     int64
}

func (answerRow) TableName() string { return "answers" }

func answerToRow(a league.Answer) answerRow {
	return answerRow{a.Player, a.Key, a.Match, a.Body[:], sqldb.Millis(a.At)}
}

func (r answerRow) answer() league.Answer {
	a := league.Answer{Player: r.PlayerID, Key: r.Key, Match: r.MatchID, At: sqldb.Moment(r.AtMs)}
	copy(a.Body[:], r.Body)
	return a
}

// InsertAnswer remembers a request, if there is anything to remember. A taken key is a duplicate.
func InsertAnswer(tx *gorm.DB, a *league.Answer) error {
	if a == nil {
		return nil
	}
	row := answerToRow(*a)
	return tx.Create(&row).Error
}

// Answer returns what was remembered of a request; league.NotFound if nothing was.
func (s *Store) Answer(ctx context.Context, player, key string) (league.Answer, error) {
	ctx, cancel := sqldb.Bounded(ctx)
	defer cancel()
	var row answerRow
	err := s.db.Reader(ctx).Where("player_id = ? AND key = ?", player, key).Take(&row).Error
	if err != nil {
		return league.Answer{}, sqldb.Explain(sqldb.Missing(err, noAnswer), "reading an answer")
	}
	return row.answer(), nil
}
