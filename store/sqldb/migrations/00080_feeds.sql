-- +goose Up

-- Feeds of members: whoever knows the secret in the address of one reads what waits for them. Of the secret only the
-- SHA-256 is here.
CREATE TABLE feeds (
    hash       BYTEA  NOT NULL PRIMARY KEY CHECK (length(hash) = 32),
    player_id  TEXT   NOT NULL REFERENCES players (id),
    label      TEXT   NOT NULL,
    created_ms BIGINT NOT NULL CHECK (created_ms > 0),
    used_ms    BIGINT NOT NULL
);

CREATE INDEX feeds_player ON feeds (player_id, created_ms);
