package main

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"kickabout/cmd/internal/doctor"
	"kickabout/league/office"
	"kickabout/store/backup"
)

// doctorCmd looks at everything that whoever runs the site can get wrong. It works beside a running server.
type doctorCmd struct {
	JSON     bool   `name:"json" help:"Print JSON, for programs."`
	Fix      bool   `help:"Put right what can be put right without a choice: files that others may read."`
	Backups  string `help:"Folder of the backups, as the server has it; without it the folder backups among the data." env:"KICKABOUT_BACKUPS" default:"" type:"path"`
	TLS      string `name:"tls" help:"How the server serves https, as it has it." env:"KICKABOUT_TLS"`
	URL      string `name:"url" help:"The site's public address, as the server has it." env:"KICKABOUT_URL"`
	Data     string `help:"Folder with the keys and the database." default:"./data" env:"KICKABOUT_DATA" type:"path"`
	Database string `help:"postgres://… if that is where the site keeps its data." env:"KICKABOUT_DATABASE"`
}

// Help is shown by kickabout doctor --help.
func (doctorCmd) Help() string {
	return `A line for each thing: OK, WARN where somebody should see to it, FAIL where something is broken or would be lost, with
what to do about it. The exit code is 0 if all is well, 1 if anything is to be seen to, 2 if anything fails. It reads all
records, as the job of each night does, and like that locks a game whose record is damaged; on a large site that takes minutes.`
}

// Run prints what was found, and fails unless all is well.
func (c doctorCmd) Run(ctx context.Context) error {
	database, folder := databaseOf(c.Data, c.Database), cmp.Or(c.Backups, filepath.Join(c.Data, "backups"))
	report := doctor.Examine(ctx, doctor.Site{
		Data: c.Data, Database: database, Backups: folder, TLS: c.TLS, Host: hostOf(c.URL), Fix: c.Fix, Now: time.Now,
		Jobs: append(jobsOf(&office.Office{}, true), backupJobs(c.Data, c.Database, folder, backup.Standard, nil)...),
	})
	if c.JSON {
		out := json.NewEncoder(os.Stdout)
		out.SetIndent("", "\t")
		if err := out.Encode(report); err != nil {
			return err
		}
	} else {
		report.Print(os.Stdout)
	}
	if warns, fails := report.Count(doctor.Warn), report.Count(doctor.Fail); warns+fails > 0 {
		return diagnosis{warns, fails}
	}
	return nil
}

// diagnosis says how much is not well.
type diagnosis struct{ warns, fails int }

func (d diagnosis) Error() string {
	return fmt.Sprintf("%d of the checks warn and %d fail", d.warns, d.fails)
}

// code is the exit code.
func (d diagnosis) code() int {
	if d.fails > 0 {
		return 2
	}
	return 1
}
