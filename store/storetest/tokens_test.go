package storetest_test

import (
	"testing"
	"time"

	"kickabout/league"
	"kickabout/store"
	"kickabout/store/storetest"
)

func TestTokens(t *testing.T) {
	storetest.Each(t, func(t *testing.T, open func() *store.Store) {
		s := open()
		ann := signUp(t, s, "ann")
		token := league.Token{Hash: sessionOf("token"), Player: ann.Player.ID, Label: "my bot", Created: noon, Scopes: league.ScopeRead | league.ScopeEnter, Ends: noon.Add(time.Hour)}
		must(t, s.AddToken(t.Context(), token, 2))
		got, player, err := s.Token(t.Context(), token.Hash)
		if err != nil || got != token || player != ann.Player {
			t.Errorf("the token is %+v of %+v, %v", got, player, err)
		}
		old := league.Token{Hash: sessionOf("old"), Player: ann.Player.ID, Created: noon}
		must(t, s.AddToken(t.Context(), old, 2))
		must(t, raw(s).Exec("UPDATE tokens SET scopes = 'read play enter organise', ends_ms = 0 WHERE hash = ?", old.Hash[:]).Error) // from before there was a choice
		old.Scopes, old.Ends = league.AllScopes, noon.AddDate(0, 0, 365)
		if got, _, err := s.Token(t.Context(), old.Hash); err != nil || got != old {
			t.Errorf("the old token is %+v, %v", got, err)
		}
		must(t, s.EndToken(t.Context(), old.Player, old.Hash))
		must(t, s.UseToken(t.Context(), token.Hash, noon))
		must(t, s.UseToken(t.Context(), token.Hash, noon.Add(-time.Hour))) // a clock that is behind
		newer := league.Token{Hash: sessionOf("younger"), Player: ann.Player.ID, Created: noon.Add(time.Hour), Scopes: league.AllScopes, Ends: noon.Add(time.Hour)}
		must(t, s.AddToken(t.Context(), newer, 2))
		token.Used, token.Asleep = noon, true
		must(t, raw(s).Exec("UPDATE tokens SET asleep = 1 WHERE hash = ?", token.Hash[:]).Error) // as a restoration does
		if list, err := s.Tokens(t.Context(), ann.Player.ID); err != nil || len(list) != 2 || list[0] != newer || list[1] != token {
			t.Errorf("tokens: %+v, %v", list, err)
		}
		must(t, s.WakeToken(t.Context(), person("bob").ID, token.Hash)) // not theirs
		if got, _, err := s.Token(t.Context(), token.Hash); err != nil || !got.Asleep {
			t.Errorf("somebody else has woken it: %+v, %v", got, err)
		}
		must(t, s.WakeToken(t.Context(), ann.Player.ID, token.Hash))
		token.Asleep = false
		third := league.Token{Hash: sessionOf("third"), Player: ann.Player.ID, Created: noon}
		wantKind(t, s.AddToken(t.Context(), third, 2), league.Forbidden)

		must(t, second(s.Admit(t.Context(), session("bob", "bob"), person("bob"))))
		third.Player = person("bob").ID
		wantKind(t, s.AddToken(t.Context(), third, 2), league.Forbidden)
		must(t, s.EndToken(t.Context(), person("bob").ID, token.Hash)) // not theirs
		must(t, s.EndToken(t.Context(), ann.Player.ID, newer.Hash))
		if list, err := s.Tokens(t.Context(), ann.Player.ID); err != nil || len(list) != 1 || list[0] != token {
			t.Errorf("tokens: %+v, %v", list, err)
		}
		_, _, err = s.Token(t.Context(), newer.Hash)
		wantKind(t, err, league.NotFound)
	})
}
