package main

import (
	"bytes"
	"context"
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"sync"
	"testing"
	"time"

	"kickabout/cmd/internal/secret"
	"kickabout/engine"
	"kickabout/engine/clock"
	"kickabout/engine/dice"
	"kickabout/engine/enginetest"
	"kickabout/engine/games"
	"kickabout/league"
	"kickabout/league/play"
	"kickabout/store"
	"kickabout/store/storetest"
)

// largeSite fills an empty database with matches that were played to their ends by chance, and a folder with the keys
// that dealt them.
func largeSite(t *testing.T, folder string, d storetest.Database, n int) (events int64) {
	t.Helper()
	ctx := t.Context()
	s, err := store.Open(ctx, store.Options{URL: d.URL, Relaxed: d.Server() == ""})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	ring, err := keysIn(folder).Prepare(ctx, s)
	if err != nil {
		t.Fatal(err)
	}
	var people [20]league.Player
	for i := range people {
		people[i] = league.Player{ID: fmt.Sprintf("guest%d", i), Name: fmt.Sprintf("Guest %d", i), Kind: league.Guest, Created: time.Now()}
		if _, err := s.Admit(ctx, league.Session{Hash: [32]byte{1, byte(i)}, Player: people[i].ID, Created: time.Now()}, people[i]); err != nil {
			t.Fatal(err)
		}
	}
	made, failed := make(chan league.Match, 64), make(chan error, 1)
	var players sync.WaitGroup
	for w := range runtime.GOMAXPROCS(0) {
		players.Go(func() {
			r := rand.New(rand.NewPCG(7, uint64(w)))
			for i := w; i < n; i += runtime.GOMAXPROCS(0) {
				m, err := byChance(ring.Dice, i, [2]league.Player{people[i%20], people[(i+7)%20]}, r)
				if err != nil {
					select {
					case failed <- err:
					default:
					}
					return
				}
				made <- m
			}
		})
	}
	go func() {
		players.Wait()
		close(made)
	}()
	for m := range made {
		events += int64(len(m.Log))
		if err := s.CreateMatch(ctx, m); err != nil {
			t.Fatal(err)
		}
	}
	select {
	case err := <-failed:
		t.Fatal(err)
	default:
	}
	return events
}

// byChance plays a match to its end, a minute for each event, and ends it long ago.
func byChance(dealer *secret.Dealer, i int, people [2]league.Player, r *rand.Rand) (m league.Match, err error) {
	g, control := games.All()[0], clock.Controls()[0]
	m = league.Match{
		ID: fmt.Sprintf("large%07d", i), Game: g.Info().ID, Variant: g.Info().Variants[0].ID, Control: control.ID,
		GID: dice.GID([]byte(fmt.Sprintf("gid-%012d", i))), Seats: [2]league.Seat{{Player: people[0]}, {Player: people[1]}},
		Created: time.Now().Add(-time.Duration(minutesAgo(i)) * time.Minute).UTC().Truncate(time.Second),
	}
	m.Head = dealer.Head(m.GID)
	source := dealer.Source(m.GID, [2]string{})
	at := m.Created
	rec, err := engine.Begin(g, m.Variant, at, 0, nil)
	if err == nil {
		rec, _, err = rec.Drive(at, source)
	}
	for err == nil && !rec.Next().Over() {
		at = at.Add(time.Minute)
		if rec, err = rec.Add(engine.Event{Seq: rec.Seq + 1, At: at, By: rec.Next().Side, Act: engine.ActMove, Text: string(rec.Position.Random(r))}); err == nil {
			rec, _, err = rec.Drive(at, source)
		}
	}
	if err != nil {
		return m, err
	}
	m.Log, m.State = rec.Log, play.StateOf(m, rec, control)
	links := dealer.Links(m.GID, m.Head, dice.LastEvent(m.Log))
	value := dice.TranscriptStart(dice.MatchContext(m.GID, m.Head, [2]string{}))
	for _, e := range m.Log {
		if value, err = value.Next(rec.First, e, links); err != nil {
			return m, err
		}
		m.Chain = append(m.Chain, bytes.Clone(value[:]))
	}
	return m, nil
}

