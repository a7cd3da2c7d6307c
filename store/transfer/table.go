package transfer

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"gorm.io/gorm"

	"kickabout/league/archive"
	"kickabout/store/sqldb"
)

// An exportTable is a table as exports have it, or why they have it not. Each table of the schema
// has one; a test says so. Columns need none: a later one is taken along.
type exportTable struct {
	table  string
	line   string // the type of its lines; "": it is left out
	about  string // what a line is, or why it is left out
	key    string // columns that order the lines
	refs   string // columns that name other lines, each with the table of those
	secret bool   // taken out with secrets alone
	copied string // columns that follow from the others: no line has them, and the new site makes them anew

	// What anybody may take out of a tournament or of somebody's matches: the columns, and which
	// rows. "": none.
	public       string
	ofTournament string // @ids are those of the tournaments
	ofPlayer     string // @player is the player
}

// The players and matches of tournaments and of a player.
const (
	matchesOfTournaments = "SELECT id FROM matches WHERE tournament IN @ids"
	matchesOfPlayer      = "SELECT id FROM matches WHERE player0 = @player" + andKnown + " UNION SELECT id FROM matches WHERE player1 = @player" + andKnown
	playersOfTournaments = "SELECT player_id FROM entries WHERE tournament_id IN @ids UNION SELECT organiser_id FROM tournaments WHERE id IN @ids" +
		" UNION SELECT player_id FROM tournament_events WHERE tournament_id IN @ids UNION SELECT by_id FROM tournament_events WHERE tournament_id IN @ids" +
		" UNION SELECT player0 FROM matches WHERE tournament IN @ids UNION SELECT player1 FROM matches WHERE tournament IN @ids"
	playersOfPlayer = "SELECT player1 FROM matches WHERE player0 = @player" + andKnown + " UNION SELECT player0 FROM matches WHERE player1 = @player" + andKnown +
		" UNION SELECT organiser_id FROM tournaments WHERE id IN (" + tournamentsOfPlayer + ")"
	tournamentsOfPlayer = "SELECT tournament FROM matches WHERE player0 = @player" + andKnown + " UNION SELECT tournament FROM matches WHERE player1 = @player" + andKnown

	andKnown = " /* and known */" // stands for what else holds for matches that whoever reads may know of
)

