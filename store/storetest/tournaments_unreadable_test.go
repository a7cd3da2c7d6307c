package storetest_test

import (
	"errors"
	"log/slog"
	"maps"
	"slices"
	"strings"
	"testing"
	"time"

	"kickabout/engine/dice"
	"kickabout/engine/games"
	"kickabout/league"
	"kickabout/league/core"
	"kickabout/league/office"
	"kickabout/store"
	"kickabout/store/storetest"
)

// newer is what a later program may have written, by column, with what this one can read.
var newer = map[string][2]string{
	"terms": {
		"roundrobin streetsoccer/lg lg 3 1 organiser Cup",
		"roundrobin streetsoccer/lg lg 3 1 organiser,colour=red Cup",
	},
	"pairs": {"never id-ann id-bob", "never id-ann id-bob; twice id-bob id-cleo"},
	"teams": {"t1 id-ann Owls", "t1 id-ann Owls\nt2"},
	"rests": {"1000-2000", "1000-2000; 3000-4000 by rain"},
}

// cupBy stores a tournament of Ann's in which Bob is, or an edition of a competition.
func cupBy(t *testing.T, s *store.Store, id, competition string) league.Tournament {
	t.Helper()
	terms := league.TournamentTerms{
		Name: "Cup", Format: "roundrobin", Game: "streetsoccer", Variant: "lg", Control: "lg", Places: 3, Cycles: 1,
		WhenFull: competition != "", Starts: noon.Add(time.Hour), Competition: competition,
	}
	if competition != "" {
		terms.Edition = id
	}
	cup, err := league.ReplayTournament(id, dice.TournamentGID(id), dice.Link{1}, []league.Decision{
		{Seq: 1, At: noon, By: person("ann"), Act: league.ActCreated, Text: terms.String()},
		{Seq: 2, At: noon, By: person("bob"), Act: league.ActEntered, Player: person("bob")},
	})
	must(t, err)
	must(t, s.CreateTournament(t.Context(), cup, nil, nil))
	return cup
}

// lists are all that a store lists tournaments by, but for those by which a competition goes on.
func lists(t *testing.T, s *store.Store) map[string][]league.Tournament {
	t.Helper()
	all := map[string][]league.Tournament{}
	read := func(name string, list []league.Tournament, err error) {
		t.Helper()
		must(t, err)
		all[name] = list
	}
	list, err := s.Tournaments(t.Context(), league.Site(), league.Registration, 100)
	read("users'", list, err)
	list, err = s.Upcoming(t.Context(), league.Site())
	read("upcoming", list, err)
	list, err = allEditions(s)(t.Context(), league.Site(), time.Time{})
	read("editions", list, err)
	list, err = s.EntriesOf(t.Context(), league.Site(), person("bob").ID, 100)
	read("entries of Bob", list, err)
	return all
}

// A row with a term of a newer program comes out of this one as it went in: what it does not know
// may be that nobody is to see the tournament.
func TestWhatANewerProgramWroteOfATournamentIsNeitherShownNorWritten(t *testing.T) {
	storetest.Each(t, func(t *testing.T, open func() *store.Store) {
		s := open()
		admit(t, s, "ann", "bob")
		was := map[string]league.Tournament{}
		for column, texts := range newer {
			was[column] = cupBy(t, s, column, "")
			cupBy(t, s, "edition of "+column, "cup/"+column)
			must(t, raw(s).Exec("UPDATE tournaments SET "+column+" = ? WHERE id LIKE ?", texts[0], "%"+column).Error)
			_, err := s.Tournament(t.Context(), league.Site(), column)
			must(t, err)
		}
		for name, list := range lists(t, s) {
			if len(list) < len(newer) {
				t.Errorf("of %d tournaments that can be read, %d are among the %s", len(newer), len(list), name)
			}
		}
		for column, texts := range newer {
			must(t, raw(s).Exec("UPDATE tournaments SET "+column+" = ? WHERE id LIKE ?", texts[1], "%"+column).Error)
		}
		for name, list := range lists(t, s) {
			if len(list) > 0 {
				t.Errorf("%s is among the %s", list[0].ID, name)
			}
		}
		for column, texts := range newer {
			want := func(what, id string, err error) {
				t.Helper()
				var e *league.Unreadable
				if !errors.As(err, &e) || e.Tournament != id || league.KindOf(err) != league.Internal {
					t.Errorf("%s of %s: %v", what, column, err)
				}
			}
			want("the tournament", column, second(s.Tournament(t.Context(), league.Site(), column)))
			want("a group", column, second(s.TournamentGroup(t.Context(), league.Site(), column, "")))
			want("editions", "edition of "+column, second(s.Editions(t.Context(), league.Site(), "cup/"+column, time.Time{})))
			want("editions for some", "edition of "+column, second(s.EditionsFor(t.Context(), league.Site(), "cup/"+column, time.Time{}, nil)))
			want("open editions", "edition of "+column, second(s.OpenEditions(t.Context(), league.Site(), "cup/"+column)))
			next, err := was[column].Add(league.Decision{Seq: 3, At: noon, By: person("ann"), Act: league.ActCancelled})
			must(t, err)
			next.Log = next.Log[2:]
			want("a write", column, s.AppendTournament(t.Context(), league.TournamentProgress{Tournament: next, Seen: 2, Was: was[column].Entries}))
			var text string
			must(t, raw(s).Raw("SELECT "+column+" FROM tournaments WHERE id = ?", column).Scan(&text).Error)
			if text != texts[1] {
				t.Errorf("%s: now %q is stored", column, text)
			}
		}
		o := office.New(office.Over(s), core.Keys{}, games.All(), nil, func() time.Time { return noon }, slog.New(slog.DiscardHandler))
		differ, err := o.RecountTournaments(t.Context())
		must(t, err)
		for _, column := range slices.Sorted(maps.Keys(newer)) {
			if !slices.ContainsFunc(differ, func(line string) bool { return strings.HasPrefix(line, "tournament "+column+": it cannot be read: ") }) {
				t.Errorf("a recount does not name %s: %q", column, differ)
			}
		}
	})
}
