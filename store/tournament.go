package store

import (
	"context"
	"fmt"

	"gorm.io/gorm"

	"kickabout/league"
)

const (
	noTournament   = "There is no such tournament."
	tournamentIsIn = "There is such a tournament already."
)

// tournamentRow is a tournament without entries and log. All but id, GID and
// head is a copy of what the log comes to, for lists.
type tournamentRow struct {
	ID          string
	GID         []byte `gorm:"column:gid"`
	Head        []byte
	Name        string
	Format      string
	Game        string
	Variant     string
	Control     string
	Places      int
	Cycles      int
	WhenFull    int
	OrganiserID string
	CreatedMs   int64
	State       string
	StartedMs   int64
	EndedMs     int64
	LastSeq     int
}

func (tournamentRow) TableName() string { return "tournaments" }

// organisedRow is a tournament together with its organiser.
type organisedRow struct {
	Tournament tournamentRow `gorm:"embedded"`
	Organiser  playerRow     `gorm:"embedded;embeddedPrefix:organiser_"`
}

// entryRow is a copy of an entry, for lists.
type entryRow struct {
	TournamentID string
	PlayerID     string
	Seq          int
	Seed         int
	Winner       int
}

func (entryRow) TableName() string { return "entries" }

// entrantRow is an entry together with its player.
type entrantRow struct {
	Entry  entryRow  `gorm:"embedded"`
	Player playerRow `gorm:"embedded;embeddedPrefix:p_"`
}

// decisionRow is one event of a tournament's log.
type decisionRow struct {
	TournamentID string
	Seq          int
	AtMs         int64
	ByID         *string // nil: the site
	Act          string
	PlayerID     *string // nil: nobody
	Text         string
}

func (decisionRow) TableName() string { return "tournament_events" }

// decidedRow is an event together with its players, blank where there are none.
type decidedRow struct {
	Decision decisionRow `gorm:"embedded"`
	By       playerRow   `gorm:"embedded;embeddedPrefix:decider_"`
	Player   playerRow   `gorm:"embedded;embeddedPrefix:p_"`
}

func tournamentToRow(t league.Tournament) tournamentRow {
	return tournamentRow{
		ID: t.ID, GID: t.GID[:], Head: t.Head[:], Name: t.Name, Format: t.Format, Game: t.Game, Variant: t.Variant,
		Control: t.Control, Places: t.Places, Cycles: t.Cycles, WhenFull: flag(t.WhenFull), OrganiserID: t.Organiser.ID,
		CreatedMs: millis(t.Created), State: string(t.State), StartedMs: millis(t.Started), EndedMs: millis(t.Ended), LastSeq: t.Last,
	}
}

func (r organisedRow) tournament() league.Tournament {
	row := r.Tournament
	t := league.Tournament{
		ID: row.ID, Organiser: r.Organiser.player(), Created: moment(row.CreatedMs), State: league.TournamentState(row.State),
		Started: moment(row.StartedMs), Ended: moment(row.EndedMs), Last: row.LastSeq,
		TournamentTerms: league.TournamentTerms{
			Name: row.Name, Format: row.Format, Game: row.Game, Variant: row.Variant, Control: row.Control,
			Places: row.Places, Cycles: row.Cycles, WhenFull: row.WhenFull != 0,
		},
	}
	copy(t.GID[:], row.GID)
	copy(t.Head[:], row.Head)
	return t
}

func entrantToRow(tournament string, e league.Entrant) entryRow {
	return entryRow{tournament, e.Player.ID, e.Seq, e.Seed, flag(e.Winner)}
}

func (r entrantRow) entrant() league.Entrant {
	return league.Entrant{Player: r.Player.player(), Seq: r.Entry.Seq, Seed: r.Entry.Seed, Winner: r.Entry.Winner != 0}
}