// minutesAgo spreads the beginnings of matches over two years, at least a week ago.
func minutesAgo(i int) int { return 7*24*60 + i*7%(2*365*24*60) }

// TestProofALargeSiteComesBackWhole backs up a site of 100,000 matches, in CI of 100, while people play, restores it and
// looks for every move that was acknowledged before.
func TestProofALargeSiteComesBackWhole(t *testing.T) { // RELIABILITY R13
	n := 100
	if enginetest.Proving() {
		n = 100_000
	}
	storetest.EachDatabase(t, func(t *testing.T, d storetest.Database) {
		folder := t.TempDir()
		if d.Server() == "" {
			d.URL = filepath.Join(folder, "kickabout.db")
		}
		began := time.Now()
		events := largeSite(t, folder, d, n)
		t.Logf("made: %d matches with %d events in %v", n, events, time.Since(began).Round(time.Second))

		f := newFleet(t, "real")
		f.data, f.database = folder, d.Server()
		server := f.start()
		defer func() {
			server.Process.Kill()
			server.Wait()
		}()
		f.players(8, 11)
		f.awaitLong(50)
		f.mu.Lock()
		ledger := map[string][]acknowledged{}
		for id, list := range maps.All(f.ledger) {
			ledger[id] = slices.Clone(list)
		}
		f.mu.Unlock()

		backups := t.TempDir()
		where := []string{"--data", folder}
		if f.database != "" {
			where = append(where, "--database", f.database)
		}
		timed := func(args ...string) time.Duration {
			t.Helper()
			began := time.Now()
			if out, complaint, code := kickabout(t, "", args...); code != 0 {
				t.Fatalf("%v: %s%s", args, out, complaint)
			}
			return time.Since(began)
		}
		before := f.acks.Load()
		took := timed(append([]string{"backup", "take", "--to", backups}, where...)...)
		during := f.acks.Load() - before
		drilled := timed(append([]string{"backup", "drill", "--backups", backups}, where...)...)
		f.halt()
		server.Process.Kill()
		server.Wait()
		drills := lastDrillsOf(t, d)

		files, err := filepath.Glob(filepath.Join(backups, "*.kab"))
		if err != nil || len(files) != 1 {
			t.Fatal(files, err)
		}
		info, err := os.Stat(files[0])
		if err != nil {
			t.Fatal(err)
		}
		verified := timed("backup", "verify", files[0], "--data", folder)
		place, to := t.TempDir(), storetest.Database{}
		into := []string{"--data", place}
		if f.database != "" {
			to = storetest.Postgres(t)
			into = append(into, "--database", to.Server())
		}
		for _, name := range secret.Names() {
			text, err := secret.ReadFile(folder, name)
			if err == nil {
				err = secret.WriteFile(place, name, text)
			}
			if err != nil {
				t.Fatal(err)
			}
		}
		restored := timed(append([]string{"restore", files[0]}, into...)...)
		f.data, f.database, f.ledger = place, to.Server(), ledger
		acks, lost, _ := f.audit()
		checked := timed(append([]string{"recompute", "--check"}, into...)...)
		perGB := restored.Seconds() / (float64(info.Size()) / 1e9)
		t.Logf("a backup of %.0f MB in %v, while %d moves were made; verified in %v; restored in %v (%.0f s/GB); computed again in %v; %d moves acknowledged before, %d lost",
			float64(info.Size())/1e6, took.Round(time.Millisecond), during, verified.Round(time.Millisecond), restored.Round(time.Millisecond), perGB, checked.Round(time.Millisecond), acks, lost)
		t.Logf("drill in %v: %+v", drilled.Round(time.Millisecond), drills)
		if lost > 0 || acks < 50 || f.odd.Load() > 0 {
			t.Errorf("of %d moves %d are lost, %d answers were odd", acks, lost, f.odd.Load())
		}
	})
}

// lastDrillsOf reads what came of the last drill.
func lastDrillsOf(t *testing.T, d storetest.Database) league.Drill {
	t.Helper()
	s, err := store.OpenBeside(context.Background(), store.Options{URL: d.URL})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	last, err := s.LastDrills(context.Background(), 1)
	if err != nil || len(last) != 1 || last[0].Problem != "" {
		t.Fatal(last, err)
	}
	return last[0]
}
