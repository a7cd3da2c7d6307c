package office

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"kickabout/engine"
	"kickabout/engine/analysis"
	"kickabout/league"
	"kickabout/league/formats/ladder"
)

// Analyses keeps what finished matches were worth.
type Analyses interface {
	// ClaimAnalysis takes up a finished match that a judge of a version has not seen to, for the time of
	// a lease. It returns its id and how often it has been taken up; "" if there is none now.
	ClaimAnalysis(ctx context.Context, version int, lease time.Duration) (match string, tries int, err error)
	// PutAnalysis keeps what a match was worth, unless a judge that is as new has done so already.
	PutAnalysis(ctx context.Context, a league.Analysis) error
	// FailAnalysis notes why an analysis failed; it is taken up again after a time, never if that is 0.
	FailAnalysis(ctx context.Context, match string, version int, problem string, after time.Duration) error
	// Analysis returns what a match was worth as far as that is known.
	Analysis(ctx context.Context, match string) (league.Analysis, error)
	// WorthOf sums up by game what a player's analysed matches against people were worth.
	WorthOf(ctx context.Context, player string) ([]league.WorthSum, error)
	// WorthIn sums up what the analysed matches of a tournament, or some of them, were worth to each of its
	// people.
	WorthIn(ctx context.Context, of league.WorthScope) ([]league.PlayerWorth, error)
	// Fortunes finds who had most and least luck in the analysed rated matches of a pool since a moment, of
	// those who played least of them, at most limit each.
	Fortunes(ctx context.Context, pool league.Pool, from time.Time, least, limit int) (lucky, unlucky []league.PlayerWorth, err error)
}

const (
	analysisLease = 20 * time.Second // of who makes one; who needs longer does it beside somebody else
	analysisTries = 4                // until it is given up
	analysisPause = 20 * time.Second // after the first failure; twice as long each time
)

// A Judge values finished matches.
type Judge struct {
	Version int // goes up whenever it comes to value matches otherwise
	Analyse func(r engine.Record, points [2]int) (analysis.Analysis, error)
}

// StandardJudge is the one of engine/analysis.
func StandardJudge() Judge { return Judge{analysis.Version, analysis.Analyse} }

// AnalyseNext makes one analysis that is due, the latest match first; false if there is none. One that
// fails is tried again later, and given up in the end.
func (o *Office) AnalyseNext(ctx context.Context) (worked bool, err error) {
	id, tries, err := o.store.ClaimAnalysis(ctx, o.Judge.Version, analysisLease)
	if err != nil || id == "" {
		return false, err
	}
	err = safely(func() error { return o.analyse(ctx, id) })
	if err == nil || ctx.Err() != nil {
		return true, err
	}
	after := analysisPause << (tries - 1)
	if tries >= analysisTries {
		after = 0
	}
	return true, fmt.Errorf("analysing match %s: %w", id, errors.Join(err, o.store.FailAnalysis(ctx, id, o.Judge.Version, err.Error(), after)))
}

// analyse finds what a match was worth and keeps it.
func (o *Office) analyse(ctx context.Context, id string) error {
	m, err := o.store.Match(ctx, id)
	if err != nil {
		return err
	}
	v, err := o.replay(m)
	if err != nil {
		return err
	}
	points, err := thousandths(v.Record.Outcome())
	if err != nil {
		return err
	}
	found, err := o.Judge.Analyse(v.Record, points)
	if err != nil {
		return err
	}
	text, err := json.Marshal(found)
	if err != nil {
		return err
	}
	a := league.Analysis{Match: id, Version: o.Judge.Version, Made: o.Now(), Text: string(text)}
	for seat := range a.Seats {
		side := v.Record.SideOf(seat)
		a.Seats[seat] = league.Worth{
			Points: points[side-1], Luck: found.Luck(side), Cost: found.Cost(side), Decisions: found.Decisions(side), Adjusted: found.Adjusted(side),
		}
	}
	return o.store.PutAnalysis(ctx, a)
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
	View
	State AnalysisState
	Found analysis.Analysis // zero unless State is AnalysisMade
	Worth [2]league.Worth   // by seat
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
func (o *Office) Analysis(ctx context.Context, id string) (Analysed, error) {
	v, err := o.Match(ctx, id)
	if err != nil {
		return Analysed{}, err
	}
	if !v.Record.Next().Over() {
		return Analysed{View: v}, league.Errorf(league.Stale, "This game is still going on. What it was worth is worked out when it is over.")
	}
	if e := v.Record.Outcome().Ending; e == engine.Void || e == engine.DoubleForfeit {
		return Analysed{View: v, State: AnalysisNone}, nil
	}
	a, err := o.store.Analysis(ctx, id)
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

// WorthOf sums up by game what a player's matches against people were worth to him.
func (o *Office) WorthOf(ctx context.Context, player string) ([]league.WorthSum, error) {
	return o.store.WorthOf(ctx, player)
}

// WorthIn sums up what the matches of a tournament, or some of them, were worth to each of its people;
// league.NotFound if there is none.
func (o *Office) WorthIn(ctx context.Context, of league.WorthScope) ([]league.PlayerWorth, error) {
	if _, _, err := o.TournamentReached(ctx, of.Tournament); err != nil {
		return nil, err
	}
	return o.store.WorthIn(ctx, of)
}

// EditionWorth likewise sums up the matches of an edition, or of one of its groups; league.NotFound if
// there is none, or it has not started.
func (o *Office) EditionWorth(ctx context.Context, c league.Competition, edition string, g league.Group) ([]league.PlayerWorth, error) {
	t, err := o.store.TournamentGroup(ctx, editionID(c, edition), g)
	switch {
	case err == nil && t.Started.IsZero(), league.KindOf(err) == league.NotFound:
		return nil, league.Errorf(league.NotFound, "There is no such season.")
	case err == nil && g != "" && len(t.Entries) == 0:
		return nil, league.Errorf(league.NotFound, "There is no such group.")
	case err != nil:
		return nil, err
	}
	return o.store.WorthIn(ctx, league.WorthScope{Tournament: t.ID, Group: g})
}

// LadderLuckSpan is how far back the luck and skill of a ladder goes.
const LadderLuckSpan = 90 * 24 * time.Hour

// LadderWorth likewise sums up the matches of a ladder that ended in a month (UTC), given by any moment in it; zero: in
// the last LadderLuckSpan. Nothing before the ladder has opened.
func (o *Office) LadderWorth(ctx context.Context, c league.Competition, month time.Time) ([]league.PlayerWorth, error) {
	of := league.WorthScope{Tournament: editionID(c, ladder.Edition), From: o.Now().Add(-LadderLuckSpan)}
	if !month.IsZero() {
		y, m, _ := month.UTC().Date()
		of.From = time.Date(y, m, 1, 0, 0, 0, 0, time.UTC)
		of.To = of.From.AddDate(0, 1, 0)
	}
	return o.store.WorthIn(ctx, of)
}

// Who is among the fortunes of a month, and how many are.
const (
	fortuneMatches = 3
	fortunesShown  = 3
)

// Fortunes finds who had most and least luck this month (UTC) in the rated matches of a pool between people.
func (o *Office) Fortunes(ctx context.Context, pool league.Pool) (f league.Fortunes, err error) {
	now := o.Now().UTC()
	f.Month = time.Date(now.Year(), now.Month(), 1, 0, 0, 0, 0, time.UTC)
	f.Lucky, f.Unlucky, err = o.store.Fortunes(ctx, pool, f.Month, fortuneMatches, fortunesShown)
	return f, err
}
