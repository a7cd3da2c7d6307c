-- +goose Up

-- Webhooks: addresses that are told what happens to a player, in a tournament, or on the site. The address itself is
-- sealed by site.key; shown: what its owners see of it. failures: since failing_ms, one after the other. off_ms: since
-- when nothing is sent, 0 while it works. said: what came back last. Those of players are told by the outbox; of others
-- told is how far they have been told: the last event of the tournament, or the moment; due_ms: not before.
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

CREATE INDEX hooks_subject ON hooks (scope, subject, created_ms);
CREATE INDEX hooks_player ON hooks (player_id);
