package backup

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
)

func TestNamesSayWhenABackupWasTaken(t *testing.T) {
	at := time.Date(2026, 11, 23, 23, 15, 0, 999, time.FixedZone("", 3600))
	if name := NameAt(at); name != "kickabout-20261123T221500Z.kab" {
		t.Errorf("it is named %s", name)
	}
	for _, name := range strings.Fields("kickabout-20261123T221500Z.kab.tmp kickabout-20261123T221500.kab kickabout-20261331T221500Z.kab before-47.kab x-kickabout-20261123T221500Z.kab kickabout-20261123T221500.5Z.kab .kab kickabout-.kab") {
		if at, ok := MomentOf(name); ok {
			t.Errorf("%s is of %v", name, at)
		}
	}
	if is, ok := MomentOf(NameAt(at)); !ok || !is.Equal(at.Truncate(time.Second)) {
		t.Errorf("read again: %v, %v", is, ok)
	}
}

func TestWhichBackupsAreKept(t *testing.T) {
	monday := time.Date(2026, 11, 23, 12, 0, 0, 0, time.UTC)
	series := func(from time.Time, step time.Duration, n int) (names []string) {
		for i := range n {
			names = append(names, NameAt(from.Add(time.Duration(i)*step)))
		}
		return names
	}
	names := func(text string) (names []string) {
		for _, w := range strings.Fields(text) {
			names = append(names, "kickabout-202611"+w+"Z.kab")
		}
		return names
	}
	for _, c := range []struct {
		name string
		are  []string
		keep Keep
		kept []string
	}{
		{"nothing of nothing", nil, Standard, nil},
		{"one stays", names("23T120000"), Keep{}, names("23T120000")},
		{"the newest stays whatever is said", names("23T110000 23T120000"), Keep{}, names("23T120000")},
		{"a day of hours stays", series(monday.Add(-23*time.Hour), time.Hour, 24), Standard, series(monday.Add(-23*time.Hour), time.Hour, 24)},
		{"of an hour the last one stays", names("23T110000 23T110500 23T115959 23T120000"), Keep{Hours: 2}, names("23T115959 23T120000")},
		{"of a day the last one stays", names("20T010000 20T230000 21T120000 22T000000"), Keep{Days: 2}, names("21T120000 22T000000")},
		{"of a week the last one stays, which ends on Sunday", names("13T000000 15T235959 16T000000 22T230000 23T000000"), Keep{Weeks: 2}, names("22T230000 23T000000")},
		{"where none came for long nothing goes", names("01T000000 08T000000 15T000000"), Standard, names("01T000000 08T000000 15T000000")},
		{"the order does not matter", names("23T120000 23T100000 23T110000"), Keep{Hours: 2}, names("23T110000 23T120000")},
	} {
		t.Run(c.name, func(t *testing.T) {
			expired := Expired(slices.Clone(c.are), c.keep)
			var kept []string
			for _, name := range c.are {
				if !slices.Contains(expired, name) {
					kept = append(kept, name)
				}
			}
			slices.Sort(kept)
			if !slices.Equal(kept, c.kept) || !slices.IsSorted(expired) {
				t.Errorf("kept %q, want %q", kept, c.kept)
			}
		})
	}
	foreign := []string{"before-47.kab", ".lock", "letter.txt"}
	if gone := Expired(append(foreign, names("23T110000 23T120000")...), Keep{}); !slices.Equal(gone, names("23T110000")) {
		t.Errorf("%q go", gone)
	}
}

// TestAYearOfHourlyBackups keeps what is to be kept when each backup is followed by a look at what goes.
func TestAYearOfHourlyBackups(t *testing.T) {
	var names []string
	start := time.Date(2026, 1, 1, 0, 7, 0, 0, time.UTC)
	for at := start; at.Before(start.AddDate(1, 0, 0)); at = at.Add(time.Hour) {
		names = append(names, NameAt(at))
		gone := Expired(names, Standard)
		names = slices.DeleteFunc(names, func(name string) bool { return slices.Contains(gone, name) })
		age := func(name string) time.Duration { t, _ := MomentOf(name); return at.Sub(t) }
		if old := age(names[0]); old > 30*24*time.Hour || at.Sub(start) > 30*24*time.Hour && old < 14*24*time.Hour {
			t.Fatalf("at %v the oldest is %v old", at, old)
		}
		if at.Sub(start) < 30*24*time.Hour {
			continue
		}
		if n := len(names); n != 24+7+3 || age(names[n-24]) != 23*time.Hour || age(names[3]) < 6*24*time.Hour || age(names[3]) > 8*24*time.Hour {
			t.Fatalf("at %v there are %q", at, names)
		}
	}
}

