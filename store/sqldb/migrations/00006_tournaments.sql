-- +goose Up

-- All but id, gid and head repeats what the tournament's events come to. when_full: 0 or 1.
CREATE TABLE tournaments (
    id           TEXT    NOT NULL PRIMARY KEY CHECK (id <> ''),
    gid          BYTEA   NOT NULL UNIQUE CHECK (length(gid) = 16),
    head         BYTEA   NOT NULL CHECK (length(head) = 32),
    name         TEXT    NOT NULL CHECK (name <> ''),
    format       TEXT    NOT NULL CHECK (format <> ''),
    game         TEXT    NOT NULL CHECK (game <> ''),
    variant      TEXT    NOT NULL,
    control      TEXT    NOT NULL,
    places       INTEGER NOT NULL CHECK (places >= 2),
    cycles       INTEGER NOT NULL CHECK (cycles >= 1),
    when_full    INTEGER NOT NULL CHECK (when_full IN (0, 1)),
    organiser_id TEXT    NOT NULL REFERENCES players (id),
    created_ms   BIGINT  NOT NULL CHECK (created_ms > 0),
    state        TEXT    NOT NULL CHECK (state <> ''),
    started_ms   BIGINT  NOT NULL,
    ended_ms     BIGINT  NOT NULL,
    last_seq     INTEGER NOT NULL CHECK (last_seq >= 1),
    CONSTRAINT tournaments_ended CHECK ((state IN ('finished', 'cancelled')) = (ended_ms > 0)),
    CONSTRAINT tournaments_started CHECK ((state IN ('running', 'finished')) = (started_ms > 0))
);

CREATE INDEX tournaments_state ON tournaments (state, ended_ms, created_ms, id);
CREATE INDEX tournaments_organiser ON tournaments (organiser_id, state);

-- seq is the event of the entry; seed: 0 before the start.
CREATE TABLE entries (
    tournament_id TEXT    NOT NULL REFERENCES tournaments (id),
    player_id     TEXT    NOT NULL REFERENCES players (id),
    seq           INTEGER NOT NULL CHECK (seq >= 2),
    seed          INTEGER NOT NULL CHECK (seed >= 0),
    winner        INTEGER NOT NULL CHECK (winner IN (0, 1)),
    PRIMARY KEY (tournament_id, player_id),
    UNIQUE (tournament_id, seq)
);

CREATE INDEX entries_player ON entries (player_id, tournament_id);

-- by_id: NULL is the site. player_id: who entered or left; else NULL.
CREATE TABLE tournament_events (
    tournament_id TEXT    NOT NULL REFERENCES tournaments (id),
    seq           INTEGER NOT NULL CHECK (seq >= 1),
    at_ms         BIGINT  NOT NULL CHECK (at_ms > 0),
    by_id         TEXT    REFERENCES players (id),
    act           TEXT    NOT NULL CHECK (act <> ''),
    player_id     TEXT    REFERENCES players (id),
    text          TEXT    NOT NULL,
    PRIMARY KEY (tournament_id, seq)
);
