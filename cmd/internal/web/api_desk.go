package web

import (
	"context"

	"kickabout/league"
	"kickabout/league/office"
)

// deskRequest is what a director asks for at the desk of a tournament.
type deskRequest struct {
	ID   string `path:"id" maxLength:"64"`
	Body struct {
		Act    string            `json:"act" enum:"announce,appoint,ban,cancel,change,check-in,dismiss,invite,pair,pause,remove,resume,seat,seed,substitute,undo"`
		Seen   int               `json:"seen,omitempty" doc:"Number of the last event of the log that you know: refused if another director has done something since."`
		Player string            `json:"player,omitempty" doc:"The name of whom to invite, ban or appoint; else the id of a player."`
		Other  string            `json:"other,omitempty" doc:"The id of another player: the opponent in a pair, or who gives up his seat to a substitute."`
		Text   string            `json:"text,omitempty" doc:"Reason, message or announcement."`
		Round  string            `json:"round,omitempty" doc:"Of a pair: its number, or never."`
		Seeds  map[string]string `json:"seeds,omitempty" doc:"Numbers by the ids of players."`
		Event  int               `json:"event,omitempty" doc:"Number of the event to be undone."`
		Terms  *termsBody        `json:"terms,omitempty" doc:"To be changed; what is left out stays."`
	}
}

// termsBody is what of the terms of a tournament can be changed.
type termsBody struct {
	Name       *string `json:"name,omitempty"`
	Places     *string `json:"places,omitempty"`
	Least      *string `json:"least,omitempty" doc:"Players without which it is cancelled on its day."`
	Starts     *string `json:"starts,omitempty" doc:"As in 2027-05-01T18:00, UTC; empty: no fixed day."`
	Closes     *string `json:"closes,omitempty" doc:"Likewise; empty: at the start."`
	CheckIn    *string `json:"check_in,omitempty" doc:"Hours before the start."`
	Profile    *string `json:"profile,omitempty" doc:"What ranks players."`
	RoundDays  *string `json:"round_days,omitempty"`
	Waiting    *bool   `json:"waiting,omitempty"`
	Joining    *bool   `json:"joining,omitempty"`
	ThirdPlace *bool   `json:"third_place,omitempty" doc:"The losers of the semi-finals of a knock-out play for it; before the start."`
	Private    *bool   `json:"private,omitempty" doc:"Only who is in it, invited or directs it knows of it; matches that begin then are not rated."`
	Sure       bool    `json:"sure,omitempty" doc:"Change what ranks players although a match is over."`
}

// onto writes what is there over terms as they are.
func (b termsBody) onto(f league.TermsForm) league.TermsForm {
	for _, o := range []struct {
		is *string
		at *string
	}{
		{b.Name, &f.Name}, {b.Places, &f.Places}, {b.Least, &f.Least}, {b.Starts, &f.Starts}, {b.Closes, &f.Closes}, {b.CheckIn, &f.CheckIn},
		{b.Profile, &f.Profile}, {b.RoundDays, &f.RoundDays},
	} {
		if o.is != nil {
			*o.at = *o.is
		}
	}
	for _, o := range []struct {
		is *bool
		at *bool
	}{{b.Waiting, &f.Waiting}, {b.Joining, &f.Joining}, {b.ThirdPlace, &f.ThirdPlace}, {b.Private, &f.Private}} {
		if o.is != nil {
			*o.at = *o.is
		}
	}
	f.Sure = b.Sure
	return f
}

// apiDesk does something at the desk of a tournament.
func (s *site) apiDesk(ctx context.Context, who caller, in *deskRequest) (*reply[tournamentBody], error) {
	b := in.Body
	v, err := s.office.Tournament(ctx, in.ID)
	if err != nil {
		return nil, err
	}
	form := office.DeskForm{
		Act: b.Act, Seen: b.Seen, Player: b.Player, Other: b.Other, Text: b.Text, Round: b.Round, Seeds: b.Seeds, Event: b.Event,
		Terms: league.TermsFormOf(v.Tournament.TournamentTerms),
	}
	if b.Terms != nil {
		form.Terms = b.Terms.onto(form.Terms)
	}
	return s.afterAct(ctx, who, in.ID, s.office.AtDesk(ctx, who.player, in.ID, form))
}

// apiCheckIn is that a player says before the start that he is there.
func (s *site) apiCheckIn(ctx context.Context, who caller, in *tournamentPath) (*reply[tournamentBody], error) {
	return s.afterAct(ctx, who, in.ID, s.office.CheckIn(ctx, who.player, in.ID))
}

// apiRest is that a player asks to sit out the next round.
func (s *site) apiRest(ctx context.Context, who caller, in *tournamentPath) (*reply[tournamentBody], error) {
	return s.afterAct(ctx, who, in.ID, s.office.Rest(ctx, who.player, in.ID, true))
}

// apiPlayOn is that he plays after all.
func (s *site) apiPlayOn(ctx context.Context, who caller, in *tournamentPath) (*reply[tournamentBody], error) {
	return s.afterAct(ctx, who, in.ID, s.office.Rest(ctx, who.player, in.ID, false))
}
