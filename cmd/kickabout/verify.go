package main

import (
	"fmt"
	"os"

	"kickabout/engine/dice"
	"kickabout/engine/games"
)

// verifyCmd checks the dice of a saved match, or the lot of a tournament.
type verifyCmd struct {
	File string `arg:"" help:"The file match.json of a match, or seeding.json of a tournament, as its page offers it."`
}

// Run prints what was checked, or ends with the sentence that says what is wrong.
func (v verifyCmd) Run() error {
	data, err := os.ReadFile(v.File)
	if err != nil {
		return fmt.Errorf("cannot read the file: %w", err)
	}
	report, err := verify(data)
	if err != nil {
		return fmt.Errorf("%s does not hold: %w", v.File, err)
	}
	fmt.Println(report)
	return nil
}

func verify(data []byte) (fmt.Stringer, error) {
	if dice.IsSeeding(data) {
		return dice.VerifySeeding(data)
	}
	return dice.Verify(data, games.ByID)
}
