package storetest_test

import (
	"fmt"
	"testing"

	"kickabout/engine/enginetest"
	"kickabout/league"
	"kickabout/store"
	"kickabout/store/storetest"
)

func TestALineThatWasRewrittenIsFound(t *testing.T) {
	storetest.Each(t, func(t *testing.T, open func() *store.Store) {
		s := open()
		signUp(t, s, "ann")
		admit(t, s, "bob")
		create(t, s, newMatch(1))
		for i := range 8 {
			must(t, second(s.Say(t.Context(), said([]string{"ann", "bob"}[i%2], fmt.Sprintf("Well played %d!", i)), nil, noon, 99)))
		}
		look := func() bool {
			found, err := s.CheckChats(t.Context())
			must(t, err)
			return len(found) == 1 && found[0].Log == "chat" && found[0].Of == newMatch(1).ID && found[0].Reason != ""
		}
		third := said("ann", "")
		third.N = 3
		hide(t, s, third)
		if look() {
			t.Error("a line that is hidden is no damage")
		}
		storetest.Flips{Table: "lines", Key: "n", Where: "match_id = 'm000001'", Numbers: "at_ms n", Texts: "text author_id", Binaries: "salt seal chain"}.
			Each(t, s, enginetest.Size(1000), look)

		must(t, raw(s).Exec("UPDATE matches SET lines = 9 WHERE id = 'm000001'").Error)
		if !look() {
			t.Error("a line that is missing at the end is not found")
		}
		must(t, raw(s).Exec("UPDATE matches SET lines = 8 WHERE id = 'm000001'").Error)
		must(t, raw(s).Exec("UPDATE lines SET text = '', salt = NULL WHERE author_id = ?", person("ann").ID).Error) // as an account that is deleted
		if look() {
			t.Error("a line that is erased is no damage")
		}
		must(t, second(s.Say(t.Context(), said("bob", "Bye."), nil, noon, 99)))
		if look() {
			t.Error("a line after one that is erased is no damage")
		}
	})
}

func TestErasedLinesLeaveNoSaltBehind(t *testing.T) {
	storetest.Each(t, func(t *testing.T, open func() *store.Store) {
		s := open()
		account := signUp(t, s, "ann")
		admit(t, s, "bob")
		create(t, s, newMatch(1))
		must(t, second(s.Say(t.Context(), said("ann", "my secret"), nil, noon, 9)))
		must(t, s.Erase(t.Context(), account, "deleted-1"))
		var left int64
		must(t, raw(s).Raw("SELECT COUNT(*) FROM lines WHERE salt IS NOT NULL OR text <> ''").Scan(&left).Error)
		if found, err := s.CheckChats(t.Context()); left > 0 || err != nil || len(found) > 0 {
			t.Errorf("%d lines keep a salt or a text; %v, %v", left, found, err)
		}
	})
}

// Lines and events of a program that knew no chains get their values later.
func TestWhatHasNoValueYetIsNoDamageAndGetsOne(t *testing.T) {
	storetest.Each(t, func(t *testing.T, open func() *store.Store) {
		s := open()
		admit(t, s, "ann", "bob")
		create(t, s, newMatch(1))
		step(t, s, cupBy(t, s, "cup", ""), league.ActStarted, starts)
		for range 3 {
			must(t, second(s.Say(t.Context(), said("ann", "hello"), nil, noon, 9)))
		}
		storetest.Unguard(t, s, "tournament_events")
		must(t, raw(s).Exec("UPDATE lines SET salt = NULL, seal = NULL, chain = NULL").Error)
		must(t, raw(s).Exec("UPDATE tournament_events SET chain = NULL").Error)
		must(t, second(s.Say(t.Context(), said("bob", "hi"), nil, noon, 9)))
		for range 2 {
			chats, err := s.CheckChats(t.Context())
			must(t, err)
			logs, err := s.CheckTournamentLogs(t.Context())
			must(t, err)
			if len(chats)+len(logs) > 0 {
				t.Errorf("damaged are %v, %v", chats, logs)
			}
		}
		for _, table := range []string{"lines", "tournament_events"} {
			var left int64
			must(t, raw(s).Raw("SELECT COUNT(*) FROM "+table+" WHERE chain IS NULL").Scan(&left).Error)
			if left > 0 {
				t.Errorf("%d rows of %s have no value", left, table)
			}
		}
		must(t, raw(s).Exec("UPDATE lines SET text = 'ho' WHERE n = 2").Error)
		if found, err := s.CheckChats(t.Context()); len(found) != 1 || err != nil {
			t.Errorf("a line that was sealed later and rewritten: %v, %v", found, err)
		}
	})
}

func TestAnEventOfATournamentThatWasRewrittenIsFound(t *testing.T) {
	storetest.Each(t, func(t *testing.T, open func() *store.Store) {
		s := open()
		admit(t, s, "ann", "bob")
		step(t, s, cupBy(t, s, "cup", ""), league.ActStarted, starts)
		look := func() bool {
			found, err := s.CheckTournamentLogs(t.Context())
			must(t, err)
			return len(found) == 1 && found[0].Log == "tournament" && found[0].Of == "cup" && found[0].Reason != ""
		}
		if look() {
			t.Fatal("it is damaged from the start")
		}
		storetest.Flips{Table: "tournament_events", Key: "seq", Where: "tournament_id = 'cup'", Numbers: "at_ms seq", Texts: "act text rule", Binaries: "chain"}.
			Each(t, s, enginetest.Size(1000), look)
	})
}
