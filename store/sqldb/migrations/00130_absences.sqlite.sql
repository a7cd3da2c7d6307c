-- +goose Up

-- An absence is a step that nobody takes: the rule has found it. ends_ms is then when it counts no more. ban_ms: until when
-- its player enters no event, 0 for a warning; short_ms: the end that somebody has set to that, 0 if nobody did.
CREATE TABLE sanctions_next (
    id          TEXT   NOT NULL PRIMARY KEY,
    player_id   TEXT   NOT NULL REFERENCES players (id),
    kind        TEXT   NOT NULL CHECK (kind IN ('hide', 'warn', 'mute', 'rename', 'restrict', 'lock', 'expel', 'absence')),
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
INSERT INTO sanctions_next (id, player_id, kind, subject, reason, by_id, at_ms, ends_ms, lifted_by, lifted_ms, lifted_why, appeal, appealed_ms, answer, answered_by, answered_ms)
    SELECT id, player_id, kind, subject, reason, by_id, at_ms, ends_ms, lifted_by, lifted_ms, lifted_why, appeal, appealed_ms, answer, answered_by, answered_ms FROM sanctions;
DROP TABLE sanctions;
ALTER TABLE sanctions_next RENAME TO sanctions;
CREATE INDEX sanctions_player ON sanctions (player_id, at_ms);
CREATE INDEX sanctions_appealed ON sanctions (appealed_ms) WHERE appealed_ms > 0 AND answered_ms = 0;

-- One absence costs what was missed, not the season: for games that are lost on time on the fifteenth day from now or
-- later (R-TM-1).
INSERT INTO rule_days (rule, from_ms)
    SELECT 'absences', (CAST(strftime('%s', 'now') AS INTEGER) / 86400 + 15) * 86400000
    WHERE EXISTS (SELECT 1 FROM matches);
