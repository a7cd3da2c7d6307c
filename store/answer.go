package store

import (
	"context"

	"kickabout/league"
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
	return answerRow{a.Player, a.Key, a.Match, a.Body[:], millis(a.At)}
}

func (r answerRow) answer() league.Answer {
	a := league.Answer{Player: r.PlayerID, Key: r.Key, Match: r.MatchID, At: moment(r.AtMs)}
	copy(a.Body[:], r.Body)
	return a
}

// Answer returns what was remembered of a request; league.NotFound if nothing was.
func (s *Store) Answer(ctx context.Context, player, key string) (league.Answer, error) {
	ctx, cancel := bounded(ctx)
	defer cancel()
	var row answerRow
	err := s.reader.WithContext(ctx).Where("player_id = ? AND key = ?", player, key).Take(&row).Error
	if err != nil {
		return league.Answer{}, explain(missing(err, noAnswer), "reading an answer")
	}
	return row.answer(), nil
}
