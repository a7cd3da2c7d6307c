package main

import (
	"context"
	"fmt"

	"kickabout/league"
	"kickabout/league/conduct"
	"kickabout/league/office"
)

// passwordCmd gives an account another password. It works beside a running server.
type passwordCmd struct {
	Name         string `arg:"" help:"Name of the account."`
	PasswordFile string `help:"File whose first line is the new password; without it KICKABOUT_PASSWORD is taken, or it is asked for." type:"existingfile"`
	Data         string `help:"Folder with the database and the keys." default:"./data" env:"KICKABOUT_DATA" type:"path"`
	Database     string `help:"postgres://… if that is where the site keeps its data." env:"KICKABOUT_DATABASE"`
}

// Help is shown by kickabout password --help.
func (passwordCmd) Help() string {
	return `Make sure first that it is the owner who asks: whoever knows the new password has the account. All its sessions and
tokens end. The owner should change the password once they have signed in. An account that was locked, since it was
stolen, is open again.`
}

// Run sets the password.
func (c passwordCmd) Run(ctx context.Context) error {
	o, s, err := openBeside(ctx, c.Data, c.Database)
	if err != nil {
		return err
	}
	defer s.Close()
	return c.reset(ctx, o)
}

// reset sets the password by way of an office.
func (c passwordCmd) reset(ctx context.Context, o *office.Office) error {
	if _, err := o.PlayerByName(ctx, c.Name); err != nil {
		return err
	}
	words, err := whispered{"New password", "KICKABOUT_PASSWORD", "--password-file", c.PasswordFile}.read(true)
	if err != nil {
		return err
	}
	player, err := o.ResetPassword(ctx, c.Name, words)
	if err != nil {
		return err
	}
	fmt.Printf("%s has another password, and is signed out everywhere.\n", player.Name)
	if err := o.NoteOperator(ctx, player, "password"); err != nil {
		return err
	}
	_, err = o.Moderation.UndoLatest(ctx, conduct.Operator(), player.ID, league.SanctionLock, "The owner has a new password.")
	switch {
	case league.KindOf(err) == league.NotFound: // it was not locked
		return nil
	case err != nil:
		return fmt.Errorf("the account is still locked: %w", err)
	}
	fmt.Println("The account was locked, and is open again.")
	return nil
}
