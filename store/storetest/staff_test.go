package storetest_test

import (
	"errors"
	"fmt"
	"math"
	"strings"
	"sync"
	"testing"

	"kickabout/league"
	"kickabout/league/chain"
	"kickabout/store"
	"kickabout/store/storetest"
)

// logged is a line of the log about somebody.
func logged(act, subject string) league.AuditLine {
	return league.AuditLine{At: noon, By: "id-ann", Act: act, Subject: subject, Reason: "because", Detail: "more"}
}

func TestRolesAreThoseOfMembers(t *testing.T) {
	storetest.Each(t, func(t *testing.T, open func() *store.Store) {
		s := open()
		ann, bob := signUp(t, s, "ann").Player, signUp(t, s, "bob").Player
		admit(t, s, "eve")
		role := func(player string, want league.SiteRole) {
			t.Helper()
			if got, err := s.Role(t.Context(), player); err != nil || got != want {
				t.Errorf("%s is %q, %v, want %q", player, got, err, want)
			}
		}
		role(ann.ID, league.NoRole)
		must(t, s.SetRole(t.Context(), ann.ID, league.NoRole, league.Admin, logged("set role", ann.ID)))
		must(t, s.SetRole(t.Context(), bob.ID, league.NoRole, league.Moderator, logged("set role", bob.ID)))
		role(ann.ID, league.Admin)
		wantKind(t, s.SetRole(t.Context(), bob.ID, league.NoRole, league.Admin, logged("set role", bob.ID)), league.Stale)
		wantKind(t, s.SetRole(t.Context(), person("eve").ID, league.NoRole, league.Admin, logged("set role", "eve")), league.Forbidden)
		role(bob.ID, league.Moderator)
		role(person("eve").ID, league.NoRole)
		must(t, s.SetRole(t.Context(), bob.ID, league.Moderator, league.Admin, logged("set role", bob.ID)))
		officers, err := s.Officers(t.Context())
		if err != nil || len(officers) != 2 || officers[0].Player.ID != ann.ID || officers[1].Role != league.Admin || !officers[1].Since.Equal(noon) {
			t.Errorf("they are %+v, %v", officers, err)
		}
		must(t, s.SetRole(t.Context(), bob.ID, league.Admin, league.NoRole, logged("set role", bob.ID)))
		role(bob.ID, league.NoRole)

		expel(t, s, ann.ID)
		role(ann.ID, league.NoRole)
		if officers, err := s.Officers(t.Context()); err != nil || len(officers) != 0 {
			t.Errorf("who was expelled is left among %+v, %v", officers, err)
		}
		lines, err := s.AuditLog(t.Context(), "", math.MaxInt32, 9)
		if err != nil || len(lines) != 5 {
			t.Errorf("%d acts stand in the log, %v", len(lines), err) // none of those that were refused
		}
	})
}

func TestTheLogIsNumberedWithoutGapsAndNeverChanged(t *testing.T) {
	storetest.Each(t, func(t *testing.T, open func() *store.Store) {
		s := open()
		var all sync.WaitGroup
		for i := range 8 {
			all.Go(func() {
				if err := s.Note(t.Context(), logged("run job", fmt.Sprint("job ", i%2))); err != nil {
					t.Error(err)
				}
			})
		}
		all.Wait()
		lines, err := s.AuditLog(t.Context(), "", math.MaxInt32, 99)
		if err != nil || len(lines) != 8 {
			t.Fatalf("%d lines, %v", len(lines), err)
		}
		for i, l := range lines {
			if l.N != 8-i {
				t.Errorf("line %d comes at place %d", l.N, i)
			}
		}
		want := logged("run job", lines[0].Subject)
		if want.N = 8; lines[0] != want {
			t.Errorf("it says %+v", lines[0])
		}
		if some, err := s.AuditLog(t.Context(), "job 1", 8, 2); err != nil || len(some) != 2 || some[0].N >= 8 || some[0].Subject != "job 1" || some[1].Subject != "job 1" {
			t.Errorf("about one job: %+v, %v", some, err)
		}
		for _, sql := range []string{"UPDATE audit SET reason = 'x' WHERE n = 3", "DELETE FROM audit WHERE n = 8", "UPDATE audit SET chain = chain"} {
			if raw(s).Exec(sql).Error == nil {
				t.Errorf("%s goes through", sql)
			}
		}
		if last, err := s.CheckAuditLog(t.Context()); err != nil || last == (chain.Value{}) {
			t.Errorf("the log does not hold: %v", err)
		}
		if strings.HasSuffix(t.Name(), "/sqlite") {
			must(t, raw(s).Exec("DROP TRIGGER audit_no_update").Error)
		} else {
			must(t, raw(s).Exec("ALTER TABLE audit DISABLE TRIGGER audit_insert_only").Error)
		}
		must(t, raw(s).Exec("UPDATE audit SET reason = 'another' WHERE n = 3").Error)
		var damage *chain.Damage
		if _, err := s.CheckAuditLog(t.Context()); !errors.As(err, &damage) || damage.N != 3 {
			t.Errorf("a line that was rewritten: %v", err)
		}
	})
}
