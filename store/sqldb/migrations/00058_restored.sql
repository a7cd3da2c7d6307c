-- +goose Up

-- Tokens that a restored backup has brought back sleep until their owners wake them: they may have been ended since.
ALTER TABLE tokens ADD COLUMN asleep INTEGER NOT NULL DEFAULT 0 CHECK (asleep IN (0, 1));
