package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"kickabout/cmd/internal/build"
	"kickabout/cmd/internal/disk"
	"kickabout/cmd/internal/drill"
	"kickabout/cmd/internal/secret"
	"kickabout/cmd/internal/terminal"
	"kickabout/engine/bot"
	"kickabout/engine/games"
	"kickabout/league/core"
	"kickabout/league/office"
	"kickabout/league/operatortext"
	"kickabout/scheduler"
	"kickabout/store"
	"kickabout/store/backup"
)

// backupCmd is for whoever runs the site: a copy of the database, and whether one is whole. It
// works beside a running server.
type backupCmd struct {
	Take   backupTakeCmd   `cmd:"" default:"withargs" help:"Write a backup (this is what happens without a command)."`
	Verify backupVerifyCmd `cmd:"" help:"Check a backup from its first byte to its last."`
	Drill  backupDrillCmd  `cmd:"" help:"Restore the newest backup into a place of its own, check it and play a move there; beside a running server too."`
}

// backupTakeCmd writes a backup.
type backupTakeCmd struct {
	To       string `help:"Folder for the backup; without it the folder backups among the data." default:"" type:"path"`
	Data     string `help:"Folder with the database." default:"./data" env:"KICKABOUT_DATA" type:"path"`
	Database string `help:"postgres://… if that is where the site keeps its data." env:"KICKABOUT_DATABASE"`
}

// Help is shown by kickabout backup take --help.
func (backupTakeCmd) Help() string {
	return `The file holds all that the site has said yes to before the moment in its name, and nobody who plays waits for
it. It holds no keys: keep dice.key, password.key, site.key and sign.key safe and apart from it, and dice-1.key or others
beside them, since neither the dice of running games nor passwords come back without them. It does hold hashes of passwords and all that players wrote: only its owner may
read it, and where it is copied to that should stay so.`
}

// Run writes the file, or nothing.
func (c backupTakeCmd) Run(ctx context.Context) error {
	if c.To == "" {
		c.To = filepath.Join(c.Data, "backups")
	}
	shown := terminal.Show("backing up", terminal.Unknown)
	path, m, err := backup.Take(ctx, backup.Options{
		URL: databaseOf(c.Data, c.Database), To: c.To, Program: build.This().Release, Fingerprints: secret.Prints(c.Data),
	})
	shown.Done()
	if err != nil {
		return err
	}
	fmt.Printf("%s holds %d rows of %d tables (version %d).\n", path, m.Rows(), len(m.Tables), m.Schema)
	return nil
}

// backupJobs are the jobs that write backups into a folder and try them; none without a folder.
func backupJobs(data, database, folder string, keep backup.Keep, s *store.Store) []scheduler.Job {
	if folder == "" {
		return nil
	}
	work := func(ctx context.Context) error {
		size, err := backup.Size(ctx, databaseOf(data, database))
		if err != nil {
			return err
		}
		if _, last, err := backup.Newest(folder); err != nil || !backup.Due(size, last, time.Now()) {
			return err
		}
		if err := roomToSpare(folder); err != nil {
			return err
		}
		_, _, err = backup.Take(ctx, backup.Options{
			URL: databaseOf(data, database), To: folder, Program: build.This().Release, Fingerprints: secret.Prints(data),
		})
		if err != nil {
			return err // and what is there stays
		}
		_, err = backup.Prune(folder, cmp.Or(keep, backup.Standard))
		return err
	}
	return []scheduler.Job{{
		Name: "backup", When: scheduler.Every(time.Hour), Work: work, Does: "Writes a backup, once a day if the database is above 200 MB, and takes away those that are not kept any longer.",
	}, drillJob(data, database, folder, s)}
}

// roomToSpare fails if the disk of a folder is so full that what is left of it is for moves, if the data is there too.
func roomToSpare(folder string) error {
	r, err := disk.Of(folder)
	if errors.Is(err, os.ErrNotExist) { // the first backup makes it
		return nil
	}
	if err == nil && r.Scarce() {
		err = fmt.Errorf("only %d MB are free in %s: make room, or have backups written to another folder", r.Free>>20, folder)
	}
	return err
}

// busyWait is how long a start waits for another server that writes the same backup.
const busyWait = time.Minute

