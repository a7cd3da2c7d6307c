package storetest_test

import (
	"sync"
	"testing"

	"kickabout/league"
	"kickabout/store"
	"kickabout/store/storetest"
)

// member is a person with an account, whose name folds to itself.
func member(name string) (league.Account, []string) {
	p := person(name)
	p.Kind = league.Member
	return league.Account{Player: p, Password: "hash of " + name, Created: noon}, []string{name}
}

func session(of, key string) league.Session {
	return league.Session{Hash: sessionOf(key), Player: person(of).ID, Created: noon, Seen: noon, Browser: "Browser"}
}

func signUp(t *testing.T, s *store.Store, name string) league.Account {
	t.Helper()
	a, keys := member(name)
	must(t, s.SignUp(t.Context(), a, keys, session(name, name+" first")))
	return a
}

func TestSignUpOfSomebodyNewAndOfAGuest(t *testing.T) {
	storetest.Each(t, func(t *testing.T, open func() *store.Store) {
		s := open()
		signUp(t, s, "ann")
		got, err := s.Account(t.Context(), "ann")
		want, _ := member("ann")
		if err != nil || got != want {
			t.Errorf("Ann's account is %+v, %v", got, err)
		}
		if got, err := s.AccountOf(t.Context(), person("ann").ID); err != nil || got != want {
			t.Errorf("by her id it is %+v, %v", got, err)
		}
		wantKind(t, second(s.Account(t.Context(), "bob")), league.NotFound)

		guest := person("bob")
		guest.Name, guest.Kind = "Guest B", league.Guest
		must(t, second(s.Admit(t.Context(), session("bob", "guest"), guest)))
		bob, keys := member("bob")
		must(t, s.SignUp(t.Context(), bob, append(keys, "b0b"), session("bob", "bob")))
		seen, player, err := s.Session(t.Context(), sessionOf("bob"))
		if err != nil || player != bob.Player || seen != session("bob", "bob") {
			t.Errorf("Bob is %+v by %+v, %v", player, seen, err)
		}
		wantKind(t, third(s.Session(t.Context(), sessionOf("guest"))), league.NotFound)
		if got, err := s.Account(t.Context(), "b0b"); err != nil || got != bob {
			t.Errorf("by his other key Bob's account is %+v, %v", got, err)
		}

		wantKind(t, s.SignUp(t.Context(), bob, []string{"bobby"}, session("bob", "again")), league.Forbidden)
		wantKind(t, third(s.Session(t.Context(), sessionOf("again"))), league.NotFound)
		eve, _ := member("eve")
		wantKind(t, s.SignUp(t.Context(), eve, []string{"eve", "b0b"}, session("eve", "eve")), league.Stale)
		for _, key := range []string{"eve", "bobby"} {
			wantKind(t, second(s.Account(t.Context(), key)), league.NotFound)
		}
		var players int64
		must(t, raw(s).Table("players").Count(&players).Error)
		if players != 2 {
			t.Errorf("there are %d players, want two", players)
		}
	})
}

func TestOfTwoWhoSignUpUnderOneKeyOneDoes(t *testing.T) {
	storetest.Each(t, func(t *testing.T, open func() *store.Store) {
		s := open()
		names := []string{"ann", "bob", "cleo", "dan", "eve", "fay", "gus", "hal"}
		kinds := make([]error, len(names))
		start := make(chan struct{})
		var all sync.WaitGroup
		for i, name := range names {
			all.Go(func() {
				a, _ := member(name)
				<-start
				kinds[i] = s.SignUp(t.Context(), a, []string{name, "the same"}, session(name, name))
			})
		}
		close(start)
		all.Wait()
		won := 0
		for _, err := range kinds {
			if err == nil {
				won++
			} else {
				wantKind(t, err, league.Stale)
			}
		}
		var accounts, players, sessions, keys int64
		must(t, raw(s).Table("accounts").Count(&accounts).Error)
		must(t, raw(s).Table("players").Count(&players).Error)
		must(t, raw(s).Table("sessions").Count(&sessions).Error)
		must(t, raw(s).Table("names").Count(&keys).Error)
		if won != 1 || accounts != 1 || players != 1 || sessions != 1 || keys != 2 {
			t.Errorf("%d won; %d accounts, %d players, %d sessions, %d keys", won, accounts, players, sessions, keys)
		}
	})
}

