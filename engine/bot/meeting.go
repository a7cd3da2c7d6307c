package bot

import (
	_ "embed"
	"fmt"
	"strings"
)

// A Meeting is what two bots made of a number of matches, as `kickabout arena` found it.
type Meeting struct {
	Game          string // its id, in the first of its variants
	First, Second string // ids of the bots
	Matches       int
	Seed          uint64
	Points        float64 // that First took in a match, from 0 to 5; the rest of the 5 is Second's
	Error         float64 // the standard error of Points
}

// Command is what finds the figures again.
func (m Meeting) Command() string {
	return fmt.Sprintf("kickabout arena --game %s --first %s --second %s --matches %d --seed %d", m.Game, m.First, m.Second, m.Matches, m.Seed)
}

// meetings has a meeting in a line: game, first, second, matches, seed, points, error.
//
//go:embed meetings.txt
var meetings string

// Meetings lists how the bots fared against each other, each against the next weaker one.
func Meetings() ([]Meeting, error) {
	var list []Meeting
	for line := range strings.Lines(meetings) {
		var m Meeting
		if _, err := fmt.Sscan(line, &m.Game, &m.First, &m.Second, &m.Matches, &m.Seed, &m.Points, &m.Error); err != nil {
			return nil, fmt.Errorf("reading the meeting %q: %w", line, err)
		}
		list = append(list, m)
	}
	return list, nil
}
