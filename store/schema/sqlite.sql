-- What the migrations come to, written by: go test ./store -run TestSchema -update

CREATE TABLE accounts (
    player_id  TEXT   NOT NULL PRIMARY KEY REFERENCES players (id),
    password   TEXT   NOT NULL CHECK (password <> ''),
    created_ms BIGINT NOT NULL CHECK (created_ms > 0)
);

CREATE TABLE addresses (
    player_id   TEXT    NOT NULL PRIMARY KEY REFERENCES players (id),
    address     TEXT    NOT NULL DEFAULT '',
    verified_ms BIGINT  NOT NULL DEFAULT 0,
    wanted      TEXT    NOT NULL DEFAULT '',
    wanted_hash BYTEA,
    wanted_ms   BIGINT  NOT NULL DEFAULT 0,
    stopped_ms  BIGINT  NOT NULL DEFAULT 0,
    problem     TEXT    NOT NULL DEFAULT '',
    refused     INTEGER NOT NULL DEFAULT 0,
    refused_ms  BIGINT  NOT NULL DEFAULT 0,
    CONSTRAINT addresses_verified CHECK ((address = '') = (verified_ms = 0)),
    CONSTRAINT addresses_wanted CHECK ((wanted = '') = (wanted_ms = 0))
);

CREATE INDEX addresses_address ON addresses (address) WHERE address <> '';

CREATE UNIQUE INDEX addresses_wanted_hash ON addresses (wanted_hash) WHERE wanted_hash IS NOT NULL;

CREATE TABLE analyses (
    match_id   TEXT    NOT NULL PRIMARY KEY REFERENCES matches (id),
    version    INTEGER NOT NULL CHECK (version >= 0),
    tries      INTEGER NOT NULL CHECK (tries >= 0),
    next_ms    BIGINT  NOT NULL,
    problem    TEXT    NOT NULL,
    made_ms    BIGINT  NOT NULL,
    text       TEXT    NOT NULL,
    points0    INTEGER NOT NULL,
    luck0      INTEGER NOT NULL,
    cost0      INTEGER NOT NULL,
    decisions0 INTEGER NOT NULL,
    adjusted0  INTEGER NOT NULL,
    points1    INTEGER NOT NULL,
    luck1      INTEGER NOT NULL,
    cost1      INTEGER NOT NULL,
    decisions1 INTEGER NOT NULL,
    adjusted1  INTEGER NOT NULL, given0 INTEGER NOT NULL DEFAULT 0, given1 INTEGER NOT NULL DEFAULT 0,
    CONSTRAINT analyses_made CHECK ((version = 0) = (text = '') AND (version = 0) = (made_ms = 0))
);

CREATE INDEX analyses_gifts ON analyses (match_id) WHERE given0 >= 2000 OR given1 >= 2000;

CREATE INDEX analyses_worth ON analyses (match_id, version, points0, adjusted0, given0, cost0, decisions0, points1, adjusted1, given1, cost1, decisions1) WHERE version > 0;

CREATE TABLE answered_challenges (
    hash    BYTEA  NOT NULL PRIMARY KEY CHECK (length(hash) = 32),
    ends_ms BIGINT NOT NULL
);

CREATE TABLE answers (
    player_id TEXT   NOT NULL REFERENCES players (id),
    key       TEXT   NOT NULL CHECK (key <> ''),
    match_id  TEXT   NOT NULL REFERENCES matches (id),
    body      BYTEA  NOT NULL CHECK (length(body) = 32),
    at_ms     BIGINT NOT NULL CHECK (at_ms > 0),
    PRIMARY KEY (player_id, key)
);

CREATE INDEX answers_old ON answers (at_ms);

CREATE TABLE apps (
    id         TEXT   NOT NULL PRIMARY KEY,
    owner_id   TEXT   NOT NULL REFERENCES players (id),
    name       TEXT   NOT NULL,
    site       TEXT   NOT NULL,
    redirects  TEXT   NOT NULL,
    created_ms BIGINT NOT NULL CHECK (created_ms > 0)
);

CREATE INDEX apps_owner ON apps (owner_id, created_ms);

CREATE TABLE arena_games (
    match_id TEXT   NOT NULL PRIMARY KEY REFERENCES matches (id),
    hour_ms  BIGINT NOT NULL REFERENCES arena_rounds (hour_ms)
);

CREATE INDEX arena_games_hour ON arena_games (hour_ms);

CREATE TABLE arena_rounds (
    hour_ms  BIGINT NOT NULL PRIMARY KEY CHECK (hour_ms > 0),
    begun_ms BIGINT NOT NULL CHECK (begun_ms > 0)
);

CREATE TABLE audit (
    n       INTEGER NOT NULL PRIMARY KEY CHECK (n >= 1),
    at_ms   BIGINT  NOT NULL CHECK (at_ms > 0),
    by_id   TEXT    NOT NULL,
    act     TEXT    NOT NULL CHECK (act <> ''),
    subject TEXT    NOT NULL,
    reason  TEXT    NOT NULL,
    detail  TEXT    NOT NULL,
    chain   BYTEA   NOT NULL CHECK (length(chain) = 32)
);

CREATE INDEX audit_subject ON audit (subject, n);

CREATE TRIGGER audit_no_delete BEFORE DELETE ON audit BEGIN
    SELECT RAISE(ABORT, 'audit is insert-only');
END;

CREATE TRIGGER audit_no_update BEFORE UPDATE ON audit BEGIN
    SELECT RAISE(ABORT, 'audit is insert-only');
END;

CREATE TABLE blocks (
    player_id TEXT   NOT NULL REFERENCES players (id),
    other_id  TEXT   NOT NULL REFERENCES players (id),
    at_ms     BIGINT NOT NULL CHECK (at_ms > 0),
    PRIMARY KEY (player_id, other_id),
    CONSTRAINT blocks_two CHECK (player_id <> other_id)
);

CREATE INDEX blocks_other ON blocks (other_id);

CREATE TABLE certificates (
    name   TEXT NOT NULL PRIMARY KEY CHECK (name <> ''),
    sealed TEXT NOT NULL CHECK (sealed <> '')
);

CREATE TABLE chapters (
    player_id TEXT   NOT NULL REFERENCES players (id),
    game      TEXT   NOT NULL,
    chapter   TEXT   NOT NULL CHECK (chapter <> ''),
    done_ms   BIGINT NOT NULL CHECK (done_ms > 0),
    PRIMARY KEY (player_id, game, chapter)
);

CREATE TABLE closed_addresses (
    player_id TEXT   NOT NULL PRIMARY KEY REFERENCES players (id),
    hash      BYTEA  NOT NULL,
    at_ms     BIGINT NOT NULL
);

CREATE INDEX closed_addresses_hash ON closed_addresses (hash);

CREATE TABLE contribution_words (
    player_id TEXT   NOT NULL PRIMARY KEY REFERENCES players (id),
    word      TEXT   NOT NULL CHECK (length(word) <= 48),
    used      BIGINT NOT NULL CHECK (used >= 0)
);

CREATE TABLE contributions (
    player_id     TEXT   NOT NULL REFERENCES players (id),
    n             BIGINT NOT NULL CHECK (n > 0),
    value         TEXT   NOT NULL CHECK (value <> ''),
    tournament_id TEXT   CHECK (tournament_id <> ''),
    given_ms      BIGINT NOT NULL CHECK (given_ms > 0),
    PRIMARY KEY (player_id, n)
);

CREATE UNIQUE INDEX contributions_tournament ON contributions (tournament_id, player_id) WHERE tournament_id IS NOT NULL;

CREATE TABLE dice_breaks (
    n BIGINT NOT NULL PRIMARY KEY
);

