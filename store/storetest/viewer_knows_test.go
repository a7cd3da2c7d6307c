package storetest_test

import (
	"fmt"
	"reflect"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"kickabout/engine/dice"
	"kickabout/league"
	"kickabout/store"
	"kickabout/store/storetest"
)

// TestTheDatabaseKnowsWhatTheRulesKnow holds the condition in SQL against league.Viewer.Knows, for
// tournaments in which anything has happened that changes who may know of them.
func TestTheDatabaseKnowsWhatTheRulesKnow(t *testing.T) {
	names := []string{"ann", "bob", "cleo", "dan", "eve"}
	storetest.Each(t, func(t *testing.T, open func() *store.Store) {
		s := open()
		admit(t, s, names...)
		n, hidden, seen, refused := 0, 0, 0, 0
		rapid.Check(t, func(r *rapid.T) {
			n++
			cup := eventful(r, fmt.Sprintf("cup%d", n), names)
			if err := s.CreateTournament(t.Context(), cup, nil, nil); err != nil {
				r.Fatal(err)
			}
			viewers := []league.Viewer{league.Public(), league.Site(), league.Of(person("stranger"))}
			for _, name := range names {
				viewers = append(viewers, league.Of(person(name)))
			}
			for _, viewer := range viewers {
				want := viewer.Knows(cup)
				if cup.Private && cup.Has(viewer.Player(), league.Banned) && isCalled(cup, viewer.Player()) {
					refused++
				}
				got, err := s.Tournament(t.Context(), viewer, cup.ID)
				if found := err == nil; found != want || !found && league.KindOf(err) != league.NotFound {
					r.Fatalf("%+v reads it: %v, and knows of it: %t; it is %+v", viewer, err, want, cup)
				} else if found && viewer.Knows(got) != want {
					r.Fatalf("%+v does not know of what he reads: %+v", viewer, got)
				}
				log, err := s.TournamentLog(t.Context(), viewer, cup.ID, 0, 99)
				if err != nil || len(log) > 0 != want {
					r.Fatalf("%+v reads %d events, and knows of it: %t, %v", viewer, len(log), want, err)
				}
				if want {
					seen++
				} else {
					hidden++
				}
			}
		})
		if hidden < n || seen < n || refused == 0 {
			t.Errorf("of %d tournaments, %d were hidden and %d seen, %d times by who was called and banned", n, hidden, seen, refused)
		}
	})
}

// isCalled says whether a team invites a player.
func isCalled(cup league.Tournament, player string) bool {
	return slices.ContainsFunc(cup.Teams, func(team league.Team) bool { return cup.Has(player, team.Called()) })
}

// eventful is a tournament with a log of what is allowed among things that are done at random.
func eventful(r *rapid.T, id string, names []string) league.Tournament {
	who := func(label string) league.Player { return person(rapid.SampledFrom(names).Draw(r, label)) }
	terms := league.TournamentTerms{
		Name: "Cup", Format: "roundrobin", Game: "streetsoccer", Variant: "lg", Control: "lg", Places: 4, Cycles: 1,
		Boards: rapid.SampledFrom([]int{0, 4, 4, 4}).Draw(r, "boards"), Private: rapid.IntRange(0, 3).Draw(r, "private") > 0,
	}
	organiser := who("organiser")
	log := []league.Decision{{Seq: 1, At: noon, By: organiser, Act: league.ActCreated, Text: terms.String()}}
	replayed := func(log []league.Decision) (league.Tournament, error) {
		return league.ReplayTournament(id, dice.TournamentGID(id), dice.Link{1}, log)
	}
	cup, err := replayed(log)
	if err != nil {
		r.Fatal(err)
	}
	happen := func(d league.Decision) { // if it is allowed
		d.Seq, d.At = len(log)+1, noon
		if next, err := replayed(append(log[:len(log):len(log)], d)); err == nil {
			cup, log = next, append(log, d)
		}
	}
	acts := []league.TournamentAct{
		league.ActAppointed, league.ActDismissed, league.ActInvited, league.ActBanned, league.ActEntered, league.ActLeft, league.ActUndone,
		league.ActFounded, league.ActFounded, league.ActAsked, league.ActCalled, league.ActCalled, league.ActBanned, league.ActJoined, league.ActReleased, league.ActChanged,
	}
	for range rapid.IntRange(0, 40).Draw(r, "tries") {
		d := league.Decision{By: organiser, Act: rapid.SampledFrom(acts).Draw(r, "act"), Player: who("player")}
		switch d.Act {
		case league.ActEntered, league.ActAsked:
			d.By = d.Player
		case league.ActFounded:
			d.By, d.Text = d.Player, fmt.Sprintf("Owls %d", len(log))
		case league.ActUndone:
			d.Text = string(league.ActBanned) + " again"
		case league.ActChanged:
			terms.Private = !terms.Private
			d.Player, d.Text = league.Player{}, terms.String()
		}
		if len(cup.Teams) > 0 && (d.Act == league.ActAsked || d.Act == league.ActCalled || d.Act == league.ActJoined || d.Act == league.ActReleased) {
			d.Text = rapid.SampledFrom(cup.Teams).Draw(r, "team").ID
		}
		happen(d)
	}
	if rapid.Bool().Draw(r, "called and banned") { // which chance alone brings about too rarely
		captain, player := who("captain"), who("called and banned")
		happen(league.Decision{By: captain, Act: league.ActFounded, Player: captain, Text: "Larks"})
		for _, team := range cup.Teams {
			happen(league.Decision{By: organiser, Act: league.ActCalled, Player: player, Text: team.ID})
		}
		happen(league.Decision{By: organiser, Act: league.ActBanned, Player: player})
	}
	return cup
}

// TestWhoReadsForNobodyIsRefused calls every read that takes a viewer with the zero one.
func TestWhoReadsForNobodyIsRefused(t *testing.T) {
	storetest.Each(t, func(t *testing.T, open func() *store.Store) {
		s := open()
		admit(t, s, "ann", "bob", "org", "eve", "fay", "gus", "dan")
		must(t, s.CreateTournament(t.Context(), hiddenCup(t, "cup", false), nil, nil))
		reads := 0
		all := reflect.ValueOf(s)
		for i := range all.NumMethod() {
			read, name := all.Method(i), all.Type().Method(i).Name
			kind := read.Type()
			if kind.NumIn() < 2 || kind.In(1) != reflect.TypeFor[league.Viewer]() {
				continue
			}
			reads++
			in := []reflect.Value{reflect.ValueOf(t.Context())}
			for k := 1; k < kind.NumIn(); k++ {
				in = append(in, reflect.Zero(kind.In(k)))
			}
			call := read.Call
			if kind.IsVariadic() {
				call = read.CallSlice
			}
			out := call(in)
			if err, _ := out[len(out)-1].Interface().(error); err == nil || league.KindOf(err) != league.Internal {
				t.Errorf("%s: %v", name, err)
			}
			for _, data := range out[:len(out)-1] {
				if !data.IsZero() {
					t.Errorf("%s returns %v", name, data)
				}
			}
		}
		if reads < 40 {
			t.Errorf("only %d reads take a viewer", reads)
		}
	})
}
