-- +goose Up

-- Of a password only what argon2id makes of it is here (a PHC string).
CREATE TABLE accounts (
    player_id  TEXT   NOT NULL PRIMARY KEY REFERENCES players (id),
    password   TEXT   NOT NULL CHECK (password <> ''),
    created_ms BIGINT NOT NULL CHECK (created_ms > 0)
);

-- What the names of members fold to, one row for each way to read a name. The key is what
-- keeps two names apart that look alike.
CREATE TABLE names (
    key       TEXT NOT NULL PRIMARY KEY CHECK (key <> ''),
    player_id TEXT NOT NULL REFERENCES players (id)
);

CREATE INDEX names_player ON names (player_id);

-- Of a token's secret only the SHA-256 is here.
CREATE TABLE tokens (
    hash       BYTEA  NOT NULL PRIMARY KEY CHECK (length(hash) = 32),
    player_id  TEXT   NOT NULL REFERENCES players (id),
    label      TEXT   NOT NULL,
    created_ms BIGINT NOT NULL CHECK (created_ms > 0),
    used_ms    BIGINT NOT NULL
);

CREATE INDEX tokens_player ON tokens (player_id, created_ms);

ALTER TABLE sessions ADD COLUMN seen_ms BIGINT NOT NULL DEFAULT 0;
ALTER TABLE sessions ADD COLUMN browser TEXT NOT NULL DEFAULT '';
UPDATE sessions SET seen_ms = created_ms;

CREATE INDEX sessions_player ON sessions (player_id, seen_ms);
CREATE INDEX sessions_seen ON sessions (seen_ms);
