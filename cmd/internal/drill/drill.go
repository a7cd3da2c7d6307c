// Package drill restores the newest backup of a site into a place of its own, and plays there: a backup that
// was never restored is a hope.
package drill

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"path/filepath"
	"strings"
	"time"

	"kickabout/engine/bot"
	"kickabout/engine/games"
	"kickabout/league"
	"kickabout/league/core"
	"kickabout/league/office"
	"kickabout/league/play"
	"kickabout/store"
	"kickabout/store/backup"
)

// Live is the site whose backups are tried.
type Live interface {
	// MovesUntil returns how many moves players have made by a moment, and the moment of the newest event.
	MovesUntil(ctx context.Context, until time.Time) (moves int64, newest time.Time, err error)
	RecordDrill(ctx context.Context, is league.Drill) error
}

// Site says what is tried.
type Site struct {
	URL     string // of its database: "postgres://…", else the path of a SQLite file
	Backups string // the folder of its backups
	Program string // the version of this program
	Live    Live
	Now     func() time.Time

	// Keys opens the keys of the site for a restored database; it fails if they are not those of the data.
	Keys func(ctx context.Context, restored *store.Store) (core.Keys, error)
}

// settled is how long before a backup a move was made that must be in it: its moment is noted when it
// arrives, and a little later it is written.
const settled = time.Minute

// Run tries the newest backup and has the site remember what came of it. What went wrong with the backup is in the
// drill and the error as well.
func (s Site) Run(ctx context.Context) (league.Drill, error) {
	d := league.Drill{At: s.Now().UTC().Truncate(time.Millisecond)}
	err := s.try(ctx, &d)
	if err != nil {
		d.Problem = strings.Join(strings.Fields(fmt.Sprint(err)), " ")
	}
	return d, errors.Join(err, s.Live.RecordDrill(ctx, d))
}

// try restores the newest backup and notes what it finds.
func (s Site) try(ctx context.Context, d *league.Drill) (err error) {
	if err := tidy(ctx, s.URL, s.Backups, s.Now()); err != nil {
		return fmt.Errorf("taking away what an earlier drill left: %w", err)
	}
	path, taken, err := backup.Newest(s.Backups)
	if err != nil {
		return err
	}
	if path == "" {
		return fmt.Errorf("there is no backup in %s", s.Backups)
	}
	d.Backup, d.Taken = filepath.Base(path), taken
	place, err := newScratch(ctx, s.URL, s.Backups, path, s.Now())
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, place.remove()) }()
	began := time.Now()
	m, _, err := backup.Restore(ctx, path, backup.Into{Database: place.url, Program: s.Program})
	if err != nil {
		return err
	}
	d.Taken = m.Taken
	restored, err := store.Open(ctx, store.Options{URL: place.url})
	if err != nil {
		return err
	}
	defer restored.Close()
	if err := s.compare(ctx, d, m, restored); err != nil {
		return err
	}
	if err := s.move(ctx, restored); err != nil {
		return fmt.Errorf("the restored site takes no move: %w", err)
	}
	d.Took = time.Since(began).Round(time.Millisecond)
	return Recheck(ctx, restored)
}

// compare holds what was restored against the manifest and against the site as it is.
func (s Site) compare(ctx context.Context, d *league.Drill, m backup.Manifest, restored *store.Store) (err error) {
	if d.Bytes, err = size(ctx, restored); err != nil {
		return err
	}
	if d.Matches, d.Events, err = restored.CountMatches(ctx); err != nil {
		return err
	}
	for _, t := range m.Tables {
		if t.Name == "events" && t.Rows != d.Events {
			return fmt.Errorf("%d events were backed up, and %d are restored", t.Rows, d.Events)
		}
	}
	until := m.Taken.Add(-settled)
	was, newest, err := s.Live.MovesUntil(ctx, until)
	if err != nil {
		return err
	}
	is, _, err := restored.MovesUntil(ctx, until)
	if err != nil {
		return err
	}
	if was != is {
		return fmt.Errorf("by %s players had made %d moves, and %d of them are restored", until.UTC().Format(time.DateTime), was, is)
	}
	d.Lost = max(0, newest.Sub(m.Taken)).Truncate(time.Millisecond)
	return nil
}

func size(ctx context.Context, of *store.Store) (int64, error) {
	bytes, err := of.Bytes(ctx)
	return int64(bytes), err
}

// move begins a match on the restored site, as a visitor, and makes the first move of it.
func (s Site) move(ctx context.Context, restored *store.Store) error {
	keys, err := s.Keys(ctx, restored)
	if err != nil {
		return err
	}
	o := office.New(office.Over(restored), keys, games.All(), bot.All(), s.Now, slog.New(slog.DiscardHandler))
	if err := o.PutBots(ctx); err != nil {
		return err
	}
	if err := o.RecordHeartbeat(ctx); err != nil { // gives the players the time since then
		return err
	}
	guest, err := o.Admit(ctx, o.NewToken())
	if err != nil {
		return err
	}
	m, err := o.Begin(ctx, guest, play.Proposal{
		Reservation: o.Reserve().ID, Rules: "streetsoccer/lg", Opponent: "bot:random", Kickoff: league.KickoffMe, Control: "lg",
	})
	if err != nil {
		return err
	}
	v, err := o.Match(ctx, league.Of(guest), m.ID)
	if err != nil {
		return err
	}
	for move := range v.Record.Position.Moves() {
		_, err = o.Play(ctx, guest, play.Turn{Match: m.ID, Seen: v.Record.Seq, Move: move, Arrived: o.Now()})
		return err
	}
	return errors.New("there is no move to make")
}

// Recheck computes again what is stored beside the logs, and fails if anything differs.
func Recheck(ctx context.Context, s *store.Store) error {
	o := office.New(office.Over(s), core.Keys{}, games.All(), bot.All(), time.Now, slog.New(slog.DiscardHandler))
	if err := o.Recheck(ctx); err != nil {
		return err
	}
	lines, err := o.RecountTournaments(ctx)
	if err == nil && len(lines) > 0 {
		err = fmt.Errorf("%d tournaments differ from what their logs say, first: %s", len(lines), lines[0])
	}
	return err
}