CREATE TABLE dice_hashes (
    n    BIGINT NOT NULL PRIMARY KEY CHECK (n >= 0),
    hash BYTEA  NOT NULL CHECK (length(hash) = 32)
);

CREATE TABLE dice_leaves (
    n      BIGINT NOT NULL PRIMARY KEY CHECK (n >= 0),
    kind   TEXT   NOT NULL CHECK (kind <> ''),
    number BIGINT NOT NULL CHECK (number >= 0),
    gid    BYTEA  CHECK (gid IS NULL OR length(gid) = 16),
    data   BYTEA  NOT NULL
);

CREATE INDEX dice_leaves_gid ON dice_leaves (gid, n) WHERE gid IS NOT NULL;

CREATE INDEX dice_leaves_kind ON dice_leaves (kind, number, n) WHERE gid IS NULL;

CREATE TABLE dice_log (
    id        INTEGER NOT NULL PRIMARY KEY CHECK (id = 1),
    origin    TEXT    NOT NULL CHECK (origin <> ''),
    looked_ms BIGINT  NOT NULL DEFAULT 0 CHECK (looked_ms >= 0)
);

CREATE TABLE dice_logged (
    match_id TEXT    NOT NULL PRIMARY KEY REFERENCES matches (id),
    seq      INTEGER NOT NULL CHECK (seq >= 0),
    over     INTEGER NOT NULL CHECK (over IN (0, 1))
);

CREATE TABLE drills (
    at_ms    BIGINT  NOT NULL PRIMARY KEY CHECK (at_ms > 0),
    backup   TEXT    NOT NULL, -- name of its file; '' if there was none
    taken_ms BIGINT  NOT NULL, -- all that was acknowledged before is in it
    lost_ms  BIGINT  NOT NULL, -- between the backup and the newest event of the site: what would be lost
    took_ms  BIGINT  NOT NULL, -- until the restored site took a move
    bytes    BIGINT  NOT NULL, -- of the restored database
    matches  BIGINT  NOT NULL,
    events   BIGINT  NOT NULL,
    problem  TEXT    NOT NULL  -- why it failed; '' if it did not
);

CREATE TABLE entries (
    tournament_id TEXT    NOT NULL REFERENCES tournaments (id),
    player_id     TEXT    NOT NULL REFERENCES players (id),
    seq           INTEGER NOT NULL CHECK (seq >= 2),
    seed          INTEGER NOT NULL CHECK (seed >= 0),
    winner        INTEGER NOT NULL CHECK (winner IN (0, 1)), entered_ms BIGINT NOT NULL DEFAULT 0, group_id TEXT NOT NULL DEFAULT '', out_by TEXT NOT NULL DEFAULT '', qualified_ms BIGINT NOT NULL DEFAULT 0, note TEXT NOT NULL DEFAULT '', present_ms BIGINT NOT NULL DEFAULT 0, team TEXT NOT NULL DEFAULT '', board INTEGER NOT NULL DEFAULT 0 CHECK (board >= 0),
    PRIMARY KEY (tournament_id, player_id),
    UNIQUE (tournament_id, seq)
);

CREATE INDEX entries_group ON entries (tournament_id, group_id);

CREATE INDEX entries_player ON entries (player_id, tournament_id);

CREATE INDEX entries_qualified ON entries (note, qualified_ms) WHERE qualified_ms > 0;

CREATE INDEX entries_titles ON entries (tournament_id) WHERE note LIKE '%month=%' OR note LIKE '%year=%';

CREATE TABLE events (
    match_id TEXT    NOT NULL REFERENCES matches (id),
    seq      INTEGER NOT NULL CHECK (seq >= 1),
    at_ms    BIGINT  NOT NULL CHECK (at_ms > 0),
    side     INTEGER NOT NULL CHECK (side IN (0, 1, 2)),
    act      TEXT    NOT NULL CHECK (act <> ''),
    text     TEXT    NOT NULL, chain BYTEA,
    PRIMARY KEY (match_id, seq)
);

CREATE TRIGGER events_no_delete BEFORE DELETE ON events
WHEN NOT EXISTS (SELECT 1 FROM quarantine WHERE match_id = OLD.match_id AND mending = 1)
BEGIN
    SELECT RAISE(ABORT, 'events are insert-only');
END;

CREATE TRIGGER events_no_update BEFORE UPDATE ON events
WHEN NOT (OLD.chain IS NULL AND NEW.chain IS NOT NULL
        AND OLD.match_id IS NEW.match_id
        AND OLD.seq IS NEW.seq
        AND OLD.at_ms IS NEW.at_ms
        AND OLD.side IS NEW.side
        AND OLD.act IS NEW.act
        AND OLD.text IS NEW.text)
    AND NOT EXISTS (SELECT 1 FROM quarantine WHERE match_id = OLD.match_id AND mending = 1)
BEGIN
    SELECT RAISE(ABORT, 'events are insert-only');
END;

CREATE TABLE facts (
    kind       TEXT    NOT NULL CHECK (kind <> ''),
    subject    TEXT    NOT NULL CHECK (subject <> ''),
    part       TEXT    NOT NULL,
    mark       BIGINT  NOT NULL,
    since_ms   BIGINT  NOT NULL,
    due_ms     BIGINT  NOT NULL,
    tries      INTEGER NOT NULL CHECK (tries >= 0),
    holder     TEXT    NOT NULL,
    expires_ms BIGINT  NOT NULL,
    problem    TEXT    NOT NULL,
    PRIMARY KEY (kind, subject, part)
);

CREATE INDEX facts_due ON facts (due_ms);

CREATE TABLE feeds (
    hash       BYTEA  NOT NULL PRIMARY KEY CHECK (length(hash) = 32),
    player_id  TEXT   NOT NULL REFERENCES players (id),
    label      TEXT   NOT NULL,
    created_ms BIGINT NOT NULL CHECK (created_ms > 0),
    used_ms    BIGINT NOT NULL
);

CREATE INDEX feeds_player ON feeds (player_id, created_ms);

CREATE TABLE formations (
    player_id TEXT    NOT NULL REFERENCES players (id),
    game      TEXT    NOT NULL,
    name      TEXT    NOT NULL CHECK (name <> ''),
    variant   TEXT    NOT NULL,
    side      INTEGER NOT NULL CHECK (side IN (1, 2)),
    move      TEXT    NOT NULL CHECK (move <> ''),
    made_ms   BIGINT  NOT NULL CHECK (made_ms > 0),
    PRIMARY KEY (player_id, game, name)
);

CREATE TABLE heartbeats (
    id    INTEGER NOT NULL PRIMARY KEY CHECK (id = 1),
    at_ms BIGINT  NOT NULL CHECK (at_ms > 0)
);

CREATE TABLE hooks (
    id         TEXT    NOT NULL PRIMARY KEY,
    player_id  TEXT    NOT NULL REFERENCES players (id),
    scope      TEXT    NOT NULL CHECK (scope IN ('player', 'tournament', 'site')),
    subject    TEXT    NOT NULL,
    format     TEXT    NOT NULL CHECK (format IN ('json', 'discord')),
    label      TEXT    NOT NULL,
    sealed     BYTEA   NOT NULL,
    shown      TEXT    NOT NULL,
    created_ms BIGINT  NOT NULL CHECK (created_ms > 0),
    failures   INTEGER NOT NULL DEFAULT 0,
    failing_ms BIGINT  NOT NULL DEFAULT 0,
    off_ms     BIGINT  NOT NULL DEFAULT 0,
    tried_ms   BIGINT  NOT NULL DEFAULT 0,
    said       TEXT    NOT NULL DEFAULT '',
    told       BIGINT  NOT NULL DEFAULT 0,
    due_ms     BIGINT  NOT NULL DEFAULT 0
);

CREATE INDEX hooks_player ON hooks (player_id);

