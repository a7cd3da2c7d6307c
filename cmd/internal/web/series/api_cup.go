package series

import (
	"context"
	"time"

	"kickabout/cmd/internal/web/api"
	"kickabout/cmd/internal/web/tournament"
	"kickabout/league"
	"kickabout/league/formats/minicup"
	"kickabout/league/formats/monthlycup"
	shown "kickabout/views/tournament"
)

type cupPath struct {
	Game    string `path:"game" maxLength:"64"`
	Variant string `path:"variant" maxLength:"200"`
}

// editionBody is an edition of a cup as programs see it; its table is that of the
// tournament with its id.
type editionBody struct {
	Tournament string                 `json:"tournament" doc:"The id under which it is entered, left and read."`
	Edition    string                 `json:"edition" doc:"Its name in the competition."`
	State      league.TournamentState `json:"state" enum:"registration,running,finished,cancelled"`
	Places     int                    `json:"places"`
	Started    *time.Time             `json:"started,omitempty"`
	Ended      *time.Time             `json:"ended,omitempty"`
	Entries    []string               `json:"entries"`
	Onwards    []string               `json:"onwards,omitempty" doc:"Who goes on from here for certain."`
	Winners    []string               `json:"winners,omitempty"`
	Asterisk   string                 `json:"asterisk,omitempty" doc:"Why there is one: somebody was expelled for cheating after it had ended."`
}

func editionOf(t league.Tournament) editionBody {
	b := editionBody{Tournament: t.ID, Edition: t.Edition, State: t.State, Places: t.Places, Entries: []string{}, Asterisk: shown.AsteriskText(t)}
	if !t.Started.IsZero() {
		b.Started = &t.Started
	}
	if !t.Ended.IsZero() {
		b.Ended = &t.Ended
	}
	for _, e := range t.Entries {
		b.Entries = append(b.Entries, api.NameOf(e.Player))
		if !e.Qualified.IsZero() {
			b.Onwards = append(b.Onwards, api.NameOf(e.Player))
		}
		if e.Winner {
			b.Winners = append(b.Winners, api.NameOf(e.Player))
		}
	}
	return b
}

func editionsOf(list []league.Tournament) []editionBody {
	bodies := make([]editionBody, len(list))
	for i, t := range list {
		bodies[i] = editionOf(t)
	}
	return bodies
}

type miniCupBody struct {
	Editions []editionBody `json:"editions" doc:"Open, running, or ended within a year."`
	Rights   []int         `json:"rights" doc:"The levels above 0 at which you may enter a queue."`
	Honours  []honourBody  `json:"honours" doc:"Levels reached in this calendar year, the highest first."`
}

type honourBody struct {
	Player   string    `json:"player"`
	Level    int       `json:"level"`
	Reached  time.Time `json:"reached"`
	Groups   int       `json:"groups"`
	Asterisk string    `json:"asterisk,omitempty" doc:"Why there is one: somebody was expelled for cheating after the group that led there had ended."`
}

// APIMiniCup shows a mini cup.
func (s *Cups) APIMiniCup(ctx context.Context, who api.Caller, in *cupPath) (*api.Reply[miniCupBody], error) {
	editions, err := s.cupEditions(ctx, league.Of(who.Player), "minicup", in, minicup.Format{}.Memory())
	if err != nil {
		return nil, err
	}
	now := s.office.Now()
	b := miniCupBody{Editions: editionsOf(editions), Rights: []int{}, Honours: []honourBody{}}
	for level := 1; level <= len(editions); level++ {
		if minicup.Right(editions, who.Player.ID, level, now) {
			b.Rights = append(b.Rights, level)
		}
	}
	for _, h := range minicup.Honours(editions, now.UTC().Year()) {
		b.Honours = append(b.Honours, honourBody{api.NameOf(h.Player), h.Level, h.At, h.Groups, shown.AsteriskText(h.By)})
	}
	return &api.Reply[miniCupBody]{Body: b}, nil
}

type monthlyCupBody struct {
	Editions []editionBody `json:"editions" doc:"Open, running, or ended within 550 days: groups, further rounds of months, finals of years."`
	Months   []monthBody   `json:"months" doc:"The latest first."`
}

type monthBody struct {
	Month    string `json:"month" doc:"As in 2027-05."`
	Groups   int    `json:"groups" doc:"That began in it."`
	Winner   string `json:"winner,omitempty"`
	Asterisk string `json:"asterisk,omitempty" doc:"Why there is one: somebody was expelled for cheating after the tournament that decided it had ended."`
}

// APIMonthlyCup shows a monthly cup.
func (s *Cups) APIMonthlyCup(ctx context.Context, who api.Caller, in *cupPath) (*api.Reply[monthlyCupBody], error) {
	editions, err := s.cupEditions(ctx, league.Of(who.Player), "monthlycup", in, monthlycup.Format{}.Memory())
	if err != nil {
		return nil, err
	}
	b := monthlyCupBody{Editions: editionsOf(editions), Months: []monthBody{}}
	for _, m := range monthlycup.Months(editions) {
		line := monthBody{Month: m.Name, Groups: len(m.Groups)}
		if m.Winner != nil {
			line.Winner, line.Asterisk = api.NameOf(*m.Winner), shown.AsteriskText(*m.Last)
		}
		b.Months = append(b.Months, line)
	}
	return &api.Reply[monthlyCupBody]{Body: b}, nil
}

func (s *Cups) cupEditions(ctx context.Context, viewer league.Viewer, format string, in *cupPath, memory time.Duration) ([]league.Tournament, error) {
	c, err := s.office.Competition(format + "/" + in.Game + "/" + in.Variant)
	if err != nil {
		return nil, err
	}
	return s.office.Editions(ctx, viewer, c, s.office.Now().Add(-memory))
}

// APIAgree is the caller's consent to start a queue with those who wait there (R-MC-5).
func (s *Cups) APIAgree(ctx context.Context, who api.Caller, in *tournament.TournamentPath) (*api.Reply[tournament.TournamentBody], error) {
	return s.programs.AfterAct(ctx, who, in.ID, s.office.AgreeToStart(ctx, who.Player, in.ID))
}