func TestWhoSignsInTakesOverWhatHePlayedAsAGuest(t *testing.T) {
	storetest.Each(t, func(t *testing.T, open func() *store.Store) {
		s := open()
		ann := signUp(t, s, "ann")
		other := person("bob")
		must(t, second(s.Admit(t.Context(), session("bob", "bob"), other)))
		guest := person("guest")
		guest.Kind = league.Guest
		must(t, second(s.Admit(t.Context(), session("guest", "guest"), guest)))

		seats := [][2]league.Player{{guest, other}, {other, guest}, {guest, ann.Player}, {ann.Player, guest}}
		for i, pair := range seats {
			m := newMatch(i + 1)
			m.Seats[0].Player, m.Seats[1].Player = pair[0], pair[1]
			create(t, s, m)
		}
		must(t, s.SignIn(t.Context(), ann, session("ann", "new"), sessionOf("guest")))
		for i, want := range [][2]string{{ann.Player.ID, other.ID}, {other.ID, ann.Player.ID}, {guest.ID, ann.Player.ID}, {ann.Player.ID, guest.ID}} {
			m, err := s.Match(t.Context(), league.Site(), newMatch(i+1).ID)
			if err != nil || m.Seats[0].Player.ID != want[0] || m.Seats[1].Player.ID != want[1] {
				t.Errorf("match %d is of %s and %s, want %v (%v)", i+1, m.Seats[0].Player.ID, m.Seats[1].Player.ID, want, err)
			}
		}
		wantKind(t, third(s.Session(t.Context(), sessionOf("guest"))), league.NotFound)
		if sessions, err := s.Sessions(t.Context(), ann.Player.ID); err != nil || len(sessions) != 2 {
			t.Errorf("Ann has the sessions %+v, %v", sessions, err)
		}

		// From one account to another: the session ends, the matches stay.
		cleo := signUp(t, s, "cleo")
		must(t, s.SignIn(t.Context(), cleo, session("cleo", "newer"), sessionOf("new")))
		wantKind(t, third(s.Session(t.Context(), sessionOf("new"))), league.NotFound)
		if m, err := s.Match(t.Context(), league.Site(), newMatch(1).ID); err != nil || m.Seats[0].Player.ID != ann.Player.ID {
			t.Errorf("Ann's match is %s's now, %v", m.Seats[0].Player.ID, err)
		}
	})
}

func TestAPasswordThatChangedMeanwhileDoesNotLetIn(t *testing.T) {
	storetest.Each(t, func(t *testing.T, open func() *store.Store) {
		s := open()
		ann := signUp(t, s, "ann")
		must(t, s.ChangePassword(t.Context(), ann.Player.ID, ann.Password, "another", session("ann", "changed"), false))
		wantKind(t, third(s.Session(t.Context(), sessionOf("ann first"))), league.NotFound)
		must(t, third(s.Session(t.Context(), sessionOf("changed"))))

		wantKind(t, s.SignIn(t.Context(), ann, session("ann", "late"), sessionOf("none")), league.Stale)
		wantKind(t, s.SetPassword(t.Context(), ann.Player.ID, ann.Password, "third"), league.Stale)
		wantKind(t, s.ChangePassword(t.Context(), ann.Player.ID, ann.Password, "third", session("ann", "late"), false), league.Stale)
		wantKind(t, third(s.Session(t.Context(), sessionOf("late"))), league.NotFound)
		must(t, third(s.Session(t.Context(), sessionOf("changed"))))
		if a, err := s.Account(t.Context(), "ann"); err != nil || a.Password != "another" {
			t.Errorf("the password is %q, %v", a.Password, err)
		}
	})
}
