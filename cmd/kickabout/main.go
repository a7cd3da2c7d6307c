// Command kickabout is the whole platform in one program: the site, the line
// protocol of the engine, and the verifier of dice.
package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"strings"
	"syscall"

	"github.com/alecthomas/kong"
	kongcompletion "github.com/jotaen/kong-completion"

	"kickabout/cmd/internal/build"
	"kickabout/cmd/internal/handover"
	"kickabout/cmd/internal/secret"
	"kickabout/cmd/internal/terminal"
	"kickabout/league"
	"kickabout/league/archive"
	"kickabout/store"
)

// cli is what can be typed behind "kickabout".
type cli struct {
	Serve      serveCmd      `cmd:"" default:"withargs" help:"Run the site (this is what happens without a command)."`
	Analyse    analyseCmd    `cmd:"" help:"Say what a finished match was worth: luck of the throws, cost of the moves."`
	Arena      arenaCmd      `cmd:"" help:"Let two bots play matches against each other and say who is stronger."`
	Backup     backupCmd     `cmd:"" help:"Copy the database into one file, or check such a file; beside a running server too."`
	Completion completionCmd `cmd:"" help:"Print what has a shell complete the words of the command line."`
	Doctor     doctorCmd     `cmd:"" help:"Look at everything about the site that can be wrong, and say what to do about it; beside a running server too."`
	Engine     engineCmd     `cmd:"" help:"Play by lines of JSON: one request a line in, one answer a line out."`
	Games      gamesCmd      `cmd:"" help:"List which games and competitions are open, or open and close them; beside a running server too."`
	Health     healthCmd     `cmd:"" help:"Ask the site on this machine whether it is ready; the exit code says so too."`
	Help       helpCmd       `cmd:"" help:"Print a manual, or list the manuals."`
	Jobs       jobsCmd       `cmd:"" help:"List what the site does again and again, or do some of it now; beside a running server too."`
	Key        keyCmd        `cmd:"" help:"List the keys of the site, and check that they are those of its data; beside a running server too."`
	Season     seasonCmd     `cmd:"" help:"Play whole seasons by a clock of its own: a script, or years of chance, and check them against the rules."`
	Token      tokenCmd      `cmd:"" help:"Make a token by which a program acts for an account; works beside a running site."`
	Mail       mailCmd       `cmd:"" help:"Note which letters came back, for the mail server; beside a running server too."`
	Password   passwordCmd   `cmd:"" help:"Give an account another password, for an owner who has lost theirs; beside a running server too."`
	User       userCmd       `cmd:"" help:"Warn, mute, rename, restrict, lock or expel a member, undo that, and say who looks after the site; beside a running server too."`
	Reports    reportsCmd    `cmd:"" help:"List what players have reported and appealed against, and decide about it; beside a running server too."`
	Settings   settingsCmd   `cmd:"" help:"List what is settled about the site, or settle it: its name, texts, colours, who may come in; beside a running server too."`
	Expel      expelCmd      `cmd:"" help:"Close the account of somebody who cheated: what they play in running tournaments is lost; beside a running server too."`
	Export     exportCmd     `cmd:"" help:"Write a site, a tournament, a competition or the matches of a player as lines of JSON; beside a running server too."`
	Import     importCmd     `cmd:"" help:"Make a site from such a file, in an empty database."`
	Record     recordCmd     `cmd:"" help:"Show, check or convert the record of a match."`
	Replay     replayCmd     `cmd:"" help:"Draw a saved match as one moving picture, SVG or GIF."`
	Table      tableCmd      `cmd:"" help:"Rank the players of results on the standard input, of whatever league."`
	Quarantine quarantineCmd `cmd:"" help:"List the games that are locked because their record is damaged, and put them right; beside a running server too."`
	Rate       rateCmd       `cmd:"" help:"Rate games on the standard input by Elo or Glicko-2, of whatever league."`
	Simulate   simulateCmd   `cmd:"" help:"Say how likely each final place is in a table whose open matches are on the standard input too."`
	Pair       pairCmd       `cmd:"" help:"Pair the next round of a tournament file or of names: Swiss, round robin or knock-out, of whatever league."`
	Recompute  recomputeCmd  `cmd:"" help:"Compute again from the logs what is stored beside them, and compare; beside a running server too."`
	Restore    restoreCmd    `cmd:"" help:"Make the database again from a backup, in an empty folder or an empty database."`
	Verify     verifyCmd     `cmd:"" help:"Check the dice of matches that were saved as match.json, the random draw of a tournament, or all of an export."`
	Version    versionCmd    `cmd:"" help:"Say which program this is: release, commit, Go, version of the tables."`

	ShowVersion kong.VersionFlag `name:"version" help:"Say which program this is."`
}

