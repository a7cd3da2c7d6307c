package series

import (
	"fmt"
	"strings"
	"testing"

	"kickabout/league"
	"kickabout/views/viewstest"
)

// TestTheTwoOfAGameAreToldHowTheyStand, also who has not played yet, and nobody who is not there.
func TestTheTwoOfAGameAreToldHowTheyStand(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		done int
		odds bool
		want string
	}{
		{0, false, "– Ann: 6 games to play; – Bob: 6 games to play"},
		{6, false, "3rd Ann: 4 points behind the title · 3 games left; 2nd Bob: 3 points behind the title · 3 games left"},
		{6, true, "3rd Ann: 4 points behind the title · 3 games left · 17 % chance of the title; 2nd Bob: 3 points behind the title · 3 games left · 26 % chance of the title"},
	} {
		in := seasonInput(t, league.Player{}, mayAt(league.Running), map[league.Group]int{"d1/g1": c.done}, "d1/g1")
		seat := Seat{in.Tournament, in.Groups[0]}
		if c.odds {
			seat.Odds = viewstest.Foretold(t, seat.Table)
		}
		var got []string
		for _, r := range StandingRows(seat, []league.Player{viewstest.Competitor("ann"), viewstest.Competitor("bob"), viewstest.Competitor("eve")}) {
			got = append(got, fmt.Sprintf("%s %s: %s", r.Rank, r.Name, r.Stake))
		}
		if said := strings.Join(got, "; "); said != c.want {
			t.Errorf("after %d games:\n%s\nwant\n%s", c.done, said, c.want)
		}
	}
	if rows := StandingRows(Seat{Tournament: league.Tournament{TournamentTerms: league.TournamentTerms{Format: "knockout"}}}, []league.Player{viewstest.Competitor("ann")}); rows != nil {
		t.Errorf("without a table %+v is told", rows)
	}
}

func TestWhatAPlaceComesToAtTheEnd(t *testing.T) {
	t.Parallel()
	for group, want := range map[league.Group]string{"d1/g1": "champion, stays, goes down", "d2/g1": "goes up, stays, goes down"} {
		seat := Seat{SeasonGroup: SeasonGroup{Group: group}}
		got := []string{seat.fate(1)}
		for rank := 2; rank <= 12; rank++ {
			if f := seat.fate(rank); f != got[len(got)-1] {
				got = append(got, f)
			}
		}
		if said := strings.Join(got, ", "); said != want {
			t.Errorf("in %s ranks come to %s, want %s", group, said, want)
		}
	}
}
