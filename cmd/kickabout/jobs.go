package main

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"strings"
	"text/tabwriter"
	"time"

	"kickabout/cmd/internal/dump"
	"kickabout/engine/bot"
	"kickabout/engine/games"
	"kickabout/league"
	"kickabout/league/office"
	"kickabout/league/operatortext"
	"kickabout/scheduler"
	"kickabout/store"
	"kickabout/store/backup"
	"kickabout/store/nodes"
)

// jobsOf is everything that is done again and again: who adds to it adds a line here.
//
// Each job looks at the world and does what is overdue, so that doing it twice is harmless.
// What must not wait for the lease of a server that is gone, deadlines above all, is done
// by every server. What comes of it is looked after at once.
func jobsOf(o *office.Office, demo bool) []scheduler.Job {
	minute, hour := scheduler.Every(time.Minute), scheduler.Every(time.Hour)
	jobs := []scheduler.Job{
		{Name: "heartbeat", When: scheduler.Every(30 * time.Second), EveryNode: true, Work: o.RecordHeartbeat, Does: "Says that the site is awake; after an outage, gives every game its time back."}, // R-TC-4
		{Name: "sweep", When: minute, EveryNode: true, Work: o.Sweep, Does: "Ends the games whose time has run out."},                                                                                 // R-TC-3
		{Name: "vacations", When: minute, Work: o.ApplyDueVacations, Does: "Begins and ends vacations, and uses their days."},
		{Name: "advance", When: minute, Work: o.Advance, Does: "Starts and ends tournaments that are due."},
		{Name: "ratings", When: minute, Work: o.Rate, Does: "Rates the games that have ended and were not rated at once."},                   // R-RA-6
		{Name: "models", When: scheduler.Daily(4, 10), Work: o.FitModels, Does: "Fits the month's models of results, from which odds come."}, // R-RA-5
		{Name: "puzzles", When: scheduler.Every(10 * time.Minute), Work: o.FillPuzzles, Does: "Makes the daily puzzles of the next two weeks from mistakes in finished games."},
		{Name: "odds", When: scheduler.Daily(4, 50), Work: o.RecordOdds, Does: "Keeps how the groups that are being played will probably end, for the odds from day to day."},
		{Name: "recheck", When: scheduler.Daily(3, 40), Work: o.Recheck, Does: "Computes games and ratings again from the logs; fails if anything differs."},
		{Name: "damage", When: scheduler.Daily(4, 25), Work: o.CheckDamage, Does: "Checks that all records and logs are what was written, and locks the games whose record is damaged."},
		{Name: "competitions", When: hour, Work: o.AdvanceCompetitions, Does: "Opens, starts and closes what the site runs by itself: seasons, ladders, cups."},
		{Name: "arena", When: minute, Work: func(ctx context.Context) error { return o.Arena.Begin(ctx) }, Does: "Pairs the bots that play in the hourly arena, once an hour."},
		{Name: "directors", When: hour, Work: func(ctx context.Context) error { return o.Desks.Look(ctx) }, Does: "Tells who directs tournaments of games that stand still and of rounds that end within a day."},
		{Name: "expire", When: minute, Work: o.Expire, Does: "Takes away offers that nobody accepted in time."},
		{Name: "digests", When: minute, Work: o.SendDigests, Does: "Writes the mails of the day, to each player at their hour."},
		{Name: "webhooks", When: minute, Work: func(ctx context.Context) error { return o.Channels.Hooks.Tell(ctx) }, Does: "Tells the webhooks of tournaments and of the site what has happened."},
		{Name: "dicelog", When: minute, Work: func(ctx context.Context) error { return o.DiceLog.AppendToLog(ctx) }, Does: "Adds to the public log of the dice what it lacks: keys, tournaments, games, the end of a day."},
		{Name: "draws", When: minute, Work: o.DrawDue, Does: "Draws the tournaments whose public value has come; asks only the server that --beacon names."},
		{Name: "forget", When: hour, Work: o.Forget, Does: "Deletes old notices and the answers to old requests."},
		{Name: "sessions", When: hour, Work: o.EndOldSessions, Does: "Ends sessions that were not used for long."},
		{Name: "recovery", When: hour, Work: o.ForgetLinks, Does: "Forgets links by which passwords were to be set, and which are over."},
		{Name: "tokens", When: hour, Work: o.TellEndingTokens, Does: "Tells the owners of tokens that end in 7 days."},
		{Name: "security", When: hour, Work: o.ForgetSecurity, Does: "Forgets what concerned security more than 180 days ago."},
	}
	if demo { // at most one new match each time, so that they move at different moments
		jobs = append(jobs, scheduler.Job{
			Name: "demo", When: scheduler.Every(3 * time.Second), EveryNode: true, Work: o.BeginDemo,
			Does: "Lets bots play each other when there is little to watch.",
		})
	}
	for i, j := range jobs {
		jobs[i].Work = func(ctx context.Context) error {
			return errors.Join(j.Work(ctx), o.Deliver(ctx, office.Budget{}))
		}
	}
	return jobs
}

// holder names this process among all that run jobs.
func holder() string {
	host, err := os.Hostname()
	if err != nil {
		host = "unknown"
	}
	return fmt.Sprintf("%s/%d/%s", host, os.Getpid(), strings.ToLower(rand.Text()[:6]))
}

// jobsCmd is for whoever runs the site: what is done again and again, and doing it now. It
// works beside a running server.
type jobsCmd struct {
	List jobsListCmd `cmd:"" default:"withargs" help:"List the jobs: when they ran and will run, and what went wrong."`
	Run  jobsRunCmd  `cmd:"" help:"Run a job now, due or not, unless a server runs it just now."`
}

