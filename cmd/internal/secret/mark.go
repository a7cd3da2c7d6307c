package secret

import (
	"context"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
	"sync"

	"kickabout/engine/dice"
	"kickabout/engine/dice/anchor"
	"kickabout/engine/dice/tbd2"
)

// LogMark is how far the log of the dice of a site was shown, as a file beside the keys says (SCHEME.md 8.1). A database
// whose log does not go on from there is an older one: a backup was restored.
type LogMark struct {
	Size   int64 // leaves
	Hash   dice.Digest
	Breaks int64 // how many times dice had been made anew by then
}

// LogMarkFile returns where it lies in a folder.
func LogMarkFile(folder string) string { return filepath.Join(folder, "log.mark") }

// logMarkText is how it is written down.
const logMarkText = "leaves %d\nhash %s\nbreaks %d\n"

// ReadLogMark reads it; nil if there is none.
func ReadLogMark(folder string) (*LogMark, error) {
	text, err := os.ReadFile(LogMarkFile(folder))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	var m LogMark
	var digits string
	_, err = fmt.Sscanf(string(text), logMarkText, &m.Size, &digits, &m.Breaks)
	hash, bad := hex.DecodeString(digits)
	if err != nil || bad != nil || len(hash) != len(m.Hash) || m.Size < 1 || m.Breaks < 0 {
		return nil, refuse("%s cannot be read: restore it from where it was kept safe, or move it away if this database is the newest one", LogMarkFile(folder))
	}
	m.Hash = dice.Digest(hash)
	return &m, nil
}

// write puts it into a folder, down to the disk, in the place of another one.
func (m LogMark) write(folder string) error {
	f, err := os.CreateTemp(folder, "log.mark.new-*") // O_EXCL, mode 0600
	if err != nil {
		return err
	}
	defer os.Remove(f.Name())
	defer f.Close()
	if _, err := fmt.Fprintf(f, logMarkText, m.Size, hex.EncodeToString(m.Hash[:]), m.Breaks); err != nil {
		return err
	}
	if err := errors.Join(f.Sync(), f.Close()); err != nil {
		return err
	}
	if err := os.Rename(f.Name(), LogMarkFile(folder)); err != nil {
		return err
	}
	return syncFolder(folder)
}

// LogStore is what a database knows of the log of the dice.
type LogStore interface {
	LogSize(ctx context.Context) (int64, error)
	LogHashes(ctx context.Context, at []int64) ([]dice.Digest, error)
	LastLeaves(ctx context.Context, kind anchor.Kind, limit int) ([]anchor.Placed, error)
}

// LogStanding is how a database stands to the mark beside it.
type LogStanding struct {
	Mark    *LogMark // nil: there is none
	Now     LogMark  // as the log of the database is; zero: it has none yet
	Extends bool     // it goes on from the mark
}

// Restored says that the database is older than what was shown, and that nobody has made the dice anew since.
func (s LogStanding) Restored() bool {
	return s.Mark != nil && !s.Extends && s.Now.Breaks <= s.Mark.Breaks
}

// Renewals is how many times the dice are to be made anew after a restore: once, and once more for each time that is forgotten
// too, so that no run of them is used again.
func (s LogStanding) Renewals() int64 {
	if s.Mark == nil {
		return 1
	}
	return 1 + max(0, s.Mark.Breaks-s.Now.Breaks)
}

// StandingOf compares a database with the mark in a folder.
func StandingOf(ctx context.Context, folder string, data LogStore) (s LogStanding, err error) {
	if s.Mark, err = ReadLogMark(folder); err != nil {
		return s, err
	}
	if s.Now.Size, err = data.LogSize(ctx); err != nil || s.Now.Size == 0 {
		return s, err
	}
	hash := func(size int64) (dice.Digest, error) {
		tree, err := anchor.Tree(size, func(at []int64) ([]dice.Digest, error) { return data.LogHashes(ctx, at) })
		return dice.Digest(tree.Hash), err
	}
	if s.Now.Hash, err = hash(s.Now.Size); err != nil {
		return s, err
	}
	if s.Now.Breaks, err = breaksOf(ctx, data); err != nil {
		return s, err
	}
	if s.Mark == nil || s.Mark.Size > s.Now.Size {
		return s, nil
	}
	was, err := hash(s.Mark.Size)
	s.Extends = err == nil && was == s.Mark.Hash
	return s, err
}

