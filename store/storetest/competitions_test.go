package storetest_test

import (
	"slices"
	"testing"
	"time"

	"kickabout/league"
	"kickabout/league/vacation"
	"kickabout/store"
	"kickabout/store/storetest"
)

func TestEditionsAreListedByTheirOpening(t *testing.T) {
	storetest.Each(t, func(t *testing.T, open func() *store.Store) {
		s := open()
		admit(t, s, "ann", "bob", "cleo")
		competitions := s
		const one, other = "c/streetsoccer/lg", "c/streetsoccer/board"
		ended := func(hour int) func(*league.Tournament) {
			return func(c *league.Tournament) {
				c.State, c.Started, c.Ended = league.Finished, noon, noon.Add(time.Duration(hour)*time.Hour)
			}
		}
		cupBy(t, s, "no-edition", "")
		step(t, s, cupBy(t, s, "ended-before", one), league.ActFinished, ended(1))
		step(t, s, cupBy(t, s, "ended-later", one), league.ActFinished, func(c *league.Tournament) {
			ended(3)(c)
			c.Entries[0].Note, c.Entries[0].Qualified = "first", noon.Add(time.Hour)
		})
		step(t, s, cupBy(t, s, "titled", "c/streetsoccer/mastermove"), league.ActFinished, func(c *league.Tournament) {
			ended(1)(c)
			c.Entries[0].Note = "place=1 month=2027-05"
		})
		step(t, s, cupBy(t, s, "going", one), league.ActStarted, func(c *league.Tournament) {
			starts(c)
			c.Entries[0].Seed = 1
		})
		step(t, s, cupBy(t, s, "rolling", other), league.ActStarted, func(c *league.Tournament) {
			starts(c)
			c.Rolling = true
			c.Entries[0].Seed = 1
		})
		cupBy(t, s, "takes-entries", one)
		since := noon.Add(2 * time.Hour)
		bob, cleo := person("bob").ID, person("cleo").ID

		type list struct {
			got []league.Tournament
			err error
		}
		of := func(got []league.Tournament, err error) list { return list{got: got, err: err} }
		wants := func(name string, l list, want ...string) {
			t.Helper()
			got := tournamentIDs(l.got)
			slices.Sort(got) // they have opened at one moment
			slices.Sort(want)
			if l.err != nil || !slices.Equal(got, want) {
				t.Errorf("%s: got %v, %v, want %v", name, got, l.err, want)
			}
			for _, c := range l.got {
				if len(c.Log) > 0 || len(c.Entries) != 1 {
					t.Errorf("%s: %s comes with %d events and %d entries", name, c.ID, len(c.Log), len(c.Entries))
				}
			}
		}
		wants("of one", of(competitions.Editions(t.Context(), league.Site(), one, since)), "ended-later", "going", "takes-entries")
		wants("of no competition", of(competitions.Editions(t.Context(), league.Site(), "", since)))
		wants("of Bob's", of(competitions.EditionsFor(t.Context(), league.Site(), one, since, []string{bob})), "ended-later", "going", "takes-entries")
		wants("of Cleo's, who was in none that ended", of(competitions.EditionsFor(t.Context(), league.Site(), one, since, []string{cleo})), "going", "takes-entries")
		wants("that take entries", of(competitions.OpenEditions(t.Context(), league.Site(), one)), "takes-entries")
		wants("that take entries as they go", of(competitions.OpenEditions(t.Context(), league.Site(), other)), "rolling")
		wants("of all", of(allEditions(competitions)(t.Context(), league.Site(), since)), "ended-later", "going", "rolling", "takes-entries")
		wants("in which Bob is or was", of(competitions.EntriesOf(t.Context(), league.Site(), bob, 9)), "no-edition", "ended-before", "ended-later", "going", "rolling", "takes-entries", "titled")
		wants("in which Cleo is", of(competitions.EntriesOf(t.Context(), league.Site(), cleo, 9)))
		wants("that Bob plays in, no rolling ones", of(competitions.PlayingIn(t.Context(), league.Site(), bob, 9)), "going")

		honours, err := competitions.Honours(t.Context(), league.Public(), []string{"roundrobin"}, nil, nil, 9)
		if got := tournamentIDs(honours); err != nil || !slices.Equal(got, []string{"ended-later", "ended-before", "titled"}) {
			t.Errorf("what has ended is %v, %v", got, err)
		} else if later, before := honours[0].Entries, honours[1].Entries; len(later) != 1 || later[0].Note != "first" || len(before) != 0 {
			t.Errorf("of whom something was noted are %v, and %v where nobody is", later, before)
		}
		if list, err := competitions.Honours(t.Context(), league.Public(), []string{"swiss"}, []string{"roundrobin"}, []string{honours[1].Edition, "none"}, 9); err != nil || !slices.Equal(tournamentIDs(list), []string{"ended-before", "titled"}) {
			t.Errorf("of one name, or with a title, are %v, %v", tournamentIDs(list), err)
		}
		if list, err := competitions.Honours(t.Context(), league.Public(), []string{"swiss"}, nil, nil, 9); err != nil || !slices.Equal(tournamentIDs(list), []string{"titled"}) {
			t.Errorf("with a title are %v, %v", tournamentIDs(list), err)
		}
		latest, _, err := competitions.AllEditions(t.Context(), league.Site(), time.Time{}, 1)
		wants("of all, of those that have ended the latest", list{latest, err}, "ended-later", "going", "rolling", "takes-entries")

		for _, c := range []struct {
			since time.Time
			notes []string
			want  []string
		}{
			{noon, []string{"first", "second"}, []string{bob}},
			{noon.Add(2 * time.Hour), []string{"first"}, nil},
			{noon, []string{"second"}, nil},
		} {
			if got, err := competitions.Qualified(t.Context(), one, c.since, c.notes); err != nil || !slices.Equal(got, c.want) {
				t.Errorf("qualified since %v by %v are %v, %v, want %v", c.since, c.notes, got, err, c.want)
			}
		}
	})
}

