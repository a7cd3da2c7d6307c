package archive

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"

	"kickabout/engine/dice"
	"kickabout/engine/dice/tbd2"
	"kickabout/engine/record"
)

// IsExport tells an export from other files by how it begins.
func IsExport(data []byte) bool { return bytes.HasPrefix(data, []byte(`{"type":"`+opening+`"`)) }

// A Report is what Verify has checked.
type Report struct{ Matches, Throws, Lots int }

// String says it in plain words.
func (r Report) String() string {
	return fmt.Sprintf("The file is whole. All %d throws of %d matches follow from the values that were shown before the matches began, "+
		"all matches follow the rules, and %d random draws of tournaments follow from the values that were shown while entries were open.", r.Throws, r.Matches, r.Lots)
}

// Verify checks what anybody can check of an export: that nothing is missing or changed, all
// matches, their dice, and the lots of tournaments. An error about a line is a *record.Fault.
func Verify(in io.Reader, games record.Games) (r Report, err error) {
	a, err := NewReader(in, nil)
	if err != nil {
		return r, err
	}
	serials := map[string]uint32{}
	for {
		l, err := a.Next()
		switch {
		case err == io.EOF:
			return r, nil
		case err != nil:
			return r, err
		case l.Type == "tournament":
			var cup struct {
				ID     string
				Serial uint32
			}
			if err := json.Unmarshal(l.data, &cup); err != nil {
				return r, l.fault(0, "This is no line of a tournament: %v.", err)
			}
			serials[cup.ID] = cup.Serial
		case l.Type == MatchType:
			report, err := l.Verify(games, serials)
			if err != nil {
				return r, err
			}
			r.Matches, r.Throws = r.Matches+1, r.Throws+report.Throws
		case l.Type == LotLine:
			if err := l.verifyLot(); err != nil {
				return r, err
			}
			r.Lots++
		}
	}
}

// verifyLot checks the lot of a tournament.
func (l Line) verifyLot() error {
	var lot struct{ Proof json.RawMessage }
	err := json.Unmarshal(l.data, &lot)
	switch {
	case err != nil:
	case tbd2.IsLotProof(lot.Proof):
		err = lotHolds(lot.Proof)
	default:
		_, err = dice.VerifySeeding(lot.Proof)
	}
	if err != nil {
		return l.Fault("proof", "The random draw does not hold: %v", err)
	}
	return nil
}

// lotHolds says what is wrong with the lot of a tournament under the second scheme. Whether its public value is the network's
// its own file says, which anybody can fetch.
func lotHolds(proof []byte) error {
	r, err := tbd2.VerifyLot(proof, tbd2.Evidence{})
	for _, line := range r.Lines {
		if line.Verdict == tbd2.Wrong {
			return dice.Flaw(line.Text)
		}
	}
	return err
}
