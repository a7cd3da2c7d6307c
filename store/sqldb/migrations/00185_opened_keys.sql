-- +goose Up

-- When the key was opened in the log of the dice (SCHEME.md 8): from then on everybody has it, and it deals no more; 0: it is closed.
ALTER TABLE keys ADD COLUMN opened_ms BIGINT NOT NULL DEFAULT 0;
