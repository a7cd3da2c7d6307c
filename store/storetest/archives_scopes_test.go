package storetest_test

import (
	"slices"
	"testing"

	"kickabout/league"
	"kickabout/league/archive"
	"kickabout/store"
	"kickabout/store/storetest"
)

// exported lists the rows of a table in an export, by a column.
func exported(t *testing.T, s *store.Store, viewer league.Viewer, scope archive.Scope, table, column string) (values []string) {
	t.Helper()
	must(t, s.Export(t.Context(), viewer, scope, func(r archive.Row) error {
		if r.Table.In == table {
			values = append(values, r.Text(column))
		}
		return nil
	}))
	return values
}

// TestAnExportHasWhatItsReaderMayKnowOf: the matches of a private tournament are there for whoever plays them or
// knows of it, and so are the tournament and those who have to do with it.
func TestAnExportHasWhatItsReaderMayKnowOf(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, open func() *store.Store) {
		s := open()
		admit(t, s, "org", "cleo", "bob", "ann", "gus", "fay", "eve", "dan")
		must(t, s.CreateTournament(t.Context(), hiddenCup(t, "hidden", true), nil, nil))
		for n, m := range []league.Match{newMatchOf(3, "bob", "cleo"), newMatchOf(1, "bob", "cleo"), newMatchOf(2, "dan", "bob"), newMatchOf(4, "cleo", "dan")} {
			if n > 0 {
				m.Tournament, m.Fixture = "hidden", "c1/r1/b"+m.ID
			}
			create(t, s, m)
		}
		scope := archive.Scope{Holds: archive.Matches, Player: person("bob").ID}
		for _, c := range []struct {
			name        string
			viewer      league.Viewer
			matches     []string
			tournaments []string
			players     []string
		}{
			{"anybody", league.Public(), []string{"m000003"}, nil, []string{"id-bob", "id-cleo"}},
			{"who is banned", league.Of(person("gus")), []string{"m000003"}, nil, []string{"id-bob", "id-cleo"}},
			{"who plays one", league.Of(person("cleo")), []string{"m000001", "m000003"}, []string{"hidden"}, []string{"id-bob", "id-cleo", "id-org"}},
			{"a director", league.Of(person("eve")), []string{"m000001", "m000002", "m000003"}, []string{"hidden"}, []string{"id-bob", "id-cleo", "id-dan", "id-org"}},
			{"the site", league.Site(), []string{"m000001", "m000002", "m000003"}, []string{"hidden"}, []string{"id-bob", "id-cleo", "id-dan", "id-org"}},
		} {
			wantLines(t, "matches for "+c.name, exported(t, s, c.viewer, scope, "matches", "id"), c.matches...)
			wantLines(t, "tournaments for "+c.name, exported(t, s, c.viewer, scope, "tournaments", "id"), c.tournaments...)
			wantLines(t, "players for "+c.name, exported(t, s, c.viewer, scope, "players", "id"), c.players...)
		}
		for player, want := range map[string][]string{"fay": {"hidden"}, "gus": nil} { // invited, and banned
			scope := archive.Scope{Holds: archive.Account, Player: person(player).ID}
			wantLines(t, "what "+player+" holds", exported(t, s, league.Of(person(player)), scope, "tournament_roles", "tournament_id"), want...)
		}
		wantKind(t, s.Export(t.Context(), league.Viewer{}, scope, func(archive.Row) error { return nil }), league.Internal)
	})
}

func TestSecretsAreExportedOnlyWithSecrets(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, open func() *store.Store) {
		s := open()
		filled(t, s)
		for _, secrets := range []bool{true, false} {
			var tables []string
			must(t, s.Export(t.Context(), league.Site(), archive.Scope{Holds: archive.Site, Secrets: secrets}, func(r archive.Row) error {
				if r.Table.Secret && !slices.Contains(tables, r.Table.In) {
					tables = append(tables, r.Table.In)
				}
				return nil
			}))
			want := []string{"accounts", "sessions", "tokens"}
			if !secrets {
				want = nil
			}
			wantLines(t, "secret tables", tables, want...)
		}
	})
}
