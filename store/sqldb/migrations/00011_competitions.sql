-- +goose Up

-- A tournament is an edition of a competition of the site, or a user's own (''). rolling: 0 or 1.
ALTER TABLE tournaments ADD COLUMN competition TEXT NOT NULL DEFAULT '';
ALTER TABLE tournaments ADD COLUMN edition TEXT NOT NULL DEFAULT '';
ALTER TABLE tournaments ADD COLUMN rolling INTEGER NOT NULL DEFAULT 0 CHECK (rolling IN (0, 1));
ALTER TABLE tournaments ADD COLUMN no_vacation INTEGER NOT NULL DEFAULT 0 CHECK (no_vacation IN (0, 1));
ALTER TABLE tournaments ADD COLUMN profile TEXT NOT NULL DEFAULT '';
ALTER TABLE tournaments ADD COLUMN closes_ms BIGINT NOT NULL DEFAULT 0;
ALTER TABLE tournaments ADD COLUMN starts_ms BIGINT NOT NULL DEFAULT 0;
ALTER TABLE tournaments ADD COLUMN late_ms BIGINT NOT NULL DEFAULT 0;
ALTER TABLE tournaments ADD COLUMN changed_ms BIGINT NOT NULL DEFAULT 0;
UPDATE tournaments SET changed_ms = (SELECT MAX(at_ms) FROM tournament_events WHERE tournament_id = tournaments.id);

CREATE UNIQUE INDEX tournaments_edition ON tournaments (competition, edition) WHERE competition <> '';

-- Of a rolling tournament the seed is the place. out: voided or forfeited; note: the format's own.
ALTER TABLE entries ADD COLUMN entered_ms BIGINT NOT NULL DEFAULT 0;
ALTER TABLE entries ADD COLUMN group_id TEXT NOT NULL DEFAULT '';
ALTER TABLE entries ADD COLUMN out_by TEXT NOT NULL DEFAULT '';
ALTER TABLE entries ADD COLUMN qualified_ms BIGINT NOT NULL DEFAULT 0;
ALTER TABLE entries ADD COLUMN note TEXT NOT NULL DEFAULT '';
UPDATE entries SET entered_ms = (SELECT at_ms FROM tournament_events e WHERE e.tournament_id = entries.tournament_id AND e.seq = entries.seq);

-- counted: 1 once a match has had its effect on its rolling tournament.
ALTER TABLE matches ADD COLUMN counted INTEGER NOT NULL DEFAULT 0 CHECK (counted IN (0, 1));
CREATE INDEX matches_recent ON matches (tournament, moved_ms) WHERE tournament <> '' AND to_move = 0;

-- When a player last made a move, in whatever match.
ALTER TABLE players ADD COLUMN moved_ms BIGINT NOT NULL DEFAULT 0;
