package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"math"
	"math/rand/v2"
	"os"
	"runtime"
	"slices"
	"time"

	"kickabout/cmd/internal/terminal"
	"kickabout/engine"
	"kickabout/engine/bot"
	"kickabout/engine/games"
	"kickabout/league"
)

// arenaCmd lets two bots meet.
type arenaCmd struct {
	Game    string `help:"The game." default:"streetsoccer"`
	Variant string `help:"The variant, with its options; without it the game's first." placeholder:"VARIANT"`
	First   string `help:"One bot." default:"hard"`
	Second  string `help:"The other." default:"greedy"`
	Matches int    `help:"How many matches, an even number." default:"600"`
	Seed    uint64 `help:"The same seed gives the same matches." default:"1"`
	JSON    bool   `help:"Print JSON."`
}

// Help is shown by kickabout arena --help.
func (arenaCmd) Help() string {
	help := `Matches are played in pairs: with the same throws, and each bot begins one of the two. Printed are the points
per match that a tournament pays for its ending, with the standard error over the pairs, the goals, how the matches
ended, and the processor time a move took. With the same seed everything but the time is the same again.

The bots, the weakest first:
`
	for _, b := range bot.All() {
		help += "\n  " + b.ID() + ": " + b.Summary()
	}
	return help
}

// Run plays and prints.
func (c arenaCmd) Run() error {
	if c.Matches < 2 || c.Matches%2 != 0 {
		return errors.New("--matches should be an even number, so that each bot begins half of them")
	}
	var players [2]bot.Bot
	for i, id := range []string{c.First, c.Second} {
		b, err := bot.ByID(id)
		if err != nil {
			return fmt.Errorf("there is no bot %q; kickabout arena --help lists them", id)
		}
		players[i] = b
	}
	start, err := c.start()
	if err != nil {
		return err
	}
	a := arena{players: players, start: start, endings: map[engine.Ending]int{}}
	if err := a.warm(); err != nil {
		return err
	}
	shown := terminal.Show("pairs of matches", int64(c.Matches/2))
	for pair := range c.Matches / 2 {
		shown.Step()
		if err := a.pair(c.Seed, uint64(pair)); err != nil {
			return err
		}
	}
	shown.Done()
	if c.JSON {
		return json.NewEncoder(os.Stdout).Encode(a.report())
	}
	return a.write(os.Stdout)
}

// start returns the position that the matches begin with.
func (c arenaCmd) start() (engine.Position, error) {
	i := slices.IndexFunc(games.All(), func(g engine.Game) bool { return g.Info().ID == c.Game })
	if i < 0 {
		return nil, fmt.Errorf("there is no game %q", c.Game)
	}
	g := games.All()[i]
	if c.Variant == "" {
		c.Variant = g.Info().Variants[0].ID
	}
	start, err := g.Start(c.Variant)
	if err != nil {
		return nil, fmt.Errorf("%s has no variant %q", g.Info().Name, c.Variant)
	}
	return start, nil
}

