package play

import (
	"context"
	"strconv"
	"strings"
	"time"

	"kickabout/league"
	"kickabout/league/conduct"
	"kickabout/league/core"
	"kickabout/league/vacation"
)

// VacationView is the vacation of a member as it stands.
type VacationView struct {
	Rule    vacation.Rule
	Book    vacation.Book
	Balance int             // days left now
	Lines   []vacation.Line // the statement, the oldest line first
}

// VacationPlan is what a member asks for, as typed.
type VacationPlan struct {
	N      string // the number that the vacation is to have: sent twice, it is planned once
	Begins string // "2027-05-03", at midnight UTC; "" for now
	Days   string
}

// vacationAhead is how long ahead a vacation may be planned.
const vacationAhead = 365 * 24 * time.Hour

// Vacation returns the vacation of a member. For whoever has no account the error is of
// kind league.Forbidden.
func (s *Vacations) Vacation(ctx context.Context, player league.Player) (VacationView, error) {
	if err := core.MustBeMember(player, "vacation is for players with an account."); err != nil {
		return VacationView{}, err
	}
	book, err := s.store.VacationBook(ctx, player.ID)
	now := s.core.Now()
	return VacationView{s.VacationRule, book, s.VacationRule.Balance(book, now), s.VacationRule.Statement(book, now)}, err
}

// PlanVacation plans a vacation, and begins it if that is now. What is wrong with the
// plan comes as field errors; with another one open the error is of kind
// league.Forbidden. The same plan again is no error.
func (s *Vacations) PlanVacation(ctx context.Context, player league.Player, p VacationPlan, arrived time.Time) error {
	view, err := s.Vacation(ctx, player)
	if err != nil {
		return err
	}
	if view.Rule != vacation.Std {
		return league.Errorf(league.Forbidden, "Vacation cannot be planned on this site: a day is used by itself when your time runs out.")
	}
	v, err := s.plan(view, player, p, arrived)
	if err != nil {
		return err
	}
	if v.N <= len(view.Book.Planned) {
		return plannedAgain(view.Book.Planned[v.N-1], v)
	}
	if _, ok := view.Book.Open(); ok {
		return league.Errorf(league.Forbidden, "You have planned a vacation already. End it before you plan another.")
	}
	if have := s.VacationRule.Balance(view.Book, v.Begins); have < daysOf(v) {
		return league.FieldErrorf("days", "You have %d days of vacation then.", have)
	}
	err = s.core.Note(s.store.PlanVacation(ctx, v, vacationMoved(v.Player)), vacationMoved(v.Player))
	if league.KindOf(err) == league.Stale {
		book, err := s.store.VacationBook(ctx, player.ID)
		if err != nil || len(book.Planned) < v.N {
			return err
		}
		return plannedAgain(book.Planned[v.N-1], v)
	}
	return err
}

// vacationMoved is that something has happened to a vacation of a player.
func vacationMoved(player string) league.Fact {
	return league.Fact{Kind: league.VacationMoved, Subject: player}
}

// plannedAgain answers a plan whose number is taken: it may be the very same.
func plannedAgain(there, v vacation.Vacation) error {
	if daysOf(there) == daysOf(v) || !there.Open() {
		return nil
	}
	return league.Errorf(league.Stale, "You have planned another vacation meanwhile.")
}

// daysOf returns how many days a vacation has.
func daysOf(v vacation.Vacation) int { return int(v.Ends.Sub(v.Begins) / vacation.DayLong) }

