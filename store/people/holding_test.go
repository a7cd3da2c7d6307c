package people_test

import (
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"gorm.io/gorm"

	"kickabout/store/people"
	"kickabout/store/sqldb"
)

// opened is a new file with the tables of today. Package storetest would make one faster, and the compiler would make
// every store once more for it: they are built on what is tested here.
func opened(t *testing.T) *gorm.DB {
	t.Helper()
	db, err := sqldb.Open(t.Context(), sqldb.Options{URL: filepath.Join(t.TempDir(), "kickabout.db"), Relaxed: true})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = db.Close() })
	return db.Bare(t.Context())
}

// TestEveryColumnOfAPlayerIsExportedAndErasedOrSaysWhyNot is S20: who adds a table with a
// player in it adds its line to holdings, or this fails.
func TestEveryColumnOfAPlayerIsExportedAndErasedOrSaysWhyNot(t *testing.T) {
	db := opened(t)
	var columns []string
	err := db.Raw(`
		SELECT m.name || '.' || f."from" FROM sqlite_master m, pragma_foreign_key_list(m.name) f
		WHERE m.type = 'table' AND f."table" = 'players'
		UNION
		SELECT m.name || '.' || c.name FROM sqlite_master m, pragma_table_info(m.name) c
		WHERE m.type = 'table' AND (c.name LIKE '%player%' OR c.name LIKE '%author%' OR c.name LIKE '%reader%') AND c.name <> 'min_reader' -- a program
		ORDER BY 1`).Scan(&columns).Error
	if err != nil {
		t.Fatal(err)
	}
	have := people.HoldingColumns()
	for _, column := range columns {
		if why, ok := have[column]; !ok || why == "" {
			t.Errorf("%s has no line in holdings, or one that neither shows, nor erases, nor says why", column)
		}
		delete(have, column)
	}
	for column := range have {
		t.Errorf("%s stands in holdings and not in the schema", column)
	}
	if len(columns) < 8 {
		t.Errorf("only %v were found", columns)
	}
}

// notShown says of each column of a table that the download shows rows of, and that it leaves out, why.
var notShown = map[string]string{
	"accounts.password": "a hash, which is of use to a thief alone", "sessions.hash": "likewise", "tokens.hash": "likewise", "tokens.family": "a part of secrets", "tokens.challenge": "of use for a minute", "tokens.spent": "likewise", "feeds.hash": "likewise",
	"subscriptions.hash": "likewise", "subscriptions.p256dh": "likewise", "subscriptions.auth": "likewise", "subscriptions.session": "likewise",
	"hooks.id": "what the site calls it", "hooks.sealed": "nobody but the site opens it", "hooks.failures": "how the site counts", "hooks.failing_ms": "likewise", "hooks.told": "likewise", "hooks.due_ms": "likewise",
	"security_events.id": "a number like others", "passkeys.id": "of use to the authenticator alone", "passkeys.record": "likewise", "passkeys.count": "likewise",
	"recovery_codes.hash": "likewise", "recovery_links.hash": "likewise", "recovery_links.bound": "likewise",
	"answers.body":          "what a form was answered, which its page shows",
	"closed_addresses.hash": "it says nothing but that an address is the same",
	"addresses.wanted_hash": "likewise", "addresses.refused": "how the site counts what the address refuses", "addresses.refused_ms": "likewise",
	"outbox.key": "what the site calls the letter", "outbox.target": "where it went is in the list of that channel", "outbox.joined": "how the site puts letters together",
	"outbox.holder": "which server sends it", "outbox.expires_ms": "likewise", "reach.digest_mark": "how the site tells one digest from the next",
	"lines.chain": "proves that the log is whole", "lines.salt": "likewise", "lines.seal": "likewise", "lines.hidden": "what was done about it is a sanction",
	"request_reports.taken_by": "who looks after the site answers for it as one", "request_reports.taken_ms": "likewise", "request_reports.decided_by": "likewise",
	"reports.text": "somebody else wrote it", "reports.taken_by": "who looks after the site answers for it as one", "reports.taken_ms": "likewise", "reports.decided_by": "likewise",
	"sanctions.by_id": "likewise", "sanctions.lifted_by": "likewise", "sanctions.answered_by": "likewise",
	"imported_events.entrants": "it follows from the file", "imported_events.games": "likewise", "imported_events.winners": "likewise",
	"tournament_roles.n": "the number of the event in a log that the export of the tournament has",
}

// played are the tables of what was played and offered among players: exports of games and tournaments have their rows
// whole.
var played = []string{"entries", "offers", "ratings", "tournament_events", "tournaments"}

// TestEveryColumnIsInTheDownloadOrSaysWhyNot: who adds a column to a row that is a player's own shows it to them, or
// says here why not.
func TestEveryColumnIsInTheDownloadOrSaysWhyNot(t *testing.T) {
	db := opened(t)
	why := map[string]string{}
	for _, h := range people.Holdings() {
		if h.Show == "" || slices.Contains(played, h.Table) {
			continue
		}
		var columns []string
		if err := db.Raw("SELECT name FROM pragma_table_info(?)", h.Table).Scan(&columns).Error; err != nil {
			t.Fatal(err)
		}
		shown := strings.Split(h.Show, ", ")
		for _, c := range columns {
			if c != h.Column && !slices.Contains(shown, c) {
				why[h.Table+"."+c] = ""
			}
		}
	}
	for column := range why {
		if notShown[column] == "" {
			t.Errorf("%s is not in the download, and nothing says why", column)
		}
	}
	for column := range notShown {
		if _, left := why[column]; !left {
			t.Errorf("%s says why it is not in the download, and it is, or is no column", column)
		}
	}
}
