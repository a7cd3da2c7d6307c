package season

import (
	"time"

	"kickabout/league"
	"kickabout/league/play"
)

// sandbagger plays well for some months of each year, then loses on purpose, and enters what is for weaker players.
type sandbagger struct{ ordinary }

// well is for how many days of a year a sandbagger plays well.
const well = 150

func newSandbagger(r *run, lead *person) adversary {
	lead.keen = 1
	return &sandbagger{ordinary{r, lead}}
}

func (s *sandbagger) style(v play.View, p *person) style {
	y := p.hurried(v.Match.Control)
	if y.skill = 1; int(s.r.Now().Sub(s.r.report.From)/day)%365 >= well {
		y.gives = 7
	}
	return y
}

// limit is the upper limit of every third tournament that players open, in points.
const limit = 1480

// limited is how long a tournament with such a limit takes entries.
const limited = 20 * day

// measureLimits looks at who has entered events that have an upper limit (R-RA-7), but for those whom who directs has invited
// or appointed: these need not meet it. What ended within a day before was not known yet.
func (w *world) measureLimits(h *history) error {
	peak := w.gauge("sandbagger", "entered below the highest rating of 12 months", "points", 0)
	unlisted := w.gauge("sandbagger", "entered below a limit without being listed", "entries", 0)
	n := 0.0
	for _, t := range h.tournaments {
		if t.Window.To == 0 {
			continue
		}
		log, err := w.store.TournamentLog(w.ctx, league.Site(), t.ID, 0, 1<<30)
		if err != nil {
			return err
		}
		asked := map[string]bool{}
		for _, d := range log {
			asked[d.Player.ID] = asked[d.Player.ID] || d.Act == league.ActInvited || d.Act == league.ActAppointed
		}
		for _, e := range t.Entries {
			if asked[e.Player.ID] {
				continue
			}
			known := e.Entered.Add(-day)
			highest, listed := w.ratedAt(h, e.Player.ID, known)
			peak.see(max(0, points(highest)-float64(t.Window.To)-0.05), e.Entered, e.Player.ID)
			if !listed {
				n++
			}
			unlisted.see(n, e.Entered, e.Player.ID)
		}
	}
	return nil
}

// ratedAt returns somebody's highest Elo in the year up to a moment, and whether they were listed then.
func (w *world) ratedAt(h *history, player string, at time.Time) (highest league.Elo, listed bool) {
	var now league.Standing
	faced, active := map[string]bool{}, map[string]bool{}
	pairs := h.pairs()
	for _, c := range h.changes {
		if c.Ended.After(at) || c.Why != "" {
			continue
		}
		recent := at.Sub(c.Ended) < league.RatedYear
		if recent && c.Player != player {
			active[c.Player] = true
		}
		if c.Player != player {
			continue
		}
		if recent {
			highest = max(highest, c.After.Elo)
			if c.Before.Games > 0 {
				highest = max(highest, c.Before.Elo)
			}
		} else {
			highest = c.After.Elo
		}
		now = c.After
		if two := pairs[c.Match]; len(two) == 2 && two[0].Why == "" && two[1].Why == "" && recent {
			faced[two[0].Player], faced[two[1].Player] = true, true
		}
	}
	delete(faced, player)
	system := w.office.Ratings
	deviation := system.Now(now, at).Deviation
	return highest, now.Games > 0 && len(faced) >= min(league.Testers, len(active)) && deviation <= system.Listed && at.Sub(now.Last) <= system.ListedSpan
}
