package series

import (
	"context"
	"time"

	"kickabout/cmd/internal/web/api"
	"kickabout/cmd/internal/web/match"
	"kickabout/league"
	"kickabout/league/ladders"
	seasons "kickabout/league/series"
)

type ladderLineBody struct {
	Game    string `json:"game"`
	Variant string `json:"variant"`
	Title   string `json:"title"`
	Players int    `json:"players"`
	Top     string `json:"top,omitempty"`
	Place   int    `json:"place,omitempty" doc:"Yours, if you are in."`
}

type laddersBody struct {
	Ladders []ladderLineBody `json:"ladders"`
	Next    string           `json:"next,omitempty" doc:"The cursor of the next page, if there is one."`
}

// ladderBody is a ladder as programs see it.
type ladderBody struct {
	Title      string              `json:"title"`
	Tournament string              `json:"tournament,omitempty" doc:"Whose entry you put and delete to enter and to leave."`
	You        *ladderSeatBody     `json:"you,omitempty" doc:"Only if you are in."`
	Range      []ladderChoiceBody  `json:"range" doc:"Whom you may challenge by your place, the highest first."`
	Table      []ladderRowBody     `json:"table"`
	Running    []ladderRunningBody `json:"running" doc:"By deadline."`
	Reigns     []ladderReignBody   `json:"reigns" doc:"The longest times on top, the longest first."`
}

type ladderSeatBody struct {
	Place    int        `json:"place"`
	Manual   bool       `json:"manual" doc:"You choose your opponents."`
	Leaving  bool       `json:"leaving"`
	Locked   bool       `json:"locked" doc:"You lost on time: no matches begin until you move somewhere."`
	Hold     *time.Time `json:"hold,omitempty" doc:"Since when you hold your place."`
	HoldLeft int64      `json:"hold_left" doc:"For how long you still can in this year."`
	Penalty  int        `json:"penalty" doc:"Points for matches lost on time; the third takes you off."`
}

type ladderChoiceBody struct {
	Place  int    `json:"place"`
	Player string `json:"player"`
	Reason string `json:"reason,omitempty" doc:"Why you cannot challenge this player: a code."`
	Why    string `json:"why,omitempty" doc:"The same as a sentence."`
}

type ladderRowBody struct {
	Place   int     `json:"place"`
	Player  string  `json:"player"`
	Rating  float64 `json:"rating,omitempty"`
	Was     int     `json:"was,omitempty" doc:"The place when the month began."`
	Running int     `json:"running"`
	Locked  bool    `json:"locked,omitempty"`
	Away    bool    `json:"away,omitempty"`
	Leaving bool    `json:"leaving,omitempty"`
}

type ladderRunningBody struct {
	Challenger string          `json:"challenger"`
	Opponent   string          `json:"opponent"`
	Match      match.MatchLine `json:"match"`
}

type ladderReignBody struct {
	Player string     `json:"player"`
	From   time.Time  `json:"from"`
	To     *time.Time `json:"to,omitempty" doc:"Missing while it goes on."`
}

// APILadders lists the ladders.
func (s *Ladders) APILadders(ctx context.Context, who api.Caller, in *api.Page) (*api.Reply[laddersBody], error) {
	lines, err := s.office.Ladders(ctx, who.Player)
	if err != nil {
		return nil, err
	}
	list := laddersBody{Ladders: []ladderLineBody{}}
	for _, l := range lines {
		b := ladderLineBody{l.Competition.Game, l.Competition.Variant, l.Title, l.Players, "", l.Mine}
		if l.Players > 0 {
			b.Top = api.NameOf(l.Top)
		}
		list.Ladders = append(list.Ladders, b)
	}
	list.Ladders, list.Next, err = api.Part(list.Ladders, *in, func(l ladderLineBody) string { return l.Game + "/" + l.Variant })
	return &api.Reply[laddersBody]{Body: list}, err
}

type ladderWhere struct {
	Game    string `path:"game" maxLength:"64"`
	Variant string `path:"variant" maxLength:"64"`
}

