package script

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"kickabout/cmd/internal/season"
	"kickabout/engine"
	"kickabout/league"
	"kickabout/league/play"
)

const day = 24 * time.Hour

// cast is who plays in a script, and how time passes for them.
type cast struct {
	*season.Site
	ctx     context.Context
	people  map[string]league.Player
	names   map[string]string    // of players, by id
	away    map[string]time.Time // until when somebody does not move, by id
	late    map[string]bool      // who moves just before their time is out, by id
	playing bool                 // all who are not away play on while time passes
	next    map[string]time.Time // when a match is to be looked at again, by its id
}

// lastMinute is how long before a deadline somebody moves who moves late: the jobs run each
// six hours.
const lastMinute = 7 * time.Hour

// player finds somebody by their name.
func (cs *cast) player(name string) (league.Player, error) {
	if p, ok := cs.people[name]; ok {
		return p, nil
	}
	return league.Player{}, fmt.Errorf("there is no player %q", name)
}

// named returns a text with the names of players where it has their ids.
func (cs *cast) named(text string) string {
	for id, name := range cs.names {
		text = strings.ReplaceAll(text, id, name)
	}
	return text
}

// passes lets time pass until a moment. The jobs run each hour of it, in longer spans each
// few hours or once a day, and players play if they are told to.
func (cs *cast) passes(until time.Time) error {
	step, atOnce := time.Hour, time.Duration(0)
	switch span := until.Sub(cs.Now()); {
	case span > 60*day && !cs.playing:
		step = day
	case span > 10*day:
		step, atOnce = 6*time.Hour, 3*day // some moves of a match in one go: there are many
	}
	for cs.Now().Before(until) {
		next := cs.Now().Add(step).Truncate(step)
		if next.After(until) {
			next = until
		}
		today := cs.Now()
		if err := cs.Awake(cs.ctx, next); err != nil {
			return err
		}
		if err := cs.lookIn(today, next); err != nil {
			return err
		}
		if err := cs.tick(atOnce); err != nil {
			return err
		}
	}
	return nil
}

// lookIn has everybody who plays look in once a day.
func (cs *cast) lookIn(before, now time.Time) error {
	if midnight := before.Truncate(day) != now.Truncate(day); !cs.playing || !midnight {
		return nil
	}
	for _, p := range cs.people {
		if now.Before(cs.away[p.ID]) {
			continue
		}
		if err := cs.Visit(cs.ctx, p); err != nil {
			return err
		}
	}
	return nil
}

// tick does what happens at a moment.
func (cs *cast) tick(atOnce time.Duration) error {
	if cs.playing {
		if err := cs.playAll(atOnce); err != nil {
			return err
		}
	}
	return errors.Join(cs.Jobs().RunDue(cs.ctx), cs.Office().DeliverDue(cs.ctx))
}

// playAll plays every match on as far as it goes, and looks at it again some time later.
func (cs *cast) playAll(atOnce time.Duration) error {
	running, err := cs.Store().Running(cs.ctx, league.Site(), 1<<20)
	if err != nil {
		return err
	}
	for _, m := range running {
		if cs.Now().Before(cs.next[m.ID]) {
			continue
		}
		v, due, err := cs.PlayMatch(cs.ctx, m.ID, cs.moves)
		if err != nil {
			return err
		}
		if again := cs.Now().Add(atOnce); due.Before(again) && m.Twin == "" { // a pair goes on throw by throw
			due = again
		}
		if last := v.Clocks.Deadline().Add(-12 * time.Hour); due.After(last) {
			due = last
		}
		cs.next[m.ID] = due
	}
	return nil
}

// moves puts off what somebody does until they are back, or until they can wait no longer.
func (cs *cast) moves(v play.View, player string, ready time.Time) time.Time {
	if last := v.Clocks.Deadline().Add(-lastMinute); cs.late[player] && last.After(ready) {
		ready = last
	}
	if back := cs.away[player]; ready.Before(back) {
		return back
	}
	return ready
}

// running finds the match that runs between two players, the first of them First; of
// several the one that began first.
func (cs *cast) running(first, second string) (league.Match, error) {
	a, err := cs.player(first)
	if err != nil {
		return league.Match{}, err
	}
	b, err := cs.player(second)
	if err != nil {
		return league.Match{}, err
	}
	all, err := cs.Store().Running(cs.ctx, league.Site(), 1<<20)
	if err != nil {
		return league.Match{}, err
	}
	var found league.Match
	for _, m := range all {
		if m.SideOf(a.ID) == engine.First && m.SideOf(b.ID) == engine.Second &&
			(found.ID == "" || m.Created.Before(found.Created) || m.Created.Equal(found.Created) && m.Fixture < found.Fixture) {
			found = m
		}
	}
	if found.ID == "" {
		return found, fmt.Errorf("%s and %s have no game in which %s goes first", first, second, first)
	}
	return found, nil
}
