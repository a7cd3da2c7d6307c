-- +goose Up

-- Each page asks whether whoever reads it knows of a private tournament.
CREATE INDEX tournaments_private ON tournaments (id) WHERE private = 1;
