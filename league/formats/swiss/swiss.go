// Package swiss is the format in which everybody plays as many rounds as the others, each time
// against somebody who stands where they do (R-UT-5).
//
// A round is paired from the rounds before it when these are over, by league/pairing/swiss. Its
// matches are "c1/r3/b2": leg 1 of board 2 of round 3. A bye has no match; it is noted of its
// player when the round is drawn, and stays whatever becomes of them later (Note).
package swiss

import (
	"cmp"
	"fmt"
	"math/bits"

	"kickabout/league"
	"kickabout/league/outlook"
	"kickabout/league/table"
)

// Format is the Swiss system. Its cycles are the matches of a pair in a round.
type Format struct{}

// Info describes it.
func (Format) Info() league.FormatInfo {
	return league.FormatInfo{
		ID: "swiss", Name: "Swiss", Kind: league.SwissRounds, MinEntries: 4, MaxEntries: 1000, MaxCycles: 2,
		About: "A few rounds for everybody, each against somebody who stands level.", Legs: "Games of a pair in a round", Twice: 2,
		RoundDays: 28, Terms: []string{"round_days", "rounds", "joining"}, Paired: true, Profile: "swiss",
	}
}

// Rounds returns how many rounds there are for so many players (R-UT-5) if the terms say
// nothing (0), and never more than can be paired without anybody meeting another twice.
func Rounds(players, terms int) int {
	return min(cmp.Or(terms, bits.Len(uint(players-1))+1), players-1+players%2)
}

// Outlook counts the rounds. Everybody may have one of them without a match.
func (Format) Outlook(players int, t league.TournamentTerms) outlook.Outlook {
	rounds := Rounds(players, t.Rounds)
	return outlook.Outlook{
		Matches: rounds * (players / 2) * t.Cycles, Most: rounds * t.Cycles, Least: (rounds - 1) * t.Cycles, Rounds: rounds, Chain: rounds,
	}
}

// Plan draws the next round when the last one is over, and adjudicates what is still running on
// a round's last day. It waits for nobody who is out (R-FF-8).
func (f Format) Plan(s league.Sheet) (league.Plan, error) {
	e, err := f.read(s)
	if err != nil {
		return league.Plan{}, err
	}
	if plan := e.missing(); len(plan.Fixtures) > 0 {
		return plan, nil
	}
	if !e.over() {
		return league.Plan{Acts: e.sheet.Late()}, nil
	}
	if e.ended() {
		return e.finished()
	}
	return e.next()
}

// Table ranks everybody (R-TB-4).
func (f Format) Table(s league.Sheet, g league.Group) ([]league.Row, error) {
	if g != "" {
		return nil, nil
	}
	t, err := f.Standings(s)
	if err != nil {
		return nil, err
	}
	return t.Rows(), nil
}

// Standings returns the table with all that can be asked of it. A lot is drawn for the title
// alone, when all is over.
func (f Format) Standings(s league.Sheet) (*table.Table, error) {
	e, err := f.read(s)
	if err != nil {
		return nil, err
	}
	return e.standings()
}

// Drawing returns the rounds.
func (f Format) Drawing(s league.Sheet) (league.Drawing, error) {
	e, err := f.read(s)
	if err != nil {
		return league.Drawing{}, err
	}
	return e.drawing(), nil
}

// Groups returns none: all is one table.
func (Format) Groups(league.Sheet) []league.Group { return nil }

// Part returns a sheet without anything, since there are no groups.
func (Format) Part(s league.Sheet, g league.Group) league.Sheet {
	s.Group, s.Entries, s.Fixtures, s.Lot = g, nil, nil, nil
	return s
}

// Exit says how a player leaves: what they have played stands, since nobody can make good for a
// round of the past, and what they still play is lost. From the next round on they are not paired.
func (Format) Exit(league.Sheet, string) league.Exit { return league.Forfeited }

