package dump

import (
	"bytes"
	"compress/gzip"
	"context"
	"encoding/json"
	"errors"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"time"

	"kickabout/engine"
	"kickabout/engine/record"
	"kickabout/league"
	"kickabout/league/archive"
	"kickabout/league/office"
	"kickabout/league/play"
	"kickabout/league/transcript"
	"kickabout/scheduler"
)

// MostBytes is how much all files may have. Beyond it the oldest days go.
const MostBytes = 4 << 30

// complete is how long after a day nothing can come to it any more, with a margin.
const complete = 2 * play.EndIsKnown

// look is for how many days before its end the games of a tournament are looked at, to find it.
const look = 2

// In returns the folder of the files among the data of a site.
func In(data string) Folder { return Folder(filepath.Join(data, "dump")) }

// Job writes the days that are over and not written.
func Job(o *office.Office, data string) scheduler.Job {
	w := &Writer{Office: o, Folder: In(data), Most: MostBytes}
	return scheduler.Job{Name: "dump", When: scheduler.Every(time.Hour), EveryNode: true, Work: w.Write, Does: "Writes the open dump: a file with the games and tournaments that ended, for each day that is over."}
}

// A Writer writes the files.
type Writer struct {
	Office *office.Office
	Folder Folder
	Most   int64 // bytes
}

// A Match is the line of a game that is over.
type Match struct {
	Type       string          `json:"type"` // "match"
	ID         string          `json:"id"`
	Game       string          `json:"game"`
	Variant    string          `json:"variant"`
	Clock      string          `json:"clock"`
	Rated      bool            `json:"rated"`
	Created    time.Time       `json:"created"`
	Ended      time.Time       `json:"ended"`
	Players    [2]string       `json:"players"` // ids of First and Second
	Tournament string          `json:"tournament,omitempty"`
	Fixture    string          `json:"fixture,omitempty"`
	Ending     engine.Ending   `json:"ending"`
	Winner     string          `json:"winner"` // "first", "second" or ""
	Score      [2]int          `json:"score"`
	Record     json.RawMessage `json:"record"` // without names
}

// A Tournament is the line of a tournament that is over. The lines of its tables follow.
type Tournament struct {
	Type        string    `json:"type"` // "tournament"
	ID          string    `json:"id"`
	Name        string    `json:"name"`
	Game        string    `json:"game"`
	Variant     string    `json:"variant"`
	Format      string    `json:"format"`
	Clock       string    `json:"clock"`
	Competition string    `json:"competition,omitempty"`
	Edition     string    `json:"edition,omitempty"`
	Started     time.Time `json:"started"`
	Ended       time.Time `json:"ended"`
	Entrants    []string  `json:"entrants"` // ids, by seed
	Winners     []string  `json:"winners"`  // ids, of the whole or of a group each
}

// A Player is a line of the file of names. Whoever has left has none.
type Player struct {
	Type string            `json:"type"` // "player"
	ID   string            `json:"id"`
	Kind league.PlayerKind `json:"kind"`
	Name string            `json:"name,omitempty"`
}

// errScarce is that the disk has room for games alone.
var errScarce = errors.New("the disk is nearly full")

// Write writes the days that are over and not written, the oldest first, each whole or not at all. It stops where the
// disk is nearly full; the next run goes on.
func (w *Writer) Write(ctx context.Context) error {
	if w.scarce() {
		return nil
	}
	if err := os.MkdirAll(string(w.Folder), 0o700); err != nil {
		return err
	}
	is, err := w.Folder.Index()
	if err != nil {
		is = Index{} // it is written anew
	}
	last := w.Office.Now().Add(-complete).UTC().Truncate(24*time.Hour).AddDate(0, 0, -1)
	day, err := w.next(ctx, is.Through)
	if err != nil || day.IsZero() {
		return err
	}
	for ; !day.After(last); day = day.AddDate(0, 0, 1) {
		switch err := w.day(ctx, day); {
		case errors.Is(err, errScarce):
			return nil
		case err != nil:
			return err
		}
	}
	return nil
}

func (w *Writer) scarce() bool { return w.Office.Scarce != nil && w.Office.Scarce() }

// next returns the first day that is to be written; zero if no game has ended so far.
func (w *Writer) next(ctx context.Context, through string) (time.Time, error) {
	if through != "" {
		day, err := time.Parse(time.DateOnly, through)
		return day.AddDate(0, 0, 1), err
	}
	first, err := w.Office.EndedAfter(ctx, league.Public(), league.Place{}, 1)
	if err != nil || len(first) == 0 {
		return time.Time{}, err
	}
	return first[0].State.Moved.UTC().Truncate(24 * time.Hour), nil
}

// ended passes on the games that ended from one moment on and before another, in that order.
func (w *Writer) ended(ctx context.Context, from, to time.Time, each func(league.Match) error) error {
	after := league.Place{At: from.UnixMilli() - 1} // what ended in that millisecond is left out below
	for {
		matches, err := w.Office.EndedAfter(ctx, league.Public(), after, 100)
		if err != nil || len(matches) == 0 {
			return err
		}
		for _, m := range matches {
			if !m.State.Moved.Before(to) {
				return nil
			}
			after = m.Place()
			if m.State.Moved.Before(from) {
				continue
			}
			if err := each(m); err != nil {
				return err
			}
		}
	}
}

