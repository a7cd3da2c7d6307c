package insight

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"kickabout/engine"
	"kickabout/engine/analysis"
	"kickabout/league"
	"kickabout/league/assessment"
	"kickabout/league/core"
	"kickabout/league/formats/ladder"
	"kickabout/league/play"
	"kickabout/league/tournaments"
)

const (
	analysisLease = 20 * time.Second // of who makes one; who needs longer does it beside somebody else
	analysisTries = 4                // until it is given up
	analysisPause = 20 * time.Second // after the first failure; twice as long each time
)

// A Judge values finished matches.
type Judge struct {
	Version int // goes up whenever it comes to value matches otherwise
	Analyse func(r engine.Record, points [2]int, between func()) (analysis.Analysis, error)
}

// StandardJudge is the one of engine/analysis.
func StandardJudge() Judge { return Judge{analysis.Version, analysis.Analyse} }

// AnalyseNext makes one analysis that is due, the latest match first; false if there is none. One that
// fails is tried again later, and given up in the end.
func (s *Analyses) AnalyseNext(ctx context.Context) (worked bool, err error) {
	id, tries, err := s.store.ClaimAnalysis(ctx, s.Judge.Version, analysisLease)
	if err != nil || id == "" {
		return false, err
	}
	err = core.Safely(func() error { return s.analyse(ctx, id) })
	if err == nil || ctx.Err() != nil {
		return true, err
	}
	after := analysisPause << (tries - 1)
	if tries >= analysisTries {
		after = 0
	}
	return true, fmt.Errorf("analysing match %s: %w", id, errors.Join(err, s.store.FailAnalysis(ctx, id, s.Judge.Version, err.Error(), after)))
}

// analyse finds what a match was worth and keeps it.
func (s *Analyses) analyse(ctx context.Context, id string) error {
	m, err := s.store.Match(ctx, league.Site(), id)
	if err != nil {
		return err
	}
	if m.Locked {
		return league.ErrLocked()
	}
	v, err := s.matches.Replay(m)
	if err != nil {
		return err
	}
	points, err := thousandths(v.Record.Outcome())
	if err != nil {
		return err
	}
	rests := s.core.Now().Add(analysisLease / 2) // until then it has time for others
	found, err := s.Judge.Analyse(v.Record, points, func() {
		if s.core.Yield != nil && s.core.Now().Before(rests) {
			s.core.Yield(ctx)
		}
	})
	if err != nil {
		return err
	}
	text, err := json.Marshal(found)
	if err != nil {
		return err
	}
	a := assessment.Analysis{Match: id, Version: s.Judge.Version, Made: s.core.Now(), Text: string(text)}
	for seat := range a.Seats {
		side := v.Record.SideOf(seat)
		a.Seats[seat] = assessment.LuckSplit{
			Points: points[side-1], Luck: found.Luck(side), Cost: found.Cost(side), Decisions: found.Decisions(side), Given: found.Given(side), Adjusted: found.Adjusted(side),
		}
	}
	return s.store.PutAnalysis(ctx, a)
}

// thousandths prices an ending for First and Second in thousandths of a point, by the site's own
// prices whatever a tournament pays: analyses of all matches compare.
func thousandths(outcome engine.Outcome) (points [2]int, err error) {
	paid, ok := league.Standard().Points(outcome)
	if !ok {
		return points, fmt.Errorf("the ending %q has no price", outcome.Ending)
	}
	for i, p := range paid {
		points[i] = int(p) * 100
	}
	return points, nil
}

// Analysed is what a finished match was worth, if that is known.
type Analysed struct {
	play.View
	State AnalysisState
	Found analysis.Analysis       // zero unless State is AnalysisMade
	Worth [2]assessment.LuckSplit // by seat
}

// AnalysisState says how far an analysis is.
type AnalysisState string

// The states.
const (
	AnalysisDue    AnalysisState = "due"    // somebody is at it, or will be soon
	AnalysisMade   AnalysisState = "made"   // it is there
	AnalysisFailed AnalysisState = "failed" // it could not be made, and is not tried any more
	AnalysisNone   AnalysisState = "none"   // the match was worth nothing: it is void
)