func TestOnlyBackupsArePruned(t *testing.T) {
	folder := t.TempDir()
	old, older := NameAt(time.Unix(2000, 0)), NameAt(time.Unix(1000, 0))
	for _, name := range []string{"letter.txt", old, older} {
		must(t, os.WriteFile(filepath.Join(folder, name), nil, 0o600))
	}
	must(t, os.Mkdir(filepath.Join(folder, NameAt(time.Unix(500, 0))), 0o700))
	gone, err := Prune(folder, Keep{})
	if err != nil || !slices.Equal(gone, []string{older}) {
		t.Errorf("%q went, %v", gone, err)
	}
	if left := inFolder(t, folder); len(left) != 4 || slices.Contains(left, older) {
		t.Errorf("left: %q", left)
	}
}

func TestLargeDatabasesAreBackedUpOnceADay(t *testing.T) {
	now := time.Date(2026, 11, 23, 12, 0, 0, 0, time.UTC)
	for _, c := range []struct {
		size int64
		age  time.Duration
		due  bool
	}{
		{1 << 20, time.Hour, true},
		{1 << 20, 59 * time.Minute, true},
		{1 << 20, 20 * time.Minute, false},
		{200 << 20, time.Hour, true},
		{200<<20 + 1, time.Hour, false},
		{200<<20 + 1, 23 * time.Hour, false},
		{200<<20 + 1, 24 * time.Hour, true},
	} {
		if Due(c.size, now.Add(-c.age), now) != c.due {
			t.Errorf("%d bytes, backed up %v ago: due is %v", c.size, c.age, !c.due)
		}
	}
	if !Due(1<<40, time.Time{}, now) {
		t.Error("the first backup is not due")
	}
}

func TestBackupsOfBeforeMigrationsGoAfterAMonth(t *testing.T) {
	folder := t.TempDir()
	for name, days := range map[string]int{"before-47.kab": 31, "before-51.kab": 29, "before-x.kab": 31, "my-before-47.kab": 31} {
		path := filepath.Join(folder, name)
		must(t, os.WriteFile(path, nil, 0o600))
		at := time.Now().AddDate(0, 0, -days)
		must(t, os.Chtimes(path, at, at))
	}
	gone, err := Prune(folder, Standard)
	if err != nil || !slices.Equal(gone, []string{"before-47.kab"}) {
		t.Errorf("%q went, %v", gone, err)
	}
	if path, _, err := Newest(folder); path != "" || err != nil {
		t.Errorf("the newest is %q, %v", path, err)
	}
	must(t, os.WriteFile(filepath.Join(folder, NameAt(time.Unix(1000, 0))), nil, 0o600))
	must(t, os.WriteFile(filepath.Join(folder, NameAt(time.Unix(2000, 0))), nil, 0o600))
	if path, at, err := Newest(folder); filepath.Base(path) != NameAt(at) || !at.Equal(time.Unix(2000, 0)) || err != nil {
		t.Errorf("the newest is %q of %v, %v", path, at, err)
	}
	if path, _, err := Newest(filepath.Join(folder, "none")); path != "" || err != nil {
		t.Errorf("in no folder: %q, %v", path, err)
	}
}

func TestWhatIsKeptIsWrittenAsThreeNumbers(t *testing.T) {
	var k Keep
	if err := k.UnmarshalText([]byte("48,14,8")); err != nil || (k != Keep{48, 14, 8}) || k.String() != "48,14,8" {
		t.Errorf("%+v, %v", k, err)
	}
	for _, text := range []string{"", "24", "24,7", "24,7,3,1", "24,7,-3", "a,b,c", "24, 7, 3", "+24,7,3"} {
		if err := k.UnmarshalText([]byte(text)); err == nil {
			t.Errorf("%q is taken for %+v", text, k)
		}
	}
	if (k != Keep{48, 14, 8}) {
		t.Errorf("what was wrong has changed it: %+v", k)
	}
}