CREATE INDEX hooks_subject ON hooks (scope, subject, created_ms);

CREATE TABLE imported_events (
    id          TEXT    NOT NULL PRIMARY KEY,
    importer_id TEXT    NOT NULL REFERENCES players (id),
    name        TEXT    NOT NULL,
    game        TEXT    NOT NULL,
    variant     TEXT    NOT NULL,
    first_day   TEXT    NOT NULL,
    last_day    TEXT    NOT NULL,
    place       TEXT    NOT NULL,
    source      TEXT    NOT NULL,
    count       TEXT    NOT NULL,
    private     INTEGER NOT NULL CHECK (private IN (0, 1)),
    file        TEXT    NOT NULL,
    entrants    INTEGER NOT NULL,
    games       INTEGER NOT NULL,
    winners     TEXT    NOT NULL,
    imported_ms BIGINT  NOT NULL CHECK (imported_ms > 0),
    changed_ms  BIGINT  NOT NULL CHECK (changed_ms >= imported_ms)
);

CREATE INDEX imported_events_importer ON imported_events (importer_id, changed_ms);

CREATE INDEX imported_events_list ON imported_events (imported_ms, id);

CREATE TABLE imports (
    id   INTEGER NOT NULL PRIMARY KEY CHECK (id = 1),
    file BYTEA   NOT NULL CHECK (length(file) = 32),
    line BIGINT  NOT NULL CHECK (line >= 0)
);

CREATE TABLE jobs (
    name       TEXT   NOT NULL PRIMARY KEY CHECK (name <> ''),
    holder     TEXT   NOT NULL,
    epoch      BIGINT NOT NULL CHECK (epoch >= 0),
    expires_ms BIGINT NOT NULL,
    next_ms    BIGINT NOT NULL CHECK (next_ms > 0),
    started_ms BIGINT NOT NULL,
    ended_ms   BIGINT NOT NULL,
    error      TEXT   NOT NULL
);

CREATE TABLE keys (
    name        TEXT    NOT NULL CHECK (name <> ''),
    epoch       INTEGER NOT NULL CHECK (epoch >= 0),
    fingerprint TEXT    NOT NULL CHECK (fingerprint <> ''),
    born_ms     BIGINT  NOT NULL CHECK (born_ms > 0),
    reason      TEXT    NOT NULL, exported_ms BIGINT NOT NULL DEFAULT 0, kept INTEGER NOT NULL DEFAULT 0 CHECK (kept IN (0, 1)), opened_ms BIGINT NOT NULL DEFAULT 0,
    PRIMARY KEY (name, epoch)
);

CREATE TABLE lines (
    match_id  TEXT    NOT NULL REFERENCES matches (id),
    n         INTEGER NOT NULL CHECK (n >= 1),
    author_id TEXT    NOT NULL REFERENCES players (id),
    at_ms     BIGINT  NOT NULL CHECK (at_ms > 0),
    text      TEXT    NOT NULL,
    hidden    INTEGER NOT NULL DEFAULT 0 CHECK (hidden IN (0, 1)), salt BYTEA, seal BYTEA, chain BYTEA,
    PRIMARY KEY (match_id, n)
);

CREATE INDEX lines_author ON lines (author_id, at_ms);

CREATE TABLE matches (
    id            TEXT    NOT NULL PRIMARY KEY CHECK (id <> ''),
    game          TEXT    NOT NULL CHECK (game <> ''),
    variant       TEXT    NOT NULL,
    control       TEXT    NOT NULL,
    gid           BYTEA   NOT NULL UNIQUE CHECK (length(gid) = 16),
    head          BYTEA   NOT NULL CHECK (length(head) = 32),
    player0       TEXT    NOT NULL REFERENCES players (id),
    player1       TEXT    NOT NULL REFERENCES players (id),
    contribution0 BYTEA   NOT NULL CHECK (length(contribution0) <= 64),
    contribution1 BYTEA   NOT NULL CHECK (length(contribution1) <= 64),
    created_ms    BIGINT  NOT NULL CHECK (created_ms > 0),
    last_seq      INTEGER NOT NULL CHECK (last_seq >= 1),
    position      TEXT    NOT NULL,
    first_seat    INTEGER NOT NULL CHECK (first_seat IN (0, 1)),
    to_move       INTEGER NOT NULL CHECK (to_move IN (0, 1, 2)),
    score_first   INTEGER NOT NULL,
    score_second  INTEGER NOT NULL,
    deadline_ms   BIGINT  NOT NULL,
    due_ms        BIGINT  NOT NULL,
    moved_ms      BIGINT  NOT NULL CHECK (moved_ms > 0),
    ending        TEXT    NOT NULL,
    winner        INTEGER NOT NULL CHECK (winner IN (0, 1, 2)), rated INTEGER NOT NULL DEFAULT 0 CHECK (rated IN (0, 1)), tournament TEXT NOT NULL DEFAULT '', fixture TEXT NOT NULL DEFAULT '', lines INTEGER NOT NULL DEFAULT 0, counted INTEGER NOT NULL DEFAULT 0 CHECK (counted IN (0, 1)), no_vacation INTEGER NOT NULL DEFAULT 0 CHECK (no_vacation IN (0, 1)), moves_first INTEGER NOT NULL DEFAULT 0, moves_second INTEGER NOT NULL DEFAULT 0, weighed INTEGER NOT NULL DEFAULT 0 CHECK (weighed IN (0, 1)), clock TEXT NOT NULL DEFAULT '', analysed INTEGER NOT NULL DEFAULT 0 CHECK (analysed >= 0), twin TEXT NOT NULL DEFAULT '', shared_gid TEXT NOT NULL DEFAULT '' CHECK (shared_gid = '' OR (length(shared_gid) = 32 AND twin <> '')), held INTEGER NOT NULL DEFAULT 0 CHECK (held = 0 OR (held = 1 AND to_move <> 0)), close_win INTEGER NOT NULL DEFAULT 0 CHECK (close_win IN (0, 1)), epoch INTEGER NOT NULL DEFAULT 0 CHECK (epoch >= 0), scope INTEGER NOT NULL DEFAULT 0 CHECK (scope >= 0), seal BYTEA CHECK ((seal IS NULL) = (epoch = 0) AND (seal IS NULL OR length(seal) = 32)), corrected TEXT NOT NULL DEFAULT '', days_bound INTEGER NOT NULL DEFAULT 0 CHECK (days_bound IN (0, 1)), sealing INTEGER NOT NULL DEFAULT 0 CHECK (sealing = 0 OR (sealing = 1 AND twin <> '')), helps INTEGER NOT NULL DEFAULT 0 CHECK (helps IN (0, 1)), tour BYTEA CHECK (tour IS NULL OR length(tour) = 32 AND epoch > 0), runs TEXT NOT NULL DEFAULT '' CHECK (runs = '' OR epoch > 0),
    CONSTRAINT matches_over CHECK ((to_move = 0) = (ending <> '')),
    CONSTRAINT matches_deadline CHECK ((to_move = 0) = (deadline_ms = 0)),
    CONSTRAINT matches_due CHECK (due_ms = 0 OR to_move <> 0),
    CONSTRAINT matches_winner CHECK (winner = 0 OR to_move = 0)
);

CREATE INDEX matches_due ON matches (due_ms, id) WHERE due_ms > 0;

CREATE INDEX matches_finished ON matches (moved_ms, id) WHERE to_move = 0;

CREATE INDEX matches_finished0 ON matches (player0, moved_ms, id) WHERE to_move = 0;

CREATE INDEX matches_finished1 ON matches (player1, moved_ms, id) WHERE to_move = 0;

CREATE UNIQUE INDEX matches_fixture ON matches (tournament, fixture) WHERE tournament <> '';

CREATE INDEX matches_held ON matches (moved_ms, id) WHERE held = 1;

