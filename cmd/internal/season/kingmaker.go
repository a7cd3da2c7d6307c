package season

import (
	"kickabout/engine"
	"kickabout/engine/analysis"
	"kickabout/league"
	"kickabout/league/play"
)

// kingmaker has a friend, and gives up games to them when that helps most: when they win.
type kingmaker struct {
	ordinary
	friend *person
}

func newKingmaker(r *run, lead *person) adversary {
	k := &kingmaker{ordinary: ordinary{r, lead}}
	lead.skill, lead.keen = 0.9, 1
	k.friend = r.account(lead, "friend", k)
	k.friend.keen = 1
	r.world.onList = map[string]bool{}
	return k
}

func (k *kingmaker) style(v play.View, p *person) style {
	y := p.hurried(v.Match.Control)
	if opponent(v.Match, p.ID) != k.friend.ID {
		return y
	}
	side, score := v.Record.Next().Side, v.Record.Score()
	if score[side-1] > score[side.Other()-1] {
		y.gives = 7
	}
	return y
}

// givenUp values the games that were given up as the site does. Of others nothing is asked, and they are most of all.
func givenUp(r engine.Record, points [2]int, between func()) (analysis.Analysis, error) {
	if !givesUp(r.Outcome().Ending) {
		return analysis.Analysis{Points: points}, nil
	}
	return analysis.Analyse(r, points, between)
}

// givesUp says that a game that ended so was not played out.
func givesUp(ending engine.Ending) bool {
	return ending == engine.Resignation || ending == engine.Timeout || ending == engine.Forfeit
}

// readList notes which games are on the lists of those who direct tournaments.
func (w *world) readList() error {
	if w.onList == nil {
		return nil
	}
	for {
		if worked, err := w.office.AnalyseNext(w.ctx); err != nil || !worked {
			if err := w.alive(err); err != nil {
				return err
			}
			break
		}
	}
	all, err := w.opened()
	if err != nil {
		return err
	}
	for _, t := range all {
		gifts, err := w.office.Desks.Gifts(w.ctx, league.Site(), t.ID)
		if err != nil {
			return err
		}
		for _, g := range gifts {
			w.onList[g.Match] = true
		}
	}
	return nil
}

// measureGifts looks at what players of events were given by others: tournament points by one game, and by all games of a pair.
func (w *world) measureGifts(h *history) error {
	game := w.gauge("kingmaker", "tournament points by one game that is given up", "points", 5)
	pair := w.gauge("kingmaker", "tournament points by the games of a pair that are given up", "points", 10)
	sum := map[[3]string]float64{}
	for _, m := range h.matches {
		o := m.State.Outcome
		t := h.events[m.Tournament]
		if t.Rolling || o.Ending != engine.Resignation && o.Ending != engine.Timeout {
			continue
		}
		points, ok := m.Scoring().Points(o)
		if !ok {
			continue
		}
		winner, loser := by(m, o.Winner), by(m, o.Winner.Other())
		got := float64(points[o.Winner-1]) / 10
		at := m.Log[len(m.Log)-1].At
		game.see(got, at, winner, loser)
		key := [3]string{t.ID + "/" + string(league.Key(m.Fixture).Group()), winner, loser}
		sum[key] += got
		pair.see(sum[key], at, winner, loser)
	}
	return w.measureList(h)
}

// measureList looks how many of the games by which somebody gave up two points or more those know of who direct the
// tournament (R-FF-13).
func (w *world) measureList(h *history) error {
	listed := w.gauge("kingmaker", "games that gave 2 points or more, on the list of who directs", "percent", 95)
	listed.Least = true
	if w.onList == nil {
		return nil
	}
	if err := w.readList(); err != nil {
		return err
	}
	var all, on int
	last, who := w.Now(), []string(nil)
	for _, m := range h.matches {
		if !givesUp(m.State.Outcome.Ending) || m.State.Outcome.Winner == engine.NoSide || !isKingmaker(w, by(m, m.State.Outcome.Winner.Other())) {
			continue
		}
		given, err := givenIn(w, m)
		if err != nil {
			return err
		}
		if given < league.GiftLeast {
			continue
		}
		if all++; w.onList[m.ID] {
			on++
			continue
		}
		last, who = m.Log[len(m.Log)-1].At, []string{by(m, engine.First), by(m, engine.Second)}
	}
	if all > 0 {
		listed.see(100*float64(on)/float64(all), last, who...)
		listed.Checked = all
	}
	return nil
}

// isKingmaker says that somebody gives games to a friend.
func isKingmaker(w *world, player string) bool {
	p, ok := w.byID[player]
	if !ok {
		return false
	}
	_, ok = p.bends.(*kingmaker)
	return ok
}

// givenIn returns what the loser of a match gave up, in thousandths of a point, by the rules and the judge alone.
func givenIn(w *world, m league.Match) (int, error) {
	v, err := w.office.Replay(m)
	if err != nil {
		return 0, err
	}
	o := v.Record.Outcome()
	paid, ok := league.Standard().Points(o)
	if !ok {
		return 0, nil
	}
	a, err := analysis.Analyse(v.Record, [2]int{int(paid[0]) * 100, int(paid[1]) * 100}, func() {})
	return a.Given(o.Winner), err
}
