-- +goose Up

-- An import that has begun and not ended: of which file, and up to which of its lines all is here.
-- A site does not run on half of one.
CREATE TABLE imports (
    id   INTEGER NOT NULL PRIMARY KEY CHECK (id = 1),
    file BYTEA   NOT NULL CHECK (length(file) = 32),
    line BIGINT  NOT NULL CHECK (line >= 0)
);
