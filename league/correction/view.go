package correction

import (
	"slices"
	"strconv"
	"strings"

	"kickabout/engine"
	"kickabout/league"
)

// View is an ended match of a tournament as somebody may correct it.
type View struct {
	Match      league.Match
	Game       engine.Info
	Played     engine.Outcome // by its record
	Tournament league.Tournament
	Standing   []Made       // the corrections that stand, each over the one before it
	Before     []league.Row // the table of the match's group; nil unless there is an effect
	Effect     *Effect      // of a result that was chosen; else nil
}

// Effect is what a corrected result would come to (R-CO-2).
type Effect struct {
	Result  engine.Outcome // of the ending Again: the match is played again
	After   []league.Row
	Redrawn Redrawn            // what is drawn anew
	Pairs   []Pair             // likewise, with who was to meet before
	Winners [2][]string        // ids of who has won the group, or the whole, as the match counts and by the result; nil while it is not over
	Noted   []league.Decision  // what the format says of its entrants by the result
	Placed  []league.Decision  // how places change by it where they are given once and for all
	GoOn    [2][]string        // ids of those of whom it is certain that they go on from here, likewise
	Gone    []string           // ids of those who no longer go on, and have not played for it
	Keep    []string           // ids of those who keep it, since they have
	Ratings [2][]league.Change // what the match does to the ratings of its players as it counts, and by the result; nil: it is not rated
}

// Say adds what a plan says of who has won and who goes on: as it counts (0), or by the correction (1).
func (e *Effect) Say(i int, plan league.Plan) {
	e.Winners[i], e.Noted = plan.Winners, plan.Rulings
	for _, d := range plan.Rulings {
		if d.Act == league.ActQualified {
			e.GoOn[i] = append(e.GoOn[i], d.Player.ID)
		}
	}
	if i == 1 {
		e.GoOn[1] = append(e.GoOn[1], e.Keep...)
	}
	slices.Sort(e.GoOn[i])
}

// Pair is a match that was drawn, and who meets in its place.
type Pair struct{ Was, Now [2]string } // ids of First and Second

// Form is what a result is corrected to, as typed.
type Form struct {
	Ending string    // or Again
	Winner string    // "first" or "second"; "": nobody
	Goals  [2]string // of First and Second
	Reason string
	Was    string // the result that it was seen as, see ResultText; "": they do not say
}

// Result reads the result of a match of a game; what is none names the field.
func (f Form) Result(game engine.Info) (engine.Outcome, error) {
	o := engine.Outcome{Ending: engine.Ending(f.Ending)}
	if o.Ending == Again {
		return o, nil
	}
	if f.Winner != "" {
		side, err := engine.ParseSide(f.Winner)
		if err != nil {
			return o, league.FieldErrorf("winner", "Choose who wins.")
		}
		o.Winner = side
	}
	for i, typed := range f.Goals {
		n, err := strconv.Atoi(strings.TrimSpace(typed))
		if err != nil {
			n = -1 // which is refused
		}
		o.Score[i] = n
	}
	return o, Check(game, o)
}
