-- +goose Up

-- The runs of the dice of a match that were made anew (engine/dice/SCHEME.md 8.1), as JSON; '' of all others. Its own columns
-- epoch, seal, head, tour and contributions are of the last run.
ALTER TABLE matches ADD COLUMN runs TEXT NOT NULL DEFAULT '' CHECK (runs = '' OR epoch > 0);
