-- +goose Up

-- How often dice were made anew (SCHEME.md 8.1), counted from 1: what begins after that has other dice than what had begun in what
-- was forgotten. Another site that this one is imported into goes on counting.
CREATE TABLE dice_breaks (
    n BIGINT NOT NULL PRIMARY KEY
);
INSERT INTO dice_breaks (n) SELECT DISTINCT number FROM dice_leaves WHERE kind = 'break' AND gid IS NULL;
