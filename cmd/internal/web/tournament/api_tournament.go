package tournament

import (
	"context"
	"encoding/json"
	"slices"
	"strconv"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"kickabout/cmd/internal/web/api"
	"kickabout/cmd/internal/web/match"
	"kickabout/engine"
	"kickabout/league"
	"kickabout/league/table"
	"kickabout/league/tiebreak"
	contests "kickabout/league/tournaments"
	"kickabout/views/tournament"
)

type tournamentsQuery struct {
	State  league.TournamentState `query:"state" enum:"registration,running,finished,cancelled" default:"registration" doc:"How far they have come."`
	Game   string                 `query:"game" maxLength:"64" doc:"Of one game only, as in streetsoccer."`
	Format string                 `query:"format" maxLength:"64" doc:"Of one format only, as in swiss."`
	Limit  int                    `query:"limit" minimum:"1" maximum:"100" default:"100" doc:"How many the answer has at most."`
	Cursor string                 `query:"cursor" maxLength:"200" doc:"The next of the page before."`
}

type tournamentsBody struct {
	Tournaments []TournamentBody `json:"tournaments" doc:"The latest first."`
	Next        string           `json:"next,omitempty" doc:"The cursor of the next page, if there is one."`
}

// TournamentBody is a tournament as programs see it.
type TournamentBody struct {
	ID        string                 `json:"id"`
	State     league.TournamentState `json:"state" enum:"registration,running,finished,cancelled"`
	Name      string                 `json:"name"`
	Format    string                 `json:"format"`
	Game      string                 `json:"game"`
	Variant   string                 `json:"variant"`
	Clock     string                 `json:"clock"`
	Places    int                    `json:"places" doc:"How many entries it takes: players, or teams."`
	Cycles    int                    `json:"cycles" doc:"How often each pair meets."`
	Duplicate bool                   `json:"duplicate,omitempty" doc:"Both matches of a pair have the same throws and are kept in step."`
	Start     string                 `json:"start" enum:"full,organiser" doc:"It starts as soon as it is full, or when the organiser says so."`
	Organiser string                 `json:"organiser"`
	Created   time.Time              `json:"created"`
	Started   *time.Time             `json:"started,omitempty"`
	Ended     *time.Time             `json:"ended,omitempty"`
	Private   bool                   `json:"private,omitempty" doc:"Only who is in it, invited or directs it knows of it."`
	CloseWin  bool                   `json:"close_win,omitempty" doc:"A win pays 4-1 where the loser reached all goals but one."`
	Bots      *botsBody              `json:"bots,omitempty" doc:"Whether bots play; missing: none do, and nobody is asked."`
	Entries   []string               `json:"entries" doc:"As they entered; from the start on by seed."`
	Waits     []string               `json:"waits,omitempty" doc:"The waiting players among the entries, the first one first."`
	Asked     *askedBody             `json:"asked,omitempty" doc:"That the caller is asked to play for somebody. Only where one tournament is asked for."`
	Winners   []string               `json:"winners,omitempty"`
	Asterisk  string                 `json:"asterisk,omitempty" doc:"Why there is one: somebody was expelled for cheating after it had ended."`
	Last      int                    `json:"last" doc:"The number of the last event of its log."`
	Profile   string                 `json:"profile" doc:"The order that was chosen: std, lg, football, swiss, fide-rr; empty for points and SON alone."`
	Order     []string               `json:"order" doc:"The codes of the tie-breaks that rank players, the first one first."`
	Table     []rowBody              `json:"table,omitempty" doc:"Only where one tournament is asked for, once it has started."`
	Fixtures  []fixtureBody          `json:"fixtures,omitempty" doc:"Likewise."`
	Groups    []groupBody            `json:"groups,omitempty" doc:"The tables of a first stage. Likewise."`
	Rounds    []tournament.JSONRound `json:"rounds,omitempty" doc:"Of a knock-out that is drawn. Likewise."`
	Teams     *tournament.JSONTeams  `json:"teams,omitempty" doc:"Of a team league. Where one tournament is asked for, from the first team on."`
	Drawn     []tournament.JSONDrawn `json:"drawn,omitempty" doc:"The rounds so far of a tournament that is drawn round by round. Likewise."`

	terms league.TournamentTerms
}

// TransformSchema adds the terms that have no field of their own.
func (TournamentBody) TransformSchema(_ huma.Registry, s *huma.Schema) *huma.Schema {
	addTerms(s, league.Terms(), func(t league.Term) (string, bool) { return t.Form.Doc, !t.ByHand })
	return s
}

