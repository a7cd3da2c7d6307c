-- +goose Up

-- The passkeys of members. id: as the authenticator calls it. record: what is needed to check its answers, but for
-- count, which is how often it has answered, if it counts.
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

-- Challenges that were answered, until they would have been over: each is answered once.
CREATE TABLE answered_challenges (
    hash    BYTEA  NOT NULL PRIMARY KEY CHECK (length(hash) = 32),
    ends_ms BIGINT NOT NULL
);
