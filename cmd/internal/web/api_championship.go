package web

import (
	"context"
	"encoding/json"
	"time"

	"kickabout/league"
	"kickabout/league/formats/championship"
	"kickabout/views"
)

type championshipsBody struct {
	Championships []championshipBody `json:"championships"`
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

// apiChampionships lists the championships with their seasons.
func (s *site) apiChampionships(ctx context.Context, _ caller, _ *struct{}) (*reply[championshipsBody], error) {
	b := championshipsBody{Championships: []championshipBody{}}
	for _, k := range s.office.Competitions() {
		if k.Format != championship.ID {
			continue
		}
		seasons, err := s.office.Editions(ctx, k, time.Time{})
		if err != nil {
			return nil, err
		}
		list := championshipBody{Game: k.Game, Variant: k.Variant, Seasons: []seasonBody{}}
		for _, t := range seasons {
			list.Seasons = append(list.Seasons, seasonBodyOf(t))
		}
		b.Championships = append(b.Championships, list)
	}
	return &reply[championshipsBody]{b}, nil
}

func seasonBodyOf(t league.Tournament) seasonBody {
	b := seasonBody{Season: t.Edition, Tournament: t.ID, State: t.State, Starts: t.Starts, Closes: t.Closes, Players: len(t.Entries), Asterisk: t.AsteriskText()}
	if !t.Started.IsZero() {
		b.Started = &t.Started
		for _, g := range t.Groups() {
			b.Groups = append(b.Groups, views.GroupPath(g))
		}
	}
	if !t.Ended.IsZero() {
		b.Ended = &t.Ended
	}
	for _, e := range t.Entries {
		if e.Winner && e.Group == championship.GroupName(1, 1) {
			b.Champion = nameOf(e.Player)
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

// apiSeason shows the tables of a season.
func (s *site) apiSeason(ctx context.Context, _ caller, in *seasonPath) (*reply[json.RawMessage], error) {
	season, err := s.seasonInput(ctx, in.Game, in.Variant, in.Season)
	if err != nil {
		return nil, err
	}
	tables, err := views.PyramidJSON(season)
	return &reply[json.RawMessage]{tables}, err
}

// apiSeasonGroup shows the table and the matches of a group of a season.
func (s *site) apiSeasonGroup(ctx context.Context, _ caller, in *seasonGroupPath) (*reply[json.RawMessage], error) {
	group, err := s.groupInput(ctx, in.Game, in.Variant, in.Season, in.Group)
	if err != nil {
		return nil, err
	}
	table, err := views.GroupJSON(group)
	return &reply[json.RawMessage]{table}, err
}

// apiConfirm is that a player of a championship's next season stays.
func (s *site) apiConfirm(ctx context.Context, who caller, in *tournamentPath) (*reply[tournamentBody], error) {
	return s.afterAct(ctx, who, in.ID, s.office.Confirm(ctx, who.player, in.ID))
}
