package league_test

import (
	"archive/zip"
	"math/rand/v2"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"kickabout/engine"
	"kickabout/engine/clock"
	"kickabout/engine/games/onetwofun"
	"kickabout/league/vacation"
)

// zones lists the names of all time zones that Go knows.
func zones(t *testing.T) (names []string) {
	t.Helper()
	root, err := exec.Command("go", "env", "GOROOT").Output()
	if err != nil {
		t.Fatal(err)
	}
	archive, err := zip.OpenReader(filepath.Join(strings.TrimSpace(string(root)), "lib", "time", "zoneinfo.zip"))
	if err != nil {
		t.Fatal(err)
	}
	defer archive.Close()
	for _, f := range archive.File {
		if !strings.HasSuffix(f.Name, "/") {
			names = append(names, f.Name)
		}
	}
	return names
}

// TestSummerTimeMovesNoDeadline is R9: around every change of any zone's clocks from 2026 to
// 2030 deadlines, rests and days of vacation are as far off as they are long.
func TestSummerTimeMovesNoDeadline(t *testing.T) {
	from, to := time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC), time.Date(2031, 1, 1, 0, 0, 0, 0, time.UTC)
	all, changes := zones(t), 0
	for _, name := range all {
		zone, err := time.LoadLocation(name)
		if err != nil {
			t.Fatal(err)
		}
		for _, change := from.In(zone).ZoneBounds(); !change.IsZero() && change.Before(to); _, change = change.ZoneBounds() {
			changes++
			around(t, name, change.In(zone))
		}
	}
	t.Logf("%d zones, %d changes", len(all), changes)
	if len(all) < 400 || changes < 1000 {
		t.Errorf("%d zones with %d changes are too few", len(all), changes)
	}
}

// around looks at the hours before and after a change.
func around(t *testing.T, zone string, change time.Time) {
	begun := change.Add(-90 * time.Minute)
	r, err := engine.Begin(onetwofun.Game{}, onetwofun.Game{}.Info().Variants[0].ID, begun, 0, nil)
	if err != nil {
		t.Fatal(err)
	}
	if r, _, err = r.Drive(begun, luck{rand.New(rand.NewPCG(1, 1))}); err != nil {
		t.Fatal(err)
	}
	control := clock.Control{Bank: 3 * time.Hour, Increment: time.Hour, Cap: 3 * time.Hour}
	if got := clock.Read(control, r).Deadline().Sub(begun); got != control.Bank {
		t.Errorf("%s, %v: the deadline is %v off", zone, change, got)
	}
	side := r.Next().Side
	r, err = r.Add(engine.Event{Seq: len(r.Log) + 1, At: begun.Add(time.Hour), Act: engine.ActRest, Text: engine.RestText(side, change.Add(24*time.Hour))})
	if err != nil {
		t.Fatal(err)
	}
	if got := clock.Read(control, r).Deadline(); !got.Equal(change.Add(26 * time.Hour)) {
		t.Errorf("%s, %v: after a rest the deadline is %v", zone, change, got)
	}
	book := vacation.Book{Since: change.Add(-292 * time.Hour)}
	for late, want := range map[time.Duration]int{-time.Millisecond: 3, 0: 4} {
		if got := vacation.Std.Balance(book, change.Add(late)); got != want {
			t.Errorf("%s, %v: there are %d days of vacation, want %d", zone, change, got, want)
		}
	}
	year := change.AddDate(0, 0, -change.UTC().YearDay()-1)
	if lines := vacation.LG.Statement(vacation.Book{Since: year}, change); len(lines) < 2 || lines[1].At.UTC().YearDay() != 1 || lines[1].At.UTC().Hour() != 0 {
		t.Errorf("%s, %v: the statement is %v", zone, change, lines)
	}
}

// luck throws dice.
type luck struct{ *rand.Rand }

func (l luck) Draw(_ uint32, _ string, _, sides int) (int, error) { return 1 + l.IntN(sides), nil }
