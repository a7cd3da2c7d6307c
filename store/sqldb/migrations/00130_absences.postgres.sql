-- +goose Up

-- An absence is a step that nobody takes: the rule has found it. ends_ms is then when it counts no more. ban_ms: until when
-- its player enters no event, 0 for a warning; short_ms: the end that somebody has set to that, 0 if nobody did.
ALTER TABLE sanctions DROP CONSTRAINT sanctions_kind_check;
ALTER TABLE sanctions ADD CONSTRAINT sanctions_kind_check CHECK (kind IN ('hide', 'warn', 'mute', 'rename', 'restrict', 'lock', 'expel', 'absence'));
ALTER TABLE sanctions ADD COLUMN ban_ms BIGINT NOT NULL DEFAULT 0 CHECK (ban_ms = 0 OR kind = 'absence');
ALTER TABLE sanctions ADD COLUMN short_ms BIGINT NOT NULL DEFAULT 0 CHECK (short_ms = 0 OR kind = 'absence');

-- One absence costs what was missed, not the season: for games that are lost on time on the fifteenth day from now or
-- later (R-TM-1).
INSERT INTO rule_days (rule, from_ms)
    SELECT 'absences', (CAST(EXTRACT(EPOCH FROM now()) AS BIGINT) / 86400 + 15) * 86400000
    WHERE EXISTS (SELECT 1 FROM matches);
