package storetest_test

import (
	"crypto/sha256"
	"fmt"
	"reflect"
	"sync"
	"testing"
	"time"

	"kickabout/engine/enginetest"
	"kickabout/league"
	"kickabout/league/app"
	"kickabout/store"
	"kickabout/store/storetest"
)

func TestApps(t *testing.T) {
	storetest.Each(t, func(t *testing.T, open func() *store.Store) {
		s := open()
		ann, bea := signUp(t, s, "ann").Player, signUp(t, s, "bea").Player
		one := app.App{ID: "a1", Owner: ann.ID, Name: "Scores", Site: "https://scores.example", Redirects: []string{"https://scores.example/back", "http://127.0.0.1/"}, Created: noon}
		two, third, stranger := one, one, one
		two.ID, two.Created, third.ID, stranger.ID, stranger.Owner = "a2", noon.Add(time.Hour), "a3", "a4", "nobody"
		must(t, s.AddApp(t.Context(), two, 2))
		must(t, s.AddApp(t.Context(), one, 2))
		wantKind(t, s.AddApp(t.Context(), third, 2), league.Forbidden)
		wantKind(t, s.AddApp(t.Context(), stranger, 2), league.Forbidden)
		if got, err := s.AppsOf(t.Context(), ann.ID); err != nil || !reflect.DeepEqual(got, []app.App{one, two}) {
			t.Errorf("the apps are %+v, %v", got, err)
		}
		if got, owner, err := s.App(t.Context(), "a1"); err != nil || !reflect.DeepEqual(got, one) || owner.Name != ann.Name {
			t.Errorf("the app is %+v of %+v, %v", got, owner, err)
		}
		must(t, s.DropApp(t.Context(), bea.ID, "a1")) // not hers
		g := app.Grant{Family: "f1", App: one, Player: bea.ID, Scopes: league.ScopeRead | league.ScopePlay, Redirect: one.Redirects[0], Challenge: "c", Made: noon}
		must(t, s.AddGrant(t.Context(), g, hash("code"), noon.Add(time.Minute), 1))
		wantKind(t, s.AddGrant(t.Context(), g, hash("code 2"), noon.Add(time.Minute), 1), league.Forbidden)
		wantNoGrants(t, s, bea.ID) // nothing has come of it yet
		got, err := s.SpendCode(t.Context(), "f1", hash("code"), noon.Add(time.Second))
		if must(t, err); got.App.ID != "a1" || got.Player != bea.ID || got.Scopes != g.Scopes || got.Redirect != g.Redirect || got.Challenge != "c" {
			t.Errorf("spent is %+v", got)
		}
		issue(t, s, "f1", "x1", "r1")
		if token, who, err := s.Token(t.Context(), hash("x1")); err != nil || who.ID != bea.ID || token.Scopes != league.ScopeRead || token.Label != "Scores" {
			t.Errorf("the token is %+v of %+v, %v", token, who, err)
		}
		for _, secret := range []string{"code", "r1"} { // nobody acts by these
			_, _, err := s.Token(t.Context(), hash(secret))
			wantKind(t, err, league.NotFound)
		}
		if own, err := s.Tokens(t.Context(), bea.ID); err != nil || len(own) != 0 {
			t.Errorf("the tokens of her own are %+v, %v", own, err)
		}
		if list, err := s.Grants(t.Context(), bea.ID); err != nil || len(list) != 1 || !reflect.DeepEqual(list[0].App, one) || list[0].Used.IsZero() || !list[0].Ends.Equal(noon.Add(2*time.Hour)) {
			t.Errorf("allowed are %+v, %v", list, err)
		}
		if of, err := s.GrantOf(t.Context(), hash("r1")); err != nil || of.Family != "f1" || of.App.ID != "a1" || of.Player != bea.ID {
			t.Errorf("the refresh token came of %+v, %v", of, err)
		}
		must(t, s.EndToken(t.Context(), bea.ID, hash("x1"))) // this is no token that she made
		_, err = s.SpendRefresh(t.Context(), "f1", hash("r1"), noon.Add(time.Minute))
		must(t, err)
		_, _, err = s.Token(t.Context(), hash("x1"))
		wantKind(t, err, league.NotFound)
		issue(t, s, "f1", "x2", "r2")
		must(t, s.EndFamily(t.Context(), ann.ID, "f1")) // not hers
		if _, _, err := s.Token(t.Context(), hash("x2")); err != nil {
			t.Error("another player ended it:", err)
		}
		must(t, s.EndFamily(t.Context(), bea.ID, "f1"))
		_, _, err = s.Token(t.Context(), hash("x2"))
		wantKind(t, err, league.NotFound)
		must(t, s.DropApp(t.Context(), ann.ID, "a1"))
		_, _, err = s.App(t.Context(), "a1")
		wantKind(t, err, league.NotFound)
	})
}

