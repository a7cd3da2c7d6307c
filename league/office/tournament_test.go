package office_test

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"kickabout/engine"
	"kickabout/engine/dice"
	"kickabout/engine/dice/tbd2"
	"kickabout/engine/enginetest"
	"kickabout/engine/games"
	"kickabout/league"
	"kickabout/league/formats/roundrobin"
	"kickabout/league/office"
	playing "kickabout/league/play"
	"kickabout/league/tournaments"
	"kickabout/league/transcript"
	"kickabout/store"
	"kickabout/store/storetest"
)

// member makes a player with an account.
func (c *club) member(name string) league.Player {
	c.t.Helper()
	p := league.Player{ID: "id-" + name, Name: name, Kind: league.Member, Created: c.Now()}
	session := league.Session{Hash: sha256.Sum256([]byte(name)), Player: p.ID, Created: c.Now()}
	p, err := c.store.Admit(context.Background(), session, p)
	if err != nil {
		c.t.Fatal(err)
	}
	return p
}

func (c *club) members(names ...string) []league.Player {
	c.t.Helper()
	players := make([]league.Player, len(names))
	for i, name := range names {
		players[i] = c.member(name)
	}
	return players
}

// cup proposes a tournament of four that starts when its organiser says.
func (c *club) cup(change func(*tournaments.TournamentProposal)) tournaments.TournamentProposal {
	p := tournaments.TournamentProposal{
		Reservation: c.ReserveTournament(), Name: "Spring Cup", Format: "roundrobin", Rules: "streetsoccer/lg",
		Places: "4", Cycles: "1", Control: "live", Start: tournaments.StartOrganiser, Playing: true,
	}
	p.Set("bots", "8")
	if change != nil {
		change(&p)
	}
	return p
}

func (c *club) mustOpen(organiser league.Player, change func(*tournaments.TournamentProposal)) league.Tournament {
	c.t.Helper()
	t, err := c.CreateTournament(context.Background(), organiser, c.cup(change))
	if err != nil {
		c.t.Fatal(err)
	}
	return t
}

func (c *club) tournament(id string) tournaments.TournamentView {
	c.t.Helper()
	v, err := c.Tournament(context.Background(), league.Site(), id)
	if err != nil {
		c.t.Fatal(err)
	}
	return v
}

func (c *club) must(err error) {
	c.t.Helper()
	if err != nil {
		c.t.Fatal(err)
	}
}

// refused checks that an error is a sentence of a kind and a part of its text.
func (c *club) refused(err error, kind league.Kind, part string) {
	c.t.Helper()
	if err == nil || league.KindOf(err) != kind || !strings.Contains(err.Error(), part) {
		c.t.Errorf("got %q %v, want %q with %q", league.KindOf(err), err, kind, part)
	}
}

func names(entries []league.Entrant) (all []string) {
	for _, e := range entries {
		all = append(all, e.Player.Name)
	}
	return all
}

