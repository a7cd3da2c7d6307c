package ranking_test

import (
	"strings"
	"testing"

	"kickabout/store/ranking"
	"kickabout/store/storetest"
)

// A player's record is read from an index alone: a bot has very many matches.
func TestARecordIsCountedFromItsIndexAlone(t *testing.T) {
	db := storetest.OpenDB(t, storetest.SQLite(t)).Bare(t.Context())
	var plan []struct{ Detail string }
	query, arguments := ranking.TallyQuery("ann", "")
	if err := db.Raw("EXPLAIN QUERY PLAN "+query, arguments...).Scan(&plan).Error; err != nil {
		t.Fatal(err)
	}
	text := ""
	for _, line := range plan {
		text += line.Detail + "\n"
	}
	for _, index := range []string{"COVERING INDEX matches_record0", "COVERING INDEX matches_record1"} {
		if !strings.Contains(text, index) {
			t.Errorf("the plan has no %s:\n%s", index, text)
		}
	}
}