// Analysis returns what a finished match was worth. Of a match that goes on nothing is said: the
// error is of kind league.Stale.
func (s *Analyses) Analysis(ctx context.Context, viewer league.Viewer, id string) (Analysed, error) {
	v, err := s.matches.Match(ctx, viewer, id)
	if err != nil {
		return Analysed{}, err
	}
	if !v.Record.Next().Over() {
		return Analysed{View: v}, league.Errorf(league.Stale, "This game is still going on. What it was worth is worked out when it is over.")
	}
	if e := v.Record.Outcome().Ending; e == engine.Void || e == engine.DoubleForfeit {
		return Analysed{View: v, State: AnalysisNone}, nil
	}
	a, err := s.store.Analysis(ctx, viewer, id)
	if err != nil {
		return Analysed{}, err
	}
	found := Analysed{View: v, State: AnalysisDue, Worth: a.Seats}
	switch {
	case a.Text != "":
		found.State = AnalysisMade
		err = json.Unmarshal([]byte(a.Text), &found.Found)
	case a.GivenUp():
		found.State = AnalysisFailed
	}
	return found, err
}

// Worth returns by seat what a finished match was worth; false while that is not known.
func (s *Analyses) Worth(ctx context.Context, viewer league.Viewer, id string) (worth [2]assessment.LuckSplit, known bool, err error) {
	a, err := s.store.Analysis(ctx, viewer, id)
	return a.Seats, err == nil && a.Text != "", err
}

// LuckOf sums up by game what a player's matches against people were worth to them.
func (s *Analyses) LuckOf(ctx context.Context, viewer league.Viewer, player string) ([]assessment.LuckSum, error) {
	return s.store.LuckOf(ctx, viewer, player)
}

// LuckIn sums up what the matches of a tournament, or some of them, were worth to each of its people;
// league.NotFound if there is none.
func (s *Analyses) LuckIn(ctx context.Context, viewer league.Viewer, of assessment.LuckScope) ([]assessment.PlayerLuck, error) {
	if _, _, err := s.tournaments.TournamentReached(ctx, viewer, of.Tournament); err != nil {
		return nil, err
	}
	return s.store.LuckIn(ctx, viewer, of)
}

// EditionLuck likewise sums up the matches of an edition, or of one of its groups; league.NotFound if
// there is none, or it has not started.
func (s *Analyses) EditionLuck(ctx context.Context, viewer league.Viewer, c league.Competition, edition string, g league.Group) ([]assessment.PlayerLuck, error) {
	t, err := s.store.TournamentGroup(ctx, viewer, tournaments.EditionID(c, edition), g)
	switch {
	case err == nil && t.Started.IsZero(), league.KindOf(err) == league.NotFound:
		return nil, league.Errorf(league.NotFound, "There is no such season.")
	case err == nil && g != "" && len(t.Entries) == 0:
		return nil, league.Errorf(league.NotFound, "There is no such group.")
	case err != nil:
		return nil, err
	}
	return s.store.LuckIn(ctx, viewer, assessment.LuckScope{Tournament: t.ID, Group: g})
}

// LadderLuckSpan is how far back the luck and skill of a ladder goes.
const ladderLuckSpan = 90 * 24 * time.Hour

// LadderLuck likewise sums up the matches of a ladder that ended in a month (UTC), given by any moment in it; zero: in
// the last LadderLuckSpan. Nothing before the ladder has opened.
func (s *Analyses) LadderLuck(ctx context.Context, viewer league.Viewer, c league.Competition, month time.Time) ([]assessment.PlayerLuck, error) {
	of := assessment.LuckScope{Tournament: tournaments.EditionID(c, ladder.Edition), From: s.core.Now().Add(-ladderLuckSpan)}
	if !month.IsZero() {
		y, m, _ := month.UTC().Date()
		of.From = time.Date(y, m, 1, 0, 0, 0, 0, time.UTC)
		of.To = of.From.AddDate(0, 1, 0)
	}
	return s.store.LuckIn(ctx, viewer, of)
}

// Who is in the luck table of a month, and how many are.
const (
	luckTableMatches = 3
	luckTableShown   = 3
)

// LuckTable finds who had most and least luck this month (UTC) in the rated matches of a pool between people.
func (s *Analyses) LuckTable(ctx context.Context, viewer league.Viewer, pool league.Pool) (f assessment.LuckTable, err error) {
	now := s.core.Now().UTC()
	f.Month = time.Date(now.Year(), now.Month(), 1, 0, 0, 0, 0, time.UTC)
	f.Lucky, f.Unlucky, err = s.store.LuckTable(ctx, viewer, pool, f.Month, luckTableMatches, luckTableShown)
	return f, err
}
