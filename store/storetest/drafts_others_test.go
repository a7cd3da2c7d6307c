package storetest_test

import (
	"slices"
	"testing"

	"kickabout/league"
	"kickabout/store"
	"kickabout/store/storetest"
)

func TestDraftsAndWordsOfOthersAreLeftAlone(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, open func() *store.Store) {
		s := open()
		ann, bob := signUp(t, s, "ann").Player, signUp(t, s, "bob").Player
		draft := func(id string, of league.Player) league.Draft {
			return league.Draft{ID: id, Player: of.ID, Name: "Cup " + id, Form: "n=" + id, Changed: noon}
		}
		anns, bobs, bobsToo := draft("a", ann), draft("b", bob), draft("c", bob)
		must(t, s.PutDraft(t.Context(), anns, 1))
		must(t, s.PutDraft(t.Context(), bobs, 2)) // Ann's does not count
		must(t, s.PutDraft(t.Context(), bobsToo, 2))
		if list, err := s.Drafts(t.Context(), ann.ID); err != nil || !slices.Equal(list, []league.Draft{anns}) {
			t.Errorf("Ann has %v, %v", list, err)
		}
		must(t, s.DropDraft(t.Context(), bob.ID, "b"))
		if list, err := s.Drafts(t.Context(), bob.ID); err != nil || !slices.Equal(list, []league.Draft{bobsToo}) {
			t.Errorf("Bob has %v, %v", list, err)
		}

		cupBy(t, s, "closed", "")
		cupBy(t, s, "open", "")
		must(t, s.SetEntryWord(t.Context(), "closed", "hash"))
		if word, err := s.EntryWord(t.Context(), league.Tournament{ID: "open"}); err != nil || word != "" {
			t.Errorf("the word of another tournament opens it: %q, %v", word, err)
		}
	})
}
