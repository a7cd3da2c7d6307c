package ladder

import (
	"fmt"
	"time"

	"kickabout/league"
	"kickabout/league/span"
)

// Ladder is a sheet made ready for questions, and for what is decided about it: each
// decision changes it, so that the next one follows from how it is then.
type Ladder struct {
	now      time.Time
	paused   bool
	scoring  league.Scoring
	overtake league.Points
	slowFrom time.Time        // an incoming match that began before fills no slot; zero: there is none
	waiting  time.Time        // from when on R-LA-7 and R-LA-8 count what waits
	counted  bool             // they do by now
	outages  span.Set         // in which the site was away
	done     []league.Fixture // over, and without effect so far

	players []climber
	number  map[string]int32 // of a player in players, by their id
	order   []int32          // players by place, the top first
	meets   []meeting

	fixtures []league.Fixture
	rulings  []league.Decision
}

// climber is a player of the ladder.
type climber struct {
	entry              league.Entry
	note               Note
	place              int       // 1, 2, …; 0: they are no longer in
	outgoing, incoming int       // running matches
	slow               int       // of the incoming ones, those that fill no slot (R-LA-13)
	since              time.Time // the beginning of the oldest of them
	waits              span.Set  // when a match waited for them, or they were locked, since their last move; nil before the day of that rule
	met                int32     // the latest of meets, counted from 1; 0: none
}

// meeting is a pair that plays or has just played: one link in the chain of each of the two.
type meeting struct {
	other int32
	next  int32     // the one before in the chain; 0: none
	ended time.Time // zero: it is being played
}

// Open reads a sheet.
func (f Format) Open(s league.Sheet) (*Ladder, error) {
	l := &Ladder{
		now: s.Now, paused: s.Paused, scoring: s.Scoring, overtake: f.OvertakeMin,
		waiting: s.Days[league.Waiting], outages: s.Outages,
		players: make([]climber, 0, len(s.Entries)), number: make(map[string]int32, len(s.Entries)), order: make([]int32, 0, len(s.Entries)),
	}
	if l.overtake == 0 {
		l.overtake = overtakeMin
	}
	if s.Days.Hold(league.LadderRules, s.Now) {
		l.slowFrom = s.Outages.Ago(s.Now, slowAfter)
	}
	for _, e := range s.Entries {
		note, err := ParseNote(e.Note)
		if err != nil {
			return nil, fmt.Errorf("player %s: %w", e.Player, err)
		}
		n := int32(len(l.players))
		if _, twice := l.number[e.Player]; twice {
			return nil, fmt.Errorf("player %s has two places", e.Player)
		}
		l.number[e.Player] = n
		l.order = append(l.order, n)
		l.players = append(l.players, climber{entry: e, note: note, place: len(l.order)})
	}
	for _, f := range s.Fixtures {
		if f.Outcome.Over() && !f.Counted {
			l.done = append(l.done, f)
		}
		challenger, opponent := Challenged(f)
		l.meet(challenger, opponent, f)
	}
	if l.counted = s.Days.Hold(league.Waiting, s.Now); l.counted {
		for i := range l.players {
			c := &l.players[i]
			c.waits = c.waited(s)
		}
	}
	return l, nil
}

// meet takes in a fixture. A player who has left since may be in it.
func (l *Ladder) meet(challenger, opponent string, f league.Fixture) {
	a, in := l.number[challenger]
	b, in2 := l.number[opponent]
	if !f.Outcome.Over() {
		if in {
			l.players[a].outgoing++
			l.players[a].begins(f.Began)
		}
		if in2 {
			l.players[b].incoming++
			l.players[b].begins(f.Began)
			if f.Began.Before(l.slowFrom) {
				l.players[b].slow++
			}
		}
	}
	if !in || !in2 {
		return
	}
	for _, pair := range [][2]int32{{a, b}, {b, a}} {
		l.meets = append(l.meets, meeting{other: pair[1], next: l.players[pair[0]].met, ended: f.Ended})
		l.players[pair[0]].met = int32(len(l.meets))
	}
}

// begins notes that a match runs since a moment.
func (c *climber) begins(at time.Time) {
	if c.since.IsZero() || at.Before(c.since) {
		c.since = at
	}
}

// Find returns a player's place and what is noted of them; false if they are not in.
func (l *Ladder) Find(player string) (place int, n Note, ok bool) {
	i, ok := l.number[player]
	if !ok || l.players[i].place == 0 {
		return 0, Note{}, false
	}
	return l.players[i].place, l.players[i].note, true
}

// Locked says that a player gets no matches until they move somewhere (R-LA-7).
func (l *Ladder) Locked(player string) bool {
	i, ok := l.number[player]
	return ok && l.players[i].locked()
}

// Running returns how many matches a player has running.
func (l *Ladder) Running(player string) int {
	i, ok := l.number[player]
	if !ok {
		return 0
	}
	return l.players[i].outgoing + l.players[i].incoming
}

// Incoming returns in how many running matches a player was challenged.
func (l *Ladder) Incoming(player string) int {
	i, ok := l.number[player]
	if !ok {
		return 0
	}
	return l.players[i].incoming
}

// full says that a player is challenged as often as they can be.
func (c *climber) full() bool { return c.incoming-c.slow >= incomingAtMost }

// locked says that a player gets no matches before their next move anywhere: they have lost one of this ladder on time, or
// any of a competition (R-LA-7, R-FF-7).
func (c *climber) locked() bool {
	return !c.entry.Silent.IsZero() || !c.note.Locked.IsZero() && (c.entry.Away || !c.entry.Active.After(c.note.Locked))
}

// away says that a player gets no matches because they do not want any now.
func (c *climber) away() bool { return c.entry.Away || !c.note.Hold.IsZero() || c.note.Leaving }

// decide writes a decision of the site about a player.
func (l *Ladder) decide(act league.TournamentAct, player, text string) {
	l.rulings = append(l.rulings, league.Decision{Act: act, Player: league.Player{ID: player}, Text: text})
}

// noted changes what is noted of a player.
func (l *Ladder) noted(i int32, n Note) {
	text := n.String()
	if l.players[i].note.String() == text {
		return
	}
	l.players[i].note = n
	l.decide(league.ActNoted, l.players[i].entry.Player, text)
}

// placed puts a player onto another place; who is between moves by one.
func (l *Ladder) placed(i int32, place int, reason string) {
	from := l.players[i].place
	if from == place {
		return
	}
	step := 1
	if place < from {
		step = -1
	}
	for p := from; p != place; p += step {
		l.order[p-1] = l.order[p-1+step]
		l.players[l.order[p-1]].place = p
	}
	l.order[place-1], l.players[i].place = i, place
	l.decide(league.ActPlaced, l.players[i].entry.Player, fmt.Sprintf("%d %s", place, reason))
}

// left takes a player out; everybody below moves up.
func (l *Ladder) left(i int32, reason string) {
	at := l.players[i].place
	l.order = append(l.order[:at-1], l.order[at:]...)
	for p := at; p <= len(l.order); p++ {
		l.players[l.order[p-1]].place = p
	}
	l.players[i].place = 0
	l.decide(league.ActLeft, l.players[i].entry.Player, reason)
}
