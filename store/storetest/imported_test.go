package storetest_test

import (
	"reflect"
	"strings"
	"testing"
	"time"

	"kickabout/league"
	"kickabout/league/elsewhere"
	"kickabout/store"
	"kickabout/store/storetest"
)

// importedBy is an event of a player, imported so many minutes after noon.
func importedBy(p league.Player, id string, minutes int) elsewhere.Event {
	at := noon.Add(time.Duration(minutes) * time.Minute)
	return elsewhere.Event{
		ID: id, Importer: p, File: "first,second,first_points,second_points\nJane,John,1,0\n", Summary: elsewhere.Summary{Players: 2, Games: 1, Winners: "Jane"}, Imported: at, Changed: at,
		About: elsewhere.About{Name: "Open " + id, Game: "streetsoccer", Variant: "lg", First: "2026-05-30", Last: "2026-05-31", Place: "Essen", Source: "https://club.example/", Count: elsewhere.ThreeOne},
	}
}

// plenty is a budget that nobody here comes to the end of.
var plenty = elsewhere.Budget{Most: 100, Lately: 100, Since: noon.Add(-24 * time.Hour)}

func TestImportedEvents(t *testing.T) {
	storetest.Each(t, func(t *testing.T, open func() *store.Store) {
		s := open()
		ann, bea := signUp(t, s, "ann").Player, signUp(t, s, "bea").Player
		one, two, third := importedBy(ann, "e1", 0), importedBy(ann, "e2", 1), importedBy(bea, "e3", 1)
		two.Private, third.Game, third.Variant = true, "", ""
		for _, e := range []elsewhere.Event{one, two, third} {
			must(t, s.AddImported(t.Context(), e, plenty))
		}
		if got, err := s.ImportedEvent(t.Context(), league.Public(), "e1"); err != nil || !reflect.DeepEqual(got, one) {
			t.Errorf("it is %+v, %v, and was %+v", got, err, one)
		}
		if got, err := s.ImportedEvent(t.Context(), league.Of(ann), "e2"); err != nil || !reflect.DeepEqual(got, two) {
			t.Errorf("her private one is %+v, %v", got, err)
		}
		for _, viewer := range []league.Viewer{league.Public(), league.Of(bea)} {
			_, err := s.ImportedEvent(t.Context(), viewer, "e2")
			wantKind(t, err, league.NotFound)
		}
		_, err := s.ImportedEvent(t.Context(), league.Viewer{}, "e1")
		wantKind(t, err, league.Internal)
		_, err = s.ImportedEvents(t.Context(), league.Viewer{}, elsewhere.List{Limit: 9})
		wantKind(t, err, league.Internal)
		for _, c := range []struct {
			viewer league.Viewer
			which  elsewhere.List
			want   string
		}{
			{league.Public(), elsewhere.List{Limit: 9}, "e3 e1"},
			{league.Of(ann), elsewhere.List{Limit: 9}, "e3 e2 e1"},
			{league.Of(bea), elsewhere.List{Limit: 9}, "e3 e1"},
			{league.Site(), elsewhere.List{Limit: 2}, "e3 e2"},
			{league.Site(), elsewhere.List{Limit: 9, After: third.Listed()}, "e2 e1"},
			{league.Site(), elsewhere.List{Limit: 9, After: two.Listed()}, "e1"},
			{league.Public(), elsewhere.List{Limit: 9, Game: "streetsoccer"}, "e1"},
			{league.Public(), elsewhere.List{Limit: 9, Game: "onetwofun"}, ""},
		} {
			list, err := s.ImportedEvents(t.Context(), c.viewer, c.which)
			must(t, err)
			var ids []string
			for _, e := range list {
				if ids = append(ids, e.ID); e.File != "" || e.Winners != "Jane" {
					t.Errorf("listed is %+v", e)
				}
			}
			if got := strings.Join(ids, " "); got != c.want {
				t.Errorf("%+v for %+v lists %q, it should be %q", c.which, c.viewer, got, c.want)
			}
		}
		must(t, s.DropImported(t.Context(), "e1"))
		must(t, s.DropImported(t.Context(), "e1"))
		_, err = s.ImportedEvent(t.Context(), league.Site(), "e1")
		wantKind(t, err, league.NotFound)
	})
}

func TestWhatNobodyMayImport(t *testing.T) {
	storetest.Each(t, func(t *testing.T, open func() *store.Store) {
		s := open()
		ann := signUp(t, s, "ann").Player
		e := importedBy(ann, "e1", 0)
		must(t, s.AddImported(t.Context(), e, plenty))
		again, stranger, more := e, e, importedBy(ann, "e4", 2)
		again.ID, stranger.ID, stranger.Importer = "e2", "e3", league.Player{ID: "nobody"}
		wantKind(t, s.AddImported(t.Context(), again, plenty), league.Stale)
		wantKind(t, s.AddImported(t.Context(), stranger, plenty), league.Forbidden)
		wantKind(t, s.AddImported(t.Context(), more, elsewhere.Budget{Most: 1, Lately: 100}), league.Forbidden)
		wantKind(t, s.AddImported(t.Context(), more, elsewhere.Budget{Most: 100, Lately: 1, Since: noon.Add(-time.Minute)}), league.Forbidden)
		must(t, s.AddImported(t.Context(), more, elsewhere.Budget{Most: 100, Lately: 1, Since: noon}))

		changed := e
		changed.Name, changed.Private, changed.File, changed.Changed = "Autumn Open", true, "first,second,first_points,second_points\nJane,Jim,1,0\n", noon.Add(time.Hour)
		one := elsewhere.Budget{Most: 100, Lately: 1, Since: noon.Add(-time.Minute)}
		wantKind(t, s.ReplaceImported(t.Context(), changed, e.Changed, one), league.Forbidden) // beside the other one of that day
		wantKind(t, s.ReplaceImported(t.Context(), changed, noon.Add(time.Second), plenty), league.Stale)
		wantKind(t, s.ReplaceImported(t.Context(), stranger, e.Changed, plenty), league.Forbidden)
		must(t, s.ReplaceImported(t.Context(), changed, e.Changed, plenty))
		if got, err := s.ImportedEvent(t.Context(), league.Of(ann), "e1"); err != nil || !reflect.DeepEqual(got, changed) {
			t.Errorf("it is %+v, %v", got, err)
		}
		wantKind(t, s.ReplaceImported(t.Context(), changed, e.Changed, plenty), league.Stale)
	})
}

func TestWhatAnImporterLeavesBehind(t *testing.T) {
	storetest.Each(t, func(t *testing.T, open func() *store.Store) {
		s := open()
		ann := signUp(t, s, "ann")
		shown, kept := importedBy(ann.Player, "e1", 0), importedBy(ann.Player, "e2", 1)
		kept.Private = true
		must(t, s.AddImported(t.Context(), shown, plenty))
		must(t, s.AddImported(t.Context(), kept, plenty))
		if got := held(t, s, ann.Player.ID)["imported_event"]; len(got) != 2 || got[0]["file"] != shown.File || got[0]["name"] != "Open e1" {
			t.Errorf("she holds %v", got)
		}
		must(t, s.Erase(t.Context(), ann, "deleted-1"))
		if got, err := s.ImportedEvent(t.Context(), league.Public(), "e1"); err != nil || got.Importer.Name != "deleted-1" {
			t.Errorf("what all were shown is %+v, %v", got, err)
		}
		_, err := s.ImportedEvent(t.Context(), league.Site(), "e2")
		wantKind(t, err, league.NotFound)
	})
}
