package main

import (
	"context"
	"fmt"
	"os"

	"kickabout/cmd/internal/mail"
	"kickabout/league/office"
)

// mailCmd is for the mail server.
type mailCmd struct {
	Bounce mailBounceCmd `cmd:"" help:"Read a mail server's report of a letter that came back, from the standard input; beside a running server too."`
}

// mailBounceCmd reads what came back.
type mailBounceCmd struct {
	siteAt
}

// Run notes which addresses take no letters, and says so.
func (c mailBounceCmd) Run(ctx context.Context) error {
	bounces, err := mail.ReadBounces(os.Stdin)
	if err != nil {
		return err
	}
	return c.on(ctx, func(o *office.Office) error {
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
	})
}
