package main

import (
	"fmt"
	"os"

	"kickabout/engine/games/streetsoccer"
)

// judgeFile is where StreetSoccer's bots have what they learnt from.
const judgeFile = "engine/games/streetsoccer/judge.bin"

// learnTask has StreetSoccer's judge learn from the beginning.
type learnTask struct{}

// Run writes the file, which is the same each time. It takes some minutes.
func (learnTask) Run() error {
	fmt.Printf("%d matches against itself\n", streetsoccer.LessonMatches)
	return os.WriteFile(judgeFile, streetsoccer.Learn(streetsoccer.LessonMatches, streetsoccer.LessonSeed), 0o644)
}
