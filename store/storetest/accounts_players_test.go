package storetest_test

import (
	"sync"
	"testing"
	"time"

	"kickabout/league"
	"kickabout/store"
	"kickabout/store/storetest"
)

func TestAdmit(t *testing.T) {
	storetest.Each(t, func(t *testing.T, open func() *store.Store) {
		s := open()
		wantKind(t, third(s.Session(t.Context(), sessionOf("ann"))), league.NotFound)

		ann := league.Session{Hash: sessionOf("ann"), Player: person("ann").ID, Created: noon}
		got, err := s.Admit(t.Context(), ann, person("ann"))
		if err != nil || got != person("ann") {
			t.Errorf("admitting Ann gave %v, %v", got, err)
		}

		eve := ann
		eve.Player = person("eve").ID
		got, err = s.Admit(t.Context(), eve, person("eve"))
		if err != nil || got != person("ann") {
			t.Errorf("admitting Eve with Ann's session gave %v, %v", got, err)
		}
		var players int64
		must(t, raw(s).Table("players").Count(&players).Error)
		if players != 1 {
			t.Errorf("there are %d players, want Ann alone", players)
		}

		other := league.Session{Hash: sessionOf("other"), Player: person("ann").ID, Created: noon}
		wantKind(t, second(s.Admit(t.Context(), other, person("ann"))), league.Internal)
		wantKind(t, third(s.Session(t.Context(), other.Hash)), league.NotFound)
	})
}

func TestOneSessionAdmitsOnePlayerHoweverManyTabs(t *testing.T) {
	storetest.Each(t, func(t *testing.T, open func() *store.Store) {
		s := open()
		names := []string{"ann", "bob", "cleo", "dan", "eve", "fay", "gus", "hal"}
		got := make([]league.Player, len(names))
		start := make(chan struct{})
		var all sync.WaitGroup
		for i, name := range names {
			all.Go(func() {
				p := person(name)
				<-start
				var err error
				if got[i], err = s.Admit(t.Context(), league.Session{Hash: sessionOf("all"), Player: p.ID, Created: noon}, p); err != nil {
					t.Error(err)
				}
			})
		}
		close(start)
		all.Wait()
		for _, p := range got {
			if p != got[0] || p.ID == "" {
				t.Errorf("one session is of %v and of %v", p, got[0])
			}
		}
		var players int64
		must(t, raw(s).Table("players").Count(&players).Error)
		if players != 1 {
			t.Errorf("there are %d players, want one", players)
		}
	})
}

func TestPutBotsKeepsThoseThatAreThere(t *testing.T) {
	storetest.Each(t, func(t *testing.T, open func() *store.Store) {
		s := open()
		must(t, s.PutBots(t.Context(), nil))
		random := league.Player{ID: "bot-random", Name: "Random", Kind: league.Bot, Created: noon}
		must(t, s.PutBots(t.Context(), []league.Player{random}))
		renamed := random
		renamed.Name, renamed.Created = "Chance", noon.Add(time.Hour)
		greedy := league.Player{ID: "bot-greedy", Name: "Greedy", Kind: league.Bot, Created: noon}
		must(t, s.PutBots(t.Context(), []league.Player{renamed, greedy}))

		m := newMatch(1)
		m.Seats = [2]league.Seat{{Player: random}, {Player: greedy}}
		create(t, s, m)
		wantMatch(t, s, m)
	})
}
