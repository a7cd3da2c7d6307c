package ladder

import (
	"time"

	"kickabout/league"
)

// Edition is the name of the one edition that a ladder has.
const Edition = "ladder"

// Memory is nothing: a ladder does not end.
func (Format) Memory() time.Duration { return 0 }

// Next opens the ladder, and takes out whose account is closed.
func (Format) Next(c league.SeriesState) ([]league.Step, error) {
	e, ok := c.Find(Edition)
	if !ok {
		return []league.Step{{Edition: Edition, Open: &league.TournamentTerms{
			Name: c.Title + " ladder", Format: "ladder", Control: "lg", Places: league.AnyNumber, Cycles: 1, Rolling: true, Profile: c.Profile,
		}}}, nil
	}
	var gone []league.Decision
	for _, entrant := range e.Tournament.Entries {
		if k, known := c.Known[entrant.Player.ID]; known && !k.Member {
			gone = append(gone, league.Decision{Act: league.ActLeft, Player: entrant.Player, Text: textClosed.Of()})
		}
	}
	if e.Tournament.State != league.Running || len(gone) == 0 {
		return nil, nil
	}
	return []league.Step{{Edition: Edition, Decisions: gone}}, nil
}
