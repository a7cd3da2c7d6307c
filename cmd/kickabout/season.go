package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"runtime/debug"
	"slices"
	"strings"
	"time"

	"kickabout/cmd/internal/season"
	"kickabout/cmd/internal/season/script"
	"kickabout/engine"
	"kickabout/engine/games"
	"kickabout/league/office"
	"kickabout/scheduler"
)

// seasonCmd plays seasons by a clock of its own, over a database of its own.
type seasonCmd struct {
	Script  string        `arg:"" optional:"" help:"A season script to carry out, such as those in testdata/seasons. Without one, years of chance are played." type:"existingfile"`
	Players int           `help:"How many players there are over the years." default:"200"`
	Years   int           `help:"How many years are played; they end now." default:"5"`
	Days    int           `help:"How many days are played; then no years are."`
	Until   time.Time     `help:"When they end instead, as in 2026-11-01: the same seed plays the same seasons only until the same day." format:"2006-01-02"`
	Absent  int           `help:"How much of the time a player is absent, in percent." default:"10"`
	Game    string        `help:"Game and variant that are played." default:"streetsoccer/lg"`
	Only    string        `help:"The one kind of competition that players enter, as in championship; else all."`
	Kills   int           `help:"How often in a year the process is killed in the middle of a write, and started again." default:"12"`
	Step    time.Duration `help:"How often the site's jobs run, by its clock." default:"6h"`
	Out     string        `help:"Folder to keep what was played in; look at it with kickabout --data FOLDER. Without it nothing is kept." default:"" type:"path"`
	Seed    uint64        `help:"The same seed plays the same seasons." default:"1"`

	Adversaries string `help:"Instead, let one in five players bend the rules, and see whether they gain more than they may: all, or policies parted by commas."`
	Formats     string `help:"In which formats: all, or some parted by commas. Each is played on a site of its own." default:"all"`
	Seeds       string `help:"With which seeds: 7, or 1-20." default:"1"`
	Without     string `help:"Rules that do not hold, parted by commas, as in R-RA-9: to see that a bound needs them."`
}

// scriptStart is when a script begins unless it says so itself.
var scriptStart = time.Date(2027, 1, 1, 0, 0, 0, 0, time.UTC)

// rarely is how much more memory a season may use before what is not needed is looked for: it
// takes little, and most of it is used for a moment.
const rarely = 400

// Run plays, and ends with an error if what came of it is not what the rules say.
func (c seasonCmd) Run(ctx context.Context) error {
	debug.SetGCPercent(rarely)
	folder := c.Out
	if folder == "" {
		scratch, err := os.MkdirTemp("", "kickabout-season-")
		if err != nil {
			return err
		}
		defer os.RemoveAll(scratch)
		folder = scratch
	}
	options := season.Options{Folder: folder, Start: scriptStart, Seed: c.Seed, Games: games.All(), Jobs: seasonJobs}
	if c.Script != "" {
		return c.tell(ctx, options)
	}
	if c.Adversaries != "" {
		return c.trial(ctx, options)
	}
	return c.chance(ctx, options)
}

// trial has people bend the rules, and ends with an error if that was worth more than it may be.
func (c seasonCmd) trial(ctx context.Context, o season.Options) error {
	t, err := season.NewTrial(c.Adversaries, c.Formats, c.Seeds, c.Without)
	if err != nil {
		return err
	}
	t.Years, t.Days, t.Players, t.Games = c.Years, c.Days, min(c.Players, 20), games.All()
	found, err := t.Run(ctx, o, func(format string, seed uint64, took time.Duration) {
		fmt.Fprintf(os.Stderr, "%s, seed %d: %v\n", format, seed, took.Round(time.Second))
	})
	found.Write(os.Stdout)
	if broken := len(found.Broken()); err == nil && broken+len(found.Violations) > 0 {
		err = fmt.Errorf("%d bounds were passed, and %d things are against the rules", broken, len(found.Violations))
	}
	return err
}

// chance plays years and prints what came of them.
func (c seasonCmd) chance(ctx context.Context, o season.Options) error {
	id, _, _ := strings.Cut(c.Game, "/")
	game, err := games.ByID(id)
	if err != nil {
		return err
	}
	if c.Players < 2 || c.Years < 1 || c.Days < 0 || c.Absent < 0 || c.Absent > 90 || c.Step < time.Minute {
		return errors.New("it takes at least 2 players, 1 year, steps of a minute, and players who are absent for at most 90 percent of the time")
	}
	o.Games = []engine.Game{game}
	if c.Until.IsZero() {
		c.Until = time.Now().UTC().Truncate(time.Minute)
	}
	if o.Start = c.Until.AddDate(-c.Years, 0, 0); c.Days > 0 {
		o.Start = c.Until.AddDate(0, 0, -c.Days)
	}
	start := time.Now()
	report, err := season.Years{
		Players: c.Players, Until: c.Until, Absent: float64(c.Absent) / 100, Rules: c.Game, Series: c.Only, Step: c.Step, Kills: c.Kills,
	}.Run(ctx, o)
	fmt.Print(report)
	fmt.Printf("It took %v.\n", time.Since(start).Round(time.Second))
	if err == nil && len(report.Violations) > 0 {
		err = fmt.Errorf("%d things are against the rules", len(report.Violations))
	}
	if err == nil && c.Out != "" {
		fmt.Printf("Look at it with kickabout --data %s; the password of every player is %q.\n", c.Out, season.Password)
	}
	return err
}

// seasonJobs is what a site does by itself, but for the matches of bots, and for what goes over all that was ever
// played: a season does that at its end. Ratings are looked at once a day: matches are played in bursts and end days
// before the present, so that all that ended since is rated again. So is whatever else changes no game and no
// tournament: taking a lease for each such job in every hour was a third of what a season costs.
func seasonJobs(o *office.Office) []scheduler.Job {
	jobs := slices.DeleteFunc(jobsOf(o, false), func(j scheduler.Job) bool { return j.Name == "recheck" || j.Name == "damage" })
	for i := range jobs {
		if !slices.Contains(timely, jobs[i].Name) && !jobs[i].When.Daily() {
			jobs[i].When = scheduler.Daily(0, 0)
		}
	}
	return jobs
}

// timely are the jobs by which games and tournaments go on. They run as often as on a site.
var timely = []string{"heartbeat", "sweep", "vacations", "advance", "competitions", "expire"}

// tell carries out a script.
func (c seasonCmd) tell(ctx context.Context, o season.Options) error {
	data, err := os.ReadFile(c.Script)
	if err != nil {
		return err
	}
	told := script.Parse(data)
	came, err := told.Run(ctx, o)
	if err != nil {
		return err
	}
	if !told.Equal(came) {
		os.Stdout.Write(came.Format())
		return errors.New("the season went another way than the script expects; this is what came of it")
	}
	fmt.Printf("%s: as expected.\n", c.Script)
	return nil
}
