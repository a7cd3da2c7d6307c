package reach

import (
	"archive/zip"
	"context"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
	_ "time/tzdata"

	"kickabout/league/contact"
	"kickabout/league/core"
)

// zones are the names of all zones that this version of Go knows.
func zones(t *testing.T) (names []string) {
	t.Helper()
	root, err := exec.Command("go", "env", "GOROOT").Output()
	if err != nil {
		t.Fatal(err)
	}
	r, err := zip.OpenReader(filepath.Join(strings.TrimSpace(string(root)), "lib", "time", "zoneinfo.zip"))
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	for _, f := range r.File {
		if !f.FileInfo().IsDir() {
			names = append(names, f.Name)
		}
	}
	if len(names) < 400 {
		t.Fatalf("only %d zones are known", len(names))
	}
	return names
}

// changes are the moments in some years at which the clocks of a zone are set: each within the hour after one of these.
func changes(zone *time.Location, from, to int) (list []time.Time) {
	at := time.Date(from, 1, 1, 0, 0, 0, 0, time.UTC)
	_, was := at.In(zone).Zone()
	for ; at.Year() <= to; at = at.Add(24 * time.Hour) {
		if _, is := at.Add(24 * time.Hour).In(zone).Zone(); is != was {
			list, was = append(list, at), is
		}
	}
	return list
}

// diary is a store in which there are the hours of one player, and the letters that were put.
type diary struct {
	HoursStore
	hours contact.ReachHours
	keys  []string
}

func (d *diary) DueDigests(_ context.Context, at time.Time, _ int) ([]contact.ReachHours, error) {
	if d.hours.DigestDue.After(at) {
		return nil, nil
	}
	return []contact.ReachHours{d.hours}, nil
}

func (d *diary) NextDigest(_ context.Context, _ string, was, next time.Time, letters ...contact.Letter) error {
	if !was.Equal(d.hours.DigestDue) {
		return nil
	}
	d.hours.DigestDue = next
	for _, l := range letters {
		d.keys = append(d.keys, l.Key)
	}
	return nil
}

// TestOneDigestADateWhenClocksAreSet looks at the days around each day on which the clocks of a zone are set, of all zones,
// from 2026 to 2030, for digests at every hour: each local date has one. Where the hour may be the one that is skipped or
// comes twice they go through the job as well, each by a key of its own.
func TestOneDigestADateWhenClocksAreSet(t *testing.T) {
	t.Parallel()
	looked, set := 0, 0
	for _, name := range zones(t) {
		zone, err := time.LoadLocation(name)
		if err != nil {
			t.Fatal(err)
		}
		days := changes(zone, 2026, 2030)
		if len(days) > 0 {
			set++
		}
		for _, changed := range days {
			begin, end := changed.Add(-2*24*time.Hour), changed.Add(4*24*time.Hour)
			for hour := range 24 {
				first := At(begin, hour, zone)
				dates := []string{}
				for at := first; at.Before(end); at = At(at, hour, zone) {
					dates = append(dates, at.In(zone).Format(time.DateOnly))
				}
				if hour <= 3 && changed.Year() < 2027 || hour == 23 {
					if keys := digestKeys(t, name, hour, first, end); !slices.Equal(keys, dates) {
						t.Fatalf("%s, hour %d, around %s: the job puts %v", name, hour, changed.Format(time.DateOnly), keys)
					}
				}
				date := first.In(zone)
				for i, d := range dates {
					if want := time.Date(date.Year(), date.Month(), date.Day()+i, 12, 0, 0, 0, time.UTC).Format(time.DateOnly); d != want {
						t.Fatalf("%s, hour %d, around %s: digest %d comes on %s, want %s", name, hour, changed.Format(time.DateOnly), i, d, want)
					}
				}
				if len(dates) < 5 {
					t.Fatalf("%s, hour %d, around %s: %d digests in six days", name, hour, changed.Format(time.DateOnly), len(dates))
				}
				looked++
			}
		}
	}
	t.Logf("%d zones set their clocks; %d weeks were looked at", set, looked)
	if set < 100 {
		t.Error("hardly any zone sets its clocks")
	}
}

// digestKeys are the dates in the keys of the digests that the job puts in a span.
func digestKeys(t *testing.T, zone string, hour int, first, end time.Time) (dates []string) {
	t.Helper()
	now := first
	d := &diary{hours: contact.ReachHours{Player: "ann", Zone: zone, Digest: hour, DigestDue: first}}
	s := &Reach{core: core.New(core.Keys{}, nil, nil, func() time.Time { return now }, nil), stores: Stores{Hours: d}}
	for d.hours.DigestDue.Before(end) {
		now = d.hours.DigestDue.Add(7 * time.Minute) // a job is not there on the dot
		if err := s.SendDigests(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	for _, key := range d.keys {
		dates = append(dates, strings.TrimPrefix(key, "mail:ann:digest:"))
	}
	return dates
}