CREATE INDEX matches_overdue ON matches (deadline_ms, id) WHERE to_move <> 0;

CREATE INDEX matches_rated ON matches (player0, player1, created_ms) WHERE rated = 1 AND tournament = '';

CREATE INDEX matches_recent ON matches (tournament, moved_ms) WHERE tournament <> '' AND to_move = 0;

CREATE INDEX matches_record0 ON matches (player0, player1, ending, winner, first_seat, score_first, score_second, game) WHERE to_move = 0;

CREATE INDEX matches_record1 ON matches (player1, player0, ending, winner, first_seat, score_first, score_second, game) WHERE to_move = 0;

CREATE INDEX matches_resigned ON matches (moved_ms) WHERE rated = 1 AND ending = 'resignation';

CREATE INDEX matches_running ON matches (moved_ms, id) WHERE to_move <> 0;

CREATE INDEX matches_running0 ON matches (player0, deadline_ms, id) WHERE to_move <> 0;

CREATE INDEX matches_running1 ON matches (player1, deadline_ms, id) WHERE to_move <> 0;

CREATE INDEX matches_unanalysed ON matches (analysed, moved_ms, id) WHERE to_move = 0 AND ending <> 'void' AND ending <> 'double forfeit';

CREATE INDEX matches_uncounted ON matches (tournament, fixture) WHERE tournament <> '' AND counted = 0;

CREATE INDEX matches_unweighed ON matches (weighed, moved_ms, id) WHERE rated = 1 AND to_move = 0 AND weighed = 0;

CREATE INDEX matches_weighing ON matches (moved_ms, id) WHERE rated = 1 AND to_move = 0;

CREATE TABLE model_fits (
    game      TEXT             NOT NULL CHECK (game <> ''),
    variant   TEXT             NOT NULL,
    month     TEXT             NOT NULL CHECK (length(month) = 7),
    matches   INTEGER          NOT NULL CHECK (matches >= 0),
    rated     INTEGER          NOT NULL CHECK (rated IN (0, 1)),
    cut1      DOUBLE PRECISION NOT NULL,
    cut2      DOUBLE PRECISION NOT NULL,
    cut3      DOUBLE PRECISION NOT NULL,
    cut4      DOUBLE PRECISION NOT NULL,
    cut5      DOUBLE PRECISION NOT NULL,
    cut6      DOUBLE PRECISION NOT NULL,
    slope     DOUBLE PRECISION NOT NULL,
    log_loss  DOUBLE PRECISION NOT NULL,
    base      DOUBLE PRECISION NOT NULL,
    fitted_ms BIGINT           NOT NULL CHECK (fitted_ms > 0),
    PRIMARY KEY (game, variant, month),
    CONSTRAINT model_fits_cuts CHECK (cut1 < cut2 AND cut2 < cut3 AND cut3 < cut4 AND cut4 < cut5 AND cut5 < cut6)
);

CREATE TABLE mutes (
    reader_id TEXT   NOT NULL REFERENCES players (id),
    author_id TEXT   NOT NULL REFERENCES players (id),
    at_ms     BIGINT NOT NULL CHECK (at_ms > 0),
    PRIMARY KEY (reader_id, author_id)
);

CREATE INDEX mutes_author ON mutes (author_id);

CREATE TABLE names (
    key       TEXT NOT NULL PRIMARY KEY CHECK (key <> ''),
    player_id TEXT NOT NULL REFERENCES players (id)
);

CREATE INDEX names_player ON names (player_id);

CREATE TABLE news (
    player_id TEXT    NOT NULL REFERENCES players (id),
    topic     TEXT    NOT NULL CHECK (topic <> ''),
    n         INTEGER NOT NULL CHECK (n >= 1),
    at_ms     BIGINT  NOT NULL CHECK (at_ms > 0),
    event     TEXT    NOT NULL CHECK (event <> ''),
    subject   TEXT    NOT NULL,
    seq       INTEGER NOT NULL,
    read_n    INTEGER NOT NULL DEFAULT 0,
    read_ms   BIGINT  NOT NULL DEFAULT 0,
    PRIMARY KEY (player_id, topic)
);

CREATE INDEX news_latest ON news (player_id, at_ms);

CREATE INDEX news_old ON news (at_ms);

CREATE INDEX news_unread ON news (player_id) WHERE read_n < n;

CREATE TABLE notices (
    player_id TEXT    NOT NULL REFERENCES players (id),
    n         INTEGER NOT NULL CHECK (n >= 1),
    at_ms     BIGINT  NOT NULL CHECK (at_ms > 0),
    kind      TEXT    NOT NULL CHECK (kind <> ''),
    subject   TEXT    NOT NULL,
    seq       INTEGER NOT NULL, event TEXT NOT NULL DEFAULT '',
    PRIMARY KEY (player_id, n)
);

CREATE INDEX notices_old ON notices (at_ms);

CREATE TABLE odds_days (
    tournament_id TEXT NOT NULL REFERENCES tournaments (id),
    group_id      TEXT NOT NULL,
    player_id     TEXT NOT NULL REFERENCES players (id),
    day           TEXT NOT NULL CHECK (length(day) = 10),
    places        TEXT NOT NULL CHECK (places <> ''),
    PRIMARY KEY (tournament_id, group_id, day, player_id)
);

CREATE TABLE offer_games (
    offer_id TEXT    NOT NULL REFERENCES offers (id),
    n        INTEGER NOT NULL CHECK (n > 0),
    match_id TEXT    NOT NULL UNIQUE CHECK (match_id <> ''),
    gid      BYTEA   NOT NULL UNIQUE CHECK (length(gid) = 16),
    head     BYTEA   NOT NULL CHECK (length(head) = 32), epoch INTEGER NOT NULL DEFAULT 0 CHECK (epoch >= 0), seal BYTEA CHECK ((seal IS NULL) = (epoch = 0) AND (seal IS NULL OR length(seal) = 32)),
    PRIMARY KEY (offer_id, n)
);

CREATE TABLE offers (
    id           TEXT    NOT NULL PRIMARY KEY CHECK (id <> ''),
    author       TEXT    NOT NULL REFERENCES players (id),
    invited      TEXT    REFERENCES players (id),
    game         TEXT    NOT NULL CHECK (game <> ''),
    variant      TEXT    NOT NULL,
    control      TEXT    NOT NULL,
    rated        INTEGER NOT NULL CHECK (rated IN (0, 1)),
    kickoff      TEXT    NOT NULL CHECK (kickoff IN ('me', 'you', 'lot')),
    message      TEXT    NOT NULL,
    contribution BYTEA   NOT NULL CHECK (length(contribution) <= 64),
    gid          BYTEA   NOT NULL UNIQUE CHECK (length(gid) = 16),
    head         BYTEA   NOT NULL CHECK (length(head) = 32),
    created_ms   BIGINT  NOT NULL CHECK (created_ms > 0),
    expires_ms   BIGINT  NOT NULL CHECK (expires_ms > created_ms),
    state        TEXT    NOT NULL CHECK (state IN ('open', 'accepted', 'declined', 'withdrawn', 'expired')), legs INTEGER NOT NULL DEFAULT 1 CHECK (legs IN (1, 2)), slots INTEGER NOT NULL DEFAULT 1 CHECK (slots BETWEEN 1 AND 10), given INTEGER NOT NULL DEFAULT 0 CHECK (given >= 0 AND given <= slots), lowest INTEGER NOT NULL DEFAULT 0 CHECK (lowest >= 0), highest INTEGER NOT NULL DEFAULT 0 CHECK (highest >= 0), around INTEGER NOT NULL DEFAULT 0 CHECK (around >= 0), linked INTEGER NOT NULL DEFAULT 0 CHECK (linked IN (0, 1)), turn INTEGER NOT NULL DEFAULT 0 CHECK (turn >= 0), counters TEXT REFERENCES offers (id), answer TEXT NOT NULL DEFAULT '', duplicate INTEGER NOT NULL DEFAULT 0 CHECK (duplicate = 0 OR (duplicate = 1 AND legs = 2)), epoch INTEGER NOT NULL DEFAULT 0 CHECK (epoch >= 0), seal BYTEA CHECK ((seal IS NULL) = (epoch = 0) AND (seal IS NULL OR length(seal) = 32)), helps INTEGER NOT NULL DEFAULT 0 CHECK (helps IN (0, 1)),
    CONSTRAINT offers_two CHECK (invited IS NULL OR invited <> author),
    CONSTRAINT offers_declined CHECK (state <> 'declined' OR invited IS NOT NULL)
);

