package season

import (
	"math"
	"math/rand/v2"
	"slices"
	"time"

	"kickabout/engine"
	"kickabout/league"
	"kickabout/league/play"
)

// copier asks others for duplicate pairs. In each of the two games they wait as long as they may for what their opponent
// does in the other one, and repeat it; if they cannot see it, they play as well as they can.
type copier struct {
	ordinary
	asked int // of whom they have asked
}

// copies is how often a copier asks for a pair, in days.
const copies = 3

func newCopier(r *run, lead *person) adversary {
	if r.world.leaks == nil {
		r.world.leaks = r.world.gauge("copier", "answers in which others read a move that is in", "answers", 0)
		r.world.ahead = r.world.gauge("copier", "moves seen in the other game before one's own, where both are alike", "moves", 0)
	}
	lead.skill = 0.5
	return &copier{ordinary: ordinary{r, lead}}
}

// looks asks somebody for a pair.
func (c *copier) looks(now time.Time) error {
	if c.lead.ID == "" || int(now.Sub(c.r.report.From)/day)%copies != 0 {
		return nil
	}
	for range c.r.people {
		c.asked++
		p := c.r.people[c.asked%len(c.r.people)]
		if p.bends != nil || p.ID == "" || !p.here(now) || !p.here(now.Add(10*day)) {
			continue
		}
		err := c.r.agreeOnPair(c.r.ctx, c.lead.Player, p.Player, c.r.Rules)
		if err == nil {
			c.r.did(c.lead, "# pair %s %s", word(c.lead.Name), word(p.Name))
		}
		return err
	}
	return nil
}

// copied returns what the opponent did in the other game in the place of the move that is due here; "" if it cannot be seen.
// Waits says that it may be seen later.
func (c *copier) copied(v play.View) (move engine.Move, waits bool) {
	if v.Match.Twin == "" {
		return "", false
	}
	there, over, err := seenMoves(c.r, v.Match.Twin, c.lead.Player)
	if err != nil {
		return "", false
	}
	here := movesOf(v)
	n, ahead := len(here), 0.0
	if !over && alike(here, there) {
		ahead = max(0, float64(len(there)-n))
	}
	c.r.world.ahead.seeIn(v.Match, ahead, c.r.Now(), c.lead.ID)
	if n < len(there) && there[n].By == v.Record.Next().Side {
		return engine.Move(there[n].Text), false
	}
	return "", !over
}

// alike says that two games have been the same so far, as far as both have come. Of others that go another way one may get
// ahead while the other waits for a throw, and nothing in it is to be repeated.
func alike(a, b []engine.Event) bool {
	n := min(len(a), len(b))
	return slices.EqualFunc(a[:n], b[:n], func(x, y engine.Event) bool { return x.By == y.By && x.Text == y.Text })
}

func (c *copier) style(v play.View, p *person) style {
	y := p.hurried(v.Match.Control)
	y.copies, _ = c.copied(v)
	return y
}

func (c *copier) moves(v play.View, _ *person, ready time.Time) time.Time {
	if _, waits := c.copied(v); waits {
		return latest(ready, v.Clocks.Deadline().Add(-time.Minute))
	}
	return ready
}

// fair throws dice for games that nobody plays on the site.
type fair struct{ *rand.Rand }

func (f fair) Draw(_ uint32, _ string, _, sides int) (int, error) { return 1 + f.IntN(sides), nil }

// alone plays a game of two styles by chance, without a site, and returns how it ended.
func alone(game engine.Game, variant string, styles [2]style, random *rand.Rand) (engine.Outcome, error) {
	at := time.Date(2027, 1, 1, 0, 0, 0, 0, time.UTC)
	r, err := engine.Begin(game, variant, at, 0, nil)
	if err == nil {
		r, _, err = r.Drive(at, fair{random})
	}
	for err == nil && !r.Next().Over() {
		e := styles[r.Next().Side-1].choose(r, random)
		e.Seq, e.At = len(r.Log)+1, at
		if r, err = r.Add(e); err == nil {
			r, _, err = r.Drive(at, fair{random})
		}
	}
	return r.Outcome(), err
}

