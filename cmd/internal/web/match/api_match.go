package match

import (
	"context"
	"encoding/hex"
	"time"

	"kickabout/cmd/internal/web/api"
	"kickabout/cmd/internal/web/request"
	"kickabout/engine"
	"kickabout/engine/dice/tbd2"
	"kickabout/league"
	"kickabout/league/play"
	"kickabout/views/study"
)

// movesListed is the greatest number of legal moves that an answer lists.
const movesListed = 1000

// MatchBody is a match as programs see it.
type MatchBody struct {
	ID         string         `json:"id"`
	State      string         `json:"state" enum:"running,over"`
	Game       string         `json:"game"`
	Variant    string         `json:"variant"`
	Clock      string         `json:"clock" doc:"The time control."`
	Rated      bool           `json:"rated"`
	Helps      bool           `json:"helps,omitempty" doc:"It helps to rate the BOT account that plays, and moves no other rating."`
	Tournament string         `json:"tournament,omitempty" doc:"Its tournament, if it belongs to one."`
	Twin       string         `json:"twin,omitempty" doc:"The other match of a duplicate pair: both have the same throws. While it has not come as far, next is empty and no clock runs."`
	Sealed     string         `json:"sealed,omitempty" enum:"first,second" doc:"Whose move is in: it is shown once the twin has as many."`
	SealedMove engine.Move    `json:"sealed_move,omitempty" doc:"That move, if it is yours."`
	Created    time.Time      `json:"created"`
	Players    [2]playerBody  `json:"players" doc:"By seats: who proposed the match has seat 0."`
	You        string         `json:"you" enum:",first,second" doc:"Your side; empty if you watch."`
	Position   string         `json:"position"`
	Next       nextBody       `json:"next"`
	Count      int            `json:"count" doc:"How many legal moves there are."`
	Moves      *[]engine.Move `json:"moves" doc:"All legal moves in byte order; null above 1,000: ask for steps."`
	Seq        int            `json:"seq" doc:"The number of the last throw, move or end: send it with your move."`
	Orders     [2]string      `json:"orders" doc:"The standing orders of first and second: moves that they call for are made at once. Empty where the game has none."`
	Score      [2]int         `json:"score" doc:"Goals of first and second."`
	Outcome    *outcomeBody   `json:"outcome,omitempty" doc:"How it ended, once it has."`
	Log        []eventBody    `json:"log"`
	Clocks     clocksBody     `json:"clocks"`
	Dice       diceBody       `json:"dice"`
}

// Steady is the match without what runs on its clocks: it follows from bank, since and running.
func (b MatchBody) Steady() any {
	b.Clocks.Left = [2]int64{}
	return b
}

type playerBody struct {
	Name string            `json:"name" doc:"Of a bot: what to name as your opponent, as in bot:greedy."`
	Kind league.PlayerKind `json:"kind" enum:"guest,member,bot,deleted"`
	Side string            `json:"side" enum:"first,second"`
}

type nextBody struct {
	Side   string `json:"side,omitempty" enum:"first,second" doc:"The side that must move; missing once the match is over."`
	Player string `json:"player,omitempty" doc:"Who that is."`
}

type outcomeBody struct {
	Ending engine.Ending `json:"ending"`
	Winner string        `json:"winner" enum:",first,second"`
	Score  [2]int        `json:"score"`
	Points [2]float64    `json:"points" doc:"What first and second get for it in a tournament."`
}

type eventBody struct {
	Seq   int        `json:"seq"`
	At    time.Time  `json:"at"`
	By    string     `json:"by" enum:",first,second" doc:"Empty: the site."`
	Act   engine.Act `json:"act"`
	Text  string     `json:"text"`
	Draws []drawBody `json:"draws,omitempty"`
}

type drawBody struct {
	E     uint32 `json:"e" doc:"The event of the dice: its link is the e-th of those that are shown."`
	Label string `json:"label"`
	K     int    `json:"k"`
	Sides int    `json:"sides"`
	Face  int    `json:"face"`
}

