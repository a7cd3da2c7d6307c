package store

import (
	"context"
	"database/sql"
	"fmt"
	"maps"
	"slices"
	"time"

	"gorm.io/gorm"
	"gorm.io/gorm/clause"

	"kickabout/league"
)

const (
	noTournament   = "There is no such tournament."
	tournamentIsIn = "There is such a tournament already."
)

// CreateTournament stores a tournament with its log, matches that begin with it and
// notices. If its id is taken, or there is such an edition of its competition, the error
// is of kind league.Stale and nothing is written.
func (s *Store) CreateTournament(ctx context.Context, t league.Tournament, matches []league.Match, notices []league.Notice) error {
	err := s.writeWithin(ctx, patienceFor(t), func(tx *gorm.DB) error {
		row := tournamentToRow(t)
		if err := tx.Create(&row).Error; err != nil {
			return err
		}
		if err := insertDecisions(tx, t, 0); err != nil {
			return err
		}
		if err := changeEntries(tx, t.ID, nil, t.Entries); err != nil {
			return err
		}
		if err := changeRoles(tx, t); err != nil {
			return err
		}
		if err := insertMatches(tx, matches); err != nil {
			return err
		}
		return insertNotices(tx, notices, nil)
	})
	if duplicate(err) {
		return league.Errorf(league.Stale, tournamentIsIn)
	}
	return explain(err, "creating tournament %s", t.ID)
}

// AppendTournament adds progress to a tournament: events, what they come to, and
// the matches that begin with them. If the tournament's last event is no longer
// Seen, the error is of kind league.Stale and nothing is written. One guarded
// write decides every race: two players and the last place, two starts. Without an
// event, only matches begin: each has its place, so that it begins once.
func (s *Store) AppendTournament(ctx context.Context, p league.TournamentProgress) error {
	err := s.writeWithin(ctx, patienceFor(p.Tournament), func(tx *gorm.DB) error {
		row := tournamentToRow(p.Tournament)
		won := tx.Model(&tournamentRow{}).Where("id = ? AND last_seq = ?", row.ID, p.Seen).
			Select("*").Omit("ID", "GID", "Head", "OrganiserID", "CreatedMs", "Competition", "Edition").Updates(row)
		if won.Error != nil {
			return won.Error
		}
		if won.RowsAffected != 1 {
			return league.Errorf(league.Stale, "The tournament has moved on.")
		}
		if err := insertDecisions(tx, p.Tournament, p.Seen); err != nil {
			return err
		}
		if err := changeEntries(tx, row.ID, p.Was, p.Tournament.Entries); err != nil {
			return err
		}
		if err := changeRoles(tx, p.Tournament); err != nil {
			return err
		}
		if err := insertMatches(tx, p.Matches); err != nil {
			return err
		}
		if err := unrate(tx, p.Matches); err != nil {
			return err
		}
		if err := countFixtures(tx, row.ID, p.Counted); err != nil {
			return err
		}
		return insertNotices(tx, p.Notices, nil)
	})
	if duplicate(err) {
		return league.Errorf(league.Stale, "The tournament has moved on.")
	}
	return explain(err, "appending to tournament %s", p.Tournament.ID)
}

// patienceFor is how long a step of a tournament may take: the start of a season writes
// every entry.
func patienceFor(t league.Tournament) time.Duration {
	return patience + time.Duration(len(t.Entries))*time.Millisecond
}

// insertDecisions writes the events after seen, which are a tournament's log.
func insertDecisions(tx *gorm.DB, t league.Tournament, seen int) error {
	if seen+len(t.Log) != t.Last {
		return fmt.Errorf("there are %d events after %d where %d are due", len(t.Log), seen, t.Last-seen)
	}
	if len(t.Log) == 0 {
		return nil
	}
	events := make([]decisionRow, len(t.Log))
	for i, d := range t.Log {
		events[i] = decisionToRow(t.ID, d)
	}
	return tx.CreateInBatches(&events, rowsAtOnce).Error
}

// rowsAtOnce is how many rows one statement writes: SQLite takes 32,766 parameters.
const rowsAtOnce = 1000

