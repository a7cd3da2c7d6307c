-- +goose Up

-- The number of the last line of the chat beside a match. Raising it locks the match's row
-- until the commit, so that numbers are committed in their order.
ALTER TABLE matches ADD COLUMN lines INTEGER NOT NULL DEFAULT 0;

-- hidden: 1 if the operator took the line away. Of a deleted author the text is ''.
CREATE TABLE lines (
    match_id  TEXT    NOT NULL REFERENCES matches (id),
    n         INTEGER NOT NULL CHECK (n >= 1),
    author_id TEXT    NOT NULL REFERENCES players (id),
    at_ms     BIGINT  NOT NULL CHECK (at_ms > 0),
    text      TEXT    NOT NULL,
    hidden    INTEGER NOT NULL DEFAULT 0 CHECK (hidden IN (0, 1)),
    PRIMARY KEY (match_id, n)
);

CREATE INDEX lines_author ON lines (author_id, at_ms);

-- Who does not want to read whose lines.
CREATE TABLE mutes (
    reader_id TEXT   NOT NULL REFERENCES players (id),
    author_id TEXT   NOT NULL REFERENCES players (id),
    at_ms     BIGINT NOT NULL CHECK (at_ms > 0),
    PRIMARY KEY (reader_id, author_id)
);

CREATE INDEX mutes_author ON mutes (author_id);

-- What a reader found wrong with a line, and the line as it was then.
CREATE TABLE reports (
    match_id  TEXT    NOT NULL,
    n         INTEGER NOT NULL,
    reader_id TEXT    NOT NULL REFERENCES players (id),
    at_ms     BIGINT  NOT NULL CHECK (at_ms > 0),
    reason    TEXT    NOT NULL,
    text      TEXT    NOT NULL,
    PRIMARY KEY (match_id, n, reader_id),
    FOREIGN KEY (match_id, n) REFERENCES lines (match_id, n)
);

CREATE INDEX reports_reader ON reports (reader_id);
CREATE INDEX reports_latest ON reports (at_ms);

-- A player's record is counted from these alone.
CREATE INDEX matches_record0 ON matches (player0, player1, ending, winner, first_seat, score_first, score_second) WHERE to_move = 0;
CREATE INDEX matches_record1 ON matches (player1, player0, ending, winner, first_seat, score_first, score_second) WHERE to_move = 0;