// MarshalJSON writes the fields and behind them those terms.
func (b TournamentBody) MarshalJSON() ([]byte, error) {
	type fields TournamentBody
	text, err := json.Marshal(fields(b))
	for _, t := range league.Terms() {
		if err != nil || t.ByHand || t.Typed(b.terms) == "" {
			continue
		}
		var member []byte
		if member, err = json.Marshal(map[string]any{t.Name: t.Value(b.terms)}); err == nil {
			text = append(append(text[:len(text)-1], ','), member[1:]...)
		}
	}
	return text, err
}

type askedBody struct {
	For   string    `json:"for" doc:"The name of the player."`
	Until time.Time `json:"until" doc:"An answer counts before that."`
}

type groupBody struct {
	Group string    `json:"group" doc:"What the keys of its matches begin with."`
	Table []rowBody `json:"table"`
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

	Goals   int                 `json:"goals" doc:"A match given up counts 3:0 unless its winner led by more."`
	Against int                 `json:"against"`
	Best    int                 `json:"best" doc:"The best rank still possible."`
	Worst   int                 `json:"worst" doc:"The worst rank still possible, unless somebody is struck."`
	Struck  bool                `json:"struck,omitempty" doc:"Out, and nothing of what was played counts."`
	Values  map[string]*float64 `json:"values" doc:"What each tie-break of the order counts, by its code; null where it compares only players who are level."`
	Above   *partedBody         `json:"above,omitempty" doc:"What parts the player from the row above."`
}

type partedBody struct {
	Player string  `json:"player" doc:"Of the row above."`
	Code   string  `json:"code" doc:"Of the tie-break; empty if they share the rank."`
	Mine   float64 `json:"mine"`
	Theirs float64 `json:"theirs"`
}

// rowOf is a row as programs see it; names are those of the players by their ids.
func rowOf(r league.Row, names map[string]string) rowBody {
	b := rowBody{
		Rank: r.Rank, Player: names[r.Player], Points: float64(r.Points) / 10, SON: float64(r.SON) / 100,
		Played: r.Played, Won: r.Won, Drawn: r.Drawn, Lost: r.Lost, Open: r.Open, Goals: r.Goals, Against: r.Against,
		Best: r.Best, Worst: r.Worst, Struck: r.Out, Values: tournament.TableValues(r),
	}
	if d := r.Above; d.Who != "" {
		mine, theirs := tournament.TableParted(d)
		b.Above = &partedBody{names[d.Who], d.Code, mine, theirs}
	}
	return b
}

// NamesIn returns what programs call the players of a tournament, by their ids.
func NamesIn(t league.Tournament) map[string]string {
	names := map[string]string{}
	for _, e := range t.Entries {
		names[e.Player.ID] = api.NameOf(e.Player)
	}
	return names
}

type whatIfPath struct {
	ID    string `path:"id" maxLength:"64"`
	Match string `path:"match" maxLength:"64" doc:"That is being played in it."`
}

type whatIfBody struct {
	Match    string       `json:"match"`
	First    string       `json:"first"`
	Second   string       `json:"second"`
	Branches []branchBody `json:"branches" doc:"From First's best to Second's best."`
}

type branchBody struct {
	Points [2]float64 `json:"points" doc:"Of First and Second."`
	Score  [2]int     `json:"score" doc:"With the fewest goals that make it."`
	Moved  []moveBody `json:"moved" doc:"Whose rank it changes."`
	Table  []rowBody  `json:"table" doc:"As it would be."`
}

type moveBody struct {
	Player string `json:"player"`
	From   int    `json:"from"`
	To     int    `json:"to"`
}

// APIWhatIf shows the tables that the result of a match would make.
func (s *API) APIWhatIf(ctx context.Context, who api.Caller, in *whatIfPath) (*api.Reply[whatIfBody], error) {
	v, err := s.office.Tournament(ctx, league.Of(who.Player), in.ID)
	if err != nil {
		return nil, err
	}
	at := slices.IndexFunc(v.Matches, func(m league.Match) bool { return m.ID == in.Match })
	if at < 0 {
		return nil, league.Errorf(league.NotFound, "There is no such match in this tournament.")
	}
	m, names := v.Matches[at], NamesIn(v.Tournament)
	b := whatIfBody{
		Match: m.ID, First: api.NameOf(m.Seats[m.SeatOf(engine.First)].Player), Second: api.NameOf(m.Seats[m.SeatOf(engine.Second)].Player), Branches: []branchBody{},
	}
	for _, g := range v.Groups {
		if g.Group != league.Key(m.Fixture).Group() || g.Table == nil {
			continue
		}
		branches, err := g.Table.WhatIf(league.Key(m.Fixture).Fixture(), m.State.Score)
		if err != nil {
			return nil, err
		}
		for _, branch := range branches {
			b.Branches = append(b.Branches, branchOf(branch, names))
		}
	}
	return &api.Reply[whatIfBody]{Body: b}, nil
}

