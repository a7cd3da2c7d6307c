package people

import (
	"context"
	"maps"
	"slices"
	"time"

	"gorm.io/gorm"
	"gorm.io/gorm/clause"

	"kickabout/engine/dice/tbd2"
	"kickabout/league"
	"kickabout/store/sqldb"
)

// Contributions keeps what players give to dice.
type Contributions struct{ db *sqldb.DB }

// NewContributions returns the store that keeps it in a database.
func NewContributions(db *sqldb.DB) *Contributions { return &Contributions{db} }

// contributionRow is what a player has given to dice.
type contributionRow struct {
	PlayerID     string `gorm:"primaryKey"`
	N            int64  `gorm:"primaryKey"`
	Value        string
	TournamentID *string // nil: it waits
	GivenMs      int64
}

func (contributionRow) TableName() string { return "contributions" }

// wordRow is the word of a player from which follows what they give when nothing waits.
type wordRow struct {
	PlayerID string `gorm:"primaryKey"`
	Word     string // "" gives nothing
	Used     uint32 // times, under any word
}

func (wordRow) TableName() string { return "contribution_words" }

// SetContributionWord keeps the word from which follows what a player gives when nothing waits, in the place of another; ""
// gives nothing. How often one was used stays. Nobody known gets an error of kind league.Forbidden.
func (s *Contributions) SetContributionWord(ctx context.Context, player, word string) error {
	err := s.db.Write(ctx, func(tx *gorm.DB) error {
		if _, err := holdContributions(tx, player); err != nil {
			return err
		}
		return tx.Clauses(clause.OnConflict{Columns: []clause.Column{{Name: "player_id"}}, DoUpdates: clause.AssignmentColumns([]string{"word"})}).
			Create(&wordRow{PlayerID: player, Word: word}).Error
	})
	return sqldb.Explain(err, "keeping the word of player %s", player)
}

// ContributionWord returns the word of a player, "" if there is none, and how often one was used.
func (s *Contributions) ContributionWord(ctx context.Context, player string) (word string, used uint32, err error) {
	ctx, cancel := sqldb.Bounded(ctx)
	defer cancel()
	var row wordRow
	err = s.db.Reader(ctx).Where("player_id = ?", player).Limit(1).Find(&row).Error
	return row.Word, row.Used, sqldb.Explain(err, "reading the word of player %s", player)
}

// AddContributions keeps what a player gives to dice for games that begin without them, behind what waits already and
// up to so many in all, and returns how many wait then. What is too much is left out. Nobody known gets an error of
// kind league.Forbidden.
func (s *Contributions) AddContributions(ctx context.Context, player string, values []string, at time.Time, most int) (waiting int, err error) {
	err = s.db.Write(ctx, func(tx *gorm.DB) error {
		last, err := holdContributions(tx, player)
		if err != nil {
			return err
		}
		if waiting, err = waitingContributions(tx, player); err != nil {
			return err
		}
		var rows []contributionRow
		for _, value := range values[:min(len(values), max(0, most-waiting))] {
			last++
			rows = append(rows, contributionRow{PlayerID: player, N: last, Value: value, GivenMs: sqldb.Millis(at)})
		}
		if waiting += len(rows); len(rows) == 0 {
			return nil
		}
		return tx.Create(&rows).Error
	})
	return waiting, sqldb.Explain(err, "adding to what player %s gives to dice", player)
}

// WaitingContributions returns how many contributions of a player wait.
func (s *Contributions) WaitingContributions(ctx context.Context, player string) (int, error) {
	ctx, cancel := sqldb.Bounded(ctx)
	defer cancel()
	n, err := waitingContributions(s.db.Reader(ctx), player)
	return n, sqldb.Explain(err, "counting what player %s gives to dice", player)
}

func waitingContributions(db *gorm.DB, player string) (int, error) {
	var n int64
	err := db.Model(&contributionRow{}).Where("player_id = ? AND tournament_id IS NULL", player).Count(&n).Error
	return int(n), err
}

