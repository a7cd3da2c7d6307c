package table

import (
	"slices"

	"kickabout/league"
)

// Strike is a table before and after a player is out, by both treatments (R-FF-5),
// so that whoever decides sees what each would do (R-FF-6).
type Strike struct {
	Finished   int         // matches of theirs that are over
	Scheduled  int         // matches of theirs in all
	Prescribed league.Exit // by the rule
	Before     []league.Row
	Voided     []league.Row // all their results are void
	Forfeited  []league.Row // what is not over counts for their opponents
}

// Strike returns what striking a player does.
func (t *Table) Strike(player string) (Strike, error) {
	s, strike := t.sheet, Strike{Before: t.rows}
	at := slices.IndexFunc(s.Entries, func(e league.Entry) bool { return e.Player == player && !e.Left && e.Out == league.Stays })
	if at < 0 {
		return strike, league.Errorf(league.Stale, "This player is not in the tournament, or has been struck already.")
	}
	strike.Finished, strike.Scheduled = s.Share(player)
	strike.Prescribed = league.ExitOf(strike.Finished, strike.Scheduled)
	for exit, rows := range map[league.Exit]*[]league.Row{league.Voided: &strike.Voided, league.Forfeited: &strike.Forfeited} {
		sheet := s
		sheet.Entries = slices.Clone(s.Entries)
		sheet.Entries[at].Out = exit
		after, err := t.with(sheet)
		if err != nil {
			return strike, err
		}
		*rows = after.rows
	}
	return strike, nil
}
