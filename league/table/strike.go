package table

import (
	"slices"

	"kickabout/engine"
	"kickabout/league"
)

// Strike is a table before and after a player is out, by both treatments (R-FF-5),
// so that whoever decides sees what each would do (R-FF-6).
type Strike struct {
	Finished   int         // matches of his that are over
	Scheduled  int         // matches of his in all
	Prescribed league.Exit // by the rule
	Before     []league.Row
	Voided     []league.Row // all his results are void
	Forfeited  []league.Row // what is not over counts for his opponents
}

// Strike returns what striking a player does. Matches that are void, or against
// players whose results are, count on neither side of the half that he must have
// finished.
func (t *Table) Strike(player string) (Strike, error) {
	s, strike := t.sheet, Strike{Before: t.rows}
	at := slices.IndexFunc(s.Entries, func(e league.Entry) bool { return e.Player == player && !e.Left && e.Out == league.Stays })
	if at < 0 {
		return strike, league.Errorf(league.Stale, "This player is not in the tournament, or has been struck already.")
	}
	strike.count(s, player)
	for exit, rows := range map[league.Exit]*[]league.Row{league.Voided: &strike.Voided, league.Forfeited: &strike.Forfeited} {
		sheet := s
		sheet.Entries = slices.Clone(s.Entries)
		sheet.Entries[at].Out = exit
		after, err := New(sheet, t.cuts...)
		if err != nil {
			return strike, err
		}
		*rows = after.rows
	}
	return strike, nil
}

// count finds what the rule prescribes.
func (st *Strike) count(s league.Sheet, player string) {
	for _, f := range s.Fixtures {
		opponent := f.First
		if opponent == player {
			opponent = f.Second
		}
		voided := slices.ContainsFunc(s.Entries, func(e league.Entry) bool { return e.Player == opponent && e.Out == league.Voided })
		if f.First != player && f.Second != player || voided || f.Outcome.Ending == engine.Void {
			continue
		}
		st.Scheduled++
		if f.Outcome.Over() {
			st.Finished++
		}
	}
	if st.Prescribed = league.Forfeited; 2*st.Finished < st.Scheduled {
		st.Prescribed = league.Voided
	}
}
