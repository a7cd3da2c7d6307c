package main

import (
	"context"
	"fmt"
	"log/slog"
	"os"
	"time"

	"kickabout/engine/bot"
	"kickabout/engine/games"
	"kickabout/league"
	"kickabout/league/conduct"
	"kickabout/league/moderation"
	"kickabout/league/office"
	"kickabout/store"
)

// expelCmd closes the account of somebody who cheated (R-FF-9). It works beside a running server.
type expelCmd struct {
	Name     string `arg:"" help:"Name of the account."`
	Reason   string `required:"" help:"Why; everybody in the tournaments that are concerned can read it."`
	Data     string `help:"Folder with the database and the key of the dice." default:"./data" env:"KICKABOUT_DATA" type:"path"`
	Database string `help:"postgres://… if that is where the site keeps its data." env:"KICKABOUT_DATABASE"`
}

// Run expels the player: what they played in running tournaments is lost.
func (c expelCmd) Run(ctx context.Context) error {
	s, err := store.OpenBeside(ctx, store.Options{URL: databaseOf(c.Data, c.Database)})
	if err != nil {
		return err
	}
	defer s.Close()
	keys, err := keysInUse(ctx, c.Data, s) // tournaments may go on by them
	if err != nil {
		return err
	}
	o := office.New(office.Over(s), keys, games.All(), bot.All(), time.Now, slog.New(slog.NewTextHandler(os.Stderr, nil)))
	if err := expelled(ctx, o, c.Name, c.Reason); err != nil {
		return err
	}
	if err := o.Deliver(ctx, office.Budget{}); err != nil {
		return err
	}
	fmt.Printf("%s is expelled.\n", c.Name)
	return nil
}

// expelled closes the account of a name.
func expelled(ctx context.Context, o *office.Office, name, reason string) error {
	who, err := o.PlayerByName(ctx, name)
	if err != nil {
		return err
	}
	_, err = o.Moderation.Impose(ctx, conduct.Operator(), moderation.Order{Kind: league.SanctionExpel, Player: who.ID, Reason: reason})
	return err
}
