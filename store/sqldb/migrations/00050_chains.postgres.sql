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
-- +goose StatementBegin
CREATE FUNCTION chained() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF TG_OP = 'UPDATE' AND to_jsonb(OLD) -> 'chain' = 'null' AND to_jsonb(OLD) - 'chain' = to_jsonb(NEW) - 'chain' THEN
        RETURN NEW;
    END IF;
    IF EXISTS (SELECT 1 FROM quarantine WHERE match_id = to_jsonb(OLD) ->> 'match_id' AND mending = 1) THEN
        IF TG_OP = 'DELETE' THEN
            RETURN OLD;
        END IF;
        RETURN NEW;
    END IF;
    RAISE EXCEPTION '% are insert-only', TG_TABLE_NAME;
END;
$$;
-- +goose StatementEnd

DROP TRIGGER events_insert_only ON events;
DROP TRIGGER rolls_insert_only ON rolls;
DROP TRIGGER tournament_events_insert_only ON tournament_events;

CREATE TRIGGER events_insert_only BEFORE UPDATE OR DELETE ON events FOR EACH ROW EXECUTE FUNCTION chained();
CREATE TRIGGER events_no_truncate BEFORE TRUNCATE ON events FOR EACH STATEMENT EXECUTE FUNCTION insert_only();
CREATE TRIGGER rolls_insert_only BEFORE UPDATE OR DELETE ON rolls FOR EACH ROW EXECUTE FUNCTION chained();
CREATE TRIGGER rolls_no_truncate BEFORE TRUNCATE ON rolls FOR EACH STATEMENT EXECUTE FUNCTION insert_only();
CREATE TRIGGER tournament_events_insert_only BEFORE UPDATE OR DELETE ON tournament_events FOR EACH ROW EXECUTE FUNCTION chained();
CREATE TRIGGER tournament_events_no_truncate BEFORE TRUNCATE ON tournament_events FOR EACH STATEMENT EXECUTE FUNCTION insert_only();
