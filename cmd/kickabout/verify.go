package main

import (
	"bufio"
	"fmt"
	"io"
	"os"

	"kickabout/engine/dice"
	"kickabout/engine/games"
	"kickabout/league/archive"
)

// verifyCmd checks the dice of a saved match, the lot of a tournament, or all of an export.
type verifyCmd struct {
	File string `arg:"" help:"The file match.json of a match, seeding.json of a tournament, as its page offers it, or an export."`
}

// Run prints what was checked, or ends with the sentence that says what is wrong.
func (v verifyCmd) Run() error {
	f, err := os.Open(v.File)
	if err != nil {
		return fmt.Errorf("cannot read the file: %w", err)
	}
	defer f.Close()
	report, err := verify(bufio.NewReader(f))
	if err != nil {
		return fmt.Errorf("%s does not hold: %w", v.File, err)
	}
	fmt.Println(report)
	return nil
}

func verify(in *bufio.Reader) (fmt.Stringer, error) {
	if begin, _ := in.Peek(64); archive.IsExport(begin) { // a shorter file is none
		return archive.Verify(in, games.ByID)
	}
	data, err := io.ReadAll(in)
	if err != nil {
		return nil, fmt.Errorf("cannot read the file: %w", err)
	}
	if dice.IsSeeding(data) {
		return dice.VerifySeeding(data)
	}
	return dice.Verify(data, games.ByID)
}
