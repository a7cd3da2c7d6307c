package archive

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"slices"

	"kickabout/engine"
	"kickabout/engine/dice"
	"kickabout/engine/dice/tbd2"
	"kickabout/engine/record"
)

// IsExport tells an export from other files by how it begins.
func IsExport(data []byte) bool { return bytes.HasPrefix(data, []byte(`{"type":"`+opening+`"`)) }

// A Report is what Verify has checked.
type Report struct {
	Matches, Throws, Lots int

	Second int // matches under the second scheme, of which the log can have something
	Sealed int // of those, the ones whose seals are all in it
	Stated int // and the ones of which it has a state,
	Whole  int // and that of the last event
	Open   int // and the ones whose dice follow from keys that it has promised and opened

	Log []tbd2.Line // what is to be said of the log itself
}

// String says it in plain words.
func (r Report) String() string {
	return fmt.Sprintf("The file is whole. All %d throws of %d matches follow from the values that were shown before the matches began, "+
		"all matches follow the rules, and %d random draws of tournaments follow from the values that were shown while entries were open.", r.Throws, r.Matches, r.Lots)
}

// Lines says what the log proves besides and what it does not, a line each.
func (r Report) Lines() []tbd2.Line {
	lines := slices.Clone(r.Log)
	say := func(v tbd2.Verdict, n int, format string, args ...any) {
		if n > 0 {
			lines = append(lines, tbd2.Line{Verdict: v, Text: fmt.Sprintf(format, args...)})
		}
	}
	say(tbd2.Proved, r.Sealed, "The commitments of %d matches are in the log.", r.Sealed)
	say(tbd2.Proved, r.Stated, "The events of %d matches are in the log as far as it has come, of %d up to the last event here.", r.Stated, r.Whole)
	say(tbd2.Proved, r.Open, "The keys that the dice of %d matches follow from are open: nothing was picked.", r.Open)
	say(tbd2.NotProved, r.Second-r.Sealed, "The commitments of %d matches are not anchored yet: that they were fixed before the matches began, you take on trust.", r.Second-r.Sealed)
	say(tbd2.NotProved, r.Second-r.Whole, "Of %d matches, moves and times are not anchored up to the last event here.", r.Second-r.Whole)
	say(tbd2.NotProved, r.Second-r.Open, "The keys of %d matches are not open: that comes when their tournament is over, or when the key of the dice is opened.", r.Second-r.Open)
	first := r.Matches - r.Second
	say(tbd2.NotProved, first, "Moves and times of %d matches are not anchored: their dice are of the scheme tbd1.", first)
	return lines
}

// Verify checks what anybody can check of an export: that nothing is missing or changed, all
// matches, their dice, what the log of the dice has of them, and the lots of tournaments. An error about a line is a *record.Fault.
func Verify(in io.Reader, games record.Games, given tbd2.Evidence) (r Report, err error) {
	a, err := NewReader(in, nil)
	if err != nil {
		return r, err
	}
	given.Receipts = nil // each is of one match, whose own file is the place for it
	serials, log := map[string]uint32{}, Log{}
	for {
		l, err := a.Next()
		switch {
		case err == io.EOF:
			return r, nil
		case err != nil:
			return r, err
		case l.Type == AnchorsLine:
			first := log.Checkpoint == ""
			if err := log.Read(l); err != nil {
				return r, err
			}
			if first {
				r.Log = tbd2.VerifyLog(log.signers, given)
				if i := slices.IndexFunc(r.Log, func(l tbd2.Line) bool { return l.Verdict == tbd2.Wrong }); i >= 0 {
					return r, l.Fault("checkpoint", "The log does not hold: %s", r.Log[i].Text)
				}
			}
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
			report, second, err := l.Verify(games, serials, &log, given)
			if err != nil {
				return r, err
			}
			r.add(report, second)
		case l.Type == LotLine:
			if err := l.verifyLot(given); err != nil {
				return r, err
			}
			r.Lots++
		}
	}
}

// add counts a match in.
func (r *Report) add(of tbd2.Report, second bool) {
	r.Matches, r.Throws = r.Matches+1, r.Throws+of.Throws
	if !second {
		return
	}
	r.Second++
	if of.Sealed == 1+len(engine.Breaks(of.Record.Log)) {
		r.Sealed++
	}
	if of.Stated > 0 {
		r.Stated++
	}
	if of.Stated == len(of.Record.Log) {
		r.Whole++
	}
	if of.Open {
		r.Open++
	}
}

// verifyLot checks the lot of a tournament.
func (l Line) verifyLot(given tbd2.Evidence) error {
	var lot struct{ Proof json.RawMessage }
	err := json.Unmarshal(l.data, &lot)
	switch {
	case err != nil:
	case tbd2.IsLotProof(lot.Proof):
		err = lotHolds(lot.Proof, given)
	default:
		_, err = dice.VerifySeeding(lot.Proof)
	}
	if err != nil {
		return l.Fault("proof", "The random draw does not hold: %v", err)
	}
	return nil
}

// lotHolds says what is wrong with the lot of a tournament under the second scheme.
func lotHolds(proof []byte, given tbd2.Evidence) error {
	r, err := tbd2.VerifyLot(proof, given)
	for _, line := range r.Lines {
		if line.Verdict == tbd2.Wrong {
			return dice.Flaw(line.Text)
		}
	}
	return err
}
