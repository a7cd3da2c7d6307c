package tournament

import (
	"context"
	"maps"

	"github.com/danielgtaylor/huma/v2"

	"kickabout/cmd/internal/web/api"
	"kickabout/league"
	"kickabout/league/desk"
)

// deskRequest is what a director asks for at the desk of a tournament.
type deskRequest struct {
	ID   string `path:"id" maxLength:"64"`
	Body struct {
		Act    deskAct           `json:"act"`
		Seen   int               `json:"seen,omitempty" doc:"Number of the last event of the log that you know: refused if another organiser has done something since."`
		Player string            `json:"player,omitempty" doc:"The name of whom to invite, ban or appoint; else the id of a player."`
		Other  string            `json:"other,omitempty" doc:"The id of another player: the opponent in a pair, or who gives up the seat to a substitute."`
		Text   string            `json:"text,omitempty" doc:"Reason, message or announcement."`
		Round  string            `json:"round,omitempty" doc:"Of a pair: its number, or never."`
		Seeds  map[string]string `json:"seeds,omitempty" doc:"Numbers by the ids of players."`
		Event  int               `json:"event,omitempty" doc:"Number of the event to be undone."`
		Terms  *termsBody        `json:"terms,omitempty" doc:"To be changed; what is left out stays."`
	}
}

// deskAct is one of the acts of the desk.
type deskAct string

// TransformSchema lists them.
func (deskAct) TransformSchema(_ huma.Registry, s *huma.Schema) *huma.Schema {
	return oneOf(s, desk.Acts())
}

// oneOf lets nothing pass but some names.
func oneOf(s *huma.Schema, names []string) *huma.Schema {
	for _, name := range names {
		s.Enum = append(s.Enum, name)
	}
	return s
}

// APIDesk does something at the desk of a tournament.
func (s *API) APIDesk(ctx context.Context, who api.Caller, in *deskRequest) (*api.Reply[TournamentBody], error) {
	b := in.Body
	v, err := s.office.Tournament(ctx, league.Of(who.Player), in.ID)
	if err != nil {
		return nil, err
	}
	form := desk.DeskForm{
		Act: string(b.Act), Seen: b.Seen, Player: b.Player, Other: b.Other, Text: b.Text, Round: b.Round, Seeds: b.Seeds, Event: b.Event,
		Terms: league.TermsFormOf(v.Tournament.TournamentTerms),
	}
	if b.Terms != nil {
		maps.Copy(form.Terms.Typed, b.Terms.typed)
		form.Terms.Sure = b.Terms.Sure
	}
	return s.AfterAct(ctx, who, in.ID, s.office.AtDesk(ctx, who.Player, in.ID, form))
}

// APICheckIn is that a player says before the start that they are there.
func (s *API) APICheckIn(ctx context.Context, who api.Caller, in *TournamentPath) (*api.Reply[TournamentBody], error) {
	return s.AfterAct(ctx, who, in.ID, s.office.CheckIn(ctx, who.Player, in.ID))
}

// APIRest is that a player asks to sit out the next round.
func (s *API) APIRest(ctx context.Context, who api.Caller, in *TournamentPath) (*api.Reply[TournamentBody], error) {
	return s.AfterAct(ctx, who, in.ID, s.office.Rest(ctx, who.Player, in.ID, true))
}

// APIPlayOn is that they play after all.
func (s *API) APIPlayOn(ctx context.Context, who api.Caller, in *TournamentPath) (*api.Reply[TournamentBody], error) {
	return s.AfterAct(ctx, who, in.ID, s.office.Rest(ctx, who.Player, in.ID, false))
}
