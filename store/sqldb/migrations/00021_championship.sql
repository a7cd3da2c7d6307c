-- +goose Up

-- When the site last told all players of a tournament what comes; 0: never.
ALTER TABLE tournaments ADD COLUMN told_ms BIGINT NOT NULL DEFAULT 0;

-- The time control that a match follows since it was changed; '' if it never was.
ALTER TABLE matches ADD COLUMN clock TEXT NOT NULL DEFAULT '';

-- A group of a large season is read alone.
CREATE INDEX entries_group ON entries (tournament_id, group_id);
