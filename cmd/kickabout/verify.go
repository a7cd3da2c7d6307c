package main

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"os"

	"kickabout/engine/dice"
	"kickabout/engine/dice/beacon"
	"kickabout/engine/dice/tbd2"
	"kickabout/engine/games"
	"kickabout/league/archive"
)

// verifyCmd checks the dice of saved matches, the lots of tournaments, or all of an export.
type verifyCmd struct {
	Files      []string `arg:"" name:"file" help:"The file match.json of a match, seeding.json of a tournament, as its page offers it, or an export; - is the standard input."`
	Key        []string `placeholder:"VKEY" help:"A key of the site that you know from elsewhere, as it is shown on its page about the dice. Without one the keys count that the file itself names."`
	Receipt    []string `placeholder:"FILE" help:"A receipt that the site gave you for a move."`
	Checkpoint []string `placeholder:"FILE" help:"A checkpoint of the site's log that you kept, of N leaves (its second line). The file is best fetched as match.json?log=N."`
}

// Help is shown by kickabout verify --help.
func (verifyCmd) Help() string {
	return `Each line says of one thing whether it is proved, not proved or WRONG.
It ends with 0 if all holds, with 1 if something is wrong, and with 2 if a file cannot be read.`
}

// verdict ends the program with the code of what was found.
type verdict struct {
	error
	code int
}

func (v verdict) Unwrap() error { return v.error }

// The exit codes of kickabout verify.
const (
	exitWrong      = 1
	exitUnreadable = 2
)

// Run prints a line for each thing that was checked, and ends with the worst that was found of any file.
func (v verifyCmd) Run() error {
	given, err := v.evidence()
	if err != nil {
		return verdict{err, exitUnreadable}
	}
	var worst error
	for _, file := range v.Files {
		err := v.verify(file, given)
		if is, was := (verdict{}), (verdict{}); errors.As(err, &is) && (!errors.As(worst, &was) || is.code > was.code) {
			worst = err
		}
	}
	return worst
}

// evidence reads what the command was given beside the files.
func (v verifyCmd) evidence() (tbd2.Evidence, error) {
	given := tbd2.Evidence{Keys: v.Key, Beacon: beacon.Verify}
	for _, kind := range []struct {
		files []string
		to    *[]string
	}{{v.Receipt, &given.Receipts}, {v.Checkpoint, &given.Checkpoints}} {
		for _, file := range kind.files {
			data, err := os.ReadFile(file)
			if err != nil {
				return given, fmt.Errorf("cannot read the file: %w", err)
			}
			*kind.to = append(*kind.to, string(data))
		}
	}
	return given, nil
}

// verify prints what is to be said of a file. Of several files each line begins with its name.
func (v verifyCmd) verify(file string, given tbd2.Evidence) error {
	in := io.ReadCloser(os.Stdin)
	if file != "-" {
		opened, err := os.Open(file)
		if err != nil {
			return verdict{fmt.Errorf("cannot read the file: %w", err), exitUnreadable}
		}
		in = opened
	}
	defer in.Close()
	report, err := verified(bufio.NewReader(in), given)
	if err != nil {
		return verdict{fmt.Errorf("%s cannot be read: %w", file, err), exitUnreadable}
	}
	before := ""
	if len(v.Files) > 1 {
		before = file + ": "
	}
	for _, l := range report.Lines {
		fmt.Printf("%s%s: %s\n", before, l.Verdict, l.Text)
	}
	if report.Note != "" {
		fmt.Println(before + report.Note)
	}
	if !report.Holds() {
		return verdict{fmt.Errorf("%s does not hold", file), exitWrong}
	}
	return nil
}

// verified checks a file of any kind. An error is that it cannot be read.
func verified(in *bufio.Reader, given tbd2.Evidence) (tbd2.Report, error) {
	if begin, _ := in.Peek(64); archive.IsExport(begin) { // a shorter file is none
		found, err := archive.Verify(in, games.ByID, given)
		return inOneSentence(found, err, found.Lines()...)
	}
	data, err := io.ReadAll(in)
	if err != nil {
		return tbd2.Report{}, err
	}
	switch {
	case tbd2.IsProof(data):
		return tbd2.Verify(data, games.ByID, given)
	case tbd2.IsLotProof(data):
		return tbd2.VerifyLot(data, given)
	case dice.IsSeeding(data):
		return inOneSentence(dice.VerifySeeding(data))
	}
	match, err := dice.Verify(data, games.ByID)
	report, err := inOneSentence(match, err)
	if err == nil && report.Holds() { // of the first scheme nothing is signed
		report.Lines = append(report.Lines, tbd2.Line{Verdict: tbd2.NotProved, Text: "Moves and times are not anchored: the dice are of the scheme tbd1."})
		report.Note = fmt.Sprintf("Whether the match went on after event %d, this file cannot say.", len(match.Record.Log))
	}
	return report, err
}

// inOneSentence makes a report of what another verifier says in one sentence, and of what it says besides if all holds.
func inOneSentence(said fmt.Stringer, err error, besides ...tbd2.Line) (tbd2.Report, error) {
	switch {
	case errors.Is(err, dice.ErrUnreadable):
		return tbd2.Report{}, err
	case err != nil:
		return tbd2.Report{Lines: []tbd2.Line{{Verdict: tbd2.Wrong, Text: err.Error()}}}, nil
	}
	return tbd2.Report{Lines: append([]tbd2.Line{{Verdict: tbd2.Proved, Text: said.String()}}, besides...)}, nil
}
