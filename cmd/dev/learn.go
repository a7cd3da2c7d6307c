package main

import (
	"bytes"
	"fmt"
	"os"

	"kickabout/engine/games/cufootball"
	"kickabout/engine/games/onetwofun"
	"kickabout/engine/games/streetsoccer"
)

// A lesson makes a file of what bots know, the same each time.
type lesson struct {
	file, how string
	learn     func() []byte
}

var lessons = []lesson{
	{
		"engine/games/cufootball/judge.bin",
		fmt.Sprintf("CuFootball plays %d matches against itself", cufootball.LessonMatches),
		func() []byte { return cufootball.Learn(cufootball.LessonMatches, cufootball.LessonSeed) },
	},
	{"engine/games/onetwofun/chances.bin", "One-Two-Fun's possessions are solved", onetwofun.Solve},
	{"engine/games/onetwofun/plan-professional.bin", "One-Two-Fun with keepers is planned", onetwofun.PlanProfessional},
	{"engine/games/onetwofun/plan-blocking.bin", "One-Two-Fun with keepers that stop shots is planned", onetwofun.PlanBlocking},
	{
		"engine/games/streetsoccer/judge.bin",
		fmt.Sprintf("StreetSoccer plays %d matches against itself", streetsoccer.LessonMatches),
		func() []byte { return streetsoccer.Learn(streetsoccer.LessonMatches, streetsoccer.LessonSeed) },
	},
}

// learnTask has the bots learn from the beginning.
type learnTask struct {
	Check bool `help:"Write nothing; fail unless what is learnt is what the files hold, byte for byte."`
}

// Run writes the files, or compares them. It takes some minutes for each.
func (t learnTask) Run() error {
	for _, l := range lessons {
		fmt.Println(l.how)
		learnt := l.learn()
		if !t.Check {
			if err := os.WriteFile(l.file, learnt, 0o644); err != nil {
				return err
			}
			continue
		}
		if err := l.compare(learnt); err != nil {
			return err
		}
	}
	return nil
}

// compare fails unless the file of a lesson holds what was learnt.
func (l lesson) compare(learnt []byte) error {
	held, err := os.ReadFile(l.file)
	if err == nil && !bytes.Equal(held, learnt) {
		err = fmt.Errorf("%s is not what is learnt now", l.file)
	}
	return err
}
