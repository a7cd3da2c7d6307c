package main

import (
	"context"
	"fmt"
	"os"
	"strconv"
	"strings"
)

type instructionsTask struct {
	Rounds int `default:"20" help:"How often the thousand turns are gone through."`
}

// Run counts the instructions of StreetSoccer's generator: what a run of many
// rounds takes more than a run of one, so that the preparation falls out. Counts
// do not depend on what else the machine does.
func (t instructionsTask) Run(ctx context.Context) error {
	if !found("valgrind") {
		if err := installPackages(ctx, []string{"valgrind"}); err != nil {
			return err
		}
	}
	folder, err := os.MkdirTemp("", "kickabout-speed-*")
	if err != nil {
		return err
	}
	defer os.RemoveAll(folder)
	m := generator
	if err := m.build(ctx, folder); err != nil {
		return err
	}
	for _, way := range []string{"bulk", "list", "made"} {
		name := m.bench + "/" + way
		few, _, err := counted(ctx, m.program, name, 1)
		if err != nil {
			return err
		}
		many, each, err := counted(ctx, m.program, name, 1+t.Rounds)
		if err != nil {
			return err
		}
		turns := float64(t.Rounds * turnsARound)
		fmt.Printf("%s  %6.1f instructions a successor, %.0f a turn\n", way, (many-few)/turns/each, (many-few)/turns)
	}
	return nil
}

// turnsARound is how many turns the generator's benchmark has: after as many, it
// begins again.
const turnsARound = 1000

// counted runs a benchmark for some rounds under callgrind. It returns the
// instructions of the whole run and the successors of a turn.
func counted(ctx context.Context, program, bench string, rounds int) (instructions, each float64, err error) {
	log := program + ".log"
	// Callgrind does not survive the signals by which Go interrupts its own loops.
	out, err := alone(ctx, "GODEBUG=asyncpreemptoff=1", "GOGC=off", "valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null", "--log-file="+log,
		program, "-test.bench=^"+bench+"$", fmt.Sprintf("-test.benchtime=%dx", rounds*turnsARound))
	if err != nil {
		return 0, 0, err
	}
	text, err := os.ReadFile(log)
	if err != nil {
		return 0, 0, err
	}
	if instructions = collected(string(text)); instructions == 0 {
		return 0, 0, fmt.Errorf("callgrind counted nothing:\n%s", text)
	}
	return instructions, figures(out)[bench]["successors/op"], nil
}

// collected reads how many instructions callgrind says it has counted.
func collected(log string) float64 {
	for _, line := range lines(log) {
		if _, n, ok := strings.Cut(line, "Collected : "); ok {
			count, _ := strconv.ParseFloat(strings.TrimSpace(n), 64)
			return count
		}
	}
	return 0
}