// changeEntries writes those entries that are not as they were.
func changeEntries(tx *gorm.DB, tournament string, was, is []league.Entrant) error {
	before := make(map[string]entryRow, len(was))
	for _, e := range was {
		before[e.Player.ID] = entrantToRow(tournament, e)
	}
	var changed []entryRow
	for _, e := range is {
		row := entrantToRow(tournament, e)
		if before[row.PlayerID] != row {
			changed = append(changed, row)
		}
		delete(before, row.PlayerID)
	}
	for gone := range slices.Chunk(slices.Collect(maps.Keys(before)), rowsAtOnce) {
		if err := tx.Where("tournament_id = ? AND player_id IN ?", tournament, gone).Delete(&entryRow{}).Error; err != nil {
			return err
		}
	}
	if len(changed) == 0 {
		return nil
	}
	return tx.Clauses(clause.OnConflict{Columns: []clause.Column{{Name: "tournament_id"}, {Name: "player_id"}}, UpdateAll: true}).
		CreateInBatches(&changed, rowsAtOnce).Error
}

// changeRoles writes the roles of a tournament anew if an event of its log may have changed
// them.
func changeRoles(tx *gorm.DB, t league.Tournament) error {
	changed := slices.ContainsFunc(t.Log, func(d league.Decision) bool {
		return slices.Contains([]league.TournamentAct{
			league.ActAppointed, league.ActDismissed, league.ActInvited, league.ActBanned, league.ActUndone,
			league.ActFounded, league.ActAsked, league.ActCalled, league.ActJoined, league.ActReleased, league.ActLeft, league.ActStarted,
		}, d.Act)
	})
	if !changed {
		return nil
	}
	if err := tx.Where("tournament_id = ?", t.ID).Delete(&roleRow{}).Error; err != nil || len(t.Roles) == 0 {
		return err
	}
	rows := make([]roleRow, len(t.Roles))
	for i, a := range t.Roles {
		rows[i] = roleRow{TournamentID: t.ID, PlayerID: a.Player.ID, Role: string(a.Role), N: i}
	}
	return tx.CreateInBatches(&rows, rowsAtOnce).Error
}

// Tournament returns a tournament with its entries and without its log;
// league.NotFound if there is none.
func (s *Store) Tournament(ctx context.Context, id string) (league.Tournament, error) {
	return s.tournament(ctx, id, everyEntry)
}

// TournamentGroup returns a tournament with the entries of one group alone and without its
// log; league.NotFound if there is no such tournament.
func (s *Store) TournamentGroup(ctx context.Context, id string, g league.Group) (league.Tournament, error) {
	return s.tournament(ctx, id, func(db *gorm.DB) *gorm.DB { return db.Where("group_id = ?", string(g)) })
}

func everyEntry(db *gorm.DB) *gorm.DB { return db }

func (s *Store) tournament(ctx context.Context, id string, entries func(*gorm.DB) *gorm.DB) (league.Tournament, error) {
	list, err := s.tournaments(ctx, func(db *gorm.DB) *gorm.DB { return db.Where("tournaments.id = ?", id) }, entries)
	if err == nil && len(list) == 0 {
		err = league.Errorf(league.NotFound, noTournament)
	}
	if err != nil {
		return league.Tournament{}, explain(err, "reading tournament %s", id)
	}
	return list[0], nil
}

// TournamentLog returns the events of a tournament after one of them, at most limit, in
// their order.
func (s *Store) TournamentLog(ctx context.Context, id string, after, limit int) ([]league.Decision, error) {
	ctx, cancel := bounded(ctx)
	defer cancel()
	var events []decidedRow
	condition, viewer := known(ctx, "tournament_events.tournament_id")
	err := narrowed(s.reader.WithContext(ctx), condition, viewer).Table("tournament_events").
		Select("tournament_events.*, "+playerColumns("decider", "decider_")+", "+playerColumns("p", "p_")).
		Joins("LEFT JOIN players decider ON decider.id = by_id").Joins("LEFT JOIN players p ON p.id = player_id").
		Where("tournament_id = ? AND seq > ?", id, after).Order("seq").Limit(limit).Find(&events).Error
	if err != nil {
		return nil, explain(err, "reading the log of tournament %s", id)
	}
	log := make([]league.Decision, len(events))
	for i, e := range events {
		log[i] = e.decision()
	}
	return log, nil
}

