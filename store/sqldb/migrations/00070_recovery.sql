-- +goose Up

-- Codes by which a member who has lost the password gets in again, each once. hash: the SHA-256 of a code, which has
-- 125 random bits. used_ms: 0 while it is not.
CREATE TABLE recovery_codes (
    hash      BYTEA  NOT NULL PRIMARY KEY CHECK (length(hash) = 32),
    player_id TEXT   NOT NULL REFERENCES players (id),
    made_ms   BIGINT NOT NULL CHECK (made_ms > 0),
    used_ms   BIGINT NOT NULL DEFAULT 0
);
CREATE INDEX recovery_codes_player ON recovery_codes (player_id);

-- Links that do the same, each once and for a while. hash: the SHA-256 of what is secret in it. bound: the SHA-256 of
-- what the account was kept by when it was made; once that is something else, the link is void.
CREATE TABLE recovery_links (
    hash      BYTEA  NOT NULL PRIMARY KEY CHECK (length(hash) = 32),
    player_id TEXT   NOT NULL REFERENCES players (id),
    bound     BYTEA  NOT NULL CHECK (length(bound) = 32),
    made_ms   BIGINT NOT NULL CHECK (made_ms > 0),
    ends_ms   BIGINT NOT NULL CHECK (ends_ms > made_ms)
);
CREATE INDEX recovery_links_player ON recovery_links (player_id);
