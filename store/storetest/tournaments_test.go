package storetest_test

import (
	"fmt"
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
			if err := raw(s).Exec(statement).Error; err == nil {
				t.Errorf("the database did: %s", statement)
			}
		}
		got, err := s.Tournament(t.Context(), league.Site(), "cup")
		if err != nil || got.Name != "Cup" || got.Last != 1 || got.Organiser.Name != "ann" {
			t.Errorf("got %+v, %v", got, err)
		}
		wantKind(t, second(s.Tournament(t.Context(), league.Site(), "none")), league.NotFound)
	})
}

// Both games of a pair begin with one step of their tournament, or neither does; they are read with the
// dice of both, whichever has the lower id.
func TestADuplicatePairBeginsWithItsTournament(t *testing.T) {
	storetest.Each(t, func(t *testing.T, open func() *store.Store) {
		s := open()
		admit(t, s, "ann", "bob")
		terms := league.TournamentTerms{Name: "Cup", Format: "roundrobin", Game: "streetsoccer", Variant: "lg", Control: "lg", Places: 3, Cycles: 2, Duplicate: true}
		cup, err := league.ReplayTournament("cup", dice.TournamentGID("cup"), dice.Link{1}, []league.Decision{
			{Seq: 1, At: noon, By: person("ann"), Act: league.ActCreated, Text: terms.String()},
		})
		must(t, err)
		must(t, s.CreateTournament(t.Context(), cup, nil, nil))
		if got, err := s.Tournament(t.Context(), league.Site(), "cup"); err != nil || !got.Duplicate || got.TournamentTerms != terms {
			t.Errorf("got %+v, %v", got.TournamentTerms, err)
		}
		gid := league.PairGID("cup", "c1/r1/b1")
		one, other := newMatchOf(2, "ann", "bob"), newMatchOf(1, "bob", "ann")
		one.ID, other.ID = "m2", "m1"
		one.Tournament, one.Fixture, one.Twin, one.GID = "cup", "c1/r1/b1", "m1", gid
		other.Tournament, other.Fixture, other.Twin, other.GID = "cup", "c2/r1/b1", "m2", gid
		broken := other
		broken.Log = nil
		p := league.TournamentProgress{Tournament: cup, Seen: 1, Matches: []league.Match{one, broken}}
		p.Tournament.Log = nil
		if err := s.AppendTournament(t.Context(), p); err == nil {
			t.Error("a pair began with one game that cannot be stored")
		}
		if _, err := s.Match(t.Context(), league.Site(), "m2"); league.KindOf(err) != league.NotFound {
			t.Errorf("one game of it began alone: %v", err)
		}
		p.Matches[1] = other
		must(t, s.AppendTournament(t.Context(), p))
		wantKind(t, s.AppendTournament(t.Context(), p), league.Stale) // each begins once
		fixtures, err := s.Fixtures(t.Context(), league.Site(), "cup")
		must(t, err)
		for _, m := range fixtures {
			if m.GID != gid || m.Twin == "" || m.Twin == m.ID {
				t.Errorf("%s is read as %+v", m.ID, m)
			}
		}
		if len(fixtures) != 2 {
			t.Errorf("%d games", len(fixtures))
		}
	})
}

// Tournaments are counted without a gap, and no two have a number.
func TestTournamentsAreCounted(t *testing.T) {
	storetest.Each(t, func(t *testing.T, open func() *store.Store) {
		s := open()
		admit(t, s, "ann")
		terms := league.TournamentTerms{Name: "Cup", Format: "roundrobin", Game: "streetsoccer", Variant: "lg", Control: "lg", Places: 3, Cycles: 1}
		for want := uint32(1); want < 4; want++ {
			n, err := s.NextSerial(t.Context())
			if must(t, err); n != want {
				t.Fatalf("the next one is %d, want %d", n, want)
			}
			id := fmt.Sprintf("cup%d", n)
			cup, err := league.ReplayTournament(id, dice.TournamentGID(id), dice.Link{1}, []league.Decision{
				{Seq: 1, At: noon, By: person("ann"), Act: league.ActCreated, Text: terms.String()},
			})
			must(t, err)
			cup.Serial = n
			must(t, s.CreateTournament(t.Context(), cup, nil, nil))
			cup.ID = "twin"
			wantKind(t, s.CreateTournament(t.Context(), cup, nil, nil), league.Stale)
			if got, err := s.Tournament(t.Context(), league.Site(), id); err != nil || got.Serial != n {
				t.Errorf("%s is read with the number %d, %v", id, got.Serial, err)
			}
		}
	})
}
