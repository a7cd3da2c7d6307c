package main

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"kickabout/cmd/internal/season"
	"kickabout/cmd/internal/season/script"
	"kickabout/engine"
	"kickabout/engine/enginetest"
	"kickabout/engine/games"
)

var update = flag.Bool("update", false, "write the sections of the season scripts anew")

// longScripts take longest: together more than all the others, among which each kind of event has one.
var longScripts = []string{
	"championship", "championship-ends", "championship-seasons", "championship-stay", "ladder-hold",
	"monthlycup-final", "monthlycup-months", "monthlycup-rounds", "points", "silent", "vacation-quiet",
}

// TestSeasons carries out the scripts of testdata/seasons, over a real office and store, in a check without the long ones.
func TestSeasons(t *testing.T) {
	files, err := filepath.Glob("../../testdata/seasons/*.txtar")
	if err != nil || len(files) == 0 {
		t.Fatalf("there are no scripts: %v", err)
	}
	for _, file := range files {
		name := strings.TrimSuffix(filepath.Base(file), ".txtar")
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if slices.Contains(longScripts, name) && !enginetest.Proving() {
				t.Skip("go run ./cmd/dev prove runs it: a season of months")
			}
			data, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			came, err := script.Parse(data).Run(t.Context(), season.Options{
				Folder: t.TempDir(), Start: scriptStart, Seed: 1, Games: games.All(), Jobs: seasonJobs,
			})
			if err != nil {
				t.Fatal(err)
			}
			if *update {
				if err := os.WriteFile(file, came.Format(), 0o644); err != nil {
					t.Fatal(err)
				}
			}
			if diff := cmp.Diff(string(data), string(came.Format())); diff != "" && !*update {
				t.Error(diff)
			}
		})
	}
}

// TestYears plays some months by chance, with kills, and finds nothing against the rules.
func TestYears(t *testing.T) {
	game, err := games.ByID("streetsoccer")
	if err != nil {
		t.Fatal(err)
	}
	months := max(2, enginetest.Size(7))
	report, err := season.Years{
		Players: 12, Until: scriptStart.AddDate(0, months, 0), Absent: 0.1, Rules: "streetsoccer/lg", Step: 24 * time.Hour, Kills: 3 * months,
	}.Run(t.Context(), season.Options{
		Folder: t.TempDir(), Start: scriptStart, Seed: 2, Games: []engine.Game{game}, Jobs: seasonJobs,
	})
	if err != nil {
		t.Fatal(err)
	}
	t.Log(report)
	if len(report.Violations) > 0 {
		t.Errorf("%d things are against the rules", len(report.Violations))
	}
}

// trial plays worlds in which one in five players bends the rules.
func trial(t *testing.T, who, formats, seeds, without string, days int) season.Found {
	t.Helper()
	trial, err := season.NewTrial(who, formats, seeds, without)
	if err != nil {
		t.Fatal(err)
	}
	trial.Years, trial.Days, trial.Players, trial.Games = 3, days, 12, games.All()
	found, err := trial.Run(t.Context(), season.Options{Folder: t.TempDir(), Start: scriptStart, Jobs: seasonJobs}, func(string, uint64, time.Duration) {})
	if err != nil {
		t.Fatal(err)
	}
	found.Write(t.Output())
	return found
}

// TestAdversaries lets players bend each rule as far as it goes: nothing is gained that must not be (R-JB-3). The whole is
// 20 seeds of 3 years in each format.
func TestAdversaries(t *testing.T) {
	formats, days := "ladder", 45
	if enginetest.Proving() {
		formats, days = "all", 0
	}
	found := trial(t, "all", formats, fmt.Sprintf("1-%d", enginetest.Size(20)), "", days)
	if broken := len(found.Broken()) + len(found.Violations); broken > 0 {
		t.Errorf("%d bounds were passed, or things are against the rules", broken)
	}
}

// TestAdversariesNeedTheirGuards takes away each rule that stops a policy: its bound is passed within 3 seeds then, which shows
// that what is checked can fail.
func TestAdversariesNeedTheirGuards(t *testing.T) {
	for _, p := range season.Policies() {
		for _, g := range p.Guards {
			if g.Days > 45 && !enginetest.Proving() {
				continue
			}
			t.Run(p.Name+" "+g.Rule, func(t *testing.T) {
				for _, seed := range []string{"1", "2", "3"} {
					if slices.ContainsFunc(trial(t, p.Name, g.Format, seed, g.Rule, g.Days).Broken(), func(b season.Gain) bool { return b.Policy == g.Breaks }) {
						return
					}
				}
				t.Errorf("without %s no bound of a %s is passed", g.Rule, g.Breaks)
			})
		}
	}
}
