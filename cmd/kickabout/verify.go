package main

import (
	"fmt"
	"os"

	"kickabout/engine/dice"
	"kickabout/engine/games"
)

// verifyCmd checks the dice of a saved match.
type verifyCmd struct {
	File string `arg:"" help:"The file match.json of the match, as the match page offers it."`
}

// Run prints what was checked, or ends with the sentence that says what is wrong.
func (v verifyCmd) Run() error {
	data, err := os.ReadFile(v.File)
	if err != nil {
		return fmt.Errorf("cannot read the match: %w", err)
	}
	report, err := dice.Verify(data, games.ByID)
	if err != nil {
		return fmt.Errorf("%s does not hold: %w", v.File, err)
	}
	fmt.Println(report)
	return nil
}
