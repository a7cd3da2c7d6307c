package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
	"time"

	"kickabout/cmd/internal/secret"
	"kickabout/cmd/internal/terminal"
	"kickabout/engine/bot"
	"kickabout/engine/games"
	"kickabout/league"
	"kickabout/league/archive"
	"kickabout/league/core"
	"kickabout/league/office"
	"kickabout/store"
)

// exportCmd writes a site or a part of it as lines of JSON. It works beside a running server.
type exportCmd struct {
	Tournament  string `help:"One tournament, by its id: log, entries, matches, ratings, random draw and tables." xor:"part"`
	Competition string `help:"All editions of a competition, as in championship/streetsoccer/lg." xor:"part"`
	Edition     string `help:"One of them, as in 2027-05."`
	Player      string `help:"The matches of a member, by the name." xor:"part"`
	CSV         string `name:"csv" help:"One kind of lines alone, for spreadsheets: ${enum}." enum:",tables,matches,entries,ratings,players,log" default:""`
	Out         string `help:"File to write; without it the standard output." default:"" type:"path"`
	Secrets     bool   `help:"Also what nobody but the operator may see, and without which nobody can sign in or play on: the keys of the dice and of the passwords, hashes of passwords, sessions and tokens. Keep such a file as safe as the keys."`
	Schema      bool   `help:"Print the JSON Schema of the lines, and nothing else."`
	Data        string `help:"Folder with the database and the keys." default:"./data" env:"KICKABOUT_DATA" type:"path"`
	Database    string `help:"postgres://… if that is where the site keeps its data." env:"KICKABOUT_DATABASE"`
}

// Help is shown by kickabout export --help.
func (exportCmd) Help() string {
	return `Without a part it writes the whole site: all that kickabout import needs to make the same site again, in
SQLite or PostgreSQL, but for the secrets unless --secrets asks for them. Lines are JSON objects; matches come with
their records, the proof of their dice and what the public log of the dice has of them, which kickabout verify checks.
No export holds a throw that is still to come, but with the keys of --secrets they can be computed.`
}

// Run writes the file, or nothing.
func (c exportCmd) Run(ctx context.Context) error {
	switch {
	case c.Schema:
		_, err := os.Stdout.Write(archive.Schema)
		return err
	case c.Edition != "" && c.Competition == "":
		return errors.New("--edition is one of a competition: say with --competition of which")
	case c.Secrets && c.Tournament+c.Competition+c.Player+c.CSV != "":
		return errors.New("--secrets are those of a whole site")
	}
	s, err := store.OpenBeside(ctx, store.Options{URL: databaseOf(c.Data, c.Database)})
	if err != nil {
		return err
	}
	defer s.Close()
	dealer, err := dealerIn(c.Data)
	if err != nil {
		return err
	}
	siteKeys := core.Keys{Dealer: dealer}
	if siteKeys.Signers, siteKeys.Showable, err = secret.SignersBeside(ctx, c.Data, s); err != nil {
		return err
	}
	o := office.New(office.Over(s), siteKeys, games.All(), bot.All(), time.Now, slog.New(slog.NewTextHandler(os.Stderr, nil)))
	var incomplete *archive.Incomplete
	err = writeFile(c.Out, func(w io.Writer) error {
		if err := c.write(ctx, o, w); !errors.As(err, &incomplete) {
			return err
		}
		return nil // the file is whole
	})
	if err == nil && incomplete != nil {
		return incomplete
	}
	return err
}

// write writes what was asked for.
func (c exportCmd) write(ctx context.Context, o *office.Office, w io.Writer) error {
	everything := league.Site() // for the operator
	csv := archive.CSVTypes[c.CSV]
	switch {
	case c.Tournament != "":
		return o.ExportTournament(ctx, everything, c.Tournament, csv, w)
	case c.Competition != "":
		return o.ExportCompetition(ctx, everything, c.Competition, c.Edition, csv, w)
	case c.Player != "":
		p, err := o.PlayerByName(ctx, c.Player)
		if err != nil {
			return err
		}
		return o.ExportMatches(ctx, everything, p, csv, w)
	}
	keys, err := c.keys()
	if err != nil {
		return err
	}
	return o.Export(ctx, w, archive.Scope{Holds: archive.Site, Secrets: c.Secrets, CSV: csv}, keys...)
}

// keys returns the keys of the site, if they are asked for.
func (c exportCmd) keys() (keys []archive.SiteKey, err error) {
	if !c.Secrets {
		return nil, nil
	}
	texts, err := secret.Texts(c.Data)
	for _, k := range texts {
		keys = append(keys, archive.SiteKey{Name: k.Name, Text: k.Text})
	}
	return keys, err
}

// dealerIn opens the key of the dice in a folder, and makes none if there is none.
func dealerIn(folder string) (*secret.Dealer, error) {
	path := secret.File(folder, secret.DiceKey)
	if _, err := os.Stat(path); errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("there is no %s: it is the key from which the dice of the matches come", path)
	}
	return secret.Open(folder)
}

