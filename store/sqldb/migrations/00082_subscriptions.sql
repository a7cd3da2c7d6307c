-- +goose Up

-- Browsers that the site may push words to: where, and sealed for which keys. They end with the session in which they
-- were made.
CREATE TABLE subscriptions (
    hash       BYTEA  NOT NULL PRIMARY KEY CHECK (length(hash) = 32),
    player_id  TEXT   NOT NULL REFERENCES players (id),
    session    BYTEA  NOT NULL REFERENCES sessions (hash) ON UPDATE CASCADE ON DELETE CASCADE,
    endpoint   TEXT   NOT NULL,
    p256dh     TEXT   NOT NULL,
    auth       TEXT   NOT NULL,
    created_ms BIGINT NOT NULL CHECK (created_ms > 0)
);

CREATE INDEX subscriptions_player ON subscriptions (player_id, created_ms);
CREATE INDEX subscriptions_session ON subscriptions (session);