func branchOf(branch table.Branch, names map[string]string) branchBody {
	b := branchBody{
		Points: [2]float64{float64(branch.Points[0]) / 10, float64(branch.Points[1]) / 10}, Score: branch.Outcome.Score,
		Moved: []moveBody{}, Table: []rowBody{},
	}
	for _, m := range branch.Moved {
		b.Moved = append(b.Moved, moveBody{names[m.Player], m.From, m.To})
	}
	for _, r := range branch.Table.Rows() {
		b.Table = append(b.Table, rowOf(r, names))
	}
	return b
}

type fixtureBody struct {
	Key   string          `json:"key" doc:"Its place in the draw."`
	Match match.MatchLine `json:"match"`
}

func tournamentOf(t league.Tournament) TournamentBody {
	b := TournamentBody{
		ID: t.ID, State: t.State, Name: t.Name, Format: t.Format, Game: t.Game, Variant: t.Variant, Clock: t.Control,
		Places: t.Places, Cycles: t.Cycles, Duplicate: t.Duplicate, Start: contests.StartOrganiser, Organiser: api.NameOf(t.Organiser), Created: t.Created, Bots: botsOf(t), Entries: []string{}, Profile: t.Profile, Order: []string{}, Asterisk: tournament.AsteriskText(t), Last: t.Last, Private: t.Private, CloseWin: t.Pays == league.CloseWinScoring, terms: t.TournamentTerms,
	}
	if t.WhenFull {
		b.Start = contests.StartFull
	}
	if !t.Started.IsZero() {
		b.Started = &t.Started
	}
	if !t.Ended.IsZero() {
		b.Ended = &t.Ended
	}
	for _, e := range t.Entries {
		b.Entries = append(b.Entries, api.NameOf(e.Player))
	}
	for _, e := range league.WaitList(t) {
		b.Waits = append(b.Waits, api.NameOf(e.Player))
	}
	profile, _ := tiebreak.ProfileByID(t.Profile)
	for _, o := range profile.Order {
		b.Order = append(b.Order, o.Code)
	}
	for _, p := range t.Winners() {
		b.Winners = append(b.Winners, api.NameOf(p))
	}
	return b
}

// APITournaments lists tournaments in a state.
func (s *API) APITournaments(ctx context.Context, who api.Caller, in *tournamentsQuery) (*api.Reply[tournamentsBody], error) {
	which := league.TournamentList{State: in.State, Game: in.Game, Format: in.Format, Limit: in.Limit + 1}
	var err error
	if in.Cursor != "" {
		if which.After.At, which.After.ID, err = api.ReadPlace(in.Cursor); err != nil {
			return nil, err
		}
	}
	tournaments, err := s.office.TournamentsOf(ctx, league.Of(who.Player), which)
	if err != nil {
		return nil, err
	}
	list := tournamentsBody{Tournaments: []TournamentBody{}}
	if len(tournaments) > in.Limit { // one more was asked for, to see whether there is one
		tournaments = tournaments[:in.Limit]
		last := tournaments[in.Limit-1].Place()
		list.Next = api.WritePlace(last.At, last.ID)
	}
	for _, t := range tournaments {
		list.Tournaments = append(list.Tournaments, tournamentOf(t))
	}
	return &api.Reply[tournamentsBody]{Body: list}, nil
}

// TournamentPath names a tournament.
type TournamentPath struct {
	ID string `path:"id" maxLength:"64"`
}