CREATE INDEX offers_author ON offers (author, created_ms) WHERE state = 'open';

CREATE UNIQUE INDEX offers_counters ON offers (counters) WHERE counters IS NOT NULL;

CREATE INDEX offers_expire ON offers (expires_ms) WHERE state = 'open';

CREATE INDEX offers_invited ON offers (invited, created_ms) WHERE state = 'open';

CREATE INDEX offers_open ON offers (created_ms, id) WHERE state = 'open';

CREATE TABLE opened_keys (
    epoch BIGINT NOT NULL PRIMARY KEY,
    key BYTEA NOT NULL,
    opened_ms BIGINT NOT NULL
);

CREATE TABLE outbox (
    key        TEXT    NOT NULL PRIMARY KEY CHECK (key <> ''),
    player_id  TEXT    NOT NULL REFERENCES players (id),
    channel    TEXT    NOT NULL CHECK (channel <> ''),
    target     TEXT    NOT NULL,
    event      TEXT    NOT NULL CHECK (event <> ''),
    joined     TEXT    NOT NULL,
    subject    TEXT    NOT NULL,
    seq        INTEGER NOT NULL,
    n          INTEGER NOT NULL,
    items      INTEGER NOT NULL CHECK (items >= 1),
    since_ms   BIGINT  NOT NULL CHECK (since_ms > 0),
    due_ms     BIGINT  NOT NULL,
    tries      INTEGER NOT NULL DEFAULT 0,
    state      TEXT    NOT NULL CHECK (state IN ('waiting', 'sending', 'sent', 'moot', 'dead')),
    holder     TEXT    NOT NULL DEFAULT '',
    expires_ms BIGINT  NOT NULL DEFAULT 0,
    problem    TEXT    NOT NULL DEFAULT '',
    ended_ms   BIGINT  NOT NULL DEFAULT 0
);

CREATE INDEX outbox_due ON outbox (due_ms, key) WHERE state IN ('waiting', 'sending');

CREATE INDEX outbox_joins ON outbox (player_id, channel, target, joined) WHERE state = 'waiting';

CREATE INDEX outbox_old ON outbox (ended_ms) WHERE ended_ms > 0;

CREATE INDEX outbox_sent ON outbox (player_id, channel, ended_ms) WHERE state = 'sent';

CREATE TABLE passkeys (
    id        BYTEA  NOT NULL PRIMARY KEY CHECK (length(id) > 0),
    player_id TEXT   NOT NULL REFERENCES players (id),
    name      TEXT   NOT NULL,
    record    TEXT   NOT NULL,
    count     BIGINT NOT NULL CHECK (count >= 0),
    made_ms   BIGINT NOT NULL CHECK (made_ms > 0),
    used_ms   BIGINT NOT NULL DEFAULT 0
);

CREATE INDEX passkeys_player ON passkeys (player_id);

CREATE TABLE players (
    id         TEXT   NOT NULL PRIMARY KEY CHECK (id <> ''),
    name       TEXT   NOT NULL CHECK (name <> ''),
    kind       TEXT   NOT NULL CHECK (kind <> ''),
    created_ms BIGINT NOT NULL CHECK (created_ms > 0)
, notices INTEGER NOT NULL DEFAULT 0, moved_ms BIGINT NOT NULL DEFAULT 0, fanned INTEGER NOT NULL DEFAULT 0);

CREATE INDEX players_closed ON players (id) WHERE kind IN ('deleted', 'expelled');

CREATE TABLE preferences (
    player_id TEXT    NOT NULL PRIMARY KEY REFERENCES players (id),
    upright   INTEGER NOT NULL CHECK (upright IN (0, 1))
);

CREATE TABLE programs (
    player_id  TEXT    NOT NULL PRIMARY KEY REFERENCES players (id),
    owner_id   TEXT    NOT NULL REFERENCES players (id),
    plays      TEXT    NOT NULL,
    site       TEXT    NOT NULL,
    arena      INTEGER NOT NULL DEFAULT 0 CHECK (arena IN (0, 1)),
    created_ms BIGINT  NOT NULL CHECK (created_ms > 0),
    heard_ms   BIGINT  NOT NULL DEFAULT 0,
    closed_ms  BIGINT  NOT NULL DEFAULT 0
);

CREATE INDEX programs_owner ON programs (owner_id, created_ms);

CREATE TABLE puzzle_passes (
    match_id TEXT    NOT NULL PRIMARY KEY REFERENCES matches (id),
    version  INTEGER NOT NULL
);

CREATE TABLE puzzle_tries (
    player_id TEXT    NOT NULL REFERENCES players (id),
    day       TEXT    NOT NULL REFERENCES puzzles (day),
    first     TEXT    NOT NULL,
    tries     INTEGER NOT NULL CHECK (tries >= 0),
    began_ms  BIGINT  NOT NULL CHECK (began_ms > 0),
    solved_ms BIGINT  NOT NULL,
    shown_ms  BIGINT  NOT NULL,
    PRIMARY KEY (player_id, day)
);

CREATE INDEX puzzle_tries_day ON puzzle_tries (day);

CREATE TABLE puzzles (
    day      TEXT    NOT NULL PRIMARY KEY CHECK (length(day) = 10),
    game     TEXT    NOT NULL,
    variant  TEXT    NOT NULL,
    position TEXT    NOT NULL,
    answer   TEXT    NOT NULL CHECK (answer <> ''),
    played   TEXT    NOT NULL,
    margin   INTEGER NOT NULL CHECK (margin >= 250),
    judge    TEXT    NOT NULL,
    version  INTEGER NOT NULL CHECK (version > 0),
    match_id TEXT    NOT NULL UNIQUE REFERENCES matches (id),
    seq      INTEGER NOT NULL,
    made_ms  BIGINT  NOT NULL CHECK (made_ms > 0)
);

CREATE TABLE quarantine (
    match_id TEXT    NOT NULL PRIMARY KEY REFERENCES matches (id),
    found_ms BIGINT  NOT NULL CHECK (found_ms > 0),
    reason   TEXT    NOT NULL CHECK (reason <> ''),
    mending  INTEGER NOT NULL DEFAULT 0 CHECK (mending IN (0, 1))
);

