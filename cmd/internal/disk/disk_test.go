package disk

import (
	"bytes"
	"context"
	"errors"
	"log/slog"
	"strings"
	"testing"
)

const (
	mb = 1 << 20
	gb = 1 << 30
)

// TestRoomIsShortBeforeItIsScarce has the bounds, in shares on a large disk and in bytes on a small one.
func TestRoomIsShortBeforeItIsScarce(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		room          Room
		short, scarce bool
	}{
		{Room{100 * gb, 1000 * gb}, false, false},
		{Room{100*gb - 1, 1000 * gb}, true, false},
		{Room{20 * gb, 1000 * gb}, true, false},
		{Room{20*gb - 1, 1000 * gb}, true, true},
		{Room{gb, 5 * gb}, false, false},
		{Room{gb - 1, 5 * gb}, true, false},
		{Room{200 * mb, 5 * gb}, true, false},
		{Room{200*mb - 1, 5 * gb}, true, true},
	} {
		if c.room.Short() != c.short || c.room.Scarce() != c.scarce {
			t.Errorf("%+v: short %v, scarce %v", c.room, c.room.Short(), c.room.Scarce())
		}
	}
}

// TestTheLogHasALineForEachChange: not one for each look.
func TestTheLogHasALineForEachChange(t *testing.T) {
	t.Parallel()
	var log bytes.Buffer
	is, wrong := Room{500 * gb, 1000 * gb}, error(nil)
	told := 0
	w := &Watch{Look: func() (Room, error) { return is, wrong }, Log: slog.New(slog.NewTextHandler(&log, nil)), Tell: func(_ context.Context, scarce bool) error {
		if scarce != is.Scarce() {
			t.Errorf("told that it is scarce: %v", scarce)
		}
		told++
		return nil
	}}
	for _, c := range []struct {
		free   int64
		wrong  error
		scarce bool
		says   string
	}{
		{500 * gb, nil, false, ""},
		{50 * gb, nil, false, "filling up"},
		{49 * gb, nil, false, ""},
		{gb, nil, true, "nearly full"},
		{gb, errors.New("no such disk"), true, "not known"},
		{gb, nil, true, "nearly full"},
		{500 * gb, nil, false, "room on the disk again"},
		{500 * gb, nil, false, ""},
	} {
		log.Reset()
		is.Free, wrong = c.free, c.wrong
		told = 0
		w.See(t.Context())
		w.See(t.Context())
		if want := min(1, len(c.says)); (is.Short() && c.wrong == nil && told != want) || (!is.Short() || c.wrong != nil) && told != 0 {
			t.Errorf("%d GB free, %v: told %d times", c.free/gb, c.wrong, told)
		}
		if got := log.String(); w.Scarce() != c.scarce || strings.Count(got, "\n") != min(1, len(c.says)) || !strings.Contains(got, c.says) {
			t.Errorf("%d GB free, %v: scarce %v, the log says %q", c.free/gb, c.wrong, w.Scarce(), got)
		}
	}
}

// TestAFolderHasRoom asks the system.
func TestAFolderHasRoom(t *testing.T) {
	t.Parallel()
	if r, err := Of(t.TempDir()); err != nil || r.Free <= 0 || r.Total < r.Free {
		t.Errorf("%+v, %v", r, err)
	}
	if _, err := Of("/no/such/folder"); err == nil {
		t.Error("a folder that is not there has room")
	}
}
