package disk

import "testing"

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
