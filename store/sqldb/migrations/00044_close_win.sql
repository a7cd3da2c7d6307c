-- +goose Up

-- 1: a win against a side that reached all the goals that are played for but one pays 4-1.
ALTER TABLE matches ADD COLUMN close_win INTEGER NOT NULL DEFAULT 0 CHECK (close_win IN (0, 1));
