package series

import (
	"fmt"
	"testing"
	"time"

	"kickabout/engine/games"
	"kickabout/league"
)

func TestWhatAPlayerHasWon(t *testing.T) {
	ann := league.Player{ID: "ann", Name: "Ann", Kind: league.Member}
	at := time.Date(2027, 5, 1, 0, 0, 0, 0, time.UTC)
	of := func(format, edition string, e league.Entrant) league.Tournament {
		e.Player = ann
		return league.Tournament{
			ID: format + edition, State: league.Finished, Started: at, Ended: at,
			TournamentTerms: league.TournamentTerms{Name: "Spring Cup", Format: format, Competition: format + "/streetsoccer/lg", Edition: edition, Game: "streetsoccer", Variant: "lg", Rolling: format == "ladder"},
			Entries:         []league.Entrant{e, {Player: league.Player{ID: "bob"}, Seed: 2}},
		}
	}
	list := []league.Tournament{
		of("minicup", "l0-0001", league.Entrant{Qualified: at, Seed: 1}),
		of("minicup", "l1-0001", league.Entrant{Seed: 1}),
		of("minicup", "l2-0007", league.Entrant{Qualified: at, Seed: 1}),
		of("monthlycup", "g0001", league.Entrant{Note: "place=1 month=2027-05", Seed: 1}),
		of("monthlycup", "2027-final", league.Entrant{Winner: true, Seed: 1}),
		of("monthlycup", "g0002", league.Entrant{Winner: true, Seed: 1}),
		of("ladder", "ladder", league.Entrant{Seed: 1}),
		of("championship", "2027-05", league.Entrant{Winner: true, Group: "d1/g1", Seed: 1}),
		of("championship", "2027-11", league.Entrant{Winner: true, Group: "d2/g1", Seed: 1}),
		of("roundrobin", "", league.Entrant{Winner: true, Seed: 1}),
		of("roundrobin", "", league.Entrant{Seed: 1}),
	}
	got := ""
	for _, tr := range Trophies(games.All(), "ann", list) {
		got += fmt.Sprintf("%s; ", tr.Sign)
	}
	if want := "champion; year; ladder; month; level; cup; "; got != want {
		t.Errorf("she has %s, want %s", got, want)
	}
	if tr := Trophies(games.All(), "ann", list)[4]; tr.Text != "Level 3 of the mini cup, StreetSoccer, Little Golem rules" {
		t.Errorf("her level is %q", tr.Text)
	}
	if won := Trophies(games.All(), "zoe", list); len(won) != 0 {
		t.Errorf("who won nothing has %v", won)
	}
}

func TestWhereAPlayerStands(t *testing.T) {
	open := league.Tournament{State: league.Registration, Entries: []league.Entrant{{Player: league.Player{ID: "ann"}}}}
	over := league.Tournament{State: league.Finished, Started: time.Unix(1, 0), Entries: []league.Entrant{{Player: league.Player{ID: "ann"}, Seed: 1, Group: "g1"}, {Player: league.Player{ID: "bob"}, Seed: 2, Group: "g1"}, {Player: league.Player{ID: "eve"}, Seed: 3, Group: "g2"}}}
	now, past := StandingLines(games.All(), "ann", []Standing{{Tournament: open}, {Tournament: over, Row: &league.Row{Rank: 2, Points: 35}}})
	if len(now) != 1 || now[0].Place != "waits for the start" || len(past) != 1 || past[0].Place != "place 2 of 2" || past[0].Points != "3.5" {
		t.Errorf("%+v, %+v", now, past)
	}
}
