package main

import (
	"context"
	"fmt"
	"os"

	"kickabout/cmd/internal/mail"
)

// mailCmd is for the mail server.
type mailCmd struct {
	Bounce mailBounceCmd `cmd:"" help:"Read a mail server's report of a letter that came back, from the standard input; beside a running server too."`
}

// mailBounceCmd reads what came back.
type mailBounceCmd struct {
	Data     string `help:"Folder with the database and the keys." default:"./data" env:"KICKABOUT_DATA" type:"path"`
	Database string `help:"postgres://… if that is where the site keeps its data." env:"KICKABOUT_DATABASE"`
}

// Run notes which addresses take no letters, and says so.
func (c mailBounceCmd) Run(ctx context.Context) error {
	bounces, err := mail.ReadBounces(os.Stdin)
	if err != nil {
		return err
	}
	o, s, err := openBeside(ctx, c.Data, c.Database)
	if err != nil {
		return err
	}
	defer s.Close()
	noted := 0
	for _, b := range bounces {
		n, err := o.Reach.Bounced(ctx, b.Address, b.ID, b.Status, b.Text)
		if err != nil {
			return err
		}
		noted += n
	}
	fmt.Printf("Noted of %d letters that this site sent.\n", noted)
	return nil
}
