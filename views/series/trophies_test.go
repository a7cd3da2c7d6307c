package series

import (
	"fmt"
	"testing"
	"time"

	"kickabout/engine/games"
	"kickabout/league"
	"kickabout/league/ladders"
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

func TestTheHallOfFameCountsTitles(t *testing.T) {
	ann, bob := league.Player{ID: "ann", Name: "Ann", Kind: league.Member}, league.Player{ID: "bob", Name: "Bob", Kind: league.Member}
	won := func(format, edition, variant string, e league.Entrant) league.Tournament {
		return league.Tournament{
			ID: edition, State: league.Finished, TournamentTerms: league.TournamentTerms{Format: format, Edition: edition, Game: "streetsoccer", Variant: variant}, Entries: []league.Entrant{e},
		}
	}
	in := HallInput{Games: games.All(), Won: []league.Tournament{
		won("championship", "2027-05", "lg", league.Entrant{Player: bob, Winner: true, Group: "d1/g1"}),
		won("championship", "2026-11", "lg", league.Entrant{Player: bob, Winner: true, Group: "d2/g1"}), // no title
		won("monthlycup", "2026-final", "board", league.Entrant{Player: ann, Winner: true}),
		won("championship", "2026-05", "lg", league.Entrant{Player: ann, Group: "d1/g1", Note: "asked"}), // nor this
		won("championship", "2026-05", "old", league.Entrant{Player: ann, Winner: true, Group: "d1/g1"}), // nothing is known of these rules
	}}
	for month := range 8 {
		in.Won = append(in.Won, won("monthlycup", fmt.Sprintf("g%04d", month), "lg", league.Entrant{Player: ann, Note: fmt.Sprintf("place=1 month=2026-%02d", 8-month)}))
	}
	in.Ladders = []ladders.Line{
		{Competition: league.Competition{Format: "ladder", Game: "streetsoccer", Variant: "lg"}, Players: 2, Top: bob},
		{Competition: league.Competition{Format: "ladder", Game: "streetsoccer", Variant: "board"}, Players: 1, Top: bob}, // alone
	}
	p := NewHallPage(in)
	if len(p.Most.Rows) != 2 || p.Most.Rows[0].Text != "Ann: 1 cup of a year, 8 cups of a month" || p.Most.Rows[0].Best != "9" || p.Most.Rows[1].Text != "Bob: 1 championship" {
		t.Errorf("%+v", p.Most)
	}
	if bar := p.Most.Rows[0].Parts; len(bar) != 2 || bar[0].From != 0 || bar[0].To != bar[1].From || bar[1].To != 100 {
		t.Errorf("the longest bar is %+v", bar)
	}
	if len(p.Rules) != 2 {
		t.Fatalf("%+v", p.Rules)
	}
	lg, board := p.Rules[0], p.Rules[1]
	if lg.Top == nil || lg.Top.Text != "On top of the ladder of 2 players" || len(lg.Titles) != 1 || len(lg.Months) != hallMonths || lg.Months[0].Text != "Winner of August 2026" || lg.AllOf != "/monthlycup/streetsoccer/lg" {
		t.Errorf("%+v", lg)
	}
	if board.Top != nil || len(board.Titles) != 1 || board.Titles[0].Text != "Cup winner of 2026" || board.AllOf != "" {
		t.Errorf("%+v", board)
	}
}

func TestWhereAPlayerStands(t *testing.T) {
	open := league.Tournament{State: league.Registration, Entries: []league.Entrant{{Player: league.Player{ID: "ann"}}}}
	over := league.Tournament{State: league.Finished, Started: time.Unix(1, 0), Entries: []league.Entrant{{Player: league.Player{ID: "ann"}, Seed: 1, Group: "g1"}, {Player: league.Player{ID: "bob"}, Seed: 2, Group: "g1"}, {Player: league.Player{ID: "eve"}, Seed: 3, Group: "g2"}}}
	now, past := StandingLines(games.All(), "ann", []Standing{{Tournament: open}, {Tournament: over, Row: &league.Row{Rank: 2, Points: 35}}})
	if len(now) != 1 || now[0].Place != "waits for the start" || len(past) != 1 || past[0].Place != "2 of 2" || past[0].Points != "3.5" {
		t.Errorf("%+v, %+v", now, past)
	}
}
