package study

import (
	"context"

	"kickabout/cmd/internal/web/api"
	"kickabout/engine"
)

type gamesBody struct {
	Games []gameBody `json:"games" doc:"In the order in which pages offer them."`
	Next  string     `json:"next,omitempty" doc:"The cursor of the next page, if there is one."`
}

// gameBody is what may be played of a game.
type gameBody struct {
	ID       string          `json:"id"`
	Name     string          `json:"name"`
	Summary  string          `json:"summary"`
	Variants []variantBody   `json:"variants" doc:"The usual one first. Some may be retired."`
	Options  []optionBody    `json:"options" doc:"Numbers that variants may be played with, as in basic,goals=3: those that are not the usual ones, in this order."`
	Sides    [2]string       `json:"sides" doc:"What the game calls first and second."`
	Endings  []engine.Ending `json:"endings" doc:"How a match may end besides what the site adds."`
	Credits  string          `json:"credits"`
}

type variantBody struct {
	ID      string      `json:"id"`
	Name    string      `json:"name"`
	Summary string      `json:"summary"`
	Orders  []orderBody `json:"orders" doc:"Standing orders that a side may give, the one that it begins with first."`
	// Successor names the variant that is played instead of a retired one.
	Successor string `json:"successor,omitempty" doc:"This variant is retired: games by it can be read and are played to their end, but nothing new begins. This one is played instead."`
}

type orderBody struct {
	ID   string `json:"id"`
	Name string `json:"name"`
}

type optionBody struct {
	ID       string         `json:"id"`
	Name     string         `json:"name"`
	Values   []int          `json:"values" doc:"The usual one first."`
	Words    map[int]string `json:"words,omitempty" doc:"What values are called that are not shown as numbers."`
	Variants []string       `json:"variants,omitempty" doc:"The variants that have it; all of them if this is missing."`
}

// APIGames lists what can be played.
func (s *Handlers) APIGames(_ context.Context, _ api.Caller, in *api.Page) (*api.Reply[gamesBody], error) {
	list := gamesBody{Games: []gameBody{}}
	for _, g := range s.office.Games() {
		list.Games = append(list.Games, describedGame(g.Info()))
	}
	var err error
	list.Games, list.Next, err = api.Part(list.Games, *in, func(g gameBody) string { return g.ID })
	return &api.Reply[gamesBody]{Body: list}, err
}

func describedGame(info engine.Info) gameBody {
	b := gameBody{
		ID: info.ID, Name: info.Name, Summary: info.Summary, Sides: info.Sides, Endings: info.Endings, Credits: info.Credits,
		Variants: []variantBody{}, Options: []optionBody{},
	}
	for _, v := range info.Variants {
		variant := variantBody{ID: v.ID, Name: v.Name, Summary: v.Summary, Orders: []orderBody{}, Successor: v.Successor}
		for _, o := range v.Orders {
			variant.Orders = append(variant.Orders, orderBody(o))
		}
		b.Variants = append(b.Variants, variant)
	}
	for _, o := range info.Options {
		b.Options = append(b.Options, optionBody{o.ID, o.Name, o.Values, o.Words, o.For})
	}
	return b
}
