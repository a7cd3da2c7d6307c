-- +goose Up

-- Those who have left, who are few: it is looked whether they are still in something.
CREATE INDEX players_closed ON players (id) WHERE kind IN ('deleted', 'expelled');
