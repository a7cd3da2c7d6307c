-- +goose Up

-- What has happened and is still to be looked after. mark: random, another one each time that it happens
-- again, so that whoever has looked after it takes away what he has seen alone. since_ms: when it happened
-- first. Until expires_ms the holder is at it. problem: why the last of the tries failed.
CREATE TABLE facts (
    kind       TEXT    NOT NULL CHECK (kind <> ''),
    subject    TEXT    NOT NULL CHECK (subject <> ''),
    part       TEXT    NOT NULL,
    mark       BIGINT  NOT NULL,
    since_ms   BIGINT  NOT NULL,
    due_ms     BIGINT  NOT NULL,
    tries      INTEGER NOT NULL CHECK (tries >= 0),
    holder     TEXT    NOT NULL,
    expires_ms BIGINT  NOT NULL,
    problem    TEXT    NOT NULL,
    PRIMARY KEY (kind, subject, part)
);
CREATE INDEX facts_due ON facts (due_ms);