// plan reads a plan.
func (s *Vacations) plan(view VacationView, player league.Player, p VacationPlan, now time.Time) (vacation.Vacation, error) {
	v := vacation.Vacation{Player: player.ID, Asked: now, Begins: now}
	var err error
	if v.N, err = strconv.Atoi(p.N); err != nil || v.N < 1 || v.N > len(view.Book.Planned)+1 {
		v.N = len(view.Book.Planned) + 1
	}
	if begins := strings.TrimSpace(p.Begins); begins != "" {
		v.Begins, err = time.Parse(time.DateOnly, begins)
		today := now.Truncate(24 * time.Hour)
		switch {
		case err != nil:
			return v, league.FieldErrorf("begins", "Choose a day, or leave it empty to begin now.")
		case v.Begins.Before(today):
			return v, league.FieldErrorf("begins", "This day has passed. Choose another, or leave it empty to begin now.")
		case v.Begins.After(now.Add(vacationAhead)):
			return v, league.FieldErrorf("begins", "This is more than a year ahead. Choose an earlier day.")
		case v.Begins.Before(now):
			v.Begins = now
		}
	}
	days, err := strconv.Atoi(strings.TrimSpace(p.Days))
	if err != nil || days < 1 || days > 366 {
		return v, league.FieldErrorf("days", "Type how many days: a whole number, at least 1.")
	}
	v.Ends = v.Begins.Add(time.Duration(days) * vacation.DayLong)
	return v, nil
}

// EndVacation ends the vacation that a member is on or has planned (R-VA-2); without
// one there is nothing to do. A day that has begun is used up.
func (s *Vacations) EndVacation(ctx context.Context, player league.Player, arrived time.Time) error {
	view, err := s.Vacation(ctx, player)
	if err != nil {
		return err
	}
	v, ok := view.Book.Open()
	if !ok {
		return nil
	}
	if arrived.Before(v.Begins) {
		arrived = v.Begins // it never comes to that
		v.Ended = s.core.Now()
	}
	if arrived.Before(v.Ends) {
		v.Ends = arrived
	}
	err = s.core.Note(s.store.ChangeVacation(ctx, v, vacationMoved(v.Player)), vacationMoved(v.Player))
	if league.KindOf(err) == league.NotFound { // ended meanwhile
		return nil
	}
	return err
}

// MayBegin refuses new matches for who is on vacation (R-VA-5), and for who may begin none for a while.
func (s *Vacations) MayBegin(ctx context.Context, players ...league.Player) error {
	ids := make([]string, len(players))
	for i, p := range players {
		ids[i] = p.ID
	}
	restraints, err := s.Restraints(ctx, ids...)
	if err != nil {
		return err
	}
	return restraints.MayBegin(players...)
}

// Restraints are what keeps some players from new matches.
type Restraints struct {
	now   time.Time
	steps map[string][]league.Sanction
	away  map[string]vacation.Vacation
}

// Restraints reads what keeps some players from new matches.
func (s *Vacations) Restraints(ctx context.Context, players ...string) (Restraints, error) {
	r := Restraints{now: s.core.Now(), steps: map[string][]league.Sanction{}}
	steps, err := s.store.SanctionsOfAll(ctx, players...)
	if err != nil {
		return Restraints{}, err
	}
	for _, step := range steps {
		r.steps[step.Player] = append(r.steps[step.Player], step)
	}
	r.away, err = s.Away(ctx, players...)
	return r, err
}

// MayBegin refuses a new match of players, of whom the first asks. Why a step keeps another from it is for them alone.
func (r Restraints) MayBegin(players ...league.Player) error {
	for i, p := range players {
		err := conduct.MayBegin(r.steps[p.ID], r.now)
		if err != nil && i > 0 {
			err = league.Errorf(league.Forbidden, "%s begins no new games at the moment.", p.Name)
		}
		if err != nil {
			return err
		}
	}
	for i, p := range players {
		v, on := r.away[p.ID]
		switch {
		case on && i == 0:
			return league.Errorf(league.Forbidden, "You are on vacation until %s. End it before you begin a new game.", dayText(v.Ends))
		case on:
			return league.Errorf(league.Forbidden, "%s is on vacation until %s and begins no new games before.", p.Name, dayText(v.Ends))
		}
	}
	return nil
}

func dayText(t time.Time) string { return t.UTC().Format("2 January 2006") }
