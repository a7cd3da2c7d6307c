-- +goose Up

-- When a member was last told that nothing but the password opens their account, and put that off; 0: never.
ALTER TABLE reach ADD COLUMN warned_ms BIGINT NOT NULL DEFAULT 0;