// breaksOf returns how many times dice were made anew.
func breaksOf(ctx context.Context, data LogStore) (int64, error) {
	last, err := data.LastLeaves(ctx, anchor.Break, 1)
	if err != nil || len(last) == 0 {
		return 0, err
	}
	return last[0].Number, nil
}

// CheckLogMark refuses a database that is older than what the site has shown, until its dice are made anew. The error wraps
// ErrKeys.
func CheckLogMark(ctx context.Context, folder string, data LogStore) (LogStanding, error) {
	s, err := StandingOf(ctx, folder, data)
	if err == nil && s.Restored() {
		err = refuse("the database is older than what this site has shown: its log of the dice does not go on from the %d leaves of %s; if a backup was restored, run kickabout key restored --reason TEXT, which makes the dice of running games anew, and start again", s.Mark.Size, LogMarkFile(folder))
	}
	return s, err
}

// SignersBeside returns who signs for a site beside its server, and how many leaves of its log may be shown there: no more than
// the mark in a folder says. Nil where there is no mark, or none that the database goes on from.
func SignersBeside(ctx context.Context, folder string, data interface {
	LogStore
	OriginStore
},
) (*tbd2.Signers, int64, error) {
	standing, err := StandingOf(ctx, folder, data)
	if err != nil || standing.Mark == nil || !standing.Extends {
		return nil, 0, err
	}
	origin, err := data.LogOrigin(ctx, "")
	if err != nil || origin == "" {
		return nil, 0, err
	}
	sign, err := OpenSign(folder)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, 0, nil
	}
	if err != nil {
		return nil, 0, err
	}
	signers, err := sign.As(origin)
	return signers, standing.Mark.Size, err
}

// Marker keeps the mark of a site; it is safe for concurrent use. Servers may share a folder.
type Marker struct {
	folder string
	data   LogStore
	lock   sync.Mutex
	last   LogMark
}

// OpenMarker returns the marker of a site that starts; one whose database is older than what was shown is refused.
func OpenMarker(ctx context.Context, folder string, data LogStore, log *slog.Logger) (*Marker, error) {
	s, err := CheckLogMark(ctx, folder, data)
	if err != nil {
		return nil, err
	}
	if s.Mark == nil && s.Now.Size > 0 {
		log.Warn("there was no log.mark, so nobody can tell whether this database was restored; if it was, stop the site and run kickabout key restored", "file", LogMarkFile(folder))
	}
	return NewMarker(folder, data, s)
}

// NewMarker returns the marker of a site whose database stands as it should, and writes down how it stands.
func NewMarker(folder string, data LogStore, s LogStanding) (*Marker, error) {
	k := &Marker{folder: folder, data: data, last: s.Now}
	if s.Now.Size == 0 || s.Extends && *s.Mark == s.Now {
		return k, nil
	}
	return k, s.Now.write(folder)
}

// Mark notes that the log is shown with so many leaves, and the hash of its tree.
func (k *Marker) Mark(ctx context.Context, size int64, hash dice.Digest) error {
	k.lock.Lock()
	defer k.lock.Unlock()
	if size <= k.last.Size {
		return nil
	}
	if there, err := ReadLogMark(k.folder); err == nil && there != nil && there.Size >= size { // of another server
		k.last = *there
		return nil
	}
	breaks, err := breaksOf(ctx, k.data) // a start that gives a lost key up makes dice anew
	if err != nil {
		return err
	}
	next := LogMark{size, hash, breaks}
	if err := next.write(k.folder); err != nil {
		return fmt.Errorf("marking how far the log of the dice is shown: %w", err)
	}
	k.last = next
	return nil
}