CREATE TABLE ratings (
    match_id          TEXT             NOT NULL REFERENCES matches (id),
    seat              INTEGER          NOT NULL CHECK (seat IN (0, 1, 2, 3)),
    player_id         TEXT             NOT NULL REFERENCES players (id),
    game              TEXT             NOT NULL CHECK (game <> ''),
    variant           TEXT             NOT NULL,
    ended_ms          BIGINT           NOT NULL CHECK (ended_ms > 0),
    why               TEXT             NOT NULL,
    late              INTEGER          NOT NULL CHECK (late IN (0, 1)),
    latest            INTEGER          NOT NULL CHECK (latest IN (0, 1)),
    before_elo        BIGINT           NOT NULL,
    before_games      INTEGER          NOT NULL,
    before_wins       INTEGER          NOT NULL,
    before_grade      INTEGER          NOT NULL,
    before_rating     DOUBLE PRECISION NOT NULL,
    before_deviation  DOUBLE PRECISION NOT NULL,
    before_volatility DOUBLE PRECISION NOT NULL,
    before_last_ms    BIGINT           NOT NULL,
    after_elo         BIGINT           NOT NULL,
    after_games       INTEGER          NOT NULL,
    after_wins        INTEGER          NOT NULL,
    after_grade       INTEGER          NOT NULL,
    after_rating      DOUBLE PRECISION NOT NULL,
    after_deviation   DOUBLE PRECISION NOT NULL,
    after_volatility  DOUBLE PRECISION NOT NULL,
    after_last_ms     BIGINT           NOT NULL, before_faced INTEGER NOT NULL DEFAULT 0, after_faced INTEGER NOT NULL DEFAULT 0,
    PRIMARY KEY (match_id, seat),
    CONSTRAINT ratings_late CHECK (late = 0 OR why = ''),
    CONSTRAINT ratings_games CHECK (after_games = before_games + CASE why WHEN '' THEN 1 ELSE 0 END),
    CONSTRAINT ratings_refund CHECK ((seat >= 2) = (why = 'refund'))
);

CREATE UNIQUE INDEX ratings_latest ON ratings (game, variant, player_id) WHERE latest = 1;

CREATE INDEX ratings_lost ON ratings (player_id, ended_ms) WHERE late = 1;

CREATE INDEX ratings_order ON ratings (ended_ms, match_id, seat);

CREATE INDEX ratings_player ON ratings (player_id, game, variant, ended_ms, match_id, seat);

CREATE INDEX ratings_pool ON ratings (game, variant, ended_ms, match_id, seat) WHERE why = '';

CREATE TABLE reach (
    player_id      TEXT    NOT NULL PRIMARY KEY REFERENCES players (id),
    zone           TEXT    NOT NULL DEFAULT '',
    hour           INTEGER NOT NULL DEFAULT 17 CHECK (hour BETWEEN 0 AND 23),
    quiet_from     INTEGER NOT NULL DEFAULT 22 CHECK (quiet_from BETWEEN 0 AND 23),
    quiet_until    INTEGER NOT NULL DEFAULT 7 CHECK (quiet_until BETWEEN 0 AND 23),
    active_ms      BIGINT  NOT NULL DEFAULT 0,
    digest_ms      BIGINT  NOT NULL DEFAULT 0,
    digest_mark    TEXT    NOT NULL DEFAULT '',
    digest_sent_ms BIGINT  NOT NULL DEFAULT 0
, after_move TEXT NOT NULL DEFAULT '' CHECK (after_move IN ('', 'next', 'mine')), warned_ms BIGINT NOT NULL DEFAULT 0);

CREATE INDEX reach_digest ON reach (digest_ms, player_id) WHERE digest_ms > 0;

CREATE TABLE reach_choices (
    player_id TEXT NOT NULL REFERENCES players (id),
    kind      TEXT NOT NULL CHECK (kind <> ''),
    channel   TEXT NOT NULL CHECK (channel <> ''),
    how       TEXT NOT NULL CHECK (how IN ('off', 'digest', 'now')),
    PRIMARY KEY (player_id, kind, channel)
);

CREATE TABLE recovery_codes (
    hash      BYTEA  NOT NULL PRIMARY KEY CHECK (length(hash) = 32),
    player_id TEXT   NOT NULL REFERENCES players (id),
    made_ms   BIGINT NOT NULL CHECK (made_ms > 0),
    used_ms   BIGINT NOT NULL DEFAULT 0
);

CREATE INDEX recovery_codes_player ON recovery_codes (player_id);

CREATE TABLE recovery_links (
    hash      BYTEA  NOT NULL PRIMARY KEY CHECK (length(hash) = 32),
    player_id TEXT   NOT NULL REFERENCES players (id),
    bound     BYTEA  NOT NULL CHECK (length(bound) = 32),
    made_ms   BIGINT NOT NULL CHECK (made_ms > 0),
    ends_ms   BIGINT NOT NULL CHECK (ends_ms > made_ms)
);

CREATE INDEX recovery_links_player ON recovery_links (player_id);

CREATE TABLE refunds (
    match_id TEXT    NOT NULL PRIMARY KEY REFERENCES matches (id),
    seat     INTEGER NOT NULL CHECK (seat IN (0, 1)),
    at_ms    BIGINT  NOT NULL CHECK (at_ms > 0),
    weighed  INTEGER NOT NULL DEFAULT 0 CHECK (weighed IN (0, 1))
);

CREATE INDEX refunds_order ON refunds (at_ms, match_id);

CREATE INDEX refunds_unweighed ON refunds (weighed, at_ms, match_id) WHERE weighed = 0;

CREATE TABLE reports (
    match_id  TEXT    NOT NULL,
    n         INTEGER NOT NULL,
    reader_id TEXT    NOT NULL REFERENCES players (id),
    at_ms     BIGINT  NOT NULL CHECK (at_ms > 0),
    reason    TEXT    NOT NULL,
    text      TEXT    NOT NULL, taken_by TEXT NOT NULL DEFAULT '', taken_ms BIGINT NOT NULL DEFAULT 0, verdict TEXT NOT NULL DEFAULT '' CHECK (verdict IN ('', 'upheld', 'dismissed')), decided_by TEXT NOT NULL DEFAULT '', decided_ms BIGINT NOT NULL DEFAULT 0, answer TEXT NOT NULL DEFAULT '',
    PRIMARY KEY (match_id, n, reader_id),
    FOREIGN KEY (match_id, n) REFERENCES lines (match_id, n)
);

CREATE INDEX reports_latest ON reports (at_ms);

CREATE INDEX reports_open ON reports (at_ms) WHERE verdict = '';

CREATE INDEX reports_reader ON reports (reader_id);

CREATE TABLE request_reports (
    tournament_id TEXT    NOT NULL REFERENCES tournaments (id),
    seq           INTEGER NOT NULL,
    reader_id     TEXT    NOT NULL REFERENCES players (id),
    at_ms         BIGINT  NOT NULL CHECK (at_ms > 0),
    reason        TEXT    NOT NULL,
    taken_by      TEXT    NOT NULL DEFAULT '',
    taken_ms      BIGINT  NOT NULL DEFAULT 0,
    verdict       TEXT    NOT NULL DEFAULT '' CHECK (verdict IN ('', 'upheld', 'dismissed')),
    decided_by    TEXT    NOT NULL DEFAULT '',
    decided_ms    BIGINT  NOT NULL DEFAULT 0,
    answer        TEXT    NOT NULL DEFAULT '',
    PRIMARY KEY (tournament_id, seq, reader_id)
);

CREATE INDEX request_reports_open ON request_reports (at_ms) WHERE verdict = '';

CREATE INDEX request_reports_reader ON request_reports (reader_id);

CREATE TABLE roles (
    player_id TEXT   NOT NULL PRIMARY KEY REFERENCES players (id),
    role      TEXT   NOT NULL CHECK (role IN ('moderator', 'admin')),
    at_ms     BIGINT NOT NULL CHECK (at_ms > 0)
);

CREATE TABLE rolls (
    match_id TEXT    NOT NULL,
    e        BIGINT  NOT NULL CHECK (e >= 1),
    label    TEXT    NOT NULL CHECK (label <> ''),
    k        INTEGER NOT NULL CHECK (k >= 0),
    sides    INTEGER NOT NULL,
    face     INTEGER NOT NULL CHECK (face BETWEEN 1 AND sides),
    seq      INTEGER NOT NULL,
    PRIMARY KEY (match_id, e, label, k),
    FOREIGN KEY (match_id, seq) REFERENCES events (match_id, seq)
);