type clocksBody struct {
	Left     [2]int64      `json:"left" doc:"What first and second have left, in milliseconds."`
	Running  string        `json:"running" enum:",first,second" doc:"Whose clock runs."`
	Deadline *time.Time    `json:"deadline,omitempty" doc:"When the running clock reaches zero."`
	Control  string        `json:"control" doc:"The time control that increments and cap follow now."`
	Bank     [2]int64      `json:"bank" doc:"What first and second had at since, in milliseconds."`
	Since    time.Time     `json:"since" doc:"From when on the running clock takes from its bank, unless it rests."`
	Rest     [2]*time.Time `json:"rest" doc:"Until when the clocks of first and second stand still for a vacation; null: they do not."`
	Vacation bool          `json:"vacation" doc:"Whether vacation counts in this match."`
}

type diceBody struct {
	GID           string    `json:"gid"`
	Head          string    `json:"head"`
	Scheme        string    `json:"scheme" enum:"tbd1,tbd2" doc:"By which they are thrown, and by which the links can be checked."`
	Seal          string    `json:"seal,omitempty" doc:"The commitment to the key of the match; missing under tbd1."`
	Label         string    `json:"label,omitempty" doc:"What may be said of them, as the page about the dice says it; missing under tbd1."`
	Contributions [2]string `json:"contributions" doc:"Of the seats 0 and 1."`
	Receipt       string    `json:"receipt,omitempty" doc:"What the site has signed of the last event that is stored, a note of several lines: keep it, and kickabout verify --receipt holds the site to it. Missing under tbd1."`
	Links         []string  `json:"links" doc:"Of the chain, under tbd2 of all its generations, from link 1 on: as many as have been thrown with."`
}

// matchOf describes a match to a player, with the clocks as they stand at a moment.
func (s *Handlers) matchOf(v play.View, p league.Player, now time.Time) MatchBody {
	m, r := v.Match, v.Record
	b := MatchBody{
		ID: m.ID, State: "running", Game: m.Game, Variant: m.Variant, Clock: m.Control, Rated: m.Rated, Helps: m.Helps, Tournament: m.Tournament, Twin: m.Twin,
		Created: m.Created, You: m.SideOf(p.ID).String(), Position: r.Position.String(), Moves: &[]engine.Move{}, Seq: r.Seq, Orders: r.Orders, Score: r.Score(),
		Clocks: clocksOf(v, now), Sealed: r.Sealed.String(), SealedMove: v.Sealed,
		Dice: diceBody{GID: hex.EncodeToString(m.GID[:]), Head: hex.EncodeToString(m.Head[:]), Scheme: "tbd1", Links: []string{}},
	}
	if m.Dice.Second() {
		b.Dice.Receipt, _ = s.office.Receipt(v) // without one where it cannot be signed, as under the first scheme
		b.Dice.Scheme, b.Dice.Seal, b.Dice.Label = tbd2.Scheme, hex.EncodeToString(m.Dice.Seal[:]), string(league.DiceLabel(m))
	}
	for i, seat := range m.Seats {
		b.Players[i] = playerBody{api.NameOf(seat.Player), seat.Player.Kind, r.SideOf(i).String()}
		b.Dice.Contributions[i] = seat.Contribution
	}
	for _, link := range s.office.Links(v) {
		b.Dice.Links = append(b.Dice.Links, hex.EncodeToString(link[:]))
	}
	for _, e := range r.Log {
		b.Log = append(b.Log, eventOf(e))
	}
	if side := r.Next().Side; side != engine.NoSide {
		b.Next = nextBody{side.String(), api.NameOf(m.Seats[r.SeatOf(side)].Player)}
		b.Count = r.Position.Count()
		b.Moves = movesOf(r.Position, b.Count)
	}
	if o := v.Match.State.Outcome; o.Over() {
		b.State, b.Outcome = "over", outcomeOf(v.Match.Scoring(), o)
	}
	return b
}

// clocksOf describes the clocks of a match as they stand at a moment.
func clocksOf(v play.View, now time.Time) clocksBody {
	b := clocksBody{
		Running: v.Clocks.Running.String(), Control: v.Clocks.Control.ID, Since: v.Clocks.Since, Vacation: !v.Match.NoVacation,
	}
	for i, side := range []engine.Side{engine.First, engine.Second} {
		b.Left[i], b.Bank[i] = v.Clocks.Left(side, now).Milliseconds(), v.Clocks.Bank[i].Milliseconds()
		if v.Clocks.Rests(side, now) && !v.Record.Next().Over() {
			b.Rest[i] = &v.Clocks.Rest[i]
		}
	}
	if deadline := v.Clocks.Deadline(); !deadline.IsZero() {
		b.Deadline = &deadline
	}
	return b
}

