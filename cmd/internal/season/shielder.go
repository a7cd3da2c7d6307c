package season

import (
	"fmt"
	"slices"
	"time"

	"kickabout/league"
	"kickabout/league/formats/ladder"
	"kickabout/league/ladders"
	"kickabout/league/play"
)

// shielder is on top of a ladder; two friends challenge them, and these games go as slowly as they may.
type shielder struct {
	ordinary
	friends []*person
}

func newShielder(r *run, lead *person) adversary {
	s := &shielder{ordinary: ordinary{r, lead}}
	lead.skill, lead.pace, lead.keen = 1, time.Hour, 1
	for i := range 2 {
		f := r.account(lead, fmt.Sprintf("friend %d", i+1), s)
		f.skill, f.pace, f.keen = 0.2, time.Hour, 1 // others pass them, and find the top taken
		s.friends = append(s.friends, f)
	}
	return s
}

// looks has the friends challenge.
func (s *shielder) looks(time.Time) error {
	c, err := s.r.office.Competition(ladderFormat + "/" + s.r.Rules)
	if err != nil || s.lead.ID == "" {
		return err
	}
	for _, f := range s.friends {
		if f.ID == "" {
			continue
		}
		_, err := s.r.office.Challenge(s.r.ctx, f.Player, c, s.lead.ID)
		if err == nil {
			s.r.did(f, "challenge %s %s", word(f.Name), word(s.lead.Name))
		}
		if err := s.r.told(err); err != nil {
			return err
		}
	}
	return nil
}

// among says that two friends play a match.
func (s *shielder) among(m league.Match) bool {
	return !slices.ContainsFunc(m.Seats[:], func(x league.Seat) bool { return s.r.byID[x.Player.ID] == nil || s.r.byID[x.Player.ID].bends != s })
}

func (s *shielder) moves(v play.View, p *person, ready time.Time) time.Time {
	if s.among(v.Match) {
		return latest(ready, v.Clocks.Deadline().Add(-time.Minute))
	}
	return ready
}

// lookAtSlots sees, when the site has begun games, how old the games are that keep somebody from challenging who is on top:
// of the two youngest the older one.
func (w *world) lookAtSlots(v ladders.View) error {
	if len(v.Rows) < 2 {
		return nil
	}
	top := v.Rows[0].Player.ID
	var ages []time.Duration
	busy := map[string]bool{}
	for _, m := range v.Running {
		busy[m.Challenger.ID] = true
		if m.Opponent.ID == top {
			ages = append(ages, w.Now().Sub(m.Match.Created))
		}
	}
	slices.Sort(ages)
	if len(ages) < 2 {
		return nil
	}
	for _, row := range v.Rows[1:min(3, len(v.Rows))] {
		if busy[row.Player.ID] || row.Locked || row.Away || row.Leaving {
			continue
		}
		c, err := w.office.Competition(ladderFormat + "/" + w.of.Rules)
		if err != nil {
			return err
		}
		seen, err := w.office.Ladder(w.ctx, row.Player, c)
		if err != nil {
			return err
		}
		if seen.Me != nil && !seen.Me.Manual && seen.Rows[0].Code == string(ladder.IncomingFull) {
			w.blocked.see(days(ages[1]), w.Now(), top)
		}
	}
	return nil
}