// Acts returns the events of some acts after one of a tournament's events and up to another, in
// their order and without the names of the players.
func (s *Store) Acts(ctx context.Context, id string, after, until int, acts ...league.TournamentAct) ([]league.Decision, error) {
	ctx, cancel := bounded(ctx)
	defer cancel()
	var events []decisionRow
	err := s.reader.WithContext(ctx).Where("tournament_id = ? AND seq > ? AND seq <= ? AND act IN ?", id, after, until, acts).Order("seq").Find(&events).Error
	if err != nil {
		return nil, explain(err, "reading acts of tournament %s", id)
	}
	log := make([]league.Decision, len(events))
	for i, e := range events {
		log[i] = decidedRow{Decision: e}.decision()
		if e.PlayerID != nil {
			log[i].Player.ID = *e.PlayerID
		}
	}
	return log, nil
}

// Tournaments lists users' tournaments in a state, with their entries and without logs:
// what ended last, or began to take entries last, first.
func (s *Store) Tournaments(ctx context.Context, state league.TournamentState, limit int) ([]league.Tournament, error) {
	return s.TournamentsOf(ctx, state, "", "", limit)
}

// TournamentsOf is Tournaments of a game and a format; "" is any.
func (s *Store) TournamentsOf(ctx context.Context, state league.TournamentState, game, format string, limit int) ([]league.Tournament, error) {
	list, err := s.tournaments(ctx, func(db *gorm.DB) *gorm.DB {
		if game != "" {
			db = db.Where("game = ?", game)
		}
		if format != "" {
			db = db.Where("format = ?", format)
		}
		return db.Where("state = ? AND competition = ''", string(state)).
			Order("ended_ms DESC, tournaments.created_ms DESC, tournaments.id DESC").Limit(limit)
	}, everyEntry)
	return list, explain(err, "listing tournaments")
}

// Editions lists the editions of a competition that have not ended or ended after a
// moment, with their entries and without logs, by their opening.
func (s *Store) Editions(ctx context.Context, competition string, after time.Time) ([]league.Tournament, error) {
	list, err := s.tournaments(ctx, func(db *gorm.DB) *gorm.DB {
		return db.Where("competition = ? AND competition <> '' AND (ended_ms = 0 OR ended_ms > ?)", competition, millis(after)).
			Order("tournaments.created_ms, edition")
	}, everyEntry)
	return list, explain(err, "listing editions")
}

// EditionsFor lists the editions of a competition that have not ended, and of those that ended
// after a moment the ones in which some players were: with their entries and without logs, by
// their opening.
func (s *Store) EditionsFor(ctx context.Context, competition string, after time.Time, players []string) ([]league.Tournament, error) {
	list, err := s.tournaments(ctx, func(db *gorm.DB) *gorm.DB {
		return db.Where("(competition = ? AND competition <> '' AND ended_ms = 0) OR "+
			"(tournaments.id IN (SELECT tournament_id FROM entries WHERE player_id IN ?) AND competition = ? AND ended_ms > ?)", competition, players, competition, millis(after)).
			Order("tournaments.created_ms, edition")
	}, everyEntry)
	return list, explain(err, "listing editions of some players")
}

// OpenEditions lists the editions of a competition that take entries, with those and without
// logs, by their opening.
func (s *Store) OpenEditions(ctx context.Context, competition string) ([]league.Tournament, error) {
	list, err := s.tournaments(ctx, func(db *gorm.DB) *gorm.DB {
		return db.Where("competition = ? AND competition <> '' AND ended_ms = 0 AND (state = ? OR rolling = 1)", competition, string(league.Registration)).
			Order("tournaments.created_ms, edition")
	}, everyEntry)
	return list, explain(err, "listing editions that take entries")
}