func TestWhatIsKnownOfPlayers(t *testing.T) {
	storetest.Each(t, func(t *testing.T, open func() *store.Store) {
		s := open()
		ann := signUp(t, s, "ann").Player
		admit(t, s, "bob")
		must(t, s.SeeSession(t.Context(), sessionOf("bob"), noon.Add(time.Hour)))
		must(t, s.PlanVacation(t.Context(), vacation.Vacation{Player: ann.ID, N: 1, Asked: noon, Begins: noon, Ends: noon.Add(day)}))
		must(t, s.ChangeVacation(t.Context(), vacation.Vacation{Player: ann.ID, N: 1, Ends: noon.Add(day), Began: noon, Ended: noon.Add(day)}))
		m := create(t, s, newMatch(1))
		p := move(m, "Mc2c5", noon.Add(2*time.Hour))
		p.Notices = []league.Notice{{Player: ann.ID, At: noon, Kind: league.MatchNotice, Subject: m.ID}}
		p.Movers = map[string]time.Time{ann.ID: noon.Add(2 * time.Hour)}
		must(t, s.Append(t.Context(), p))
		competitions := s
		known, err := competitions.Known(t.Context(), []string{ann.ID, person("bob").ID, "nobody"}, noon)
		must(t, err)
		for id, want := range map[string]league.Known{
			ann.ID:           {Member: true, Moved: noon.Add(2 * time.Hour), Seen: noon.Add(2 * time.Hour), Back: noon.Add(day), Rating: league.FirstRating},
			person("bob").ID: {Seen: noon.Add(time.Hour), Rating: league.FirstRating},
		} {
			if known[id] != want {
				t.Errorf("of %s is known %+v, want %+v", id, known[id], want)
			}
		}
		again := vacation.Vacation{Player: ann.ID, N: 2, Asked: noon, Begins: noon.Add(5 * day), Ends: noon.Add(7 * day)}
		must(t, s.PlanVacation(t.Context(), again))
		for at, away := range map[time.Time]bool{noon: false, again.Begins.Add(-1): false, again.Begins: true, again.Ends.Add(-1): true, again.Ends: false} {
			got, err := competitions.Known(t.Context(), []string{ann.ID, person("bob").ID}, at)
			if err != nil || len(got) != 2 || got[ann.ID].Away != away || got[person("bob").ID].Away {
				t.Errorf("at %s Ann is away: %t, %v", at, got[ann.ID].Away, err)
			}
		}
		players, err := competitions.Players(t.Context(), []string{ann.ID, "nobody", person("bob").ID})
		if err != nil || len(known) != 2 || len(players) != 2 || players[ann.ID] != ann || players[person("bob").ID] != person("bob") {
			t.Errorf("got %v and %v, %v", known, players, err)
		}
	})
}
