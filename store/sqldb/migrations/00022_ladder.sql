-- +goose Up

-- Matches that may still have to have an effect on a rolling tournament.
CREATE INDEX matches_uncounted ON matches (tournament, fixture) WHERE tournament <> '' AND counted = 0;
