package minicup

import (
	"fmt"
	"slices"
	"time"

	"kickabout/league"
)

// What the format notes of an entrant.
const (
	noteTwo     = "two"     // they agree to a match of two (R-MC-5)
	noteEntered = "entered" // the site has put them into the queue of the next level
)

const (
	day = 24 * time.Hour
	// Patience is how long an entry waits without a sign of life (R-MC-5).
	Patience = 60 * day
	// TwoAfter is how long two players wait before they may start alone (R-MC-5).
	TwoAfter = 30 * day
)

// Memory keeps a right for a year after the group in which it was earned.
func (Format) Memory() time.Duration { return 366 * day }

// Reads says that no table is needed: what a group came to stands at its entries.
func (Format) Reads(league.SeriesState) bool { return false }

// Awaits says that who goes up waits for their place on the next level.
func (Format) Awaits() []string { return []string{"", noteTwo} }

// Edition names an edition: the n-th group of a level.
func Edition(level, n int) string { return fmt.Sprintf("l%d-%04d", level, n) }

// Level reads an edition's name; false if it is none.
func Level(edition string) (level, n int, ok bool) {
	if _, err := fmt.Sscanf(edition, "l%d-%d", &level, &n); err != nil {
		return 0, 0, false
	}
	return level, n, level >= 0 && Edition(level, n) == edition
}

// Next keeps one queue open at each level, starts the full ones, takes out who gives no
// sign of life, and puts those who go up into the next queue.
func (f Format) Next(c league.SeriesState) ([]league.Step, error) {
	s := f.scene(c)
	s.level(0)
	for _, t := range s.editions {
		if l, _, ok := Level(t.Edition); ok {
			s.level(l)
		}
	}
	for _, e := range c.Before { // who went up there has the right here, and enters when they like
		if l, _, ok := Level(e.Tournament.Edition); ok && slices.ContainsFunc(e.Tournament.Entries, s.remembered) {
			s.level(l + 1)
		}
	}
	s.tidy()
	for _, t := range s.editions {
		for _, e := range t.Entries {
			s.promote(t, e)
		}
	}
	return s.steps, nil
}

// scene is a competition as Next sees it, with what it has decided so far.
type scene struct {
	league.SeriesState
	editions []league.Tournament
	queues   map[int]*queue // by level
	steps    []league.Step
}

// queue is the queue of a level.
type queue struct {
	edition string
	number  int
	waiting []string // ids
	started []string // ids of those whose group of this level starts by what is decided now
}

func (f Format) scene(c league.SeriesState) *scene {
	s := &scene{SeriesState: c, queues: map[int]*queue{}}
	for _, e := range c.Editions {
		s.editions = append(s.editions, e.Tournament)
	}
	return s
}

// level returns the queue of a level, which it opens if there is none.
func (s *scene) level(l int) *queue {
	if q := s.queues[l]; q != nil {
		return q
	}
	q, last := &queue{}, 0
	for _, t := range s.editions {
		level, n, ok := Level(t.Edition)
		if !ok || level != l {
			continue
		}
		last = max(last, n)
		switch {
		case t.State != league.Registration:
		case len(t.Entries) < players:
			q.edition, q.number, q.waiting = t.Edition, n, idsOf(t)
		default:
			q.started = append(q.started, idsOf(t)...)
		}
	}
	s.queues[l] = q
	if q.edition == "" {
		s.open(l, last+1)
	}
	return q
}

func idsOf(t league.Tournament) []string {
	ids := make([]string, len(t.Entries))
	for i, e := range t.Entries {
		ids[i] = e.Player.ID
	}
	return ids
}

// open opens the n-th group of a level as its queue.
func (s *scene) open(l, n int) {
	q := s.queues[l]
	*q = queue{edition: Edition(l, n), number: n, started: append(q.started, q.waiting...)}
	s.steps = append(s.steps, league.Step{Edition: Edition(l, n), Open: &league.TournamentTerms{
		Name: fmt.Sprintf("Mini cup level %d, no. %d", l, n), Format: Format{}.Info().ID, Control: "lg",
		Places: players, Cycles: cycles, WhenFull: true, Profile: s.Profile,
	}})
}

