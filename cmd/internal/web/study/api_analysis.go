package study

import (
	"context"

	"kickabout/cmd/internal/web/api"
	"kickabout/engine"
	"kickabout/engine/analysis"
	"kickabout/league"
	"kickabout/league/insight"
)

// analysisBody is what a match was worth as programs see it: as kickabout analyse --json prints it, with
// how far it is. Values are thousandths of a point.
type analysisBody struct {
	State    string             `json:"state" enum:"due,made,failed,none" doc:"due: it is being worked out, ask again; failed: it could not be; none: nobody was paid for the match."`
	Format   string             `json:"format" enum:"kickabout-analysis/1"`
	Game     string             `json:"game" doc:"Game and variant: streetsoccer/lg."`
	First    *worthBody         `json:"first,omitempty" doc:"The sums of the first side, once it is made."`
	Second   *worthBody         `json:"second,omitempty"`
	Analysis *analysisPartsBody `json:"analysis,omitempty"`
}

type worthBody struct {
	Points    int    `json:"points" doc:"What the ending pays, in thousandths of a point."`
	Luck      int    `json:"luck" doc:"Of all throws, as they favoured the side."`
	Adjusted  int    `json:"adjusted" doc:"The points without the luck and what was given up."`
	Cost      int    `json:"cost" doc:"What its decisions cost the side."`
	Given     int    `json:"given" doc:"What was given up to the side by an end off the board, beyond what the last position was worth: neither luck nor skill; below 0: the side gave it up."`
	Drift     int    `json:"drift" doc:"How far the judge changed its mind in favour of the side."`
	Decisions int    `json:"decisions" doc:"In how many decisions it had a choice."`
	Level     string `json:"level" doc:"How well it played; empty if it never had a choice."`
}

type analysisPartsBody struct {
	Judge   string             `json:"judge" doc:"How far the judge looked: two turns ahead."`
	Version int                `json:"version" doc:"Of the judge: a newer one makes the analysis anew."`
	Start   int                `json:"start" doc:"What the start was worth to first, of 5000."`
	Parts   []analysisPartBody `json:"parts" doc:"In the order of the log. Start, luck, given and drift of them all, less the costs of first and with those of second, come to the points of first and what is unpaid."`
	Points  [2]int             `json:"points" doc:"What the ending pays first and second."`
	Unpaid  int                `json:"unpaid" doc:"What the ending keeps from each side: 500 of a match without goals."`
}

type analysisPartBody struct {
	Seq    int         `json:"seq" doc:"Of the event in the log."`
	Kind   string      `json:"kind" enum:"throw,decision,end"`
	Side   string      `json:"side,omitempty" enum:"first,second" doc:"Whose throw or decision it was, or who gave up or ran out of time."`
	Before int         `json:"before" doc:"Value to first."`
	After  int         `json:"after"`
	Luck   int         `json:"luck,omitempty" doc:"Of a throw, to first."`
	Cost   int         `json:"cost,omitempty" doc:"Of a decision, to its side."`
	Given  int         `json:"given,omitempty" doc:"Of an end, to first."`
	Drift  int         `json:"drift,omitempty" doc:"To first."`
	Throw  string      `json:"throw,omitempty" doc:"The faces."`
	Move   engine.Move `json:"move,omitempty"`
	Best   engine.Move `json:"best,omitempty" doc:"Of a decision: the move itself if nothing better was found."`
	Forced bool        `json:"forced,omitempty" doc:"There was no choice."`
	Mark   string      `json:"mark,omitempty" enum:"inaccuracy,mistake,blunder,lucky,joker,unlucky,antijoker"`
}

type analysisRequest struct {
	ID string `path:"id" maxLength:"64"`
}

// APIAnalysis says what a finished match was worth.
func (s *Handlers) APIAnalysis(ctx context.Context, who api.Caller, in *analysisRequest) (*api.Reply[analysisBody], error) {
	a, err := s.office.Analysis(ctx, league.Of(who.Player), in.ID)
	if err != nil {
		return nil, err
	}
	b := analysisBody{State: string(a.State), Format: "kickabout-analysis/1", Game: a.Match.Game + "/" + a.Match.Variant}
	if a.State == insight.AnalysisMade {
		b.First, b.Second, b.Analysis = worthOf(a.Found, engine.First), worthOf(a.Found, engine.Second), partsOf(a.Found)
	}
	return &api.Reply[analysisBody]{Body: b}, nil
}

func worthOf(a analysis.Analysis, side engine.Side) *worthBody {
	return &worthBody{a.Points[side-1], a.Luck(side), a.Adjusted(side), a.Cost(side), a.Given(side), a.Drift(side), a.Decisions(side), a.Level(side)}
}

func partsOf(a analysis.Analysis) *analysisPartsBody {
	b := &analysisPartsBody{Judge: a.Judge, Version: a.Version, Start: a.Start, Points: a.Points, Unpaid: a.Unpaid, Parts: make([]analysisPartBody, len(a.Parts))}
	for i, p := range a.Parts {
		b.Parts[i] = analysisPartBody{
			p.Seq, string(p.Kind), p.Side.String(), p.Before, p.After, p.Luck, p.Cost, p.Given, p.Drift, p.Throw, p.Move, p.Best, p.Forced, string(p.Mark),
		}
	}
	return b
}
