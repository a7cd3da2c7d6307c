-- +goose Up

-- helps: 1 if somebody ticked that their game with a BOT account helps to rate it (R-BO-4): of a match that has begun so, and
-- of an offer, for whichever BOT account takes it.
ALTER TABLE matches ADD COLUMN helps INTEGER NOT NULL DEFAULT 0 CHECK (helps IN (0, 1));
ALTER TABLE offers ADD COLUMN helps INTEGER NOT NULL DEFAULT 0 CHECK (helps IN (0, 1));
