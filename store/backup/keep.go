package backup

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"time"
)

// The parts of the name of a backup, around its moment.
const (
	namePrefix = "kickabout-"
	nameMoment = "20060102T150405Z"
	nameSuffix = ".kab"
)

// NameAt returns the name of a backup that is taken at a moment.
func NameAt(t time.Time) string { return namePrefix + t.UTC().Format(nameMoment) + nameSuffix }

// NameBefore returns the name of a backup that is taken before the tables are brought to a version.
func NameBefore(version int64) string { return fmt.Sprintf("before-%d%s", version, nameSuffix) }

// beforeMigration are the names that NameBefore returns.
var beforeMigration = regexp.MustCompile(`^before-\d+\.kab$`)

// mostKept is for how long anything is kept: what players have deleted is gone by then.
const mostKept = 30 * 24 * time.Hour

// large is the size in bytes of a database of which a backup is taken each day and not each hour.
const large = 200 << 20

// Interval is the time between two backups of a database of a size in bytes.
func Interval(size int64) time.Duration {
	if size > large {
		return 24 * time.Hour
	}
	return time.Hour
}

// Due tells whether it is time for another backup of a database of a size, after one that was taken at a moment.
func Due(size int64, taken, now time.Time) bool {
	return now.Sub(taken) > Interval(size)-dueEarly
}

// dueEarly is how much earlier than after its interval a backup may be taken, by jobs that are never quite on time.
const dueEarly = 30 * time.Minute

// MomentOf returns when a backup of a name was taken; false if no backup has such a name.
func MomentOf(name string) (time.Time, bool) {
	text, first := strings.CutPrefix(name, namePrefix)
	text, last := strings.CutSuffix(text, nameSuffix)
	t, err := time.Parse(nameMoment, text)
	return t, first && last && err == nil && NameAt(t) == name
}

// Keep says how many backups are kept: the last one of each of so many hours, of so many days before
// them, and of so many weeks before those. Only those count in which there is one, so that nothing
// goes where no new ones come.
type Keep struct{ Hours, Days, Weeks int }

// UnmarshalText reads three numbers, as in 24,7,3.
func (k *Keep) UnmarshalText(text []byte) error {
	var is Keep
	if n, err := fmt.Sscanf(string(text), "%d,%d,%d", &is.Hours, &is.Days, &is.Weeks); n != 3 || err != nil || is.String() != string(text) || min(is.Hours, is.Days, is.Weeks) < 0 {
		return fmt.Errorf("%q is not a number of hours, of days and of weeks, as in %s", text, Standard)
	}
	*k = is
	return nil
}

// String writes what UnmarshalText reads.
func (k Keep) String() string { return fmt.Sprintf("%d,%d,%d", k.Hours, k.Days, k.Weeks) }

// Standard keeps nothing for longer than 30 days.
var Standard = Keep{Hours: 24, Days: 7, Weeks: 3}

// Expired returns the names of backups among names that are not kept, the oldest first. The
// newest one always is, and what is no name of a backup is nobody's to take away.
func Expired(names []string, keep Keep) []string {
	var left []string // what was not looked at yet
	for _, name := range names {
		if _, ok := MomentOf(name); ok {
			left = append(left, name)
		}
	}
	if len(left) == 0 {
		return nil
	}
	slices.Sort(left) // as their moments are
	all := slices.Clone(left)
	kept := map[string]bool{all[len(all)-1]: true}
	for _, by := range []struct {
		most int
		span func(time.Time) string
	}{
		{keep.Hours, func(t time.Time) string { return t.Format("2006-01-02 15") }},
		{keep.Days, func(t time.Time) string { return t.Format("2006-01-02") }},
		{keep.Weeks, func(t time.Time) string { year, week := t.ISOWeek(); return fmt.Sprint(year, week) }},
	} {
		spans := map[string]bool{}
		for ; len(left) > 0; left = left[:len(left)-1] {
			name := left[len(left)-1]
			t, _ := MomentOf(name)
			if spans[by.span(t)] {
				continue
			}
			if len(spans) == by.most {
				break
			}
			spans[by.span(t)], kept[name] = true, true
		}
	}
	return slices.DeleteFunc(all, func(name string) bool { return kept[name] })
}
