package transfer

import (
	"context"
	"fmt"
	"io"
	"strings"
	"time"

	"kickabout/engine/dice/tbd2"
	"kickabout/league"
	"kickabout/league/archive"
	"kickabout/league/core"
	"kickabout/league/dicelog"
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
	if err := e.openLog(ctx); err != nil {
		return err
	}
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
	if err := e.flush(ctx); err != nil {
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

	log     *dicelog.Snapshot // nil: none of it is shown
	waiting []waiting         // matches that are not written yet
}

// waiting is a match of which the line is made, but for what the log of the dice has of it.
type waiting struct {
	match  league.Match
	row    archive.Row
	fields []archive.Field
}

// anchoredAtOnce is of how many matches the leaves are read at a time.
const anchoredAtOnce = 200

// openLog fixes what is shown of the log of the dice: as it is before the first row is read.
func (e *exporter) openLog(ctx context.Context) (err error) {
	if e.scope.CSV != "" {
		return nil
	}
	if e.log, err = e.archive.log.Snapshot(ctx, 0); err != nil || e.log == nil {
		return err
	}
	signer, err := e.log.Signer(ctx)
	if err != nil || len(signer) == 0 { // nobody could tell whose checkpoint it is
		e.log = nil
		return err
	}
	e.out.Object(archive.Anchors{Type: archive.AnchorsLine, Checkpoint: e.log.Checkpoint, Leaves: archive.NewLeaves(signer)})
	return nil
}

// flush writes the matches that wait, each behind what is open of the keys of its dice.
func (e *exporter) flush(ctx context.Context) error {
	all := e.waiting
	e.waiting = nil
	anchors := make([][]tbd2.Anchor, len(all))
	if e.log != nil {
		matches := make([]league.Match, len(all))
		for i, w := range all {
			matches[i] = w.match
		}
		var err error
		if anchors, err = e.log.Matches(ctx, matches); err != nil {
			return err
		}
	}
	for i, w := range all {
		if e.log != nil {
			opened, err := e.log.Openings(ctx, w.match)
			if err != nil {
				return err
			}
			if len(opened) > 0 {
				e.out.Object(archive.Anchors{Type: archive.AnchorsLine, Leaves: archive.NewLeaves(opened)})
			}
		}
		of, err := archive.AnchorsField(anchors[i])
		if err != nil {
			return err
		}
		if err := e.out.Row(w.row, append(w.fields, of...)...); err != nil {
			return err
		}
	}
	return nil
}

// row writes a row, or has it wait if it is a match.
func (e *exporter) row(ctx context.Context, r archive.Row) error {
	if r.Table.Type != archive.MatchType || len(e.waiting) == anchoredAtOnce {
		if err := e.flush(ctx); err != nil {
			return err
		}
	}
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
	e.waiting = append(e.waiting, waiting{v.Match, r, fields})
	return nil
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
		if file, is := lot.(tbd2.LotProof); is && e.log != nil {
			if file.Anchors, err = e.log.Lot(ctx, v.Tournament.Serial); err != nil {
				return err
			}
			lot = file
		}
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
