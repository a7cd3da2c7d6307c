package people

import (
	"context"

	"gorm.io/gorm"

	"kickabout/league"
	"kickabout/store/sqldb"
)

// A Holding is a column that names a player: what of its rows a player may take with
// them, and what becomes of them when they delete their account (RELIABILITY S20). Each such
// column of the schema has a holding; a test says so.
type Holding struct {
	Table, Column string
	As            string   // the type of its lines in the download; "": as in other exports
	Show          string   // columns for the download, in its order; "": none
	Of            string   // column of a tournament that the player must know of to see the row; "": none
	erase         []string // statements with the player for their only parameter; none: the rows stay
	why           string   // nothing is shown, or the rows stay
}

// Holdings is all of them, in the order in which they are erased: what refers to
// other rows comes before those.
func Holdings() []Holding {
	return []Holding{
		{Table: "accounts", Column: "player_id", Show: "created_ms", erase: []string{"DELETE FROM accounts WHERE player_id = ?"}},
		{Table: "names", Column: "player_id", Show: "key", erase: []string{"DELETE FROM names WHERE player_id = ?"}},
		{Table: "sessions", Column: "player_id", Show: "created_ms, seen_ms, browser, proved_ms, idle_seconds, ends_ms, kept", erase: []string{"DELETE FROM sessions WHERE player_id = ?"}},
		{Table: "tokens", Column: "player_id", Show: "created_ms, used_ms, label, asleep, scopes, ends_ms, kind, app_id, redirect", erase: []string{"DELETE FROM tokens WHERE player_id = ?"}},
		{Table: "apps", Column: "owner_id", Show: "created_ms, id, name, site, redirects", erase: []string{
			"DELETE FROM tokens WHERE app_id IN (SELECT id FROM apps WHERE owner_id = ?)", "DELETE FROM apps WHERE owner_id = ?",
		}},
		{Table: "programs", Column: "owner_id", Show: "created_ms, player_id, plays, site, arena, heard_ms, closed_ms", erase: []string{
			"DELETE FROM tokens WHERE player_id IN (SELECT player_id FROM programs WHERE owner_id = ?)",
			"UPDATE programs SET plays = '', site = '', arena = 0, closed_ms = CASE WHEN closed_ms > 0 THEN closed_ms WHEN heard_ms > 0 THEN heard_ms ELSE created_ms END WHERE owner_id = ?",
		}, why: "what a bot has played stays, under its name, which is a program's; it knows its owner by the id alone"},
		{Table: "programs", Column: "player_id", why: "a BOT account is no account of its own: it is its owner's, where it is shown"},
		{Table: "recovery_codes", Column: "player_id", Show: "made_ms, used_ms", erase: []string{"DELETE FROM recovery_codes WHERE player_id = ?"}},
		{Table: "recovery_links", Column: "player_id", Show: "made_ms, ends_ms", erase: []string{"DELETE FROM recovery_links WHERE player_id = ?"}},
		{Table: "passkeys", Column: "player_id", Show: "made_ms, used_ms, name", erase: []string{"DELETE FROM passkeys WHERE player_id = ?"}},
		{Table: "security_events", Column: "player_id", As: "security", Show: "at_ms, act, failed, neighbourhood, browser, factor, request", erase: []string{"DELETE FROM security_events WHERE player_id = ?"}},
		{Table: "feeds", Column: "player_id", Show: "created_ms, used_ms, label", erase: []string{"DELETE FROM feeds WHERE player_id = ?"}},
		{Table: "hooks", Column: "player_id", Show: "created_ms, scope, subject, format, label, shown, off_ms, tried_ms, said", erase: []string{"DELETE FROM hooks WHERE player_id = ?"}},
		{Table: "subscriptions", Column: "player_id", Show: "created_ms, endpoint", erase: []string{"DELETE FROM subscriptions WHERE player_id = ?"}},
		{Table: "answers", Column: "player_id", Show: "at_ms, key, match_id", erase: []string{"DELETE FROM answers WHERE player_id = ?"}},
		{Table: "notices", Column: "player_id", Show: "at_ms, n, kind, event, subject, seq", erase: []string{"DELETE FROM notices WHERE player_id = ?"}},
		{
			Table: "offers", Column: "author", Show: "created_ms, id, game, variant, control, rated, kickoff, message, expires_ms, state, invited, legs, slots, given, lowest, highest, around, linked, helps",
			erase: []string{"UPDATE offers SET message = '' WHERE author = ?"},
		}, // an open one lapses with its author
		{
			Table: "offers", Column: "invited", As: "invitation", Show: "created_ms, id, game, variant, control, rated, message, expires_ms, state, author, answer",
			erase: []string{"UPDATE offers SET answer = '' WHERE invited = ?"}, why: "what others wrote stays theirs; an open one lapses with whom it invites",
		},
		{Table: "blocks", Column: "player_id", Show: "at_ms, other_id", erase: []string{"DELETE FROM blocks WHERE player_id = ?"}},
		{Table: "blocks", Column: "other_id", erase: []string{"DELETE FROM blocks WHERE other_id = ?"}, why: "whom others block is theirs to know"},
		{Table: "lines", Column: "author_id", Show: "at_ms, match_id, n, text", erase: []string{
			"UPDATE reports SET text = '' WHERE EXISTS (SELECT 1 FROM lines WHERE lines.match_id = reports.match_id AND lines.n = reports.n AND author_id = ?)",
			"UPDATE lines SET text = '', salt = NULL WHERE author_id = ?",
		}},
		{Table: "reports", Column: "reader_id", Show: "at_ms, match_id, n, reason, verdict, decided_ms, answer", erase: []string{"UPDATE reports SET reason = '' WHERE reader_id = ?"}},
		{Table: "request_reports", Column: "reader_id", Show: "at_ms, tournament_id, seq, reason, verdict, decided_ms, answer", erase: []string{"UPDATE request_reports SET reason = '' WHERE reader_id = ?"}},
		{Table: "mutes", Column: "reader_id", Show: "at_ms, author_id", erase: []string{"DELETE FROM mutes WHERE reader_id = ?"}},
		{Table: "mutes", Column: "author_id", erase: []string{"DELETE FROM mutes WHERE author_id = ?"}, why: "who mutes whom is theirs to know"},
		{Table: "roles", Column: "player_id", Show: "at_ms, role", erase: []string{"DELETE FROM roles WHERE player_id = ?"}},
		{
			Table: "sanctions", Column: "player_id", Show: "at_ms, id, kind, subject, reason, ends_ms, ban_ms, short_ms, lifted_ms, lifted_why, appealed_ms, appeal, answered_ms, answer",
			erase: []string{"UPDATE sanctions SET appeal = '', subject = '' WHERE player_id = ?"}, why: "what was decided stays, for whoever asks later why; it knows the player by their id alone",
		},
		{Table: "puzzle_tries", Column: "player_id", Show: "began_ms, day, first, tries, solved_ms, shown_ms", erase: []string{"DELETE FROM puzzle_tries WHERE player_id = ?"}},
		{Table: "chapters", Column: "player_id", Show: "done_ms, game, chapter", erase: []string{"DELETE FROM chapters WHERE player_id = ?"}},
		{Table: "seen", Column: "player_id", Show: "match_id, seq", erase: []string{"DELETE FROM seen WHERE player_id = ?"}},
		{Table: "preferences", Column: "player_id", Show: "upright", erase: []string{"DELETE FROM preferences WHERE player_id = ?"}},
		{Table: "contributions", Column: "player_id", Show: "given_ms, n, value, tournament_id", erase: []string{"DELETE FROM contributions WHERE player_id = ?"}},
		{Table: "contribution_words", Column: "player_id", Show: "word, used", erase: []string{"DELETE FROM contribution_words WHERE player_id = ?"}},
		{Table: "formations", Column: "player_id", Show: "made_ms, game, name, variant, side, move", erase: []string{"DELETE FROM formations WHERE player_id = ?"}},
		{Table: "news", Column: "player_id", Show: "at_ms, topic, n, event, subject, seq, read_n, read_ms", erase: []string{"DELETE FROM news WHERE player_id = ?"}},
		{
			Table: "outbox", Column: "player_id", As: "letter", Show: "since_ms, channel, event, subject, seq, n, items, due_ms, tries, state, problem, ended_ms",
			erase: []string{"DELETE FROM outbox WHERE player_id = ?"},
		},
		{Table: "addresses", Column: "player_id", Show: "address, verified_ms, wanted, wanted_ms, stopped_ms, problem", erase: []string{"DELETE FROM addresses WHERE player_id = ?"}},
		{Table: "closed_addresses", Column: "player_id", Show: "at_ms", why: "for a year it is found by it whether who was expelled comes back under another name"},
		{Table: "reach", Column: "player_id", Show: "zone, hour, quiet_from, quiet_until, active_ms, digest_ms, digest_sent_ms, after_move, warned_ms", erase: []string{"DELETE FROM reach WHERE player_id = ?"}},
		{Table: "reach_choices", Column: "player_id", Show: "kind, channel, how", erase: []string{"DELETE FROM reach_choices WHERE player_id = ?"}},
		{Table: "vacations", Column: "player_id", Show: "asked_ms, n, begins_ms, ends_ms, began_ms, ended_ms", erase: []string{"DELETE FROM vacations WHERE player_id = ?"}},
		{Table: "vacation_days", Column: "player_id", Show: "at_ms, n, match_id, vacation", erase: []string{"DELETE FROM vacation_days WHERE player_id = ?"}},
		{Table: "tournaments", Column: "organiser_id", As: "organised", Show: "created_ms, id, name, state", why: "others played in it; it knows the organiser by his id alone"},
		{Table: "entries", Column: "player_id", Show: "tournament_id, seed, winner, team, board", why: "tables stay whole; they know players by their ids alone"},
		{Table: "tournament_drafts", Column: "player_id", Show: "changed_ms, id, name, form", erase: []string{"DELETE FROM tournament_drafts WHERE player_id = ?"}},
		{
			Table: "imported_events", Column: "importer_id", Show: "imported_ms, id, name, game, variant, first_day, last_day, place, source, count, private, file, changed_ms",
			erase: []string{"DELETE FROM imported_events WHERE importer_id = ? AND private = 1"}, why: "what everybody was shown stays; it knows the importer by his id alone",
		},
		{Table: "tournament_roles", Column: "player_id", Show: "tournament_id, role", Of: "tournament_id", why: "it is what the log says, which stays"},
		{Table: "tournament_events", Column: "by_id", As: "ruling", Show: "at_ms, tournament_id, seq, act, text", why: "the log of a tournament is never changed; it knows players by their ids alone"},
		{Table: "tournament_events", Column: "player_id", why: "as entries, where it is shown"},
		{
			Table: "ratings", Column: "player_id", Show: "ended_ms, match_id, game, variant, why, after_elo, after_games, after_wins, after_grade, after_rating, after_deviation",
			why: "the ratings of others were computed from them; they know players by their ids alone",
		},
		{Table: "odds_days", Column: "player_id", why: "the odds of a group are those of all who play in it; they know players by their ids alone"},
		{Table: "matches", Column: "player0", why: "matches come with their logs, and stay so that they can be verified; they know seats, no names"},
		{Table: "matches", Column: "player1", why: "as player0"},
	}
}

// Erase deletes an account whose password was found to be right, and all that is the
// player's alone; what they played stays, under the new name. If the password is another by
// now, or the account is gone, the error is of kind league.Stale and nothing is written.
func (s *Store) Erase(ctx context.Context, a league.Account, name string, facts ...league.Fact) error {
	err := s.db.Write(ctx, func(tx *gorm.DB) error {
		if err := replacePassword(tx, a.Player.ID, a.Password, a.Password); err != nil {
			return err
		}
		for _, h := range Holdings() {
			for _, statement := range h.erase {
				if err := tx.Exec(statement, a.Player.ID).Error; err != nil {
					return err
				}
			}
		}
		if err := tx.Model(&PlayerRow{}).Where("id = ?", a.Player.ID).Updates(PlayerRow{Name: name, Kind: string(league.Deleted)}).Error; err != nil {
			return err
		}
		return s.db.Raise(tx, facts)
	})
	return sqldb.Explain(err, "erasing player %s", a.Player.ID)
}
