package scheduler

import (
	"archive/zip"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

func TestWhenAJobIsDueNext(t *testing.T) {
	for _, c := range []struct {
		name        string
		when        Schedule
		after, want string
		says        string
	}{
		{"all count from the full minute", Every(time.Minute), "2027-05-01T12:00:07Z", "2027-05-01T12:01:00Z", "every 1m"},
		{"what is due now is due again a period later", Every(time.Minute), "2027-05-01T12:00:00Z", "2027-05-01T12:01:00Z", "every 1m"},
		{"an hour", Every(time.Hour), "2027-12-31T23:59:59Z", "2028-01-01T00:00:00Z", "every 1h"},
		{"some seconds", Every(90 * time.Second), "2027-05-01T00:01:31Z", "2027-05-01T00:03:00Z", "every 1m30s"},
		{"later today", Daily(3, 30), "2027-05-01T03:29:59Z", "2027-05-01T03:30:00Z", "daily at 03:30"},
		{"not twice in its minute", Daily(3, 30), "2027-05-01T03:30:00Z", "2027-05-02T03:30:00Z", "daily at 03:30"},
		{"tomorrow is next year", Daily(0, 5), "2027-12-31T12:00:00Z", "2028-01-01T00:05:00Z", "daily at 00:05"},
		{"a leap day is a day", Daily(23, 59), "2028-02-28T23:59:00Z", "2028-02-29T23:59:00Z", "daily at 23:59"},
		{"the zone of the clock does not matter", Daily(3, 30), "2027-05-01T05:00:00+02:00", "2027-05-01T03:30:00Z", "daily at 03:30"},
	} {
		t.Run(c.name, func(t *testing.T) {
			after, err := time.Parse(time.RFC3339, c.after)
			if err != nil {
				t.Fatal(err)
			}
			if got := c.when.Next(after).Format(time.RFC3339); got != c.want || c.when.String() != c.says {
				t.Errorf("%s: after %s it is due at %s, want %s, %s", c.when, c.after, got, c.want, c.says)
			}
		})
	}
}

// zones loads every time zone that Go knows.
func zones(t *testing.T) (all []*time.Location) {
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
		if strings.HasSuffix(f.Name, "/") {
			continue
		}
		zone, err := time.LoadLocation(f.Name)
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, zone)
	}
	return all
}

// TestDailyJobsRunOnceOnDaysOfSummerTime walks over every change of a clock of the years
// 2026 to 2030, in every zone, hour by hour (RELIABILITY R9).
func TestDailyJobsRunOnceOnDaysOfSummerTime(t *testing.T) {
	changes := 0
	all := zones(t)
	for _, zone := range all {
		last := time.Date(2031, 1, 1, 0, 0, 0, 0, time.UTC)
		for day := time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC); day.Before(last); day = day.AddDate(0, 0, 1) {
			_, before := day.In(zone).Zone()
			if _, after := day.AddDate(0, 0, 1).In(zone).Zone(); after == before {
				continue
			}
			changes++
			for hour := range 24 {
				when := Daily(hour, 30)
				first := when.Next(day.In(zone))
				second := when.Next(first.In(zone))
				if first.Before(day) || first.Sub(day) >= 24*time.Hour || second.Sub(first) != 24*time.Hour {
					t.Errorf("%s: %s of %s is due at %s and %s", zone, when, day.Format(time.DateOnly), first, second)
				}
			}
		}
	}
	if len(all) < 400 || changes < 1000 {
		t.Errorf("only %d zones with %d changes were found", len(all), changes)
	}
	t.Logf("%d zones, %d changes of the clock, 24 times of day each", len(all), changes)
}
