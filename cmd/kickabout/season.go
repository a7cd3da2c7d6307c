package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"time"

	"kickabout/cmd/internal/season"
	"kickabout/engine/games"
	"kickabout/league/office"
	"kickabout/scheduler"
)

// seasonCmd plays seasons by a clock of its own, over a database of its own.
type seasonCmd struct {
	Script string `arg:"" optional:"" help:"A season script to carry out, such as those in testdata/seasons." type:"existingfile"`
	Out    string `help:"Folder to keep what was played in; look at it with kickabout --data FOLDER. Without it nothing is kept." type:"path"`
	Seed   uint64 `help:"The same seed plays the same seasons." default:"1"`
}

// scriptStart is when a script begins unless it says so itself.
var scriptStart = time.Date(2027, 1, 1, 0, 0, 0, 0, time.UTC)

// Run plays, and ends with an error if what came of it is not what the rules say.
func (c seasonCmd) Run(ctx context.Context) error {
	folder := c.Out
	if folder == "" {
		scratch, err := os.MkdirTemp("", "kickabout-season-")
		if err != nil {
			return err
		}
		defer os.RemoveAll(scratch)
		folder = scratch
	}
	options := season.Options{Folder: folder, Start: scriptStart, Seed: c.Seed, Games: games.All(), Jobs: seasonJobs}
	return c.tell(ctx, options)
}

// seasonJobs is what a site does by itself, but for the matches of bots.
func seasonJobs(o *office.Office) []scheduler.Job { return jobsOf(o, false) }

// tell carries out a script.
func (c seasonCmd) tell(ctx context.Context, o season.Options) error {
	data, err := os.ReadFile(c.Script)
	if err != nil {
		return err
	}
	script := season.ParseScript(data)
	came, err := script.Run(ctx, o)
	if err != nil {
		return err
	}
	if !script.Equal(came) {
		os.Stdout.Write(came.Format())
		return errors.New("the season went another way than the script expects; this is what came of it")
	}
	fmt.Printf("%s: as expected.\n", c.Script)
	return nil
}