// Qualified lists the ids of those who have qualified in an edition of a competition since a
// moment and of whom one of some notes stands there, each once, in order.
func (s *Store) Qualified(ctx context.Context, competition string, since time.Time, notes []string) ([]string, error) {
	ctx, cancel := bounded(ctx)
	defer cancel()
	var ids []string
	err := s.reader.WithContext(ctx).Table("entries").Joins("JOIN tournaments ON tournaments.id = tournament_id").
		Where("note IN ? AND qualified_ms > 0 AND qualified_ms >= ? AND competition = ?", notes, millis(since), competition).
		Distinct().Order("player_id").Pluck("player_id", &ids).Error
	return ids, explain(err, "listing who has qualified")
}

// AllEditions lists the editions of all competitions that have not ended or ended after a
// moment, with their entries and without logs, by their opening.
func (s *Store) AllEditions(ctx context.Context, after time.Time) ([]league.Tournament, error) {
	list, err := s.tournaments(ctx, func(db *gorm.DB) *gorm.DB {
		return db.Where("competition <> '' AND (ended_ms = 0 OR ended_ms > ?)", millis(after)).
			Order("tournaments.created_ms, competition, edition")
	}, everyEntry)
	return list, explain(err, "listing editions")
}

// Nearest lists editions of competitions that take entries and start when they are full,
// with their entries and without logs: first those that are fullest.
func (s *Store) Nearest(ctx context.Context, limit int) ([]league.Tournament, error) {
	list, err := s.tournaments(ctx, func(db *gorm.DB) *gorm.DB {
		return db.Where("competition <> '' AND state = ? AND when_full = 1", string(league.Registration)).
			Order("1.0 * (SELECT COUNT(*) FROM entries WHERE tournament_id = tournaments.id) / places DESC, tournaments.format DESC, tournaments.game DESC, tournaments.variant, edition").
			Limit(limit)
	}, everyEntry)
	return list, explain(err, "listing editions open for entry")
}

// EntriesOf lists the editions of competitions in which a player is or was, with all
// their entries and without logs, the latest first.
func (s *Store) EntriesOf(ctx context.Context, player string, limit int) ([]league.Tournament, error) {
	list, err := s.tournaments(ctx, func(db *gorm.DB) *gorm.DB {
		return db.Where("tournaments.id IN (SELECT tournament_id FROM entries WHERE player_id = ?)", player).
			Order("tournaments.created_ms DESC, tournaments.id DESC").Limit(limit)
	}, everyEntry)
	return list, explain(err, "listing what player %s entered", player)
}

// PlayingIn lists the tournaments that are being played in which a player has a seat, the
// latest first, each with his entry alone and without its log.
func (s *Store) PlayingIn(ctx context.Context, player string, limit int) ([]league.Tournament, error) {
	list, err := s.tournaments(ctx, func(db *gorm.DB) *gorm.DB {
		return db.Joins("JOIN entries mine ON mine.tournament_id = tournaments.id AND mine.player_id = ?", player).
			Where("tournaments.state = ? AND tournaments.rolling = 0 AND mine.seed > 0 AND mine.out_by = ''", string(league.Running)).
			Order("tournaments.started_ms DESC, tournaments.id DESC").Limit(limit)
	}, func(db *gorm.DB) *gorm.DB { return db.Where("player_id = ?", player) })
	return list, explain(err, "listing what player %s plays in", player)
}