// Joins returns the note of who enters while fewer than half of the rounds are drawn (R-UT-6).
func (f Format) Joins(s league.Sheet) (string, error) {
	e, err := f.read(s)
	if err != nil {
		return "", err
	}
	if drawn := len(e.rounds); 2*drawn >= e.total {
		return "", league.Errorf(league.Stale, "%d of %d rounds are drawn, so nobody can enter this tournament any more.", drawn, e.total)
	}
	if len(e.seats) >= f.Info().MaxEntries {
		return "", league.Errorf(league.Stale, "This tournament is full.")
	}
	return Note{From: len(e.rounds) + 1}.String(), nil
}

// Substitute lets somebody play on from the next round that is drawn, in a row of their own without points for the rounds
// before, as who enters late: what one has played who left stays in their row (R-UT-8).
func (f Format) Substitute(s league.Sheet, out string) (note string, round int, err error) {
	e, err := f.read(s)
	if err != nil {
		return "", 0, err
	}
	i, in := e.at[out]
	switch drawn := len(e.rounds); {
	case !in || !e.seats[i].out:
		return "", 0, league.Errorf(league.Invalid, "Only a place that somebody has left is given to another one.")
	case drawn >= e.total:
		return "", 0, league.Errorf(league.Stale, "The last round is drawn, so it is too late for a substitute.")
	case len(e.seats) >= f.Info().MaxEntries:
		return "", 0, league.Errorf(league.Stale, "A Swiss takes at most %d players.", f.Info().MaxEntries)
	default:
		return Note{From: drawn + 1}.String(), drawn + 1, nil
	}
}

// Rests says whether a player has asked to sit out the next round, and whether they may.
func (f Format) Rests(s league.Sheet, player string) (asked, may bool) {
	e, err := f.read(s)
	if err != nil {
		return false, false
	}
	i, in := e.at[player]
	if !in || e.seats[i].out {
		return false, false
	}
	return e.seats[i].note.Rests, e.mayRest(i) == nil
}

// Rest returns the note of a player who asks to sit out the next round, or who plays after all
// (R-UT-6: one bye of this kind each).
func (f Format) Rest(s league.Sheet, player string, rest bool) (string, error) {
	e, err := f.read(s)
	if err != nil {
		return "", err
	}
	i, in := e.at[player]
	if !in || e.seats[i].out {
		return "", league.Errorf(league.Stale, "You do not play in this tournament.")
	}
	note := e.seats[i].note
	if note.Rests == rest {
		return note.String(), nil
	}
	if rest {
		if err := e.mayRest(i); err != nil {
			return "", err
		}
	}
	note.Rests = rest
	return note.String(), nil
}

// mayRest returns why a player cannot sit out the next round; nil if they can.
func (e *event) mayRest(i int) error {
	switch {
	case e.seats[i].note.Off > 0:
		return league.Errorf(league.Invalid, "You have sat out round %d. Each player can sit out one round (R-UT-6).", e.seats[i].note.Off)
	case len(e.rounds) >= e.total:
		return league.Errorf(league.Stale, "The last round is drawn, so there is none to sit out.")
	}
	return nil
}

// Redraw draws the last round again by the results of those before it, whoever plays in it already; false if a fixture is not
// of one of those. What is noted of its byes is noted anew.
func (f Format) Redraw(s league.Sheet, k league.Key) (plan league.Plan, ok bool, err error) {
	e, err := f.read(s)
	if err != nil {
		return plan, false, err
	}
	last := len(e.rounds)
	if round := e.roundOf(league.Fixture{Key: k}); round < 1 || round >= last {
		return plan, false, nil
	}
	before := *e
	before.rounds = e.rounds[:last-1]
	plan, err = before.draw(last)
	return plan, true, err
}

// checked refuses sheets that make no tournament.
func (f Format) checked(s league.Sheet, players int) error {
	info := f.Info()
	if players < info.MinEntries || players > info.MaxEntries {
		return fmt.Errorf("a Swiss takes %d to %d players, not %d", info.MinEntries, info.MaxEntries, players)
	}
	if s.Terms.Cycles < 1 || s.Terms.Cycles > info.MaxCycles {
		return fmt.Errorf("a pair plays 1 to %d matches in a round, not %d", info.MaxCycles, s.Terms.Cycles)
	}
	return nil
}
