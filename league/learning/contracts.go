package learning

import (
	"context"

	"kickabout/league"
	"kickabout/league/assessment"
	"kickabout/league/puzzle"
)

// PuzzlesStore is what Puzzles needs of the store. What is read of matches is read as anybody sees them.
type PuzzlesStore interface {
	// Analysis returns what a match was worth as far as that is known.
	Analysis(ctx context.Context, viewer league.Viewer, match string) (assessment.Analysis, error)
	// Match returns a match with its log.
	Match(ctx context.Context, viewer league.Viewer, id string) (league.Match, error)
	// PassPuzzleSource notes that a match gives no puzzle by a judge of a version.
	PassPuzzleSource(ctx context.Context, match string, version int) error
	// Puzzle returns the puzzle of a day; league.NotFound if it has none.
	Puzzle(ctx context.Context, day puzzle.Day) (puzzle.Puzzle, error)
	// PuzzleMarks lists the days until one that had a puzzle, the latest first, with what a player solved on its
	// day; at most limit.
	PuzzleMarks(ctx context.Context, player string, until puzzle.Day, limit int) ([]puzzle.Mark, error)
	// PuzzleDays lists the days from one on that have a puzzle, in order.
	PuzzleDays(ctx context.Context, from puzzle.Day) ([]puzzle.Day, error)
	// PuzzleShare returns how many have answered a puzzle, and how many of them were right at once.
	PuzzleShare(ctx context.Context, day puzzle.Day) (puzzle.Share, error)
	// PuzzleSources lists matches of a game that ended and are analysed by a judge of a version, and that nobody has
	// looked through since; those that ended last first. None is of a private tournament, and the other one of a
	// pair with the same throws is over too.
	PuzzleSources(ctx context.Context, viewer league.Viewer, game string, version, limit int) ([]string, error)
	// PuzzleTry returns how far a player has come with a puzzle; the zero value if they have not begun.
	PuzzleTry(ctx context.Context, day puzzle.Day, player string) (puzzle.Try, error)
	// PutPuzzle keeps a puzzle and takes its match from the sources, unless its day has one already.
	PutPuzzle(ctx context.Context, p puzzle.Puzzle) error
	// PutPuzzleTry keeps how far a player has come, if they had come as far as before says; else the error is
	// of kind league.Stale.
	PutPuzzleTry(ctx context.Context, before, now puzzle.Try) error
}

// CourseStore is what Course needs of the store.
type CourseStore interface {
	// Chapters lists the chapters that a player has done, in the order in which that was.
	Chapters(ctx context.Context, player string) ([]league.Chapter, error)
	// PutChapter notes that a player has done a chapter, unless they had before.
	PutChapter(ctx context.Context, c league.Chapter) error
}
