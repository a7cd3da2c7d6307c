-- +goose Up

-- A program that played without the mark is a step of its own (R-BO-5): as 'expel', and the name ends in BOT. subject: the
-- name before it.
CREATE TABLE sanctions_next (
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
INSERT INTO sanctions_next (id, player_id, kind, subject, reason, by_id, at_ms, ends_ms, lifted_by, lifted_ms, lifted_why, appeal, appealed_ms, answer, answered_by, answered_ms, ban_ms, short_ms)
    SELECT id, player_id, kind, subject, reason, by_id, at_ms, ends_ms, lifted_by, lifted_ms, lifted_why, appeal, appealed_ms, answer, answered_by, answered_ms, ban_ms, short_ms FROM sanctions;
DROP TABLE sanctions;
ALTER TABLE sanctions_next RENAME TO sanctions;
CREATE INDEX sanctions_player ON sanctions (player_id, at_ms);
CREATE INDEX sanctions_appealed ON sanctions (appealed_ms) WHERE appealed_ms > 0 AND answered_ms = 0;
