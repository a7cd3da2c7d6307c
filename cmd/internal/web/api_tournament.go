package web

import (
	"context"
	"slices"
	"strconv"
	"time"

	"kickabout/engine"
	"kickabout/league"
	"kickabout/league/office"
	"kickabout/league/table"
	"kickabout/league/tiebreak"
	"kickabout/views"
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
	Entries   []string               `json:"entries" doc:"As they entered; from the start on by seed."`
	Winners   []string               `json:"winners,omitempty"`
	Asterisk  string                 `json:"asterisk,omitempty" doc:"Why there is one: somebody was expelled for cheating after it had ended."`
	Last      int                    `json:"last" doc:"The number of the last event of its log."`
	Profile   string                 `json:"profile" doc:"The order that was chosen: std, lg, football, swiss, fide-rr; empty for points and SON alone."`
	Order     []string               `json:"order" doc:"The codes of the tie-breaks that rank players, the first one first."`
	Table     []rowBody              `json:"table,omitempty" doc:"Only where one tournament is asked for, once it has started."`
	Fixtures  []fixtureBody          `json:"fixtures,omitempty" doc:"Likewise."`
	Groups    []groupBody            `json:"groups,omitempty" doc:"The tables of a first stage. Likewise."`
	Rounds    []views.JSONRound      `json:"rounds,omitempty" doc:"Of a knock-out that is drawn. Likewise."`
	Teams     *views.JSONTeams       `json:"teams,omitempty" doc:"Of a team league. Where one tournament is asked for, from the first team on."`
	Drawn     []views.JSONDrawn      `json:"drawn,omitempty" doc:"The rounds so far of a tournament that is drawn round by round. Likewise."`
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
		Best: r.Best, Worst: r.Worst, Struck: r.Out, Values: views.TableValues(r),
	}
	if d := r.Above; d.Who != "" {
		mine, theirs := views.TableParted(d)
		b.Above = &partedBody{names[d.Who], d.Code, mine, theirs}
	}
	return b
}