// movesOf lists the n legal moves, nil if they are too many.
func movesOf(p engine.Position, n int) *[]engine.Move {
	if n > movesListed {
		return nil
	}
	moves := make([]engine.Move, 0, n)
	for m := range p.Moves() {
		moves = append(moves, m)
	}
	return &moves
}

func eventOf(e engine.Event) eventBody {
	b := eventBody{Seq: e.Seq, At: e.At, By: e.By.String(), Act: e.Act, Text: e.Text}
	for _, d := range e.Draws {
		b.Draws = append(b.Draws, drawBody(d))
	}
	return b
}

func outcomeOf(s league.Scoring, o engine.Outcome) *outcomeBody {
	points, _ := s.Points(o)
	return &outcomeBody{o.Ending, o.Winner.String(), o.Score, [2]float64{float64(points[0]) / 10, float64(points[1]) / 10}}
}

// addressOf is where a match is found.
func addressOf(id string) string { return api.Root + "/matches/" + id }

// Made answers with the match that somebody's act has led to, as it was then: the
// same act sent again gets the same answer.
func (s *Handlers) Made(v play.View, who api.Caller) *api.Created[MatchBody] {
	last := v.Record.Log[len(v.Record.Log)-1].At
	return &api.Created[MatchBody]{Location: addressOf(v.Match.ID), Body: s.matchOf(v, who.Player, last)}
}

type matchPath struct {
	ID string `path:"id" maxLength:"64"`
}

// APIMatch shows a match.
func (s *Handlers) APIMatch(ctx context.Context, who api.Caller, in *matchPath) (*api.Reply[MatchBody], error) {
	v, err := s.office.Match(ctx, league.Of(who.Player), in.ID)
	if err != nil {
		return nil, err
	}
	return &api.Reply[MatchBody]{Body: s.matchOf(v, who.Player, s.office.Now())}, nil
}

type stepsPath struct {
	ID   string `path:"id" maxLength:"64"`
	Done string `query:"done" maxLength:"1000" doc:"The steps so far, parted by commas."`
}

type stepsBody struct {
	Seq  int         `json:"seq" doc:"Of the match: the steps are of the turn that it waits for."`
	Next []string    `json:"next" doc:"The steps that may come next; a choice has an equals sign in front."`
	Move engine.Move `json:"move" doc:"The move that the steps spell already; empty if none."`
}

// APISteps shows how a turn may be entered, step by step.
func (s *Handlers) APISteps(ctx context.Context, who api.Caller, in *stepsPath) (*api.Reply[stepsBody], error) {
	v, err := s.office.Match(ctx, league.Of(who.Player), in.ID)
	if err != nil {
		return nil, err
	}
	steps := stepsBody{Seq: v.Record.Seq, Next: []string{}}
	if v.Record.Next().Side != engine.NoSide {
		c := study.Continue(v.Record.Position, engine.ParseSteps(in.Done))
		steps.Next, steps.Move = c.Next, c.Move
	}
	return &api.Reply[stepsBody]{Body: steps}, nil
}

type moveRequest struct {
	ID   string `path:"id" maxLength:"64"`
	Key  string `header:"Idempotency-Key" doc:"Names this request, at most 64 bytes. Sent again under the same key it gets the same answer, for 30 days."`
	Body struct {
		Seq  int         `json:"seq" doc:"Of the match, as you read it."`
		Move engine.Move `json:"move"`
	}
}

// APIMove makes a move. The order of its checks is the office's (office.Play); that
// there is a token has been looked at before.
func (s *Handlers) APIMove(ctx context.Context, who api.Caller, in *moveRequest) (*api.Created[MatchBody], error) {
	if err := request.CheckKey(in.Key); err != nil {
		return nil, err
	}
	turn := play.Turn{Match: in.ID, Seen: in.Body.Seq, Move: in.Body.Move, Key: in.Key, Arrived: who.Arrived}
	v, err := s.office.Play(ctx, who.Player, turn)
	if err != nil {
		return nil, err
	}
	return s.Made(v, who), nil
}

// APIResign gives a match up.
func (s *Handlers) APIResign(ctx context.Context, who api.Caller, in *matchPath) (*api.Created[MatchBody], error) {
	v, err := s.office.Resign(ctx, who.Player, in.ID, who.Arrived)
	if err != nil {
		return nil, err
	}
	return s.Made(v, who), nil
}