// writeFile writes a file that its owner alone may read, whole or not at all; "" is the standard output.
func writeFile(path string, write func(io.Writer) error) error {
	if path == "" {
		return write(os.Stdout)
	}
	f, err := os.CreateTemp(filepath.Dir(path), "."+filepath.Base(path)+"-*")
	if err != nil {
		return fmt.Errorf("cannot write %s: %w", path, reason(err))
	}
	defer os.Remove(f.Name())
	defer f.Close()
	if err := write(f); err != nil {
		return err
	}
	if err := errors.Join(f.Sync(), f.Close()); err != nil {
		return fmt.Errorf("cannot write %s: %w", path, reason(err))
	}
	return os.Rename(f.Name(), path)
}

// importCmd puts the export of a site into an empty database.
type importCmd struct {
	File     string `arg:"" help:"What kickabout export wrote of a whole site." type:"existingfile"`
	Check    bool   `help:"Only check the file: each line, each match by the rules, all dice. Nothing is written."`
	Data     string `help:"Folder for the database, made if it is not there, and the keys." default:"./data" env:"KICKABOUT_DATA" type:"path"`
	Database string `help:"postgres://… to import into PostgreSQL instead of a file in the data folder." env:"KICKABOUT_DATABASE"`
}

// Help is shown by kickabout import --help.
func (importCmd) Help() string {
	return `The file is checked first from its first line to its last; only then anything is written. If the import is
stopped after that, no site runs on the half of it: import the same file again, and it goes on where it was stopped. A
file without secrets needs the file dice.key of the old site in the data folder, and dice-1.key or others beside it, since what was not thrown yet comes
from that key; nobody can sign in with a password unless password.key and a file with secrets come along.`
}

// Run checks the file and imports it.
func (c importCmd) Run(ctx context.Context) error {
	f, err := os.Open(c.File)
	if err != nil {
		return fmt.Errorf("cannot read the file: %w", err)
	}
	defer f.Close()
	s, err := c.open(ctx)
	if err != nil {
		return err
	}
	defer s.Close()
	dealer, keys, err := c.dealer(f)
	if err != nil {
		return err
	}
	o := office.New(office.Over(s), core.Keys{Dealer: dealer}, games.All(), bot.All(), time.Now, slog.New(slog.NewTextHandler(os.Stderr, nil)))
	about, err := f.Stat()
	if err != nil {
		return err
	}
	shown := terminal.Show("bytes checked", about.Size())
	found, sum, err := o.CheckImport(ctx, shown.Reader(f))
	shown.Done()
	if err != nil {
		return fmt.Errorf("%s: %w", c.File, err)
	}
	fmt.Printf("%d lines, %d matches played by the rules, %d throws checked.\n", found.Lines, found.Matches, found.Throws)
	for _, d := range found.Damaged {
		fmt.Fprintf(os.Stderr, "kickabout: warning: match %s is not in the file, since its record was damaged: %s\n", d.Match, d.Reason)
	}
	if len(found.Damaged) > 0 {
		fmt.Fprintln(os.Stderr, "kickabout: warning: ratings still hold what came of such games; kickabout recompute rates without them")
	}
	if c.Check {
		return nil
	}
	for _, k := range keys {
		if err := secret.WriteFile(c.Data, k.Name, k.Text); err != nil {
			return err
		}
	}
	p := keysIn(c.Data)
	p.Import = true
	if _, err := p.Prepare(ctx, s); err != nil {
		return err
	}
	if _, err := f.Seek(0, io.SeekStart); err != nil {
		return err
	}
	from, err := o.Import(ctx, f, sum)
	if err != nil {
		return err
	}
	if from > 0 {
		fmt.Printf("The first %d lines were here already.\n", from)
	}
	fmt.Println("All of it is imported.")
	return nil
}

// open opens the database; a check needs none but an empty one.
func (c importCmd) open(ctx context.Context) (*store.Store, error) {
	if !c.Check {
		if err := writable(c.Data); err != nil {
			return nil, err
		}
		return store.Open(ctx, store.Options{URL: databaseOf(c.Data, c.Database), Importing: true})
	}
	scratch, err := os.MkdirTemp("", "kickabout-check-")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(scratch) // the open file is enough
	return store.Open(ctx, store.Options{URL: filepath.Join(scratch, "tables.db"), Relaxed: true})
}

// dealer returns the dealer whose dice the file must be of: that of the key in the file, else that in the data
// folder; nil for a check without a key. The file is read from its start afterwards.
func (c importCmd) dealer(f io.ReadSeeker) (core.Dealer, []archive.SiteKey, error) {
	keys, err := archive.ReadKeys(f)
	if err != nil {
		return nil, nil, fmt.Errorf("%s: %w", c.File, err)
	}
	if _, err := f.Seek(0, io.SeekStart); err != nil {
		return nil, nil, err
	}
	texts := make([]secret.Text, len(keys))
	for i, k := range keys {
		texts[i] = secret.Text{Name: k.Name, Text: k.Text}
	}
	if d, err := secret.DealerOf(texts); err != nil || d != nil {
		return d, keys, err
	}
	if c.Check {
		return nil, nil, nil
	}
	d, err := dealerIn(c.Data)
	if err != nil {
		return nil, nil, fmt.Errorf("%w; copy that file of the old site there, or import a file made with --secrets", err)
	}
	return d, nil, nil
}
