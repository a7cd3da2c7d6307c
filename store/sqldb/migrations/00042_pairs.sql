-- +goose Up

-- A match of a duplicate pair names the other one (twin). Both have the same throws, from one gid:
-- the match with the greater id has it in shared_gid, in hexadecimal digits, since gid stays unique.
-- held: 1 while the match waits for its twin to come as far; no clock runs then, and to_move is of no
-- meaning but that the match goes on.
ALTER TABLE matches ADD COLUMN twin TEXT NOT NULL DEFAULT '';
ALTER TABLE matches ADD COLUMN shared_gid TEXT NOT NULL DEFAULT '' CHECK (shared_gid = '' OR (length(shared_gid) = 32 AND twin <> ''));
ALTER TABLE matches ADD COLUMN held INTEGER NOT NULL DEFAULT 0 CHECK (held = 0 OR (held = 1 AND to_move <> 0));
CREATE INDEX matches_held ON matches (moved_ms, id) WHERE held = 1;

-- 1: the two matches of each acceptance are a duplicate pair.
ALTER TABLE offers ADD COLUMN duplicate INTEGER NOT NULL DEFAULT 0 CHECK (duplicate = 0 OR (duplicate = 1 AND legs = 2));
