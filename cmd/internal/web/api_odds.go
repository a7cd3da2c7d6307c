package web

import (
	"context"

	"kickabout/league"
	"kickabout/league/odds"
	"kickabout/league/office"
	"kickabout/views"
)

type oddsPath struct {
	ID    string `path:"id" maxLength:"64"`
	Group string `query:"group" maxLength:"64" doc:"As in d2-g3; of a tournament of several groups it must be named."`
}

// oddsBody is how a group will probably end.
type oddsBody struct {
	Published bool          `json:"published" doc:"There are odds: some match is open, no bot plays, and there are enough games of the variant."`
	Needed    int           `json:"needed" doc:"Matches that a model must come from before odds are published."`
	Model     *modelBody    `json:"model,omitempty" doc:"Where the odds come from."`
	Runs      int           `json:"runs" doc:"How often the open matches were played."`
	Players   []chancesBody `json:"players" doc:"In the order of the table; none where nothing is published."`
}

// modelBody is a model of results: the chance of the k-th way of a match to end, or a better one for
// First, is 1 / (1 + exp(-(cuts[k] + slope x ahead))).
type modelBody struct {
	Game    string     `json:"game"`
	Variant string     `json:"variant"`
	Month   string     `json:"month" doc:"It comes from matches that ended before it, as 2027-05."`
	Matches int        `json:"matches"`
	Rated   bool       `json:"rated" doc:"These are matches that counted for ratings; else all between people."`
	Cuts    [6]float64 `json:"cuts" doc:"Of the ways 5-0, 4-1, 3-2, 2-2, 2-3 and 1-4; the rest is 0-5."`
	Slope   float64    `json:"slope" doc:"For a point of strength by which First is ahead."`
	LogLoss float64    `json:"log_loss" doc:"On a match, judged by what was fitted to others."`
	Base    float64    `json:"base" doc:"The same of the base rates."`
}

type chancesBody struct {
	Player string       `json:"player"`
	Best   int          `json:"best" doc:"The best rank still possible."`
	Worst  int          `json:"worst"`
	Places []chanceBody `json:"places" doc:"The first place first; the probabilities sum to 1."`
}

type chanceBody struct {
	Place       int     `json:"place"`
	Probability float64 `json:"probability"`
	Error       float64 `json:"error" doc:"The standard error of the probability."`
}

// apiOdds shows how a tournament of one group, or one of its groups, will probably end.
func (s *site) apiOdds(ctx context.Context, _ caller, in *oddsPath) (*reply[oddsBody], error) {
	v, err := s.office.Tournament(ctx, in.ID)
	if err != nil {
		return nil, err
	}
	for _, g := range v.Groups {
		if len(v.Groups) == 1 && in.Group == "" || in.Group != "" && g.Group == views.GroupOfURL(in.Group) {
			return s.oddsOf(ctx, v.Tournament, g)
		}
	}
	if len(v.Groups) == 0 && in.Group == "" { // not drawn yet
		return s.oddsOf(ctx, v.Tournament, office.GroupView{})
	}
	return nil, league.Errorf(league.NotFound, "There is no such group. Name one of the tournament's groups, as in d2-g3.")
}

// apiSeasonOdds shows how a group of a season will probably end.
func (s *site) apiSeasonOdds(ctx context.Context, _ caller, in *seasonGroupPath) (*reply[oddsBody], error) {
	group, err := s.groupInput(ctx, in.Game, in.Variant, in.Season, in.Group)
	if err != nil {
		return nil, err
	}
	return &reply[oddsBody]{oddsBodyOf(group.Groups[0].Odds, namesIn(group.Tournament))}, nil
}

func (s *site) oddsOf(ctx context.Context, t league.Tournament, g office.GroupView) (*reply[oddsBody], error) {
	given, err := s.office.Odds(ctx, t, g)
	return &reply[oddsBody]{oddsBodyOf(given, namesIn(t))}, err
}

func oddsBodyOf(given *odds.Group, names map[string]string) oddsBody {
	b := oddsBody{Needed: odds.Enough, Players: []chancesBody{}}
	if given == nil {
		return b
	}
	fit, f := given.Fit, given.Forecast
	b.Published, b.Runs = true, f.Runs
	b.Model = &modelBody{fit.Pool.Game, fit.Pool.Variant, fit.Month, fit.Matches, fit.Rated, fit.Cuts, fit.Slope, fit.LogLoss, fit.Base}
	for _, c := range f.Chances {
		chances := chancesBody{Player: names[c.Player], Best: c.Best, Worst: c.Worst, Places: make([]chanceBody, len(c.Places))}
		for i, p := range c.Places {
			chances.Places[i] = chanceBody{i + 1, p, f.Error(p)}
		}
		b.Players = append(b.Players, chances)
	}
	return b
}
