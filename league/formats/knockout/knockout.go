// Package knockout is the format in which who loses is out (R-UT-4): a bracket by seed with
// byes for the best, ties of one or two legs, one more match where they leave it level, and, where the
// terms say so, a tie for the third place.
package knockout

import (
	"fmt"

	"kickabout/league"
	"kickabout/league/bracket"
	"kickabout/league/outlook"
	"kickabout/league/pairing"
)

// Format is the knock-out. Its cycles are the legs of a tie.
type Format struct{}

// Info describes it.
func (Format) Info() league.FormatInfo {
	return league.FormatInfo{
		ID: "knockout", Name: "Knock-out", Kind: league.KnockOut, MinEntries: 4, MaxEntries: 64, MaxCycles: 2,
		About: "Who loses is out. The best seeds may skip the first round.", Legs: "Games of a tie", Twice: 2, RoundDays: 45, Terms: []string{"round_days", "third_place"},
	}
}

// Outlook counts the ties, each with its decider.
func (Format) Outlook(players int, t league.TournamentTerms) outlook.Outlook {
	return bracket.Outlook(players, t.Cycles, t.ThirdPlace)
}

// Plan begins ties as soon as both players are known (R-FF-8: none waits for others).
func (f Format) Plan(s league.Sheet) (league.Plan, error) {
	b, err := f.Bracket(s)
	if err != nil {
		return league.Plan{}, err
	}
	return b.Plan(), nil
}

// Bracket returns the bracket of a tournament.
func (f Format) Bracket(s league.Sheet) (*bracket.Bracket, error) {
	info, players := f.Info(), drawn(s)
	if n := len(players); n < info.MinEntries || n > info.MaxEntries {
		return nil, fmt.Errorf("a knock-out takes %d to %d players, not %d", info.MinEntries, info.MaxEntries, n)
	}
	if s.Terms.Cycles < 1 || s.Terms.Cycles > info.MaxCycles {
		return nil, fmt.Errorf("a tie has 1 to %d legs, not %d", info.MaxCycles, s.Terms.Cycles)
	}
	return bracket.Of(s, bracket.Draw{Seeds: players, Slots: pairing.Bracket(len(players)), Legs: s.Terms.Cycles, ThirdPlace: s.Terms.ThirdPlace}), nil
}

// drawn lists the players whom the bracket was drawn for: who stands in for one of them came later.
func drawn(s league.Sheet) (players []string) {
	for _, e := range s.Entries {
		if !e.Left && e.InPlaceOf == "" {
			players = append(players, e.Player)
		}
	}
	return players
}

// Substitute lets somebody play on in the place of a player who has left before their next tie began, unless the opponent has
// gone on already. The ties that were won stay those of who has won them (R-UT-8).
func (f Format) Substitute(s league.Sheet, out string) (note string, round int, err error) {
	b, err := f.Bracket(s)
	if err != nil {
		return "", 0, err
	}
	round, err = b.Vacant(out)
	return "", round, err
}

// Table ranks everybody by the round that they have reached.
func (f Format) Table(s league.Sheet, g league.Group) ([]league.Row, error) {
	if g != "" {
		return nil, nil
	}
	b, err := f.Bracket(s)
	if err != nil {
		return nil, err
	}
	return b.Rows()
}

// Groups returns none: all is one bracket.
func (Format) Groups(league.Sheet) []league.Group { return nil }

// Part returns a sheet without anything, since there are no groups.
func (Format) Part(s league.Sheet, g league.Group) league.Sheet {
	s.Group, s.Entries, s.Fixtures, s.Lot = g, nil, nil, nil
	return s
}

// Exit says how a player leaves: the ties that they have won stay theirs, and their opponent goes on
// (R-UT-4).
func (Format) Exit(league.Sheet, string) league.Exit { return league.Forfeited }
