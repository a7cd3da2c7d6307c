package monthlycup

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"time"

	"kickabout/league"
)

// Memory is long enough that the final of a year, however late, still sees its January.
func (Format) Memory() time.Duration { return 550 * 24 * time.Hour }

// Reads says that no table is needed: what a group came to stands at its entries.
func (Format) Reads(league.SeriesState) bool { return false }

// Awarded returns why nobody enters an edition by themselves: all but the groups of a month are for who has won something.
func (Format) Awarded(edition string) error {
	if k, _ := KindOf(edition); k.Number > 0 {
		return nil
	}
	return league.Errorf(league.Forbidden, "A place in a later round of a month, or in the final of a year, is won (R-MO-2).")
}

// Next keeps a group open for entry, starts the rounds of the months that are over, says
// who has won a month, and starts the final of last year.
func (f Format) Next(c league.SeriesState) ([]league.Step, error) {
	s := scene{SeriesState: c, recent: c.Now.Add(-f.Memory())}
	for _, e := range c.Editions {
		s.editions = append(s.editions, e.Tournament)
	}
	s.queue()
	for _, name := range s.months() {
		s.month(name)
	}
	s.final(c.Now.UTC().Year() - 1)
	return s.steps, nil
}

// scene is a competition as Next sees it, with what it has decided so far.
type scene struct {
	league.SeriesState
	editions []league.Tournament
	recent   time.Time // what ended before that is forgotten
	steps    []league.Step
}

func (s *scene) add(edition string, decisions ...league.Decision) {
	s.steps = append(s.steps, league.Step{Edition: edition, Decisions: decisions})
}

// terms are those of an edition; the clock is fast, so that a group ends inside 41 days
// (R-MO-4).
func (s *scene) terms(name string, places, cycles int) *league.TournamentTerms {
	return &league.TournamentTerms{
		Name: name, Format: Format{}.Info().ID, Control: "fast", Places: places, Cycles: cycles, Profile: s.Profile,
	}
}

// queue sees that one group takes entries, starts it when it is full, and takes out who
// has closed their account.
func (s *scene) queue() {
	last, open := 0, false
	for _, t := range s.editions {
		k, _ := KindOf(t.Edition)
		last = max(last, k.Number)
		if k.Number == 0 || t.State != league.Registration {
			continue
		}
		if len(t.Entries) >= t.Places {
			s.add(t.Edition, league.Decision{Act: league.ActStarted})
			continue
		}
		open = true
		for _, e := range t.Entries {
			if !s.there(e.Player) {
				s.add(t.Edition, league.Decision{Act: league.ActLeft, Player: e.Player, Text: textClosed.Of()})
			}
		}
	}
	if !open {
		terms := s.terms(fmt.Sprintf("Monthly cup, group %d", last+1), players, 1)
		terms.WhenFull = true
		s.steps = append(s.steps, league.Step{Edition: Group(last + 1), Open: terms})
	}
}

// there says that a player can be entered.
func (s *scene) there(p league.Player) bool {
	known, ok := s.Known[p.ID]
	return !ok || known.Member
}

// months lists the months that are over and of which a group was decided, in order; not
// one that began so long ago that the edition which decided it may be forgotten.
func (s *scene) months() []string {
	var months []string
	now := MonthAt(s.Now)
	for _, t := range s.editions {
		k, _ := KindOf(t.Edition)
		for _, e := range t.Entries {
			m := MonthAt(e.Qualified)
			if began, _ := monthOf(m); k.Number != 0 && began.After(s.recent) && m < now && !slices.Contains(months, m) {
				months = append(months, m)
			}
		}
	}
	slices.Sort(months)
	return months
}

// month lets a month that is over go on.
func (s *scene) month(name string) {
	if decided(s.editions, name) {
		return
	}
	round, among := 2, Winners(s.editions, name)
	for ; ; round++ {
		t, ok := s.Find(Round(name, round))
		if !ok {
			break
		}
		if among, ok = winnersOf(t.Tournament); !ok {
			return // it is being played
		}
		if len(t.Tournament.Groups()) == 1 {
			break
		}
	}
	present := slices.DeleteFunc(slices.Clone(among), func(w Winner) bool { return !s.there(w.Entrant.Player) })
	switch _, played := s.Find(Round(name, round)); {
	case len(among) == 0:
	case played || len(among) == 1 || len(present) == 0:
		s.wins(name, among[0])
	case len(present) == 1:
		s.wins(name, present[0])
	case len(present) > 1:
		s.round(name, round, present)
	}
}

