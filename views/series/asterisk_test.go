package series

import (
	"strings"
	"testing"
	"time"

	"kickabout/engine"
	"kickabout/engine/games/streetsoccer"
	"kickabout/league"
	"kickabout/league/formats/championship"
	"kickabout/views/tournament"
	"kickabout/views/viewstest"
)

func TestATournamentWithACheaterHasAnAsterisk(t *testing.T) { // R-FF-9
	dan := league.Player{ID: "dan", Name: "Dan", Kind: league.Expelled}
	cup := func(state league.TournamentState, out league.Exit) league.Tournament {
		return league.Tournament{ID: "t1", State: state, TournamentTerms: league.TournamentTerms{Name: "Cup"}, Entries: []league.Entrant{
			{Player: league.Player{ID: "ann", Name: "Ann", Kind: league.Member}, Seed: 1, Winner: true}, {Player: dan, Seed: 2, Out: out},
		}}
	}
	for _, c := range []struct {
		what   string
		cup    league.Tournament
		starts string
	}{
		{"closed before he was expelled", cup(league.Finished, league.Stays), "Dan was expelled"},
		{"closed, and he was out of it", cup(league.Finished, league.Voided), "Dan was expelled"},
		{"being played: what he played is lost there", cup(league.Running, league.Cheated), ""},
		{"closed after he was expelled: the table is without him", cup(league.Finished, league.Cheated), ""},
		{"cancelled", cup(league.Cancelled, league.Stays), ""},
	} {
		text := tournament.AsteriskText(c.cup)
		if (text == "") != (c.starts == "") || !strings.HasPrefix(text, c.starts) {
			t.Errorf("%s: it says %q", c.what, text)
		}
		lines := tournament.TournamentLines(nil, []league.Tournament{c.cup}, "")
		if want := strings.TrimSuffix("Ann*", map[bool]string{true: "*"}[text == ""]); lines[0].Winners != want && c.cup.State == league.Finished || lines[0].Star != text {
			t.Errorf("%s: in the list it is %+v", c.what, lines[0])
		}
	}
	won, _ := trophyOf(cup(league.Finished, league.Stays), cup(league.Finished, league.Stays).Entries[0], "rules")
	if len(won) != 1 || !strings.HasSuffix(won[0].Text, "*") {
		t.Errorf("the trophy is %+v", won)
	}
}

func TestASeasonWithACheaterHasItsAsteriskEverywhere(t *testing.T) { // R-FF-9
	season := league.Tournament{
		ID: "s1", State: league.Finished, Started: time.Date(2027, 5, 1, 0, 0, 0, 0, time.UTC), Ended: time.Date(2027, 9, 1, 0, 0, 0, 0, time.UTC),
		TournamentTerms: league.TournamentTerms{Format: championship.ID, Competition: "championship/streetsoccer/lg", Edition: "2027-05", Game: "streetsoccer", Variant: "lg", Cycles: 2},
	}
	for i, name := range []string{"Ann", "Bob", "Cleo", "Dan"} {
		season.Entries = append(season.Entries, league.Entrant{
			Player: league.Player{ID: strings.ToLower(name[:1]), Name: name}, Seed: i + 1, Group: championship.GroupName(1, 1), Winner: i == 0,
		})
	}
	season.Entries[3].Player.Kind = league.Expelled
	table, matches := viewstest.WorkedGroup(t, "std", viewstest.Given)
	in := SeasonInput{
		Games: []engine.Game{streetsoccer.Game{}}, Tournament: season,
		Groups: []SeasonGroup{{Group: championship.GroupName(1, 1), Table: table, Matches: matches}},
	}
	must := func(b []byte, err error) string {
		if err != nil {
			t.Fatal(err)
		}
		return string(b)
	}
	if got := (ChampionshipInput{}).season(season); got.Champion != "Ann*" || got.Star == "" {
		t.Errorf("the champion is %q, %q", got.Champion, got.Star)
	}
	for what, text := range map[string]string{
		"the pyramid": viewstest.Rendered(t, Season(pyramid(t, in))), "the group": viewstest.Rendered(t, ChampionshipTable(NewChampionshipGroup(in))),
		"the file of the pyramid": string(PyramidCSV(in)), "the file of the group": string(GroupCSV(in)),
		"JSON of the pyramid": must(PyramidJSON(in)), "JSON of the group": must(GroupJSON(in)),
	} {
		if !strings.Contains(text, "Dan was expelled for cheating") {
			t.Errorf("%s does not explain it: %s", what, text)
		}
	}
}