func TestATournamentIsOpenedEnteredLeftAndCancelled(t *testing.T) {
	onDatabases(t, func(t *testing.T, open func() *store.Store) {
		c := newClub(t, open())
		ctx := t.Context()
		people := c.members("Ann", "Bob", "Cleo")
		ann, bob, cleo := people[0], people[1], people[2]
		cup := c.mustOpen(ann, func(p *tournaments.TournamentProposal) { p.Name = "  Spring\u202e \n Cup " })
		if cup.Name != "Spring Cup" || cup.Head == (dice.Link{}) || cup.GID != tbd2.MatchGID(league.ScopeText(cup.Serial), tbd2.LotKey) {
			t.Errorf("opened %+v", cup)
		}
		c.must(c.EnterTournament(ctx, bob, cup.ID))
		c.must(c.InviteBot(ctx, ann, cup.ID, "bot:random"))
		if got := names(c.tournament(cup.ID).Tournament.Entries); !slices.Equal(got, []string{"Ann", "Bob", "Random"}) {
			t.Errorf("entered: %v", got)
		}
		before := c.tournament(cup.ID)
		c.refused(c.EnterTournament(ctx, bob, cup.ID), league.Stale, "You are in this tournament already")
		c.refused(c.InviteBot(ctx, ann, cup.ID, "bot:random"), league.Stale, "Random is in this tournament already")
		c.refused(c.InviteBot(ctx, bob, cup.ID, "bot:greedy"), league.Forbidden, "Only Ann")
		c.refused(c.InviteBot(ctx, ann, cup.ID, "bot:gone"), league.Invalid, "no such bot")
		c.refused(c.InviteBot(ctx, ann, cup.ID, cleo.ID), league.Invalid, "no such bot")
		c.refused(c.RemoveBot(ctx, bob, cup.ID, "bot:random"), league.Forbidden, "Only Ann")
		c.refused(c.RemoveBot(ctx, ann, cup.ID, "bot:greedy"), league.Stale, "not in this tournament")
		c.refused(c.LeaveTournament(ctx, cleo, cup.ID), league.Stale, "You are not in this tournament")
		c.refused(c.StartTournament(ctx, bob, cup.ID), league.Forbidden, "Only Ann")
		c.refused(c.CancelTournament(ctx, bob, cup.ID), league.Forbidden, "Only Ann")
		c.refused(c.EnterTournament(ctx, c.guest(), cup.ID), league.Forbidden, "Sign up first")
		c.refused(c.EnterTournament(ctx, league.Player{}, cup.ID), league.Forbidden, "Sign up first")
		c.refused(c.EnterTournament(ctx, bob, "nowhere"), league.NotFound, "no such tournament")
		if diff := cmp.Diff(before, c.tournament(cup.ID)); diff != "" {
			t.Errorf("refusals changed something:\n%s", diff)
		}
		c.must(c.LeaveTournament(ctx, bob, cup.ID))
		c.refused(c.StartTournament(ctx, ann, cup.ID), league.Invalid, "at least 3 players to start. There are 2")
		c.must(c.RemoveBot(ctx, ann, cup.ID, "bot:random"))
		c.must(c.EnterTournament(ctx, bob, cup.ID))
		c.must(c.CancelTournament(ctx, ann, cup.ID))
		v := c.tournament(cup.ID)
		if v.Tournament.State != league.Cancelled || !slices.Equal(names(v.Tournament.Entries), []string{"Ann", "Bob"}) {
			t.Errorf("cancelled: %+v", v.Tournament)
		}
		c.refused(c.EnterTournament(ctx, cleo, cup.ID), league.Stale, "has been cancelled")
		c.refused(c.LeaveTournament(ctx, bob, cup.ID), league.Stale, "has been cancelled")
		c.refused(c.StartTournament(ctx, ann, cup.ID), league.Stale, "has been cancelled")
		c.refused(c.CancelTournament(ctx, ann, cup.ID), league.Stale, "has been cancelled")
	})
}

func TestWhatIsWrongWithATournamentIsSaidBesideEachField(t *testing.T) {
	c := newClub(t, storetest.Open(t, storetest.SQLite(t)))
	ann := c.member("Ann")
	_, err := c.CreateTournament(t.Context(), ann, tournaments.TournamentProposal{Format: "roundrobin", Name: "ab", Places: "13", Cycles: "0"})
	if got := league.Fields(err); len(got) != 7 {
		t.Errorf("got %d fields: %v", len(got), got)
	}
	for _, wrong := range []func(*tournaments.TournamentProposal){
		func(p *tournaments.TournamentProposal) { p.Format = "melee" },
		func(p *tournaments.TournamentProposal) { p.Name = strings.Repeat("x", 61) },
		func(p *tournaments.TournamentProposal) { p.Name = "\u200b  \n" },
		func(p *tournaments.TournamentProposal) { p.Places = "2" },
		func(p *tournaments.TournamentProposal) { p.Places = "4x" },
		func(p *tournaments.TournamentProposal) { p.Cycles = "4" },
		func(p *tournaments.TournamentProposal) { p.Rules = "streetsoccer/xx" },
		func(p *tournaments.TournamentProposal) { p.Control = "bullet" },
		func(p *tournaments.TournamentProposal) { p.Start = "" },
		func(p *tournaments.TournamentProposal) { p.Reservation = "abc.def" },
	} {
		_, err := c.CreateTournament(t.Context(), ann, c.cup(wrong))
		if len(league.Fields(err)) != 1 {
			t.Errorf("%+v: %v", c.cup(wrong), err)
		}
	}
	_, err = c.CreateTournament(t.Context(), c.guest(), c.cup(nil))
	c.refused(err, league.Forbidden, "Sign up first")
	if list, err := c.Tournaments(t.Context(), league.Site(), league.Registration, 9); err != nil || len(list) != 0 {
		t.Errorf("there are tournaments: %v, %v", list, err)
	}
}

