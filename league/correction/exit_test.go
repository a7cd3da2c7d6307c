package correction_test

import (
	"testing"

	"kickabout/league"
	"kickabout/league/correction"
)

// TestWhatStandsOfWhoWasTakenOut: corrections lie one over another, and each that is undone shows the one below.
func TestWhatStandsOfWhoWasTakenOut(t *testing.T) { // R-CO-1
	player := func(id string) league.Player { return league.Player{ID: id, Name: id} }
	cup := league.Tournament{State: league.Finished, Teams: []league.Team{{ID: "t1", Name: "Reds"}}}
	for i, id := range []string{"ann", "bob", "cleo", "dan"} {
		e := league.Entrant{Player: player(id), Seed: i + 1}
		if i > 1 {
			e.Team, e.Out = "t1", league.Voided
		}
		cup.Entries = append(cup.Entries, e)
	}
	cup.Entries[1].Out = league.Cheated
	back := league.ExitChange{Was: league.Voided, Now: league.Stays}
	log := []league.Decision{
		{Seq: 1, Act: league.ActStruck, Player: player("bob"), Text: "cheated R-FF-9: a program"},
		{Seq: 2, Act: league.ActStruck, Player: player("cleo"), Text: "voided R-FF-5: left"},
		{Seq: 3, Act: league.ActStruck, Player: player("dan"), Text: "voided R-FF-5: left"},
		{Seq: 4, Act: league.ActCorrected, Player: player("cleo"), By: player("ada"), Text: correction.ExitText(back, "was there")},
		{Seq: 5, Act: league.ActUndone, Player: player("cleo"), By: player("ada"), Text: correction.ExitUndone(back, "")},
	}
	for n, want := range map[int]int{3: 0, 4: 4, 5: 0} { // events, and the one that can be undone
		list := correction.Leavers(cup, log[:n])
		if len(list) != 1 || list[0].ID != "t1" || len(list[0].Entries) != 2 || list[0].Exit != league.Voided {
			t.Fatalf("after %d: %+v", n, list)
		}
		if made := list[0].Undo; (made != nil) != (want > 0) || made != nil && (made.Seq != want || made.ExitChange != back || made.Reason != "was there" || made.By.ID != "ada") {
			t.Errorf("after %d there stands %+v", n, made)
		}
	}
	cup.Entries[2].Out = league.Stays
	if list := correction.Leavers(cup, log[:4]); len(list) != 2 || list[0].ID != "cleo" || list[0].Exit != league.Stays || list[1].ID != "dan" {
		t.Errorf("a team that counts in part: %+v", list)
	}
	for _, d := range log[3:] { // they are about no result
		if c, ok := correction.Of(d); ok {
			t.Errorf("%+v is read as %+v", d, c)
		}
	}
	if standing, err := correction.Standing(log); len(standing) > 0 || err != nil {
		t.Errorf("%v, %v", standing, err)
	}
	then := correction.Leavers(cup, log[:4])[1].Then(cup, league.Forfeited)
	if then.Entries[3].Out != league.Forfeited || cup.Entries[3].Out != league.Voided || then.Entries[2].Out != league.Stays {
		t.Errorf("then %+v, and it was %+v", then.Entries, cup.Entries)
	}
}