// winnersOf returns the winners of all groups of a round; false if one is still open.
func winnersOf(t league.Tournament) (winners []Winner, ok bool) {
	groups := map[league.Group]bool{}
	for _, e := range t.Entries {
		if !e.Qualified.IsZero() {
			winners = append(winners, Winner{e, t})
			groups[e.Group] = true
		}
	}
	return winners, t.State == league.Finished || len(groups) == len(t.Groups())
}

// wins notes that somebody has won a month.
func (s *scene) wins(month string, w Winner) {
	note := ParseNote(w.Entrant.Note)
	note.Month = month
	s.steps = append(s.steps, league.Step{Edition: w.Edition.Edition, Tell: []string{w.Entrant.Player.ID}, Event: league.SeriesWon, Decisions: []league.Decision{
		{Act: league.ActNoted, Player: w.Entrant.Player, Text: note.String()},
		{Act: league.ActRuled, Text: textMonthWon.Of(w.Entrant.Player.Name, month)},
	}})
}

// round opens a round of a month and starts it: one group of up to six, else groups of up
// to five, drawn in snake order.
func (s *scene) round(month string, round int, winners []Winner) {
	step := league.Step{Edition: Round(month, round), Open: s.terms(fmt.Sprintf("Monthly cup %s, round %d", month, round), len(winners), 1)}
	for _, w := range winners {
		step.Decisions = append(step.Decisions, league.Decision{Act: league.ActEntered, Player: w.Entrant.Player, Text: textRoundWon.Of(w.Edition.Name)})
	}
	start := league.Decision{Act: league.ActStarted}
	if len(winners) > oneGroup {
		start.Text = league.DrawText(s.draw(winners))
	}
	step.Decisions = append(step.Decisions, start)
	s.steps = append(s.steps, step)
}

// draw deals the winners into groups by rating: 1 2 2 1 ….
func (s *scene) draw(winners []Winner) []league.Drawn {
	ids := make([]string, len(winners))
	for i, w := range winners {
		ids[i] = w.Entrant.Player.ID
	}
	slices.SortFunc(ids, func(a, b string) int {
		return cmp.Or(cmp.Compare(s.Known[b].Rating, s.Known[a].Rating), strings.Compare(a, b))
	})
	n := (len(ids) + players - 1) / players
	groups := make([]league.Drawn, n)
	for i := range groups {
		groups[i].Group = league.Group(fmt.Sprintf("g%d", i+1))
	}
	for i, id := range ids {
		at := i % (2 * n)
		if at >= n {
			at = 2*n - 1 - at
		}
		groups[at].Players = append(groups[at].Players, id)
	}
	return groups
}

// final starts the final of a year as soon as it may.
func (s *scene) final(year int) {
	if _, there := s.Find(Final(year)); there || s.Now.Before(february(year+1)) {
		return
	}
	if starts, settled := FinalStarts(s.editions, year); !settled || s.Now.Before(starts) {
		return
	}
	finalists := slices.DeleteFunc(Finalists(s.editions, year), func(f Finalist) bool { return !s.there(f.Player) })
	if len(finalists) < 2 {
		s.alone(year, finalists)
		return
	}
	step := league.Step{Edition: Final(year), Open: s.terms(fmt.Sprintf("Monthly cup final %d", year), len(finalists), 2)}
	for _, f := range finalists {
		why := textMonth
		if f.Second {
			why = textSecond
		}
		step.Decisions = append(step.Decisions, league.Decision{Act: league.ActEntered, Player: f.Player, Text: why.Of(f.Month)})
	}
	step.Decisions = append(step.Decisions, league.Decision{Act: league.ActStarted})
	s.steps = append(s.steps, step)
}

// alone notes that a year with one finalist is theirs.
func (s *scene) alone(year int, finalists []Finalist) {
	name := fmt.Sprint(year)
	for _, m := range Months(s.editions) {
		if len(finalists) == 0 || m.Name != finalists[0].Month {
			continue
		}
		for _, e := range m.Last.Entries {
			note := ParseNote(e.Note)
			if e.Player.ID != finalists[0].Player.ID || note.Year != "" {
				continue
			}
			note.Year = name
			s.add(m.Last.Edition,
				league.Decision{Act: league.ActNoted, Player: e.Player, Text: note.String()},
				league.Decision{Act: league.ActRuled, Text: textYearWon.Of(e.Player.Name, name)})
		}
	}
}
