package store_test

import (
	"os"
	"regexp"
	"strings"
	"testing"
)

// moment is how an outage treats a stored moment (R-TC-4).
type moment string

const (
	moved   moment = "moved"   // a deadline of players: later by the outage, and never on the first day after a long one
	elapsed moment = "elapsed" // what is reckoned from it leaves the outage out
	fixed   moment = "fixed"   // a bound or a date that stands: bans, lapses, accrual, keys, days somebody chose for themselves
	machine moment = "machine" // of the site's own machinery, which makes good what it missed
	past    moment = "past"    // says when something happened, and nothing falls due by it
)

// moments classes every stored moment, by its table and column.
var moments = map[moment]string{
	moved: `
		matches.deadline_ms offers.expires_ms tournaments.closes_ms tournaments.late_ms tournaments.starts_ms`,
	elapsed: `
		entries.entered_ms matches.created_ms matches.moved_ms players.moved_ms sanctions.appealed_ms sessions.seen_ms tournaments.began_ms tournaments.started_ms
		vacations.ends_ms`,
	fixed: `
		addresses.wanted_ms answered_challenges.ends_ms entries.qualified_ms programs.heard_ms ratings.ended_ms reach.digest_ms
		recovery_links.ends_ms rule_days.from_ms sanctions.ban_ms sanctions.ends_ms sanctions.short_ms sessions.ends_ms
		sessions.proved_ms tokens.ends_ms vacations.begins_ms`,
	machine: `
		analyses.made_ms analyses.next_ms dice_log.looked_ms facts.due_ms facts.expires_ms facts.since_ms heartbeats.at_ms hooks.created_ms
		hooks.due_ms hooks.failing_ms hooks.off_ms hooks.tried_ms jobs.ended_ms jobs.expires_ms jobs.next_ms jobs.started_ms matches.due_ms
		outbox.due_ms outbox.ended_ms outbox.expires_ms outbox.since_ms reach.active_ms reach.digest_sent_ms reach.warned_ms told_once.at_ms`,
	past: `
		accounts.created_ms addresses.refused_ms addresses.stopped_ms addresses.verified_ms answers.at_ms apps.created_ms arena_games.hour_ms closed_addresses.at_ms
		arena_rounds.begun_ms arena_rounds.hour_ms audit.at_ms blocks.at_ms chapters.done_ms contributions.given_ms drills.at_ms drills.lost_ms drills.taken_ms
		drills.took_ms entries.present_ms events.at_ms feeds.created_ms feeds.used_ms formations.made_ms imported_events.changed_ms
		imported_events.imported_ms keys.born_ms keys.exported_ms keys.opened_ms lines.at_ms model_fits.fitted_ms mutes.at_ms news.at_ms news.read_ms
		notices.at_ms offers.created_ms opened_keys.opened_ms passkeys.made_ms passkeys.used_ms players.created_ms programs.closed_ms programs.created_ms
		puzzle_tries.began_ms puzzle_tries.shown_ms puzzle_tries.solved_ms puzzles.made_ms quarantine.found_ms ratings.after_last_ms
		ratings.before_last_ms recovery_codes.made_ms recovery_codes.used_ms recovery_links.made_ms refunds.at_ms reports.at_ms reports.decided_ms
		reports.taken_ms request_reports.at_ms request_reports.decided_ms request_reports.taken_ms roles.at_ms sanctions.answered_ms sanctions.at_ms sanctions.lifted_ms security_events.at_ms sessions.created_ms
		site_notices.from_ms site_notices.until_ms subscriptions.created_ms tokens.created_ms tokens.used_ms tournament_drafts.changed_ms
		tournament_events.at_ms tournaments.changed_ms tournaments.closed_ms tournaments.created_ms tournaments.ended_ms tournaments.paused_ms tournaments.told_ms
		vacation_days.at_ms vacations.asked_ms vacations.began_ms vacations.ended_ms`,
}

// TestEveryStoredMomentIsClassed fails where a new column holds a moment of which nobody has said what an outage does to it.
func TestEveryStoredMomentIsClassed(t *testing.T) { // R-TC-4
	schema, err := os.ReadFile("schema/postgres.sql")
	must(t, err)
	classes := map[string]moment{}
	for class, columns := range moments {
		for _, c := range strings.Fields(columns) {
			if classes[c] != "" {
				t.Errorf("%s is %s and %s", c, classes[c], class)
			}
			classes[c] = class
		}
	}
	column, table := regexp.MustCompile(`^\s+(\w+_ms) bigint`), ""
	for line := range strings.Lines(string(schema)) {
		if name, ok := strings.CutPrefix(line, "CREATE TABLE "); ok {
			table, _, _ = strings.Cut(name, " ")
		}
		if found := column.FindStringSubmatch(line); found != nil {
			name := table + "." + found[1]
			if classes[name] == "" {
				t.Errorf("nobody has said what an outage does to %s", name)
			}
			delete(classes, name)
		}
	}
	for name := range classes {
		t.Errorf("%s is no column", name)
	}
}
