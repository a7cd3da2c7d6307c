package contests

import (
	"cmp"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"time"

	"gorm.io/gorm"

	"kickabout/league"
	"kickabout/league/contact"
	"kickabout/store/matches"
	"kickabout/store/people"
	"kickabout/store/sqldb"
	"kickabout/store/staff"
)

const (
	noTournament   = "There is no such tournament."
	tournamentIsIn = "There is such a tournament already."
)

// CreateTournament stores a tournament with its log, matches that begin with it and
// notices. If its id is taken, or there is such an edition of its competition, the error
// is of kind league.Stale and nothing is written.
func (s *Store) CreateTournament(ctx context.Context, t league.Tournament, begun []league.Match, notices []league.Notice, facts ...league.Fact) error {
	err := s.db.WriteWithin(ctx, patienceFor(t), func(tx *gorm.DB) error {
		row := tournamentToRow(t)
		if err := tx.Create(&row).Error; err != nil {
			return err
		}
		if err := insertDecisions(tx, t, 0); err != nil {
			return err
		}
		if err := changeEntries(tx, t.ID, changesOf(t.ID, nil, t.Entries)); err != nil {
			return err
		}
		if err := changeRoles(tx, t.ID, nil, t.Roles); err != nil {
			return err
		}
		if err := matches.Insert(tx, begun); err != nil {
			return err
		}
		if err := people.InsertNotices(tx, notices, nil); err != nil {
			return err
		}
		return s.db.Raise(tx, facts)
	})
	if sqldb.Duplicate(err) {
		return league.Errorf(league.Stale, tournamentIsIn)
	}
	return sqldb.Explain(err, "creating tournament %s", t.ID)
}

// NextSerial returns the serial number of the tournament that is made next. Of two who ask at once one alone gets a
// tournament stored under it.
func (s *Store) NextSerial(ctx context.Context) (n uint32, err error) {
	ctx, cancel := sqldb.Bounded(ctx)
	defer cancel()
	err = s.db.Reader(ctx).Model(&tournamentRow{}).Select("COALESCE(MAX(serial), 0) + 1").Scan(&n).Error
	return n, sqldb.Explain(err, "counting the tournaments")
}

// AppendTournament adds progress to a tournament: events, what they come to, and
// the matches that begin with them. If the tournament's last event is no longer
// Seen, the error is of kind league.Stale and nothing is written. One guarded
// write decides every race: two players and the last place, two starts. Without an
// event, only matches begin: each has its place, so that it begins once.
//
// Of a draw that seats many the seats are written before, some at a time so that nobody waits for long, and count once
// the tournament has begun.
func (s *Store) AppendTournament(ctx context.Context, p league.TournamentProgress) error {
	row, entries := tournamentToRow(p.Tournament), changesOf(p.Tournament.ID, p.Was, p.Tournament.Entries)
	drawing, err := seatMany(ctx, s.db, p, &entries)
	if err == nil {
		err = appendProgress(ctx, s.db, p, row, drawing, entries)
	}
	if sqldb.Duplicate(err) {
		return league.Errorf(league.Stale, "The tournament has moved on.")
	}
	return sqldb.Explain(err, "appending to tournament %s", p.Tournament.ID)
}

// appendProgress writes progress of which the row and the entries that change are known, unless these have the seats of another
// draw by now.
func appendProgress(ctx context.Context, db *sqldb.DB, p league.TournamentProgress, row tournamentRow, drawing string, entries changes) error {
	return db.WriteWithin(ctx, patienceFor(p.Tournament), func(tx *gorm.DB) error {
		if err := checkReadable(tx, row.ID); err != nil {
			return err
		}
		still := tx.Model(&tournamentRow{}).Where("id = ? AND last_seq = ?", row.ID, p.Seen)
		if drawing != "" {
			still = still.Where("drawing = ?", drawing)
		}
		won := still.Select("*").Omit("ID", "GID", "Head", "Serial", "Epoch", "Seal", "OrganiserID", "CreatedMs", "Competition", "Edition").Updates(row)
		if won.Error != nil {
			return won.Error
		}
		if won.RowsAffected != 1 {
			return league.Errorf(league.Stale, "The tournament has moved on.")
		}
		if err := insertDecisions(tx, p.Tournament, p.Seen); err != nil {
			return err
		}
		if drawing == "" && starts(p.Tournament) {
			if err := unseat(tx, row.ID); err != nil {
				return err
			}
		}
		if err := changeEntries(tx, row.ID, entries); err != nil {
			return err
		}
		if err := changeRoles(tx, row.ID, p.WasRoles, p.Tournament.Roles); err != nil {
			return err
		}
		if err := matches.Insert(tx, p.Matches); err != nil {
			return err
		}
		if err := matches.Unrate(tx, p.Matches); err != nil {
			return err
		}
		if err := countFixtures(tx, row.ID, p.Counted); err != nil {
			return err
		}
		if err := matches.Correct(tx, row.ID, p.Corrected); err != nil {
			return err
		}
		if err := people.InsertNotices(tx, p.Notices, nil); err != nil {
			return err
		}
		if err := db.Raise(tx, p.Facts); err != nil {
			return err
		}
		for _, l := range p.Audit {
			if err := staff.Note(tx, l); err != nil {
				return err
			}
		}
		return nil
	})
}

