package transfer

import (
	"context"
	"fmt"
	"io"
	"strings"
	"time"

	"kickabout/league"
	"kickabout/league/archive"
	"kickabout/league/core"
	"kickabout/league/play"
)

// Export writes a site, or a part of it, as lines of JSON. Matches whose record is damaged are left out: then
// the file is whole, and the error an *archive.Incomplete. It needs memory for a few hundred
// matches, and for the names of players and tournaments. The keys are those of a site that
// is exported with secrets.
func (s *Archive) Export(ctx context.Context, out io.Writer, scope archive.Scope, keys ...archive.SiteKey) error {
	return s.exportFor(ctx, league.Site(), out, scope, keys...)
}

// exportFor is Export of what a viewer may see.
func (s *Archive) exportFor(ctx context.Context, viewer league.Viewer, out io.Writer, scope archive.Scope, keys ...archive.SiteKey) error {
	w, err := s.openExport(ctx, out, scope)
	if err != nil {
		return err
	}
	for _, k := range keys {
		k.Type = archive.KeyLine
		w.Object(k)
	}
	e := exporter{archive: s, damaged: map[string]bool{}, out: w, scope: scope, viewer: viewer, desk: viewer.IsSite()}
	if len(scope.Tournaments) == 1 {
		t, err := s.store.Tournament(ctx, viewer, scope.Tournaments[0])
		if err != nil {
			return err
		}
		player := viewer.Player()
		e.desk = e.desk || player != "" && (player == t.Organiser.ID || t.Has(player, league.Director))
	}
	if err := s.store.Export(ctx, viewer, scope, func(r archive.Row) error { return e.row(ctx, r) }); err != nil {
		return err
	}
	for _, id := range e.tables {
		if err := e.cameTo(ctx, id); err != nil {
			return err
		}
	}
	if err := w.End(); err != nil || len(e.damaged) == 0 || !viewer.IsSite() {
		return err
	}
	return &archive.Incomplete{Matches: len(e.damaged)}
}

// openExport begins a file.
func (s *Archive) openExport(ctx context.Context, out io.Writer, scope archive.Scope) (archive.Out, error) {
	if scope.CSV != "" {
		return archive.NewCSV(out, scope.CSV), nil
	}
	schema, err := s.store.Schema(ctx)
	if err != nil {
		return nil, err
	}
	return archive.NewWriter(out, archive.Header{Schema: schema, Holds: scope.Holds, Of: scope.Of, Secrets: scope.Secrets}), nil
}

// exporter writes rows.
type exporter struct {
	archive *Archive
	out     archive.Out
	scope   archive.Scope
	book    archive.Book
	viewer  league.Viewer
	desk    bool     // the viewer directs what is exported
	tables  []string // ids of tournaments whose tables are written
	damaged map[string]bool
}

func (e *exporter) row(ctx context.Context, r archive.Row) error {
	e.book.Note(r)
	if e.ofDesk(r) {
		return nil
	}
	if r.Table.Type == "tournament" && (len(e.scope.Tournaments) > 0 || e.scope.CSV == archive.PlaceLine) {
		e.tables = append(e.tables, r.Text("id"))
	}
	if r.Table.Type != archive.MatchType || e.scope.CSV != "" {
		if r, ok := e.without(r); ok {
			return e.out.Row(r)
		}
		return nil
	}
	m := e.book.Match(r)
	m.Chain = r.Chain
	v, err := e.sound(m, r.Damaged)
	if err != nil {
		e.damaged[m.ID] = true
		e.out.Object(archive.Damaged{Type: archive.DamagedLine, Match: m.ID, Reason: fmt.Sprint(err)})
		return nil
	}
	shown, ok := play.ShownOf(e.archive.core.Dealer, v.Match)
	if !ok {
		e.damaged[m.ID] = true
		e.out.Object(archive.Damaged{Type: archive.DamagedLine, Match: m.ID, Reason: "the key of its dice was lost"})
		return nil
	}
	fields, err := e.book.MatchFields(v.Match, v.Record, shown)
	if err != nil {
		return fmt.Errorf("match %s: %w", m.ID, err)
	}
	return e.out.Row(r, fields...)
}

