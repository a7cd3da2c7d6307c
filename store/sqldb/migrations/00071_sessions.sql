-- +goose Up

-- How long a session lasts: idle_seconds without a visit, and ends_ms at most; 0: it has no end of its own. kept: the browser
-- keeps it when it is closed.
ALTER TABLE sessions ADD COLUMN idle_seconds BIGINT NOT NULL DEFAULT 34560000;
ALTER TABLE sessions ADD COLUMN ends_ms BIGINT NOT NULL DEFAULT 0;
ALTER TABLE sessions ADD COLUMN kept INTEGER NOT NULL DEFAULT 1 CHECK (kept IN (0, 1));

-- Members 60 days and 365, those who look after the site 12 hours and 7 days; guests stay as they are.
UPDATE sessions SET idle_seconds = 5184000, ends_ms = created_ms + 31536000000
    WHERE player_id IN (SELECT id FROM players WHERE kind = 'member');
UPDATE sessions SET idle_seconds = 43200, ends_ms = created_ms + 604800000 WHERE player_id IN (SELECT player_id FROM roles);
