package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
	"time"

	"filippo.io/age"
	"golang.org/x/term"

	"kickabout/cmd/internal/secret"
	"kickabout/store"
)

// shortestPassphrase is what seals the keys of a whole site: nobody is to find it by trying.
const shortestPassphrase = 12

// keyExportCmd seals the keys of a site in one file.
type keyExportCmd struct {
	File           string   `arg:"" help:"The file to write; it must not be there yet." type:"path"`
	To             []string `help:"Whose identity opens it, age1…, instead of a passphrase; for several, parted by commas."`
	Armour         bool     `help:"Write text, which can be printed on paper, instead of bytes."`
	PassphraseFile string   `help:"File whose first line is the passphrase; without it KICKABOUT_PASSPHRASE is taken, or it is asked for." type:"existingfile"`
	Data           string   `help:"Folder with the keys and the database." default:"./data" env:"KICKABOUT_DATA" type:"path"`
	Database       string   `help:"postgres://… if that is where the site keeps its data." env:"KICKABOUT_DATABASE"`
}

// Help is shown by kickabout key export --help.
func (keyExportCmd) Help() string {
	return `No backup holds the keys of the site, and without them neither running games nor passwords come back. This file
does, sealed by age (age-encryption.org): keep it apart from the backups, and not on this machine alone. What opens it is a
passphrase of at least 12 characters, or the identity of whom you name with --to. Besides kickabout key import also
age -d FILE | tar x does.`
}

// Run writes the file, or nothing.
func (c keyExportCmd) Run(ctx context.Context) error {
	site, err := store.OpenBeside(ctx, store.Options{URL: databaseOf(c.Data, c.Database)})
	if err != nil {
		fmt.Fprintf(os.Stderr, "kickabout: the database cannot be asked whether these keys are its own (%v)\n", err)
	} else {
		defer site.Close()
		if err := keysIn(c.Data).Check(ctx, site); err != nil {
			return err
		}
	}
	to, err := c.recipients()
	if err != nil {
		return err
	}
	var names []string
	err = secret.CreateSealed(c.File, func(w io.Writer) (err error) {
		names, err = secret.Seal(w, c.Data, c.Armour, time.Now(), to...)
		return err
	})
	if err != nil {
		return err
	}
	if site != nil {
		if err := site.NoteExport(ctx, time.Now(), names...); err != nil {
			return err
		}
	}
	fmt.Printf("%s holds the keys %s. Keep it apart from the backups.\n", c.File, strings.Join(names, ", "))
	return nil
}

// recipients returns who can open the file.
func (c keyExportCmd) recipients() ([]age.Recipient, error) {
	if len(c.To) == 0 {
		words, err := whispered{"Passphrase", "KICKABOUT_PASSPHRASE", "--passphrase-file", c.PassphraseFile}.read(true)
		if err != nil {
			return nil, err
		}
		if len([]rune(words)) < shortestPassphrase {
			return nil, fmt.Errorf("the passphrase has fewer than %d characters: take a longer one, some words that do not belong together", shortestPassphrase)
		}
		one, err := age.NewScryptRecipient(words)
		return []age.Recipient{one}, err
	}
	to, err := age.ParseRecipients(strings.NewReader(strings.Join(c.To, "\n")))
	if err != nil {
		return nil, fmt.Errorf("--to names no recipient such as age1…: %w", err)
	}
	return to, nil
}

// keyImportCmd puts sealed keys into the folder of a site.
type keyImportCmd struct {
	File           string `arg:"" help:"What kickabout key export wrote." type:"existingfile"`
	Identity       string `help:"File with the identity that opens it, AGE-SECRET-KEY-1…, where it is no passphrase." type:"existingfile"`
	PassphraseFile string `help:"File whose first line is the passphrase; without it KICKABOUT_PASSPHRASE is taken, or it is asked for." type:"existingfile"`
	Data           string `help:"Folder for the keys; made if it is not there." default:"./data" env:"KICKABOUT_DATA" type:"path"`
	Database       string `help:"postgres://… if that is where the site keeps its data." env:"KICKABOUT_DATABASE"`
}

// Help is shown by kickabout key import --help.
func (keyImportCmd) Help() string {
	return `The keys must be those of the data, if there is a database; another site's are refused, and so is a key where another
one lies already. Into an empty folder they can be put before the backup of the site is restored there.`
}

// Run puts all keys in place, or none.
func (c keyImportCmd) Run(ctx context.Context) error {
	with, err := c.identities()
	if err != nil {
		return err
	}
	f, err := os.Open(c.File)
	if err != nil {
		return err
	}
	defer f.Close()
	keys, err := secret.Unseal(f, with...)
	if err != nil {
		return fmt.Errorf("%s: %w", c.File, err)
	}
	var data secret.KeyStore // nil: there is no database yet
	if _, err := os.Stat(databaseOf(c.Data, "")); err == nil || c.Database != "" {
		s, err := store.OpenBeside(ctx, store.Options{URL: databaseOf(c.Data, c.Database)})
		if err != nil {
			return err
		}
		defer s.Close()
		data = s
	}
	if err := keysIn(c.Data).PutBack(ctx, data, keys); err != nil {
		return err
	}
	fmt.Printf("%d keys are in %s.\n", len(keys), c.Data)
	return nil
}

// identities returns what may open the file.
func (c keyImportCmd) identities() ([]age.Identity, error) {
	if c.Identity != "" {
		text, err := os.ReadFile(c.Identity)
		if err != nil {
			return nil, err
		}
		return age.ParseIdentities(bytes.NewReader(text))
	}
	words, err := whispered{"Passphrase", "KICKABOUT_PASSPHRASE", "--passphrase-file", c.PassphraseFile}.read(false)
	if err != nil {
		return nil, err
	}
	one, err := age.NewScryptIdentity(words)
	return []age.Identity{one}, err
}

// whispered is something secret that the operator says: in a file, in the environment, or at the terminal. It
// is no flag, since everybody on a machine can read the flags of programs.
type whispered struct{ what, variable, flag, file string }

// read returns it; at the terminal it is typed twice where it is new.
func (a whispered) read(anew bool) (string, error) {
	if a.file != "" {
		text, err := os.ReadFile(a.file)
		if err != nil {
			return "", err
		}
		first, _, _ := strings.Cut(string(text), "\n")
		return strings.TrimSuffix(first, "\r"), nil
	}
	if words := os.Getenv(a.variable); words != "" {
		return words, nil
	}
	in := int(os.Stdin.Fd())
	if !term.IsTerminal(in) {
		return "", fmt.Errorf("%s: say it in %s, in a file with %s, or at a terminal", strings.ToLower(a.what), a.variable, a.flag)
	}
	var typed []string
	for _, prompt := range []string{a.what, a.what + " again"} {
		fmt.Fprint(os.Stderr, prompt+": ")
		words, err := term.ReadPassword(in)
		fmt.Fprintln(os.Stderr)
		if err != nil {
			return "", err
		}
		typed = append(typed, string(words))
		if !anew {
			break
		}
	}
	if len(slices.Compact(typed)) > 1 {
		return "", errors.New("these are two different ones")
	}
	return typed[0], nil
}