// day writes the file of a day, if there is anything to write, the names and the index.
func (w *Writer) day(ctx context.Context, day time.Time) error {
	if w.scarce() {
		return errScarce
	}
	next := day.AddDate(0, 0, 1)
	players, cups := map[string]bool{}, map[string]bool{}
	err := w.ended(ctx, day.AddDate(0, 0, -look), next, func(m league.Match) error {
		if m.Tournament != "" {
			cups[m.Tournament] = true
		}
		return nil
	})
	if err != nil {
		return err
	}
	name := day.Format(time.DateOnly) + ".ndjson.gz"
	lines := 0
	err = w.Folder.replaceLines(name, func(line func(any) error) error {
		put := func(v any) error { lines++; return line(v) }
		err := w.ended(ctx, day, next, func(m league.Match) error { return w.match(ctx, m, players, put) })
		for _, id := range slices.Sorted(maps.Keys(cups)) {
			if err == nil {
				err = w.tournament(ctx, id, day, next, players, put)
			}
		}
		return err
	})
	if err == nil && lines == 0 {
		err = os.Remove(filepath.Join(string(w.Folder), name))
	} else if err == nil {
		err = w.names(ctx, players)
	}
	if err == nil {
		err = w.Folder.bound(w.Most)
	}
	if err != nil {
		return err
	}
	return w.Folder.put(day.Format(time.DateOnly))
}

// left says of an error that what was asked for is not shown to guests, or not at all: its record is damaged, say.
func left(err error) bool { return err != nil && league.KindOf(err) != league.Internal }

func (w *Writer) match(ctx context.Context, m league.Match, players map[string]bool, put func(any) error) error {
	if w.scarce() {
		return errScarce
	}
	if w.Office.Yield != nil {
		w.Office.Yield(ctx)
	}
	v, err := w.Office.Match(ctx, league.Public(), m.ID)
	switch {
	case left(err):
		return nil
	case err != nil:
		return err
	}
	l, err := newMatch(v)
	if err != nil {
		return err
	}
	players[l.Players[0]], players[l.Players[1]] = true, true
	return put(l)
}

// newMatch returns the line of a game, in which nobody has a name and nothing stands that somebody typed.
func newMatch(v play.View) (Match, error) {
	m, o := v.Match, v.Record.Outcome()
	l := Match{
		Type: "match", ID: m.ID, Game: m.Game, Variant: m.Variant, Clock: m.Control, Rated: m.Rated, Created: m.Created.UTC(), Ended: m.State.Moved.UTC(),
		Tournament: m.Tournament, Fixture: m.Fixture, Ending: o.Ending, Winner: map[engine.Side]string{engine.First: "first", engine.Second: "second"}[o.Winner], Score: o.Score,
	}
	for i, side := range []engine.Side{engine.First, engine.Second} {
		l.Players[i] = m.Seats[v.Record.SeatOf(side)].Player.ID
	}
	for i := range m.Seats {
		m.Seats[i] = league.Seat{}
	}
	var text bytes.Buffer
	err := json.Compact(&text, record.EncodeJSON(transcript.Of(m, v.Record, "", "")))
	l.Record = text.Bytes()
	return l, err
}

func (w *Writer) tournament(ctx context.Context, id string, from, to time.Time, players map[string]bool, put func(any) error) error {
	v, err := w.Office.Tournament(ctx, league.Public(), id)
	t := v.Tournament
	switch {
	case left(err):
		return nil
	case err != nil:
		return err
	case t.State != league.Finished || t.Ended.Before(from) || !t.Ended.Before(to):
		return nil
	}
	l := Tournament{
		Type: "tournament", ID: t.ID, Name: t.Name, Game: t.Game, Variant: t.Variant, Format: t.Format, Clock: t.Control,
		Competition: t.Competition, Edition: t.Edition, Started: t.Started.UTC(), Ended: t.Ended.UTC(), Entrants: []string{}, Winners: []string{},
	}
	for _, e := range t.Entries {
		players[e.Player.ID] = true
		l.Entrants = append(l.Entrants, e.Player.ID)
		if e.Winner {
			l.Winners = append(l.Winners, e.Player.ID)
		}
	}
	err = put(l)
	for _, g := range v.Groups {
		for _, r := range g.Rows {
			if err == nil {
				err = put(archive.NewPlace(t.ID, g.Group, r, ""))
			}
		}
	}
	return err
}

// names writes the file of names anew: of those who are in it already, and some more.
func (w *Writer) names(ctx context.Context, players map[string]bool) error {
	in, err := os.Open(filepath.Join(string(w.Folder), playersFile))
	if err == nil {
		err = readPlayers(in, players)
		in.Close()
	}
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return w.Folder.replaceLines(playersFile, func(line func(any) error) error {
		for _, id := range slices.Sorted(maps.Keys(players)) {
			p, err := w.Office.Player(ctx, id)
			if left(err) {
				continue
			}
			if err != nil {
				return err
			}
			l := Player{Type: "player", ID: p.ID, Kind: p.Kind}
			if p.Kind == league.Member || p.Machine() {
				l.Name = p.Name
			}
			if err := line(l); err != nil {
				return err
			}
		}
		return nil
	})
}

func readPlayers(in *os.File, players map[string]bool) error {
	text, err := gzip.NewReader(in)
	if err != nil {
		return err
	}
	for lines := json.NewDecoder(text); lines.More(); {
		var p Player
		if err := lines.Decode(&p); err != nil {
			return err
		}
		players[p.ID] = true
	}
	return nil
}
