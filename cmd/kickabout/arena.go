package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"

	"kickabout/cmd/internal/duel"
	"kickabout/cmd/internal/terminal"
	"kickabout/engine"
	"kickabout/engine/bot"
	"kickabout/engine/games"
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
	d, err := duel.Begin(players[0], players[1], start)
	if err != nil {
		return err
	}
	shown := terminal.Show("pairs of matches", int64(c.Matches/2))
	for pair := range c.Matches / 2 {
		shown.Step()
		if err := d.PlayPair(c.Seed, uint64(pair)); err != nil {
			return err
		}
	}
	shown.Done()
	if c.JSON {
		return json.NewEncoder(os.Stdout).Encode(d.Report())
	}
	return d.Write(os.Stdout)
}

// start returns the position that the matches begin with.
func (c arenaCmd) start() (engine.Position, error) {
	g, err := games.ByID(c.Game)
	if err != nil {
		return nil, fmt.Errorf("there is no game %q", c.Game)
	}
	if c.Variant == "" {
		c.Variant = g.Info().Variants[0].ID
	}
	start, err := g.Start(c.Variant)
	if err != nil {
		return nil, fmt.Errorf("%s has no variant %q", g.Info().Name, c.Variant)
	}
	return start, nil
}