// checkReadable refuses to write to a tournament that this program cannot read whole.
func checkReadable(tx *gorm.DB, id string) error {
	var row tournamentRow
	if err := tx.Select("id, terms, pairs, teams, rests").Where("id = ?", id).Limit(1).Find(&row).Error; err != nil || row.ID == "" {
		return err
	}
	_, err := organisedRow{Tournament: row}.tournament()
	return err
}

// patienceFor is how long a step of a tournament may take: the start of a season writes
// every entry.
func patienceFor(t league.Tournament) time.Duration {
	return sqldb.Patience + time.Duration(len(t.Entries))*time.Millisecond
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
	if err := follow(tx, events); err != nil {
		return err
	}
	return sqldb.Insert(tx, events)
}

// countFixtures notes which matches have had their effect on a rolling tournament.
func countFixtures(tx *gorm.DB, tournament string, keys []league.Key) error {
	if len(keys) == 0 {
		return nil
	}
	return tx.Table("matches").Where("tournament = ? AND tournament <> '' AND fixture IN ?", tournament, keys).Update("counted", 1).Error
}

// changes are the rows of entries that are not as they were: those that are new, and others as they were and as they are.
type changes struct {
	fresh, old, changed []entryRow
	gone                []string // ids of players
}

// changesOf compares entries with what they were.
func changesOf(tournament string, was, is []league.Entrant) (c changes) {
	before := make(map[string]entryRow, len(was))
	for _, e := range was {
		before[e.Player.ID] = entrantToRow(tournament, e)
	}
	for _, e := range is {
		row := entrantToRow(tournament, e)
		switch it, there := before[row.PlayerID]; {
		case !there:
			c.fresh = append(c.fresh, row)
		case it != row:
			c.old, c.changed = append(c.old, it), append(c.changed, row)
		}
		delete(before, row.PlayerID)
	}
	c.gone = slices.Sorted(maps.Keys(before))
	return c
}

// entryKey is what finds an entry.
var entryKey = []string{"tournament_id", "player_id"}

// changeEntries writes the entries that are not as they were.
func changeEntries(tx *gorm.DB, tournament string, c changes) error {
	for gone := range slices.Chunk(c.gone, sqldb.RowsAtOnce) {
		if err := tx.Where("tournament_id = ? AND player_id IN ?", tournament, gone).Delete(&entryRow{}).Error; err != nil {
			return err
		}
	}
	if err := sqldb.Upsert(tx, entryKey, c.old, c.changed); err != nil {
		return err
	}
	return sqldb.Upsert(tx, entryKey, nil, c.fresh)
}

// changeRoles writes those roles that are not as they were.
func changeRoles(tx *gorm.DB, tournament string, was, is []league.Appointment) error {
	before := map[roleRow]bool{}
	for _, row := range roleRows(tournament, was) {
		before[row] = true
	}
	var changed []roleRow
	for _, row := range roleRows(tournament, is) {
		if !before[row] {
			changed = append(changed, row)
		}
		delete(before, row)
	}
	for row := range before {
		gone := tx.Where("tournament_id = ? AND player_id = ? AND role = ?", row.TournamentID, row.PlayerID, row.Role).Delete(&roleRow{})
		if gone.Error != nil {
			return gone.Error
		}
	}
	if len(changed) == 0 {
		return nil
	}
	return tx.CreateInBatches(&changed, sqldb.RowsAtOnce).Error
}