// holdContributions has others who change what a player gives wait, and returns the last number of it.
func holdContributions(tx *gorm.DB, player string) (last int64, err error) {
	held := tx.Table("players").Where("id = ?", player).Update("name", gorm.Expr("name"))
	if held.Error != nil {
		return 0, held.Error
	}
	if held.RowsAffected != 1 {
		return 0, league.Errorf(league.Forbidden, "This takes an account.")
	}
	err = tx.Model(&contributionRow{}).Select("COALESCE(MAX(n), 0)").Where("player_id = ?", player).Scan(&last).Error
	return last, err
}

// GiveContribution keeps what a player gives to the dice of a tournament, in the place of what they gave before.
func (s *Contributions) GiveContribution(ctx context.Context, tournament, player, value string, at time.Time) error {
	err := s.db.Write(ctx, func(tx *gorm.DB) error {
		last, err := holdContributions(tx, player)
		if err != nil {
			return err
		}
		if err := tx.Where("player_id = ? AND tournament_id = ?", player, tournament).Delete(&contributionRow{}).Error; err != nil {
			return err
		}
		return tx.Create(&contributionRow{player, last + 1, value, &tournament, sqldb.Millis(at)}).Error
	})
	return sqldb.Explain(err, "keeping what player %s gives to the dice of tournament %s", player, tournament)
}

// contributionsTo returns what some players have given to the dice of a tournament, by their ids.
func contributionsTo(db *gorm.DB, tournament string, players []string) (map[string]string, error) {
	var rows []contributionRow
	err := db.Where("tournament_id = ? AND player_id IN ?", tournament, players).Find(&rows).Error
	given := make(map[string]string, len(rows))
	for _, r := range rows {
		given[r.PlayerID] = r.Value
	}
	return given, err
}

// TakeContributions returns what players give to the dice of games of a tournament that begin now, by their ids: what
// they have given to the tournament, else the first that waits, else what follows from their word, which then is what they have
// given. Who has neither gives nothing. Of two who ask at once both get the same.
func (s *Contributions) TakeContributions(ctx context.Context, tournament string, players []string, at time.Time) (map[string]string, error) {
	given := make(map[string]string, len(players))
	for some := range slices.Chunk(players, sqldb.RowsAtOnce) { // each by itself: what one gives hangs on nobody else
		gives, err := s.take(ctx, tournament, some, at)
		if err != nil {
			return nil, sqldb.Explain(err, "taking what is given to the dice of tournament %s", tournament)
		}
		maps.Copy(given, gives)
	}
	return given, nil
}

// take is TakeContributions of so many players as one statement takes.
func (s *Contributions) take(ctx context.Context, tournament string, players []string, at time.Time) (given map[string]string, err error) {
	if given, err = s.givenTo(ctx, tournament, players); err != nil {
		return nil, err
	}
	if more, err := s.givesMore(ctx, players, given); err != nil || !more {
		return given, err
	}
	err = s.db.Write(ctx, func(tx *gorm.DB) error {
		if err := awaitContributions(tx, players); err != nil {
			return err
		}
		var err error
		if given, err = contributionsTo(tx, tournament, players); err != nil {
			return err
		}
		if err := takeFirst(tx, players, given, func(rows *gorm.DB) error { return rows.Update("tournament_id", tournament).Error }); err != nil {
			return err
		}
		return useWords(tx, players, given, func(player, value string) error {
			last, err := holdContributions(tx, player)
			if err != nil {
				return err
			}
			return tx.Create(&contributionRow{player, last + 1, value, &tournament, sqldb.Millis(at)}).Error
		})
	})
	return given, err
}

// givenTo is contributionsTo before anything is written.
func (s *Contributions) givenTo(ctx context.Context, tournament string, players []string) (map[string]string, error) {
	ctx, cancel := sqldb.Bounded(ctx)
	defer cancel()
	return contributionsTo(s.db.Reader(ctx), tournament, players)
}