// backupBefore writes a backup with a name of its own, unless there is one already: then an earlier start was cut
// short behind it.
func backupBefore(ctx context.Context, log *slog.Logger, o backup.Options) error {
	for began := time.Now(); ; {
		path, m, err := backup.Take(ctx, o)
		switch {
		case err == nil:
			log.InfoContext(ctx, "a backup of the tables as they were", "file", path, "schema", m.Schema)
			return nil
		case errors.Is(err, os.ErrExist):
			return nil
		case !errors.Is(err, backup.ErrBusy) || time.Since(began) > busyWait:
			return err
		}
		time.Sleep(time.Second)
	}
}

// backupVerifyCmd checks a backup.
type backupVerifyCmd struct {
	File string `arg:"" help:"What kickabout backup wrote." type:"path"`
	Data string `help:"Folder with the keys: without the key of the dice the chains of games with throws cannot be followed." default:"./data" env:"KICKABOUT_DATA" type:"path"`

	Against  bool   `help:"Look too whether the site goes on from the backup: whether its logs still hold what they held then."`
	Database string `help:"postgres://… if that is where the site keeps its data; for --against." env:"KICKABOUT_DATABASE"`
}

// Help is shown by kickabout backup verify --help.
func (backupVerifyCmd) Help() string {
	return `It compares all bytes with those that were written, and all tables with their numbers of rows and their hashes. The
database of a site in a SQLite file is also taken out into the folder for temporary files (TMPDIR), where SQLite looks
for damage, what is stored beside the logs of games and tournaments is computed again and compared, and the chains of hashes in
which each event binds those before it are followed. Of a site on
PostgreSQL that can be done once it is restored: kickabout recompute --check.`
}

// Run says that the backup is whole, or what is damaged.
func (c backupVerifyCmd) Run(ctx context.Context) error {
	further := "as far as can be seen without a server"
	m, err := backup.Verify(ctx, c.File, func(ctx context.Context, path string, m backup.Manifest) (err error) {
		if further, err = recheck(ctx, path, m); err == nil {
			err = c.chains(ctx, path, m)
		}
		return err
	})
	if err != nil {
		return err
	}
	if c.Against {
		if err := backup.Follows(ctx, databaseOf(c.Data, c.Database), m); err != nil {
			return err
		}
		fmt.Println("The site goes on from it: its logs hold what they held then.")
	}
	fmt.Printf("%s is whole, %s: %d rows of %d tables (version %d) as of %s.\n", c.File, further, m.Rows(), len(m.Tables), m.Schema, operatortext.Moment(m.Taken))
	return nil
}

// chains follows the chains of records and logs in a database, with the key of the dice if it is the site's.
func (c backupVerifyCmd) chains(ctx context.Context, path string, m backup.Manifest) error {
	if m.Schema != store.Schema() {
		return nil
	}
	s, err := store.OpenBeside(ctx, store.Options{URL: path})
	if err != nil {
		return err
	}
	defer s.Close()
	var keys core.Keys
	if is, err := secret.Fingerprint(c.Data, secret.DiceKey); err == nil && is != "" && is == m.Fingerprints[secret.DiceKey] {
		if keys.Dealer, err = secret.Open(c.Data); err != nil {
			return err
		}
	}
	return office.New(office.Over(s), keys, games.All(), bot.All(), time.Now, slog.New(slog.DiscardHandler)).CheckDamage(ctx)
}

// recheck computes again what is stored beside the logs in a database, if its tables are those of
// this program, and says how far it looked.
func recheck(ctx context.Context, path string, m backup.Manifest) (string, error) {
	if newest := store.Schema(); m.Schema != newest {
		return fmt.Sprintf("but for what only the program of its tables can compute again (this one is for version %d)", newest), nil
	}
	s, err := store.OpenBeside(ctx, store.Options{URL: path})
	if err != nil {
		return "", err
	}
	defer s.Close()
	return "and its logs say what is stored beside them", drill.Recheck(ctx, s)
}

// restoreCmd makes a database from a backup.
type restoreCmd struct {
	File     string `arg:"" help:"What kickabout backup wrote." type:"path"`
	Data     string `help:"Folder for the database: made if it is not there; nothing but keys may be in it." default:"./data" env:"KICKABOUT_DATA" type:"path"`
	Database string `help:"postgres://… of an empty database, for the backup of a site on PostgreSQL." env:"KICKABOUT_DATABASE"`
	Since    string `help:"A newer backup, or what is left of the database (its file, or postgres://…), to be compared with: it says which accounts were closed and which passwords changed after the backup. Without it the newest backup beside the file is taken, if there is a newer one."`
}

