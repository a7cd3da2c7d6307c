package web

import (
	"context"
	"strconv"
	"time"

	"kickabout/league"
	"kickabout/league/office"
)

// tournamentsListed is the most tournaments that an answer lists.
const tournamentsListed = 100

type tournamentsQuery struct {
	State league.TournamentState `query:"state" enum:"registration,running,finished,cancelled" default:"registration"`
}

type tournamentsBody struct {
	Tournaments []tournamentBody `json:"tournaments" doc:"The latest first, at most 100."`
}

// tournamentBody is a tournament as programs see it.
type tournamentBody struct {
	ID        string                 `json:"id"`
	State     league.TournamentState `json:"state" enum:"registration,running,finished,cancelled"`
	Name      string                 `json:"name"`
	Format    string                 `json:"format"`
	Game      string                 `json:"game"`
	Variant   string                 `json:"variant"`
	Clock     string                 `json:"clock"`
	Places    int                    `json:"places" doc:"How many entries it takes."`
	Cycles    int                    `json:"cycles" doc:"How often each pair meets."`
	Start     string                 `json:"start" enum:"full,organiser" doc:"It starts as soon as it is full, or when the organiser says so."`
	Organiser string                 `json:"organiser"`
	Created   time.Time              `json:"created"`
	Started   *time.Time             `json:"started,omitempty"`
	Ended     *time.Time             `json:"ended,omitempty"`
	Entries   []string               `json:"entries" doc:"As they entered; from the start on by seed."`
	Winners   []string               `json:"winners,omitempty"`
	Table     []rowBody              `json:"table,omitempty" doc:"Only where one tournament is asked for, once it has started."`
	Fixtures  []fixtureBody          `json:"fixtures,omitempty" doc:"Likewise."`
}

type rowBody struct {
	Rank   int     `json:"rank" doc:"Players who are level share it."`
	Player string  `json:"player"`
	Points float64 `json:"points"`
	SON    float64 `json:"son" doc:"The first tie-break: for each match, the points times the opponent's points."`
	Played int     `json:"played"`
	Won    int     `json:"won"`
	Drawn  int     `json:"drawn"`
	Lost   int     `json:"lost"`
	Open   int     `json:"open" doc:"Matches that are not over yet."`
}

type fixtureBody struct {
	Key   string    `json:"key" doc:"Its place in the draw."`
	Match matchLine `json:"match"`
}

func tournamentOf(t league.Tournament) tournamentBody {
	b := tournamentBody{
		ID: t.ID, State: t.State, Name: t.Name, Format: t.Format, Game: t.Game, Variant: t.Variant, Clock: t.Control,
		Places: t.Places, Cycles: t.Cycles, Start: office.StartOrganiser, Organiser: nameOf(t.Organiser), Created: t.Created, Entries: []string{},
	}
	if t.WhenFull {
		b.Start = office.StartFull
	}
	if !t.Started.IsZero() {
		b.Started = &t.Started
	}
	if !t.Ended.IsZero() {
		b.Ended = &t.Ended
	}
	for _, e := range t.Entries {
		b.Entries = append(b.Entries, nameOf(e.Player))
	}
	for _, p := range t.Winners() {
		b.Winners = append(b.Winners, nameOf(p))
	}
	return b
}

// apiTournaments lists tournaments in a state.
func (s *site) apiTournaments(ctx context.Context, _ caller, in *tournamentsQuery) (*reply[tournamentsBody], error) {
	tournaments, err := s.office.Tournaments(ctx, in.State, tournamentsListed)
	if err != nil {
		return nil, err
	}
	list := tournamentsBody{Tournaments: make([]tournamentBody, len(tournaments))}
	for i, t := range tournaments {
		list.Tournaments[i] = tournamentOf(t)
	}
	return &reply[tournamentsBody]{list}, nil
}

type tournamentPath struct {
	ID string `path:"id" maxLength:"64"`
}