// TestWhatAnAppGotIsTakenOnce has each secret come twice, late, changed, or from nowhere: all that came of it ends.
func TestWhatAnAppGotIsTakenOnce(t *testing.T) {
	storetest.Each(t, func(t *testing.T, open func() *store.Store) {
		s := open()
		ann := signUp(t, s, "ann").Player.ID
		must(t, s.AddApp(t.Context(), app.App{ID: "a", Owner: ann, Name: "A", Site: "https://a.example", Redirects: []string{"https://a.example/"}, Created: noon}, 1))
		for name, spend := range map[string]func(family string) error{
			"the code again": func(f string) error { _, err := s.SpendCode(t.Context(), f, hash(f+"code"), noon); return err },
			"the refresh token again": func(f string) error {
				_, err := s.SpendRefresh(t.Context(), f, hash(f+"r"), noon)
				must(t, err)
				issue(t, s, f, f+"x", f+"r2")
				_, err = s.SpendRefresh(t.Context(), f, hash(f+"r"), noon)
				return err
			},
			"another refresh token": func(f string) error { _, err := s.SpendRefresh(t.Context(), f, hash("other"), noon); return err },
			"a refresh token late": func(f string) error {
				_, err := s.SpendRefresh(t.Context(), f, hash(f+"r"), noon.Add(2*time.Hour))
				return err
			},
			"the code for a refresh token": func(f string) error { _, err := s.SpendRefresh(t.Context(), f, hash(f+"code"), noon); return err },
		} {
			must(t, s.AddGrant(t.Context(), app.Grant{Family: name, App: app.App{ID: "a"}, Player: ann, Scopes: league.ScopeRead, Made: noon}, hash(name+"code"), noon.Add(time.Minute), 50))
			_, err := s.SpendCode(t.Context(), name, hash(name+"code"), noon)
			must(t, err)
			issue(t, s, name, name+"x", name+"r")
			wantKind(t, spend(name), league.NotFound)
			if of, err := s.GrantOf(t.Context(), hash(name+"x")); of.Family != "" || err != nil {
				t.Errorf("%s: the app still has its token, %v", name, err)
			}
			wantKind(t, s.AddTokens(t.Context(), name, secretOf("y"), secretOf("z")), league.NotFound)
		}
		must(t, s.AddGrant(t.Context(), app.Grant{Family: "late", App: app.App{ID: "a"}, Player: ann, Scopes: league.ScopeRead, Made: noon}, hash("late"), noon.Add(time.Minute), 50))
		_, err := s.SpendCode(t.Context(), "late", hash("late"), noon.Add(time.Minute))
		wantKind(t, err, league.NotFound)
		_, err = s.SpendCode(t.Context(), "", hash("nothing"), noon)
		wantKind(t, err, league.NotFound)
		wantNoGrants(t, s, ann)
	})
}

// TestNoTokenOfAnAppOutlivesItsEnd has tokens be stored in the moment in which somebody ends what they came of: whatever is
// first, afterwards there is none.
func TestNoTokenOfAnAppOutlivesItsEnd(t *testing.T) {
	storetest.Each(t, func(t *testing.T, open func() *store.Store) {
		s := open()
		account := signUp(t, s, "ann")
		ann := account.Player.ID
		a := app.App{ID: "a", Owner: ann, Name: "A", Site: "https://a.example", Redirects: []string{"https://a.example/"}, Created: noon}
		for what, end := range map[string]func(f string) error{
			"end": func(f string) error { return s.EndFamily(t.Context(), ann, f) },
			"code": func(f string) error {
				if _, err := s.SpendCode(t.Context(), f, hash(f+"code"), noon); league.KindOf(err) != league.NotFound {
					return err
				}
				return nil
			},
			"password": func(f string) error {
				return s.ChangePassword(t.Context(), ann, account.Password, account.Password, session("ann", f+" session"), false)
			},
			"operator": func(f string) error { return s.EndSessionsOf(t.Context(), ann, true, logged("end sessions", ann)) },
			"not me":   func(string) error { return s.EndAccess(t.Context(), ann, [32]byte{}, nil) },
			"app":      func(string) error { return s.DropApp(t.Context(), ann, "a") },
		} {
			alive, before := 0, 0
			for i := range 3 * enginetest.Size(100) {
				f := fmt.Sprint(what, i)
				must(t, s.DropApp(t.Context(), ann, "a"))
				must(t, s.AddApp(t.Context(), a, 1))
				must(t, s.AddGrant(t.Context(), app.Grant{Family: f, App: a, Player: ann, Scopes: league.ScopeRead, Made: noon}, hash(f+"code"), noon.Add(time.Minute), 5000))
				_, err := s.SpendCode(t.Context(), f, hash(f+"code"), noon)
				must(t, err)
				var both sync.WaitGroup
				both.Go(func() {
					err := s.AddTokens(t.Context(), f, secretOf(f+"x"), secretOf(f+"r"))
					if err == nil {
						before++
					} else if league.KindOf(err) != league.NotFound {
						t.Error(err)
					}
				})
				time.Sleep(time.Duration(i%20) * 100 * time.Microsecond)
				both.Go(func() { must(t, end(f)) })
				both.Wait()
				if _, _, err := s.Token(t.Context(), hash(f+"x")); err == nil {
					alive++
				}
			}
			if alive > 0 {
				t.Errorf("%s: %d tokens are still good", what, alive)
			}
			t.Logf("%s: %d times the tokens came before", what, before)
		}
	})
}

func issue(t *testing.T, s *store.Store, family, access, refresh string) {
	t.Helper()
	must(t, s.AddTokens(t.Context(), family, secretOf(access), secretOf(refresh)))
}

func secretOf(secret string) league.Token {
	return league.Token{Hash: hash(secret), Created: noon, Scopes: league.ScopeRead, Ends: noon.Add(2 * time.Hour)}
}

func hash(secret string) [32]byte { return sha256.Sum256([]byte(secret)) }

func wantNoGrants(t *testing.T, s *store.Store, player string) {
	t.Helper()
	if list, err := s.Grants(t.Context(), player); err != nil || len(list) != 0 {
		t.Errorf("allowed are %+v, %v", list, err)
	}
}
