-- +goose Up

-- When the site was last known to run: one row.
CREATE TABLE heartbeats (
    id    INTEGER NOT NULL PRIMARY KEY CHECK (id = 1),
    at_ms BIGINT  NOT NULL CHECK (at_ms > 0)
);

-- What the site tells everybody. kind 'outage': it was away from from_ms until until_ms,
-- and all clocks were moved by as much.
CREATE TABLE site_notices (
    kind     TEXT   NOT NULL CHECK (kind <> ''),
    from_ms  BIGINT NOT NULL CHECK (from_ms > 0),
    until_ms BIGINT NOT NULL CHECK (until_ms >= from_ms),
    PRIMARY KEY (kind, from_ms)
);

CREATE INDEX site_notices_latest ON site_notices (until_ms);

-- Planned vacations. began_ms, ended_ms: when its matches were told; 0: not yet.
CREATE TABLE vacations (
    player_id TEXT    NOT NULL REFERENCES players (id),
    n         INTEGER NOT NULL CHECK (n >= 1),
    asked_ms  BIGINT  NOT NULL CHECK (asked_ms > 0),
    begins_ms BIGINT  NOT NULL CHECK (begins_ms > 0),
    ends_ms   BIGINT  NOT NULL CHECK (ends_ms >= begins_ms),
    began_ms  BIGINT  NOT NULL,
    ended_ms  BIGINT  NOT NULL,
    PRIMARY KEY (player_id, n)
);

CREATE UNIQUE INDEX vacations_open ON vacations (player_id) WHERE ended_ms = 0;

-- Days of vacation that were used. match_id: the match whose time had run out; NULL: a
-- day of the planned vacation of that number, which is else 0.
CREATE TABLE vacation_days (
    player_id TEXT    NOT NULL REFERENCES players (id),
    n         INTEGER NOT NULL CHECK (n >= 1),
    at_ms     BIGINT  NOT NULL CHECK (at_ms > 0),
    match_id  TEXT    REFERENCES matches (id),
    vacation  INTEGER NOT NULL,
    PRIMARY KEY (player_id, n),
    CONSTRAINT vacation_days_reason CHECK ((match_id IS NULL) = (vacation > 0))
);

ALTER TABLE matches ADD COLUMN no_vacation INTEGER NOT NULL DEFAULT 0 CHECK (no_vacation IN (0, 1));
