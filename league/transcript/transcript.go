// Package transcript writes matches down as records, and reads them.
package transcript

import (
	"encoding/hex"
	"encoding/json"
	"fmt"
	"maps"
	"strings"
	"unicode"

	"kickabout/engine"
	"kickabout/engine/dice"
	"kickabout/engine/dice/tbd2"
	"kickabout/engine/record"
	"kickabout/league"
)

// Of returns a match as a file has it: what the log says, and where it comes
// from. The site's address and the tournament's name may be "". The header Round is the
// numbers of the fixture's key: cycle, round and board of a round robin, "1.2.3".
func Of(m league.Match, r engine.Record, site, cup string) record.Match {
	sides := r.Game.Info().Sides
	h := map[string]string{
		record.Site: site, record.ID: m.ID, record.Event: cup, record.Round: numbers(m.Fixture),
		record.Date: m.Created.UTC().Format("2006-01-02"), record.Clock: m.Control,
		record.GID: hex.EncodeToString(m.GID[:]), record.Head: hex.EncodeToString(m.Head[:]),
		record.Gave0: m.Seats[0].Contribution, record.Gave1: m.Seats[1].Contribution,
	}
	for i, side := range []engine.Side{engine.First, engine.Second} {
		h[sides[i]] = m.Seats[r.SeatOf(side)].Player.Name
	}
	if points, ok := league.Standard().Points(r.Outcome()); ok {
		h[record.Points] = points[0].String() + ":" + points[1].String()
	}
	maps.DeleteFunc(h, func(name, value string) bool { return !record.Valid(name, value) })
	return record.Match{Headers: h, Record: r}
}

// numbers returns the numbers of a fixture's key: "1.2.3" of "c1/r2/b3".
func numbers(fixture string) string {
	return strings.Join(strings.FieldsFunc(fixture, func(r rune) bool { return !unicode.IsDigit(r) }), ".")
}

// Read reads the file of a match: text or JSON of a record, or a proof of dice,
// which must hold. An error is a *record.Fault or a dice.Flaw.
func Read(data []byte, games record.Games) (record.Match, error) {
	if len(data) <= record.MaxBytes && tbd2.IsProof(data) {
		return readProof(data, games)
	}
	p, ok := proofIn(data)
	if !ok {
		return record.Read(data, games)
	}
	report, err := dice.Verify(data, games)
	if err != nil {
		return record.Match{}, err
	}
	h := map[string]string{record.GID: p.GID, record.Head: p.Head, record.Gave0: p.Contributions[0], record.Gave1: p.Contributions[1]}
	maps.DeleteFunc(h, func(name, value string) bool { return !record.Valid(name, value) })
	return record.Match{Headers: h, Record: report.Record}, nil
}

// readProof reads a proof of dice of the second scheme.
func readProof(data []byte, games record.Games) (record.Match, error) {
	var p tbd2.Proof
	report, err := tbd2.Verify(data, games, tbd2.Evidence{})
	if err != nil {
		return record.Match{}, dice.Flaw(fmt.Sprintf("The file cannot be read: %v.", err))
	}
	for _, l := range report.Lines {
		if l.Verdict == tbd2.Wrong {
			return record.Match{}, dice.Flaw(l.Text)
		}
	}
	if err := json.Unmarshal(data, &p); err != nil { // it was read before
		return record.Match{}, err
	}
	seats := p.Runs[0].Seats
	gave := [2]string{seats[0].Contribution, seats[1].Contribution}
	if p.Twin && p.Key != "" { // its players have changed seats
		gave[0], gave[1] = gave[1], gave[0]
	}
	h := map[string]string{record.GID: p.GID, record.Head: p.Runs[0].Head, record.Gave0: gave[0], record.Gave1: gave[1]}
	maps.DeleteFunc(h, func(name, value string) bool { return !record.Valid(name, value) })
	return record.Match{Headers: h, Record: report.Record}, nil
}

// proofIn tells a proof of dice from other files.
func proofIn(data []byte) (p dice.Proof, ok bool) {
	return p, len(data) <= record.MaxBytes && json.Unmarshal(data, &p) == nil && p.Transcript != ""
}