const description = `A platform for leagues of turn-based soccer board games, played by correspondence in the browser.

Without a command it runs the site: an embedded database in the data folder, pages on 127.0.0.1:8080.
Every flag can also be given as the environment variable named beside it.`

func main() {
	syscall.Umask(0o077) // what the program writes is for whoever runs it alone
	if err := run(context.Background(), os.Args[1:]); err != nil {
		text := err.Error()
		if league.FaultOf(err) != "" { // what a database says has a line for each of its addresses
			text = strings.Join(strings.Fields(text), " ")
		}
		fmt.Fprintln(os.Stderr, terminal.Paint(os.Stderr, terminal.Red, "kickabout:"), text)
		os.Exit(exitCode(err))
	}
}

// misconfigured is the exit code of a program that another start would not help (sysexits.h, EX_CONFIG).
const misconfigured = 78

// tryLater is the exit code of a program that lacks what may be there later (sysexits.h, EX_TEMPFAIL).
const tryLater = 75

func exitCode(err error) int {
	if league.FaultOf(err) != "" {
		return tryLater
	}
	if errors.As(err, new(misconfiguration)) || errors.Is(err, secret.ErrKeys) || errors.Is(err, store.ErrNewer) || errors.Is(err, store.ErrUnfit) {
		return misconfigured
	}
	if errors.As(err, new(*archive.Incomplete)) {
		return leftOut
	}
	if found := (verdict{}); errors.As(err, &found) {
		return found.code
	}
	if found := (diagnosis{}); errors.As(err, &found) {
		return found.code()
	}
	return 1
}

// leftOut is the exit code of an export that is written, but for games whose record is damaged.
const leftOut = 3

// run parses the arguments and carries out the command they name.
func run(ctx context.Context, args []string) error {
	var c cli
	parser, err := parserOf(ctx, &c)
	if err != nil {
		return err
	}
	kongcompletion.Register(parser) // a shell that asks what could come next is answered, and no more
	command, err := parser.Parse(args)
	if err != nil {
		return misconfiguration{fmt.Errorf("%w\nTry kickabout --help", err)}
	}
	return errors.Join(command.Run(), handover.Give(command.Flags()))
}

// parserOf returns the parser of the command line, which fills in c.
func parserOf(ctx context.Context, c *cli) (*kong.Kong, error) {
	return kong.New(c, kong.Name("kickabout"), kong.Description(description),
		kong.Help(printHelp), kong.BindTo(ctx, (*context.Context)(nil)), kong.Vars{"version": build.This().String()})
}

// printHelp prints what kong does, and where no command is named also the flags of
// the site: that is the command most people want.
func printHelp(options kong.HelpOptions, ctx *kong.Context) error {
	if err := kong.DefaultHelpPrinter(options, ctx); err != nil || ctx.Selected() != nil {
		return err
	}
	serve, err := kong.Trace(ctx.Kong, []string{"serve"})
	if err != nil {
		return err
	}
	options.NoAppSummary = true
	return kong.DefaultHelpPrinter(options, serve)
}
