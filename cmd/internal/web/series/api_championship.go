package series

import (
	"context"
	"encoding/json"
	"time"

	"kickabout/cmd/internal/web/api"
	"kickabout/cmd/internal/web/tournament"
	"kickabout/league"
	"kickabout/league/formats/championship"
	"kickabout/views/series"
	shown "kickabout/views/tournament"
	"kickabout/views/ui"
)

type championshipsBody struct {
	Championships []championshipBody `json:"championships"`
	Next          string             `json:"next,omitempty" doc:"The cursor of the next page, if there is one."`
}

// championshipBody is a championship with its seasons.
type championshipBody struct {
	Game    string       `json:"game"`
	Variant string       `json:"variant"`
	Seasons []seasonBody `json:"seasons" doc:"By their opening."`
}

type seasonBody struct {
	Season     string                 `json:"season" doc:"The month in which it was to start, as in 2027-05."`
	Tournament string                 `json:"tournament" doc:"The id under which it is entered and left."`
	State      league.TournamentState `json:"state" enum:"registration,running,finished,cancelled"`
	Starts     time.Time              `json:"starts"`
	Closes     time.Time              `json:"closes" doc:"Nobody enters from then on."`
	Started    *time.Time             `json:"started,omitempty"`
	Ended      *time.Time             `json:"ended,omitempty"`
	Players    int                    `json:"players"`
	Groups     []string               `json:"groups,omitempty" doc:"As in d2-g3: group 3 of division 2."`
	Champion   string                 `json:"champion,omitempty"`
	Asterisk   string                 `json:"asterisk,omitempty" doc:"Why there is one: somebody was expelled for cheating after it had ended."`
}

// APIChampionships lists the championships with their seasons.
func (s *Championships) APIChampionships(ctx context.Context, who api.Caller, in *api.Page) (*api.Reply[championshipsBody], error) {
	b := championshipsBody{Championships: []championshipBody{}}
	shown, err := s.office.Shown(ctx)
	if err != nil {
		return nil, err
	}
	for _, k := range shown {
		if k.Format != championship.ID {
			continue
		}
		seasons, err := s.office.Editions(ctx, league.Of(who.Player), k, time.Time{})
		if err != nil {
			return nil, err
		}
		list := championshipBody{Game: k.Game, Variant: k.Variant, Seasons: []seasonBody{}}
		for _, t := range seasons {
			list.Seasons = append(list.Seasons, seasonBodyOf(t))
		}
		b.Championships = append(b.Championships, list)
	}
	b.Championships, b.Next, err = api.Part(b.Championships, *in, func(c championshipBody) string { return c.Game + "/" + c.Variant })
	return &api.Reply[championshipsBody]{Body: b}, err
}

func seasonBodyOf(t league.Tournament) seasonBody {
	b := seasonBody{Season: t.Edition, Tournament: t.ID, State: t.State, Starts: t.Starts, Closes: t.Closes, Players: len(t.Entries), Asterisk: shown.AsteriskText(t)}
	if !t.Started.IsZero() {
		b.Started = &t.Started
		for _, g := range t.Groups() {
			b.Groups = append(b.Groups, ui.GroupPath(g))
		}
	}
	if !t.Ended.IsZero() {
		b.Ended = &t.Ended
	}
	for _, e := range t.Entries {
		if e.Winner && e.Group == championship.GroupName(1, 1) {
			b.Champion = api.NameOf(e.Player)
		}
	}
	return b
}

type seasonPath struct {
	Game    string `path:"game" maxLength:"64"`
	Variant string `path:"variant" maxLength:"64"`
	Season  string `path:"season" maxLength:"64"`
}

type seasonGroupPath struct {
	Game    string `path:"game" maxLength:"64"`
	Variant string `path:"variant" maxLength:"64"`
	Season  string `path:"season" maxLength:"64"`
	Group   string `path:"group" maxLength:"64" doc:"As in d2-g3: group 3 of division 2."`
}

// APISeason shows the tables of a season.
func (s *Championships) APISeason(ctx context.Context, who api.Caller, in *seasonPath) (*api.Reply[json.RawMessage], error) {
	season, err := s.seasonInput(ctx, league.Of(who.Player), in.Game, in.Variant, in.Season)
	if err != nil {
		return nil, err
	}
	tables, err := series.PyramidJSON(season)
	return &api.Reply[json.RawMessage]{Body: tables}, err
}

// APISeasonGroup shows the table and the matches of a group of a season.
func (s *Championships) APISeasonGroup(ctx context.Context, who api.Caller, in *seasonGroupPath) (*api.Reply[json.RawMessage], error) {
	group, err := s.groupInput(ctx, league.Of(who.Player), in.Game, in.Variant, in.Season, in.Group)
	if err != nil {
		return nil, err
	}
	table, err := series.GroupJSON(group)
	return &api.Reply[json.RawMessage]{Body: table}, err
}

// APIConfirm is that a player of a championship's next season stays.
func (s *Championships) APIConfirm(ctx context.Context, who api.Caller, in *tournament.TournamentPath) (*api.Reply[tournament.TournamentBody], error) {
	return s.programs.AfterAct(ctx, who, in.ID, s.office.Confirm(ctx, who.Player, in.ID))
}

// APISeasonOdds shows how a group of a season will probably end.
func (s *Championships) APISeasonOdds(ctx context.Context, who api.Caller, in *seasonGroupPath) (*api.Reply[tournament.OddsBody], error) {
	group, err := s.groupInput(ctx, league.Of(who.Player), in.Game, in.Variant, in.Season, in.Group)
	if err != nil {
		return nil, err
	}
	return &api.Reply[tournament.OddsBody]{Body: tournament.OddsOf(group.Groups[0].Odds, tournament.NamesIn(group.Tournament))}, nil
}
