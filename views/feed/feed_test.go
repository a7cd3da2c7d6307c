package feed_test

import (
	"bytes"
	"strconv"
	"strings"
	"testing"
	"time"

	"kickabout/views/feed"
	"kickabout/views/feed/feedtest"
)

var noon = time.Date(2027, time.May, 1, 12, 0, 0, 0, time.UTC)

// odd is a text with all that either format writes in its own way.
const odd = "Ann & <b>Bob</b>; 2, \\n \"quoted\"\nand on, in letters of 2 octets: Żółć żółć żółć żółć żółć żółć, ]]>"

func TestAFeedIsReadAsItWasMeant(t *testing.T) {
	f := feed.Feed{Title: odd, Subtitle: "Games", Self: "https://example.org/feed.atom", Home: "https://example.org/", Author: "Kickabout", Since: noon}
	for i := range feed.Most + 3 {
		f.Entries = append(f.Entries, feed.Entry{
			ID: "https://example.org/matches/x#event-" + strconv.Itoa(i), Title: strconv.Itoa(i) + odd, Text: odd, URL: "https://example.org/matches/x", Changed: noon.Add(time.Duration(i) * time.Minute),
		})
	}
	f.Entries[7].Text = ""
	title, entries, err := feedtest.Atom(f.Atom())
	if err != nil || title != odd || len(entries) != feed.Most {
		t.Fatalf("%q with %d entries, %v", title, len(entries), err)
	}
	last := feed.Most + 2
	if want := (feedtest.Entry{ID: f.Entries[last].ID, Title: f.Entries[last].Title, Text: odd, URL: f.Entries[last].URL}); entries[0] != want {
		t.Errorf("first is %+v, want %+v", entries[0], want)
	}
	if !bytes.Equal(f.Atom(), f.Atom()) {
		t.Error("it is not the same at each look")
	}
	f.Entries = nil
	if _, entries, err := feedtest.Atom(f.Atom()); err != nil || len(entries) != 0 {
		t.Errorf("an empty feed: %v, %v", entries, err)
	}
}

func TestARuleThatAFeedBreaksIsNamed(t *testing.T) {
	f := feed.Feed{Title: "Ann", Self: "https://example.org/feed.atom", Home: "https://example.org/", Author: "Kickabout", Since: noon}
	f.Entries = []feed.Entry{{ID: "https://example.org/1", Title: "One", URL: "https://example.org/", Changed: noon}, {ID: "https://example.org/2", Title: "Two", URL: "https://example.org/", Changed: noon}}
	for name, c := range map[string][2]string{
		"no author":         {"<author><name>Kickabout</name></author>", ""},
		"a local id":        {"<id>https://example.org/1</id>", "<id>1</id>"},
		"one id for two":    {"<id>https://example.org/1</id>", "<id>https://example.org/2</id>"},
		"no address":        {`rel="self"`, `rel="related"`},
		"no time":           {"<updated>2027-05-01T12:00:00Z</updated><link rel=\"alternate\"", "<link rel=\"alternate\""},
		"time in words":     {"2027-05-01T12:00:00Z", "noon"},
		"later than itself": {"<updated>2027-05-01T12:00:00Z</updated><link rel=\"alternate\"", "<updated>2027-05-02T12:00:00Z</updated><link rel=\"alternate\""},
	} {
		broken := strings.Replace(string(f.Atom()), c[0], c[1], 1)
		if broken == string(f.Atom()) {
			t.Errorf("%s: nothing was broken in %s", name, broken)
		}
		if _, _, err := feedtest.Atom([]byte(broken)); err == nil {
			t.Errorf("%s is taken", name)
		}
	}
}

func TestACalendarIsReadAsItWasMeant(t *testing.T) {
	c := feed.Calendar{Name: "Kickabout: Ann", Dates: []feed.Date{
		{Key: "one", At: noon, Changed: noon.Add(-time.Hour), Title: odd, Text: odd, URL: "https://example.org/matches/" + strings.Repeat("x", 80), Alarms: []time.Duration{24 * time.Hour, 2 * time.Hour}},
		{Key: "two", At: noon.Add(time.Hour), Changed: noon, Title: "Two"},
	}}
	name, dates, err := feedtest.Calendar(c.ICS())
	if err != nil || name != c.Name || len(dates) != 2 {
		t.Fatalf("%q with %d dates, %v", name, len(dates), err)
	}
	one := dates[0]
	if one.Summary != odd || one.Text != odd || one.URL != c.Dates[0].URL || !one.At.Equal(noon) || len(one.Alarms) != 2 || one.Alarms[0] != "-PT1440M" || one.Alarms[1] != "-PT120M" {
		t.Errorf("it is read as %+v", one)
	}
	if two := dates[1]; two.UID == one.UID || len(two.Alarms) != 0 || !two.At.Equal(noon.Add(time.Hour)) {
		t.Errorf("the other is read as %+v", two)
	}
	c.Dates[0].At = noon.Add(48 * time.Hour)
	if _, moved, err := feedtest.Calendar(c.ICS()); err != nil || moved[0].UID != one.UID {
		t.Errorf("a date that has moved is %+v, %v", moved, err)
	}
}
