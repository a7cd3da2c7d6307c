package main

import (
	"fmt"
	"io"
	"strings"

	"kickabout/league/pairing/trf"
)

// cannotRead ends a check of a file that cannot be read (R-FI-3).
func cannotRead(err error) error { return verdict{err, 3} }

// generate prints a tournament by chance.
func (c pairCmd) generate(w io.Writer) error {
	chances := trf.Chances{
		Seed: c.Seed, Players: c.Players, Rounds: c.Rounds, Draws: c.Draws, Forfeits: c.Forfeits, Away: c.Away, Asked: c.Asked, Leaves: c.Leaves, Baku: c.Baku,
	}
	if chances.Rounds == 0 {
		chances.Rounds = min(9, max(1, c.Players-1))
	}
	if c.Players < 2 || c.Players > maxSwiss {
		return fmt.Errorf("--players should be from 2 to %d", maxSwiss)
	}
	for _, rate := range []int{c.Draws, c.Forfeits, c.Away, c.Asked, c.Leaves} {
		if rate < 0 || rate > 1000 {
			return fmt.Errorf("rates should be from 0 to 1000, of a thousand, not %d", rate)
		}
	}
	f, err := trf.Generate(chances)
	if err != nil {
		return err
	}
	_, err = fmt.Fprint(w, f)
	return err
}

// check says in which rounds and places a file differs from what is paired and ranked here.
func (c pairCmd) check(f trf.File, w io.Writer) error {
	if c.System == trf.Swiss && len(f.Players) > maxSwiss {
		return cannotRead(fmt.Errorf("the Swiss system is paired for at most %d players, not for %d", maxSwiss, len(f.Players)))
	}
	rounds, err := f.Differences(c.System)
	if err != nil {
		return cannotRead(err)
	}
	for _, d := range rounds {
		fmt.Fprintf(w, "Round %d\n  file: %s\n  here: %s\n", d.Round, board(d.Theirs, d.Ours), board(d.Ours, d.Theirs))
	}
	places := 0
	if len(f.Order) > 0 {
		ranks, err := f.Ranks()
		if err != nil {
			return cannotRead(err)
		}
		for i, p := range f.Players {
			if p.Rank != 0 && p.Rank != ranks[i] {
				places++
				fmt.Fprintf(w, "Place of %d: %d in the file, %d by %s\n", p.Number, p.Rank, ranks[i], strings.Join(f.Order, ", "))
			}
		}
	}
	if len(rounds)+places > 0 {
		return fmt.Errorf("%d of %d rounds and %d of %d places differ", len(rounds), f.Played(), places, len(f.Players))
	}
	fmt.Fprintf(w, "All %d rounds are paired like that here.\n", f.Played())
	if len(f.Order) > 0 {
		fmt.Fprintln(w, "The table is ranked like that, too.")
	}
	return nil
}

// board writes what a round has and another has not.
func board(r, other trf.Round) string {
	var words []string
	there := map[string]bool{}
	for _, p := range other.Pairs {
		there[fmt.Sprintf("%d-%d", p.First, p.Second)] = true
	}
	for _, b := range other.Byes {
		there[fmt.Sprint("bye ", b)] = true
	}
	for _, p := range r.Pairs {
		if text := fmt.Sprintf("%d-%d", p.First, p.Second); !there[text] {
			words = append(words, text)
		}
	}
	for _, b := range r.Byes {
		if text := fmt.Sprint("bye ", b); !there[text] {
			words = append(words, text)
		}
	}
	return strings.Join(words, " ")
}
