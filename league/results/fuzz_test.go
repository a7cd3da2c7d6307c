package results_test

import (
	"bytes"
	"encoding/json"
	"math/rand/v2"
	"regexp"
	"strings"
	"testing"

	"kickabout/league/results"
)

// placed is how every error begins that a file causes.
var placed = regexp.MustCompile(`^line \d+, (column|character) \d+`)

// FuzzFilesAreReadOrRefusedWithAPlace: no file whatever makes the readers fail otherwise, and
// what was read can be ranked, rated and printed.
func FuzzFilesAreReadOrRefusedWithAPlace(f *testing.F) {
	f.Add("first,second,ending,winner,first_goals,second_goals\nann,bob,full time,first,2,1\nbob,ann,,,,\n")
	f.Add("first,second,first_points,second_points\nann,bob,0.5,1000\n\"b,\n\",ann,.0001,0\n")
	f.Add("period,first,second,first_score\n1,ann,bob,0.3\n2,bob,cleo,1\n")
	f.Add("\ufeffname,games,rating\nann,3,-12.5\nbob,,\n")
	f.Add("name,rating\n\"ann\xff,1\n,,,")
	f.Fuzz(func(t *testing.T, text string) {
		for _, open := range []bool{false, true} {
			found, err := results.ReadResults(strings.NewReader(text), open)
			if refused(t, err) {
				continue
			}
			wantPrinted(t, found)
		}
		players, err := results.ReadPlayers(strings.NewReader(text))
		refused(t, err)
		periods, err := results.ReadPeriods(strings.NewReader(text))
		if refused(t, err) {
			return
		}
		for _, by := range []results.Rater{results.Elo{}, results.Glicko2{Tau: 0.5}} {
			var out bytes.Buffer
			rated := results.Rate(players, periods, by)
			if err := results.WritePlayers(&out, rated, by); err != nil || strings.Contains(out.String(), "NaN") {
				t.Errorf("%v\n%s", err, out.String())
			}
			if again, err := results.ReadPlayers(&out); len(periods) < 9 && (err != nil || len(again) != len(rated)) {
				t.Errorf("what is printed is read as %d of %d players, %v", len(again), len(rated), err)
			}
		}
	})
}

func refused(t *testing.T, err error) bool {
	t.Helper()
	if err != nil && !placed.MatchString(err.Error()) {
		t.Errorf("no place is named: %v", err)
	}
	return err != nil
}

func wantPrinted(t *testing.T, found results.Results) {
	t.Helper()
	order, err := found.Order("")
	if err != nil {
		t.Fatal(err)
	}
	standings, err := found.Standings(order)
	if err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	if err := standings.WriteJSON(&out); err != nil || !json.Valid(out.Bytes()) {
		t.Errorf("%v\n%s", err, out.String())
	}
	if err := standings.Write(&out); err != nil {
		t.Error(err)
	}
	forecast, err := found.Simulate(order, nil, 3, rand.New(rand.NewPCG(1, 1)))
	if err != nil || !found.Played && len(forecast.Odds.Chances) > 0 && forecast.Odds.Runs > 0 {
		t.Errorf("%+v, %v", forecast, err)
	}
	out.Reset()
	if err := forecast.WriteJSON(&out); err != nil || !json.Valid(out.Bytes()) {
		t.Errorf("%v\n%s", err, out.String())
	}
}
