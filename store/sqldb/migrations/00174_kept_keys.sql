-- +goose Up

-- 1: the key that one took the place of still counts for what was made with it; 0: it is lost, and counts for nothing any more
-- (SCHEME.md 8).
ALTER TABLE keys ADD COLUMN kept INTEGER NOT NULL DEFAULT 0 CHECK (kept IN (0, 1));
