package monthlycup

import (
	"cmp"
	"slices"
	"time"

	"kickabout/league"
)

// layout writes a month, of UTC.
const layout = "2006-01"

// MonthAt returns the month of a moment.
func MonthAt(at time.Time) string { return at.UTC().Format(layout) }

// monthOf returns the first moment of a month.
func monthOf(name string) (time.Time, bool) {
	at, err := time.Parse(layout, name)
	return at, err == nil
}

// RoundStarts returns when the second round of a month starts: on the first of the next.
func RoundStarts(month string) time.Time {
	at, _ := monthOf(month)
	return at.AddDate(0, 1, 0)
}

// Winners lists the winners of a month's groups (R-MO-2), each once, with the group that
// they won: who was decided by the end of the month it started in plays that month's round,
// who was decided later the round of the month in which that was.
func Winners(editions []league.Tournament, month string) []Winner {
	var list []Winner
	from, _ := monthOf(month)
	to := from.AddDate(0, 1, 0)
	for _, t := range editions {
		for _, e := range t.Entries {
			if e.Qualified.Before(from) || !e.Qualified.Before(to) {
				continue
			}
			if k, ok := KindOf(t.Edition); ok && k.Number != 0 {
				list = append(list, Winner{e, t})
			}
		}
	}
	slices.SortFunc(list, func(a, b Winner) int {
		return cmp.Or(a.Entrant.Qualified.Compare(b.Entrant.Qualified), cmp.Compare(a.Edition.Edition, b.Edition.Edition))
	})
	seen := map[string]bool{}
	return slices.DeleteFunc(list, func(w Winner) bool {
		twice := seen[w.Entrant.Player.ID]
		seen[w.Entrant.Player.ID] = true
		return twice
	})
}

// Winner is who won a group, with that group.
type Winner struct {
	Entrant league.Entrant
	Edition league.Tournament
}

// Months arranges editions by their months, the latest first.
func Months(editions []league.Tournament) []Month {
	months := map[string]*Month{}
	at := func(name string) *Month {
		if months[name] == nil {
			months[name] = &Month{Name: name}
		}
		return months[name]
	}
	for _, t := range editions {
		k, ok := KindOf(t.Edition)
		switch {
		case !ok || k.Year != 0:
			continue
		case k.Month != "":
			at(k.Month).Rounds = append(at(k.Month).Rounds, t)
		case !t.Started.IsZero():
			m := at(MonthAt(t.Started))
			m.Groups = append(m.Groups, t)
		}
		for _, e := range t.Entries {
			if won := ParseNote(e.Note).Month; won != "" {
				m := at(won)
				m.Winner, m.Last = &e.Player, &t
			}
		}
	}
	list := make([]Month, 0, len(months))
	for _, m := range months {
		slices.SortFunc(m.Groups, func(a, b league.Tournament) int {
			return cmp.Or(a.Started.Compare(b.Started), cmp.Compare(a.Edition, b.Edition))
		})
		slices.SortFunc(m.Rounds, func(a, b league.Tournament) int { return cmp.Compare(a.Edition, b.Edition) })
		list = append(list, *m)
	}
	slices.SortFunc(list, func(a, b Month) int { return cmp.Compare(b.Name, a.Name) })
	return list
}

// FinalStarts returns when the final of a year starts, as far as it can be known (R-MO-3):
// on 1 February, or 14 days after the last December group or round of the year has ended,
// whichever is later. False as long as one of them is being played or a month has no
// winner yet.
func FinalStarts(editions []league.Tournament, year int) (time.Time, bool) {
	starts := february(year + 1)
	settled := true
	for _, t := range editions {
		k, ok := KindOf(t.Edition)
		if !ok || !counts(t, k, year) {
			continue
		}
		settled = settled && !t.Ended.IsZero()
		if after := t.Ended.AddDate(0, 0, 14); after.After(starts) {
			starts = after
		}
	}
	for m := time.January; m <= time.December; m++ {
		name := MonthAt(time.Date(year, m, 1, 0, 0, 0, 0, time.UTC))
		settled = settled && !pending(editions, name)
	}
	return starts, settled
}

func february(year int) time.Time { return time.Date(year, time.February, 1, 0, 0, 0, 0, time.UTC) }

// counts says that the final of a year waits for an edition.
func counts(t league.Tournament, k Kind, year int) bool {
	if k.Month != "" {
		at, _ := monthOf(k.Month)
		return at.Year() == year
	}
	started := t.Started.UTC()
	return k.Number != 0 && !t.Started.IsZero() && started.Year() == year && started.Month() == time.December
}

// pending says that a month will still have a winner.
func pending(editions []league.Tournament, month string) bool {
	if len(Winners(editions, month)) == 0 || decided(editions, month) {
		return false
	}
	for _, t := range editions {
		k, _ := KindOf(t.Edition)
		if winners, over := winnersOf(t); k.Month == month && over && len(winners) == 0 {
			return false // all of them were struck
		}
	}
	return true
}

// decided says that a month has its winner.
func decided(editions []league.Tournament, month string) bool {
	return slices.ContainsFunc(editions, func(t league.Tournament) bool {
		return slices.ContainsFunc(t.Entries, func(e league.Entrant) bool { return ParseNote(e.Note).Month == month })
	})
}

// Finalist is who has a place in a year's final.
type Finalist struct {
	Player league.Player
	Month  string
	Second bool // they were second there: the winner had their place from an earlier month
}

// Finalists lists who has won a place in the final of a year so far, by month: the month
// winners, and in the place of who has won before the runner-up (R-MO-3), unless they have a
// place themselves.
func Finalists(editions []league.Tournament, year int) []Finalist {
	var list []Finalist
	in := map[string]bool{}
	var again []Month
	months := Months(editions)
	slices.Reverse(months)
	for _, m := range months {
		at, _ := monthOf(m.Name)
		switch {
		case m.Winner == nil || at.Year() != year:
		case in[m.Winner.ID]:
			again = append(again, m)
		default:
			in[m.Winner.ID] = true
			list = append(list, Finalist{Player: *m.Winner, Month: m.Name})
		}
	}
	for _, m := range again {
		for _, e := range m.Last.Entries {
			if n := ParseNote(e.Note); n.Place == 2 && !n.Nothing && !in[e.Player.ID] {
				in[e.Player.ID] = true
				list = append(list, Finalist{Player: e.Player, Month: m.Name, Second: true})
			}
		}
	}
	slices.SortStableFunc(list, func(a, b Finalist) int { return cmp.Compare(a.Month, b.Month) })
	return list
}
