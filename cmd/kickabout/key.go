package main

import (
	"context"
	"fmt"
	"os"
	"text/tabwriter"
	"time"

	"kickabout/cmd/internal/secret"
	"kickabout/league/core"
	"kickabout/store"
)

// keysIn says how the keys in a data folder are opened.
func keysIn(folder string) secret.Preparation {
	return secret.Preparation{Folder: folder, Effort: secret.Standard(), Now: time.Now}
}

// keysOf returns the keys as the league uses them.
func keysOf(r *secret.Ring) core.Keys {
	return core.Keys{Dealer: r.Dice, Site: r.Site, Passwords: r.Password, Former: r.Former(), Since: r.Since}
}

// keysBeside opens the keys for a command beside the server: they must be those of the data.
func keysBeside(ctx context.Context, folder string, data *store.Store) (core.Keys, error) {
	r, err := keysIn(folder).Open(ctx, data)
	if err != nil {
		return core.Keys{}, err
	}
	keys := keysOf(r)
	keys.Signers, err = r.Signers(ctx, data, "") // none before the server has run once
	return keys, err
}

// keysInUse is keysBeside for a command that may throw dice, never those of what a restored database has forgotten.
func keysInUse(ctx context.Context, folder string, data *store.Store) (core.Keys, error) {
	if _, err := secret.CheckLogMark(ctx, folder, data); err != nil {
		return core.Keys{}, err
	}
	return keysBeside(ctx, folder, data)
}

// keyCmd is for whoever runs the site: its keys, which lie outside of the database.
type keyCmd struct {
	List  keyListCmd  `cmd:"" default:"withargs" help:"List the keys: their fingerprints in the folder and in the database."`
	Check keyCheckCmd `cmd:"" help:"Fail unless every key is there and is that of the data."`

	Export   keyExportCmd   `cmd:"" help:"Seal the keys in one file, to be kept apart from the backups."`
	Import   keyImportCmd   `cmd:"" help:"Put sealed keys into the data folder; another site's are refused."`
	Rotate   keyRotateCmd   `cmd:"" help:"Take a new key and let the old one count until nothing needs it; the site must not run."`
	Restored keyRestoredCmd `cmd:"" help:"Make the dice of running games anew after a backup was restored; the site must not run."`
	Lost     keyLostCmd     `cmd:"" help:"Take a new key instead of one that is gone or known to others; the site must not run."`
	Open     keyOpenCmd     `cmd:"" help:"Show everybody a key of the dice that nothing needs any more; the site must not run."`
}

// keyListCmd lists the keys.
type keyListCmd struct {
	Data     string `help:"Folder with the keys and the database." default:"./data" env:"KICKABOUT_DATA" type:"path"`
	Database string `help:"postgres://… if that is where the site keeps its data." env:"KICKABOUT_DATABASE"`
}

// Run prints a line for each key.
func (c keyListCmd) Run(ctx context.Context) error {
	s, err := store.OpenBeside(ctx, store.Options{URL: databaseOf(c.Data, c.Database)})
	if err != nil {
		return err
	}
	defer s.Close()
	lines, err := keysIn(c.Data).Lines(ctx, s)
	if err != nil {
		return err
	}
	out := tabwriter.NewWriter(os.Stdout, 0, 0, 2, ' ', 0)
	fmt.Fprintln(out, "KEY\tFILE\tDATABASE\tSINCE\tEXPORTED\tOPENED")
	for _, k := range lines {
		fmt.Fprintf(out, "%s\t%s\t%s\t%s\t%s\t%s\n", k.Name, orDash(k.File), orDash(k.Record.Fingerprint),
			jobTime(k.Record.Born), jobTime(k.Record.Exported), jobTime(k.Record.Opened))
	}
	return out.Flush()
}

// orDash returns as much of a fingerprint as a person compares, or a dash.
func orDash(fingerprint string) string {
	if fingerprint == "" {
		return "-"
	}
	return secret.Short(fingerprint)
}

// keyCheckCmd checks the keys.
type keyCheckCmd struct {
	Data     string `help:"Folder with the keys and the database." default:"./data" env:"KICKABOUT_DATA" type:"path"`
	Database string `help:"postgres://… if that is where the site keeps its data." env:"KICKABOUT_DATABASE"`
}

// Run checks the keys as the server does when it starts.
func (c keyCheckCmd) Run(ctx context.Context) error {
	s, err := store.OpenBeside(ctx, store.Options{URL: databaseOf(c.Data, c.Database)})
	if err != nil {
		return err
	}
	defer s.Close()
	if err := keysIn(c.Data).Check(ctx, s); err != nil {
		return err
	}
	if _, err := secret.CheckLogMark(ctx, c.Data, s); err != nil {
		return err
	}
	fmt.Println("All keys are there and are those of the data.")
	return nil
}
