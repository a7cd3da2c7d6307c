package season

import (
	"strconv"
	"time"

	"kickabout/league"
	"kickabout/league/formats/ladder"
	"kickabout/league/ladders"
	"kickabout/league/play"
	"kickabout/league/series"
	spans "kickabout/league/span"
)

// holder plays well until they are on top of the ladder, and is not there to be challenged then: they hold their place when
// the site is about to begin games, and end that when it has, as far as they may; else they are on vacation.
type holder struct{ ordinary }

func newHolder(r *run, lead *person) adversary {
	lead.skill, lead.pace, lead.keen = 1, time.Hour, 1
	return &holder{ordinary{r, lead}}
}

// hides is how long before the site begins games a holder hides, and how long after it they show themselves.
const hides = 10 * time.Minute

func (h *holder) looks(now time.Time) error {
	seat, err := h.r.ladderSeat(h.lead)
	if err != nil || seat == nil || seat.Place != 1 || !seat.Hold.IsZero() || h.lead.rests.After(now) {
		return err
	}
	if err := h.set(series.LadderHold); league.KindOf(err) == league.Internal || err == nil {
		return err
	}
	v, err := h.r.office.Vacation(h.r.ctx, h.lead.Player)
	if err != nil || v.Balance < 1 {
		return err
	}
	err = h.r.office.PlanVacation(h.r.ctx, h.lead.Player, play.VacationPlan{Days: strconv.Itoa(v.Balance)}, now)
	if err == nil {
		h.lead.rests = now.Add(time.Duration(v.Balance) * day)
		h.r.did(h.lead, "vacation %s %dd", word(h.lead.Name), v.Balance)
	}
	return err
}

// after shows them when the jobs have run.
func (h *holder) after() error {
	if err := h.r.Awake(h.r.ctx, h.r.Now().Add(hides)); err != nil {
		return err
	}
	seat, err := h.r.ladderSeat(h.lead)
	if err != nil || seat == nil || seat.Hold.IsZero() {
		return err
	}
	return h.set(series.LadderResume)
}

// set sets something that they wish.
func (h *holder) set(what series.LadderSetting) error {
	c, err := h.r.office.Competition(ladderFormat + "/" + h.r.Rules)
	if err == nil {
		err = h.r.office.SetLadder(h.r.ctx, h.lead.Player, c, what)
	}
	if err == nil {
		h.r.did(h.lead, "ladder %s %s", what, word(h.lead.Name))
	}
	return err
}

// ladderSeat returns where somebody stands on the ladder; nil if they do not.
func (r *run) ladderSeat(p *person) (*ladders.Seat, error) {
	c, err := r.office.Competition(ladderFormat + "/" + r.Rules)
	if err != nil {
		return nil, err
	}
	v, err := r.office.Ladder(r.ctx, p.Player, c)
	return v.Me, err
}

// lookAtChallenges sees after the site has begun games whether somebody who leaves that to it could challenge who is on top,
// and does not.
func (w *world) lookAtChallenges() error {
	c, err := w.office.Competition(ladderFormat + "/" + w.of.Rules)
	if err != nil {
		return err
	}
	v, err := w.office.Ladder(w.ctx, league.Player{}, c)
	if err != nil {
		return err
	}
	missed := 0.0
	for i := 1; i < min(3, len(v.Rows)); i++ {
		seen, err := w.office.Ladder(w.ctx, v.Rows[i].Player, c)
		if err != nil {
			return err
		}
		if seen.Me != nil && !seen.Me.Manual && seen.Rows[0].Code == "" {
			missed++
		}
	}
	if len(v.Rows) > 1 && !v.Rows[0].Away {
		w.unmet.see(missed, w.Now(), v.Rows[0].Player.ID)
	}
	return w.lookAtSlots(v)
}

// off returns when players of a ladder could not be challenged: on a hold, or on a planned vacation.
func (w *world) off(log []league.Decision) (map[string]spans.Set, error) {
	all, since := map[string]spans.Set{}, map[string]time.Time{}
	for _, d := range log {
		n, err := ladder.ParseNote(d.Text)
		if d.Act != league.ActNoted || err != nil {
			continue
		}
		was := since[d.Player.ID]
		if since[d.Player.ID] = n.Hold; !was.IsZero() && n.Hold.IsZero() {
			all[d.Player.ID] = all[d.Player.ID].And(spans.Of(spans.Span{From: was, Until: d.At}))
		}
	}
	for id, was := range since {
		if !was.IsZero() {
			all[id] = all[id].And(spans.Of(spans.Span{From: was, Until: w.Now()}))
		}
	}
	for _, p := range w.people {
		book, err := w.store.VacationBook(w.ctx, p.ID)
		if err != nil {
			return nil, err
		}
		for _, v := range book.Planned {
			ends := v.Ends
			if !v.Ended.IsZero() && v.Ended.Before(ends) {
				ends = v.Ended
			}
			all[p.ID] = all[p.ID].And(spans.Of(spans.Span{From: v.Begins, Until: ends}))
		}
	}
	return all, nil
}

// measureLadder holds the log of a ladder against R-LA-10: what each hold was charged.
func (w *world) measureLadder(h *history) error {
	if w.of.Format != ladderFormat {
		return nil
	}
	year := w.gauge("holder", "hidden in a calendar year, with vacation of the one before", "days", 90)
	each := w.gauge("holder", "hidden a year, since the first day", "days", 63)
	least := w.gauge("holder", "charged for one hold", "days", 7)
	least.Least = true
	for _, t := range h.tournaments {
		log, err := w.store.TournamentLog(w.ctx, league.Site(), t.ID, 0, 1<<30)
		if err != nil {
			return err
		}
		off, err := w.off(log)
		if err != nil {
			return err
		}
		for id, spans := range off {
			sum, from := 0.0, w.report.From
			for n := 1.0; from.Before(w.Now()); n++ {
				until := from.AddDate(1, 0, 0)
				in := days(spans.Between(from, until))
				sum += in
				year.see(in, until, id)
				each.see(sum/n, until, id)
				from = until
			}
		}
		notes := map[string]ladder.Note{}
		for _, d := range log {
			if d.Act != league.ActNoted {
				continue
			}
			n, err := ladder.ParseNote(d.Text)
			if err != nil {
				return err
			}
			was := notes[d.Player.ID]
			notes[d.Player.ID] = n
			if was.Hold.IsZero() || !n.Hold.IsZero() || was.Hold.Year() != n.HeldIn {
				continue
			}
			charged := n.Held
			if was.HeldIn == n.HeldIn {
				charged -= was.Held
			}
			least.see(charged.Hours()/24, d.At, d.Player.ID)
		}
	}
	return nil
}
