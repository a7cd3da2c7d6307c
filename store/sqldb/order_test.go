package sqldb_test

import (
	"os"
	"testing"

	"github.com/pressly/goose/v3"
)

// landed are the numbers of migrations that sites may have behind them, and how many there are. Whoever adds one takes a
// higher number, and raises both when it has landed.
const (
	landed      = 149
	landedCount = 70
)

// TestMigrationsComeAfterThoseThatSitesHave finds a migration with a number below those that a site has behind it
// already: such a site would refuse to start.
func TestMigrationsComeAfterThoseThatSitesHave(t *testing.T) {
	t.Parallel()
	files, err := os.ReadDir("migrations")
	must(t, err)
	old := map[int64]bool{}
	for _, f := range files {
		version, err := goose.NumericComponent(f.Name())
		must(t, err)
		if version <= landed {
			old[version] = true
		}
	}
	if len(old) != landedCount {
		t.Errorf("%d migrations have numbers up to %d, and sites have %d: a new one takes a higher number", len(old), landed, landedCount)
	}
}
