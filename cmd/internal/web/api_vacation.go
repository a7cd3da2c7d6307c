package web

import (
	"context"
	"strconv"
	"time"

	"kickabout/league"
	"kickabout/league/office"
)

// vacationBody is a member's vacation as programs see it.
type vacationBody struct {
	Rule      league.VacationRule `json:"rule" enum:"std,lg" doc:"std: a day every 292 hours up to 30, and vacation can be planned. lg: 5 days a calendar year."`
	Left      int                 `json:"left" doc:"Days."`
	Next      int                 `json:"next" doc:"The number that the next planned vacation has: send it with the plan."`
	Planned   *plannedBody        `json:"planned,omitempty" doc:"The vacation that is still to end."`
	Statement []vacationLineBody  `json:"statement" doc:"The oldest line first."`
}

type plannedBody struct {
	N      int       `json:"n"`
	Begins time.Time `json:"begins"`
	Ends   time.Time `json:"ends"`
	On     bool      `json:"on" doc:"It lasts."`
}

type vacationLineBody struct {
	At    time.Time          `json:"at"`
	Why   league.VacationWhy `json:"why" enum:"new,earned,full,year,timeout,planned"`
	Days  int                `json:"days" doc:"That came; below zero: that went."`
	Left  int                `json:"left" doc:"Afterwards."`
	Match string             `json:"match,omitempty" doc:"Whose time had run out."`
}

func vacationOf(view office.VacationView, now time.Time) vacationBody {
	b := vacationBody{Rule: view.Rule, Left: view.Balance, Next: len(view.Book.Planned) + 1, Statement: []vacationLineBody{}}
	if v, ok := view.Book.Open(); ok {
		b.Planned = &plannedBody{v.N, v.Begins, v.Ends, v.On(now)}
	}
	for _, l := range view.Lines {
		b.Statement = append(b.Statement, vacationLineBody{l.At, l.Why, l.Days, l.Balance, l.Day.Match})
	}
	return b
}

// apiVacation shows the caller's vacation.
func (s *site) apiVacation(ctx context.Context, who caller, _ *struct{}) (*reply[vacationBody], error) {
	view, err := s.office.Vacation(ctx, who.player)
	if err != nil {
		return nil, err
	}
	return &reply[vacationBody]{vacationOf(view, s.office.Now())}, nil
}

type planRequest struct {
	Body struct {
		N      int    `json:"n" minimum:"1" maximum:"1000000" doc:"The next of your vacation: sent twice, it is planned once."`
		Begins string `json:"begins,omitempty" maxLength:"10" doc:"A day, 2027-05-03, at midnight UTC; empty: now."`
		Days   int    `json:"days" minimum:"1" maximum:"30"`
	}
}

// apiPlanVacation plans a vacation.
func (s *site) apiPlanVacation(ctx context.Context, who caller, in *planRequest) (*reply[vacationBody], error) {
	plan := office.VacationPlan{N: strconv.Itoa(in.Body.N), Begins: in.Body.Begins, Days: strconv.Itoa(in.Body.Days)}
	if err := s.office.PlanVacation(ctx, who.player, plan, who.arrived); err != nil {
		return nil, err
	}
	return s.apiVacation(ctx, who, nil)
}

// apiEndVacation ends the caller's vacation.
func (s *site) apiEndVacation(ctx context.Context, who caller, _ *struct{}) (*reply[vacationBody], error) {
	if err := s.office.EndVacation(ctx, who.player, who.arrived); err != nil {
		return nil, err
	}
	return s.apiVacation(ctx, who, nil)
}

type timeRequest struct {
	ID   string `path:"id" maxLength:"64"`
	Key  string `header:"Idempotency-Key" required:"true" doc:"Names this request, at most 64 bytes: sent again under the same key it gives nothing more."`
	Body struct {
		Days int `json:"days" enum:"1,3"`
	}
}

// apiGiveTime gives the opponent time.
func (s *site) apiGiveTime(ctx context.Context, who caller, in *timeRequest) (*reply[matchBody], error) {
	if err := checkKey(in.Key); err != nil {
		return nil, err
	}
	v, err := s.office.GiveTime(ctx, who.player, in.ID, in.Body.Days, in.Key, who.arrived)
	if err != nil {
		return nil, err
	}
	return &reply[matchBody]{s.matchOf(v, who.player, s.office.Now())}, nil
}
