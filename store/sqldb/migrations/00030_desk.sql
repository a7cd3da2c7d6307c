-- +goose Up

-- terms: all of them as the log has them; '': the columns say it. private, paced (its rounds
-- have a last day): 0 or 1. began_ms: the start, also of one that was called off after it;
-- 0 before. pairs: what directors have fixed about pairs, by semicolons.
ALTER TABLE tournaments ADD COLUMN terms TEXT NOT NULL DEFAULT '';
ALTER TABLE tournaments ADD COLUMN private INTEGER NOT NULL DEFAULT 0 CHECK (private IN (0, 1));
ALTER TABLE tournaments ADD COLUMN paced INTEGER NOT NULL DEFAULT 0 CHECK (paced IN (0, 1));
ALTER TABLE tournaments ADD COLUMN began_ms BIGINT NOT NULL DEFAULT 0;
ALTER TABLE tournaments ADD COLUMN paused_ms BIGINT NOT NULL DEFAULT 0;
ALTER TABLE tournaments ADD COLUMN pairs TEXT NOT NULL DEFAULT '';
UPDATE tournaments SET began_ms = started_ms;

-- present_ms: when he checked in; 0: not so far.
ALTER TABLE entries ADD COLUMN present_ms BIGINT NOT NULL DEFAULT 0;

-- Who directs a tournament, is invited to it or banned from it, in the order in which that came.
CREATE TABLE tournament_roles (
    tournament_id TEXT    NOT NULL REFERENCES tournaments (id),
    player_id     TEXT    NOT NULL REFERENCES players (id),
    role          TEXT    NOT NULL CHECK (role <> ''),
    n             INTEGER NOT NULL,
    PRIMARY KEY (tournament_id, player_id, role)
);

CREATE INDEX tournament_roles_player ON tournament_roles (player_id, role);