func namesIn(t league.Tournament) map[string]string {
	names := map[string]string{}
	for _, e := range t.Entries {
		names[e.Player.ID] = nameOf(e.Player)
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

// apiWhatIf shows the tables that the result of a match would make.
func (s *site) apiWhatIf(ctx context.Context, _ caller, in *whatIfPath) (*reply[whatIfBody], error) {
	v, err := s.office.Tournament(ctx, in.ID)
	if err != nil {
		return nil, err
	}
	at := slices.IndexFunc(v.Matches, func(m league.Match) bool { return m.ID == in.Match })
	if at < 0 {
		return nil, league.Errorf(league.NotFound, "There is no such match in this tournament.")
	}
	m, names := v.Matches[at], namesIn(v.Tournament)
	b := whatIfBody{
		Match: m.ID, First: nameOf(m.Seats[m.SeatOf(engine.First)].Player), Second: nameOf(m.Seats[m.SeatOf(engine.Second)].Player), Branches: []branchBody{},
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
	return &reply[whatIfBody]{b}, nil
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
	Key   string    `json:"key" doc:"Its place in the draw."`
	Match matchLine `json:"match"`
}

func tournamentOf(t league.Tournament) tournamentBody {
	b := tournamentBody{
		ID: t.ID, State: t.State, Name: t.Name, Format: t.Format, Game: t.Game, Variant: t.Variant, Clock: t.Control,
		Places: t.Places, Cycles: t.Cycles, Duplicate: t.Duplicate, Start: office.StartOrganiser, Organiser: nameOf(t.Organiser), Created: t.Created, Entries: []string{}, Profile: t.Profile, Order: []string{}, Asterisk: t.AsteriskText(), Last: t.Last, Private: t.Private, CloseWin: t.CloseWin,
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
	profile, _ := tiebreak.ProfileByID(t.Profile)
	for _, o := range profile.Order {
		b.Order = append(b.Order, o.Code)
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
	b, names := tournamentOf(v.Tournament), namesIn(v.Tournament)
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
		b.Rounds = views.JSONRounds(v.Tournament, v.Bracket)
	}
	b.Drawn = views.JSONDrawing(v.Drawing)
	b.Teams = views.JSONTeamsOf(v.Tournament, v.Teams)
	for _, m := range v.Matches {
		b.Fixtures = append(b.Fixtures, fixtureBody{m.Fixture, lineOf(m, who.player)})
	}
	return &reply[tournamentBody]{b}, nil
}

type createRequest struct {
	Key  string `header:"Idempotency-Key" maxLength:"64" doc:"Names this request: sent again under the same key it opens no second tournament."`
	Body struct {
		Name       string `json:"name"`
		Format     string `json:"format" doc:"As in roundrobin, knockout, groups, swiss or teams."`
		Game       string `json:"game"`
		Variant    string `json:"variant"`
		Clock      string `json:"clock"`
		Places     int    `json:"places"`
		Cycles     int    `json:"cycles"`
		Start      string `json:"start" doc:"full, day or organiser."`
		Playing    bool   `json:"playing,omitempty" doc:"You enter yourself."`
		Strict     bool   `json:"no_vacation,omitempty" doc:"Clocks stop for nobody's vacation."`
		Groups     int    `json:"group_size,omitempty" doc:"Players in each group of a first stage: 3 to 8."`
		Through    int    `json:"through,omitempty" doc:"How many of each group go on: 1 to 4."`
		ThirdPlace bool   `json:"third_place,omitempty" doc:"The losers of the semi-finals of a knock-out play for it."`
		Days       int    `json:"round_days,omitempty" doc:"Days after which the matches of a round are adjudicated; 0: never."`
		Profile    string `json:"profile,omitempty" doc:"What ranks players: std (if you say nothing), lg, football, fide-rr, or codes of tie-breaks as in tp+son+de."`
		Rounds     int    `json:"rounds,omitempty" doc:"Of a Swiss; 0: as many as it takes."`
		AtOnce     bool   `json:"at_once,omitempty" doc:"Of a team league: teams play all their matches at once."`
		CloseWin   bool   `json:"close_win,omitempty" doc:"Of One-Two-Fun: a win pays 4-1 where the loser reached all goals but one."`

		Duplicate bool       `json:"duplicate,omitempty" doc:"The two matches of a pair have the same throws and are kept in step; pairs must meet twice, but in a team league."`
		Starts    *time.Time `json:"starts,omitempty" doc:"The day, with start day."`
		Closes    *time.Time `json:"closes,omitempty" doc:"No entries from then on; none: until the start."`
		CheckIn   int        `json:"check_in,omitempty" doc:"Hours before the start in which entrants say that they are there."`
		Least     int        `json:"least,omitempty" doc:"Entries without which it is called off on its day."`
		Waiting   bool       `json:"waiting,omitempty" doc:"With a waiting list."`
		Joining   bool       `json:"joining,omitempty" doc:"With late entries, where the format has seats for them."`
		From      int        `json:"rating_from,omitempty"`
		To        int        `json:"rating_to,omitempty" doc:"The highest of the last twelve months counts."`
		Finished  int        `json:"finished,omitempty" doc:"Matches that who enters must have finished."`
		Flagged   int        `json:"flagged,omitempty" doc:"Percentage of the last 50 matches that who enters may have lost on time."`
		Password  string     `json:"password,omitempty" doc:"A word to enter with."`
		ByInvite  bool       `json:"by_invitation,omitempty"`
		Private   bool       `json:"private,omitempty" doc:"Only who is in it, invited or directs it knows of it; its matches are not rated."`
		NoBots    bool       `json:"no_bots,omitempty"`
		Seeding   string     `json:"seeding,omitempty" doc:"lot (if you say nothing), rating or hand."`
		Directors string     `json:"directors,omitempty" doc:"Names of players who direct it beside you, parted by commas."`
	}
}

// apiCreate opens a tournament for entry.
func (s *site) apiCreate(ctx context.Context, who caller, in *createRequest) (*created[tournamentBody], error) {
	b := in.Body
	t, err := s.office.CreateTournament(ctx, who.player, office.TournamentProposal{
		Reservation: s.office.ReserveTournamentAs(who.player, in.Key), Rounds: someNumber(b.Rounds), AtOnce: b.AtOnce, Duplicate: b.Duplicate, CloseWin: b.CloseWin,
		Starts: someMoment(b.Starts), Closes: someMoment(b.Closes), CheckIn: someNumber(b.CheckIn), Least: someNumber(b.Least), Waiting: b.Waiting, Joining: b.Joining,
		From: someNumber(b.From), To: someNumber(b.To), Finished: someNumber(b.Finished), Flagged: someNumber(b.Flagged), Password: b.Password,
		ByInvite: b.ByInvite, Private: b.Private, NoBots: b.NoBots, Seeding: b.Seeding, Directors: b.Directors, Name: in.Body.Name, Format: in.Body.Format, Rules: in.Body.Game + "/" + in.Body.Variant,
		Places: strconv.Itoa(in.Body.Places), Cycles: strconv.Itoa(in.Body.Cycles), Control: in.Body.Clock, Start: in.Body.Start, Playing: in.Body.Playing, NoVacation: in.Body.Strict, Profile: in.Body.Profile,
		GroupSize: someNumber(in.Body.Groups), Through: someNumber(in.Body.Through), ThirdPlace: b.ThirdPlace, RoundDays: someNumber(in.Body.Days),
	})
	if err != nil {
		return nil, err
	}
	return &created[tournamentBody]{apiRoot + "/tournaments/" + t.ID, tournamentOf(t)}, nil
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

type botPath struct {
	ID  string `path:"id" maxLength:"64"`
	Bot string `path:"bot" maxLength:"64" doc:"As in bot:greedy."`
}

// The acts of players and organisers. Each answers with the tournament as it stands then.

func (s *site) apiEnter(ctx context.Context, who caller, in *tournamentPath) (*reply[tournamentBody], error) {
	return s.afterAct(ctx, who, in.ID, s.office.EnterTournament(ctx, who.player, in.ID))
}

func (s *site) apiLeave(ctx context.Context, who caller, in *tournamentPath) (*reply[tournamentBody], error) {
	before, err := s.office.Tournament(ctx, in.ID)
	if err == nil {
		err = s.office.LeaveTournament(ctx, who.player, in.ID)
	}
	left, err := s.afterAct(ctx, who, in.ID, err)
	if league.KindOf(err) == league.NotFound && before.Tournament.ID != "" { // a private one, which is no longer there for him
		before.Tournament.Entries = slices.DeleteFunc(before.Tournament.Entries, func(e league.Entrant) bool { return e.Player.ID == who.player.ID })
		return &reply[tournamentBody]{tournamentOf(before.Tournament)}, nil
	}
	return left, err
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
