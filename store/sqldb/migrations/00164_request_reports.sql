-- +goose Up

-- What a reader found wrong with a request for a ruling, an event of the log of a tournament, which keeps what was said.
CREATE TABLE request_reports (
    tournament_id TEXT    NOT NULL REFERENCES tournaments (id),
    seq           INTEGER NOT NULL,
    reader_id     TEXT    NOT NULL REFERENCES players (id),
    at_ms         BIGINT  NOT NULL CHECK (at_ms > 0),
    reason        TEXT    NOT NULL,
    taken_by      TEXT    NOT NULL DEFAULT '',
    taken_ms      BIGINT  NOT NULL DEFAULT 0,
    verdict       TEXT    NOT NULL DEFAULT '' CHECK (verdict IN ('', 'upheld', 'dismissed')),
    decided_by    TEXT    NOT NULL DEFAULT '',
    decided_ms    BIGINT  NOT NULL DEFAULT 0,
    answer        TEXT    NOT NULL DEFAULT '',
    PRIMARY KEY (tournament_id, seq, reader_id)
);

CREATE INDEX request_reports_reader ON request_reports (reader_id);
CREATE INDEX request_reports_open ON request_reports (at_ms) WHERE verdict = '';
