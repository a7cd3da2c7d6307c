package storetest_test

import (
	"slices"
	"testing"
	"time"

	"kickabout/league"
	"kickabout/store"
	"kickabout/store/storetest"
)

// aPasskey is one of somebody's.
func aPasskey(player, id string) league.Passkey {
	return league.Passkey{ID: id, Player: player, Name: "phone", Record: "{}", Count: 4, Made: noon}
}

func TestPasskeysBelongToAnAccountAndCount(t *testing.T) {
	storetest.Each(t, func(t *testing.T, open func() *store.Store) {
		s, ctx := open(), t.Context()
		ann, bob := signUp(t, s, "ann").Player.ID, signUp(t, s, "bob").Player.ID
		admit(t, s, "cleo")
		first, second := aPasskey(ann, "\x00one"), aPasskey(ann, "two")
		second.Made = noon.Add(time.Minute)
		must(t, s.AddPasskey(ctx, second, 2))
		must(t, s.AddPasskey(ctx, first, 2))
		wantKind(t, s.AddPasskey(ctx, aPasskey(ann, "three"), 2), league.Forbidden)
		wantKind(t, s.AddPasskey(ctx, aPasskey(bob, "two"), 2), league.Stale)
		wantKind(t, s.AddPasskey(ctx, aPasskey(person("cleo").ID, "guest"), 2), league.Forbidden)
		if list, err := s.Passkeys(ctx, ann); err != nil || len(list) != 2 || list[0] != first || list[1] != second {
			t.Errorf("Ann has %+v, %v", list, err)
		}

		if records, err := s.PasskeyRecords(ctx); err != nil || !slices.Equal(records, []string{"{}", "{}"}) {
			t.Errorf("all records are %q, %v", records, err)
		}
		used := first
		used.Count, used.Record = 5, `{"n":5}`
		must(t, s.UsePasskey(ctx, used, 4, noon.Add(time.Hour)))
		wantKind(t, s.UsePasskey(ctx, used, 4, noon.Add(time.Hour)), league.Stale)
		used.Used = noon.Add(time.Hour)
		if got, err := s.Passkey(ctx, first.ID); err != nil || got != used {
			t.Errorf("it is %+v, %v, want %+v", got, err, used)
		}

		must(t, s.EndPasskey(ctx, bob, "two")) // another's stays
		must(t, s.EndPasskey(ctx, ann, first.ID))
		must(t, s.EndPasskey(ctx, ann, first.ID))
		_, err := s.Passkey(ctx, first.ID)
		wantKind(t, err, league.NotFound)
		wantKind(t, s.UsePasskey(ctx, used, 5, noon), league.Stale)
		if n, err := s.DropPasskeys(ctx, ann); n != 1 || err != nil {
			t.Errorf("%d were dropped, %v", n, err)
		}
	})
}

func TestAChallengeIsAnsweredOnce(t *testing.T) {
	storetest.Each(t, func(t *testing.T, open func() *store.Store) {
		s, ctx := open(), t.Context()
		one := sessionOf("a challenge")
		must(t, s.AnswerChallenge(ctx, one, noon, noon.Add(5*time.Minute)))
		wantKind(t, s.AnswerChallenge(ctx, one, noon.Add(5*time.Minute), noon.Add(10*time.Minute)), league.Stale)
		must(t, s.AnswerChallenge(ctx, sessionOf("another"), noon.Add(6*time.Minute), noon.Add(11*time.Minute)))
		must(t, s.AnswerChallenge(ctx, one, noon.Add(6*time.Minute), noon.Add(11*time.Minute))) // it is over, and forgotten
	})
}

func TestACodeIsASecondFactorOnce(t *testing.T) {
	storetest.Each(t, func(t *testing.T, open func() *store.Store) {
		s, ctx := open(), t.Context()
		ann, bob := signUp(t, s, "ann").Player.ID, signUp(t, s, "bob").Player.ID
		must(t, s.PutCodes(ctx, ann, codes("1", "2"), noon))
		wantKind(t, s.UseCode(ctx, bob, codes("1")[0], noon), league.Stale)
		must(t, s.UseCode(ctx, ann, codes("1")[0], noon))
		wantKind(t, s.UseCode(ctx, ann, codes("1")[0], noon), league.Stale)
		wantKind(t, s.UseCode(ctx, ann, codes("3")[0], noon), league.Stale)
		must(t, s.UseCode(ctx, ann, codes("2")[0], noon))
	})
}
