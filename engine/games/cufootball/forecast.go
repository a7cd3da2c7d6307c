package cufootball

import (
	"sync"

	"kickabout/engine/games/cufootball/pitch"
)

// goalsPerCount is how often a count of the clock brings a goal, nearly: with it the points of
// medium against itself come as foretold.
const goalsPerCount = 0.025

const (
	mostGoals = 5 // that an option asks for
	mostClock = 120
	farLead   = 6 // of goals, from which on leads are not told apart where the clock alone ends a match
)

// A forecast says what Red may expect, in tournament points, by what the clock has still
// to count, the score and who scored last, if every count brought a goal as often as any
// other: now, and of that what comes of matches in which Red, in which Blue scores next.
type forecast [mostClock + 1][mostGoals + 1][mostGoals + 1][pitch.Nobody + 1]outlook

// An outlook is what Red may expect at a time.
type outlook struct {
	now  float32
	next [2]float32
}

// leadForecast is the forecast of matches that the clock alone ends, by the lead of Red.
var leadForecast = sync.OnceValue(func() *[mostClock + 1][2*farLead + 1][pitch.Nobody + 1]outlook {
	var f [mostClock + 1][2*farLead + 1][pitch.Nobody + 1]outlook
	for left := range mostClock + 1 {
		for lead := range 2*farLead + 1 {
			for last := pitch.Red; last <= pitch.Nobody; last++ {
				at := &f[left][lead][last]
				if left == 0 {
					at.now = ending(lead, farLead, last)
					continue
				}
				before := &f[left-1][lead][last]
				more, less := f[left-1][min(lead+1, 2*farLead)][pitch.Red].now, f[left-1][max(lead-1, 0)][pitch.Blue].now
				for c, after := range [2]float32{more, less} {
					at.next[c] = float32(goalsPerCount*after) + float32((1-goalsPerCount)*before.next[c])
				}
				at.now = goalsPerCount/2*(more+less) + float32((1-goalsPerCount)*before.now)
			}
		}
	}
	return &f
})

// forecasts are those of matches for so many goals, from the end backward (rules 3.10).
var forecasts = sync.OnceValue(func() *[mostGoals + 1]forecast {
	var all [mostGoals + 1]forecast
	for goals := 1; goals <= mostGoals; goals++ {
		for left := range mostClock + 1 {
			all[goals].fill(goals, left)
		}
	}
	return &all
})

// fill adds what may be expected when so much is left.
func (f *forecast) fill(goals, left int) {
	for r := range goals + 1 {
		for b := range goals + 1 {
			for last := pitch.Red; last <= pitch.Nobody; last++ {
				at := &f[left][r][b][last]
				switch {
				case left == 0 || r == goals || b == goals:
					at.now = ending(r, b, last)
				default:
					before := &f[left-1][r][b][last]
					for c, after := range [2]float32{f[left-1][r+1][b][pitch.Red].now, f[left-1][r][b+1][pitch.Blue].now} {
						at.next[c] = float32(goalsPerCount*after) + float32((1-goalsPerCount)*before.next[c])
					}
					at.now = goalsPerCount/2*(f[left-1][r+1][b][pitch.Red].now+f[left-1][r][b+1][pitch.Blue].now) + float32((1-goalsPerCount)*before.now)
				}
			}
		}
	}
}

// ending returns what a match pays Red that ends so.
func ending(r, b int, last pitch.Colour) float32 {
	switch {
	case r > b:
		return 5
	case r < b:
		return 0
	}
	return [...]float32{pitch.Red: 3, pitch.Blue: 2, pitch.Nobody: 2.5}[last]
}

// prospect returns what Red may expect by score and clock alone.
func (s *scoreboard) prospect() float32 { return s.foretold().now }

// foretold returns what Red may expect by score and clock.
func (s *scoreboard) foretold() *outlook {
	left := s.rules.clock - s.clock
	if s.rules.goals != noTarget {
		return &forecasts()[s.rules.goals][left][s.score[pitch.Red]][s.score[pitch.Blue]][s.scorer]
	}
	lead := max(-farLead, min(farLead, int(s.score[pitch.Red])-int(s.score[pitch.Blue])))
	return &leadForecast()[left][lead+farLead][s.scorer]
}

// points returns what Red may expect if the next goal is either side's with these chances, however long it takes.
func (s *scoreboard) points(c chances) float32 {
	sum := c[pitch.Red] + c[pitch.Blue]
	if sum == 0 {
		return s.prospect()
	}
	return s.leaning((c[pitch.Red] - c[pitch.Blue]) / sum)
}

// leaning returns what Red may expect if so much speaks for Red to score next: from -1, Blue surely does, to 1.
func (s *scoreboard) leaning(lean float32) float32 {
	at := s.foretold()
	return max(0, min(5, at.now+float32(lean*(at.next[pitch.Red]-at.next[pitch.Blue])/2)))
}