// APITournament shows a tournament with its table and its matches.
func (s *API) APITournament(ctx context.Context, who api.Caller, in *TournamentPath) (*api.Reply[TournamentBody], error) {
	v, err := s.office.Tournament(ctx, league.Of(who.Player), in.ID)
	if err != nil {
		return nil, err
	}
	b, names := tournamentOf(v.Tournament), NamesIn(v.Tournament)
	if call, ok := v.Tournament.CallOf(who.Player.ID); ok {
		b.Asked = &askedBody{names[call.For], call.Until}
	}
	for _, r := range v.Rows {
		b.Table = append(b.Table, rowOf(r, names))
	}
	if v.Staged() {
		for _, g := range v.Groups {
			body := groupBody{Group: string(g.Group), Table: []rowBody{}}
			for _, r := range g.Rows {
				body.Table = append(body.Table, rowOf(r, names))
			}
			b.Groups = append(b.Groups, body)
		}
	}
	if v.Bracket != nil {
		b.Rounds = tournament.JSONRounds(v.Tournament, v.Bracket)
	}
	b.Drawn = tournament.JSONDrawing(v.Drawing)
	b.Teams = tournament.JSONTeamsOf(v.Tournament, v.Teams)
	for _, m := range v.Matches {
		b.Fixtures = append(b.Fixtures, fixtureBody{m.Fixture, match.LineOf(m, who.Player)})
	}
	return &api.Reply[TournamentBody]{Body: b}, nil
}

// APICreate opens a tournament for entry.
func (s *API) APICreate(ctx context.Context, who api.Caller, in *createRequest) (*api.Created[TournamentBody], error) {
	b := in.Body
	t, err := s.office.CreateTournament(ctx, who.Player, contests.TournamentProposal{
		Reservation: s.office.ReserveTournamentAs(who.Player, in.Key), Name: b.Name, Format: b.Format, Rules: b.Game + "/" + b.Variant,
		Places: strconv.Itoa(b.Places), Cycles: strconv.Itoa(b.Cycles), Control: b.Clock, Start: b.Start, Profile: b.Profile,
		Playing: b.Playing, Password: b.Password, Directors: b.Directors, Typed: b.typed,
	})
	if err != nil {
		return nil, err
	}
	return &api.Created[TournamentBody]{Location: api.Root + "/tournaments/" + t.ID, Body: tournamentOf(t)}, nil
}

// someMoment writes a moment as a form does; nothing for none.
func someMoment(at *time.Time) string {
	if at == nil {
		return ""
	}
	return at.UTC().Format(league.TermsTime)
}

// someNumber writes a number as a form does; nothing for 0.
func someNumber(n int) string {
	if n == 0 {
		return ""
	}
	return strconv.Itoa(n)
}

// The acts of players and organisers. Each answers with the tournament as it stands then.

// APIEnter enters the caller.
func (s *API) APIEnter(ctx context.Context, who api.Caller, in *TournamentPath) (*api.Reply[TournamentBody], error) {
	return s.AfterAct(ctx, who, in.ID, s.office.EnterTournament(ctx, who.Player, in.ID))
}

// APILeave takes the caller out.
func (s *API) APILeave(ctx context.Context, who api.Caller, in *TournamentPath) (*api.Reply[TournamentBody], error) {
	before, err := s.office.Tournament(ctx, league.Of(who.Player), in.ID)
	if err == nil {
		err = s.office.LeaveTournament(ctx, who.Player, in.ID)
	}
	left, err := s.AfterAct(ctx, who, in.ID, err)
	if league.KindOf(err) == league.NotFound && before.Tournament.ID != "" { // a private one, which is no longer there for them
		before.Tournament.Entries = slices.DeleteFunc(before.Tournament.Entries, func(e league.Entrant) bool { return e.Player.ID == who.Player.ID })
		return &api.Reply[TournamentBody]{Body: tournamentOf(before.Tournament)}, nil
	}
	return left, err
}

// APIStart starts a tournament.
func (s *API) APIStart(ctx context.Context, who api.Caller, in *TournamentPath) (*api.Reply[TournamentBody], error) {
	return s.AfterAct(ctx, who, in.ID, s.office.StartTournament(ctx, who.Player, in.ID))
}

// APICancel calls it off.
func (s *API) APICancel(ctx context.Context, who api.Caller, in *TournamentPath) (*api.Reply[TournamentBody], error) {
	return s.AfterAct(ctx, who, in.ID, s.office.CancelTournament(ctx, who.Player, in.ID))
}

// AfterAct answers an act: with the tournament as it stands then, or with the error.
func (s *API) AfterAct(ctx context.Context, who api.Caller, id string, err error) (*api.Reply[TournamentBody], error) {
	if err != nil {
		return nil, err
	}
	s.Delivered(ctx)
	return s.APITournament(ctx, who, &TournamentPath{id})
}
