-- +goose Up

-- teams: those of a tournament of teams, a line each: its id, the id of its captain, its name.
ALTER TABLE tournaments ADD COLUMN teams TEXT NOT NULL DEFAULT '';

-- team: the id of the team that he plays for; board: there, behind the last one a reserve.
ALTER TABLE entries ADD COLUMN team TEXT NOT NULL DEFAULT '';
ALTER TABLE entries ADD COLUMN board INTEGER NOT NULL DEFAULT 0 CHECK (board >= 0);
