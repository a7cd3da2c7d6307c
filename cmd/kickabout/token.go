package main

import (
	"context"
	"fmt"
	"log/slog"
	"os"
	"strings"
	"time"

	"kickabout/league"
	"kickabout/league/core"
	"kickabout/league/office"
	"kickabout/store"
)

// tokenCmd makes a token for the API. It works beside a running server.
type tokenCmd struct {
	Name     string   `arg:"" help:"Name of the account that the token acts for."`
	Label    string   `help:"What the token is for, as its owner sees it in the list on the account page." default:"made on the server"`
	Scopes   []string `help:"What it may do besides reading: play, enter, organise." default:"play,enter,organise"`
	Days     int      `help:"For how many days: 30, 90 or 365." default:"365"`
	Data     string   `help:"Folder with the database." default:"./data" env:"KICKABOUT_DATA" type:"path"`
	Database string   `help:"postgres://… if that is where the site keeps its data." env:"KICKABOUT_DATABASE"`
}

// Run prints the secret of the new token, and nothing else, on the standard output.
func (c tokenCmd) Run(ctx context.Context) error {
	s, err := store.OpenBeside(ctx, store.Options{URL: databaseOf(c.Data, c.Database)})
	if err != nil {
		return err
	}
	defer s.Close()
	// Tokens take neither the keys nor the bots.
	o := office.New(office.Over(s), core.Keys{}, nil, nil, time.Now, slog.New(slog.NewTextHandler(os.Stderr, nil)))
	player, err := o.PlayerByName(ctx, c.Name)
	if err != nil {
		return err
	}
	scopes, err := league.ParseScopes(strings.Join(c.Scopes, " "))
	if err != nil {
		return err
	}
	token, err := o.MakeToken(ctx, player, league.TokenOrder{Label: c.Label, Scopes: scopes, Days: c.Days})
	if err != nil {
		return err
	}
	fmt.Println(token)
	return nil
}
