-- +goose Up

-- Who got in, who was kept out, and what changed about accounts. player_id: '' if nobody is known. neighbourhood: of the
-- address. factor: what somebody proved by who they are. request: its id in the log.
CREATE TABLE security_events (
    id            TEXT    NOT NULL PRIMARY KEY,
    at_ms         BIGINT  NOT NULL CHECK (at_ms > 0),
    act           TEXT    NOT NULL CHECK (act <> ''),
    failed        INTEGER NOT NULL CHECK (failed IN (0, 1)),
    player_id     TEXT    NOT NULL,
    neighbourhood TEXT    NOT NULL,
    browser       TEXT    NOT NULL,
    factor        TEXT    NOT NULL,
    request       TEXT    NOT NULL
);
CREATE INDEX security_events_player ON security_events (player_id, at_ms);
CREATE INDEX security_events_at ON security_events (at_ms);
