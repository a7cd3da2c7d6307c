package tournament

import (
	"context"

	"kickabout/cmd/internal/web/api"
	"kickabout/league"
	"kickabout/league/odds"
	contests "kickabout/league/tournaments"
	"kickabout/views/ui"
)

type oddsPath struct {
	ID    string `path:"id" maxLength:"64"`
	Group string `query:"group" maxLength:"64" doc:"As in d2-g3; of a tournament of several groups it must be named."`
}

// OddsBody is how a group will probably end.
type OddsBody struct {
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

// APIOdds shows how a tournament of one group, or one of its groups, will probably end.
func (s *API) APIOdds(ctx context.Context, who api.Caller, in *oddsPath) (*api.Reply[OddsBody], error) {
	v, err := s.office.Tournament(ctx, league.Of(who.Player), in.ID)
	if err != nil {
		return nil, err
	}
	for _, g := range v.Groups {
		if len(v.Groups) == 1 && in.Group == "" || in.Group != "" && g.Group == ui.GroupOfURL(in.Group) {
			return s.oddsOf(ctx, v.Tournament, g)
		}
	}
	if len(v.Groups) == 0 && in.Group == "" { // not drawn yet
		return s.oddsOf(ctx, v.Tournament, contests.GroupView{})
	}
	return nil, league.Errorf(league.NotFound, "There is no such group. Name one of the tournament's groups, as in d2-g3.")
}

func (s *API) oddsOf(ctx context.Context, t league.Tournament, g contests.GroupView) (*api.Reply[OddsBody], error) {
	given, err := s.office.Odds(ctx, t, g)
	return &api.Reply[OddsBody]{Body: OddsOf(given, NamesIn(t))}, err
}

// OddsOf describes how a group will probably end; without odds, what it takes that there are some.
func OddsOf(given *odds.Group, names map[string]string) OddsBody {
	b := OddsBody{Needed: odds.Enough, Players: []chancesBody{}}
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