// named finds the ladder of a game and variant.
func (s *Ladders) named(game, variant string) (league.Competition, error) {
	return s.office.Competition(league.Competition{Format: "ladder", Game: game, Variant: variant}.ID())
}

// APILadder shows a ladder as a player sees it.
func (s *Ladders) APILadder(ctx context.Context, who api.Caller, in *ladderWhere) (*api.Reply[ladderBody], error) {
	c, err := s.named(in.Game, in.Variant)
	if err != nil {
		return nil, err
	}
	v, err := s.office.Ladder(ctx, who.Player, c)
	if err != nil {
		return nil, err
	}
	b := ladderBody{
		Title: v.Title, Tournament: v.Tournament.ID, You: seatBody(v.Me), Range: []ladderChoiceBody{}, Table: []ladderRowBody{},
		Running: []ladderRunningBody{}, Reigns: []ladderReignBody{},
	}
	for _, r := range v.Rows {
		b.Table = append(b.Table, ladderRowBody{r.Place, api.NameOf(r.Player), float64(r.Elo) / float64(league.EloPoint), r.Was, r.Running, r.Locked, r.Away, r.Leaving})
		if r.InRange {
			b.Range = append(b.Range, ladderChoiceBody{r.Place, api.NameOf(r.Player), r.Code, r.Why})
		}
	}
	for _, m := range v.Running {
		b.Running = append(b.Running, ladderRunningBody{api.NameOf(m.Challenger), api.NameOf(m.Opponent), match.LineOf(m.Match, who.Player)})
	}
	for _, r := range v.Reigns {
		reign := ladderReignBody{Player: api.NameOf(r.Player), From: r.From}
		if !r.To.IsZero() {
			reign.To = &r.To
		}
		b.Reigns = append(b.Reigns, reign)
	}
	return &api.Reply[ladderBody]{Body: b}, nil
}

func seatBody(me *ladders.Seat) *ladderSeatBody {
	if me == nil {
		return nil
	}
	b := &ladderSeatBody{me.Place, me.Manual, me.Leaving, me.Locked, nil, me.HoldLeft.Milliseconds(), me.Penalty}
	if !me.Hold.IsZero() {
		b.Hold = &me.Hold
	}
	return b
}

type challengeRequest struct {
	Game    string `path:"game" maxLength:"64"`
	Variant string `path:"variant" maxLength:"64"`
	Body    struct {
		Opponent string `json:"opponent" doc:"A name from your range."`
	}
}

// APIChallenge begins a match against a player above.
func (s *Ladders) APIChallenge(ctx context.Context, who api.Caller, in *challengeRequest) (*api.Created[match.MatchLine], error) {
	c, err := s.named(in.Game, in.Variant)
	if err != nil {
		return nil, err
	}
	v, err := s.office.Ladder(ctx, who.Player, c)
	if err != nil {
		return nil, err
	}
	opponent := "" // who is not on the ladder
	for _, r := range v.Rows {
		if api.NameOf(r.Player) == in.Body.Opponent {
			opponent = r.Player.ID
		}
	}
	m, err := s.office.Challenge(ctx, who.Player, c, opponent)
	if err != nil {
		return nil, err
	}
	return &api.Created[match.MatchLine]{Location: api.Root + "/matches/" + m.ID, Body: match.LineOf(m, who.Player)}, nil
}

type settingRequest struct {
	Game    string `path:"game" maxLength:"64"`
	Variant string `path:"variant" maxLength:"64"`
	Body    struct {
		Setting string `json:"setting" enum:"automatic,manual,hold,resume"`
	}
}

// APISetLadder changes what a player has set for themselves on a ladder.
func (s *Ladders) APISetLadder(ctx context.Context, who api.Caller, in *settingRequest) (*api.Reply[ladderBody], error) {
	c, err := s.named(in.Game, in.Variant)
	if err != nil {
		return nil, err
	}
	if err := s.office.SetLadder(ctx, who.Player, c, seasons.LadderSetting(in.Body.Setting)); err != nil {
		return nil, err
	}
	s.Delivered(ctx)
	return s.APILadder(ctx, who, &ladderWhere{in.Game, in.Variant})
}
