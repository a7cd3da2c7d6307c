-- +goose Up

-- What has happened by a notice, as league/reach knows it; '' of those that tell somebody what they did themselves.
ALTER TABLE notices ADD COLUMN event TEXT NOT NULL DEFAULT '';

-- How far a player's notices have become news and letters. What is there already is no news any more.
ALTER TABLE players ADD COLUMN fanned INTEGER NOT NULL DEFAULT 0;
UPDATE players SET fanned = notices;

-- What is news to a player, a row for each thing: n is the last notice about it, read_n the last that was read.
CREATE TABLE news (
    player_id TEXT    NOT NULL REFERENCES players (id),
    topic     TEXT    NOT NULL CHECK (topic <> ''),
    n         INTEGER NOT NULL CHECK (n >= 1),
    at_ms     BIGINT  NOT NULL CHECK (at_ms > 0),
    event     TEXT    NOT NULL CHECK (event <> ''),
    subject   TEXT    NOT NULL,
    seq       INTEGER NOT NULL,
    read_n    INTEGER NOT NULL DEFAULT 0,
    read_ms   BIGINT  NOT NULL DEFAULT 0,
    PRIMARY KEY (player_id, topic)
);

CREATE INDEX news_latest ON news (player_id, at_ms);
CREATE INDEX news_unread ON news (player_id) WHERE read_n < n;
CREATE INDEX news_old ON news (at_ms);

-- What is to be sent. The key is what makes it impossible to send twice what was meant once: it names the first notice in
-- it. While a row waits, later notices about the same join it: items counts them, n is the last.
CREATE TABLE outbox (
    key        TEXT    NOT NULL PRIMARY KEY CHECK (key <> ''),
    player_id  TEXT    NOT NULL REFERENCES players (id),
    channel    TEXT    NOT NULL CHECK (channel <> ''),
    target     TEXT    NOT NULL,
    event      TEXT    NOT NULL CHECK (event <> ''),
    joined     TEXT    NOT NULL,
    subject    TEXT    NOT NULL,
    seq        INTEGER NOT NULL,
    n          INTEGER NOT NULL,
    items      INTEGER NOT NULL CHECK (items >= 1),
    since_ms   BIGINT  NOT NULL CHECK (since_ms > 0),
    due_ms     BIGINT  NOT NULL,
    tries      INTEGER NOT NULL DEFAULT 0,
    state      TEXT    NOT NULL CHECK (state IN ('waiting', 'sending', 'sent', 'moot', 'dead')),
    holder     TEXT    NOT NULL DEFAULT '',
    expires_ms BIGINT  NOT NULL DEFAULT 0,
    problem    TEXT    NOT NULL DEFAULT '',
    ended_ms   BIGINT  NOT NULL DEFAULT 0
);

CREATE INDEX outbox_due ON outbox (due_ms, key) WHERE state IN ('waiting', 'sending');
CREATE INDEX outbox_joins ON outbox (player_id, channel, target, joined) WHERE state = 'waiting';
CREATE INDEX outbox_sent ON outbox (player_id, channel, ended_ms) WHERE state = 'sent';
CREATE INDEX outbox_old ON outbox (ended_ms) WHERE ended_ms > 0;

-- How players want to be told. hour: of the digest, by the clock of the zone (IANA; '': UTC); quiet: from an hour until
-- another, both the same: never; digest_ms: when the next digest is due, 0: none; digest_mark, digest_sent_ms: what the
-- last one said, and when.
CREATE TABLE reach (
    player_id      TEXT    NOT NULL PRIMARY KEY REFERENCES players (id),
    zone           TEXT    NOT NULL DEFAULT '',
    hour           INTEGER NOT NULL DEFAULT 17 CHECK (hour BETWEEN 0 AND 23),
    quiet_from     INTEGER NOT NULL DEFAULT 22 CHECK (quiet_from BETWEEN 0 AND 23),
    quiet_until    INTEGER NOT NULL DEFAULT 7 CHECK (quiet_until BETWEEN 0 AND 23),
    active_ms      BIGINT  NOT NULL DEFAULT 0,
    digest_ms      BIGINT  NOT NULL DEFAULT 0,
    digest_mark    TEXT    NOT NULL DEFAULT '',
    digest_sent_ms BIGINT  NOT NULL DEFAULT 0
);

CREATE INDEX reach_digest ON reach (digest_ms, player_id) WHERE digest_ms > 0;

-- By which channel a player wants a kind of news, where it is not as usual: off, digest or now.
CREATE TABLE reach_choices (
    player_id TEXT NOT NULL REFERENCES players (id),
    kind      TEXT NOT NULL CHECK (kind <> ''),
    channel   TEXT NOT NULL CHECK (channel <> ''),
    how       TEXT NOT NULL CHECK (how IN ('off', 'digest', 'now')),
    PRIMARY KEY (player_id, kind, channel)
);
