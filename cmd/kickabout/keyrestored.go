package main

import (
	"context"
	"fmt"

	"kickabout/cmd/internal/renewal"
	"kickabout/league/breaks"
)

// keyRestoredCmd makes the dice of running games anew.
type keyRestoredCmd struct {
	Reason   string `required:"" help:"Why, in one line: players read it beside their games."`
	Data     string `help:"Folder with the keys and the database." default:"./data" env:"KICKABOUT_DATA" type:"path"`
	Database string `help:"postgres://… if that is where the site keeps its data." env:"KICKABOUT_DATABASE"`
}

// Help is shown by kickabout key restored --help.
func (keyRestoredCmd) Help() string {
	return `This is for a site whose database was restored from a backup: what was played since is forgotten, and players may
have seen throws that the old dice would show once more. Stop the site first. Each running game gets new dice, which follow
from what its players gave and from all that is left of it; its log and its page say when and why, the page about the dice
counts it, and kickabout verify proves it. Games of tournaments that begin from now on have other dice than games that
may have begun since the backup, and open offers end. Games of sites of old, under the first scheme, go on with the dice that they had.
With a log.mark from before the restore beside the keys, a start is refused until this was run. On several servers run it
where the newest log.mark lies; the others take it over when they start. No backup and no key export holds log.mark: it
must be newer than what they bring back.`
}

// Run makes the dice anew, and notes beside the keys that it was done.
func (c keyRestoredCmd) Run(ctx context.Context) error {
	reason, err := breaks.MustBeReason(c.Reason)
	if err != nil {
		return err
	}
	s, lock, err := openAlone(ctx, c.Data, c.Database)
	if err != nil {
		return err
	}
	defer lock.Close()
	defer s.Close()
	keys, err := keysBeside(ctx, c.Data, s)
	if err != nil {
		return err
	}
	said, err := renewal.Renew(ctx, c.Data, s, keys, reason)
	fmt.Print(said)
	return err
}
