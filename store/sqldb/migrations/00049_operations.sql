-- +goose Up

-- When a key was last written down elsewhere, sealed; 0: never, as far as is known.
ALTER TABLE keys ADD COLUMN exported_ms BIGINT NOT NULL DEFAULT 0;

-- What came of restoring the newest backup to see whether it can be done.
CREATE TABLE drills (
    at_ms    BIGINT  NOT NULL PRIMARY KEY CHECK (at_ms > 0),
    backup   TEXT    NOT NULL, -- name of its file; '' if there was none
    taken_ms BIGINT  NOT NULL, -- all that was acknowledged before is in it
    lost_ms  BIGINT  NOT NULL, -- between the backup and the newest event of the site: what would be lost
    took_ms  BIGINT  NOT NULL, -- until the restored site took a move
    bytes    BIGINT  NOT NULL, -- of the restored database
    matches  BIGINT  NOT NULL,
    events   BIGINT  NOT NULL,
    problem  TEXT    NOT NULL  -- why it failed; '' if it did not
);
