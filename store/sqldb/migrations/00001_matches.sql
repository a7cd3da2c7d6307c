-- +goose Up

-- Times (…_ms) are milliseconds since 1970, UTC; 0: none. Sides are 0 nobody, 1 First, 2 Second.

CREATE TABLE players (
    id         TEXT   NOT NULL PRIMARY KEY CHECK (id <> ''),
    name       TEXT   NOT NULL CHECK (name <> ''),
    kind       TEXT   NOT NULL CHECK (kind <> ''),
    created_ms BIGINT NOT NULL CHECK (created_ms > 0)
);

-- Of a session's token only the SHA-256 is here.
CREATE TABLE sessions (
    hash       BYTEA  NOT NULL PRIMARY KEY CHECK (length(hash) = 32),
    player_id  TEXT   NOT NULL REFERENCES players (id),
    created_ms BIGINT NOT NULL CHECK (created_ms > 0)
);

-- The columns from last_seq on repeat what the match's events come to.
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
    winner        INTEGER NOT NULL CHECK (winner IN (0, 1, 2)),
    CONSTRAINT matches_over CHECK ((to_move = 0) = (ending <> '')),
    CONSTRAINT matches_deadline CHECK ((to_move = 0) = (deadline_ms = 0)),
    CONSTRAINT matches_due CHECK (due_ms = 0 OR to_move <> 0),
    CONSTRAINT matches_winner CHECK (winner = 0 OR to_move = 0)
);

CREATE INDEX matches_overdue ON matches (deadline_ms, id) WHERE to_move <> 0;
CREATE INDEX matches_due ON matches (due_ms, id) WHERE due_ms > 0;
CREATE INDEX matches_running ON matches (moved_ms, id) WHERE to_move <> 0;
CREATE INDEX matches_finished ON matches (moved_ms, id) WHERE to_move = 0;
CREATE INDEX matches_running0 ON matches (player0, deadline_ms, id) WHERE to_move <> 0;
CREATE INDEX matches_running1 ON matches (player1, deadline_ms, id) WHERE to_move <> 0;
CREATE INDEX matches_finished0 ON matches (player0, moved_ms, id) WHERE to_move = 0;
CREATE INDEX matches_finished1 ON matches (player1, moved_ms, id) WHERE to_move = 0;

CREATE TABLE events (
    match_id TEXT    NOT NULL REFERENCES matches (id),
    seq      INTEGER NOT NULL CHECK (seq >= 1),
    at_ms    BIGINT  NOT NULL CHECK (at_ms > 0),
    side     INTEGER NOT NULL CHECK (side IN (0, 1, 2)),
    act      TEXT    NOT NULL CHECK (act <> ''),
    text     TEXT    NOT NULL,
    PRIMARY KEY (match_id, seq)
);

-- One row for each throw; seq is its event. The key is what makes it impossible to throw again.
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

-- Requests that were carried out, by the key that their sender chose.
CREATE TABLE answers (
    player_id TEXT   NOT NULL REFERENCES players (id),
    key       TEXT   NOT NULL CHECK (key <> ''),
    match_id  TEXT   NOT NULL REFERENCES matches (id),
    body      BYTEA  NOT NULL CHECK (length(body) = 32),
    at_ms     BIGINT NOT NULL CHECK (at_ms > 0),
    PRIMARY KEY (player_id, key)
);