// roleRows returns the rows of a tournament's roles, in their order.
func roleRows(tournament string, roles []league.Appointment) []roleRow {
	rows := make([]roleRow, len(roles))
	for i, a := range roles {
		rows[i] = roleRow{TournamentID: tournament, PlayerID: a.Player.ID, Role: string(a.Role), N: i}
	}
	return rows
}

// Tournament returns a tournament with its entries and without its log;
// league.NotFound if there is none.
func (s *Store) Tournament(ctx context.Context, viewer league.Viewer, id string) (league.Tournament, error) {
	return s.tournament(ctx, viewer, id, everyEntry)
}

// TournamentGroup returns a tournament with the entries of some groups alone and without its
// log; league.NotFound if there is no such tournament.
func (s *Store) TournamentGroup(ctx context.Context, viewer league.Viewer, id string, groups ...league.Group) (league.Tournament, error) {
	return s.tournament(ctx, viewer, id, func(db *gorm.DB) *gorm.DB { return db.Where("group_id IN ?", groups) })
}

func everyEntry(db *gorm.DB) *gorm.DB { return db }

func (s *Store) tournament(ctx context.Context, viewer league.Viewer, id string, entries func(*gorm.DB) *gorm.DB) (league.Tournament, error) {
	list, err := s.tournamentsAll(ctx, viewer, func(db *gorm.DB) *gorm.DB { return db.Where("tournaments.id = ?", id) }, entries)
	if err == nil && len(list) == 0 {
		err = league.Errorf(league.NotFound, noTournament)
	}
	if err != nil {
		return league.Tournament{}, sqldb.Explain(err, "reading tournament %s", id)
	}
	return list[0], nil
}

// TournamentLog returns the events of a tournament after one of them, at most limit, in
// their order.
func (s *Logs) TournamentLog(ctx context.Context, viewer league.Viewer, id string, after, limit int) ([]league.Decision, error) {
	ctx, cancel := sqldb.Bounded(ctx)
	defer cancel()
	var events []decidedRow
	in, err := matches.SeenTournaments(viewer, "tournament_events.tournament_id")
	if err != nil {
		return nil, err
	}
	err = in.Narrow(s.db.Reader(ctx)).Table("tournament_events").
		Select("tournament_events.*, "+removed+" AS removed, "+people.PlayerColumns("decider", "decider_")+", "+people.PlayerColumns("p", "p_")).
		Joins("LEFT JOIN players decider ON decider.id = by_id").Joins("LEFT JOIN players p ON p.id = player_id").
		Where("tournament_id = ? AND seq > ?", id, after).Order("seq").Limit(limit).Find(&events).Error
	if err != nil {
		return nil, sqldb.Explain(err, "reading the log of tournament %s", id)
	}
	log := make([]league.Decision, len(events))
	for i, e := range events {
		log[i] = e.decision()
	}
	return log, nil
}

// Acts returns the events of some acts of a tournament that was read, after one event and up to another,
// in their order and without the names of the players.
func (s *Logs) Acts(ctx context.Context, t league.Tournament, after, until int, acts ...league.TournamentAct) ([]league.Decision, error) {
	ctx, cancel := sqldb.Bounded(ctx)
	defer cancel()
	var events []decidedRow
	err := s.db.Reader(ctx).Table("tournament_events").Select("tournament_events.*, "+removed+" AS removed").
		Where("tournament_id = ? AND seq > ? AND seq <= ? AND act IN ?", t.ID, after, until, acts).Order("seq").Find(&events).Error
	if err != nil {
		return nil, sqldb.Explain(err, "reading acts of tournament %s", t.ID)
	}
	log := make([]league.Decision, len(events))
	for i, e := range events {
		log[i] = e.decision()
		if e.Decision.PlayerID != nil {
			log[i].Player.ID = *e.Decision.PlayerID
		}
	}
	return log, nil
}

// Tournaments lists users' tournaments in a state, with their entries and without logs:
// what ended last, or began to take entries last, first.
func (s *Store) Tournaments(ctx context.Context, viewer league.Viewer, state league.TournamentState, limit int) ([]league.Tournament, error) {
	return s.TournamentsOf(ctx, viewer, league.TournamentList{State: state, Limit: limit})
}

