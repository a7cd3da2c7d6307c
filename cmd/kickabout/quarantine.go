package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"strings"

	"kickabout/engine"
	"kickabout/engine/games"
	"kickabout/league"
	"kickabout/league/office"
	"kickabout/league/operatortext"
	"kickabout/league/transcript"
	"kickabout/store"
	"kickabout/store/backup"
)

// quarantineCmd is for whoever runs the site: the games whose record is damaged, and what to do about
// them. It works beside a running server.
type quarantineCmd struct {
	List       quarantineListCmd       `cmd:"" default:"withargs" help:"List the games that are locked because their record is damaged."`
	Restore    quarantineRestoreCmd    `cmd:"" help:"Put the record of such a game right by a copy of it, and let it go on."`
	Adjudicate quarantineAdjudicateCmd `cmd:"" help:"End such a game of which there is no copy, by what is proved of it."`
}

// quarantineListCmd lists the games in quarantine.
type quarantineListCmd struct {
	siteAt
}

// Run prints a line for each game.
func (c quarantineListCmd) Run(ctx context.Context) error {
	return c.on(ctx, func(o *office.Office) error {
		locks, err := o.Quarantined(ctx)
		if err != nil {
			return err
		}
		if len(locks) == 0 {
			fmt.Println("No game is in quarantine.")
		}
		for _, l := range locks {
			fmt.Printf("%s  match %s  %s\n", operatortext.Moment(l.Found), l.Match, l.Reason)
		}
		return nil
	})
}

// quarantineRestoreCmd puts a record right.
type quarantineRestoreCmd struct {
	Match string `arg:"" help:"Id of the game, as the list shows it."`
	From  string `help:"Where its record was kept: a backup of a site in a SQLite file, or what anybody saved from the page of the game, as match.json. Without it the game is checked again as it is stored." type:"existingfile"`
	siteAt
}

// Help is shown by kickabout quarantine restore --help.
func (quarantineRestoreCmd) Help() string {
	return `The copy may be an older one: what came after it is taken from the database. It has to agree with the chain of
hashes in which each event binds those before it; a copy of something else is refused. The game goes on where it was,
and whoever is to move gets back the time for which it was locked.`
}

// Run puts the record right, or changes nothing.
func (c quarantineRestoreCmd) Run(ctx context.Context) error {
	return c.on(ctx, func(o *office.Office) error {
		var log []engine.Event
		if c.From != "" {
			var err error
			if log, err = c.log(ctx); err != nil {
				return err
			}
		}
		if err := o.RestoreMatch(ctx, c.Match, log); err != nil {
			return err
		}
		if err := o.Deliver(ctx, office.Budget{}); err != nil {
			return err
		}
		fmt.Printf("Match %s is what was written, and goes on.\n", c.Match)
		return nil
	})
}

// log reads the record of the match in the file.
func (c quarantineRestoreCmd) log(ctx context.Context) (log []engine.Event, err error) {
	if strings.HasSuffix(c.From, ".kab") {
		_, err := backup.Verify(ctx, c.From, func(ctx context.Context, path string, _ backup.Manifest) (err error) {
			log, err = logIn(ctx, path, c.Match)
			return err
		})
		if err == nil && log == nil {
			err = errors.New("only of a site in a SQLite file a backup can be opened for one game: restore this one into an empty database, and take match.json from there")
		}
		return log, err
	}
	text, err := os.ReadFile(c.From)
	if err != nil {
		return nil, err
	}
	r, err := transcript.Read(bytes.TrimSpace(text), games.ByID)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", c.From, err)
	}
	return r.Record.Log, nil
}

// logIn reads the log of a match in a database that a backup was taken of.
func logIn(ctx context.Context, path, match string) ([]engine.Event, error) {
	s, err := store.OpenBeside(ctx, store.Options{URL: path})
	if err != nil {
		return nil, err
	}
	defer s.Close()
	m, err := s.Match(ctx, league.Site(), match)
	return m.Log, err
}

// quarantineAdjudicateCmd ends a game.
type quarantineAdjudicateCmd struct {
	Match   string `arg:"" help:"Id of the game, as the list shows it."`
	Verdict string `arg:"" enum:"first,second,both,board,void" help:"Who loses: ${enum}. With board it ends as the board stands after the last event that is proved; void counts for nothing."`
	siteAt
}

// Run ends the game.
func (c quarantineAdjudicateCmd) Run(ctx context.Context) error {
	return c.on(ctx, func(o *office.Office) error {
		kept, lost, err := o.AdjudicateLocked(ctx, c.Match, c.Verdict)
		if err != nil {
			return err
		}
		if err := o.Deliver(ctx, office.Budget{}); err != nil {
			return err
		}
		fmt.Printf("Match %s is over: %d events of it are proved and stay, %d are lost.\n", c.Match, kept, lost)
		return nil
	})
}
