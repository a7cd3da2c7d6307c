-- +goose Up

-- What the owner of the site has settled otherwise than it is by itself: of what is not here that holds.
CREATE TABLE settings (
    key   TEXT NOT NULL PRIMARY KEY CHECK (key <> ''),
    value TEXT NOT NULL
);