func TestTheSameFormSentTwiceOpensOneTournament(t *testing.T) {
	storetest.Each(t, func(t *testing.T, open func() *store.Store) {
		c := newClub(t, open())
		people := c.members("Ann", "Bob")
		proposal := c.cup(nil)
		var made [8]string
		var all sync.WaitGroup
		for i := range made {
			all.Go(func() {
				cup, err := c.CreateTournament(context.Background(), people[0], proposal)
				if err != nil {
					t.Error(err)
				}
				made[i] = cup.ID
			})
		}
		all.Wait()
		if made[0] == "" || slices.ContainsFunc(made[:], func(id string) bool { return id != made[0] }) {
			t.Errorf("made %v", made)
		}
		for range 4 {
			c.mustOpen(people[0], nil)
		}
		_, err := c.CreateTournament(t.Context(), people[0], c.cup(nil))
		c.refused(err, league.Forbidden, "5 tournaments open for entry")
		c.mustOpen(people[1], nil)
	})
}

// TestTheLastPlaceIsGivenOnce lets twenty players at once enter a tournament of
// three places that starts when it is full, through two offices.
func TestTheLastPlaceIsGivenOnce(t *testing.T) {
	storetest.Each(t, func(t *testing.T, open func() *store.Store) {
		s := open()
		c := newClub(t, s)
		offices := []*office.Office{c.Office, newRival(c, s)}
		for n := range 5 {
			cup := c.mustOpen(c.member(fmt.Sprint("Organiser", n)), func(p *tournaments.TournamentProposal) {
				p.Places, p.Start = "3", tournaments.StartFull
			})
			var in, told atomic.Int64
			var all sync.WaitGroup
			barrier := make(chan struct{})
			for i := range 20 {
				p := c.member(fmt.Sprintf("P%d-%d", n, i))
				all.Go(func() {
					<-barrier
					switch err := offices[i%2].EnterTournament(context.Background(), p, cup.ID); {
					case err == nil:
						in.Add(1)
					case league.KindOf(err) == league.Stale && strings.Contains(err.Error(), "full"):
						told.Add(1)
					default:
						t.Error(err)
					}
				})
			}
			close(barrier)
			all.Wait()
			v := c.tournament(cup.ID)
			if in.Load() != 2 || told.Load() != 18 || len(v.Tournament.Entries) != 3 || v.Tournament.State != league.Running || len(v.Matches) != 3 {
				t.Errorf("%d got in, %d were told; %d entries, %s, %d matches", in.Load(), told.Load(), len(v.Tournament.Entries), v.Tournament.State, len(v.Matches))
			}
			started := 0
			for _, d := range v.Tournament.Log {
				if d.Act == league.ActStarted {
					started++
				}
			}
			if started != 1 {
				t.Errorf("started %d times", started)
			}
		}
	})
}

// TestOneOfManyStartsCounts lets the organiser start from ten tabs on two nodes,
// while others enter and leave and the job runs.
func TestOneOfManyStartsCounts(t *testing.T) {
	storetest.Each(t, func(t *testing.T, open func() *store.Store) {
		s := open()
		c := newClub(t, s)
		ctx := context.Background()
		offices := []*office.Office{c.Office, newRival(c, s)}
		people := c.members("Ann", "Bob", "Cleo", "Dan", "Eve")
		cup := c.mustOpen(people[0], func(p *tournaments.TournamentProposal) { p.Places, p.Cycles = "5", "2" })
		for _, p := range people[1:4] {
			c.must(c.EnterTournament(ctx, p, cup.ID))
		}
		var started atomic.Int64
		var all sync.WaitGroup
		barrier := make(chan struct{})
		for i := range 10 {
			all.Go(func() {
				<-barrier
				if err := offices[i%2].StartTournament(ctx, people[0], cup.ID); err == nil {
					started.Add(1)
				} else if league.KindOf(err) != league.Stale {
					t.Error(err)
				}
				if err := offices[i%2].Advance(ctx); err != nil {
					t.Error(err)
				}
			})
		}
		for _, act := range []func() error{
			func() error { return c.EnterTournament(ctx, people[4], cup.ID) },
			func() error { return c.LeaveTournament(ctx, people[3], cup.ID) },
		} {
			all.Go(func() {
				<-barrier
				if err := act(); err != nil && league.KindOf(err) != league.Stale {
					t.Error(err)
				}
			})
		}
		close(barrier)
		all.Wait()
		v := c.tournament(cup.ID)
		n := len(v.Tournament.Entries)
		if started.Load() != 1 || v.Tournament.State != league.Running || len(v.Matches) != n*(n-1) {
			t.Errorf("%d starts, %s, %d entries, %d matches", started.Load(), v.Tournament.State, n, len(v.Matches))
		}
		// The plan carried out again, as by a node that has not seen the first time, adds nothing.
		again := league.TournamentProgress{Tournament: v.Tournament, Seen: v.Tournament.Last - 1, Matches: v.Matches}
		if err := s.AppendTournament(ctx, again); league.KindOf(err) != league.Stale {
			t.Errorf("a second start is stored: %v", err)
		}
		c.refused(c.LeaveTournament(ctx, people[1], cup.ID), league.Stale, "nobody can leave it any more")
		if n == 4 {
			c.refused(c.EnterTournament(ctx, c.member("Zoe"), cup.ID), league.Stale, "has started")
		}
	})
}