// TournamentsOf lists the tournaments of some lists, likewise, those of one list after those of the other. All are read at
// once.
func (s *Store) TournamentsOf(ctx context.Context, viewer league.Viewer, lists ...league.TournamentList) ([]league.Tournament, error) {
	if len(lists) == 1 {
		list, err := s.tournaments(ctx, viewer, func(db *gorm.DB) *gorm.DB { return listed(db, lists[0]) }, everyEntry)
		return list, sqldb.Explain(err, "listing tournaments")
	}
	in, err := matches.SeenTournaments(viewer, "tournaments.id")
	if err != nil {
		return nil, err
	}
	ids, arguments := idsListed(s.db.Reader(ctx), in, lists)
	list, err := s.tournaments(ctx, viewer, func(db *gorm.DB) *gorm.DB {
		return db.Where("tournaments.id IN ("+strings.Join(ids, " UNION ALL ")+")", arguments...)
	}, everyEntry)
	inLists(list, lists)
	return list, sqldb.Explain(err, "listing tournaments")
}

// idsListed asks for the ids of the tournaments of lists that are seen, a part of a query for each list.
func idsListed(db *gorm.DB, in matches.Sight, lists []league.TournamentList) (parts []string, ids []any) {
	for i, which := range lists {
		parts = append(parts, "SELECT id FROM (?) AS list"+strconv.Itoa(i))
		ids = append(ids, listed(in.Narrow(db.Table("tournaments").Select("tournaments.id")), which))
	}
	return parts, ids
}

// inLists sorts tournaments: those of one list after those of the other, each in its order.
func inLists(list []league.Tournament, lists []league.TournamentList) {
	place := map[league.TournamentState]int{}
	for i, which := range lists {
		place[which.State] = i
	}
	slices.SortFunc(list, func(a, b league.Tournament) int {
		at, bt := a.Place(), b.Place()
		return cmp.Or(cmp.Compare(place[a.State], place[b.State]), cmp.Compare(bt.At, at.At), cmp.Compare(bt.ID, at.ID))
	})
}

// listed narrows tournaments to those of a list, in its order.
func listed(db *gorm.DB, which league.TournamentList) *gorm.DB {
	by := "tournaments.ended_ms"
	if which.State == league.Registration || which.State == league.Running {
		by = "tournaments.created_ms" // of none that has an end
	}
	if which.Game != "" {
		db = db.Where("tournaments.game = ?", which.Game)
	}
	if which.Format != "" {
		db = db.Where("tournaments.format = ?", which.Format)
	}
	if which.After != (league.Place{}) {
		db = db.Where("("+by+" < ? OR "+by+" = ? AND tournaments.id < ?)", which.After.At, which.After.At, which.After.ID)
	}
	return db.Where("tournaments.state = ? AND tournaments.competition = ''", string(which.State)).
		Order(by + " DESC, tournaments.id DESC").Limit(which.Limit)
}

// TournamentsAt returns the tournaments that have some ids, in no order, with their entries and without logs; those that
// are not there are left out. One that cannot be read is an error.
func (s *Store) TournamentsAt(ctx context.Context, viewer league.Viewer, ids ...string) ([]league.Tournament, error) {
	list, err := s.tournamentsAll(ctx, viewer, func(db *gorm.DB) *gorm.DB { return db.Where("tournaments.id IN ?", ids) }, everyEntry)
	return list, sqldb.Explain(err, "reading tournaments")
}

// Editions lists the editions of a competition that have not ended or ended after a
// moment, with their entries and without logs, by their opening. One that cannot be read is an
// error, as with EditionsFor and OpenEditions: the competition goes on by what they say.
func (s *Store) Editions(ctx context.Context, viewer league.Viewer, competition string, after time.Time) ([]league.Tournament, error) {
	list, err := s.tournamentsAll(ctx, viewer, func(db *gorm.DB) *gorm.DB {
		return db.Where("competition = ? AND competition <> '' AND (ended_ms = 0 OR ended_ms > ?)", competition, sqldb.Millis(after)).
			Order("tournaments.created_ms, edition")
	}, everyEntry)
	return list, sqldb.Explain(err, "listing editions")
}

// EditionsFor lists the editions of a competition that have not ended, and of those that ended
// after a moment the ones in which some players were: with their entries and without logs, by
// their opening.
func (s *Store) EditionsFor(ctx context.Context, viewer league.Viewer, competition string, after time.Time, players []string) ([]league.Tournament, error) {
	list, err := s.tournamentsAll(ctx, viewer, func(db *gorm.DB) *gorm.DB {
		return db.Where("(competition = ? AND competition <> '' AND ended_ms = 0) OR "+
			"(tournaments.id IN (SELECT tournament_id FROM entries WHERE player_id IN ?) AND competition = ? AND ended_ms > ?)", competition, players, competition, sqldb.Millis(after)).
			Order("tournaments.created_ms, edition")
	}, everyEntry)
	return list, sqldb.Explain(err, "listing editions of some players")
}