// apiTournament shows a tournament with its table and its matches.
func (s *site) apiTournament(ctx context.Context, who caller, in *tournamentPath) (*reply[tournamentBody], error) {
	v, err := s.office.Tournament(ctx, in.ID)
	if err != nil {
		return nil, err
	}
	b, names := tournamentOf(v.Tournament), map[string]string{}
	for _, e := range v.Tournament.Entries {
		names[e.Player.ID] = nameOf(e.Player)
	}
	for _, r := range v.Rows {
		b.Table = append(b.Table, rowBody{r.Rank, names[r.Player], float64(r.Points) / 10, float64(r.SON) / 100, r.Played, r.Won, r.Drawn, r.Lost, r.Open})
	}
	for _, m := range v.Matches {
		b.Fixtures = append(b.Fixtures, fixtureBody{m.Fixture, lineOf(m, who.player)})
	}
	return &reply[tournamentBody]{b}, nil
}

type createRequest struct {
	Body struct {
		Name    string `json:"name"`
		Format  string `json:"format" doc:"As in roundrobin."`
		Game    string `json:"game"`
		Variant string `json:"variant"`
		Clock   string `json:"clock"`
		Places  int    `json:"places"`
		Cycles  int    `json:"cycles"`
		Start   string `json:"start" doc:"full or organiser."`
		Playing bool   `json:"playing,omitempty" doc:"You enter yourself."`
	}
}

// apiCreate opens a tournament for entry.
func (s *site) apiCreate(ctx context.Context, who caller, in *createRequest) (*created[tournamentBody], error) {
	t, err := s.office.CreateTournament(ctx, who.player, office.TournamentProposal{
		Reservation: s.office.ReserveTournament(), Name: in.Body.Name, Format: in.Body.Format, Rules: in.Body.Game + "/" + in.Body.Variant,
		Places: strconv.Itoa(in.Body.Places), Cycles: strconv.Itoa(in.Body.Cycles), Control: in.Body.Clock, Start: in.Body.Start, Playing: in.Body.Playing,
	})
	if err != nil {
		return nil, err
	}
	return &created[tournamentBody]{apiRoot + "/tournaments/" + t.ID, tournamentOf(t)}, nil
}

type botPath struct {
	ID  string `path:"id" maxLength:"64"`
	Bot string `path:"bot" maxLength:"64" doc:"As in bot:greedy."`
}

// The acts of players and organisers. Each answers with the tournament as it stands then.

func (s *site) apiEnter(ctx context.Context, who caller, in *tournamentPath) (*reply[tournamentBody], error) {
	return s.afterAct(ctx, who, in.ID, s.office.EnterTournament(ctx, who.player, in.ID))
}

func (s *site) apiLeave(ctx context.Context, who caller, in *tournamentPath) (*reply[tournamentBody], error) {
	return s.afterAct(ctx, who, in.ID, s.office.LeaveTournament(ctx, who.player, in.ID))
}

func (s *site) apiStart(ctx context.Context, who caller, in *tournamentPath) (*reply[tournamentBody], error) {
	return s.afterAct(ctx, who, in.ID, s.office.StartTournament(ctx, who.player, in.ID))
}

func (s *site) apiCancel(ctx context.Context, who caller, in *tournamentPath) (*reply[tournamentBody], error) {
	return s.afterAct(ctx, who, in.ID, s.office.CancelTournament(ctx, who.player, in.ID))
}

func (s *site) apiInviteBot(ctx context.Context, who caller, in *botPath) (*reply[tournamentBody], error) {
	return s.afterAct(ctx, who, in.ID, s.office.InviteBot(ctx, who.player, in.ID, in.Bot))
}

func (s *site) apiRemoveBot(ctx context.Context, who caller, in *botPath) (*reply[tournamentBody], error) {
	return s.afterAct(ctx, who, in.ID, s.office.RemoveBot(ctx, who.player, in.ID, in.Bot))
}

func (s *site) afterAct(ctx context.Context, who caller, id string, err error) (*reply[tournamentBody], error) {
	if err != nil {
		return nil, err
	}
	return s.apiTournament(ctx, who, &tournamentPath{id})
}