// TestTheDrawCanBeChecked sees that the lot follows from what was shown before.
func TestTheDrawCanBeChecked(t *testing.T) {
	c := newClub(t, storetest.Open(t, storetest.SQLite(t)))
	ctx := t.Context()
	people := c.members("Ann", "Bob", "Cleo", "Dan")
	cup := c.mustOpen(people[0], nil)
	if _, ok := c.Seeding(cup); ok {
		t.Error("there is a lot before the start")
	}
	for _, p := range people[1:] {
		c.must(c.EnterTournament(ctx, p, cup.ID))
	}
	c.must(c.StartTournament(ctx, people[0], cup.ID))
	v := c.tournament(cup.ID)
	seeding, ok := c.Seeding(v.Tournament)
	if !ok {
		t.Fatal("there is no lot after the start")
	}
	report, err := tbd2.VerifyLot(seeding.Encode(), tbd2.Evidence{})
	if err != nil || !report.Holds() {
		t.Fatalf("%+v, %v", report.Lines, err)
	}
	var got tbd2.LotProof
	c.must(dice.ReadValues(seeding.Encode(), &got))
	for i, e := range v.Tournament.Entries {
		if e.Seed != i+1 || got.Seeds[i] != e.Player.ID {
			t.Errorf("seed %d is %q, by the lot %q", e.Seed, e.Player.ID, got.Seeds[i])
		}
	}
	if got.Entries[0].Player != people[0].ID || got.Entries[3].Player != people[3].ID {
		t.Errorf("the lot is about %v", got.Entries)
	}
	for _, m := range v.Matches {
		key := league.Key(m.Fixture)
		if m.Dice.Scope != cup.Serial || m.GID != tbd2.MatchGID(league.ScopeText(m.Dice.Scope), string(key)) || !m.Rated {
			t.Errorf("match %s of %s: %+v", m.ID, key, m)
		}
		view := c.mustMatch(m.ID)
		proof, err := c.Proof(t.Context(), view)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := transcript.Read(proof.Encode(), games.ByID); err != nil {
			t.Errorf("the dice of %s do not hold: %v", key, err)
		}
	}
}

// playOut lets two people and all bots play a tournament to its end. A person
// moves at random, and resigns the matches that the script names.
func (c *club) playOut(id string, people []league.Player, resigns func(league.Match) bool) {
	c.t.Helper()
	ctx := context.Background()
	r := rand.New(rand.NewPCG(4, 2))
	for range 1000 {
		v := c.tournament(id)
		if v.Tournament.State == league.Finished {
			return
		}
		for range 10 {
			c.must(c.MoveBots(ctx))
		}
		for _, m := range v.Matches {
			c.wait(time.Second)
			view := c.mustMatch(m.ID)
			mover, ok := view.Match.Mover()
			if !ok || mover.Kind == league.Bot {
				continue
			}
			if resigns(m) {
				_, err := c.Resign(ctx, mover, m.ID, c.Now())
				c.must(err)
				continue
			}
			move := view.Record.Position.Random(r)
			_, err := c.Play(ctx, mover, playing.Turn{Match: m.ID, Seen: view.Record.Seq, Move: move, Arrived: c.Now()})
			c.must(err)
		}
	}
	c.t.Fatal("the tournament does not end")
}