// jobsListCmd lists the jobs.
type jobsListCmd struct {
	Data     string `help:"Folder with the database." default:"./data" env:"KICKABOUT_DATA" type:"path"`
	Database string `help:"postgres://… if that is where the site keeps its data." env:"KICKABOUT_DATABASE"`
	Backups  string `help:"Folder for the backups of each hour, as the server has it." env:"KICKABOUT_BACKUPS" default:"" type:"path"`
}

// Run prints a line for each job.
func (c jobsListCmd) Run(ctx context.Context) error {
	s, err := store.OpenBeside(ctx, store.Options{URL: databaseOf(c.Data, c.Database)})
	if err != nil {
		return err
	}
	defer s.Close()
	remembered, err := s.Jobs(ctx)
	if err != nil {
		return err
	}
	known := map[string]league.Job{}
	for _, j := range remembered {
		known[j.Name] = j
	}
	out := tabwriter.NewWriter(os.Stdout, 0, 0, 2, ' ', 0)
	fmt.Fprintln(out, "JOB\tWHEN\tLAST RUN\tNEXT RUN\tSTATE\tWHAT IT DOES")
	for _, j := range append(append(jobsOf(&office.Office{}, true), dump.Job(&office.Office{}, c.Data)), backupJobs(c.Data, c.Database, c.Backups, backup.Standard, s)...) {
		fmt.Fprintln(out, jobLine(j, known[j.Name], time.Now()))
	}
	return out.Flush()
}

// jobLine writes one line of the list.
func jobLine(j scheduler.Job, is league.Job, now time.Time) string {
	if j.EveryNode {
		return fmt.Sprintf("%s\t%s, on every server\t-\t-\t-\t%s", j.Name, j.When, j.Does)
	}
	state := "never ran"
	switch {
	case is.Expires.After(now):
		state = "running on " + is.Holder
	case is.Started.After(is.Ended):
		state = "was cut short on " + is.Holder
	case is.Problem != "":
		state = "failed: " + is.Problem
	case !is.Ended.IsZero():
		state = "well"
	}
	return fmt.Sprintf("%s\t%s\t%s\t%s\t%s\t%s", j.Name, j.When, jobTime(is.Started), jobTime(is.Next), state, j.Does)
}

func jobTime(t time.Time) string {
	if t.IsZero() {
		return "-"
	}
	return operatortext.Moment(t)
}

// jobsRunCmd runs a job.
type jobsRunCmd struct {
	Name     string `arg:"" help:"Name of the job, as the list shows it."`
	Data     string `help:"Folder for the database and the key of the dice." default:"./data" env:"KICKABOUT_DATA" type:"path"`
	Database string `help:"postgres://… if that is where the site keeps its data." env:"KICKABOUT_DATABASE"`
	Backups  string `help:"Folder for the backups of each hour, as the server has it." env:"KICKABOUT_BACKUPS" default:"" type:"path"`

	KeepBackups backup.Keep `help:"How many of them are kept, as the server has it." default:"24,7,3" env:"KICKABOUT_KEEP_BACKUPS"`
}

// Run runs the job and says how long it took.
func (c jobsRunCmd) Run(ctx context.Context) error {
	o, s, err := openBeside(ctx, c.Data, c.Database)
	if err != nil {
		return err
	}
	defer s.Close()
	var names []string
	for _, j := range append(append(jobsOf(o, true), dump.Job(o, c.Data)), backupJobs(c.Data, c.Database, c.Backups, c.KeepBackups, s)...) {
		if j.Name != c.Name {
			names = append(names, j.Name)
			continue
		}
		jobs := scheduler.New(slog.New(slog.DiscardHandler)) // what goes wrong is returned
		jobs.Ledger, jobs.Holder = s, holder()
		start := time.Now()
		if err := jobs.RunNow(ctx, j); err != nil {
			return fmt.Errorf("job %s: %w", j.Name, err)
		}
		fmt.Printf("%s ran in %v.\n", j.Name, time.Since(start).Round(time.Millisecond))
		return nil
	}
	return fmt.Errorf("there is no job %q; the jobs are %s", c.Name, strings.Join(names, ", "))
}

// siteAt is where a command finds the site.
type siteAt struct {
	Data     string `help:"Folder with the database and the keys." default:"./data" env:"KICKABOUT_DATA" type:"path"`
	Database string `help:"postgres://… if that is where the site keeps its data." env:"KICKABOUT_DATABASE"`
}

// on opens the site and does something, beside a server if there is one.
func (c siteAt) on(ctx context.Context, act func(*office.Office) error) error {
	o, s, err := openBeside(ctx, c.Data, c.Database)
	if err != nil {
		return err
	}
	defer s.Close()
	return act(o)
}

// openBeside opens the office of a site whose server may be running.
func openBeside(ctx context.Context, data, database string) (*office.Office, *store.Store, error) {
	s, err := store.OpenBeside(ctx, store.Options{URL: databaseOf(data, database)})
	if err != nil {
		return nil, nil, err
	}
	keys, err := keysInUse(ctx, data, s)
	if err != nil {
		s.Close()
		return nil, nil, err
	}
	log := slog.New(slog.NewTextHandler(os.Stderr, nil))
	o := office.New(office.Over(s), keys, games.All(), bot.All(), time.Now, log) // nobody signs in
	if onServer(database) {
		o.Hub.Others = nodes.Teller{Send: s.Notify, Log: log}
	}
	return o, s, nil
}