// Figures of a copier that a trial puts together over its worlds.
const (
	fromPair  = "points of a copier by both games of a pair"
	fromAlone = "points by two such games without a pair"
	pairsLike = "points by which the players of a copier's pair differ"
)

// measureCopies holds what copiers got by pairs against what they get where they can copy nothing.
func (w *world) measureCopies(*history) error {
	if w.leaks == nil {
		return nil
	}
	var got, without, differ []float64
	game, pool := w.options.Games[0], w.pool()
	random := rand.New(rand.NewPCG(w.seed, 7))
	for _, a := range w.adversaries {
		c, ok := a.(*copier)
		if !ok {
			continue
		}
		matches, err := w.store.MatchesOf(w.ctx, league.Site(), c.lead.ID, 1<<20)
		if err != nil {
			return err
		}
		for _, two := range finishedPairs(matches) {
			var mine, theirs float64
			for _, m := range two {
				points, _ := m.Scoring().Points(m.State.Outcome)
				side := m.SideOf(c.lead.ID)
				mine, theirs = mine+float64(points[side-1])/10, theirs+float64(points[side.Other()-1])/10
			}
			got, differ = append(got, mine), append(differ, math.Abs(mine-theirs))
			other := w.byID[opponent(two[0], c.lead.ID)]
			expected := 0.0
			for side := range 2 {
				styles := [2]style{c.lead.style, other.style}
				if side == 1 {
					styles[0], styles[1] = styles[1], styles[0]
				}
				o, err := alone(game, pool.Variant, styles, random)
				if err != nil {
					return err
				}
				points, _ := league.Standard().Points(o)
				expected += float64(points[side]) / 10
			}
			without = append(without, expected)
		}
	}
	if len(got) > 0 {
		w.metric(fromPair, got)
		w.metric(fromAlone, without)
		w.metric(pairsLike, differ)
	}
	return nil
}

// finishedPairs returns the pairs of which both games were played out, or given up.
func finishedPairs(matches []league.Match) (all [][2]league.Match) {
	ended := map[string]league.Match{}
	for _, m := range matches {
		o := m.State.Outcome.Ending
		if m.Twin != "" && m.State.Outcome.Over() && (o == engine.Resignation || !givesUp(o)) {
			ended[m.ID] = m
		}
	}
	for _, m := range matches {
		if twin, ok := ended[m.Twin]; ok && m.ID < m.Twin && ended[m.ID].ID != "" {
			all = append(all, [2]league.Match{m, twin})
		}
	}
	return all
}

// leastPairs is of how many pairs the means are compared.
const leastPairs = 400

// apartBy returns by how many standard errors the means of two samples differ.
func apartBy(a, b []float64) float64 {
	mean := func(x []float64) (m, v float64) {
		for _, y := range x {
			m += y / float64(len(x))
		}
		for _, y := range x {
			v += (y - m) * (y - m) / float64(len(x)-1) / float64(len(x))
		}
		return m, v
	}
	ma, va := mean(a)
	mb, vb := mean(b)
	return math.Abs(ma-mb) / math.Sqrt(va+vb)
}

// copies returns by how many standard errors what copiers got differs from what they get without copying, if there are
// enough pairs to tell.
func (f *Found) copies() (Gain, bool) {
	var got, without []float64
	for _, m := range f.Metrics {
		switch m.What {
		case fromPair:
			got = append(got, m.Values...)
		case fromAlone:
			without = append(without, m.Values...)
		}
	}
	if len(got) < leastPairs {
		return Gain{}, false
	}
	return Gain{Policy: "copier", What: "points by pairs, from what they get without copying", Unit: "s.e.", Bound: 3, Worst: apartBy(got, without), Checked: len(got), Format: "all"}, true
}
