-- +goose Up

-- How running groups of tournaments would probably end, as it stood on a day (2027-05-12, UTC). group_id: '' where there
-- is one alone. places: of each final place the probability in thousandths, the first one first.
CREATE TABLE odds_days (
    tournament_id TEXT NOT NULL REFERENCES tournaments (id),
    group_id      TEXT NOT NULL,
    player_id     TEXT NOT NULL REFERENCES players (id),
    day           TEXT NOT NULL CHECK (length(day) = 10),
    places        TEXT NOT NULL CHECK (places <> ''),
    PRIMARY KEY (tournament_id, group_id, day, player_id)
);
