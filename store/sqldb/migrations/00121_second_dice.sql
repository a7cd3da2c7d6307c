-- +goose Up

-- What the site has fixed of dice under the scheme tbd2 (engine/dice/SCHEME.md 2), besides their head: the epoch of
-- its key, the serial number of the tournament, 0 outside tournaments, and the commitment. Epoch 0: they are of tbd1.
ALTER TABLE matches ADD COLUMN epoch INTEGER NOT NULL DEFAULT 0 CHECK (epoch >= 0);
ALTER TABLE matches ADD COLUMN scope INTEGER NOT NULL DEFAULT 0 CHECK (scope >= 0);
ALTER TABLE matches ADD COLUMN seal BYTEA CHECK ((seal IS NULL) = (epoch = 0) AND (seal IS NULL OR length(seal) = 32));
ALTER TABLE offers ADD COLUMN epoch INTEGER NOT NULL DEFAULT 0 CHECK (epoch >= 0);
ALTER TABLE offers ADD COLUMN seal BYTEA CHECK ((seal IS NULL) = (epoch = 0) AND (seal IS NULL OR length(seal) = 32));
ALTER TABLE offer_games ADD COLUMN epoch INTEGER NOT NULL DEFAULT 0 CHECK (epoch >= 0);
ALTER TABLE offer_games ADD COLUMN seal BYTEA CHECK ((seal IS NULL) = (epoch = 0) AND (seal IS NULL OR length(seal) = 32));

-- Tournaments are counted from 1 without a gap, so that none can be tried out for its dice.
ALTER TABLE tournaments ADD COLUMN serial INTEGER NOT NULL DEFAULT 0 CHECK (serial >= 0);
UPDATE tournaments SET serial = (
    SELECT COUNT(*) FROM tournaments before
    WHERE before.created_ms < tournaments.created_ms OR before.created_ms = tournaments.created_ms AND before.id <= tournaments.id
);
CREATE UNIQUE INDEX tournaments_serial ON tournaments (serial) WHERE serial > 0;
