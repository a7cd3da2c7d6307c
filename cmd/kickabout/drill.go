package main

import (
	"context"
	"fmt"
	"log/slog"
	"path/filepath"
	"time"

	"kickabout/cmd/internal/build"
	"kickabout/cmd/internal/drill"
	"kickabout/cmd/internal/secret"
	"kickabout/league"
	"kickabout/league/core"
	"kickabout/scheduler"
	"kickabout/store"
	"kickabout/store/backup"
)

// backupDrillCmd restores the newest backup to see whether that can be done.
type backupDrillCmd struct {
	Backups  string `help:"Folder of the backups; without it the folder backups among the data." env:"KICKABOUT_BACKUPS" default:"" type:"path"`
	Data     string `help:"Folder with the keys and the database." default:"./data" env:"KICKABOUT_DATA" type:"path"`
	Database string `help:"postgres://… if that is where the site keeps its data." env:"KICKABOUT_DATABASE"`
}

// Help is shown by kickabout backup drill --help.
func (backupDrillCmd) Help() string {
	return `The newest backup is restored into a folder beside it, or into a database of its own on the same PostgreSQL server, for
which the site's user needs the right to create databases. There it is checked, its moves are compared with those of the
site, and one more is played. Nothing of the site changes, and the place is taken away again. A server with --backups does
the same once a week.`
}

// Run says how long it took, and how much would have been lost.
func (c backupDrillCmd) Run(ctx context.Context) error {
	s, err := store.OpenBeside(ctx, store.Options{URL: databaseOf(c.Data, c.Database)})
	if err != nil {
		return err
	}
	defer s.Close()
	if c.Backups == "" {
		c.Backups = filepath.Join(c.Data, "backups")
	}
	d, err := drillOf(c.Data, c.Database, c.Backups, s).Run(ctx)
	if err != nil {
		return err
	}
	fmt.Printf("%s was restored, and took a move, within %v: %d matches with %d events in a database of %d MB.\n", d.Backup, d.Took.Round(time.Millisecond), d.Matches, d.Events, d.Bytes>>20)
	fmt.Printf("It was taken %v ago. If all else were lost now, what was played in the last %v of it would be, too.\n", time.Since(d.Taken).Round(time.Second), d.Lost.Round(time.Second))
	return nil
}

// drillOf is the drill of a site.
func drillOf(data, database, folder string, s *store.Store) drill.Site {
	return drill.Site{
		URL: databaseOf(data, database), Backups: folder, Program: build.This().Release, Live: s, Now: time.Now,
		Keys: func(ctx context.Context, restored *store.Store) (core.Keys, error) {
			return keysBeside(ctx, data, restored)
		},
	}
}

// drillEach is the time between two drills; one that failed is done again the next day.
const drillEach = 7 * 24 * time.Hour

// drillJob is the drill each week.
func drillJob(data, database, folder string, s *store.Store) scheduler.Job {
	work := func(ctx context.Context) error {
		last, err := s.LastDrills(ctx, 1)
		if err != nil {
			return err
		}
		if len(last) > 0 && last[0].Problem == "" && time.Since(last[0].At) < drillEach-12*time.Hour {
			return nil
		}
		_, err = drillOf(data, database, folder, s).Run(ctx)
		return err
	}
	return scheduler.Job{
		Name: "drill", When: scheduler.Daily(4, 40), Work: work, Does: "Once a week restores the newest backup into a place of its own, checks it and plays a move there.",
	}
}

// before returns what writes a backup before the tables are brought to another version.
func (c serveCmd) before(log *slog.Logger) func(context.Context, int64) error {
	folder := c.Backups
	if folder == "" {
		folder = filepath.Join(c.Data, "backups")
	}
	return func(ctx context.Context, to int64) error {
		return backupBefore(ctx, log, backup.Options{
			URL: databaseOf(c.Data, c.Database), To: folder, Name: backup.NameBefore(to), Program: build.This().Release, Fingerprints: secret.Prints(c.Data),
		})
	}
}

// ageOf returns how old the newest backup in a folder is, in seconds; an error if there is none.
func ageOf(folder string) (float64, error) {
	path, taken, err := backup.Newest(folder)
	if err == nil && path == "" {
		err = fmt.Errorf("there is no backup in %s", folder)
	}
	return time.Since(taken).Seconds(), err
}

// lastDrill returns a figure of the last drill that went well; an error if there is none.
func lastDrill(s *store.Store, figure func(league.Drill) time.Duration) func(context.Context) (float64, error) {
	return func(ctx context.Context) (float64, error) {
		last, err := s.LastDrills(ctx, drillsAsked)
		for _, d := range last {
			if d.Problem == "" {
				return figure(d).Seconds(), nil
			}
		}
		if err == nil {
			err = fmt.Errorf("none of the last %d drills went well", drillsAsked)
		}
		return 0, err
	}
}

// drillsAsked is how many drills are looked through for one that went well.
const drillsAsked = 20
