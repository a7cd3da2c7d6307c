package tournament

import (
	"fmt"
	"slices"
	"time"

	"kickabout/engine"
	"kickabout/engine/clock"
	"kickabout/league"
	"kickabout/league/formats"
	"kickabout/league/outlook"
	"kickabout/league/vacation"
	matchview "kickabout/views/match"
	"kickabout/views/ui"
)

// bound says that vacation stops the games of the tournament only so long (R-VA-7): those that run, or before the start those
// that will.
func (in Input) bound() bool {
	if in.Tournament.State == league.Registration {
		return in.Bound
	}
	return slices.ContainsFunc(in.Matches, func(m league.Match) bool { return m.DaysBound && m.State.ToMove != engine.NoSide })
}

// addLatest says when the tournament ends at the latest, and for how long vacation can hold a game up.
func (in Input) addLatest(p *Page) {
	t := in.Tournament
	if t.NoVacation || !in.bound() || t.State != league.Registration && t.State != league.Running {
		return
	}
	p.Vacation = matchview.BoundText(t.Control)
	if t.State == league.Running && !t.Rolling {
		p.Latest = in.latestText()
	} else if in.Foresight == nil && !t.Starts.IsZero() && !t.Rolling {
		if longest := in.longest(); longest > 0 {
			p.Latest = fmt.Sprintf("Games that begin on %s end by %s at the latest.", ui.DayText(t.Starts), ui.DayText(t.Starts.Add(longest)))
		}
	}
}

// longest is how long a game takes that uses all the time and all the vacation there is; 0: there is no telling.
func (in Input) longest() time.Duration {
	control, err := clock.ByID(in.Tournament.Control)
	game := ui.GameOf(in.Games, in.Tournament.Game)
	if err != nil || game == nil {
		return 0
	}
	return outlook.SpanOf(game.Info(), control).WithVacation(vacation.BoundOf(control.ID).All).Longest
}

// latestText says when a tournament that is being played ends at the latest: as it was foreseen at its start, moved by pauses, by
// outages and by what directors gave. Where the format cannot foresee what comes, it is said of the games that run.
func (in Input) latestText() string {
	t, last := in.Tournament, time.Time{}
	format, known := formats.ByID(t.Format)
	game := ui.GameOf(in.Games, t.Game)
	if !known || game == nil {
		return ""
	}
	terms := t.TournamentTerms
	terms.Starts = t.Started
	if terms.Places = len(t.Teams); t.Boards == 0 {
		terms.Places = len(slices.DeleteFunc(slices.Clone(t.Entries), t.Waits))
	}
	what := "It ends"
	if f := Foresee(format, game.Info(), terms, t.Started, true); f != nil {
		if !f.Last.IsZero() {
			last = league.After(t.Started, f.Last.Sub(t.Started)+in.Added, t.Rests)
		}
	} else if longest := in.longest(); longest > 0 {
		what = "The games that have begun end"
		for _, m := range in.Matches {
			if ends := league.After(m.Created, longest+in.Added, t.Rests); m.State.ToMove != engine.NoSide && ends.After(last) {
				last = ends
			}
		}
	}
	if last.IsZero() {
		return ""
	}
	return fmt.Sprintf("%s by %s at the latest, if everybody uses all the time and all the vacation there is. Time that players give each other is added to that.", what, ui.DayText(last))
}
