// Package duel has two bots play matches against each other and keeps account of points, goals
// and the processor time of their moves.
package duel

import (
	"fmt"
	"io"
	"maps"
	"math"
	"math/rand/v2"
	"runtime"
	"slices"
	"time"

	"kickabout/engine"
	"kickabout/engine/bot"
	"kickabout/league"
)

// A Duel is two bots and how they did against each other so far.
type Duel struct {
	players [2]bot.Bot
	start   engine.Position
	steps   int          // throws and moves after which a match is broken off; 0: never
	pairs   [][2]float64 // points of each bot over both matches
	goals   [2]int
	moves   [2]int
	spent   [2]time.Duration
	slowest [2]time.Duration
	endings map[engine.Ending]int
}

// warmSteps are throws and moves of a match after which bots have read all that they know.
const warmSteps = 16

// Begin returns a duel of two bots whose matches begin with a position. The bots have read all
// that they know, which no move takes time for later.
func Begin(first, second bot.Bot, start engine.Position) (*Duel, error) {
	d := &Duel{players: [2]bot.Bot{first, second}, start: start, endings: map[engine.Ending]int{}}
	cold := Duel{players: d.players, start: start, steps: warmSteps}
	_, err := cold.match(0, rand.New(rand.NewPCG(0, 0)), rand.New(rand.NewPCG(0, 1)))
	return d, err
}

// PlayPair plays two matches with the same throws. The bots' own randomness is none of
// the dice's. The same seed and number give the same matches.
func (d *Duel) PlayPair(seed, n uint64) error {
	var points [2]float64
	for first := range 2 {
		dice := rand.New(rand.NewPCG(seed, 2*n))
		minds := rand.New(rand.NewPCG(seed, 2*n+1))
		o, err := d.match(first, dice, minds)
		if err != nil {
			return err
		}
		paid, ok := league.Standard().Points(o)
		if !ok {
			return fmt.Errorf("nothing is paid for %q", o.Ending)
		}
		d.endings[o.Ending]++
		for side := range 2 {
			points[(first+side)%2] += float64(paid[side]) / 10 // from tenths
			d.goals[(first+side)%2] += o.Score[side]
		}
	}
	d.pairs = append(d.pairs, points)
	return nil
}

// match plays one match, begun by a bot.
func (d *Duel) match(first int, dice, minds *rand.Rand) (engine.Outcome, error) {
	p := d.start
	for n := 1; ; n++ {
		after, err := p, error(nil)
		next := p.Next()
		switch {
		case next.Over() || n == d.steps:
			return p.Outcome(), nil
		case next.Dice.Count > 0:
			throw := make([]int, next.Dice.Count)
			for i := range throw {
				throw[i] = 1 + dice.IntN(next.Dice.Sides)
			}
			after, err = p.Roll(throw...)
		default:
			who := (first + int(next.Side-engine.First)) % 2
			after, err = p.Play(d.ask(who, p, minds))
		}
		if err != nil {
			return engine.Outcome{}, fmt.Errorf("in %s: %w", p, err)
		}
		p = after
	}
}

// ask returns a bot's move and keeps account of the time it took.
func (d *Duel) ask(who int, p engine.Position, minds *rand.Rand) engine.Move {
	runtime.LockOSThread() // what else the program does, such as clearing memory, is no thought of the bot
	defer runtime.UnlockOSThread()
	before := processorTime()
	m := d.players[who].Move(p, minds)
	took := processorTime() - before
	d.moves[who]++
	d.spent[who] += took
	d.slowest[who] = max(d.slowest[who], took)
	return m
}

// A Report is how a duel stands, as JSON has it.
type Report struct {
	Matches int                   `json:"matches"`
	First   Side                  `json:"first"`
	Second  Side                  `json:"second"`
	Endings map[engine.Ending]int `json:"endings"`
}

// A Side is how one bot did: points, their standard error and goals by the match, and
// milliseconds of processor time by the move.
type Side struct {
	Bot     string  `json:"bot"`
	Points  float64 `json:"points"`
	Error   float64 `json:"se"`
	Goals   float64 `json:"goals"`
	Mean    float64 `json:"cpu_ms_mean"`
	Slowest float64 `json:"cpu_ms_max"`
}

// Report returns how the duel stands.
func (d *Duel) Report() Report {
	return Report{2 * len(d.pairs), d.side(0), d.side(1), d.endings}
}

func (d *Duel) side(who int) Side {
	n := float64(len(d.pairs))
	var sum, squares float64
	for _, p := range d.pairs {
		sum += p[who] / 2
		squares += p[who] * p[who] / 4
	}
	s := Side{Bot: d.players[who].ID(), Points: sum / n, Goals: float64(d.goals[who]) / (2 * n)}
	if n > 1 {
		s.Error = math.Sqrt(max(0, squares-sum*sum/n) / (n - 1) / n)
	}
	ms := func(t time.Duration) float64 { return float64(t.Microseconds()) / 1000 }
	if d.moves[who] > 0 {
		s.Mean = ms(d.spent[who]) / float64(d.moves[who])
	}
	s.Slowest = ms(d.slowest[who])
	return s
}

// Write prints the report for people.
func (d *Duel) Write(w io.Writer) error {
	r := d.Report()
	text := fmt.Sprintf("%d matches\n\n%-10s %7s %6s %6s %10s %10s\n", r.Matches, "bot", "points", "+-", "goals", "ms a move", "at most")
	for _, s := range []Side{r.First, r.Second} {
		text += fmt.Sprintf("%-10s %7.2f %6.2f %6.2f %10.3f %10.1f\n", s.Bot, s.Points, s.Error, s.Goals, s.Mean, s.Slowest)
	}
	text += "\n"
	for _, e := range slices.Sorted(maps.Keys(r.Endings)) {
		text += fmt.Sprintf("%-14s %d\n", e, r.Endings[e])
	}
	_, err := io.WriteString(w, text)
	return err
}