// TestATournamentOfTwoPeopleAndTwoBotsIsPlayedToItsTable is the whole way from
// creation to the final table, which must be the format's, and what the log
// recomputes to.
func TestATournamentOfTwoPeopleAndTwoBotsIsPlayedToItsTable(t *testing.T) {
	onDatabases(t, func(t *testing.T, open func() *store.Store) {
		s := open()
		c := newClub(t, s)
		ctx := t.Context()
		people := c.members("Ann", "Bob")
		cup := c.mustOpen(people[0], func(p *tournaments.TournamentProposal) { p.Start = tournaments.StartFull })
		wake, stop := c.ListenTournament(cup.ID)
		defer stop()
		c.must(c.InviteBot(ctx, people[0], cup.ID, "bot:random"))
		c.must(c.InviteBot(ctx, people[0], cup.ID, "bot:greedy"))
		c.must(c.EnterTournament(ctx, people[1], cup.ID))
		select {
		case <-wake:
		default:
			t.Error("nobody is woken by the start")
		}
		v := c.tournament(cup.ID)
		if v.Tournament.State != league.Running || len(v.Matches) != 6 || len(v.Rows) != 4 {
			t.Fatalf("%s with %d matches", v.Tournament.State, len(v.Matches))
		}
		if notices, err := c.Notices(ctx, people[0].ID, 0, 99); err != nil || len(notices) != 1+3 {
			t.Errorf("the organiser has the notices %v, %v", notices, err) // an entry with the start, 3 matches
		}
		c.playOut(cup.ID, people, func(m league.Match) bool { return m.Fixture == "c1/r1/b1" })
		c.must(c.Advance(ctx))

		v = c.tournament(cup.ID)
		sheet := league.Sheet{Terms: v.Tournament.TournamentTerms, Scoring: league.Standard()}
		for _, e := range v.Tournament.Entries {
			sheet.Entries = append(sheet.Entries, league.Entry{Player: e.Player.ID})
		}
		for _, m := range v.Matches {
			view := c.mustMatch(m.ID) // replayed from its log
			o := view.Record.Outcome()
			if _, ok := league.Standard().Points(o); !ok || !o.Over() {
				t.Errorf("match %s ended as %+v", m.Fixture, o)
			}
			sheet.Fixtures = append(sheet.Fixtures, league.Fixture{
				Key: league.Key(m.Fixture), First: m.Seats[0].Player.ID, Second: m.Seats[1].Player.ID, Outcome: o,
			})
		}
		rows, err := roundrobin.Format{}.Table(sheet, "")
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(rows, v.Rows); diff != "" {
			t.Errorf("the table is not that of the logs:\n%s", diff)
		}
		for _, w := range v.Tournament.Winners() {
			if i := slices.IndexFunc(rows, func(r league.Row) bool { return r.Player == w.ID }); rows[i].Rank != 1 {
				t.Errorf("%s wins with rank %d", w.Name, rows[i].Rank)
			}
		}
		last := v.Tournament.Log[len(v.Tournament.Log)-1]
		if len(v.Tournament.Winners()) == 0 || last.Act != league.ActFinished {
			t.Errorf("it ended with %+v", last)
		}
		c.sameInLists(cup.ID)
	})
}

// sameInLists checks that what lists show of a tournament is what its log comes to.
func (c *club) sameInLists(id string) {
	c.t.Helper()
	want := c.tournament(id).Tournament
	list, err := c.Tournaments(context.Background(), league.Site(), want.State, 99)
	c.must(err)
	i := slices.IndexFunc(list, func(t league.Tournament) bool { return t.ID == id })
	if i < 0 {
		c.t.Fatalf("tournament %s is not listed", id)
	}
	want.Log = nil
	if diff := cmp.Diff(want, list[i], cmpopts.EquateEmpty()); diff != "" {
		c.t.Errorf("the list shows another tournament than the log (-log +list):\n%s", diff)
	}
}

