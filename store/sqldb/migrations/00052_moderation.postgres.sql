-- +goose Up

-- Who acts for the site: reads reports, acts on accounts.
CREATE TABLE roles (
    player_id TEXT   NOT NULL PRIMARY KEY REFERENCES players (id),
    role      TEXT   NOT NULL CHECK (role IN ('moderator', 'admin')),
    at_ms     BIGINT NOT NULL CHECK (at_ms > 0)
);

-- When somebody last typed the password in the browser of a session; 0: not since it began.
ALTER TABLE sessions ADD COLUMN proved_ms BIGINT NOT NULL DEFAULT 0;

-- What was done about an account, until when, and what became of it. Whose act it was is an id, or ''
-- for the operator. subject: what it is about besides the player, as kind has it: the line that was
-- hidden, the name before. ends_ms: 0 if it has no end of its own. lifted_ms: 0 unless it was undone.
-- appealed_ms, answered_ms: 0 unless the player has appealed, and was answered.
CREATE TABLE sanctions (
    id          TEXT   NOT NULL PRIMARY KEY,
    player_id   TEXT   NOT NULL REFERENCES players (id),
    kind        TEXT   NOT NULL CHECK (kind IN ('hide', 'warn', 'mute', 'rename', 'restrict', 'lock', 'expel')),
    subject     TEXT   NOT NULL,
    reason      TEXT   NOT NULL CHECK (reason <> ''),
    by_id       TEXT   NOT NULL,
    at_ms       BIGINT NOT NULL CHECK (at_ms > 0),
    ends_ms     BIGINT NOT NULL DEFAULT 0,
    lifted_by   TEXT   NOT NULL DEFAULT '',
    lifted_ms   BIGINT NOT NULL DEFAULT 0,
    lifted_why  TEXT   NOT NULL DEFAULT '',
    appeal      TEXT   NOT NULL DEFAULT '',
    appealed_ms BIGINT NOT NULL DEFAULT 0,
    answer      TEXT   NOT NULL DEFAULT '',
    answered_by TEXT   NOT NULL DEFAULT '',
    answered_ms BIGINT NOT NULL DEFAULT 0
);
CREATE INDEX sanctions_player ON sanctions (player_id, at_ms);
CREATE INDEX sanctions_appealed ON sanctions (appealed_ms) WHERE appealed_ms > 0 AND answered_ms = 0;

-- Who looks after a report, and what came of it. verdict: '' while it is open.
ALTER TABLE reports ADD COLUMN taken_by TEXT NOT NULL DEFAULT '';
ALTER TABLE reports ADD COLUMN taken_ms BIGINT NOT NULL DEFAULT 0;
ALTER TABLE reports ADD COLUMN verdict TEXT NOT NULL DEFAULT '' CHECK (verdict IN ('', 'upheld', 'dismissed'));
ALTER TABLE reports ADD COLUMN decided_by TEXT NOT NULL DEFAULT '';
ALTER TABLE reports ADD COLUMN decided_ms BIGINT NOT NULL DEFAULT 0;
ALTER TABLE reports ADD COLUMN answer TEXT NOT NULL DEFAULT '';
CREATE INDEX reports_open ON reports (at_ms) WHERE verdict = '';

-- What was done for the site, by whom and why. by_id: '' is the operator. subject: the id of what it was done
-- to, as act has it. chain: over this line and all before it.
CREATE TABLE audit (
    n       INTEGER NOT NULL PRIMARY KEY CHECK (n >= 1),
    at_ms   BIGINT  NOT NULL CHECK (at_ms > 0),
    by_id   TEXT    NOT NULL,
    act     TEXT    NOT NULL CHECK (act <> ''),
    subject TEXT    NOT NULL,
    reason  TEXT    NOT NULL,
    detail  TEXT    NOT NULL,
    chain   BYTEA   NOT NULL CHECK (length(chain) = 32)
);
CREATE INDEX audit_subject ON audit (subject, n);

CREATE TRIGGER audit_insert_only BEFORE UPDATE OR DELETE OR TRUNCATE ON audit
    FOR EACH STATEMENT EXECUTE FUNCTION insert_only();
