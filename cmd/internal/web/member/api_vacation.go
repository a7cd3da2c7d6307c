package member

import (
	"context"
	"strconv"
	"time"

	"kickabout/cmd/internal/web/api"
	"kickabout/league/play"
	"kickabout/league/vacation"
)

// vacationBody is a member's vacation as programs see it.
type vacationBody struct {
	Rule      vacation.Rule      `json:"rule" enum:"std,lg" doc:"std: a day every 292 hours up to 30, and vacation can be planned. lg: 5 days a calendar year."`
	Left      int                `json:"left" doc:"Days."`
	Next      int                `json:"next" doc:"The number that the next planned vacation has: send it with the plan."`
	Planned   *plannedBody       `json:"planned,omitempty" doc:"The vacation that is still to end."`
	Statement []vacationLineBody `json:"statement" doc:"The oldest line first."`
}

type plannedBody struct {
	N      int       `json:"n"`
	Begins time.Time `json:"begins"`
	Ends   time.Time `json:"ends"`
	On     bool      `json:"on" doc:"It lasts."`
}

type vacationLineBody struct {
	At    time.Time    `json:"at"`
	Why   vacation.Why `json:"why" enum:"new,earned,full,year,timeout,planned"`
	Days  int          `json:"days" doc:"That came; below zero: that went."`
	Left  int          `json:"left" doc:"Afterwards."`
	Match string       `json:"match,omitempty" doc:"Whose time had run out."`
}

func vacationOf(view play.VacationView, now time.Time) vacationBody {
	b := vacationBody{Rule: view.Rule, Left: view.Balance, Next: len(view.Book.Planned) + 1, Statement: []vacationLineBody{}}
	if v, ok := view.Book.Open(); ok {
		b.Planned = &plannedBody{v.N, v.Begins, v.Ends, v.On(now)}
	}
	for _, l := range view.Lines {
		b.Statement = append(b.Statement, vacationLineBody{l.At, l.Why, l.Days, l.Balance, l.Day.Match})
	}
	return b
}

// APIVacation shows the caller's vacation.
func (s *Accounts) APIVacation(ctx context.Context, who api.Caller, _ *struct{}) (*api.Reply[vacationBody], error) {
	view, err := s.office.Vacation(ctx, who.Player)
	if err != nil {
		return nil, err
	}
	return &api.Reply[vacationBody]{Body: vacationOf(view, s.office.Now())}, nil
}

type planRequest struct {
	Body struct {
		N      int    `json:"n" minimum:"1" maximum:"1000000" doc:"The next of your vacation: sent twice, it is planned once."`
		Begins string `json:"begins,omitempty" maxLength:"10" doc:"A day, 2027-05-03, at midnight UTC; empty: now."`
		Days   int    `json:"days" minimum:"1" maximum:"30"`
	}
}

// APIPlanVacation plans a vacation.
func (s *Accounts) APIPlanVacation(ctx context.Context, who api.Caller, in *planRequest) (*api.Reply[vacationBody], error) {
	plan := play.VacationPlan{N: strconv.Itoa(in.Body.N), Begins: in.Body.Begins, Days: strconv.Itoa(in.Body.Days)}
	if err := s.office.PlanVacation(ctx, who.Player, plan, who.Arrived); err != nil {
		return nil, err
	}
	s.Delivered(ctx)
	return s.APIVacation(ctx, who, nil)
}

// APIEndVacation ends the caller's vacation.
func (s *Accounts) APIEndVacation(ctx context.Context, who api.Caller, _ *struct{}) (*api.Reply[vacationBody], error) {
	if err := s.office.EndVacation(ctx, who.Player, who.Arrived); err != nil {
		return nil, err
	}
	s.Delivered(ctx)
	return s.APIVacation(ctx, who, nil)
}