// OpenEditions lists the editions of a competition that take entries, with those and without
// logs, by their opening.
func (s *Store) OpenEditions(ctx context.Context, viewer league.Viewer, competition string) ([]league.Tournament, error) {
	list, err := s.tournamentsAll(ctx, viewer, func(db *gorm.DB) *gorm.DB {
		return db.Where("competition = ? AND competition <> '' AND ended_ms = 0 AND (state = ? OR rolling = 1)", competition, string(league.Registration)).
			Order("tournaments.created_ms, edition")
	}, everyEntry)
	return list, sqldb.Explain(err, "listing editions that take entries")
}

// Qualified lists the ids of those who have qualified in an edition of a competition since a
// moment and of whom one of some notes stands there, each once, in order.
func (s *Store) Qualified(ctx context.Context, competition string, since time.Time, notes []string) ([]string, error) {
	ctx, cancel := sqldb.Bounded(ctx)
	defer cancel()
	var ids []string
	err := s.db.Reader(ctx).Table("entries").Joins("JOIN tournaments ON tournaments.id = tournament_id").
		Where("note IN ? AND qualified_ms > 0 AND qualified_ms >= ? AND competition = ?", notes, sqldb.Millis(since), competition).
		Distinct().Order("player_id").Pluck("player_id", &ids).Error
	return ids, sqldb.Explain(err, "listing who has qualified")
}

// AllEditions lists the editions of all competitions that have not ended, and so many of those that ended after a
// moment, the latest, with their entries and without logs, by their opening; and, read at once with them, what TournamentsOf does.
func (s *Store) AllEditions(ctx context.Context, viewer league.Viewer, after time.Time, ended int, lists ...league.TournamentList) (editions, others []league.Tournament, err error) {
	in, err := matches.SeenTournaments(viewer, "tournaments.id")
	if err != nil {
		return nil, nil, err
	}
	ids, arguments := idsListed(s.db.Reader(ctx), in, lists)
	const edition = "SELECT id FROM tournaments WHERE competition <> '' AND ended_ms "
	ids = append(ids, edition+"= 0", "SELECT id FROM ("+edition+"> ? ORDER BY ended_ms DESC, id DESC LIMIT ?) AS ended") // apart, or all that have ever ended are looked at
	all, err := s.tournaments(ctx, viewer, func(db *gorm.DB) *gorm.DB {
		return db.Where("tournaments.id IN ("+strings.Join(ids, " UNION ALL ")+")", append(arguments, sqldb.Millis(after), ended)...).
			Order("tournaments.created_ms, competition, edition")
	}, everyEntry)
	for _, t := range all {
		if t.Competition != "" || len(lists) == 0 {
			editions = append(editions, t)
		} else {
			others = append(others, t)
		}
	}
	inLists(others, lists)
	return editions, others, sqldb.Explain(err, "listing editions")
}

// titled says that something was noted of an entrant which is a title, as monthlycup.Note writes it. An index has these alone.
const titled = "note LIKE '%month=%' OR note LIKE '%year=%'"

// Honours lists the editions of competitions that have ended and in which a title was won, the latest first: those of some
// formats, of others those of some names, and those of which a title is noted; each with the entries of those alone who won it,
// of whom something was noted or who were expelled later, and without its log.
func (s *Store) Honours(ctx context.Context, viewer league.Viewer, formats, others, editions []string, limit int) ([]league.Tournament, error) {
	list, err := s.tournaments(ctx, viewer, func(db *gorm.DB) *gorm.DB {
		const of = "SELECT id FROM tournaments WHERE competition <> '' AND format IN ?"
		// Few of all that have ended: SQLite would go through those, by state or in their order, if it could.
		return db.Where("competition <> '' AND COALESCE(state, '') = ? AND tournaments.id IN ("+of+" UNION ALL "+of+" AND edition IN ? UNION ALL SELECT tournament_id FROM entries WHERE "+titled+")",
			string(league.Finished), formats, others, editions).Order("ended_ms + 0 DESC, tournaments.id").Limit(limit)
	}, func(db *gorm.DB) *gorm.DB {
		return db.Where("winner = 1 OR note <> '' OR p.kind = ?", string(league.Expelled))
	})
	return list, sqldb.Explain(err, "listing who has won what")
}

