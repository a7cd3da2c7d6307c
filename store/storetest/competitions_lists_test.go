package storetest_test

import (
	"context"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"kickabout/engine/dice"
	"kickabout/league"
	"kickabout/league/series"
	"kickabout/store"
	"kickabout/store/storetest"
)

// editionAt stores an edition for so many that has opened at an hour, with players in it.
func editionAt(t *testing.T, s *store.Store, id, competition string, hour, places int, entered ...string) league.Tournament {
	t.Helper()
	at := noon.Add(time.Duration(hour) * time.Hour)
	terms := league.TournamentTerms{
		Name: "Cup", Format: "roundrobin", Game: "streetsoccer", Variant: "lg", Control: "lg", Places: places, Cycles: 1,
		WhenFull: true, Competition: competition, Edition: id,
	}
	log := []league.Decision{{Seq: 1, At: at, By: person("ann"), Act: league.ActCreated, Text: terms.String()}}
	for _, name := range entered {
		log = append(log, league.Decision{Seq: len(log) + 1, At: at, By: person(name), Act: league.ActEntered, Player: person(name)})
	}
	cup, err := league.ReplayTournament(id, dice.TournamentGID(id), dice.Link{1}, log)
	must(t, err)
	must(t, s.CreateTournament(t.Context(), cup, nil, nil))
	return cup
}

// wantTournaments fails a test unless a list has some tournaments in that order.
func wantTournaments(t *testing.T, name string, want ...string) func([]league.Tournament, error) {
	return func(got []league.Tournament, err error) {
		t.Helper()
		if err != nil || !slices.Equal(tournamentIDs(got), want) {
			t.Errorf("%s: got %v, %v, want %v", name, tournamentIDs(got), err, want)
		}
	}
}

// allEditions lists editions without what may be listed beside them.
func allEditions(s *store.Store) func(context.Context, league.Viewer, time.Time) ([]league.Tournament, error) {
	return func(ctx context.Context, viewer league.Viewer, after time.Time) ([]league.Tournament, error) {
		editions, others, err := s.AllEditions(ctx, viewer, after, 9)
		if len(others) > 0 {
			err = fmt.Errorf("beside them %v", tournamentIDs(others))
		}
		return editions, err
	}
}

// TestEditionsAndListsTogetherAreThoseOfEach reads for several viewers, with lists of all states and limits.
func TestEditionsAndListsTogetherAreThoseOfEach(t *testing.T) {
	storetest.Each(t, func(t *testing.T, open func() *store.Store) {
		s := open()
		admit(t, s, "ann", "bob")
		for i, state := range []league.TournamentState{league.Registration, league.Running, league.Registration, league.Finished, league.Running, league.Registration} {
			for _, competition := range []string{"", "c" + strconv.Itoa(i) + "/streetsoccer/lg"} {
				cup := editionAt(t, s, fmt.Sprintf("%s%d", map[bool]string{true: "user", false: "site"}[competition == ""], i), competition, i, 3, "bob")
				switch state {
				case league.Running:
					step(t, s, cup, league.ActStarted, func(c *league.Tournament) { c.State, c.Started = state, noon.Add(6*time.Hour) })
				case league.Finished:
					step(t, s, cup, league.ActFinished, func(c *league.Tournament) { c.State, c.Started, c.Ended = state, noon, noon.Add(2*time.Hour) })
				}
			}
		}
		for _, viewer := range []league.Viewer{league.Site(), league.Public(), league.Of(person("bob"))} {
			for limit := range 4 {
				lists := []league.TournamentList{
					{State: league.Running, Limit: limit}, {State: league.Registration, Limit: limit}, {State: league.Finished, Limit: limit, Game: "streetsoccer"},
				}
				for _, after := range []time.Time{{}, noon, noon.Add(3 * time.Hour)} {
					editions, others, err := s.AllEditions(t.Context(), viewer, after, 9, lists...)
					must(t, err)
					alone, err := allEditions(s)(t.Context(), viewer, after)
					must(t, err)
					listed, err := s.TournamentsOf(t.Context(), viewer, lists...)
					must(t, err)
					if len(editions) == 0 || !reflect.DeepEqual(editions, alone) || !reflect.DeepEqual(others, listed) && len(others)+len(listed) > 0 {
						t.Errorf("together %v and %v, alone %v and %v", tournamentIDs(editions), tournamentIDs(others), tournamentIDs(alone), tournamentIDs(listed))
					}
					if limit == 3 && viewer == league.Site() && len(others) != 6 {
						t.Errorf("of each list at most three are %v", tournamentIDs(others))
					}
				}
			}
		}
	})
}