// TestWhateverHappensTheListsShowWhatTheLogSays does random things to tournaments,
// most of which are refused, and compares after each.
func TestWhateverHappensTheListsShowWhatTheLogSays(t *testing.T) {
	onDatabases(t, func(t *testing.T, open func() *store.Store) {
		c := newClub(t, open())
		ctx := t.Context()
		people := c.members("Ann", "Bob", "Cleo", "Dan", "Eve")
		for n := range uint64(enginetest.Sized(4, 12)) {
			r := rand.New(rand.NewPCG(n, 3))
			cup := c.mustOpen(people[n%5], func(p *tournaments.TournamentProposal) {
				p.Places, p.Cycles, p.Playing = fmt.Sprint(3+r.IntN(3)), fmt.Sprint(1+r.IntN(3)), r.IntN(2) == 0
				p.Start = []string{tournaments.StartFull, tournaments.StartOrganiser}[r.IntN(2)]
			})
			for range 25 {
				c.wait(time.Second)
				p := people[r.IntN(len(people))]
				robot := []string{"bot:random", "bot:greedy"}[r.IntN(2)]
				var err error
				switch r.IntN(10) {
				case 0, 1, 2, 3:
					err = c.EnterTournament(ctx, p, cup.ID)
				case 4:
					err = c.LeaveTournament(ctx, p, cup.ID)
				case 5, 6:
					err = c.InviteBot(ctx, p, cup.ID, robot)
				case 7:
					err = c.RemoveBot(ctx, p, cup.ID, robot)
				case 8:
					err = c.StartTournament(ctx, p, cup.ID)
				case 9:
					if r.IntN(8) == 0 {
						err = c.CancelTournament(ctx, people[n%5], cup.ID)
					}
				}
				if err != nil && league.KindOf(err) == league.Internal {
					t.Fatal(err)
				}
				c.sameInLists(cup.ID)
			}
			if v := c.tournament(cup.ID); v.Tournament.State == league.Registration {
				c.must(c.CancelTournament(ctx, people[n%5], cup.ID))
			}
		}
	})
}

// TestATournamentIsFinishedByTheJobToo lets all time-outs come at once, and takes
// away the nudge that finishes the tournament on the spot.
func TestATournamentIsFinishedByTheJobToo(t *testing.T) {
	onDatabases(t, func(t *testing.T, open func() *store.Store) {
		s := open()
		var deaf atomic.Bool // the end of a tournament cannot be written down
		c := newClubOver(t, &altered{Store: s, appendTournament: func(ctx context.Context, p league.TournamentProgress) error {
			if deaf.Load() {
				return errors.New("the disk is full")
			}
			return s.AppendTournament(ctx, p)
		}})
		c.fails = true
		people := c.members("Ann", "Bob", "Cleo")
		cup := c.mustOpen(people[0], func(p *tournaments.TournamentProposal) { p.Places, p.Start = "3", tournaments.StartFull })
		c.must(c.EnterTournament(t.Context(), people[1], cup.ID))
		c.must(c.EnterTournament(t.Context(), people[2], cup.ID))
		deaf.Store(true)
		c.wait(40 * 24 * time.Hour)
		c.must(c.Sweep(t.Context()))
		if got := c.tournament(cup.ID).Tournament.State; got != league.Running {
			t.Fatalf("without the nudge it is %q", got)
		}
		deaf.Store(false)
		for range 2 {
			c.must(c.Advance(t.Context()))
		}
		v := c.tournament(cup.ID)
		if v.Tournament.State != league.Finished || len(v.Tournament.Log) != 7 {
			t.Errorf("%s after %d events", v.Tournament.State, len(v.Tournament.Log))
		}
		for _, m := range v.Matches {
			if m.State.Outcome.Ending != engine.Timeout {
				t.Errorf("match %s: %v", m.Fixture, m.State.Outcome)
			}
		}
	})
}

func BenchmarkStartOfTwelveInThreeCycles(b *testing.B) {
	storetest.Bench(b, func(b *testing.B, d storetest.Database) {
		c := newClub(b, storetest.Open(b, d))
		var people []league.Player
		for i := range 12 {
			people = append(people, c.member(fmt.Sprint("P", i)))
		}
		for b.Loop() {
			b.StopTimer()
			cup := c.mustOpen(people[0], func(p *tournaments.TournamentProposal) { p.Places, p.Cycles = "12", "3" })
			for _, p := range people[1:] {
				c.must(c.EnterTournament(context.Background(), p, cup.ID))
			}
			b.StartTimer()
			c.must(c.StartTournament(context.Background(), people[0], cup.ID))
		}
	})
}
