package tournament

import (
	"strings"
	"testing"
	"time"

	"kickabout/engine/games/streetsoccer"
	"kickabout/league"
	"kickabout/league/formats/roundrobin"
	"kickabout/views/viewstest"
)

func TestAFormIsForeseen(t *testing.T) { // R-UT-2
	game := streetsoccer.Game{}.Info()
	terms := league.TournamentTerms{Format: "roundrobin", Places: 8, Cycles: 2, Control: "fast", Starts: time.Date(2027, 5, 1, 18, 0, 0, 0, time.UTC)}
	got := strings.Join(ForesightOf(Foresee(roundrobin.Format{}, game, terms, viewstest.Today, false)), "\n")
	// 25 turns at two a day, and 2 x (72 + 35 x 12) hours.
	want := "With 8 players: 14 games for each, 56 games in all.\n" +
		"If it starts on 1 May 2027, it ends between 14 May 2027 (everybody moves twice a day) and 11 June 2027 (everybody uses all the time there is), vacations apart."
	if got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
	bound := strings.Join(ForesightOf(Foresee(roundrobin.Format{}, game, terms, viewstest.Today, true)), "\n") // R-VA-7: 20 days more
	if want := "and 1 July 2027 (everybody uses all the time and all the vacation there is)."; !strings.HasSuffix(bound, want) {
		t.Errorf("got  %s\nwant %s", bound, want)
	}
	terms.Places = 99
	if f := Foresee(roundrobin.Format{}, game, terms, viewstest.Today, false); f != nil {
		t.Errorf("foreseen: %+v", f)
	}
}

func TestACloneHasEverythingButDaysAndTheWord(t *testing.T) {
	c := league.Tournament{Organiser: league.Player{ID: "ann"}, TournamentTerms: league.TournamentTerms{
		Name: "Cup", Format: "groups", Game: "onetwofun", Variant: "basic,goals=3", Control: "slow", Places: 12, Cycles: 2, Profile: "tp+de", NoVacation: true, Duplicate: true,
		Starts: viewstest.Today, Closes: viewstest.Today, CheckIn: 3 * time.Hour, Least: 8, Waiting: true, Joining: true, Private: true, ByInvite: true, Password: true, NoBots: true,
		Seeding: league.SeedRating, Rounds: 5, GroupSize: 4, Through: 2, ThirdPlace: true, RoundDays: 30, Window: league.RatingWindow{From: 1200, To: 1800}, Finished: 3, Flagged: 10, Pays: league.CloseWinScoring,
	}}
	got := CloneForm(c).Encode()
	want := "by_invitation=1&check_in=3&close_win=1&control=slow&cycles=2&duplicate=1&finished=3&flagged=10&format=groups&group_size=4&joining=1&least=8&name=Cup&no_vacation=1" +
		"&order=tp%2Bde&places=12&private=1&profile=own&rating_from=1200&rating_to=1800&round_days=30&rounds=5&rules=onetwofun%2Fbasic%2Cgoals%3D3&seeding=rating" +
		"&start=organiser&third_place=1&through=2&waiting=1"
	if got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
}
