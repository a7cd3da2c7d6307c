// Package runs writes down the runs of dice that were made anew (SCHEME.md 8.1), as the database and exports hold them.
package runs

import (
	"encoding/hex"
	"encoding/json"
	"errors"
	"slices"

	"kickabout/league"
)

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

// Text writes down the runs of the dice of a match where they were made anew, else "".
func Text(runs []league.Run) string {
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

// Parse undoes Text for a match of a scope.
func Parse(text string, scope uint32) ([]league.Run, error) {
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
	runs := make([]league.Run, len(list))
	for i, t := range list {
		r := league.Run{Base: t.Base, Dice: league.Commitment{Epoch: t.Epoch, Scope: scope, Run: byte(i)}}
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