func TestEditionsComeInTheOrderOfTheirOpening(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, open func() *store.Store) {
		s := open()
		admit(t, s, "ann", "bob")
		const one, other = "c/streetsoccer/lg", "c/streetsoccer/board"
		ends := func(cup league.Tournament, hour int) {
			step(t, s, cup, league.ActFinished, func(c *league.Tournament) {
				c.State, c.Started, c.Ended = league.Finished, noon, noon.Add(time.Duration(hour)*time.Hour)
			})
		}
		editionAt(t, s, "a-third", one, 3, 3, "bob")
		editionAt(t, s, "b-second", one, 2, 3, "bob")
		editionAt(t, s, "c-first", one, 1, 3, "bob")
		ends(editionAt(t, s, "d-ended", one, 0, 3, "bob"), 9)
		ends(editionAt(t, s, "e-elsewhere", other, 0, 3, "bob"), 9)
		step(t, s, editionAt(t, s, "f-went-on", other, 4, 3, "bob"), league.ActFinished, func(c *league.Tournament) {
			c.State, c.Started, c.Ended, c.Rolling = league.Finished, noon, noon.Add(time.Hour), true
		})
		ctx, bob := t.Context(), []string{person("bob").ID}
		earlier, since := noon.Add(9*time.Hour-time.Millisecond), noon.Add(9*time.Hour)
		wantTournaments(t, "of one", "d-ended", "c-first", "b-second", "a-third")(s.Editions(ctx, league.Site(), one, earlier))
		wantTournaments(t, "of one, that ended after that", "c-first", "b-second", "a-third")(s.Editions(ctx, league.Site(), one, since))
		wantTournaments(t, "of Bob's", "d-ended", "c-first", "b-second", "a-third")(s.EditionsFor(ctx, league.Site(), one, earlier, bob))
		wantTournaments(t, "of Bob's, that ended after that", "c-first", "b-second", "a-third")(s.EditionsFor(ctx, league.Site(), one, since, bob))
		wantTournaments(t, "that take entries", "c-first", "b-second", "a-third")(s.OpenEditions(ctx, league.Site(), one))
		wantTournaments(t, "that take entries no longer")(s.OpenEditions(ctx, league.Site(), other))
		all, err := allEditions(s)(ctx, league.Site(), earlier)
		if got := tournamentIDs(all); err != nil || len(got) != 5 || !slices.Equal(got[2:], []string{"c-first", "b-second", "a-third"}) {
			t.Errorf("of all: got %v, %v", got, err)
		}
		wantTournaments(t, "of all, that ended after that", "c-first", "b-second", "a-third")(allEditions(s)(ctx, league.Site(), since))
		latest := []string{"f-went-on", "a-third", "b-second"}
		wantTournaments(t, "what Bob entered, the latest first", latest...)(s.EntriesOf(ctx, league.Site(), bob[0], 3))
	})
}

func TestCompetitionsThatHadAnEditionAreToldFromOthers(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, open func() *store.Store) {
		s := open()
		admit(t, s, "ann", "bob")
		const one, other, never = "c/streetsoccer/lg", "c/streetsoccer/board", "c/onetwofun/basic"
		editionAt(t, s, "first", one, 1, 3, "bob")
		editionAt(t, s, "second", one, 2, 3, "bob")
		step(t, s, editionAt(t, s, "ended", other, 0, 3, "bob"), league.ActFinished, func(c *league.Tournament) {
			c.State, c.Started, c.Ended = league.Finished, noon, noon.Add(time.Hour)
		})
		editionAt(t, s, "none", "", 0, 3, "bob")
		for _, c := range []struct{ asked, want []string }{{[]string{one, never, other, ""}, []string{other, one}}, {[]string{never}, nil}, {[]string{one}, []string{one}}, {nil, nil}} {
			if got, err := s.WithEditions(t.Context(), c.asked); err != nil || !slices.Equal(got, c.want) {
				t.Errorf("of %v there were editions of %v, %v; want %v", c.asked, got, err, c.want)
			}
		}
	})
}

// inOrder puts tournaments that come in none in the order of their ids.
func inOrder(list []league.Tournament, err error) ([]league.Tournament, error) {
	slices.SortFunc(list, func(a, b league.Tournament) int { return strings.Compare(a.ID, b.ID) })
	return list, err
}

