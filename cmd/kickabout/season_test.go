package main

import (
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"kickabout/cmd/internal/season"
	"kickabout/engine"
	"kickabout/engine/games"
)

var update = flag.Bool("update", false, "write the sections of the season scripts anew")

// TestSeasons carries out the scripts of testdata/seasons, over a real office and store.
func TestSeasons(t *testing.T) {
	files, err := filepath.Glob("../../testdata/seasons/*.txtar")
	if err != nil || len(files) == 0 {
		t.Fatalf("there are no scripts: %v", err)
	}
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".txtar"), func(t *testing.T) {
			t.Parallel()
			data, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			came, err := season.ParseScript(data).Run(t.Context(), season.Options{
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

// TestYears plays a short time by chance, with kills, and finds nothing against the rules.
func TestYears(t *testing.T) {
	game, err := games.ByID("streetsoccer")
	if err != nil {
		t.Fatal(err)
	}
	report, err := season.Years{
		Players: 12, Until: scriptStart.AddDate(0, 7, 0), Absent: 0.1, Rules: "streetsoccer/lg", Step: 24 * time.Hour, Kills: 20,
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
