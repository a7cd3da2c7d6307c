package contests

import (
	"context"

	"gorm.io/gorm"

	"kickabout/league"
	"kickabout/store/matches"
	"kickabout/store/sqldb"
)

// Rulings finds the tournaments in which rulings are wanted.
type Rulings struct{ of *Store }

// NewRulings returns the rulings of a database.
func NewRulings(db *sqldb.DB) *Rulings { return &Rulings{New(db)} }

// RulingsFor lists running tournaments in which a ruling is wanted and that a player directs, without logs and with no
// entries but the player's: of those of the site itself all, if they are among those who look after them.
func (s *Rulings) RulingsFor(ctx context.Context, viewer league.Viewer, player string, site bool, limit int) ([]league.Tournament, error) {
	list, err := s.of.tournaments(ctx, viewer, func(db *gorm.DB) *gorm.DB {
		directs := "tournaments.organiser_id = @player OR tournaments.id IN (SELECT tournament_id FROM tournament_roles WHERE player_id = @player AND role = @director)"
		if site {
			directs += " OR tournaments.organiser_id IN (SELECT id FROM players WHERE kind = @site)"
		}
		return db.Where("tournaments.state = @running AND ("+directs+") AND EXISTS (SELECT 1 FROM tournament_roles wants WHERE wants.tournament_id = tournaments.id AND wants.role LIKE @wanted)",
			map[string]any{"player": player, "director": string(league.Director), "running": string(league.Running), "site": string(league.SiteItself), "wanted": string(league.WantsRuling("%"))}).
			Order("tournaments.id").Limit(limit)
	}, func(db *gorm.DB) *gorm.DB { return db.Where("player_id = ?", player) })
	return list, sqldb.Explain(err, "listing in what player %s is to rule", player)
}

// removed says of an event whether it is a request for a ruling of which the moderators have taken away what was said. The log
// itself is never changed: the step against who said it stands beside it.
const removed = "CASE WHEN tournament_events.act = 'requested' AND EXISTS (SELECT 1 FROM sanctions" +
	" WHERE sanctions.player_id = tournament_events.player_id AND sanctions.kind = 'hide' AND sanctions.lifted_ms = 0" +
	" AND sanctions.subject = tournament_events.tournament_id || '/r' || tournament_events.seq) THEN 1 ELSE 0 END"

type requestReportRow struct {
	TournamentID string
	Seq          int
	ReaderID     string
	AtMs         int64
	Reason       string
}

func (requestReportRow) TableName() string { return "request_reports" }

// ReportRequest stores what a reader found wrong with a request for a ruling. A second report by the same reader is of kind
// league.Stale.
func (s *Rulings) ReportRequest(ctx context.Context, r league.Report) error {
	err := s.of.db.Write(ctx, func(tx *gorm.DB) error {
		var n int64
		if err := tx.Table("tournament_events").Where("tournament_id = ? AND seq = ? AND act = ?", r.Cup, r.Line.N, league.ActRequested).Count(&n).Error; err != nil {
			return err
		}
		if n == 0 {
			return league.Errorf(league.NotFound, "There is no such request.")
		}
		return tx.Create(&requestReportRow{r.Cup, r.Line.N, r.Reader, sqldb.Millis(r.At), r.Reason}).Error
	})
	if sqldb.Duplicate(err) {
		return league.Errorf(league.Stale, "You have reported this already. Thank you.")
	}
	return sqldb.Explain(err, "reporting a request for a ruling")
}

// RequestsOf lists the requests of a player for rulings in tournaments that a viewer may know of, whatever became of them, the
// latest first. Of those whose words were taken away the text is league.RemovedText.
func (s *Rulings) RequestsOf(ctx context.Context, viewer league.Viewer, player string, limit int) ([]league.RulingRequest, error) {
	ctx, cancel := sqldb.Bounded(ctx)
	defer cancel()
	in, err := matches.SeenTournaments(viewer, "tournament_events.tournament_id")
	if err != nil {
		return nil, err
	}
	var events []struct {
		Event decidedRow `gorm:"embedded"`
		Title string
	}
	err = in.Narrow(s.of.db.Reader(ctx)).Table("tournament_events").Select("tournament_events.*, "+removed+" AS removed, tournaments.name AS title").
		Joins("JOIN tournaments ON tournaments.id = tournament_id").
		Where("player_id = ? AND act = ?", player, league.ActRequested).Order("at_ms DESC, tournament_id, seq DESC").Limit(limit).Find(&events).Error
	list := make([]league.RulingRequest, len(events))
	for i, e := range events {
		d := e.Event.decision()
		match, _, text := league.ParseRulingRequest(d)
		list[i] = league.RulingRequest{Tournament: e.Event.Decision.TournamentID, Title: e.Title, Seq: d.Seq, Match: match, By: league.Player{ID: player}, At: d.At, Text: text}
	}
	return list, sqldb.Explain(err, "listing what rulings player %s has asked for", player)
}
