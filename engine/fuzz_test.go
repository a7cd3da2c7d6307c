package engine_test

import (
	"errors"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"kickabout/engine"
	"kickabout/engine/games"
)

// Whatever is read as a set of rules is written in the same way.
func FuzzRuleset(f *testing.F) {
	for _, g := range games.All() {
		info := g.Info()
		for _, v := range info.Variants {
			f.Add(v.ID)
			rules, err := info.Ruleset(v.ID)
			if err != nil {
				f.Fatal(err)
			}
			for _, o := range rules.Options() {
				for _, value := range o.Values {
					rules, _ = rules.With(o.ID, value)
					f.Add(rules.String())
				}
			}
		}
	}
	f.Add("basic,goals=7,goals=3")
	f.Fuzz(func(t *testing.T, text string) {
		for _, g := range games.All() {
			rules, err := g.Info().Ruleset(text)
			switch {
			case err != nil && !errors.Is(err, engine.ErrUnknown):
				t.Errorf("%q: %v", text, err)
			case err == nil && (rules.String() != text || rules.Title() == ""):
				t.Errorf("%q is written as %q", text, rules)
			}
		}
	})
}

// Steps are written as they were read, and read as they were written.
func FuzzSteps(f *testing.F) {
	for _, text := range []string{"", "c5", "c5,d5,=goal", "=indirect free kick", ",", "=", "=,==", "c5,"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		steps := engine.ParseSteps(text)
		written := engine.FormatSteps(steps)
		if again := engine.ParseSteps(written); !slices.Equal(again, steps) {
			t.Errorf("%q gives %q, written as %q, read as %q", text, steps, written, again)
		}
		if lone := strings.Trim(text, "=,"); lone == text && written != text {
			t.Errorf("%q is written as %q", text, written)
		}
	})
}

// A gift of time is read only from the one way to write it.
func FuzzTime(f *testing.F) {
	for _, text := range []string{"first 86400", "second 0", "first -1", "first +1", "first 01", " 1", "first", "first 9223372036854775807", "second 2147483648"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		side, given, err := engine.ParseTime(text)
		switch {
		case err != nil:
			if !errors.Is(err, engine.ErrParse) || engine.Reason(err) == "" {
				t.Errorf("%q: %v", text, err)
			}
		case side == engine.NoSide || given < 0 || side.String()+" "+strconv.Itoa(int(given/time.Second)) != text:
			t.Errorf("%q is %s, %v", text, side, given)
		}
	})
}

// A rest is read only from the one way to write it.
func FuzzRest(f *testing.F) {
	for _, text := range []string{
		"first 2027-07-01T00:00:00Z", "second 2027-07-01T00:00:00.5Z", "first 2027-07-01T00:00:00.50Z",
		" 2027-07-01T00:00:00Z", "first", "first 2027-07-01T02:00:00+02:00", "first 0001-01-01T00:00:00Z", "first 2027-02-30T00:00:00Z",
	} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		side, until, err := engine.ParseRest(text)
		switch {
		case err != nil:
			if !errors.Is(err, engine.ErrParse) || engine.Reason(err) == "" {
				t.Errorf("%q: %v", text, err)
			}
		case side == engine.NoSide || until.Nanosecond()%int(time.Millisecond) != 0 || engine.RestText(side, until) != text:
			t.Errorf("%q is %s, %v", text, side, until)
		}
	})
}

// A side is read only from its name.
func FuzzSide(f *testing.F) {
	for _, text := range []string{"", "first", "second", "third", "First"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		side, err := engine.ParseSide(text)
		if err == nil && side.String() != text || err != nil && !errors.Is(err, engine.ErrParse) {
			t.Errorf("%q is %q, %v", text, side, err)
		}
	})
}
