package office

import (
	"context"
	"fmt"
	"io"
	"time"

	"kickabout/league"
	"kickabout/league/archive"
)

// Archives is where exports come from and imports go to.
type Archives interface {
	// ArchiveTables returns the tables that files of exports have, in their order.
	ArchiveTables(ctx context.Context) ([]*archive.Table, error)
	// Schema returns the version of the tables.
	Schema(ctx context.Context) (int64, error)
	// Export passes on the rows of a scope, in the order of exports, all of one moment.
	// Matches come with their logs.
	Export(ctx context.Context, scope archive.Scope, each func(archive.Row) error) error
	// BeginImport begins to import a file, known by its hash, or goes on with it: it returns
	// up to which line of it all is here. If the database holds anything else, the error is
	// of kind league.Stale and nothing is written.
	BeginImport(ctx context.Context, file [32]byte) (line int64, err error)
	// Import writes the rows of a file behind one of its lines, up to another one, all or none.
	Import(ctx context.Context, after, upTo int64, rows []archive.Row) error
	// EndImport says that all is here.
	EndImport(ctx context.Context) error
}

// Export writes a site, or a part of it, as lines of JSON. It needs memory for a few hundred
// matches, and for the names of players and tournaments. The keys are those of a site that
// is exported with secrets.
func (o *Office) Export(ctx context.Context, out io.Writer, scope archive.Scope, keys ...archive.SiteKey) error {
	schema, err := o.store.Schema(ctx)
	if err != nil {
		return err
	}
	w := archive.NewWriter(out, archive.Header{Schema: schema, Holds: scope.Holds, Of: scope.Of, Secrets: scope.Secrets})
	for _, k := range keys {
		k.Type = archive.KeyLine
		w.Object(k)
	}
	e := exporter{office: o, out: w}
	if err := o.store.Export(ctx, scope, e.row); err != nil {
		return err
	}
	for _, id := range scope.Tournaments {
		if err := e.cameTo(ctx, id); err != nil {
			return err
		}
	}
	return w.End()
}

// exporter writes rows.
type exporter struct {
	office *Office
	out    *archive.Writer
	book   archive.Book
}

func (e *exporter) row(r archive.Row) error {
	e.book.Note(r)
	if r.Table.Type != archive.MatchType {
		return e.out.Row(r)
	}
	m := e.book.Match(r)
	v, err := e.office.replay(m)
	if err != nil {
		return err
	}
	fields, err := e.book.MatchFields(v.Match, v.Record, e.office.Links(v))
	if err != nil {
		return fmt.Errorf("match %s: %w", m.ID, err)
	}
	return e.out.Row(r, fields...)
}

// cameTo writes what follows from the lines of a tournament: its lot and its tables.
func (e *exporter) cameTo(ctx context.Context, id string) error {
	v, err := e.office.Tournament(ctx, id)
	if err != nil {
		return err
	}
	if lot, ok := e.office.Seeding(v.Tournament); ok {
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

// ExportAccount writes everything that is a member's: what he wrote and set, his sessions and
// tokens without their secrets, and his matches. Of others it holds their names.
func (o *Office) ExportAccount(ctx context.Context, player league.Player, out io.Writer) error {
	if err := mustBeMember(player, "this is about an account."); err != nil {
		return err
	}
	return o.Export(ctx, out, archive.Scope{Holds: archive.Account, Of: player.Name, Player: player.ID})
}

// ExportMatches writes the matches of a player that the viewer may see.
func (o *Office) ExportMatches(ctx context.Context, viewer, player league.Player, out io.Writer) error {
	return o.Export(ctx, out, archive.Scope{Holds: archive.Matches, Of: player.Name, Player: player.ID})
}

// ExportTournament writes a tournament: its log, entries, matches, ratings, lot and tables. If
// the viewer may not see it, the error is of kind league.NotFound.
func (o *Office) ExportTournament(ctx context.Context, viewer league.Player, id string, out io.Writer) error {
	v, err := o.Tournament(ctx, id)
	if err != nil {
		return err
	}
	if !mayTake(viewer, v.Tournament) {
		return league.Errorf(league.NotFound, "There is no such tournament.")
	}
	return o.Export(ctx, out, archive.Scope{Holds: archive.Tournament, Of: id, Tournaments: []string{id}})
}

// ExportCompetition writes the editions of a competition that the viewer may see, or one of
// them, as ExportTournament does. If there is none the error is of kind league.NotFound.
func (o *Office) ExportCompetition(ctx context.Context, viewer league.Player, competition, edition string, out io.Writer) error {
	editions, err := o.store.Editions(ctx, competition, time.Time{})
	if err != nil {
		return err
	}
	scope := archive.Scope{Holds: archive.Competition, Of: competition}
	if edition != "" {
		scope.Of += "/" + edition
	}
	for _, t := range editions {
		if (edition == "" || t.Edition == edition) && mayTake(viewer, t) {
			scope.Tournaments = append(scope.Tournaments, t.ID)
		}
	}
	if len(scope.Tournaments) == 0 {
		return league.Errorf(league.NotFound, "There is no such competition, or no such edition of it.")
	}
	return o.Export(ctx, out, scope)
}

// mayTake says whether somebody may take a tournament out, and the matches in it. It is the one
// place where exports ask that.
func mayTake(viewer league.Player, t league.Tournament) bool { return true }