// WithEditions lists those of some competitions of which there is or was an edition.
func (s *Store) WithEditions(ctx context.Context, competitions []string) ([]string, error) {
	ctx, cancel := sqldb.Bounded(ctx)
	defer cancel()
	var held []string
	err := s.db.Reader(ctx).Table("tournaments").Where("competition <> '' AND competition IN ?", competitions).Distinct().Order("competition").Pluck("competition", &held).Error
	return held, sqldb.Explain(err, "listing competitions of which there was an edition")
}

// EntriesOf lists the editions of competitions in which a player is or was, with all
// their entries and without logs, the latest first.
func (s *Store) EntriesOf(ctx context.Context, viewer league.Viewer, player string, limit int) ([]league.Tournament, error) {
	list, err := s.tournaments(ctx, viewer, func(db *gorm.DB) *gorm.DB {
		return db.Where("tournaments.id IN (SELECT tournament_id FROM entries WHERE player_id = ?)", player).
			Order("tournaments.created_ms DESC, tournaments.id DESC").Limit(limit)
	}, everyEntry)
	return list, sqldb.Explain(err, "listing what player %s entered", player)
}

// OpenFor lists the tournaments that are open for entry in which a player is entered or has a role, and those that are played in
// which they are asked to play for another one, without logs, the latest first: those to which they are invited, and those of at most 4 places, with all their entries, others with the
// player's alone.
func (s *Store) OpenFor(ctx context.Context, viewer league.Viewer, player string, limit int) ([]league.Tournament, error) {
	list, err := s.tournaments(ctx, viewer, func(db *gorm.DB) *gorm.DB {
		return db.Where("(tournaments.state = ? AND tournaments.id IN (SELECT tournament_id FROM entries WHERE player_id = ? UNION SELECT tournament_id FROM tournament_roles WHERE player_id = ?)"+
			" OR tournaments.state = ? AND tournaments.id IN (SELECT tournament_id FROM tournament_roles WHERE player_id = ? AND role LIKE 'substitute %'))",
			string(league.Registration), player, player, string(league.Running), player).Order("tournaments.created_ms DESC, tournaments.id DESC").Limit(limit)
	}, func(db *gorm.DB) *gorm.DB {
		return db.Where("player_id = ? OR EXISTS (SELECT 1 FROM tournament_roles mine WHERE mine.tournament_id = entries.tournament_id AND mine.player_id = ? AND mine.role = ?)"+
			" OR EXISTS (SELECT 1 FROM tournaments small WHERE small.id = entries.tournament_id AND small.places <= ?)",
			player, player, string(league.Invited), contact.SmallCup)
	})
	return list, sqldb.Explain(err, "listing what waits for player %s", player)
}

// PlayingIn lists the tournaments that are being played in which a player has a seat, the
// latest first, each with their entry alone and without its log.
func (s *Store) PlayingIn(ctx context.Context, viewer league.Viewer, player string, limit int) ([]league.Tournament, error) {
	list, err := s.tournaments(ctx, viewer, playedBy(player, limit), func(db *gorm.DB) *gorm.DB { return db.Where("player_id = ?", player) })
	return list, sqldb.Explain(err, "listing what player %s plays in", player)
}

// PlayingGroups is PlayingIn with the entries of everybody in the player's group.
func (s *Store) PlayingGroups(ctx context.Context, viewer league.Viewer, player string, limit int) ([]league.Tournament, error) {
	list, err := s.tournaments(ctx, viewer, playedBy(player, limit), func(db *gorm.DB) *gorm.DB {
		return db.Where("EXISTS (SELECT 1 FROM entries mine WHERE mine.tournament_id = entries.tournament_id AND mine.player_id = ? AND mine.group_id = entries.group_id)", player)
	})
	return list, sqldb.Explain(err, "listing the groups that player %s plays in", player)
}

// playedBy narrows tournaments to those that are being played in which a player has a seat, the latest first.
func playedBy(player string, limit int) func(*gorm.DB) *gorm.DB {
	return func(db *gorm.DB) *gorm.DB {
		return db.Joins("JOIN entries mine ON mine.tournament_id = tournaments.id AND mine.player_id = ?", player).
			Where("tournaments.state = ? AND tournaments.rolling = 0 AND mine.seed > 0 AND mine.out_by = ''", string(league.Running)).
			Order("tournaments.started_ms DESC, tournaments.id DESC").Limit(limit)
	}
}

