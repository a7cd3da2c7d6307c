// Package championship is the format of divisions with promotion and relegation (R-CH-1
// to R-CH-12): a pyramid of groups, played twice a year. Each group is a double round
// robin; placement.go and draw.go make the next season of the last one, season.go says
// when. DESIGN.md tells how players are placed and why so.
package championship

import (
	"slices"
	"time"

	"kickabout/engine"
	"kickabout/league"
	"kickabout/league/table"
)

// Format is the championship.
type Format struct{}

// ID is the championship's id among the formats.
const ID = "championship"

// LG is the profile that is as close to Little Golem's championship as its docs allow: all
// matches at once, and no season end.
const LG = "lg"

// maxOpen is how many matches of a player run at once (R-CH-2).
const maxOpen = 8

// fast is the time control that all clocks follow after the soft end (R-CH-9).
const fast = "fast"

// Info describes it: the entries are those of a group, a season takes any number.
func (Format) Info() league.FormatInfo {
	return league.FormatInfo{ID: ID, Name: "Championship", Kind: league.Divisions, MinEntries: 3, MaxEntries: groupMost, MaxCycles: 2}
}

// Plan draws the matches of a group as they become due (R-CH-2), quickens and ends what
// takes too long (R-CH-9), and publishes a group the moment that it is decided (R-CH-11).
func (f Format) Plan(s league.Sheet) (league.Plan, error) {
	g, err := read(s)
	if err != nil {
		return league.Plan{}, err
	}
	standings, err := g.standings()
	if err != nil {
		return league.Plan{}, err
	}
	plan := league.Plan{Fixtures: g.due(), Acts: g.acts(), Finished: g.over()}
	plan.Rulings = slices.Concat(g.openSeats(), g.settled(standings))
	if plan.Finished {
		for _, r := range standings.Rows() {
			if r.Wins() {
				plan.Winners = append(plan.Winners, r.Player)
			}
		}
	}
	return plan, nil
}

// Table ranks a group in the order of the season's profile.
func (f Format) Table(s league.Sheet, g league.Group) ([]league.Row, error) {
	if g != s.Group {
		return nil, nil
	}
	t, err := f.Standings(s)
	if err != nil {
		return nil, err
	}
	return t.Rows(), nil
}

// Standings returns the table of a group with all that can be asked of it. Matches that are
// still to be drawn are open ones.
func (Format) Standings(s league.Sheet) (*table.Table, error) {
	g, err := read(s)
	if err != nil {
		return nil, err
	}
	return g.standings()
}

// standings ranks the group. A lot may be drawn for what promotes, relegates or fills up.
func (g *group) standings() (*table.Table, error) {
	s := g.Sheet
	s.Fixtures = make([]league.Fixture, 0, len(g.slots))
	for _, slot := range g.slots {
		s.Fixtures = append(s.Fixtures, slot.fixture)
	}
	return table.Divided(s, lastStay, 1, lastUp, lastUp+1)
}

// acts ends the matches of somebody whose seat another one has taken (R-CH-10), and lets
// none go on for ever (R-CH-9).
func (g *group) acts() []league.FixtureAct {
	var acts []league.FixtureAct
	for _, f := range g.Fixtures {
		switch {
		case f.Outcome.Over():
		case !g.plays(f):
			acts = append(acts, league.FixtureAct{Key: f.Key, Act: engine.ActVoid})
		case g.past(hardAfter):
			acts = append(acts, league.FixtureAct{Key: f.Key, Act: engine.ActAdjudicate})
		case g.past(softAfter) && f.Control != fast:
			acts = append(acts, league.FixtureAct{Key: f.Key, Act: engine.ActControl, Text: fast})
		}
	}
	return acts
}

// past says that a season with ends has lasted so long.
func (g *group) past(d time.Duration) bool {
	return g.Terms.Profile != LG && !g.Started.IsZero() && !g.Now.Before(league.After(g.Started, d, g.Rests))
}

// The notes that the championship keeps of an entrant. After the group is decided the note
// is their Fate.
const (
	NoteRenewed   = "renewed"   // entered by the site, since they played the season before
	NoteAsked     = "asked"     // whether they stay (R-CH-4)
	NoteConfirmed = "confirmed" // that they stay; by themselves
	noteSeat      = "seat free" // they left before their first match was over (R-CH-10)
)

// openSeats notes who left early enough for another one to take their seat.
func (g *group) openSeats() []league.Decision {
	var notes []league.Decision
	for _, e := range g.Entries {
		if e.Note != noteSeat && g.free(e) {
			notes = append(notes, noted(e.Player, noteSeat))
		}
	}
	return notes
}

// free says that another one may take somebody's seat now.
func (g *group) free(e league.Entry) bool {
	return e.Out != league.Stays && g.Now.Before(league.After(g.Started, lateFor, g.Rests)) && !g.hasPlayed(e.Player)
}

// hasPlayed says that a match of a player was completed, not just ended by their leaving.
func (g *group) hasPlayed(player string) bool {
	return slices.ContainsFunc(g.Fixtures, func(f league.Fixture) bool {
		if f.First != player && f.Second != player || !f.Outcome.Over() {
			return false
		}
		return !slices.Contains([]engine.Ending{engine.Forfeit, engine.DoubleForfeit, engine.Void}, f.Outcome.Ending)
	})
}

// settled notes everybody's fate once it is certain for all (R-CH-11). If a strike changed
// what was certain it is noted anew. Of a seat that another one may take it is noted later: one of
// the two notes would bring the other one back for ever.
func (g *group) settled(t *table.Table) []league.Decision {
	level, _ := ParseGroup(g.Group)
	if !Settled(level, t) {
		return nil
	}
	var notes []league.Decision
	for _, r := range t.Rows() {
		e := g.entry(r.Player)
		if fate := FateOfRow(level, r, r.Worst); e.Note != string(fate) && !g.free(e) {
			notes = append(notes, noted(r.Player, string(fate)))
		}
	}
	return notes
}

func (g *group) entry(player string) league.Entry {
	return g.Entries[slices.IndexFunc(g.Entries, func(e league.Entry) bool { return e.Player == player })]
}

func noted(player, text string) league.Decision {
	return league.Decision{Act: league.ActNoted, Player: league.Player{ID: player}, Text: text}
}
