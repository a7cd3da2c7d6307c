-- +goose Up

-- Where a member goes after a move: '' stays at the game, next: the game that waits next, mine: the list of their games.
ALTER TABLE reach ADD COLUMN after_move TEXT NOT NULL DEFAULT '' CHECK (after_move IN ('', 'next', 'mine'));
