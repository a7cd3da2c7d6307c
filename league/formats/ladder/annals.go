package ladder

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"kickabout/league"
	"kickabout/league/ladders"
)

// Annals is what a ladder's log tells of its past: who stood where at the end of each
// month, how somebody's place changed, who was on top for how long (R-LA-12). It follows
// from the log alone and grows with it.
type Annals struct {
	last    int // number of the last decision taken in
	opened  time.Time
	players []string // ids
	number  map[string]int32
	order   []int32 // the top first
	shifts  []shift
	months  []month
	reigns  []Reign
}

// shift is one change of places; from 0: entered, to 0: left.
type shift struct {
	at       int64 // Unix milliseconds
	player   int32
	from, to int32
}

// month is how a month ended.
type month struct {
	begins time.Time
	order  []int32
}

// Reign is an unbroken time on top.
type Reign struct {
	Player   string    // id
	From, To time.Time // To: zero while it goes on
}

// Length returns how long a reign has lasted.
func (r Reign) Length(now time.Time) time.Duration {
	if r.To.IsZero() {
		return now.Sub(r.From)
	}
	return r.To.Sub(r.From)
}

// Last returns the number of the last decision that has been taken in.
func (a *Annals) Last() int { return a.last }

// Moving lists the acts that annals are made of. The others can be left out.
func Moving() []league.TournamentAct {
	return []league.TournamentAct{league.ActCreated, league.ActEntered, league.ActLeft, league.ActPlaced}
}

// Read says that the log has been read up to an event, though the last ones move nobody.
func (a *Annals) Read(until int) { a.last = max(a.last, until) }

// Add takes in the next decision of the log that moves anybody.
func (a *Annals) Add(d league.Decision) error {
	if d.Seq <= a.last {
		return fmt.Errorf("decision %d after %d", d.Seq, a.last)
	}
	if a.number == nil {
		a.number, a.opened = map[string]int32{}, d.At
	}
	for _, begins := range a.ended(d.At) {
		a.months = append(a.months, month{begins, slices.Clone(a.order)})
	}
	a.last = d.Seq
	switch d.Act {
	case league.ActEntered:
		i := a.known(d.Player.ID)
		a.order = append(a.order, i)
		a.shifted(d.At, i, 0, len(a.order))
	case league.ActLeft:
		i := a.known(d.Player.ID)
		from := slices.Index(a.order, i) + 1
		if from == 0 {
			return fmt.Errorf("decision %d: %s leaves without being in", d.Seq, d.Player.ID)
		}
		a.order = slices.Delete(a.order, from-1, from)
		a.shifted(d.At, i, from, 0)
	case league.ActPlaced:
		return a.placed(d)
	}
	return nil
}

// known returns the number of a player.
func (a *Annals) known(player string) int32 {
	i, ok := a.number[player]
	if !ok {
		i = int32(len(a.players))
		a.number[player] = i
		a.players = append(a.players, player)
	}
	return i
}

func (a *Annals) placed(d league.Decision) error {
	first, _, _ := strings.Cut(d.Text, " ")
	to, err := strconv.Atoi(first)
	i := a.known(d.Player.ID)
	from := slices.Index(a.order, i) + 1
	if err != nil || from == 0 || to < 1 || to > len(a.order) {
		return fmt.Errorf("decision %d: %s comes from place %d to %q", d.Seq, d.Player.ID, from, first)
	}
	a.order = slices.Insert(slices.Delete(a.order, from-1, from), to-1, i)
	a.shifted(d.At, i, from, to)
	return nil
}

// shifted writes down a change of places, and who is on top by it.
func (a *Annals) shifted(at time.Time, player int32, from, to int) {
	a.shifts = append(a.shifts, shift{at.UnixMilli(), player, int32(from), int32(to)})
	var top string
	if n := len(a.reigns); n > 0 && a.reigns[n-1].To.IsZero() {
		top = a.reigns[n-1].Player
	}
	now := ""
	if len(a.order) > 0 {
		now = a.players[a.order[0]]
	}
	if top == now {
		return
	}
	if top != "" {
		a.reigns[len(a.reigns)-1].To = at
	}
	if now != "" {
		a.reigns = append(a.reigns, Reign{Player: a.players[a.order[0]], From: at})
	}
}

// Months lists the months that have ended, by their first moments in UTC, the oldest first.
func (a *Annals) Months(now time.Time) []time.Time {
	var begins []time.Time
	for _, m := range a.months {
		begins = append(begins, m.begins)
	}
	return append(begins, a.ended(now)...)
}

// ended lists the months that have ended by a moment and have not been written down.
func (a *Annals) ended(now time.Time) []time.Time {
	if a.opened.IsZero() {
		return nil
	}
	at := firstOf(a.opened)
	if n := len(a.months); n > 0 {
		at = a.months[n-1].begins.AddDate(0, 1, 0)
	}
	var begins []time.Time
	for ; !at.AddDate(0, 1, 0).After(now); at = at.AddDate(0, 1, 0) {
		begins = append(begins, at)
	}
	return begins
}

// firstOf returns the first moment of a moment's month.
func firstOf(t time.Time) time.Time {
	y, m, _ := t.UTC().Date()
	return time.Date(y, m, 1, 0, 0, 0, 0, time.UTC)
}

// Month returns the ids of who stood where at the end of a month, the top first; false if it has not
// ended, or the ladder was not there.
func (a *Annals) Month(begins, now time.Time) ([]string, bool) {
	order := a.order
	if i := slices.IndexFunc(a.months, func(m month) bool { return m.begins.Equal(begins) }); i >= 0 {
		order = a.months[i].order
	} else if !slices.ContainsFunc(a.ended(now), begins.Equal) {
		return nil, false
	}
	players := make([]string, len(order))
	for place, i := range order {
		players[place] = a.players[i]
	}
	return players, true
}

// Path returns how a player's place changed, the oldest first; nil if they were never in.
func (a *Annals) Path(player string) []ladders.Step {
	me, ok := a.number[player]
	if !ok {
		return nil
	}
	var path []ladders.Step
	place := int32(0)
	for _, s := range a.shifts {
		was := place
		switch {
		case s.player == me:
			place = s.to
		case place == 0:
		case s.to == 0 && s.from < place:
			place--
		case s.from == 0 || s.to == 0:
		case s.to <= place && place < s.from:
			place++
		case s.from < place && place <= s.to:
			place--
		}
		if place != was {
			path = append(path, ladders.Step{At: time.UnixMilli(s.at).UTC(), Place: int(place)})
		}
	}
	return path
}

// Reigns lists the times on top, the longest first.
func (a *Annals) Reigns(now time.Time) []Reign {
	reigns := slices.Clone(a.reigns)
	slices.SortStableFunc(reigns, func(x, y Reign) int { return cmp.Compare(y.Length(now), x.Length(now)) })
	return reigns
}