// exportTables is all of them, in the order of exports: what others refer to comes before those.
func exportTables() []exportTable {
	return []exportTable{
		{
			table: "players", line: "player", key: "id", about: "Somebody who plays: a member, a guest, a program, or the site itself.", copied: "fanned",
			public: "id, name, kind, created_ms", ofTournament: "id IN (" + playersOfTournaments + ")", ofPlayer: "id = @player OR id IN (" + playersOfPlayer + ")",
		},
		{table: "names", line: "name", key: "key", refs: "player_id players", about: "A name that is taken, as names are compared."},
		{table: "accounts", line: "account", key: "player_id", refs: "player_id players", secret: true, about: "The account of a member, with the hash of the password."},
		{table: "sessions", line: "session", key: "hash", refs: "player_id players", secret: true, about: "A browser that is signed in."},
		{table: "apps", line: "app", key: "id", refs: "owner_id players", about: "A program that a member has registered, for others to allow."},
		{table: "programs", line: "bot", key: "player_id", refs: "player_id players, owner_id players", about: "A BOT account of a member."},
		{table: "tokens", line: "token", key: "hash", refs: "player_id players, app_id apps", secret: true, about: "A program that acts for a member."},
		{table: "feeds", line: "feed", key: "hash", refs: "player_id players", secret: true, about: "An address at which programs read what waits for a member."},
		{table: "hooks", line: "hook", key: "id", refs: "player_id players", secret: true, about: "An address that is told what happens; the key of the site opens it."},
		{table: "subscriptions", refs: "player_id players, session sessions", about: "Browsers subscribe again by themselves."},
		{table: "recovery_codes", line: "recovery_code", key: "hash", refs: "player_id players", secret: true, about: "A code by which a member who has lost the password gets in again."},
		{table: "passkeys", line: "passkey", key: "id", refs: "player_id players", secret: true, about: "A passkey of a member."},
		{table: "answered_challenges", about: "Each lasts five minutes."},
		{table: "security_events", line: "security_event", key: "at_ms, id", secret: true, about: "What concerned who gets in and who is kept out."},
		{table: "recovery_links", refs: "player_id players", about: "Each lasts a day at most."},
		{table: "roles", line: "site_role", key: "player_id", refs: "player_id players", about: "What a member does for the site."},
		{table: "sanctions", line: "sanction", key: "at_ms, id", refs: "player_id players", about: "A step that was taken against a member, and what became of it."},
		{table: "settings", line: "setting", key: "key", about: "What the owner of the site has settled about it."},
		{table: "audit", line: "audit", key: "n", about: "What was done for the site, by whom and why."},
		{table: "blocks", line: "block", key: "player_id, other_id", refs: "player_id players, other_id players", about: "Somebody does not want to play somebody."},
		{table: "mutes", line: "mute", key: "reader_id, author_id", refs: "reader_id players, author_id players", about: "Somebody does not want to read somebody."},
		{table: "vacations", line: "vacation", key: "player_id, n", refs: "player_id players", about: "A planned vacation."},
		{
			table: "tournaments", line: "tournament", key: "id", refs: "organiser_id players", about: "A tournament, or an edition of a competition; what it came to follows from its decisions.",
			public:       "id, gid, head, name, format, game, variant, control, places, cycles, when_full, organiser_id, created_ms, state, started_ms, ended_ms, last_seq, competition, edition, rolling, no_vacation, private, profile, closes_ms, starts_ms, late_ms, teams, serial, epoch, seal, tour, closed_ms, valued",
			ofTournament: "id IN @ids", ofPlayer: "id IN (" + tournamentsOfPlayer + ")",
		},
		{
			table: "tournament_events", line: "decision", key: "tournament_id, seq", refs: "tournament_id tournaments, by_id players, player_id players", about: "An event of a tournament: entries, draws, rulings.", copied: "rule chain",
			public: "tournament_id, seq, at_ms, by_id, act, player_id, text", ofTournament: "tournament_id IN @ids",
		},
		{
			table: "entries", line: "entry", key: "tournament_id, player_id", refs: "tournament_id tournaments, player_id players", about: "A player in a tournament.",
			public: "tournament_id, player_id, seq, seed, winner, entered_ms, group_id, out_by, qualified_ms, note, team, board", ofTournament: "tournament_id IN @ids",
		},
		{table: "tournament_roles", line: "role", key: "tournament_id, player_id, role", refs: "tournament_id tournaments, player_id players", about: "Who directs a tournament, is invited to it or banned from it."},
		{table: "tournament_words", line: "word", key: "tournament_id", refs: "tournament_id tournaments", secret: true, about: "The hash of the word that opens a tournament."},
		{table: "imported_events", line: "imported_event", key: "id", refs: "importer_id players", about: "A tournament that was played elsewhere, as a member has brought it; what it came to follows from its file."},
		{table: "tournament_drafts", line: "draft", key: "id", refs: "player_id players", about: "A form for a tournament that is not sent yet."},
		{
			table: "matches", line: archive.MatchType, key: "id", refs: "player0 players, player1 players, tournament tournaments", about: "A match with its record and the proof of its dice.",
			public: "id, game, variant, control, gid, head, player0, player1, contribution0, contribution1, created_ms, last_seq, position, first_seat, to_move, score_first, score_second, deadline_ms, moved_ms, ending, winner, rated, tournament, fixture, counted, no_vacation, days_bound, close_win, moves_first, moves_second, clock, twin, sealing, shared_gid, held, epoch, scope, seal, corrected, helps, tour, runs",
			// Who seeks a match of two players needs each seat's own index.
			ofTournament: "tournament IN @ids", ofPlayer: "id IN (" + matchesOfPlayer + ")",
		},
		{table: "events", about: "Records of matches hold them."},
		{table: "sealed_moves", line: "sealed_move", key: "match_id", refs: "match_id matches", secret: true, about: "The move of a match of a pair that is in and not shown yet."},
		{table: "quarantine", refs: "match_id matches", about: "Lines of the type damaged stand for the matches in it."},
		{table: "rolls", about: "Records of matches hold them."},
		{
			table: "ratings", line: "rating", key: "match_id, seat", refs: "match_id matches, player_id players", about: "What a match did to the rating of a player.",
			public:       "match_id, seat, player_id, game, variant, ended_ms, why, late, latest, before_elo, before_games, before_wins, before_grade, before_rating, before_deviation, before_volatility, before_last_ms, before_faced, after_elo, after_games, after_wins, after_grade, after_rating, after_deviation, after_volatility, after_last_ms, after_faced",
			ofTournament: "match_id IN (" + matchesOfTournaments + ")", ofPlayer: "match_id IN (" + matchesOfPlayer + ")",
		},
		{table: "arena_rounds", line: "arena_round", key: "hour_ms", about: "An hour for which the arena of bots has been paired."},
		{table: "arena_games", line: "arena_game", key: "match_id", refs: "match_id matches, hour_ms arena_rounds", about: "A match of the arena of bots."},
		{table: "rule_days", line: "rule_day", key: "rule", about: "From when on a rule holds that was announced while there were matches already."},
		{
			table: "refunds", line: "refund", key: "match_id", refs: "match_id matches", about: "What a player lost to somebody who was expelled later is given back to him.",
			public: "match_id, seat, at_ms, weighed", ofTournament: "match_id IN (" + matchesOfTournaments + ")", ofPlayer: "match_id IN (" + matchesOfPlayer + ")",
		},
		{
			table: "analyses", line: "analysis", key: "match_id", refs: "match_id matches", about: "What a match was worth. It follows from the record, but to find it again takes about a second of a processor for each match.",
			public:       "match_id, version, made_ms, text, points0, luck0, cost0, decisions0, adjusted0, points1, luck1, cost1, decisions1, adjusted1, given0, given1",
			ofTournament: "match_id IN (" + matchesOfTournaments + ")", ofPlayer: "match_id IN (" + matchesOfPlayer + ")",
		},
		{table: "puzzles", line: "puzzle", key: "day", refs: "match_id matches", about: "The puzzle of a day: a decision of a finished match of which one move alone was right."},
		{table: "puzzle_tries", line: "puzzle_try", key: "player_id, day", refs: "player_id players, day puzzles", about: "How far a member has come with a puzzle."},
		{table: "contributions", line: "contribution", key: "player_id, n", refs: "player_id players", secret: true, about: "What a player gives to the dice of games that begin without them."},
		{table: "contribution_words", line: "contribution_word", key: "player_id", refs: "player_id players", secret: true, about: "The word from which follows what a player gives when none of that waits."},
		{table: "chapters", line: "chapter", key: "player_id, game, chapter", refs: "player_id players", about: "A chapter of a game's course that a member has done."},
		{table: "formations", line: "formation", key: "player_id, game, name", refs: "player_id players", about: "A set-up that a member has saved under a name."},
		{table: "puzzle_passes", refs: "match_id matches", about: "They say which matches give no puzzle; the new site looks through them itself."},
		{table: "odds_days", line: "odds_day", key: "tournament_id, group_id, day, player_id", refs: "tournament_id tournaments, player_id players", about: "How a group would probably end for a player, as it stood on a day."},
		{table: "seen", line: "seen", key: "player_id, match_id", refs: "player_id players, match_id matches", about: "How far a player has been shown a match: up to this event."},
		{table: "preferences", line: "preference", key: "player_id", refs: "player_id players", about: "How a player wants pages to be."},
		{table: "model_fits", line: "model_fit", key: "game, variant, month", about: "A model of results, fitted to the matches before a month."},
		{table: "lines", line: "line", key: "match_id, n", refs: "match_id matches, author_id players", about: "A line of the chat of a match.", copied: "salt seal chain"},
		{table: "reports", line: "report", key: "match_id, n, reader_id", refs: "reader_id players", about: "A line of a chat that somebody reported, as it was then."},
		{table: "request_reports", line: "request_report", key: "tournament_id, seq, reader_id", refs: "tournament_id tournaments, reader_id players", about: "A request for a ruling that somebody reported."},
		{table: "vacation_days", line: "vacation_day", key: "player_id, n", refs: "player_id players, match_id matches", about: "A change of somebody's days of vacation."},
		{table: "offers", line: "offer", key: "created_ms, id", refs: "author players, invited players, counters offers", about: "A match that somebody offers or offered, in the order in which that was done: it may answer another one."},
		{table: "offer_games", line: "offer_game", key: "offer_id, n", refs: "offer_id offers", about: "A match that an offer has reserved."},
		{table: "notices", line: "notice", key: "player_id, n", refs: "player_id players", about: "What somebody was told."},
		{table: "news", line: "news", key: "player_id, topic", refs: "player_id players", about: "What is new to somebody, and how much of it they have read."},
		{table: "outbox", refs: "player_id players", about: "It says what is to be sent, which the old site does."},
		{table: "addresses", line: "address", key: "player_id", refs: "player_id players", secret: true, about: "Where somebody gets mail."},
		{table: "closed_addresses", line: "closed_address", key: "player_id", refs: "player_id players", secret: true, about: "The mail address of an account that the site has closed, as a hash under its key."},
		{table: "reach", line: "hours", key: "player_id", refs: "player_id players", about: "At which hours somebody wants to be told."},
		{table: "reach_choices", line: "choice", key: "player_id, kind, channel", refs: "player_id players", about: "How somebody wants to be told of a kind of news."},
		{table: "site_notices", line: "site_notice", key: "kind, from_ms", about: "What everybody was told."},
		{table: "answers", line: "answer", key: "player_id, key", refs: "player_id players, match_id matches", about: "A request that was carried out, so that it is not carried out twice."},
		{table: "heartbeats", line: "heartbeat", key: "id", about: "When the site was last awake: the time since then is given back to the players."},
		{table: "jobs", about: "They say what the servers of one site are doing at the moment."},
		{table: "facts", about: "They say what is still to be looked after, which the jobs of the new site find by themselves."},
		{table: "told_once", about: "It says which games that stand still and which ends of rounds directors have been told of; the new site tells them once more."},
		{table: "weighing", about: "It counts the writes to one database."},
		{table: "imports", about: "It is about the database itself."},
		{table: "site", about: "It says which program wrote the database."},
		{table: "dice_log", about: "The log is of its site; the new one keeps its own."},
		{table: "dice_leaves", about: "They are of the site whose log they are in."},
		{table: "dice_hashes", about: "They follow from the leaves."},
		{table: "dice_logged", refs: "match_id matches", about: "It is of the site whose log it is about."},
		{table: "keys", about: "They are about the files with keys beside the database; the new site records its own."},
		{table: "opened_keys", line: "opened_key", key: "epoch", about: "A key of the dice that was shown to everybody, so that it deals no more."},
		{table: "dice_breaks", line: "dice_break", key: "n", about: "That the dice of running games were made anew: how often by then."},
		{table: "certificates", about: "They are for the servers of one site; the new site gets its own."},
		{table: "drills", about: "They are about backups, which the new site makes itself."},
	}
}

