package league_test

import (
	"testing"
	"time"

	"kickabout/engine/dice"
	"kickabout/league"
)

// TestWhoDirectsAloneAnswersARequest: the log itself refuses an answer of anybody else (R-FF-14).
func TestWhoDirectsAloneAnswersARequest(t *testing.T) {
	at, org, bob := time.Date(2026, time.May, 1, 12, 0, 0, 0, time.UTC), league.Player{ID: "org", Name: "org"}, league.Player{ID: "bob", Name: "bob"}
	terms := league.TournamentTerms{Name: "Cup", Format: "roundrobin", Game: "streetsoccer", Variant: "lg", Control: "lg", Places: 4, Cycles: 1}
	for by, want := range map[league.Player]league.Kind{bob: league.Forbidden, org: league.Stale} {
		_, err := league.ReplayTournament("cup", dice.TournamentGID("cup"), dice.Link{1}, []league.Decision{
			{Seq: 1, At: at, By: org, Act: league.ActCreated, Text: terms.String()},
			{Seq: 2, At: at, By: by, Act: league.ActAnswered, Player: bob, Text: "m1 no"},
		})
		if league.KindOf(err) != want {
			t.Errorf("%s answers: %v, want %v", by.Name, err, want)
		}
	}
}
