package office

import (
	"context"
	"time"

	"kickabout/league"
)

// Chats keeps what is said beside matches. The store numbers the lines of each match.
type Chats interface {
	// Reached returns the number of a match's last event and of the last line of its
	// chat; it costs little.
	Reached(ctx context.Context, match string) (event, line int, err error)
	// Say numbers a line and stores it, with notices of it, whose Seq it sets. If the
	// author has said most lines since a moment the error is of kind league.Busy.
	Say(ctx context.Context, l league.Line, since time.Time, most int, notices ...league.Notice) (league.Line, error)
	// Lines lists the lines of a match after a number, in their order.
	Lines(ctx context.Context, match string, after, limit int) ([]league.Line, error)
	// LinesBefore lists the last lines of a match before a number, in their order.
	LinesBefore(ctx context.Context, match string, before, limit int) ([]league.Line, error)
	// Hide takes a line away from all readers.
	Hide(ctx context.Context, match string, n int) error
	// Mute keeps an author's lines from a reader, Unmute undoes it; twice is harmless.
	Mute(ctx context.Context, reader, author string, at time.Time) error
	Unmute(ctx context.Context, reader, author string) error
	// Muted lists the ids of those whose lines a reader does not want.
	Muted(ctx context.Context, reader string) ([]string, error)
	// Report stores what a reader found wrong with a line, and the line as it is now. A
	// second report of it by the same reader is of kind league.Stale.
	Report(ctx context.Context, r league.Report) error
	// Reports lists the latest reports, the latest first.
	Reports(ctx context.Context, limit int) ([]league.Report, error)
}

// Reached returns the number of a match's last event and of the last line of its
// chat. It costs little, for those who ask often whether there is news.
func (o *Office) Reached(ctx context.Context, match string) (event, line int, err error) {
	return o.store.Reached(ctx, match)
}
