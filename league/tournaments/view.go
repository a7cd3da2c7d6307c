package tournaments

import (
	"context"
	"fmt"
	"slices"
	"time"

	"kickabout/league"
	"kickabout/league/bracket"
	"kickabout/league/formats/teams"
	"kickabout/league/play"
	"kickabout/league/table"
)

// TournamentView is a tournament as it stands.
type TournamentView struct {
	Tournament league.Tournament
	Format     league.FormatInfo
	Matches    []league.Match   // by key, without logs; nil before the start
	Rows       []league.Row     // the table of a tournament of one group; nil before the start
	Groups     []GroupView      // all tables; nil before the start, and of a rolling one
	Bracket    *bracket.Bracket // of a knock-out that is drawn; else nil
	Teams      *teams.League    // of a tournament of teams that has started; else nil
	Drawing    *league.Drawing  // of one that is drawn round by round, once it has started; else nil
	Table      *table.Table     // of the whole of it, likewise
	Joins      bool             // somebody can enter it now, although it is played
}

// Staged says that the groups of a tournament, if there are any, are one of its stages.
func (v TournamentView) Staged() bool {
	_, staged := stagesOf(v.Tournament)
	return staged
}

// GroupView is one group of a tournament as it stands.
type GroupView struct {
	Group   league.Group
	Matches []league.Match // by key, without logs
	Rows    []league.Row
	Table   *table.Table // with all that can be asked of it; nil where the format has only rows
}

// LogShown is how much of a tournament's log a view holds: of a rolling one the latest
// events, of any other all.
const LogShown = 200

// Tournament returns a tournament with its log and tables. Matches that are overdue are
// settled first.
func (s *Tournaments) Tournament(ctx context.Context, viewer league.Viewer, id string) (TournamentView, error) {
	t, err := s.store.Tournament(ctx, viewer, id)
	if err != nil {
		return TournamentView{}, err
	}
	v, err := s.Tables(ctx, viewer, t)
	if err != nil {
		return TournamentView{}, err
	}
	after := 0
	if t.Rolling {
		after = max(0, v.Tournament.Last-LogShown)
	}
	v.Tournament.Log, err = s.store.TournamentLog(ctx, viewer, id, after, v.Tournament.Last-after)
	return v, err
}

// Tables returns a tournament that was read with its tables, without its log.
func (s *Tournaments) Tables(ctx context.Context, viewer league.Viewer, t league.Tournament) (TournamentView, error) {
	format, err := play.FormatOf(t)
	if err != nil {
		return TournamentView{}, err
	}
	v := TournamentView{Tournament: t, Format: format.Info()}
	if t.Started.IsZero() {
		return v, nil
	}
	err = s.addPlay(ctx, viewer, &v, format)
	return v, err
}

// addPlay adds what there is of a tournament that has started: its matches, and all that they come to.
func (s *Tournaments) addPlay(ctx context.Context, viewer league.Viewer, v *TournamentView, format league.Format) (err error) {
	if !v.Tournament.Rolling {
		if err := s.addTables(ctx, viewer, v, format); err != nil {
			return err
		}
	}
	sheet := s.SheetOf(v.Tournament, "", v.Matches, s.core.Now())
	if bracketed, ok := format.(bracket.Bracketed); ok {
		if v.Bracket, err = bracketed.Bracket(sheet); err != nil {
			return err
		}
	}
	if v.Teams, err = s.leagueOf(v.Tournament, v.Matches); err != nil {
		return err
	}
	if byRounds, ok := format.(league.ByRounds); ok {
		return v.inRounds(byRounds, sheet)
	}
	return nil
}

// addTables adds the matches of a tournament and its tables.
func (s *Tournaments) addTables(ctx context.Context, viewer league.Viewer, v *TournamentView, format league.Format) (err error) {
	id := v.Tournament.ID
	if v.Matches, err = s.matches.AsDue(ctx, viewer)(s.store.Fixtures(ctx, viewer, id)); err != nil {
		return err
	}
	if v.Tournament.State == league.Running && allOver(v.Matches) { // it may have just been finished
		if v.Tournament, err = s.store.Tournament(ctx, viewer, id); err != nil {
			return err
		}
	}
	if v.Groups, err = s.Groups(v.Tournament, format, v.Matches, s.core.Now()); err != nil {
		return err
	}
	if len(v.Groups) == 1 && v.Groups[0].Group == v.Tournament.Groups()[0] {
		v.Rows = v.Groups[0].Rows
	} else if _, staged := stagesOf(v.Tournament); staged {
		if v.Rows, err = format.Table(s.SheetOf(v.Tournament, "", v.Matches, s.core.Now()), ""); err != nil {
			return err
		}
	}
	v.Matches = league.Latest(v.Matches)
	return nil
}

// Groups returns the tables of a tournament's groups.
func (s *Tournaments) Groups(t league.Tournament, format league.Format, matches []league.Match, now time.Time) ([]GroupView, error) {
	parts := ByGroup(matches)
	var views []GroupView
	if staged, ok := format.(league.Staged); ok {
		whole := s.SheetOf(t, "", matches, now)
		for _, g := range staged.Groups(whole) {
			v := GroupView{Group: g, Matches: league.Latest(parts[g])}
			if err := s.rank(&v, t.ID, format, staged.Part(whole, g)); err != nil {
				return nil, fmt.Errorf("tournament %s, group %q: %w", t.ID, g, err)
			}
			views = append(views, v)
		}
		return views, nil
	}
	apart := t.ByGroup()
	for _, g := range t.Groups() {
		v := GroupView{Group: g, Matches: league.Latest(parts[g])}
		if err := s.rank(&v, t.ID, format, s.SheetOf(apart[g], g, v.Matches, now)); err != nil {
			return nil, fmt.Errorf("tournament %s, group %q: %w", t.ID, g, err)
		}
		views = append(views, v)
	}
	return views, nil
}

// rank adds the table of a group of a tournament.
func (s *Tournaments) rank(v *GroupView, tournament string, format league.Format, sheet league.Sheet) (err error) {
	ranked, ok := format.(table.Ranked)
	if !ok {
		v.Rows, err = format.Table(sheet, v.Group)
		return err
	}
	if s.Afresh {
		v.Table, err = ranked.Standings(sheet)
	} else {
		v.Table, err = s.tables.of(tournament, ranked, sheet)
	}
	if err == nil {
		v.Rows = slices.Clone(v.Table.Rows())
	}
	return err
}
