// Package disk says how much room is left for a site, and when it is too little.
package disk

import (
	"context"
	"log/slog"
	"sync/atomic"
	"time"

	"golang.org/x/sys/unix"
)

// Room is what a disk holds, in bytes.
type Room struct{ Free, Total int64 }

// Of returns the room where a folder is, as far as whoever is not root may use it.
func Of(folder string) (Room, error) {
	var at unix.Statfs_t
	if err := unix.Statfs(folder, &at); err != nil {
		return Room{}, err
	}
	block := int64(at.Bsize)
	return Room{Free: int64(at.Bavail) * block, Total: int64(at.Blocks) * block}, nil
}

// Below the first of these somebody should make room; below the second what is left is kept for moves.
const (
	shortShare, shortBytes   = 10, 1 << 30
	scarceShare, scarceBytes = 50, 200 << 20
)

// Short says that somebody should make room: less than a tenth or 1 GB is free.
func (r Room) Short() bool { return r.Free < max(r.Total/shortShare, shortBytes) }

// Scarce says that what is left should be kept for moves: less than 2 % or 200 MB is free.
func (r Room) Scarce() bool { return r.Free < max(r.Total/scarceShare, scarceBytes) }

// Each is the time between two looks at the room.
const Each = 30 * time.Second

// Watch looks at the room again and again. The log has a line whenever it becomes short, scarce or enough.
type Watch struct {
	Look func() (Room, error)
	Log  *slog.Logger
	Tell func(ctx context.Context, scarce bool) error // told whenever the room becomes short or scarce; may be nil

	scarce atomic.Bool
	said   string // the last line of the log
}

// Scarce says what the last look found; false before the first.
func (w *Watch) Scarce() bool { return w.scarce.Load() }

// Run looks until ctx ends.
func (w *Watch) Run(ctx context.Context) {
	tick := time.NewTicker(Each)
	defer tick.Stop()
	for {
		w.See(ctx)
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
	}
}

// See looks once. Where that fails, what was found before holds.
func (w *Watch) See(ctx context.Context) {
	r, err := w.Look()
	if err != nil {
		w.say(slog.LevelError, "the room on the disk is not known", "err", err)
		return
	}
	w.scarce.Store(r.Scarce())
	switch {
	case r.Scarce():
		w.warn(ctx, slog.LevelError, "the disk is nearly full: pictures, analyses, exports and backups wait, so that games go on", r)
	case r.Short():
		w.warn(ctx, slog.LevelWarn, "the disk is filling up: make room", r)
	default:
		if w.said != "" {
			w.say(slog.LevelInfo, "there is room on the disk again", "free", r.Free, "of", r.Total)
			w.said = ""
		}
	}
}

// warn says that there is little room, and tells of it.
func (w *Watch) warn(ctx context.Context, level slog.Level, text string, r Room) {
	if !w.say(level, text, "free", r.Free, "of", r.Total) || w.Tell == nil {
		return
	}
	if err := w.Tell(ctx, r.Scarce()); err != nil {
		w.Log.Warn("nobody could be told how the disk is", "err", err)
	}
}

// say logs what was not the last thing said, and returns whether it did.
func (w *Watch) say(level slog.Level, text string, args ...any) bool {
	if w.said == text {
		return false
	}
	w.Log.Log(context.Background(), level, text, args...)
	w.said = text
	return true
}
