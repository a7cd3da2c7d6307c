package match

import (
	"context"
	"time"

	"kickabout/cmd/internal/web/api"
	"kickabout/engine"
	"kickabout/league"
	"kickabout/league/office"
)

// formationBody is a saved set-up as programs see it.
type formationBody struct {
	Game    string      `json:"game"`
	Name    string      `json:"name" doc:"One of its own among your formations of the game."`
	Variant string      `json:"variant" doc:"With its options, as the match had it in which it was saved."`
	Side    string      `json:"side" enum:"first,second"`
	Move    engine.Move `json:"move" doc:"By which the side is set up, where it is legal."`
	Made    time.Time   `json:"made"`
}

type formationsBody struct {
	Formations []formationBody `json:"formations" doc:"By game and name."`
	Next       string          `json:"next,omitempty" doc:"The cursor of the next page, if there is one."`
}

// Formations answer the requests of programs about saved set-ups.
type Formations struct{ office *office.Office }

// List lists the set-ups that the caller has saved.
func (s Formations) List(ctx context.Context, who api.Caller, in *api.Page) (*api.Reply[formationsBody], error) {
	saved, err := s.office.Formations(ctx, who.Player)
	if err != nil {
		return nil, err
	}
	b := formationsBody{Formations: []formationBody{}}
	for _, f := range saved {
		b.Formations = append(b.Formations, formationBody{f.Game, f.Name, f.Variant, f.Side.String(), f.Move, f.Made})
	}
	b.Formations, b.Next, err = api.Part(b.Formations, *in, func(f formationBody) string { return f.Game + "/" + f.Name })
	return &api.Reply[formationsBody]{Body: b}, err
}

type saveFormationRequest struct {
	ID   string `path:"id" maxLength:"64"`
	Body struct {
		Name string      `json:"name" doc:"At most 24 letters. What you have saved under it in this game is replaced; of other names there may be 12."`
		Move engine.Move `json:"move" doc:"A legal set-up in the position of the match."`
	}
}

// Save keeps a set-up of the side to move in a match, which is the caller's.
func (s Formations) Save(ctx context.Context, who api.Caller, in *saveFormationRequest) (*api.Reply[formationsBody], error) {
	v, err := s.office.Match(ctx, league.Of(who.Player), in.ID)
	if err != nil {
		return nil, err
	}
	if err := saveFormation(ctx, s.office, who.Player, v, in.Body.Name, in.Body.Move); err != nil {
		return nil, err
	}
	return s.List(ctx, who, &api.Page{Limit: 1000})
}

type formationPath struct {
	Game string `path:"game" maxLength:"64"`
	Name string `path:"name" maxLength:"256"`
}

// Drop forgets a set-up of the caller; it is no error if there is none.
func (s Formations) Drop(ctx context.Context, who api.Caller, in *formationPath) (*struct{}, error) {
	return nil, s.office.DropFormation(ctx, who.Player, in.Game, in.Name)
}
