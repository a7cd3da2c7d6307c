package member

import (
	"context"
	"strconv"
	"time"

	"kickabout/cmd/internal/web/api"
	"kickabout/league"
	"kickabout/league/members"
)

// ratingBody is a player's rating in a pool as programs see it.
type ratingBody struct {
	Player      string    `json:"player"`
	Game        string    `json:"game"`
	Variant     string    `json:"variant"`
	Place       int       `json:"place,omitempty" doc:"In the list; missing for who is not listed, and where one player's ratings are asked for."`
	Rating      float64   `json:"rating" doc:"Elo, with four decimals."`
	Grade       string    `json:"grade" doc:"As in 19 kyu or 1 dan."`
	Games       int       `json:"games"`
	Won         int       `json:"won"`
	Strength    float64   `json:"strength" doc:"The rating of Glicko-2."`
	Deviation   float64   `json:"deviation" doc:"How far the strength may be off, by now."`
	Volatility  float64   `json:"volatility"`
	Provisional bool      `json:"provisional"`
	Last        time.Time `json:"last" doc:"When the last game that counted ended."`
}

func ratingOf(l league.RatingLine) ratingBody {
	s := l.Standing
	return ratingBody{
		Player: api.NameOf(l.Player), Game: l.Pool.Game, Variant: l.Pool.Variant, Place: l.Place,
		Rating: float64(s.Elo) / float64(league.EloPoint), Grade: s.Grade.String(), Games: s.Games, Won: s.Wins,
		Strength: float64(s.Strength.Rating), Deviation: float64(l.Deviation), Volatility: float64(s.Strength.Volatility),
		Provisional: l.Provisional, Last: s.Last,
	}
}

type ratingsBody struct {
	Ratings []ratingBody `json:"ratings"`
	Next    string       `json:"next,omitempty" doc:"The cursor of the next page, if there is one."`
}

func ratingsOf(lines []league.RatingLine, page api.Page) (*api.Reply[ratingsBody], error) {
	lines, next, err := api.Part(lines, page, func(l league.RatingLine) string { return l.Player.ID + " " + l.Pool.String() })
	if err != nil {
		return nil, err
	}
	body := ratingsBody{Ratings: make([]ratingBody, len(lines)), Next: next}
	for i, l := range lines {
		body.Ratings[i] = ratingOf(l)
	}
	return &api.Reply[ratingsBody]{Body: body}, nil
}

type poolPath struct {
	api.Page
	Game    string `path:"game" maxLength:"64"`
	Variant string `path:"variant" maxLength:"200" doc:"With its options if it has any: basic,goals=3."`
}

// APIRatings lists the ratings of a pool: the listed players by place, then the others.
func (s *Players) APIRatings(ctx context.Context, _ api.Caller, in *poolPath) (*api.Reply[ratingsBody], error) {
	pool, err := s.pool(in.Game + "/" + in.Variant)
	if err != nil {
		return nil, err
	}
	lines, err := s.office.RatingList(ctx, pool)
	if err != nil {
		return nil, err
	}
	return ratingsOf(lines, in.Page)
}

// APIBotRatings lists the ratings of the bots in a pool.
func (s *Players) APIBotRatings(ctx context.Context, _ api.Caller, in *poolPath) (*api.Reply[ratingsBody], error) {
	pool, err := s.pool(in.Game + "/" + in.Variant)
	if err != nil {
		return nil, err
	}
	lines, err := s.office.BotRatings(ctx, pool)
	if err != nil {
		return nil, err
	}
	return ratingsOf(lines, in.Page)
}

// APIPlayersRatings lists a player's ratings in all pools.
func (s *Players) APIPlayersRatings(ctx context.Context, _ api.Caller, in *ratingsPath) (*api.Reply[ratingsBody], error) {
	p, err := s.named(ctx, in.Name)
	if err != nil {
		return nil, err
	}
	lines, err := s.office.PlayersRatings(ctx, p)
	if err != nil {
		return nil, err
	}
	return ratingsOf(lines, in.Page)
}

type ratingsPath struct {
	api.Page
	Name string `path:"name" maxLength:"200" doc:"A player's name, or a bot as in bot:greedy."`
}

type historyPath struct {
	api.Page
	Name    string `path:"name" maxLength:"200"`
	Game    string `path:"game" maxLength:"64"`
	Variant string `path:"variant" maxLength:"200"`
}

type historyBody struct {
	Changes []changeBody `json:"changes" doc:"The latest first."`
	Next    string       `json:"next,omitempty" doc:"The cursor of the next page, if there is one."`
}

type changeBody struct {
	Match     string    `json:"match"`
	Ended     time.Time `json:"ended"`
	Counted   bool      `json:"counted"`
	Why       string    `json:"why,omitempty" enum:"bot,self,void,early,serial,budget,floor,unknown,refund" doc:"Why it did not count; refund: what the match took was given back then, since the opponent had been expelled."`
	Before    float64   `json:"before"`
	Rating    float64   `json:"rating"`
	Grade     string    `json:"grade"`
	Games     int       `json:"games"`
	Strength  float64   `json:"strength"`
	Deviation float64   `json:"deviation" doc:"When the match had ended."`
}

// APIRatingHistory lists what each match did to a player's rating in a pool.
func (s *Players) APIRatingHistory(ctx context.Context, who api.Caller, in *historyPath) (*api.Reply[historyBody], error) {
	p, err := s.named(ctx, in.Name)
	if err != nil {
		return nil, err
	}
	pool, err := s.pool(in.Game + "/" + in.Variant)
	if err != nil {
		return nil, err
	}
	changes, err := s.office.RatingHistory(ctx, league.Of(who.Player), p.ID, members.Everything, pool)
	if err != nil {
		return nil, err
	}
	changes, next, err := api.Part(changes, in.Page, func(c league.Change) string { return c.Match + " " + strconv.Itoa(c.Seat) })
	if err != nil {
		return nil, err
	}
	body := historyBody{Changes: make([]changeBody, len(changes)), Next: next}
	for i, c := range changes {
		body.Changes[i] = changeBody{
			Match: c.Match, Ended: c.Ended, Counted: c.Why == "", Why: string(c.Why),
			Before: float64(c.Before.Elo) / float64(league.EloPoint), Rating: float64(c.After.Elo) / float64(league.EloPoint),
			Grade: c.After.Grade.String(), Games: c.After.Games,
			Strength: float64(c.After.Strength.Rating), Deviation: float64(c.After.Strength.Deviation),
		}
	}
	return &api.Reply[historyBody]{Body: body}, nil
}
