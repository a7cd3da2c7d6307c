package ladder

import (
	"kickabout/engine"
	"kickabout/league"
)

// Reason is why a player cannot challenge another one; "" if they can (R-LA-11).
type Reason string

// The reasons, the first that holds is told.
const (
	Possible     Reason = ""
	Paused       Reason = "paused"
	NotIn        Reason = "not-in"
	Elsewhere    Reason = "elsewhere" // the other one plays another ladder
	Self         Reason = "self"
	ILocked      Reason = "i-locked"
	IAway        Reason = "i-away"
	Below        Reason = "below"
	OutOfRange   Reason = "out-of-range"
	OutgoingFull Reason = "outgoing-full"
	Playing      Reason = "playing"
	Recent       Reason = "recent"
	TheyLocked   Reason = "they-locked"
	TheyAway     Reason = "they-away"
	IncomingFull Reason = "incoming-full"
)

// Sentence says the reason to the player who wants to challenge.
func (r Reason) Sentence() string {
	return map[Reason]string{
		Paused:       "This ladder is paused.",
		NotIn:        "You are not on this ladder.",
		Elsewhere:    "This player is not on this ladder.",
		Self:         "This is you.",
		ILocked:      "You lost on time. Make a move in some game first.",
		IAway:        "You cannot challenge anyone while you are away, hold your place or are leaving.",
		Below:        "This place is below yours.",
		OutOfRange:   "This place is too far above yours.",
		OutgoingFull: "Your own challenge is still being played.",
		Playing:      "You are playing each other already.",
		Recent:       "Your last game with each other ended less than 14 days ago.",
		TheyLocked:   "This player lost on time and has not moved since.",
		TheyAway:     "This player is away or leaving.",
		IncomingFull: "This player is being challenged twice already.",
	}[r]
}

// Reason says why a player cannot challenge another one; Possible if they can.
func (l *Ladder) Reason(challenger, opponent string) Reason {
	i, in := l.number[challenger]
	j, in2 := l.number[opponent]
	switch {
	case l.paused:
		return Paused
	case !in || l.players[i].place == 0:
		return NotIn
	case !in2 || l.players[j].place == 0:
		return Elsewhere
	case i == j:
		return Self
	}
	if r := l.players[i].ready(); r != Possible {
		return r
	}
	return l.against(i, j)
}

// Hindered says what in a player themselves keeps them from challenging; Possible if nothing does.
func (l *Ladder) Hindered(player string) Reason {
	i, in := l.number[player]
	switch {
	case l.paused:
		return Paused
	case !in || l.players[i].place == 0:
		return NotIn
	case l.players[i].outgoing >= outgoingAtMost && l.players[i].ready() == Possible:
		return OutgoingFull
	}
	return l.players[i].ready()
}

// ready says why a player cannot challenge anybody.
func (c *climber) ready() Reason {
	switch {
	case c.away():
		return IAway
	case c.locked():
		return ILocked
	}
	return Possible
}

// against says why a player who is ready cannot challenge another one.
func (l *Ladder) against(i, j int32) Reason {
	me, they := &l.players[i], &l.players[j]
	switch {
	case they.place > me.place:
		return Below
	case they.place < me.place-Reach(me.place):
		return OutOfRange
	case me.outgoing >= outgoingAtMost:
		return OutgoingFull
	}
	if r := l.met(i, j); r != Possible {
		return r
	}
	return they.open()
}

// open says why a player cannot be challenged by anybody.
func (c *climber) open() Reason {
	switch {
	case c.away():
		return TheyAway
	case c.locked():
		return TheyLocked
	case c.full():
		return IncomingFull
	}
	return Possible
}

// met says whether two play each other or have just done so (R-LA-3).
func (l *Ladder) met(i, j int32) Reason {
	found := Possible
	for m := l.players[i].met; m > 0; m = l.meets[m-1].next {
		switch meeting := &l.meets[m-1]; {
		case meeting.other != j:
		case meeting.ended.IsZero():
			return Playing
		case l.now.Before(meeting.ended.Add(pairRests)):
			found = Recent
		}
	}
	return found
}

// Candidate is a player within a challenger's range.
type Candidate struct {
	Place  int
	Player string // id
	Reason Reason // why they cannot be challenged; Possible if they can
}

// Range returns those whom a player may challenge by their place, the highest first, each
// with the reason why it cannot be now (R-LA-1, R-LA-11).
func (l *Ladder) Range(player string) []Candidate {
	place, _, ok := l.Find(player)
	if !ok {
		return nil
	}
	var candidates []Candidate
	for p := place - Reach(place); p < place; p++ {
		id := l.players[l.order[p-1]].entry.Player
		candidates = append(candidates, Candidate{p, id, l.Reason(player, id)})
	}
	return candidates
}

// Challenge returns what begins when a player challenges another one: the fixture, and
// what the log tells of it. Where they cannot, the error is the reason's sentence.
func (l *Ladder) Challenge(challenger, opponent string) (league.Plan, error) {
	switch r := l.Reason(challenger, opponent); r {
	case Possible:
	case NotIn, Self:
		return league.Plan{}, league.Errorf(league.Forbidden, "%s", r.Sentence())
	default:
		return league.Plan{}, league.Errorf(league.Stale, "%s", r.Sentence())
	}
	fixtures, rulings := len(l.fixtures), len(l.rulings)
	l.begin(l.number[challenger], l.number[opponent], textChallenged)
	return league.Plan{Fixtures: l.fixtures[fixtures:], Rulings: l.rulings[rulings:]}, nil
}

// begin begins a match. The kick-off goes to whoever had it less often.
func (l *Ladder) begin(i, j int32, how league.LogText) {
	me, they := &l.players[i], &l.players[j]
	side := engine.Second
	if me.note.Kicks < they.note.Kicks {
		side = engine.First
	}
	a, b := me.note, they.note
	f := league.Fixture{First: they.entry.Player, Second: me.entry.Player, Began: l.now}
	if side == engine.First {
		f.First, f.Second = f.Second, f.First
		a.Kicks, b.Kicks = a.Kicks+1, b.Kicks-1
	} else {
		a.Kicks, b.Kicks = a.Kicks-1, b.Kicks+1
	}
	f.Key = key(me.entry.Player, they.entry.Player, l.now, side)
	l.fixtures = append(l.fixtures, f)
	l.noted(i, a)
	l.noted(j, b)
	l.decide(league.ActRuled, me.entry.Player, how.Of(they.entry.Player))
	me.outgoing++
	they.incoming++
	me.begins(l.now)
	they.begins(l.now)
	for _, pair := range [][2]int32{{i, j}, {j, i}} {
		l.meets = append(l.meets, meeting{other: pair[1], next: l.players[pair[0]].met})
		l.players[pair[0]].met = int32(len(l.meets))
	}
}