CREATE TRIGGER rolls_no_delete BEFORE DELETE ON rolls
WHEN NOT EXISTS (SELECT 1 FROM quarantine WHERE match_id = OLD.match_id AND mending = 1)
BEGIN
    SELECT RAISE(ABORT, 'rolls are insert-only');
END;

CREATE TRIGGER rolls_no_update BEFORE UPDATE ON rolls
WHEN NOT EXISTS (SELECT 1 FROM quarantine WHERE match_id = OLD.match_id AND mending = 1)
BEGIN
    SELECT RAISE(ABORT, 'rolls are insert-only');
END;

CREATE TABLE rule_days (
    rule    TEXT   NOT NULL PRIMARY KEY CHECK (rule <> ''),
    from_ms BIGINT NOT NULL CHECK (from_ms > 0)
);

CREATE TABLE "sanctions" (
    id          TEXT   NOT NULL PRIMARY KEY,
    player_id   TEXT   NOT NULL REFERENCES players (id),
    kind        TEXT   NOT NULL CHECK (kind IN ('hide', 'warn', 'mute', 'rename', 'restrict', 'lock', 'expel', 'program', 'absence')),
    subject     TEXT   NOT NULL,
    reason      TEXT   NOT NULL CHECK (reason <> ''),
    by_id       TEXT   NOT NULL,
    at_ms       BIGINT NOT NULL CHECK (at_ms > 0),
    ends_ms     BIGINT NOT NULL DEFAULT 0,
    lifted_by   TEXT   NOT NULL DEFAULT '',
    lifted_ms   BIGINT NOT NULL DEFAULT 0,
    lifted_why  TEXT   NOT NULL DEFAULT '',
    appeal      TEXT   NOT NULL DEFAULT '',
    appealed_ms BIGINT NOT NULL DEFAULT 0,
    answer      TEXT   NOT NULL DEFAULT '',
    answered_by TEXT   NOT NULL DEFAULT '',
    answered_ms BIGINT NOT NULL DEFAULT 0,
    ban_ms      BIGINT NOT NULL DEFAULT 0 CHECK (ban_ms = 0 OR kind = 'absence'),
    short_ms    BIGINT NOT NULL DEFAULT 0 CHECK (short_ms = 0 OR kind = 'absence')
);

CREATE INDEX sanctions_appealed ON sanctions (appealed_ms) WHERE appealed_ms > 0 AND answered_ms = 0;

CREATE INDEX sanctions_player ON sanctions (player_id, at_ms);

CREATE TABLE sealed_moves (
    match_id TEXT NOT NULL PRIMARY KEY REFERENCES matches (id),
    move     TEXT NOT NULL CHECK (move <> '')
);

CREATE TABLE security_events (
    id            TEXT    NOT NULL PRIMARY KEY,
    at_ms         BIGINT  NOT NULL CHECK (at_ms > 0),
    act           TEXT    NOT NULL CHECK (act <> ''),
    failed        INTEGER NOT NULL CHECK (failed IN (0, 1)),
    player_id     TEXT    NOT NULL,
    neighbourhood TEXT    NOT NULL,
    browser       TEXT    NOT NULL,
    factor        TEXT    NOT NULL,
    request       TEXT    NOT NULL
);

CREATE INDEX security_events_at ON security_events (at_ms);

CREATE INDEX security_events_player ON security_events (player_id, at_ms);

CREATE TABLE seen (
    player_id TEXT    NOT NULL REFERENCES players (id),
    match_id  TEXT    NOT NULL REFERENCES matches (id),
    seq       INTEGER NOT NULL CHECK (seq > 0),
    PRIMARY KEY (player_id, match_id)
);

CREATE TABLE sessions (
    hash       BYTEA  NOT NULL PRIMARY KEY CHECK (length(hash) = 32),
    player_id  TEXT   NOT NULL REFERENCES players (id),
    created_ms BIGINT NOT NULL CHECK (created_ms > 0)
, seen_ms BIGINT NOT NULL DEFAULT 0, browser TEXT NOT NULL DEFAULT '', proved_ms BIGINT NOT NULL DEFAULT 0, idle_seconds BIGINT NOT NULL DEFAULT 34560000, ends_ms BIGINT NOT NULL DEFAULT 0, kept INTEGER NOT NULL DEFAULT 1 CHECK (kept IN (0, 1)));

CREATE INDEX sessions_player ON sessions (player_id, seen_ms);

CREATE INDEX sessions_seen ON sessions (seen_ms);

CREATE TABLE settings (
    key   TEXT NOT NULL PRIMARY KEY CHECK (key <> ''),
    value TEXT NOT NULL
);

CREATE TABLE site (
    id         INTEGER NOT NULL PRIMARY KEY CHECK (id = 1),
    written_by TEXT    NOT NULL,
    min_reader INTEGER NOT NULL
);

CREATE TABLE site_notices (
    kind     TEXT   NOT NULL CHECK (kind <> ''),
    from_ms  BIGINT NOT NULL CHECK (from_ms > 0),
    until_ms BIGINT NOT NULL CHECK (until_ms >= from_ms),
    PRIMARY KEY (kind, from_ms)
);

CREATE INDEX site_notices_latest ON site_notices (until_ms);

CREATE TABLE subscriptions (
    hash       BYTEA  NOT NULL PRIMARY KEY CHECK (length(hash) = 32),
    player_id  TEXT   NOT NULL REFERENCES players (id),
    session    BYTEA  NOT NULL REFERENCES sessions (hash) ON UPDATE CASCADE ON DELETE CASCADE,
    endpoint   TEXT   NOT NULL,
    p256dh     TEXT   NOT NULL,
    auth       TEXT   NOT NULL,
    created_ms BIGINT NOT NULL CHECK (created_ms > 0)
);

CREATE INDEX subscriptions_player ON subscriptions (player_id, created_ms);

CREATE INDEX subscriptions_session ON subscriptions (session);

CREATE TABLE tokens (
    hash       BYTEA  NOT NULL PRIMARY KEY CHECK (length(hash) = 32),
    player_id  TEXT   NOT NULL REFERENCES players (id),
    label      TEXT   NOT NULL,
    created_ms BIGINT NOT NULL CHECK (created_ms > 0),
    used_ms    BIGINT NOT NULL
, asleep INTEGER NOT NULL DEFAULT 0 CHECK (asleep IN (0, 1)), scopes TEXT NOT NULL DEFAULT 'read play enter organise', ends_ms BIGINT NOT NULL DEFAULT 0, kind TEXT NOT NULL DEFAULT '' CHECK (kind IN ('', 'grant', 'access', 'refresh')), app_id TEXT REFERENCES apps (id), family TEXT NOT NULL DEFAULT '', redirect TEXT NOT NULL DEFAULT '', challenge TEXT NOT NULL DEFAULT '', spent INTEGER NOT NULL DEFAULT 0);

CREATE INDEX tokens_app ON tokens (app_id) WHERE app_id IS NOT NULL;

CREATE INDEX tokens_family ON tokens (family) WHERE family <> '';

CREATE INDEX tokens_player ON tokens (player_id, created_ms);

CREATE TABLE told_once (
	key TEXT PRIMARY KEY,
	at_ms BIGINT NOT NULL
);

CREATE TABLE tournament_drafts (
    id         TEXT   NOT NULL PRIMARY KEY CHECK (id <> ''),
    player_id  TEXT   NOT NULL REFERENCES players (id),
    name       TEXT   NOT NULL,
    form       TEXT   NOT NULL,
    changed_ms BIGINT NOT NULL CHECK (changed_ms > 0)
);

CREATE INDEX tournament_drafts_player ON tournament_drafts (player_id, changed_ms);

