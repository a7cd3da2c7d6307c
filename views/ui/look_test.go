package ui

import (
	"math"
	"regexp"
	"slices"
	"strings"
	"testing"

	"kickabout/league/setting"
	"kickabout/views"
)

// tokens are the colours of the style sheet by day and by night.
func tokens(t *testing.T) (day, night map[string]string) {
	t.Helper()
	data, ok := views.Static("site.css")
	if !ok {
		t.Fatal("there is no style sheet")
	}
	light, dark, _ := strings.Cut(string(data), "prefers-color-scheme: dark")
	dark, _, _ = strings.Cut(dark, "\n}\n")
	read := func(part string) map[string]string {
		found := map[string]string{}
		for _, m := range regexp.MustCompile(`--([a-z0-9-]+): (#[0-9a-f]{6});`).FindAllStringSubmatch(part, -1) {
			if found[m[1]] == "" {
				found[m[1]] = m[2]
			}
		}
		return found
	}
	day = read(light)
	night = read(light)
	for name, colour := range read(dark) {
		night[name] = colour
	}
	return day, night
}

// Text can be read on what it stands on, by day and by night, and what lies on the court is seen (WCAG 2.2: 4.5 of
// text, 3 of signs).
func TestColoursCanBeToldApart(t *testing.T) {
	t.Parallel()
	day, night := tokens(t)
	for _, pair := range []struct {
		on, what   string
		light, dim float64
	}{
		{"ground", "ink", 14.3, 15.4},
		{"ground", "quiet", 5.8, 8.4},
		{"ground", "accent", 6, 10},
		{"accent", "on-accent", 6.9, 9},
		{"go", "on-go", 8.8, 8.9},
		{"hot-wash", "hot", 5.1, 7.2},
		{"court", "chalk", 5.3, 8.3},
		{"court", "yellow", 3.9, 6},
		{"court", "flight", 3.7, 5.8},
		{"yellow", "yellow-ink", 10.6, 10.6},
		{"red", "red-ink", 4.9, 4.9},
		{"asphalt", "chalk", 7, 12},
		{"wash", "accent", 4.5, 4.5},
		{"wash", "ink", 4.5, 4.5},
		{"sunk", "ink", 4.5, 4.5},
		{"sunk", "quiet", 4.5, 4.5},
		{"paper", "bad", 4.5, 4.5},
		{"hot-wash", "bad", 4.5, 4.5},
		{"ground", "hot", 4.5, 4.5},
		{"hot", "paper", 4.5, 4.5},
		{"paper", "edge", 3, 3},
		{"ground", "edge", 3, 3},
		{"board-bar", "on-bar", 4.5, 4.5},
		{"board-bar-2", "bar-quiet", 4.5, 4.5},
		{"marker", "marker-ink", 4.5, 4.5},
		{"board-bar", "bar-hot", 4.5, 4.5},
	} {
		for _, now := range []struct {
			scheme map[string]string
			least  float64
		}{{day, pair.light}, {night, pair.dim}} {
			if now.scheme[pair.on] == "" || now.scheme[pair.what] == "" {
				t.Fatalf("%s or %s is no colour of the sheet", pair.what, pair.on)
			}
			if have := setting.Contrast(now.scheme[pair.on], now.scheme[pair.what]); math.Round(have*10)/10 < now.least {
				t.Errorf("%s on %s: %.2f, want %.1f", pair.what, pair.on, have, now.least)
			}
		}
	}
}

// A colour that an owner sets is held against what text stands on.
func TestSettingsKnowTheGroundsOfTheSheet(t *testing.T) {
	t.Parallel()
	day, night := tokens(t)
	light, dark := setting.Grounds()
	if want := []string{day["ground"], day["paper"]}; !slices.Equal(light, want) {
		t.Errorf("the light ones are %q, want %q", light, want)
	}
	if want := []string{night["ground"], night["paper"]}; !slices.Equal(dark, want) {
		t.Errorf("the dark ones are %q, want %q", dark, want)
	}
	for key, want := range map[setting.Key]string{setting.Accent: day["accent"], setting.AccentDark: night["accent"]} {
		if got := (setting.Values{}).Of(key); got != want {
			t.Errorf("%s is %q where nothing is set, in the sheet %q", key, got, want)
		}
	}
}