// tournaments reads tournaments, without logs, with those of their entries that entered
// leaves. Those that this program cannot read are left out.
func (s *Store) tournaments(ctx context.Context, viewer league.Viewer, narrow, entered func(*gorm.DB) *gorm.DB) ([]league.Tournament, error) {
	list, _, err := s.readTournaments(ctx, viewer, narrow, entered)
	return list, err
}

// tournamentsAll is tournaments where one that this program cannot read is an error.
func (s *Store) tournamentsAll(ctx context.Context, viewer league.Viewer, narrow, entered func(*gorm.DB) *gorm.DB) ([]league.Tournament, error) {
	list, unreadable, err := s.readTournaments(ctx, viewer, narrow, entered)
	return list, errors.Join(err, unreadable)
}

// readTournaments reads the tournaments that it can, and says why it cannot read the others.
func (s *Store) readTournaments(ctx context.Context, viewer league.Viewer, narrow, entered func(*gorm.DB) *gorm.DB) (list []league.Tournament, unreadable, err error) {
	ctx, cancel := sqldb.Bounded(ctx)
	defer cancel()
	in, err := matches.SeenTournaments(viewer, "tournaments.id")
	if err != nil {
		return nil, nil, err
	}
	db := s.db.Reader(ctx)
	// All reads see one state, or entries would not be those of the log's last event.
	err = db.Transaction(func(tx *gorm.DB) error {
		var rows []organisedRow
		err := narrow(in.Narrow(tx.Table("tournaments").Select("tournaments.*, " + people.PlayerColumns("organiser", "organiser_")).
			Joins("JOIN players organiser ON organiser.id = organiser_id"))).Find(&rows).Error
		if err != nil {
			return err
		}
		if list, unreadable = tournamentsOf(rows); len(list) == 0 {
			return nil
		}
		return readEntries(tx, list, entered)
	}, &sql.TxOptions{Isolation: sql.LevelRepeatableRead, ReadOnly: true})
	return list, unreadable, err
}

// tournamentsOf returns the tournaments of rows, and what is wrong with the rows that cannot be read.
func tournamentsOf(rows []organisedRow) (list []league.Tournament, unreadable error) {
	var problems []error
	for _, r := range rows {
		t, err := r.tournament()
		if err != nil {
			problems = append(problems, err)
			continue
		}
		list = append(list, t)
	}
	return list, errors.Join(problems...)
}

// readEntries reads the entries and roles of tournaments into them.
func readEntries(tx *gorm.DB, list []league.Tournament, entered func(*gorm.DB) *gorm.DB) error {
	number := make(map[string]int, len(list))
	ids := make([]string, len(list))
	for i, t := range list {
		ids[i], number[t.ID] = t.ID, i
	}
	entries := entered(tx.Table("entries").Select(entrantColumns).Joins("JOIN players p ON p.id = player_id")).Where("tournament_id IN ?", ids)
	roles := tx.Table("tournament_roles").Select(appointedColumns).Joins("JOIN players p ON p.id = player_id").Where("tournament_id IN ?", ids)
	early := map[int]bool{} // of which some have seats that do not count
	err := sqldb.EachRow(tx.Raw("? UNION ALL ? "+inEntries, entries, roles), func(rows *sql.Rows) error {
		e, role, err := scanEntrant(rows)
		i := number[e.Entry.TournamentID]
		t := &list[i]
		if role != "" {
			t.Roles = append(t.Roles, league.Appointment{Player: e.Player.Player(), Role: league.Role(role)})
			return err
		}
		if e.Entry.seatedEarly(*t) {
			e.Entry.Seed, e.Entry.GroupID, early[i] = 0, "", true
		}
		t.Entries = append(t.Entries, e.entrant())
		return err
	})
	for i := range early {
		slices.SortFunc(list[i].Entries, func(a, b league.Entrant) int { return a.Seq - b.Seq })
	}
	return err
}

// Organised returns how many tournaments of an organiser are in a state.
func (s *Store) Organised(ctx context.Context, player string, state league.TournamentState) (int, error) {
	ctx, cancel := sqldb.Bounded(ctx)
	defer cancel()
	var n int64
	err := s.db.Reader(ctx).Model(&tournamentRow{}).Where("organiser_id = ? AND state = ?", player, string(state)).Count(&n).Error
	return int(n), sqldb.Explain(err, "counting tournaments")
}