// sound returns a match whose record is what was written.
func (e *exporter) sound(m league.Match, why error) (play.View, error) {
	if why == nil {
		why = e.archive.matches.Damage(m)
	}
	if why != nil {
		return play.View{}, why
	}
	return e.archive.matches.Replay(m)
}

// without returns a row that does not name a match which is left out; false: there is none, since it belongs to
// such a match.
func (e *exporter) without(r archive.Row) (archive.Row, bool) {
	for i, c := range r.Table.Columns {
		id, _ := r.Values[i].(string)
		switch {
		case c.In != "match_id" || !e.damaged[id]:
		case c.Null:
			r.Values[i] = nil
		default:
			return r, false
		}
	}
	return r, true
}

// cameTo writes what follows from the lines of a tournament: its lot and its tables.
func (e *exporter) cameTo(ctx context.Context, id string) error {
	v, err := e.archive.tournaments.Tournament(ctx, e.viewer, id)
	if err != nil {
		return err
	}
	if lot, ok := e.archive.tournaments.Seeding(v.Tournament); ok {
		e.out.Object(archive.Lot{Type: archive.LotLine, Proof: lot})
	}
	names := map[string]string{}
	for _, entry := range v.Tournament.Entries {
		names[entry.Player.ID] = entry.Player.Name
	}
	for _, g := range v.Groups {
		for _, r := range g.Rows {
			e.out.Object(archive.NewPlace(id, g.Group, r, names[r.Player]))
		}
	}
	return nil
}

// ExportAccount writes everything that is a member's: what they wrote and set, their sessions and
// tokens without their secrets, and their matches. Of others it holds their names.
func (s *Archive) ExportAccount(ctx context.Context, player league.Player, out io.Writer) error {
	if err := core.MustBeMember(player, "this is about an account."); err != nil {
		return err
	}
	return s.exportFor(ctx, league.Of(player), out, archive.Scope{Holds: archive.Account, Of: player.Name, Player: player.ID})
}

// ExportMatches writes the matches of a player that the viewer may see. The csv of this and other
// exports is a type of lines that are written alone, for spreadsheets; "": all as JSON.
func (s *Archive) ExportMatches(ctx context.Context, viewer league.Viewer, player league.Player, csv string, out io.Writer) error {
	return s.exportFor(ctx, viewer, out, archive.Scope{Holds: archive.Matches, Of: player.Name, Player: player.ID, CSV: csv})
}

// ExportTournament writes a tournament: its log, entries, matches, ratings, lot and tables. If
// the viewer may not see it, the error is of kind league.NotFound.
func (s *Archive) ExportTournament(ctx context.Context, viewer league.Viewer, id, csv string, out io.Writer) error {
	return s.exportFor(ctx, viewer, out, archive.Scope{Holds: archive.Tournament, Of: id, Tournaments: []string{id}, CSV: csv})
}

// ExportCompetition writes the editions of a competition that the viewer may see, or one of
// them, as ExportTournament does. If there is none the error is of kind league.NotFound.
func (s *Archive) ExportCompetition(ctx context.Context, viewer league.Viewer, competition, edition, csv string, out io.Writer) error {
	editions, err := s.store.Editions(ctx, viewer, competition, time.Time{})
	if err != nil {
		return err
	}
	scope := archive.Scope{Holds: archive.Competition, Of: competition, CSV: csv}
	if edition != "" {
		scope.Of += "/" + edition
	}
	for _, t := range editions {
		if edition == "" || t.Edition == edition {
			scope.Tournaments = append(scope.Tournaments, t.ID)
		}
	}
	if len(scope.Tournaments) == 0 {
		return league.Errorf(league.NotFound, "There is no such competition, or no such edition of it.")
	}
	return s.exportFor(ctx, viewer, out, scope)
}

// ofDesk says that an event of a tournament is for those who direct it: whom they invited and
// banned, and why.
func (e *exporter) ofDesk(r archive.Row) bool {
	if r.Table.Type != "decision" || e.desk {
		return false
	}
	act, text := r.Text("act"), r.Text("text")
	if act == string(league.ActUndone) {
		act, _, _ = strings.Cut(text, " ")
	}
	return act == string(league.ActInvited) || act == string(league.ActBanned)
}
