package season

import (
	"strconv"
	"time"

	"kickabout/league/play"
)

// How likely a person plans a vacation before they are absent, plans more of it than they need,
// and ends it when they look in while it lasts.
const (
	plansAhead = 0.5
	plansMore  = 0.3
	isBack     = 0.5
)

// holiday has a person plan a vacation on the day before they are absent, as far as their days go,
// and end one that they do not need any more (R-VA-2).
func (r *run) holiday(p *person, now time.Time) error {
	if away := p.leaves(now); away > 0 {
		if r.random.Float64() < plansAhead {
			return r.planVacation(p, away)
		}
		return nil
	}
	if p.rests.After(now) && r.random.Float64() < isBack {
		p.rests = time.Time{}
		return r.office.EndVacation(r.ctx, p.Player, now)
	}
	return nil
}

// planVacation plans a vacation from now on.
func (r *run) planVacation(p *person, away time.Duration) error {
	v, err := r.office.Vacation(r.ctx, p.Player)
	if err != nil {
		return err
	}
	days := int(away/day) + 1
	if r.random.Float64() < plansMore {
		days += 5
	}
	if days = min(days, v.Balance); days < 1 {
		return nil
	}
	now := r.Now()
	err = r.office.PlanVacation(r.ctx, p.Player, play.VacationPlan{Days: strconv.Itoa(days)}, now)
	if err == nil {
		r.report.Vacations++
		p.rests = now.Add(time.Duration(days) * day)
	}
	return err
}
