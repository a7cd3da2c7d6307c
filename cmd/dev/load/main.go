// Command load measures what the real program does under load: how many moves and pages a second, how long they take,
// what processor time the program spends on each, how many statements and bytes. Beside it stands a yardstick of the
// same run: a bare commit, a request that reads nothing. Machines differ, and one is not always as fast: only the
// relation of two figures of one run says much.
//
// It asks nobody but a program of its own on this machine, and ends within a bound.
package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/signal"
	"syscall"
	"time"

	"github.com/alecthomas/kong"
)

// commands is what can be measured.
type commands struct {
	Moves    movesCmd    `cmd:"" help:"Moves that programs make by the API, by clients that do not wait between them."`
	Pages    pagesCmd    `cmd:"" help:"Pages, as a player who is signed in sees them, one after the other."`
	Sizes    sizesCmd    `cmd:"" help:"Pages of a site with many finished matches beside those of one with few, and how large both are."`
	Mix      mixCmd      `cmd:"" help:"Moves and pages at once, so many of each a second, for long; the program may be killed meanwhile."`
	Streams  streamsCmd  `cmd:"" help:"Streams of events that thousands have open: after a restart, and while nothing happens."`
	Rollover rolloverCmd `cmd:"" help:"The roll-over of a season of many players, while others play on."`
	Bare     bareCmd     `cmd:"" hidden:"" help:"Bare commits, in a process of their own."`
	Insert   insertCmd   `cmd:"" hidden:"" help:"A bare insert of what came of a roll-over, in a process of its own."`
}

// siteFlags say what is measured.
type siteFlags struct {
	Players int  `help:"How many players the site has, at least 80. It is built once for each size and kept in .load." default:"80"`
	Days    int  `help:"For how many days they have played." default:"25"`
	Free    bool `help:"Do not fail if a goal is missed."`
}

// Validate bounds what the machine is asked for.
func (f siteFlags) Validate() error {
	if f.Players < 80 || f.Days < 1 {
		return errors.New("it takes at least 80 players and a day")
	}
	return nil
}

// eachFlags say for how long each of several things is measured.
type eachFlags struct {
	For time.Duration `help:"For how long each thing is measured, at most a minute." default:"4s"`
}

// Validate bounds what the machine is asked for.
func (f eachFlags) Validate() error { return bounded(f.For, time.Minute) }

// bounded refuses to measure for longer than so.
func bounded(d, most time.Duration) error {
	if d <= 0 || d > most {
		return fmt.Errorf("it is measured for %v at most", most)
	}
	return nil
}

// A goal is what a figure is held to.
type goal struct {
	what string
	is   float64
	most bool // and not least
	want float64
}

func (g goal) met() bool { return g.most && g.is <= g.want || !g.most && g.is >= g.want }

// String tells the goal and how it went.
func (g goal) String() string {
	sign, came := "at least", "met"
	if g.most {
		sign = "at most"
	}
	if !g.met() {
		came = "MISSED"
	}
	return fmt.Sprintf("%-6s  %s: %.2f, %s %.2f", came, g.what, g.is, sign, g.want)
}

// errMissed says that a goal was missed.
var errMissed = errors.New("a goal was missed")

// judge prints goals, and fails if one was missed and that matters.
func judge(goals []goal, free bool) error {
	missed := false
	for _, g := range goals {
		fmt.Println(g)
		missed = missed || !g.met()
	}
	if missed && !free {
		return errMissed
	}
	return nil
}

func main() {
	syscall.Umask(0o077) // what is copied is as private as a site's files are
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	parsed := kong.Parse(&commands{}, kong.Name("load"), kong.BindTo(ctx, (*context.Context)(nil)))
	if err := parsed.Run(); err != nil {
		fmt.Fprintln(os.Stderr, "load: "+err.Error())
		stop()
		os.Exit(1)
	}
}