// tournaments reads tournaments, without logs, with those of their entries that entered
// leaves.
func (s *Store) tournaments(ctx context.Context, narrow, entered func(*gorm.DB) *gorm.DB) ([]league.Tournament, error) {
	ctx, cancel := bounded(ctx)
	defer cancel()
	db := s.reader.WithContext(ctx)
	condition, viewer := known(ctx, "tournaments.id")
	var list []league.Tournament
	// Both reads see one state, or entries would not be those of the log's last event.
	err := db.Transaction(func(tx *gorm.DB) error {
		var rows []organisedRow
		err := narrow(narrowed(tx.Table("tournaments").Select("tournaments.*, "+playerColumns("organiser", "organiser_")).
			Joins("JOIN players organiser ON organiser.id = organiser_id"), condition, viewer)).Find(&rows).Error
		if err != nil || len(rows) == 0 {
			return err
		}
		list = make([]league.Tournament, len(rows))
		number := map[string]int{}
		ids := make([]string, len(rows))
		for i, r := range rows {
			list[i], ids[i], number[r.Tournament.ID] = r.tournament(), r.Tournament.ID, i
		}
		entries := entered(tx.Table("entries").Select(entrantColumns).Joins("JOIN players p ON p.id = player_id")).
			Where("tournament_id IN ?", ids).Order("tournament_id, CASE WHEN seed = 0 THEN 1 ELSE 0 END, seed, seq")
		err = eachRow(entries, func(rows *sql.Rows) error {
			e, err := scanEntrant(rows)
			t := &list[number[e.Entry.TournamentID]]
			t.Entries = append(t.Entries, e.entrant())
			return err
		})
		if err != nil {
			return err
		}
		var roles []appointedRow
		err = tx.Table("tournament_roles").Select("tournament_roles.*, "+playerColumns("p", "p_")).Joins("JOIN players p ON p.id = player_id").
			Where("tournament_id IN ?", ids).Order("tournament_id, n").Find(&roles).Error
		for _, r := range roles {
			t := &list[number[r.Role.TournamentID]]
			t.Roles = append(t.Roles, league.Appointment{Player: r.Player.player(), Role: league.Role(r.Role.Role)})
		}
		return err
	}, &sql.TxOptions{Isolation: sql.LevelRepeatableRead, ReadOnly: true})
	return list, err
}

// Organised returns how many tournaments of an organiser are in a state.
func (s *Store) Organised(ctx context.Context, player string, state league.TournamentState) (int, error) {
	ctx, cancel := bounded(ctx)
	defer cancel()
	var n int64
	err := s.reader.WithContext(ctx).Model(&tournamentRow{}).Where("organiser_id = ? AND state = ?", player, string(state)).Count(&n).Error
	return int(n), explain(err, "counting tournaments")
}

// TournamentReached returns how far a tournament has come: the number of its last
// event, and how many of its matches are over; league.NotFound if there is none.
func (s *Store) TournamentReached(ctx context.Context, id string) (last, over int, err error) {
	ctx, cancel := bounded(ctx)
	defer cancel()
	var reached struct{ LastSeq, MatchesOver int }
	condition, viewer := known(ctx, "tournaments.id")
	err = narrowed(s.reader.WithContext(ctx), condition, viewer).Table("tournaments").
		Select("last_seq, (SELECT COUNT(*) FROM matches WHERE tournament = tournaments.id AND tournament <> '' AND to_move = 0) AS matches_over").
		Where("id = ?", id).Take(&reached).Error
	return reached.LastSeq, reached.MatchesOver, explain(missing(err, noTournament), "reading how far tournament %s has come", id)
}

// PlayedOut lists the ids of running tournaments none of whose matches is running.
func (s *Store) PlayedOut(ctx context.Context) ([]string, error) {
	ctx, cancel := bounded(ctx)
	defer cancel()
	var ids []string
	err := s.reader.WithContext(ctx).Model(&tournamentRow{}).
		Where("state = ? AND rolling = 0 AND NOT EXISTS (SELECT 1 FROM matches m WHERE m.tournament = tournaments.id AND m.tournament <> '' AND m.to_move <> 0)", string(league.Running)).
		Order("id").Pluck("id", &ids).Error
	return ids, explain(err, "looking for tournaments that are played out")
}

// Paced lists the ids of running tournaments whose rounds have a last day.
func (s *Store) Paced(ctx context.Context) ([]string, error) {
	ctx, cancel := bounded(ctx)
	defer cancel()
	var ids []string
	err := s.reader.WithContext(ctx).Model(&tournamentRow{}).Where("state = ? AND paced = 1", string(league.Running)).Order("id").Pluck("id", &ids).Error
	return ids, explain(err, "looking for tournaments with rounds")
}

// TournamentIDs lists the ids of all tournaments.
func (s *Store) TournamentIDs(ctx context.Context) ([]string, error) {
	ctx, cancel := bounded(ctx)
	defer cancel()
	var ids []string
	err := s.reader.WithContext(ctx).Model(&tournamentRow{}).Order("id").Pluck("id", &ids).Error
	return ids, explain(err, "listing tournaments")
}