// columnsOf lists the columns of a table in their order: names, types, and which may be null.
func columnsOf(db *gorm.DB, table string) (columns []archive.Column, err error) {
	query := `SELECT name, type AS kind, CASE WHEN "notnull" = 1 THEN 0 ELSE 1 END AS nullable FROM pragma_table_info(?) ORDER BY cid`
	if db.Name() == "postgres" {
		query = `SELECT column_name AS name, data_type AS kind, CASE is_nullable WHEN 'YES' THEN 1 ELSE 0 END AS nullable
			FROM information_schema.columns WHERE table_schema = current_schema() AND table_name = ? ORDER BY ordinal_position`
	}
	var rows []struct {
		Name, Kind string
		Nullable   int
	}
	if err := db.Raw(query, table).Scan(&rows).Error; err != nil {
		return nil, fmt.Errorf("reading the columns of %s: %w", table, err)
	}
	for _, r := range rows {
		columns = append(columns, archive.NewColumn(r.Name, r.Kind, r.Nullable == 1))
	}
	return columns, nil
}

// tableOf returns it as a table with its columns.
func (sh exportTable) tableOf(db *gorm.DB) (*archive.Table, error) {
	t := &archive.Table{Type: sh.line, In: sh.table, Secret: sh.secret, About: sh.about, Refs: map[string]string{}}
	var err error
	if t.Columns, err = columnsOf(db, sh.table); err != nil {
		return nil, err
	}
	t.Columns = slices.DeleteFunc(t.Columns, func(c archive.Column) bool { return slices.Contains(strings.Fields(sh.copied), c.In) })
	for _, name := range strings.Split(sh.key, ", ") {
		t.Key = append(t.Key, archive.NewColumn(name, "", false).Name)
	}
	for _, ref := range strings.FieldsFunc(sh.refs, func(r rune) bool { return r == ',' }) {
		column, table, _ := strings.Cut(strings.TrimSpace(ref), " ")
		for _, other := range exportTables() {
			if other.table == table {
				t.Refs[column] = other.line
			}
		}
	}
	return t, nil
}

// ArchiveTables returns the tables that files of exports have, in their order.
func (s *Store) ArchiveTables(ctx context.Context) (tables []*archive.Table, err error) {
	ctx, cancel := sqldb.Bounded(ctx)
	defer cancel()
	return archiveTables(s.db.Reader(ctx))
}

func archiveTables(db *gorm.DB) (tables []*archive.Table, err error) {
	for _, sh := range exportTables() {
		if sh.line == "" {
			continue
		}
		t, err := sh.tableOf(db)
		if err != nil {
			return nil, err
		}
		tables = append(tables, t)
	}
	return tables, nil
}

// narrow leaves the columns that a list names.
func narrow(t *archive.Table, list string) *archive.Table {
	n := *t
	n.Columns = nil
	for _, name := range strings.Split(list, ", ") {
		for _, c := range t.Columns {
			if c.In == name {
				n.Columns = append(n.Columns, c)
			}
		}
	}
	return &n
}
