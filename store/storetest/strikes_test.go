package storetest_test

import (
	"slices"
	"testing"
	"time"

	"kickabout/league"
	"kickabout/store"
	"kickabout/store/sqldb"
	"kickabout/store/storetest"
)

// rolesOf returns the rows of a tournament's roles in their order: whose, which, the number.
func rolesOf(t *testing.T, s *store.Store, tournament string) (rows []struct {
	PlayerID, Role string
	N              int
},
) {
	t.Helper()
	must(t, raw(s).Raw("SELECT player_id, role, n FROM tournament_roles WHERE tournament_id = ? ORDER BY n", tournament).Scan(&rows).Error)
	return rows
}

// Roles are written as they have come to be, whatever act did it.
func TestRolesAreStoredAsTheyAre(t *testing.T) {
	storetest.Each(t, func(t *testing.T, open func() *store.Store) {
		s := open()
		admit(t, s, "ann", "bob", "cleo", "dan")
		is := cupBy(t, s, "cup", "")
		role := func(name string, r league.Role) league.Appointment {
			return league.Appointment{Player: person(name), Role: r}
		}
		for i, roles := range [][]league.Appointment{
			{role("bob", league.Director), role("cleo", league.Invited), role("dan", league.Banned)},
			{role("bob", league.Director), role("cleo", league.Invited), role("dan", league.Banned)},
			{role("cleo", league.Invited), role("dan", league.Banned), role("bob", "asks t3")},
			{role("dan", league.Banned), role("dan", league.Invited)},
			{},
			{role("ann", league.Director)},
		} {
			p := league.TournamentProgress{Tournament: is, Seen: is.Last, Was: is.Entries, WasRoles: is.Roles}
			p.Tournament.Last++
			p.Tournament.Log = []league.Decision{{Seq: p.Tournament.Last, At: noon, Act: league.ActTold}} // of no role
			p.Tournament.Roles = roles
			must(t, s.AppendTournament(t.Context(), p))
			got, err := s.Tournament(t.Context(), league.Site(), "cup")
			must(t, err)
			same := func(a, b league.Appointment) bool { return a.Player.ID == b.Player.ID && a.Role == b.Role }
			if !slices.EqualFunc(got.Roles, roles, same) {
				t.Errorf("step %d: the roles are %v, want %v", i, got.Roles, roles)
			}
			for n, row := range rolesOf(t, s, "cup") {
				if row.N != n {
					t.Errorf("step %d: role %d has the number %d", i, n, row.N)
				}
			}
			is = got
		}
	})
}

// Whom a rule took out is known by the rule of the event, not by what its text speaks of.
func TestWhomARuleTookOut(t *testing.T) {
	storetest.Each(t, func(t *testing.T, open func() *store.Store) {
		s := open()
		admit(t, s, "ann", "bob", "cleo", "dan")
		created := cupBy(t, s, "cup", "")
		for i, d := range []league.Decision{
			{Act: league.ActStruck, Player: person("bob"), Text: "voided R-FF-7: 5 games"},
			{Act: league.ActLeft, Player: person("bob"), Text: "R-FF-7: 5 games in a row"},
			{Act: league.ActNoted, Player: person("cleo"), Text: "R-FF-7: a note"},
			{Act: league.ActStruck, Player: person("cleo"), Text: "cheated R-FF-9: called R-FF-7: nonsense"},
			{Act: league.ActStruck, Player: person("dan"), By: person("dan"), Text: "forfeited R-FF-7: withdrew"},
		} {
			d.Seq, d.At = created.Last+1, noon.Add(time.Duration(i)*time.Minute)
			p := league.TournamentProgress{Tournament: created, Seen: created.Last, Was: created.Entries}
			p.Tournament.Last, p.Tournament.Log = d.Seq, []league.Decision{d}
			must(t, s.AppendTournament(t.Context(), p))
			created.Last = d.Seq
		}
		want := map[string]time.Time{"bob": noon.Add(time.Minute), "cleo": {}, "dan": {}}
		wanted := func(s *store.Store, where string) {
			t.Helper()
			for name, at := range want {
				if got, err := s.Banned(t.Context(), person(name).ID, "R-FF-7"); err != nil || !got.Equal(at) {
					t.Errorf("%s: %s was taken out at %v, want %v: %v", where, name, got, at, err)
				}
			}
		}
		wanted(s, "as written")

		db, err := sqldb.Open(t.Context(), sqldb.Options{URL: storetest.SQLite(t).URL, Relaxed: true, Importing: true})
		must(t, err)
		again := storetest.Over(db)
		defer again.Close()
		line, err := again.BeginImport(t.Context(), sessionOf("file"))
		must(t, err)
		rows := archived(t, s)
		must(t, again.Import(t.Context(), line, int64(len(rows)), rows))
		wanted(again, "as imported")
	})
}
