package main

import (
	"context"
	"fmt"
	"log/slog"
	"os"
	"time"

	"kickabout/cmd/internal/terminal"
	"kickabout/engine/bot"
	"kickabout/engine/games"
	"kickabout/league/core"
	"kickabout/league/office"
	"kickabout/store"
)

// recomputeCmd computes from the logs what is stored beside them. It works beside a running server.
type recomputeCmd struct {
	Check    bool   `help:"Only compare: print what differs, and fail if anything does."`
	Data     string `help:"Folder with the database." default:"./data" env:"KICKABOUT_DATA" type:"path"`
	Database string `help:"postgres://… if that is where the site keeps its data." env:"KICKABOUT_DATABASE"`
}

// Help is shown by kickabout recompute --help.
func (recomputeCmd) Help() string {
	return `The log of a match or a tournament is the truth; positions, deadlines, results, tables and ratings
are stored beside it to be found fast. This command computes them again and compares. Without --check it also
writes what it computed where that differs: of matches and ratings, not of tournaments.`
}

// Run prints what differs and what there is.
func (c recomputeCmd) Run(ctx context.Context) error {
	s, err := store.OpenBeside(ctx, store.Options{URL: databaseOf(c.Data, c.Database)})
	if err != nil {
		return err
	}
	defer s.Close()
	// What is computed again needs neither the keys of the dice nor passwords.
	o := office.New(office.Over(s), core.Keys{}, games.All(), bot.All(), time.Now, slog.New(slog.NewTextHandler(os.Stderr, nil)))
	differ, mended := 0, 0
	for _, part := range []func(context.Context, *office.Office) (differ, mended int, err error){c.matches, c.tournaments, c.ratings} {
		d, m, err := part(ctx, o)
		if err != nil {
			return err
		}
		differ, mended = differ+d, mended+m
	}
	if left := differ - mended; left > 0 {
		return fmt.Errorf("%d of what is stored differs from what the logs say", left)
	}
	return nil
}

func (c recomputeCmd) matches(ctx context.Context, o *office.Office) (differ, mended int, err error) {
	shown := terminal.Show("replaying matches", terminal.Unknown)
	n, err := o.RecheckMatches(ctx, !c.Check, func(line string) {
		fmt.Println(line)
		differ++
	})
	shown.Done()
	fmt.Printf("%d matches replayed, %d differ.\n", n, differ)
	if c.Check || differ == 0 || err != nil {
		return differ, 0, err
	}
	left := 0
	if _, err = o.RecheckMatches(ctx, false, func(string) { left++ }); err == nil {
		fmt.Printf("%d matches written anew.\n", differ-left)
	}
	return differ, differ - left, err
}

func (recomputeCmd) tournaments(ctx context.Context, o *office.Office) (differ, mended int, err error) {
	lines, err := o.RecountTournaments(ctx)
	for _, line := range lines {
		fmt.Println(line)
	}
	fmt.Printf("All tournaments counted, %d differ.\n", len(lines))
	return len(lines), 0, err
}

func (c recomputeCmd) ratings(ctx context.Context, o *office.Office) (differ, mended int, err error) {
	n, waiting, err := o.RecheckRatings(ctx, func(line string) {
		fmt.Println(line)
		differ++
	})
	if err != nil {
		return differ, 0, err
	}
	fmt.Printf("%d matches rated, %d ratings differ, %d matches wait to be rated.\n", n, differ, waiting)
	if c.Check || differ == 0 {
		return differ, 0, nil
	}
	if err := o.RateAgain(ctx); err != nil {
		return differ, 0, err
	}
	fmt.Println("All ratings written anew.")
	return differ, differ, nil
}