func decisionToRow(tournament string, d league.Decision) decisionRow {
	row := decisionRow{TournamentID: tournament, Seq: d.Seq, AtMs: millis(d.At), Act: string(d.Act), Text: d.Text}
	if d.By.ID != "" {
		row.ByID = &d.By.ID
	}
	if d.Player.ID != "" {
		row.PlayerID = &d.Player.ID
	}
	return row
}

func (r decidedRow) decision() league.Decision {
	return league.Decision{
		Seq: r.Decision.Seq, At: moment(r.Decision.AtMs), By: r.By.player(), Act: league.TournamentAct(r.Decision.Act),
		Player: r.Player.player(), Text: r.Decision.Text,
	}
}

// CreateTournament stores a tournament with its log. If its id is taken the error
// is of kind league.Stale and nothing is written.
func (s *Store) CreateTournament(ctx context.Context, t league.Tournament) error {
	err := s.write(ctx, func(tx *gorm.DB) error {
		row := tournamentToRow(t)
		if err := tx.Create(&row).Error; err != nil {
			return err
		}
		return insertDecisions(tx, t, 0)
	})
	if duplicate(err) {
		return league.Errorf(league.Stale, tournamentIsIn)
	}
	return explain(err, "creating tournament %s", t.ID)
}

// AppendTournament adds progress to a tournament: events, what they come to, and
// the matches that begin with them. If the tournament's last event is no longer
// Seen, the error is of kind league.Stale and nothing is written. One guarded
// write decides every race: two players and the last place, two starts.
func (s *Store) AppendTournament(ctx context.Context, p league.TournamentProgress) error {
	err := s.write(ctx, func(tx *gorm.DB) error {
		row := tournamentToRow(p.Tournament)
		won := tx.Model(&tournamentRow{}).Where("id = ? AND last_seq = ?", row.ID, p.Seen).
			Select("State", "StartedMs", "EndedMs", "LastSeq").Updates(row)
		if won.Error != nil {
			return won.Error
		}
		if won.RowsAffected != 1 {
			return league.Errorf(league.Stale, "The tournament has moved on.")
		}
		if err := insertDecisions(tx, p.Tournament, p.Seen); err != nil {
			return err
		}
		if err := insertMatches(tx, p.Matches); err != nil {
			return err
		}
		return insertNotices(tx, p.Notices)
	})
	return explain(err, "appending to tournament %s", p.Tournament.ID)
}

// insertDecisions writes the events after seen, and the entries as they are then.
func insertDecisions(tx *gorm.DB, t league.Tournament, seen int) error {
	if seen >= len(t.Log) || t.Last != len(t.Log) {
		return fmt.Errorf("there are %d events of %d after %d", len(t.Log), t.Last, seen)
	}
	var events []decisionRow
	for _, d := range t.Log[seen:] {
		events = append(events, decisionToRow(t.ID, d))
	}
	if err := tx.Create(&events).Error; err != nil {
		return err
	}
	if err := tx.Where("tournament_id = ?", t.ID).Delete(&entryRow{}).Error; err != nil || len(t.Entries) == 0 {
		return err
	}
	var entries []entryRow
	for _, e := range t.Entries {
		entries = append(entries, entrantToRow(t.ID, e))
	}
	return tx.Create(&entries).Error
}

