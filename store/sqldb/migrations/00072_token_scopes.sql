-- +goose Up

-- What a program may do by a token, and until when. ends_ms: 0 for those from before there was an end: 365 days after
-- they were made.
ALTER TABLE tokens ADD COLUMN scopes TEXT NOT NULL DEFAULT 'read play enter organise';
ALTER TABLE tokens ADD COLUMN ends_ms BIGINT NOT NULL DEFAULT 0;
