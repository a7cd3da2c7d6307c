-- +goose Up

-- Programs of members that others may allow to act for them (OAuth 2). redirects: addresses, a line each.
CREATE TABLE apps (
    id         TEXT   NOT NULL PRIMARY KEY,
    owner_id   TEXT   NOT NULL REFERENCES players (id),
    name       TEXT   NOT NULL,
    site       TEXT   NOT NULL,
    redirects  TEXT   NOT NULL,
    created_ms BIGINT NOT NULL CHECK (created_ms > 0)
);

CREATE INDEX apps_owner ON apps (owner_id, created_ms);

-- What a member allowed an app is a family of rows beside the tokens that members make themselves, so that whatever
-- ends tokens ends these too: 'grant', whose hash is that of the code, with where it was sent and the challenge to
-- answer, and whether it was exchanged; 'access', by which the app acts; 'refresh', by which it gets the next two.
ALTER TABLE tokens ADD COLUMN kind TEXT NOT NULL DEFAULT '' CHECK (kind IN ('', 'grant', 'access', 'refresh'));
ALTER TABLE tokens ADD COLUMN app_id TEXT REFERENCES apps (id);
ALTER TABLE tokens ADD COLUMN family TEXT NOT NULL DEFAULT '';
ALTER TABLE tokens ADD COLUMN redirect TEXT NOT NULL DEFAULT '';
ALTER TABLE tokens ADD COLUMN challenge TEXT NOT NULL DEFAULT '';
ALTER TABLE tokens ADD COLUMN spent INTEGER NOT NULL DEFAULT 0;

CREATE INDEX tokens_family ON tokens (family) WHERE family <> '';
CREATE INDEX tokens_app ON tokens (app_id) WHERE app_id IS NOT NULL;
