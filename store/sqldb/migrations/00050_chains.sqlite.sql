-- +goose Up

-- Matches whose record is damaged: nothing is done in them. mending is 1 only inside of the transaction
-- that puts the record right.
CREATE TABLE quarantine (
    match_id TEXT    NOT NULL PRIMARY KEY REFERENCES matches (id),
    found_ms BIGINT  NOT NULL CHECK (found_ms > 0),
    reason   TEXT    NOT NULL CHECK (reason <> ''),
    mending  INTEGER NOT NULL DEFAULT 0 CHECK (mending IN (0, 1))
);

-- A value that binds the row to those before it; NULL until somebody knows it.
ALTER TABLE events ADD COLUMN chain BYTEA;
ALTER TABLE tournament_events ADD COLUMN chain BYTEA;

-- In the chain stands the seal, a hash of salt and text. Both are erased together; the seal stays.
ALTER TABLE lines ADD COLUMN salt BYTEA;
ALTER TABLE lines ADD COLUMN seal BYTEA;
ALTER TABLE lines ADD COLUMN chain BYTEA;

-- A row stays as it was written. Only the value of its chain may be given to it, once; and the record of a
-- match that is locked may be put right.

DROP TRIGGER events_no_update;

-- +goose StatementBegin
CREATE TRIGGER events_no_update BEFORE UPDATE ON events
WHEN NOT (OLD.chain IS NULL AND NEW.chain IS NOT NULL
        AND OLD.match_id IS NEW.match_id
        AND OLD.seq IS NEW.seq
        AND OLD.at_ms IS NEW.at_ms
        AND OLD.side IS NEW.side
        AND OLD.act IS NEW.act
        AND OLD.text IS NEW.text)
    AND NOT EXISTS (SELECT 1 FROM quarantine WHERE match_id = OLD.match_id AND mending = 1)
BEGIN
    SELECT RAISE(ABORT, 'events are insert-only');
END;
-- +goose StatementEnd

DROP TRIGGER events_no_delete;

-- +goose StatementBegin
CREATE TRIGGER events_no_delete BEFORE DELETE ON events
WHEN NOT EXISTS (SELECT 1 FROM quarantine WHERE match_id = OLD.match_id AND mending = 1)
BEGIN
    SELECT RAISE(ABORT, 'events are insert-only');
END;
-- +goose StatementEnd

DROP TRIGGER rolls_no_update;

-- +goose StatementBegin
CREATE TRIGGER rolls_no_update BEFORE UPDATE ON rolls
WHEN NOT EXISTS (SELECT 1 FROM quarantine WHERE match_id = OLD.match_id AND mending = 1)
BEGIN
    SELECT RAISE(ABORT, 'rolls are insert-only');
END;
-- +goose StatementEnd

DROP TRIGGER rolls_no_delete;

-- +goose StatementBegin
CREATE TRIGGER rolls_no_delete BEFORE DELETE ON rolls
WHEN NOT EXISTS (SELECT 1 FROM quarantine WHERE match_id = OLD.match_id AND mending = 1)
BEGIN
    SELECT RAISE(ABORT, 'rolls are insert-only');
END;
-- +goose StatementEnd

DROP TRIGGER tournament_events_no_update;

-- +goose StatementBegin
CREATE TRIGGER tournament_events_no_update BEFORE UPDATE ON tournament_events
WHEN NOT (OLD.chain IS NULL AND NEW.chain IS NOT NULL
        AND OLD.tournament_id IS NEW.tournament_id
        AND OLD.seq IS NEW.seq
        AND OLD.at_ms IS NEW.at_ms
        AND OLD.by_id IS NEW.by_id
        AND OLD.act IS NEW.act
        AND OLD.player_id IS NEW.player_id
        AND OLD.text IS NEW.text
        AND OLD.rule IS NEW.rule)
BEGIN
    SELECT RAISE(ABORT, 'tournament_events are insert-only');
END;
-- +goose StatementEnd
