-- +goose Up

-- An open seat; invited: the only player who may take it, NULL: whoever comes first. The id
-- becomes the match's.
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
    state        TEXT    NOT NULL CHECK (state IN ('open', 'accepted', 'declined', 'withdrawn', 'expired')),
    CONSTRAINT offers_two CHECK (invited IS NULL OR invited <> author),
    CONSTRAINT offers_declined CHECK (state <> 'declined' OR invited IS NOT NULL)
);

CREATE INDEX offers_open ON offers (created_ms, id) WHERE state = 'open';
CREATE INDEX offers_author ON offers (author, created_ms) WHERE state = 'open';
CREATE INDEX offers_invited ON offers (invited, created_ms) WHERE state = 'open';
CREATE INDEX offers_expire ON offers (expires_ms) WHERE state = 'open';

-- Whom a player takes no games from.
CREATE TABLE blocks (
    player_id TEXT   NOT NULL REFERENCES players (id),
    other_id  TEXT   NOT NULL REFERENCES players (id),
    at_ms     BIGINT NOT NULL CHECK (at_ms > 0),
    PRIMARY KEY (player_id, other_id),
    CONSTRAINT blocks_two CHECK (player_id <> other_id)
);

CREATE INDEX blocks_other ON blocks (other_id);

-- The rated matches of a pair are counted.
CREATE INDEX matches_rated ON matches (player0, player1, created_ms) WHERE rated = 1 AND tournament = '';
