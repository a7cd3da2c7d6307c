package storetest_test

import (
	"slices"
	"testing"
	"time"

	"kickabout/league"
	"kickabout/store"
	"kickabout/store/storetest"
)

func TestDraftsAreTheirPlayersAlone(t *testing.T) {
	storetest.Each(t, func(t *testing.T, open func() *store.Store) {
		s := open()
		ann, bob := signUp(t, s, "ann").Player, signUp(t, s, "bob").Player
		drafts := s
		draft := func(id string, of league.Player, hour int) league.Draft {
			return league.Draft{ID: id, Player: of.ID, Name: "Cup " + id, Form: "format=swiss&n=" + id, Changed: noon.Add(time.Duration(hour) * time.Hour)}
		}
		one, two := draft("one", ann, 1), draft("two", ann, 2)
		must(t, drafts.PutDraft(t.Context(), one, 2))
		must(t, drafts.PutDraft(t.Context(), two, 2))
		wantKind(t, drafts.PutDraft(t.Context(), draft("three", ann, 3), 2), league.Forbidden) // more than so many
		wantKind(t, drafts.PutDraft(t.Context(), draft("one", bob, 3), 2), league.Forbidden)   // somebody else's
		if list, err := drafts.Drafts(t.Context(), ann.ID); err != nil || !slices.Equal(list, []league.Draft{two, one}) {
			t.Errorf("Ann has %v, %v", list, err)
		}
		one = draft("one", ann, 3)
		one.Name = "Another"
		must(t, drafts.PutDraft(t.Context(), one, 2)) // in place of the first, although there are as many as may be
		if list, err := drafts.Drafts(t.Context(), ann.ID); err != nil || !slices.Equal(list, []league.Draft{one, two}) {
			t.Errorf("afterwards Ann has %v, %v", list, err)
		}

		if got, err := drafts.Draft(t.Context(), ann.ID, "one"); err != nil || got != one {
			t.Errorf("got %+v, %v", got, err)
		}
		wantKind(t, second(drafts.Draft(t.Context(), bob.ID, "one")), league.NotFound)
		must(t, drafts.DropDraft(t.Context(), bob.ID, "one"))
		must(t, second(drafts.Draft(t.Context(), ann.ID, "one")))
		for range 2 { // one that is gone already is no error
			must(t, drafts.DropDraft(t.Context(), ann.ID, "one"))
		}
		wantKind(t, second(drafts.Draft(t.Context(), ann.ID, "one")), league.NotFound)
	})
}
