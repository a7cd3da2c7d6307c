package minicup

import (
	"cmp"
	"maps"
	"slices"
	"time"

	"kickabout/league"
)

// Right says whether a player may enter the queue of a level. At level 0 everybody may.
// Above it they need the right, which they earn by going up from the level below and use
// up when a group of the level starts with them, or when they take over a seat in one
// (R-MC-3): who goes up while they have it has still only one, who goes up after that, or in
// the instant of the start, earns it again. A right that is not used for a year is lost.
func Right(editions []league.Tournament, player string, level int, now time.Time) bool {
	if level <= 0 {
		return level == 0
	}
	rights := map[time.Time]int{} // earned less used up, by the moment
	for _, t := range editions {
		l, _, ok := Level(t.Edition)
		e, in := t.Entrant(player)
		switch {
		case !ok || !in:
		case l == level-1 && earned(e, now):
			rights[e.Qualified.UTC()]++
		case l == level && !t.Started.IsZero() && !t.Waits(e):
			rights[seated(t, e).UTC()]--
		}
	}
	has := 0
	for _, at := range slices.SortedFunc(maps.Keys(rights), time.Time.Compare) {
		has = min(max(has+rights[at], 0), 1)
	}
	return has == 1
}

// seated returns since when an entrant of an edition that has started plays in it: who has taken over a seat, since then.
func seated(t league.Tournament, e league.Entrant) time.Time {
	if e.Entered.After(t.Started) {
		return e.Entered
	}
	return t.Started
}

// Used says that somebody plays in a group of the next level since they went up from a group (R-CO-3).
func (Format) Used(editions []league.Tournament, t league.Tournament, player string) bool {
	level, _, _ := Level(t.Edition)
	up, _ := t.Entrant(player)
	return slices.ContainsFunc(editions, func(next league.Tournament) bool {
		l, _, ok := Level(next.Edition)
		e, in := next.Entrant(player)
		return ok && in && l == level+1 && !next.Started.IsZero() && seated(next, e).After(up.Qualified) && !next.Waits(e)
	})
}

// May returns why a player may not enter an edition that takes entries; nil if they may.
func (Format) May(c league.SeriesState, edition string, player league.Player) error {
	level, _, ok := Level(edition)
	if !ok {
		return league.Errorf(league.NotFound, "There is no such queue.")
	}
	var editions []league.Tournament
	for _, e := range slices.Concat(c.Before, c.Editions) {
		editions = append(editions, e.Tournament)
	}
	if !Right(editions, player.ID, level, c.Now) {
		return league.Errorf(league.Forbidden, "Level %d is for players who have gone up from level %d. Enter a queue that you have the right to.", level, level-1)
	}
	return nil
}

// Honour is a line of the list of a year (R-MC-6).
type Honour struct {
	Player league.Player
	Level  int               // the highest that they reached in that year
	At     time.Time         // when they did
	Groups int               // in which they played, of those that started in that year
	By     league.Tournament // the group by which they reached it: its asterisk is that of the honour (R-FF-9)
}

// Honours lists who reached which level in a calendar year (UTC), by going up to it or by
// starting there: the highest level first, and whoever was there first.
func Honours(editions []league.Tournament, year int) []Honour {
	best := map[string]*Honour{}
	reach := func(p league.Player, by league.Tournament, level int, at time.Time) *Honour {
		h := best[p.ID]
		switch {
		case h == nil:
			h = &Honour{Player: p, Level: level, At: at, By: by}
			best[p.ID] = h
		case level > h.Level, level == h.Level && at.Before(h.At):
			h.Level, h.At, h.By = level, at, by
		}
		return h
	}
	for _, t := range editions {
		level, _, ok := Level(t.Edition)
		if !ok || t.Started.IsZero() {
			continue
		}
		for _, e := range t.Entries {
			if t.Started.UTC().Year() == year {
				reach(e.Player, t, level, t.Started).Groups++
			}
			if !e.Qualified.IsZero() && e.Qualified.UTC().Year() == year {
				reach(e.Player, t, level+1, e.Qualified)
			}
		}
	}
	list := make([]Honour, 0, len(best))
	for _, h := range best {
		list = append(list, *h)
	}
	slices.SortFunc(list, func(a, b Honour) int {
		return cmp.Or(cmp.Compare(b.Level, a.Level), a.At.Compare(b.At), cmp.Compare(a.Player.ID, b.Player.ID))
	})
	return list
}
