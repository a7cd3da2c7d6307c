package ranking

import (
	"context"
	"fmt"
	"math"
	"strconv"
	"strings"
	"time"

	"gorm.io/gorm"
	"gorm.io/gorm/clause"

	"kickabout/league"
	"kickabout/league/odds"
	"kickabout/store/matches"
	"kickabout/store/sqldb"
)

// dayOddsRow is how a group would probably end for a player, as it stood on a day.
type dayOddsRow struct {
	TournamentID string
	GroupID      string
	PlayerID     string
	Day          string // 2027-05-12
	Places       string // thousandths, parted by blanks
}

func (dayOddsRow) TableName() string { return "odds_days" }

func dayOddsToRow(d odds.DayOdds) dayOddsRow {
	places := make([]string, len(d.Places))
	for i, p := range d.Places {
		places[i] = strconv.Itoa(int(math.Round(1000 * p)))
	}
	return dayOddsRow{d.Tournament, string(d.Group), d.Player, d.Day.UTC().Format(time.DateOnly), strings.Join(places, " ")}
}

func (r dayOddsRow) odds() (odds.DayOdds, error) {
	day, err := time.Parse(time.DateOnly, r.Day)
	d := odds.DayOdds{Tournament: r.TournamentID, Group: league.Group(r.GroupID), Player: r.PlayerID, Day: day}
	for text := range strings.FieldsSeq(r.Places) {
		n, wrong := strconv.Atoi(text)
		if wrong != nil {
			return d, fmt.Errorf("odds of %s on %s: %w", r.TournamentID, r.Day, wrong)
		}
		d.Places = append(d.Places, float64(n)/1000)
	}
	return d, err
}

// PutDayOdds keeps odds of a day, unless there are some of that player in that group on that day.
func (s *Store) PutDayOdds(ctx context.Context, odds []odds.DayOdds) error {
	if len(odds) == 0 {
		return nil
	}
	rows := make([]dayOddsRow, len(odds))
	for i, d := range odds {
		rows[i] = dayOddsToRow(d)
	}
	return sqldb.Explain(s.db.Write(ctx, func(tx *gorm.DB) error {
		return tx.Clauses(clause.OnConflict{DoNothing: true}).CreateInBatches(&rows, sqldb.RowsAtOnce).Error
	}), "keeping the odds of a day")
}

// DayOdds returns the odds of a group from day to day, by day and player.
func (s *Store) DayOdds(ctx context.Context, viewer league.Viewer, tournament string, g league.Group) ([]odds.DayOdds, error) {
	ctx, cancel := sqldb.Bounded(ctx)
	defer cancel()
	in, err := matches.SeenTournaments(viewer, "odds_days.tournament_id")
	if err != nil {
		return nil, err
	}
	var rows []dayOddsRow
	err = in.Narrow(s.db.Reader(ctx)).Where("tournament_id = ? AND group_id = ?", tournament, string(g)).Order("day, player_id").Find(&rows).Error
	if err != nil {
		return nil, sqldb.Explain(err, "reading the odds of tournament %s", tournament)
	}
	odds := make([]odds.DayOdds, len(rows))
	for i, r := range rows {
		if odds[i], err = r.odds(); err != nil {
			return nil, err
		}
	}
	return odds, nil
}
