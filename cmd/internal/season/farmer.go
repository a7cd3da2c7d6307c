package season

import (
	"fmt"
	"time"

	"kickabout/league/play"
)

// farmer has other accounts lose to them: in what is entered, and in games that they agree on.
type farmer struct {
	ordinary
	alts []*person
}

// farms is how often a farmer begins a game with each of their accounts, in days.
const farms = 10

func newFarmer(r *run, lead *person) adversary {
	f := &farmer{ordinary: ordinary{r, lead}}
	for i := range 2 {
		f.alts = append(f.alts, r.account(lead, fmt.Sprintf("alt %d", i+1), f))
	}
	return f
}

// looks begins the games that they agree on.
func (f *farmer) looks(now time.Time) error {
	if int(now.Sub(f.r.report.From)/day)%farms != 0 {
		return nil
	}
	for _, alt := range f.alts {
		if err := f.r.agreed(f.lead, alt); err != nil {
			return err
		}
	}
	return nil
}

// style has the others lose: the first at once in every other game, the second after 6 moves.
func (f *farmer) style(v play.View, p *person) style {
	y := p.hurried(v.Match.Control)
	if opponent(v.Match, p.ID) != f.lead.ID {
		return y
	}
	if y.gives = 7; p == f.alts[0] && v.Match.Created.YearDay()%2 == 0 {
		y.gives = 1
	}
	return y
}

// agreed begins a rated game of two who want one.
func (r *run) agreed(a, b *person) error {
	if a.ID == "" || b.ID == "" {
		return nil
	}
	err := r.AgreeOn(r.ctx, a.Player, b.Player, r.Rules)
	if err == nil {
		r.did(a, "agreed %s %s", word(a.Name), word(b.Name))
	}
	return err
}

// ring are eight accounts of one person that play one another: the first of them wins, and the others now and then, so
// that all look as if they had been tested.
type ring struct {
	ordinary
	all  []*person
	next int // games that they have begun
}

func newRing(r *run, lead *person) adversary {
	g := &ring{ordinary: ordinary{r, lead}, all: []*person{lead}}
	for i := range 7 {
		g.all = append(g.all, r.account(lead, fmt.Sprintf("ring %d", i+1), g))
	}
	return g
}

func (*ring) shuns(*person) bool { return true }

// looks begins three games on each day of the first six weeks of a quarter: all pairs come up four times.
func (g *ring) looks(now time.Time) error {
	if (now.YearDay()-1)%91 >= 42 {
		return nil
	}
	for range 3 {
		i, j := g.pair()
		if g.next++; i == j {
			continue
		}
		if err := g.r.agreed(g.all[i], g.all[j]); err != nil {
			return err
		}
	}
	return nil
}

// pair returns whose turn it is.
func (g *ring) pair() (int, int) {
	n := g.next % 28
	for i := range g.all {
		if rest := len(g.all) - 1 - i; n >= rest {
			n -= rest
			continue
		}
		return i, i + 1 + n
	}
	return 0, 0
}

// style has one of the two give each game up after 6 moves: never the first of all, of others one or the other.
func (g *ring) style(v play.View, p *person) style {
	y := p.hurried(v.Match.Control)
	second := v.Match.Seats[1].Player.ID == p.ID // the first of all invites, and so has the first seat
	if v.Match.Seats[0].Player.ID == g.lead.ID || v.Match.ID[0]%2 == 0 {
		second = !second
	}
	if !second {
		y.gives = 7
	}
	return y
}
