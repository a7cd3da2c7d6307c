package analysis

import (
	"encoding/json"

	"kickabout/engine"
)

// written is a part as JSON has it: what is 0 for its kind is left out.
type written struct {
	Seq    int         `json:"seq"`
	Kind   Kind        `json:"kind"`
	Side   string      `json:"side,omitempty"`
	Before int         `json:"before"`
	After  int         `json:"after"`
	Luck   int         `json:"luck,omitempty"`
	Cost   int         `json:"cost,omitempty"`
	Given  int         `json:"given,omitempty"`
	Drift  int         `json:"drift,omitempty"`
	Throw  string      `json:"throw,omitempty"`
	Move   engine.Move `json:"move,omitempty"`
	Best   engine.Move `json:"best,omitempty"`
	Forced bool        `json:"forced,omitempty"`
	Mark   Mark        `json:"mark,omitempty"`
}

// MarshalJSON writes the side as "first" or "second".
func (p Part) MarshalJSON() ([]byte, error) {
	return json.Marshal(written{
		p.Seq, p.Kind, p.Side.String(), p.Before, p.After, p.Luck, p.Cost, p.Given, p.Drift, p.Throw, p.Move, p.Best, p.Forced, p.Mark,
	})
}

// UnmarshalJSON undoes MarshalJSON.
func (p *Part) UnmarshalJSON(data []byte) error {
	var w written
	if err := json.Unmarshal(data, &w); err != nil {
		return err
	}
	side, err := engine.ParseSide(w.Side)
	*p = Part{w.Seq, w.Kind, side, w.Before, w.After, w.Luck, w.Cost, w.Given, w.Drift, w.Throw, w.Move, w.Best, w.Forced, w.Mark}
	return err
}