// Tournament returns a tournament with its log; league.NotFound if there is none.
// It is computed from the log.
func (s *Store) Tournament(ctx context.Context, id string) (league.Tournament, error) {
	ctx, cancel := bounded(ctx)
	defer cancel()
	db := s.reader.WithContext(ctx)
	var row tournamentRow
	if err := db.Where("id = ?", id).Take(&row).Error; err != nil {
		return league.Tournament{}, explain(missing(err, noTournament), "reading tournament %s", id)
	}
	var events []decidedRow
	err := db.Table("tournament_events").
		Select("tournament_events.*, "+playerColumns("decider", "decider_")+", "+playerColumns("p", "p_")).
		Joins("LEFT JOIN players decider ON decider.id = by_id").Joins("LEFT JOIN players p ON p.id = player_id").
		Where("tournament_id = ? AND seq <= ?", id, row.LastSeq).Order("seq").Find(&events).Error
	if err != nil {
		return league.Tournament{}, explain(err, "reading the log of tournament %s", id)
	}
	log := make([]league.Decision, len(events))
	for i, e := range events {
		log[i] = e.decision()
	}
	known := organisedRow{Tournament: row}.tournament()
	t, err := league.ReplayTournament(id, known.GID, known.Head, log)
	if err == nil && t.Last != row.LastSeq {
		err = fmt.Errorf("there are %d events where %d are due", t.Last, row.LastSeq)
	}
	if err != nil { // of no kind that a user may see: the log was checked when it was written
		return league.Tournament{}, fmt.Errorf("replaying tournament %s: %s", id, err)
	}
	return t, nil
}

// Tournaments lists tournaments in a state, with their entries and without logs:
// what ended last, or began to take entries last, first.
func (s *Store) Tournaments(ctx context.Context, state league.TournamentState, limit int) ([]league.Tournament, error) {
	ctx, cancel := bounded(ctx)
	defer cancel()
	db := s.reader.WithContext(ctx)
	var rows []organisedRow
	err := db.Table("tournaments").Select("tournaments.*, "+playerColumns("organiser", "organiser_")).
		Joins("JOIN players organiser ON organiser.id = organiser_id").
		Where("state = ?", string(state)).Order("ended_ms DESC, tournaments.created_ms DESC, tournaments.id DESC").Limit(limit).Find(&rows).Error
	if err != nil || len(rows) == 0 {
		return nil, explain(err, "listing tournaments")
	}
	list := make([]league.Tournament, len(rows))
	number := map[string]int{}
	ids := make([]string, len(rows))
	for i, r := range rows {
		list[i], ids[i], number[r.Tournament.ID] = r.tournament(), r.Tournament.ID, i
	}
	var entries []entrantRow
	err = db.Table("entries").Select("entries.*, "+playerColumns("p", "p_")).Joins("JOIN players p ON p.id = player_id").
		Where("tournament_id IN ?", ids).Order("tournament_id, seed, seq").Find(&entries).Error
	for _, e := range entries {
		t := &list[number[e.Entry.TournamentID]]
		t.Entries = append(t.Entries, e.entrant())
	}
	return list, explain(err, "listing entries")
}

// Organised returns how many tournaments of an organiser are in a state.
func (s *Store) Organised(ctx context.Context, player string, state league.TournamentState) (int, error) {
	ctx, cancel := bounded(ctx)
	defer cancel()
	var n int64
	err := s.reader.WithContext(ctx).Model(&tournamentRow{}).Where("organiser_id = ? AND state = ?", player, string(state)).Count(&n).Error
	return int(n), explain(err, "counting tournaments")
}

// Fixtures lists the matches of a tournament, without logs, by their keys.
func (s *Store) Fixtures(ctx context.Context, tournament string) ([]league.Match, error) {
	return s.list(ctx, "a tournament's", func(db *gorm.DB) *gorm.DB {
		return db.Where("tournament = ? AND tournament <> ''", tournament).Order("fixture")
	})
}

// TournamentReached returns how far a tournament has come: the number of its last
// event, and how many of its matches are over; league.NotFound if there is none.
func (s *Store) TournamentReached(ctx context.Context, id string) (last, over int, err error) {
	ctx, cancel := bounded(ctx)
	defer cancel()
	var reached struct{ LastSeq, MatchesOver int }
	err = s.reader.WithContext(ctx).Table("tournaments").
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
		Where("state = ? AND NOT EXISTS (SELECT 1 FROM matches m WHERE m.tournament = tournaments.id AND m.tournament <> '' AND m.to_move <> 0)", string(league.Running)).
		Order("id").Pluck("id", &ids).Error
	return ids, explain(err, "looking for tournaments that are played out")
}