// Reaches are the columns of how far a tournament has come: the number of its last event, and how many of its matches are over.
const Reaches = "last_seq, (SELECT COUNT(*) FROM matches WHERE tournament = tournaments.id AND tournament <> '' AND to_move = 0) AS matches_over"

// TournamentReached returns how far a tournament has come: the number of its last
// event, and how many of its matches are over; league.NotFound if there is none.
func (s *Store) TournamentReached(ctx context.Context, viewer league.Viewer, id string) (last, over int, err error) {
	ctx, cancel := sqldb.Bounded(ctx)
	defer cancel()
	var reached struct{ LastSeq, MatchesOver int }
	in, err := matches.SeenTournaments(viewer, "tournaments.id")
	if err != nil {
		return 0, 0, err
	}
	err = in.Narrow(s.db.Reader(ctx)).Table("tournaments").Select(Reaches).Where("id = ?", id).Take(&reached).Error
	return reached.LastSeq, reached.MatchesOver, sqldb.Explain(sqldb.Missing(err, noTournament), "reading how far tournament %s has come", id)
}

// RunningTournaments lists the ids of the tournaments that are being played, rolling ones apart.
func (s *Store) RunningTournaments(ctx context.Context) ([]string, error) {
	ctx, cancel := sqldb.Bounded(ctx)
	defer cancel()
	var ids []string
	err := s.db.Reader(ctx).Model(&tournamentRow{}).Where("state = ? AND rolling = 0", string(league.Running)).Order("id").Pluck("id", &ids).Error
	return ids, sqldb.Explain(err, "looking for tournaments that are being played")
}

// PlayedOut lists the ids of running tournaments none of whose matches is running.
func (s *Store) PlayedOut(ctx context.Context) ([]string, error) {
	ctx, cancel := sqldb.Bounded(ctx)
	defer cancel()
	var ids []string
	err := s.db.Reader(ctx).Model(&tournamentRow{}).
		Where("state = ? AND rolling = 0 AND NOT EXISTS (SELECT 1 FROM matches m WHERE m.tournament = tournaments.id AND m.tournament <> '' AND m.to_move <> 0)", string(league.Running)).
		Order("id").Pluck("id", &ids).Error
	return ids, sqldb.Explain(err, "looking for tournaments that are played out")
}

// Paced lists the ids of running tournaments whose rounds have a last day.
func (s *Store) Paced(ctx context.Context) ([]string, error) {
	ctx, cancel := sqldb.Bounded(ctx)
	defer cancel()
	var ids []string
	err := s.db.Reader(ctx).Model(&tournamentRow{}).Where("state = ? AND paced = 1", string(league.Running)).Order("id").Pluck("id", &ids).Error
	return ids, sqldb.Explain(err, "looking for tournaments with rounds")
}

// TournamentIDs lists the ids of all tournaments.
func (s *Store) TournamentIDs(ctx context.Context) ([]string, error) {
	ctx, cancel := sqldb.Bounded(ctx)
	defer cancel()
	var ids []string
	err := s.db.Reader(ctx).Model(&tournamentRow{}).Order("id").Pluck("id", &ids).Error
	return ids, sqldb.Explain(err, "listing tournaments")
}

// ClosedAccounts lists who has deleted their account or was expelled, and still has a running match
// or a place in a tournament that is not over.
func (s *Store) ClosedAccounts(ctx context.Context) ([]league.Player, error) {
	ctx, cancel := sqldb.Bounded(ctx)
	defer cancel()
	var rows []people.PlayerRow
	err := s.db.Reader(ctx).Where("kind IN ('deleted', 'expelled') AND ("+
		"EXISTS (SELECT 1 FROM matches WHERE to_move <> 0 AND player0 = players.id AND (players.kind = 'deleted' OR tournament = '')) OR "+
		"EXISTS (SELECT 1 FROM matches WHERE to_move <> 0 AND player1 = players.id AND (players.kind = 'deleted' OR tournament = '')) OR "+
		"EXISTS (SELECT 1 FROM entries JOIN tournaments ON tournaments.id = tournament_id WHERE entries.player_id = players.id AND "+
		"(state = ? OR state = ? AND (rolling = 1 OR seed > 0 AND out_by = ''))))", string(league.Registration), string(league.Running)).
		Order("id").Find(&rows).Error
	closed := make([]league.Player, len(rows))
	for i, r := range rows {
		closed[i] = r.Player()
	}
	return closed, sqldb.Explain(err, "listing closed accounts")
}