// UseContributions returns the first that waits of what players give to dice, by their ids, each of which is used
// up then, else what follows from their word. Who has neither gives nothing.
func (s *Contributions) UseContributions(ctx context.Context, players []string) (given map[string]string, err error) {
	if more, err := s.givesMore(ctx, players, nil); err != nil || !more {
		return nil, err
	}
	err = s.db.Write(ctx, func(tx *gorm.DB) error {
		if err := awaitContributions(tx, players); err != nil {
			return err
		}
		given = map[string]string{}
		if err := takeFirst(tx, players, given, func(rows *gorm.DB) error { return rows.Delete(&contributionRow{}).Error }); err != nil {
			return err
		}
		return useWords(tx, players, given, func(string, string) error { return nil })
	})
	return given, sqldb.Explain(err, "using what players give to dice")
}

// awaitContributions has others who change what players give wait. It takes them in one order, so that two never wait for
// each other.
func awaitContributions(tx *gorm.DB, players []string) error {
	if tx.Name() != "postgres" {
		return nil // one writes at a time
	}
	var held []string
	return tx.Raw("SELECT id FROM players WHERE id IN ? ORDER BY id FOR UPDATE", players).Scan(&held).Error
}

// takeFirst adds the first that waits of each player who has none yet, and does with those rows what use does.
func takeFirst(tx *gorm.DB, players []string, given map[string]string, use func(*gorm.DB) error) error {
	lacking := lackingOf(players, given)
	if len(lacking) == 0 {
		return nil
	}
	first := tx.Table("contributions AS other").Select("MIN(n)").Where("other.player_id = contributions.player_id AND other.tournament_id IS NULL")
	var rows []contributionRow
	if err := tx.Where("player_id IN ? AND tournament_id IS NULL AND n = (?)", lacking, first).Find(&rows).Error; err != nil || len(rows) == 0 {
		return err
	}
	keys := make([][]any, len(rows))
	for i, r := range rows {
		given[r.PlayerID] = r.Value
		keys[i] = []any{r.PlayerID, r.N}
	}
	return use(tx.Model(&contributionRow{}).Where("(player_id, n) IN ?", keys))
}

// useWords adds what follows from the words of players who have given nothing yet, each of which is used once more, and does with
// that what use does.
func useWords(tx *gorm.DB, players []string, given map[string]string, use func(player, value string) error) error {
	lacking := lackingOf(players, given)
	if len(lacking) == 0 {
		return nil
	}
	var rows []wordRow
	if err := tx.Where("player_id IN ? AND word <> ''", lacking).Order("player_id").Find(&rows).Error; err != nil {
		return err
	}
	for _, r := range rows {
		given[r.PlayerID] = tbd2.Word(r.Word, r.PlayerID, r.Used)
		if err := tx.Model(&r).Update("used", r.Used+1).Error; err != nil {
			return err
		}
		if err := use(r.PlayerID, given[r.PlayerID]); err != nil {
			return err
		}
	}
	return nil
}

// givesMore says whether something waits of players who have given nothing yet, or follows from a word of theirs. Most often nothing does, and then nobody
// needs to wait for who writes.
func (s *Contributions) givesMore(ctx context.Context, players []string, given map[string]string) (bool, error) {
	ctx, cancel := sqldb.Bounded(ctx)
	defer cancel()
	lacking := lackingOf(players, given)
	if len(lacking) == 0 {
		return false, nil
	}
	for _, sought := range []*gorm.DB{
		s.db.Reader(ctx).Model(&contributionRow{}).Where("player_id IN ? AND tournament_id IS NULL", lacking),
		s.db.Reader(ctx).Model(&wordRow{}).Where("player_id IN ? AND word <> ''", lacking),
	} {
		var found int64
		if err := sought.Limit(1).Count(&found).Error; err != nil || found > 0 {
			return found > 0, sqldb.Explain(err, "looking for what players give to dice")
		}
	}
	return false, nil
}

func lackingOf(players []string, given map[string]string) (lacking []string) {
	for _, p := range players {
		if _, ok := given[p]; !ok {
			lacking = append(lacking, p)
		}
	}
	return lacking
}