// Help is shown by kickabout restore --help.
func (restoreCmd) Help() string {
	return `The backup is checked first from its first byte to its last. Then the database is made again as it was, but for what
may have been ended after it and would live again: all sessions and invitations by link end, and the tokens of the API
sleep until their owners wake them on the account page. What else was different since is listed. The keys of the site, dice.key, password.key, site.key and sign.key, are in no backup: put them into the data folder before the site starts. If the site was played on after the backup, run kickabout key restored then, which makes the dice of running games anew.`
}

// Run makes the database, or nothing, and says what is to be known of it.
func (c restoreCmd) Run(ctx context.Context) error {
	into, shown := databaseOf(c.Data, c.Database), terminal.Show("restoring", terminal.Unknown)
	m, ended, err := backup.Restore(ctx, c.File, backup.Into{Database: into, Program: build.This().Release})
	shown.Done()
	if err != nil {
		return err
	}
	where := into
	if c.Database != "" {
		where = "the database" // a URL may hold a password
	}
	fmt.Printf("Restored %d rows of %d tables (version %d) into %s, as they were at %s.\n", m.Rows(), len(m.Tables), m.Schema, where, operatortext.Moment(m.Taken))
	fmt.Printf("Some of what it holds may have been ended after the backup: all sessions (%d), feeds (%d) and invitations by link (%d) are ended, so that everybody signs in again.\n", ended.Sessions, ended.Feeds, ended.Links)
	if ended.Asleep {
		fmt.Printf("The tokens of the API (%d) sleep until their owners wake them on the account page.\n", ended.Tokens)
	} else {
		fmt.Printf("The tokens of the API (%d) are ended: programs need new ones.\n", ended.Tokens)
	}
	fmt.Println("What happened after that moment is not there: games go on from where they were, changed passwords are the old ones, and accounts that were closed or expelled since are open again.")
	if err := c.revived(ctx, into, m); err != nil {
		return err
	}
	if ended.BeatMs > 0 {
		fmt.Printf("The site was last awake at %s: when it starts, all running games get back the time since then.\n", operatortext.Moment(time.UnixMilli(ended.BeatMs)))
	}
	have := secret.Prints(c.Data)
	for _, name := range slices.Sorted(maps.Keys(m.Fingerprints)) {
		switch want := m.Fingerprints[name]; have[name] {
		case want:
		case "":
			fmt.Printf("There is no %s: put that of this site there before it starts, the key %s.\n", secret.File(c.Data, name), secret.Short(want))
		default:
			fmt.Printf("%s holds another key, %s: put that of this site there before it starts, the key %s.\n", secret.File(c.Data, name), secret.Short(have[name]), secret.Short(want))
		}
	}
	fmt.Println("If players have played on after that moment, they may have seen throws that the dice would show once more: before the site starts, run kickabout key restored --reason TEXT.")
	return nil
}

// revived says which accounts were closed and which passwords changed after a backup that was restored, as far as
// anything newer is at hand.
func (c restoreCmd) revived(ctx context.Context, restored string, m backup.Manifest) error {
	newer := c.Since
	if newer == "" {
		path, taken, err := backup.Newest(filepath.Dir(c.File))
		if err != nil || !taken.After(m.Taken) || filepath.Base(path) == filepath.Base(c.File) {
			fmt.Println("Which ones those are cannot be said without a newer backup or what is left of the database (--since). The log of the old server has them: password changed, account deleted.")
			return nil
		}
		newer = path
	}
	r, err := backup.RevivedSince(ctx, restored, newer)
	if err != nil {
		return fmt.Errorf("the site is restored, but it cannot be said what lives again: %w", err)
	}
	from := newer
	if onServer(newer) {
		from = "the other database" // a URL may hold a password
	}
	fmt.Printf("By %s, open again though closed since (%d): %s\n", from, len(r.Closed), orNobody(r.Closed))
	fmt.Printf("By %s, with the old password though changed since (%d): %s\n", from, len(r.Passwords), orNobody(r.Passwords))
	return nil
}

// orNobody lists names.
func orNobody(names []string) string {
	if len(names) == 0 {
		return "nobody"
	}
	return strings.Join(names, ", ")
}