// An arena is two bots and how they did against each other so far.
type arena struct {
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

// warm has the bots read what they know, which no move takes time for later.
func (a *arena) warm() error {
	cold := arena{players: a.players, start: a.start, steps: warmSteps}
	_, err := cold.match(0, rand.New(rand.NewPCG(0, 0)), rand.New(rand.NewPCG(0, 1)))
	return err
}

// pair plays two matches with the same throws. The bots' own randomness is none of
// the dice's.
func (a *arena) pair(seed, n uint64) error {
	var points [2]float64
	for first := range 2 {
		dice := rand.New(rand.NewPCG(seed, 2*n))
		minds := rand.New(rand.NewPCG(seed, 2*n+1))
		o, err := a.match(first, dice, minds)
		if err != nil {
			return err
		}
		paid, ok := league.Standard().Points(o)
		if !ok {
			return fmt.Errorf("nothing is paid for %q", o.Ending)
		}
		a.endings[o.Ending]++
		for side := range 2 {
			points[(first+side)%2] += float64(paid[side]) / 10 // from tenths
			a.goals[(first+side)%2] += o.Score[side]
		}
	}
	a.pairs = append(a.pairs, points)
	return nil
}

// match plays one match, begun by a bot.
func (a *arena) match(first int, dice, minds *rand.Rand) (engine.Outcome, error) {
	p := a.start
	for n := 1; ; n++ {
		after, err := p, error(nil)
		next := p.Next()
		switch {
		case next.Over() || n == a.steps:
			return p.Outcome(), nil
		case next.Dice.Count > 0:
			throw := make([]int, next.Dice.Count)
			for i := range throw {
				throw[i] = 1 + dice.IntN(next.Dice.Sides)
			}
			after, err = p.Roll(throw...)
		default:
			who := (first + int(next.Side-engine.First)) % 2
			after, err = p.Play(a.ask(who, p, minds))
		}
		if err != nil {
			return engine.Outcome{}, fmt.Errorf("in %s: %w", p, err)
		}
		p = after
	}
}

// ask returns a bot's move and keeps account of the time it took.
func (a *arena) ask(who int, p engine.Position, minds *rand.Rand) engine.Move {
	runtime.LockOSThread() // what else the program does, such as clearing memory, is no thought of the bot
	defer runtime.UnlockOSThread()
	before := processorTime()
	m := a.players[who].Move(p, minds)
	took := processorTime() - before
	a.moves[who]++
	a.spent[who] += took
	a.slowest[who] = max(a.slowest[who], took)
	return m
}

// arenaReport is what --json prints.
type arenaReport struct {
	Matches int                   `json:"matches"`
	First   arenaSide             `json:"first"`
	Second  arenaSide             `json:"second"`
	Endings map[engine.Ending]int `json:"endings"`
}

// arenaSide is how one bot did, by the match.
type arenaSide struct {
	Bot     string  `json:"bot"`
	Points  float64 `json:"points"`
	Error   float64 `json:"se"`
	Goals   float64 `json:"goals"`
	Mean    float64 `json:"cpu_ms_mean"`
	Slowest float64 `json:"cpu_ms_max"`
}

func (a *arena) report() arenaReport {
	return arenaReport{2 * len(a.pairs), a.side(0), a.side(1), a.endings}
}

func (a *arena) side(who int) arenaSide {
	n := float64(len(a.pairs))
	var sum, squares float64
	for _, p := range a.pairs {
		sum += p[who] / 2
		squares += p[who] * p[who] / 4
	}
	s := arenaSide{Bot: a.players[who].ID(), Points: sum / n, Goals: float64(a.goals[who]) / (2 * n)}
	if n > 1 {
		s.Error = math.Sqrt(max(0, squares-sum*sum/n) / (n - 1) / n)
	}
	ms := func(d time.Duration) float64 { return float64(d.Microseconds()) / 1000 }
	if a.moves[who] > 0 {
		s.Mean = ms(a.spent[who]) / float64(a.moves[who])
	}
	s.Slowest = ms(a.slowest[who])
	return s
}

// write prints the report for people.
func (a *arena) write(w io.Writer) error {
	r := a.report()
	text := fmt.Sprintf("%d matches\n\n%-10s %7s %6s %6s %10s %10s\n", r.Matches, "bot", "points", "+-", "goals", "ms a move", "at most")
	for _, s := range []arenaSide{r.First, r.Second} {
		text += fmt.Sprintf("%-10s %7.2f %6.2f %6.2f %10.3f %10.1f\n", s.Bot, s.Points, s.Error, s.Goals, s.Mean, s.Slowest)
	}
	text += "\n"
	for _, e := range slices.Sorted(maps.Keys(r.Endings)) {
		text += fmt.Sprintf("%-14s %d\n", e, r.Endings[e])
	}
	_, err := io.WriteString(w, text)
	return err
}