type orderRequest struct {
	ID   string `path:"id" maxLength:"64"`
	Body struct {
		Order string `json:"order" maxLength:"64" doc:"One of the game's: its rules name them. The order that holds already changes nothing."`
	}
}

// APIOrder gives a standing order.
func (s *Handlers) APIOrder(ctx context.Context, who api.Caller, in *orderRequest) (*api.Reply[MatchBody], error) {
	v, err := s.office.Order(ctx, who.Player, in.ID, in.Body.Order, who.Arrived)
	if err != nil {
		return nil, err
	}
	return &api.Reply[MatchBody]{Body: s.matchOf(v, who.Player, s.office.Now())}, nil
}

type matchesQuery struct {
	Turn   league.Part `query:"turn" enum:"mine,theirs,over" default:"mine" doc:"Whose turn it is. Running matches come by time left, those that are over with the latest first."`
	Limit  int         `query:"limit" minimum:"1" maximum:"100" default:"50"`
	Cursor string      `query:"cursor" maxLength:"200" doc:"The next of the page before."`
}

type matchesBody struct {
	Matches []MatchLine `json:"matches"`
	Next    string      `json:"next,omitempty" doc:"The cursor of the next page, if there is one."`
}

// MatchLine is a match in a list.
type MatchLine struct {
	ID         string        `json:"id"`
	State      string        `json:"state" enum:"running,over"`
	Game       string        `json:"game"`
	Variant    string        `json:"variant"`
	Clock      string        `json:"clock"`
	Rated      bool          `json:"rated"`
	Tournament string        `json:"tournament,omitempty"`
	Twin       string        `json:"twin,omitempty" doc:"The other match of a duplicate pair."`
	Players    [2]playerBody `json:"players"`
	You        string        `json:"you" enum:",first,second"`
	Position   string        `json:"position"`
	Next       nextBody      `json:"next"`
	Score      [2]int        `json:"score"`
	Moved      time.Time     `json:"moved" doc:"When something last happened in it."`
	Deadline   *time.Time    `json:"deadline,omitempty" doc:"When the side to move loses on time."`
	Outcome    *outcomeBody  `json:"outcome,omitempty"`
}

// LineOf describes a match to a player in a line of a list.
func LineOf(m league.Match, p league.Player) MatchLine {
	l := MatchLine{
		ID: m.ID, State: "running", Game: m.Game, Variant: m.Variant, Clock: m.Control, Rated: m.Rated, Tournament: m.Tournament,
		You: m.SideOf(p.ID).String(), Position: m.State.Position, Score: m.State.Score, Moved: m.State.Moved,
	}
	for _, side := range []engine.Side{engine.First, engine.Second} {
		seat := m.SeatOf(side)
		l.Players[seat] = playerBody{api.NameOf(m.Seats[seat].Player), m.Seats[seat].Player.Kind, side.String()}
	}
	l.Twin = m.Twin
	if mover, ok := m.Mover(); m.State.Held {
		l.Next = nextBody{}
	} else if ok {
		l.Next = nextBody{m.State.ToMove.String(), api.NameOf(mover)}
		l.Deadline = &m.State.Deadline
	} else {
		l.State, l.Outcome = "over", outcomeOf(m.Scoring(), m.State.Outcome)
	}
	return l
}

// APIMatches lists the caller's matches, page by page.
func (s *Handlers) APIMatches(ctx context.Context, who api.Caller, in *matchesQuery) (*api.Reply[matchesBody], error) {
	var after league.Place
	if in.Cursor != "" {
		var err error
		if after.At, after.ID, err = api.ReadPlace(in.Cursor); err != nil {
			return nil, err
		}
	}
	matches, next, err := s.office.PartOf(ctx, league.Of(who.Player), who.Player.ID, in.Turn, after, in.Limit)
	if err != nil {
		return nil, err
	}
	page := matchesBody{Matches: make([]MatchLine, len(matches))}
	if next != (league.Place{}) {
		page.Next = api.WritePlace(next.At, next.ID)
	}
	for i, m := range matches {
		page.Matches[i] = LineOf(m, who.Player)
	}
	return &api.Reply[matchesBody]{Body: page}, nil
}
