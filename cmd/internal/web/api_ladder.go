package web

import (
	"context"
	"time"

	"kickabout/league"
	"kickabout/league/office"
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
	Challenger string    `json:"challenger"`
	Opponent   string    `json:"opponent"`
	Match      matchLine `json:"match"`
}

type ladderReignBody struct {
	Player string     `json:"player"`
	From   time.Time  `json:"from"`
	To     *time.Time `json:"to,omitempty" doc:"Missing while it goes on."`
}

// apiLadders lists the ladders.
func (s *site) apiLadders(ctx context.Context, who caller, _ *struct{}) (*reply[laddersBody], error) {
	lines, err := s.office.Ladders(ctx, who.player)
	if err != nil {
		return nil, err
	}
	list := laddersBody{Ladders: []ladderLineBody{}}
	for _, l := range lines {
		b := ladderLineBody{l.Competition.Game, l.Competition.Variant, l.Title, l.Players, "", l.Mine}
		if l.Players > 0 {
			b.Top = nameOf(l.Top)
		}
		list.Ladders = append(list.Ladders, b)
	}
	return &reply[laddersBody]{list}, nil
}

type ladderWhere struct {
	Game    string `path:"game" maxLength:"64"`
	Variant string `path:"variant" maxLength:"64"`
}

// ladderNamed finds the ladder of a game and variant.
func (s *site) ladderNamed(game, variant string) (league.Competition, error) {
	return s.office.Competition(league.Competition{Format: "ladder", Game: game, Variant: variant}.ID())
}

// apiLadder shows a ladder as a player sees it.
func (s *site) apiLadder(ctx context.Context, who caller, in *ladderWhere) (*reply[ladderBody], error) {
	c, err := s.ladderNamed(in.Game, in.Variant)
	if err != nil {
		return nil, err
	}
	v, err := s.office.Ladder(ctx, who.player, c)
	if err != nil {
		return nil, err
	}
	b := ladderBody{
		Title: v.Title, Tournament: v.Tournament.ID, You: seatBody(v.Me), Range: []ladderChoiceBody{}, Table: []ladderRowBody{},
		Running: []ladderRunningBody{}, Reigns: []ladderReignBody{},
	}
	for _, r := range v.Rows {
		b.Table = append(b.Table, ladderRowBody{r.Place, nameOf(r.Player), float64(r.Elo) / float64(league.EloPoint), r.Was, r.Running, r.Locked, r.Away, r.Leaving})
		if r.InRange {
			b.Range = append(b.Range, ladderChoiceBody{r.Place, nameOf(r.Player), r.Code, r.Why})
		}
	}
	for _, m := range v.Running {
		b.Running = append(b.Running, ladderRunningBody{nameOf(m.Challenger), nameOf(m.Opponent), lineOf(m.Match, who.player)})
	}
	for _, r := range v.Reigns {
		reign := ladderReignBody{Player: nameOf(r.Player), From: r.From}
		if !r.To.IsZero() {
			reign.To = &r.To
		}
		b.Reigns = append(b.Reigns, reign)
	}
	return &reply[ladderBody]{b}, nil
}

func seatBody(me *league.LadderSeat) *ladderSeatBody {
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

// apiChallenge begins a match against a player above.
func (s *site) apiChallenge(ctx context.Context, who caller, in *challengeRequest) (*created[matchLine], error) {
	c, err := s.ladderNamed(in.Game, in.Variant)
	if err != nil {
		return nil, err
	}
	v, err := s.office.Ladder(ctx, who.player, c)
	if err != nil {
		return nil, err
	}
	opponent := "" // who is not on the ladder
	for _, r := range v.Rows {
		if nameOf(r.Player) == in.Body.Opponent {
			opponent = r.Player.ID
		}
	}
	m, err := s.office.Challenge(ctx, who.player, c, opponent)
	if err != nil {
		return nil, err
	}
	return &created[matchLine]{apiRoot + "/matches/" + m.ID, lineOf(m, who.player)}, nil
}

type settingRequest struct {
	Game    string `path:"game" maxLength:"64"`
	Variant string `path:"variant" maxLength:"64"`
	Body    struct {
		Setting string `json:"setting" enum:"automatic,manual,hold,resume"`
	}
}

// apiSetLadder changes what a player has set for himself on a ladder.
func (s *site) apiSetLadder(ctx context.Context, who caller, in *settingRequest) (*reply[ladderBody], error) {
	c, err := s.ladderNamed(in.Game, in.Variant)
	if err != nil {
		return nil, err
	}
	if err := s.office.SetLadder(ctx, who.player, c, office.LadderSetting(in.Body.Setting)); err != nil {
		return nil, err
	}
	return s.apiLadder(ctx, who, &ladderWhere{in.Game, in.Variant})
}
