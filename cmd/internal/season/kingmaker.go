package season

import (
	"kickabout/engine"
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
	return nil
}