CREATE TABLE tournament_events (
    tournament_id TEXT    NOT NULL REFERENCES tournaments (id),
    seq           INTEGER NOT NULL CHECK (seq >= 1),
    at_ms         BIGINT  NOT NULL CHECK (at_ms > 0),
    by_id         TEXT    REFERENCES players (id),
    act           TEXT    NOT NULL CHECK (act <> ''),
    player_id     TEXT    REFERENCES players (id),
    text          TEXT    NOT NULL, rule TEXT NOT NULL DEFAULT '', chain BYTEA,
    PRIMARY KEY (tournament_id, seq)
);

CREATE INDEX tournament_events_player ON tournament_events (player_id, act) WHERE player_id IS NOT NULL;

CREATE TRIGGER tournament_events_no_delete BEFORE DELETE ON tournament_events BEGIN
    SELECT RAISE(ABORT, 'tournament_events are insert-only');
END;

CREATE TRIGGER tournament_events_no_update BEFORE UPDATE ON tournament_events
WHEN NOT (OLD.chain IS NULL AND NEW.chain IS NOT NULL
        AND OLD.tournament_id IS NEW.tournament_id
        AND OLD.seq IS NEW.seq
        AND OLD.at_ms IS NEW.at_ms
        AND OLD.by_id IS NEW.by_id
        AND OLD.act IS NEW.act
        AND OLD.player_id IS NEW.player_id
        AND OLD.text IS NEW.text
        AND OLD.rule IS NEW.rule)
BEGIN
    SELECT RAISE(ABORT, 'tournament_events are insert-only');
END;

CREATE TABLE tournament_roles (
    tournament_id TEXT    NOT NULL REFERENCES tournaments (id),
    player_id     TEXT    NOT NULL REFERENCES players (id),
    role          TEXT    NOT NULL CHECK (role <> ''),
    n             INTEGER NOT NULL,
    PRIMARY KEY (tournament_id, player_id, role)
);

CREATE INDEX tournament_roles_player ON tournament_roles (player_id, role);

CREATE TABLE tournament_words (
    tournament_id TEXT NOT NULL PRIMARY KEY REFERENCES tournaments (id),
    hash          TEXT NOT NULL CHECK (hash <> '')
);

CREATE TABLE tournaments (
    id           TEXT    NOT NULL PRIMARY KEY CHECK (id <> ''),
    gid          BYTEA   NOT NULL UNIQUE CHECK (length(gid) = 16),
    head         BYTEA   NOT NULL CHECK (length(head) = 32),
    name         TEXT    NOT NULL CHECK (name <> ''),
    format       TEXT    NOT NULL CHECK (format <> ''),
    game         TEXT    NOT NULL CHECK (game <> ''),
    variant      TEXT    NOT NULL,
    control      TEXT    NOT NULL,
    places       INTEGER NOT NULL CHECK (places >= 2),
    cycles       INTEGER NOT NULL CHECK (cycles >= 1),
    when_full    INTEGER NOT NULL CHECK (when_full IN (0, 1)),
    organiser_id TEXT    NOT NULL REFERENCES players (id),
    created_ms   BIGINT  NOT NULL CHECK (created_ms > 0),
    state        TEXT    NOT NULL CHECK (state <> ''),
    started_ms   BIGINT  NOT NULL,
    ended_ms     BIGINT  NOT NULL,
    last_seq     INTEGER NOT NULL CHECK (last_seq >= 1), competition TEXT NOT NULL DEFAULT '', edition TEXT NOT NULL DEFAULT '', rolling INTEGER NOT NULL DEFAULT 0 CHECK (rolling IN (0, 1)), no_vacation INTEGER NOT NULL DEFAULT 0 CHECK (no_vacation IN (0, 1)), profile TEXT NOT NULL DEFAULT '', closes_ms BIGINT NOT NULL DEFAULT 0, starts_ms BIGINT NOT NULL DEFAULT 0, late_ms BIGINT NOT NULL DEFAULT 0, changed_ms BIGINT NOT NULL DEFAULT 0, told_ms BIGINT NOT NULL DEFAULT 0, terms TEXT NOT NULL DEFAULT '', private INTEGER NOT NULL DEFAULT 0 CHECK (private IN (0, 1)), paced INTEGER NOT NULL DEFAULT 0 CHECK (paced IN (0, 1)), began_ms BIGINT NOT NULL DEFAULT 0, paused_ms BIGINT NOT NULL DEFAULT 0, pairs TEXT NOT NULL DEFAULT '', teams TEXT NOT NULL DEFAULT '', rests TEXT NOT NULL DEFAULT '', serial INTEGER NOT NULL DEFAULT 0 CHECK (serial >= 0), epoch INTEGER NOT NULL DEFAULT 0 CHECK (epoch >= 0), seal BYTEA CHECK ((seal IS NULL) = (epoch = 0) AND (seal IS NULL OR length(seal) = 32)), tour BYTEA CHECK (tour IS NULL OR length(tour) = 32), closed_ms BIGINT NOT NULL DEFAULT 0 CHECK (closed_ms >= 0), valued INTEGER NOT NULL DEFAULT 0 CHECK (valued IN (0, 1)), drawing TEXT NOT NULL DEFAULT '',
    CONSTRAINT tournaments_ended CHECK ((state IN ('finished', 'cancelled')) = (ended_ms > 0)),
    CONSTRAINT tournaments_started CHECK ((state IN ('running', 'finished')) = (started_ms > 0))
);

CREATE INDEX tournaments_closed ON tournaments (closed_ms) WHERE closed_ms > 0;

CREATE UNIQUE INDEX tournaments_edition ON tournaments (competition, edition) WHERE competition <> '';

CREATE INDEX tournaments_ended ON tournaments (competition, ended_ms) WHERE competition <> '';

CREATE INDEX tournaments_format ON tournaments (format, edition) WHERE competition <> '';

CREATE INDEX tournaments_organiser ON tournaments (organiser_id, state);

CREATE INDEX tournaments_over ON tournaments (ended_ms, id) WHERE competition <> '';

CREATE INDEX tournaments_paused ON tournaments (id) WHERE paused_ms > 0;

CREATE INDEX tournaments_private ON tournaments (id) WHERE private = 1;

CREATE UNIQUE INDEX tournaments_serial ON tournaments (serial) WHERE serial > 0;

CREATE INDEX tournaments_state ON tournaments (state, ended_ms, created_ms, id);

CREATE INDEX tournaments_users ON tournaments (state, ended_ms, created_ms, id) WHERE competition = '';

CREATE TABLE vacation_days (
    player_id TEXT    NOT NULL REFERENCES players (id),
    n         INTEGER NOT NULL CHECK (n >= 1),
    at_ms     BIGINT  NOT NULL CHECK (at_ms > 0),
    match_id  TEXT    REFERENCES matches (id),
    vacation  INTEGER NOT NULL,
    PRIMARY KEY (player_id, n),
    CONSTRAINT vacation_days_reason CHECK ((match_id IS NULL) = (vacation > 0))
);

CREATE TABLE vacations (
    player_id TEXT    NOT NULL REFERENCES players (id),
    n         INTEGER NOT NULL CHECK (n >= 1),
    asked_ms  BIGINT  NOT NULL CHECK (asked_ms > 0),
    begins_ms BIGINT  NOT NULL CHECK (begins_ms > 0),
    ends_ms   BIGINT  NOT NULL CHECK (ends_ms >= begins_ms),
    began_ms  BIGINT  NOT NULL,
    ended_ms  BIGINT  NOT NULL,
    PRIMARY KEY (player_id, n)
);

CREATE UNIQUE INDEX vacations_open ON vacations (player_id) WHERE ended_ms = 0;

CREATE TABLE weighing (
    id    INTEGER NOT NULL PRIMARY KEY CHECK (id = 1),
    epoch BIGINT  NOT NULL
);
