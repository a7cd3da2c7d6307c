package store_test

import (
	"testing"

	"kickabout/engine/dice"
	"kickabout/league"
	"kickabout/store"
	"kickabout/store/storetest"
)

func TestTheLogOfATournamentIsInsertOnly(t *testing.T) {
	storetest.Each(t, func(t *testing.T, open func() *store.Store) {
		s := open()
		admit(t, s, "ann")
		terms := league.TournamentTerms{Name: "Cup", Format: "roundrobin", Game: "streetsoccer", Variant: "lg", Control: "lg", Places: 3, Cycles: 1}
		cup, err := league.ReplayTournament("cup", dice.TournamentGID("cup"), dice.Link{1}, []league.Decision{
			{Seq: 1, At: noon, By: person("ann"), Act: league.ActCreated, Text: terms.String()},
		})
		must(t, err)
		must(t, s.CreateTournament(t.Context(), cup, nil, nil))
		wantKind(t, s.CreateTournament(t.Context(), cup, nil, nil), league.Stale)
		for _, statement := range []string{"UPDATE tournament_events SET text = 'x'", "DELETE FROM tournament_events"} {
			if err := s.Raw().Exec(statement).Error; err == nil {
				t.Errorf("the database did: %s", statement)
			}
		}
		got, err := s.Tournament(t.Context(), "cup")
		if err != nil || got.Name != "Cup" || got.Last != 1 || got.Organiser.Name != "ann" {
			t.Errorf("got %+v, %v", got, err)
		}
		wantKind(t, second(s.Tournament(t.Context(), "none")), league.NotFound)
	})
}
