package contests

import (
	"context"
	"fmt"
	"strconv"

	"gorm.io/gorm"

	"kickabout/league"
	"kickabout/league/chain"
	"kickabout/store/matches"
	"kickabout/store/sqldb"
)

// logStart is the value before the first event of a tournament's log.
func logStart(tournament string) chain.Value { return chain.Start("tournament", tournament) }

// fields are what the chain holds of an event.
func (r decisionRow) fields() []string {
	id := func(of *string) string {
		if of == nil {
			return ""
		}
		return *of
	}
	return []string{strconv.Itoa(r.Seq), strconv.FormatInt(r.AtMs, 10), id(r.ByID), r.Act, id(r.PlayerID), r.Text, r.Rule}
}

// linesOf returns events as a chain has them.
func linesOf(events []decisionRow) []chain.Line {
	lines := make([]chain.Line, len(events))
	for i, e := range events {
		lines[i] = chain.Line{N: e.Seq, Stored: e.Chain, Fields: e.fields()}
	}
	return lines
}

// follow gives events that follow on those of a tournament's log their values; none where the last one
// before them has none.
func follow(tx *gorm.DB, events []decisionRow) error {
	first := events[0]
	last, ok := logStart(first.TournamentID), true
	if first.Seq > 1 {
		var before decisionRow
		err := tx.Select("chain").Where("tournament_id = ? AND seq = ?", first.TournamentID, first.Seq-1).Limit(1).Find(&before).Error
		if err != nil {
			return err
		}
		last, ok = chain.ValueOf(before.Chain)
	}
	if !ok {
		return nil
	}
	for i, value := range chain.Values(last, linesOf(events)) {
		events[i].Chain = value[:]
	}
	return nil
}

// Logs reads and checks the logs of tournaments, and says who knows of those that the public does not.
type Logs struct{ db *sqldb.DB }

// NewLogs returns the logs of a database.
func NewLogs(db *sqldb.DB) *Logs { return &Logs{db} }

// logsAtOnce is how many logs a check reads at a time.
const logsAtOnce = 50

// CheckTournamentLogs follows the chains of the logs of all tournaments, and gives values to the events that have
// none. It returns what is damaged.
func (s *Logs) CheckTournamentLogs(ctx context.Context) (found []league.Damage, err error) {
	after := ""
	for {
		var some []struct {
			ID      string
			LastSeq int
		}
		err := s.db.Reader(ctx).Table("tournaments").Select("id, last_seq").Where("id > ?", after).Order("id").Limit(logsAtOnce).Find(&some).Error
		if err != nil || len(some) == 0 {
			return found, sqldb.Explain(err, "checking the logs of tournaments")
		}
		for _, t := range some {
			after = t.ID
			why, err := s.checkLog(ctx, t.ID, t.LastSeq)
			if err != nil {
				return found, sqldb.Explain(err, "checking the log of tournament %s", t.ID)
			}
			if why != nil {
				found = append(found, league.Damage{Log: "tournament", Of: t.ID, Reason: fmt.Sprint(why)})
			}
		}
	}
}

// checkLog follows the chain of a tournament's log up to its last event, and returns why it does not hold.
func (s *Logs) checkLog(ctx context.Context, tournament string, last int) (why, err error) {
	ctx, cancel := sqldb.Bounded(ctx)
	defer cancel()
	var events []decisionRow
	if err := s.db.Reader(ctx).Where("tournament_id = ? AND seq <= ?", tournament, last).Order("seq").Find(&events).Error; err != nil {
		return nil, err
	}
	lines := linesOf(events)
	if _, why := chain.Check(logStart(tournament), lines); why != nil {
		return why, nil
	}
	if len(events) != last {
		return &chain.Damage{N: len(events) + 1, Why: fmt.Sprintf("is missing, and %d were written", last)}, nil
	}
	return nil, s.chainLog(ctx, tournament, lines)
}

// chainLog gives values to the events of a log that have none.
func (s *Logs) chainLog(ctx context.Context, tournament string, lines []chain.Line) error {
	missing := map[int]chain.Value{}
	for i, value := range chain.Values(logStart(tournament), lines) {
		if lines[i].Stored == nil {
			missing[lines[i].N] = value
		}
	}
	if len(missing) == 0 {
		return nil
	}
	return s.db.Write(ctx, func(tx *gorm.DB) error {
		for seq, value := range missing {
			err := tx.Exec("UPDATE tournament_events SET chain = ? WHERE tournament_id = ? AND seq = ? AND chain IS NULL", value[:], tournament, seq).Error
			if err != nil {
				return err
			}
		}
		return nil
	})
}

// SeesPrivate says whether a player may know of some tournament that the public may not.
func (l *Logs) SeesPrivate(ctx context.Context, player string) (bool, error) {
	in, err := matches.SeenTournaments(league.Of(league.Player{ID: player}), "tournaments.id")
	if err != nil {
		return false, err
	}
	ctx, cancel := sqldb.Bounded(ctx)
	defer cancel()
	var one []int
	err = in.Narrow(l.db.Reader(ctx).Table("tournaments").Select("1").Where("private = 1")).Limit(1).Find(&one).Error
	return len(one) > 0, sqldb.Explain(err, "looking for private tournaments")
}