// tidy starts the queues that are full, or with two who agree, and takes out those of
// whom nothing was heard for long (R-MC-5).
func (s *scene) tidy() {
	for _, t := range s.editions {
		if t.State != league.Registration {
			continue
		}
		if len(t.Entries) >= players || MayStartAsTwo(t, s.Now) && agreed(t) {
			s.steps = append(s.steps, league.Step{Edition: t.Edition, Decisions: []league.Decision{{Act: league.ActStarted}}})
			continue
		}
		for _, e := range t.Entries {
			if reason := s.gone(e); reason != "" {
				s.steps = append(s.steps, league.Step{
					Edition: t.Edition, Tell: []string{e.Player.ID},
					Decisions: []league.Decision{{Act: league.ActLeft, Player: e.Player, Text: reason}},
				})
				s.leave(t, e.Player.ID)
			}
		}
	}
}

// gone says why an entry ends; "" if it does not.
func (s *scene) gone(e league.Entrant) string {
	known, ok := s.Known[e.Player.ID]
	seen := e.Entered
	if known.Seen.After(seen) {
		seen = known.Seen
	}
	switch {
	case ok && !known.Member:
		return textClosed.Of()
	case !known.Away && !s.Now.Before(s.Outages.Add(seen, Patience)):
		return textGone.Of()
	}
	return ""
}

func (s *scene) leave(t league.Tournament, player string) {
	for _, q := range s.queues {
		if q.edition == t.Edition {
			q.waiting = slices.DeleteFunc(q.waiting, func(id string) bool { return id == player })
		}
	}
}

// MayStartAsTwo says that only two have waited so long that they may agree to a match
// of two.
func MayStartAsTwo(t league.Tournament, now time.Time) bool {
	if t.State != league.Registration || len(t.Entries) != atLeast {
		return false
	}
	for _, e := range t.Entries {
		if now.Sub(e.Entered) < TwoAfter {
			return false
		}
	}
	return true
}

// Agrees says that an entrant agrees to a match of two.
func Agrees(e league.Entrant) bool { return e.Note == noteTwo }

func agreed(t league.Tournament) bool {
	return !slices.ContainsFunc(t.Entries, func(e league.Entrant) bool { return !Agrees(e) })
}

// Agree is the decision of an entrant who agrees to a match of two.
func (Format) Agree(t league.Tournament, player league.Player, now time.Time) (league.Decision, error) {
	if _, in := t.Entrant(player.ID); !in {
		return league.Decision{}, league.Errorf(league.Forbidden, "Only those who wait in this queue can agree to start.")
	}
	if t.State != league.Registration {
		return league.Decision{}, league.Errorf(league.Stale, "This group has started already.")
	}
	if !MayStartAsTwo(t, now) {
		return league.Decision{}, league.Errorf(league.Stale, "Two players may start alone only when both have waited for 30 days and nobody else has come.")
	}
	return league.Decision{By: player, Act: league.ActNoted, Player: player, Text: noteTwo}, nil
}

// promote puts who goes up into the queue of the next level, once: if they leave it again
// they keep their right and enter when they like.
func (s *scene) promote(t league.Tournament, e league.Entrant) {
	l, _, ok := Level(t.Edition)
	known, is := s.Known[e.Player.ID]
	if !ok || !s.remembered(e) || e.Note == noteEntered || is && !known.Member {
		return
	}
	q := s.level(l + 1)
	if slices.Contains(q.started, e.Player.ID) {
		return // whether they still have a right is seen at the next look
	}
	if slices.Contains(q.waiting, e.Player.ID) || !Right(s.editions, e.Player.ID, l+1, s.Now) {
		s.steps = append(s.steps, league.Step{
			Edition:   t.Edition,
			Decisions: []league.Decision{{Act: league.ActNoted, Player: e.Player, Text: noteEntered}},
		})
		return
	}
	step := league.Step{Edition: q.edition, Decisions: []league.Decision{
		{Act: league.ActEntered, Player: e.Player, Text: textWentUp.Of(t.Name)},
	}}
	if q.waiting = append(q.waiting, e.Player.ID); len(q.waiting) < players {
		s.steps = append(s.steps, step)
		return
	}
	step.Decisions = append(step.Decisions, league.Decision{Act: league.ActStarted})
	s.steps = append(s.steps, step)
	s.open(l+1, q.number+1)
}

// remembered says that an entrant has gone up, and not so long ago that what they did with
// their right is forgotten.
func (s *scene) remembered(e league.Entrant) bool { return earned(e, s.Now) }

func earned(e league.Entrant, now time.Time) bool {
	return !e.Qualified.IsZero() && now.Sub(e.Qualified) < Format{}.Memory()
}
