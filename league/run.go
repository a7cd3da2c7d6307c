package league

import (
	"encoding/hex"
	"encoding/json"
	"errors"
	"slices"

	"kickabout/engine/dice"
)

// Run is what one run of the dice of a match hangs on, under the second scheme.
type Run struct {
	Base          uint32      // dice events before it
	Prior         dice.Digest // T that it goes on from; zero in run 0
	Head          dice.Link
	Dice          Commitment
	Contributions [2]string // of the seats
}

// Renewal is that the dice of a match are made anew: what is added to its log, and all runs from then on.
type Renewal struct {
	Progress Progress
	Runs     []Run
}

// RunsOf returns all runs of the dice of a match, in their order.
func RunsOf(m Match) []Run {
	if len(m.Runs) > 0 {
		return m.Runs
	}
	return []Run{{Head: m.Head, Dice: m.Dice, Contributions: [2]string{m.Seats[0].Contribution, m.Seats[1].Contribution}}}
}

// WithRuns returns a match with these runs of its dice, of which the last is the present one.
func (m Match) WithRuns(runs []Run) Match {
	last := runs[len(runs)-1]
	m.Runs, m.Head, m.Dice = slices.Clone(runs), last.Head, last.Dice
	for i, c := range last.Contributions {
		m.Seats[i].Contribution = c
	}
	return m
}

// runText is a run as it is written down; values of bytes are in hexadecimal digits.
type runText struct {
	Base          uint32    `json:"base,omitempty"`
	Prior         string    `json:"prior,omitempty"`
	Epoch         uint32    `json:"epoch"`
	Seal          string    `json:"seal"`
	Head          string    `json:"head"`
	Tour          string    `json:"tour,omitempty"`
	Contributions [2]string `json:"contributions"`
}

// RunsText writes down the runs of the dice of a match where they were made anew, else "".
func RunsText(runs []Run) string {
	if len(runs) == 0 {
		return ""
	}
	digits := func(b []byte) string {
		if !slices.ContainsFunc(b, func(c byte) bool { return c != 0 }) {
			return ""
		}
		return hex.EncodeToString(b)
	}
	list := make([]runText, len(runs))
	for i, r := range runs {
		list[i] = runText{Base: r.Base, Prior: digits(r.Prior[:]), Epoch: r.Dice.Epoch, Seal: digits(r.Dice.Seal[:]), Head: digits(r.Head[:]), Tour: digits(r.Dice.Tour[:])}
		for seat, c := range r.Contributions {
			list[i].Contributions[seat] = hex.EncodeToString([]byte(c))
		}
	}
	text, _ := json.Marshal(list) // strings and numbers never fail
	return string(text)
}

// ParseRuns undoes RunsText for a match of a scope.
func ParseRuns(text string, scope uint32) ([]Run, error) {
	if text == "" {
		return nil, nil
	}
	var list []runText
	if err := json.Unmarshal([]byte(text), &list); err != nil {
		return nil, err
	}
	if len(list) < 2 || len(list) > 256 {
		return nil, errors.New("dice that were made anew have two runs at least, and 256 at most")
	}
	runs := make([]Run, len(list))
	for i, t := range list {
		r := Run{Base: t.Base, Dice: Commitment{Epoch: t.Epoch, Scope: scope, Run: byte(i)}}
		for _, v := range []struct {
			into []byte
			text string
			may  bool // be missing
		}{{r.Prior[:], t.Prior, i == 0}, {r.Dice.Seal[:], t.Seal, false}, {r.Head[:], t.Head, false}, {r.Dice.Tour[:], t.Tour, true}} {
			b, err := hex.DecodeString(v.text)
			if err != nil || len(b) != len(v.into) && (len(b) > 0 || !v.may) {
				return nil, errors.New("a value of a run of dice is not written in the hexadecimal digits that it must have")
			}
			copy(v.into, b)
		}
		for seat := range r.Contributions {
			c, err := hex.DecodeString(t.Contributions[seat])
			if err != nil {
				return nil, err
			}
			r.Contributions[seat] = string(c)
		}
		runs[i] = r
	}
	return runs, nil
}
