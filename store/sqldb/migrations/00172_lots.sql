-- +goose Up

-- The lot of a tournament under the scheme tbd2 (engine/dice/SCHEME.md 2 and 3): the epoch of its key and its commitment, as
-- matches have them; KT, which binds what was given when the entries were closed, and when that was; whether a public value
-- is in it. Tournaments of before have epoch 0: their lots are of tbd1.
ALTER TABLE tournaments ADD COLUMN epoch INTEGER NOT NULL DEFAULT 0 CHECK (epoch >= 0);
ALTER TABLE tournaments ADD COLUMN seal BYTEA CHECK ((seal IS NULL) = (epoch = 0) AND (seal IS NULL OR length(seal) = 32));
ALTER TABLE tournaments ADD COLUMN tour BYTEA CHECK (tour IS NULL OR length(tour) = 32);
ALTER TABLE tournaments ADD COLUMN closed_ms BIGINT NOT NULL DEFAULT 0 CHECK (closed_ms >= 0);
ALTER TABLE tournaments ADD COLUMN valued INTEGER NOT NULL DEFAULT 0 CHECK (valued IN (0, 1));
CREATE INDEX tournaments_closed ON tournaments (closed_ms) WHERE closed_ms > 0;

-- KT of the tournament, where the dice of a match hang on its public value.
ALTER TABLE matches ADD COLUMN tour BYTEA CHECK (tour IS NULL OR length(tour) = 32 AND epoch > 0);
