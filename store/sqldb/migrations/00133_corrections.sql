-- +goose Up

-- What a director has made of the result of an ended match, which ending, winner and scores then hold too: the log of the
-- match stays as it was played. '': it counts as played.
ALTER TABLE matches ADD COLUMN corrected TEXT NOT NULL DEFAULT '';