func TestTheFullestEditionsComeFirst(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, open func() *store.Store) {
		s := open()
		admit(t, s, "ann", "bob", "cleo")
		editionAt(t, s, "a-empty", "c/streetsoccer/lg", 1, 3)
		editionAt(t, s, "b-half", "c/streetsoccer/lg", 1, 4, "ann", "bob")
		editionAt(t, s, "c-nearly", "c/streetsoccer/lg", 1, 3, "ann", "bob")
		all, err := allEditions(s)(t.Context(), league.Site(), noon)
		wantTournaments(t, "the nearest", "c-nearly", "b-half", "a-empty")(series.Nearest(all, 9), err)
		wantTournaments(t, "at most", "c-nearly")(series.Nearest(all, 1), nil)
		wantTournaments(t, "by their ids", "a-empty", "c-nearly")(inOrder(s.TournamentsAt(t.Context(), league.Site(), "c-nearly", "a-empty", "none")))
		wantTournaments(t, "that Bob has entered", "c-nearly", "b-half")(s.OpenFor(t.Context(), league.Site(), person("bob").ID, 9))
		wantTournaments(t, "at most", "c-nearly")(s.OpenFor(t.Context(), league.Site(), person("bob").ID, 1))
		editionAt(t, s, "d-large", "c/streetsoccer/lg", 1, 5, "ann", "bob")
		for player, want := range map[string]map[string]int{"bob": {"b-half": 2, "c-nearly": 2, "d-large": 1}} {
			list, err := s.OpenFor(t.Context(), league.Site(), person(player).ID, 9)
			must(t, err)
			got := map[string]int{}
			for _, e := range list {
				got[e.ID] = len(e.Entries)
			}
			if !maps.Equal(got, want) {
				t.Errorf("%s sees of entries %v, want %v", player, got, want)
			}
		}
	})
}

func TestWhatAPlayerPlaysIn(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, open func() *store.Store) {
		s := open()
		admit(t, s, "ann", "bob", "cleo")
		runs := func(id string, hour int, change func(*league.Tournament)) {
			step(t, s, editionAt(t, s, id, "c/streetsoccer/lg", 0, 3, "bob", "cleo"), league.ActStarted, func(c *league.Tournament) {
				c.State, c.Started = league.Running, noon.Add(time.Duration(hour)*time.Hour)
				c.Entries[0].Seed, c.Entries[1].Seed = 1, 2
				change(c)
			})
		}
		runs("a-latest", 3, func(*league.Tournament) {})
		runs("b-before", 2, func(*league.Tournament) {})
		runs("c-left", 1, func(c *league.Tournament) { c.Entries[0].Out = league.Voided })
		runs("d-waits", 1, func(c *league.Tournament) { c.Entries[0].Seed = 0 })
		runs("e-over", 1, func(c *league.Tournament) { c.State, c.Ended = league.Finished, noon.Add(2*time.Hour) })
		bob := person("bob").ID
		wantTournaments(t, "Bob's", "a-latest", "b-before")(s.PlayingIn(t.Context(), league.Site(), bob, 9))
		wantTournaments(t, "at most", "a-latest")(s.PlayingIn(t.Context(), league.Site(), bob, 1))
		wantTournaments(t, "Ann's")(s.PlayingIn(t.Context(), league.Site(), person("ann").ID, 9))
		list, err := s.PlayingIn(t.Context(), league.Site(), bob, 9)
		must(t, err)
		for _, c := range list {
			if len(c.Entries) != 1 || c.Entries[0].Player.ID != bob || len(c.Log) > 0 {
				t.Errorf("%s comes with the entries %v and %d events", c.ID, c.Entries, len(c.Log))
			}
		}
	})
}

func TestWhoHasQualified(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, open func() *store.Store) {
		s := open()
		admit(t, s, "ann", "bob", "cleo")
		const one, other = "c/streetsoccer/lg", "c/streetsoccer/board"
		at := noon.Add(time.Hour)
		ends := func(id, competition string, when time.Time) {
			step(t, s, editionAt(t, s, id, competition, 0, 3, "bob", "cleo"), league.ActFinished, func(c *league.Tournament) {
				c.State, c.Started, c.Ended = league.Finished, noon, at
				c.Entries[0].Note, c.Entries[1].Note = "first", "first"
				c.Entries[1].Qualified = when
			})
		}
		ends("here", one, at)
		bob, cleo := person("bob").ID, person("cleo").ID
		wants := func(name string, since time.Time, want ...string) {
			t.Helper()
			if got, err := s.Qualified(t.Context(), one, since, []string{"first"}); err != nil || !slices.Equal(got, want) {
				t.Errorf("%s: got %v, %v, want %v", name, got, err, want)
			}
		}
		wants("since that moment; of Bob only the note stands there", at, cleo)
		wants("ever", time.Time{}, cleo)
		wants("since then", at.Add(time.Millisecond))
		step(t, s, editionAt(t, s, "elsewhere", other, 0, 3, "bob"), league.ActFinished, func(c *league.Tournament) {
			c.State, c.Started, c.Ended = league.Finished, noon, at
			c.Entries[0].Note, c.Entries[0].Qualified = "first", at
		})
		wants("not in another competition", at, cleo)
		if got, err := s.Qualified(t.Context(), other, at, []string{"first"}); err != nil || !slices.Equal(got, []string{bob}) {
			t.Errorf("there it is %v, %v", got, err)
		}
	})
}
