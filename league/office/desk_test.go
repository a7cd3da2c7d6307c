package office_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"kickabout/engine"
	"kickabout/engine/dice"
	"kickabout/engine/enginetest"
	"kickabout/league"
	deskleague "kickabout/league/desk"
	"kickabout/league/office"
	playing "kickabout/league/play"
	"kickabout/league/tournaments"
	"kickabout/store"
	"kickabout/store/storetest"
)

// signedUps makes members who can be found by name.
func (c *club) signedUps(names ...string) []league.Player {
	c.t.Helper()
	players := make([]league.Player, len(names))
	for i, name := range names {
		players[i] = c.signedUp(name)
	}
	return players
}

// opened opens a round robin of four with other terms, by its organiser.
func (c *club) opened(organiser league.Player, change func(*league.TournamentTerms)) string {
	c.t.Helper()
	terms := league.TournamentTerms{
		Name: "Spring Cup", Format: "roundrobin", Game: "streetsoccer", Variant: "lg", Control: "live", Places: 4, Cycles: 1, Profile: "std", Waiting: true,
	}
	if change != nil {
		change(&terms)
	}
	id, _, _ := strings.Cut(c.ReserveTournament(), ".")
	gid := dice.TournamentGID(id)
	t, err := league.ReplayTournament(id, gid, dealer{}.Head(gid), []league.Decision{{Seq: 1, At: c.Now(), By: organiser, Act: league.ActCreated, Text: terms.String()}})
	c.must(err)
	t.Serial, err = c.store.NextSerial(context.Background())
	c.must(err)
	c.must(c.store.CreateTournament(context.Background(), t, nil, nil))
	return id
}

func (c *club) enter(id string, players ...league.Player) {
	c.t.Helper()
	for _, p := range players {
		c.must(c.EnterTournament(context.Background(), p, id))
	}
}

func (c *club) desk(by league.Player, id string, f deskleague.DeskForm) {
	c.t.Helper()
	c.must(c.AtDesk(context.Background(), by, id, f))
}

// told counts the notices of a player about tournaments.
func (c *club) told(p league.Player) int { return c.noticedOf(p, league.TournamentNotice) }

// toldOf lists of which of some events a player was told, in their order.
func (c *club) toldOf(p league.Player, events ...league.EventName) (list []league.EventName) {
	c.t.Helper()
	notices, err := c.Notices(c.t.Context(), p.ID, 0, 1000)
	c.must(err)
	for _, n := range notices {
		if slices.Contains(events, n.Event) {
			list = append(list, n.Event)
		}
	}
	return list
}

func lastText(v tournaments.TournamentView) string {
	return v.Tournament.Log[len(v.Tournament.Log)-1].Text
}

func TestADirectorInvitesBansAndRemoves(t *testing.T) { // R-UT-7
	onDatabases(t, func(t *testing.T, open func() *store.Store) {
		c := newClub(t, open())
		people := c.signedUps("Ann", "Bob", "Cleo", "Dan", "Eve", "Fay")
		ann, bob, cleo, dan, eve, fay := people[0], people[1], people[2], people[3], people[4], people[5]
		id := c.opened(ann, func(t *league.TournamentTerms) { t.ByInvite, t.Places, t.Seeding = true, 3, league.SeedHand })
		c.refused(c.EnterTournament(t.Context(), bob, id), league.Forbidden, "Only players who are invited")
		before := c.told(bob)
		c.desk(ann, id, deskleague.DeskForm{Act: "invite", Player: " bob ", Text: "Come and play"})
		if c.told(bob) != before+1 {
			t.Errorf("Bob was told %d times of his invitation", c.told(bob)-before)
		}
		c.refused(c.AtDesk(t.Context(), ann, id, deskleague.DeskForm{Act: "invite", Player: "Bob"}), league.Stale, "Bob is invited already")
		c.enter(id, bob)
		c.refused(c.AtDesk(t.Context(), ann, id, deskleague.DeskForm{Act: "invite", Player: "Bob"}), league.Invalid, "in this tournament already")
		c.refused(c.AtDesk(t.Context(), ann, id, deskleague.DeskForm{Act: "invite", Player: "Nobody"}), league.Invalid, "no player of this name")
		c.refused(c.AtDesk(t.Context(), ann, id, deskleague.DeskForm{Act: "invite", Player: " "}), league.Invalid, "Type the name")
		c.refused(c.AtDesk(t.Context(), ann, id, deskleague.DeskForm{Act: "invite", Player: "Cleo", Text: strings.Repeat("x", 501)}), league.Invalid, "At most 500")
		c.refused(c.AtDesk(t.Context(), bob, id, deskleague.DeskForm{Act: "invite", Player: "Cleo"}), league.Forbidden, "Only who directs")
		c.refused(c.AtDesk(t.Context(), ann, id, deskleague.DeskForm{Act: "dance"}), league.Invalid, "no such command")
		for _, f := range []league.TermsForm{{Unknown: "colour"}, {Typed: league.Typed{"name": "Summer Cup", "colour": "red"}}} {
			c.refused(c.AtDesk(t.Context(), ann, id, deskleague.DeskForm{Act: "change", Terms: f}), league.Invalid, "no term “colour”")
		}
		c.desk(ann, id, deskleague.DeskForm{Act: "appoint", Player: "Fay"})
		for _, name := range []string{"Cleo", "Dan", "Eve"} {
			c.desk(fay, id, deskleague.DeskForm{Act: "invite", Player: name})
		}
		c.enter(id, cleo, dan, eve) // Eve waits
		before = c.told(eve)
		c.refused(c.AtDesk(t.Context(), fay, id, deskleague.DeskForm{Act: "ban", Player: "Bob"}), league.Invalid, "Say why")
		c.desk(fay, id, deskleague.DeskForm{Act: "ban", Player: "Bob", Text: "was rude"})
		if got := names(c.tournament(id).Tournament.Entries); !slices.Equal(got, []string{"Cleo", "Dan", "Eve"}) || c.told(eve) != before+1 {
			t.Errorf("in are %v; who moved up was told %d times", got, c.told(eve)-before)
		}
		c.refused(c.EnterTournament(t.Context(), bob, id), league.Forbidden, "do not let you enter")
		c.refused(c.AtDesk(t.Context(), fay, id, deskleague.DeskForm{Act: "remove", Player: cleo.ID}), league.Invalid, "Say why")
		c.refused(c.AtDesk(t.Context(), fay, id, deskleague.DeskForm{Act: "remove", Player: bob.ID, Text: "x"}), league.Invalid, "one of the players")
		c.desk(fay, id, deskleague.DeskForm{Act: "remove", Player: cleo.ID, Text: "asked me to"})
		c.desk(fay, id, deskleague.DeskForm{Act: "seed", Seeds: map[string]string{eve.ID: "1", dan.ID: "5"}})
		if got := names(c.tournament(id).Tournament.Entries); !slices.Equal(got, []string{"Eve", "Dan"}) {
			t.Errorf("in are %v", got)
		}
		c.refused(c.AtDesk(t.Context(), fay, id, deskleague.DeskForm{Act: "seed", Seeds: map[string]string{eve.ID: "2", dan.ID: "2"}}), league.Invalid, "the same number")
		c.refused(c.AtDesk(t.Context(), fay, id, deskleague.DeskForm{Act: "seed", Seeds: map[string]string{eve.ID: "0"}}), league.Invalid, "whole number")
		c.refused(c.AtDesk(t.Context(), fay, id, deskleague.DeskForm{Act: "seed", Seeds: map[string]string{bob.ID: "1"}}), league.Invalid, "one of the players")
		c.desk(ann, id, deskleague.DeskForm{Act: "undo", Event: c.eventOf(id, league.ActBanned)})
		c.desk(ann, id, deskleague.DeskForm{Act: "invite", Player: "Bob"})
		c.enter(id, bob)
		before = c.told(bob)
		c.desk(ann, id, deskleague.DeskForm{Act: "announce", Text: "We start on Sunday."})
		if c.told(bob) != before+1 || c.told(cleo) == 0 {
			t.Errorf("Bob was told %d times of an announcement", c.told(bob)-before)
		}
		c.refused(c.AtDesk(t.Context(), ann, id, deskleague.DeskForm{Act: "announce", Text: "\n"}), league.Invalid, "Write what")
		c.refused(c.AtDesk(t.Context(), fay, id, deskleague.DeskForm{Act: "dismiss", Player: "x"}), league.Invalid, "one of those who direct")
		c.desk(ann, id, deskleague.DeskForm{Act: "dismiss", Player: fay.ID})
		c.refused(c.AtDesk(t.Context(), fay, id, deskleague.DeskForm{Act: "announce", Text: "Hello"}), league.Forbidden, "Only who directs")
		c.recounted()
	})
}

// eventOf returns the number of the last event of an act.
func (c *club) eventOf(id string, act league.TournamentAct) int {
	n := 0
	for _, d := range c.tournament(id).Tournament.Log {
		if d.Act == act {
			n = d.Seq
		}
	}
	return n
}

// running lists the matches of a tournament that run, whether they count or not.
func (c *club) running(id string) (running []league.Match) {
	c.t.Helper()
	matches, err := c.store.Fixtures(context.Background(), league.Site(), id)
	c.must(err)
	for _, m := range matches {
		if m.State.ToMove != engine.NoSide {
			running = append(running, m)
		}
	}
	return running
}

func TestNobodyLosesOnTimeDuringAPause(t *testing.T) { // R-UT-7
	onDatabases(t, func(t *testing.T, open func() *store.Store) {
		c := newClub(t, open())
		ctx := t.Context()
		people := c.members("Ann", "Bob", "Cleo", "Dan")
		ann := people[0]
		id, other := c.started(people, nil), c.started(people, nil) // 24 hours each
		c.wait(10 * time.Hour)
		left := map[string]time.Duration{}
		for _, m := range c.running(id) {
			v := c.mustMatch(m.ID)
			left[m.ID] = v.Clocks.Left(m.State.ToMove, c.Now())
		}
		c.refused(c.AtDesk(ctx, ann, id, deskleague.DeskForm{Act: "pause"}), league.Invalid, "Say why")
		c.desk(ann, id, deskleague.DeskForm{Act: "pause", Text: "the hall is flooded"})
		c.wait(30 * 24 * time.Hour)
		c.must(c.Sweep(ctx))
		c.must(c.Advance(ctx))
		if n := len(c.running(id)); n != 6 {
			t.Fatalf("%d of 6 matches run in the tournament that was paused", n)
		}
		if n := len(c.running(other)); n != 0 {
			t.Errorf("%d matches run in the one that was not", n)
		}
		moved := c.running(id)[0]
		v := c.mustMatch(moved.ID)
		mover, _ := v.Match.Mover()
		_, err := c.Play(ctx, mover, playing.Turn{Match: moved.ID, Seen: v.Record.Seq, Move: anyMove(v), Arrived: c.Now()})
		c.must(err) // who wants to play may
		c.wait(time.Hour)
		c.desk(ann, id, deskleague.DeskForm{Act: "resume"})
		for _, m := range c.running(id) {
			v := c.mustMatch(m.ID)
			want := left[m.ID]
			if m.ID == moved.ID {
				want = 24 * time.Hour
			}
			if got := v.Clocks.Left(m.State.ToMove, c.Now()); got != want || !m.State.Deadline.Equal(c.Now().Add(want)) {
				t.Errorf("%s: %v left until %v, want %v", m.Fixture, got, m.State.Deadline, want)
			}
		}
		last := c.running(id)
		c.must(c.Advance(ctx))
		for i, m := range c.running(id) {
			if m.State.Last != last[i].State.Last {
				t.Errorf("a second run changed %s", m.Fixture)
			}
		}
		c.wait(25 * time.Hour)
		c.must(c.Sweep(ctx))
		if n := len(c.running(id)); n != 0 {
			t.Errorf("%d matches run on after their time", n)
		}
		c.recounted()
	})
}

// TestAPauseWhoseServerDiedIsCarriedOut stops after the pause was written and before the clocks
// were, and has the deadlines pass.
func TestAPauseWhoseServerDiedIsCarriedOut(t *testing.T) {
	c := newClub(t, storetest.Open(t, storetest.SQLite(t)))
	people := c.members("Ann", "Bob", "Cleo")
	id := c.started(people, func(p *tournaments.TournamentProposal) { p.Places = "3" })
	c.wait(23 * time.Hour)
	c.pausedOnly(id, people[0], league.ActPaused)
	c.wait(2 * time.Hour)
	c.must(c.Sweep(t.Context()))
	for _, m := range c.running(id) {
		if v := c.mustMatch(m.ID); !league.Halted(v.Clocks, engine.First) || !league.Halted(v.Clocks, engine.Second) || v.Clocks.Left(m.State.ToMove, c.Now()) != time.Hour {
			t.Errorf("%s: %+v", m.Fixture, v.Clocks)
		}
	}
	if n := len(c.running(id)); n != 3 {
		t.Errorf("%d matches run", n)
	}
	c.pausedOnly(id, people[0], league.ActResumed)
	c.must(c.Advance(t.Context()))
	for _, m := range c.running(id) {
		if !m.State.Deadline.Equal(c.Now().Add(time.Hour)) {
			t.Errorf("%s: until %v", m.Fixture, m.State.Deadline)
		}
	}
	// What was overdue before the pause is lost.
	c.sleep(61*time.Minute + 30*time.Second)
	c.pausedOnly(id, people[0], league.ActPaused)
	c.wait(time.Hour)
	c.must(c.Advance(t.Context()))
	c.must(c.Sweep(t.Context()))
	if n := len(c.running(id)); n != 0 {
		t.Errorf("%d matches run whose time ran out before the pause", n)
	}
}

// pausedOnly writes that a tournament is paused or goes on, and nothing else.
func (c *club) pausedOnly(id string, by league.Player, act league.TournamentAct) {
	c.t.Helper()
	before, err := c.store.Tournament(context.Background(), league.Site(), id)
	c.must(err)
	after, err := before.Add(league.Decision{Seq: before.Last + 1, At: c.Now(), By: by, Act: act, Text: "storm"})
	c.must(err)
	c.must(c.store.AppendTournament(context.Background(), league.TournamentProgress{Tournament: after, Seen: before.Last, Was: before.Entries, WasRoles: before.Roles}))
}

func TestAVacationGoesOnBehindAPause(t *testing.T) { // R-VA-2
	c := newClub(t, storetest.Open(t, storetest.SQLite(t)))
	people := c.signedUps("Ann", "Bob", "Cleo")
	c.wait(60 * 24 * time.Hour) // some days of vacation
	id := c.started(people, func(p *tournaments.TournamentProposal) { p.Places, p.Control = "3", "lg" })
	c.wait(time.Hour)
	c.desk(people[0], id, deskleague.DeskForm{Act: "pause", Text: "storm"})
	c.must(c.PlanVacation(t.Context(), people[1], plan(1, "", 4), c.Now()))
	c.must(c.ApplyDueVacations(t.Context()))
	for _, m := range c.running(id) {
		if v := c.mustMatch(m.ID); !league.Halted(v.Clocks, engine.First) || !league.Halted(v.Clocks, engine.Second) {
			t.Errorf("a vacation ended the pause of %s", m.Fixture)
		}
	}
	c.wait(24 * time.Hour)
	c.desk(people[0], id, deskleague.DeskForm{Act: "resume"})
	for _, m := range c.running(id) {
		v := c.mustMatch(m.ID)
		for _, p := range people {
			side := m.SideOf(p.ID)
			if side != engine.NoSide && v.Clocks.Rests(side, c.Now()) != (p.ID == people[1].ID) {
				t.Errorf("%s: the clock of %s rests: %v", m.Fixture, p.Name, v.Clocks.Rest)
			}
		}
	}
}

func TestACancelledTournamentVoidsWhatRuns(t *testing.T) { // R-UT-1
	onDatabases(t, func(t *testing.T, open func() *store.Store) {
		c := newClub(t, open())
		people := c.members("Ann", "Bob", "Cleo", "Dan")
		id := c.started(people, nil)
		c.resigned(people[1], id, 1)
		c.refused(c.AtDesk(t.Context(), people[0], id, deskleague.DeskForm{Act: "cancel"}), league.Invalid, "Say why")
		c.desk(people[0], id, deskleague.DeskForm{Act: "cancel", Text: "too few came"})
		v := c.tournament(id)
		void := 0
		for _, m := range v.Matches {
			if m.State.Outcome.Ending == engine.Void {
				void++
			}
		}
		if v.Tournament.State != league.Cancelled || len(c.running(id)) != 0 || void != 5 {
			t.Errorf("%s, %d run, %d are void", v.Tournament.State, len(c.running(id)), void)
		}
		c.must(c.Advance(t.Context()))
		c.recounted()
	})
}

func TestASubstituteBeginsAnew(t *testing.T) { // R-CH-10
	onDatabases(t, func(t *testing.T, open func() *store.Store) {
		c := newClub(t, open())
		ctx := t.Context()
		people := c.members("Ann", "Bob", "Cleo", "Dan", "Eve")
		ann, bob, dan, eve := people[0], people[1], people[3], people[4]
		id := c.opened(ann, nil)
		c.enter(id, people...)
		c.must(c.StartTournament(ctx, ann, id))
		c.wait(time.Hour)
		take := deskleague.DeskForm{Act: "substitute", Player: eve.ID, Other: dan.ID, Text: "is ill"}
		for part, f := range map[string]deskleague.DeskForm{
			"Say why":               {Act: "substitute", Player: eve.ID, Other: dan.ID},
			"from the waiting list": {Act: "substitute", Player: bob.ID, Other: dan.ID, Text: "x"},
			"has no seat":           {Act: "substitute", Player: eve.ID, Other: eve.ID, Text: "x"},
			"one of the players":    {Act: "substitute", Player: eve.ID, Other: "nobody", Text: "x"},
		} {
			c.refused(c.AtDesk(ctx, ann, id, f), league.Invalid, part)
		}
		c.refused(c.AtDesk(ctx, ann, id, deskleague.DeskForm{Act: "seat", Player: eve.ID}), league.Invalid, "no seats for those who come later")
		c.desk(ann, id, take)
		if _, in := c.tournament(id).Tournament.Entrant(dan.ID); in {
			t.Error("Dan is still in")
		}
		running, v := c.running(id), c.tournament(id)
		var with int
		for _, m := range running {
			if m.SideOf(dan.ID) != engine.NoSide {
				t.Errorf("Dan still plays %s", m.Fixture)
			}
			if m.SideOf(eve.ID) != engine.NoSide {
				with++
				if m.SideOf(eve.ID) == engine.NoSide || !m.Created.Equal(c.Now()) || !strings.HasSuffix(m.Fixture, ".2") {
					t.Errorf("%s began at %v", m.Fixture, m.Created)
				}
			}
		}
		if len(running) != 6 || with != 3 || len(v.Matches) != 6 || len(v.Groups[0].Table.Rows()) != 4 {
			t.Errorf("%d run, %d of them Eve's; the page has %d", len(running), with, len(v.Matches))
		}
		c.refused(c.AtDesk(ctx, ann, id, take), league.Invalid, "one of the players")
		c.resigned(bob, id, 1)
		fay := c.member("Fay")
		c.refused(c.AtDesk(ctx, ann, id, deskleague.DeskForm{Act: "substitute", Player: fay.ID, Other: bob.ID, Text: "x"}), league.Invalid, "one of the players")
		for _, p := range []league.Player{ann, bob, people[2], eve} {
			c.resigned(p, id, 3)
		}
		if v := c.tournament(id); v.Tournament.State != league.Finished {
			t.Errorf("all is over, and it is %s", v.Tournament.State)
		}
		c.recounted()
	})
}

func TestWhoHasFinishedAGameKeepsHisSeat(t *testing.T) { // R-CH-10
	c := newClub(t, storetest.Open(t, storetest.SQLite(t)))
	people := c.members("Ann", "Bob", "Cleo", "Dan", "Eve")
	id := c.opened(people[0], nil)
	c.enter(id, people...)
	c.must(c.StartTournament(t.Context(), people[0], id))
	f := deskleague.DeskForm{Act: "substitute", Player: people[4].ID, Other: people[1].ID, Text: "is ill"}
	before := c.opened(people[0], nil)
	c.enter(before, people...)
	c.refused(c.AtDesk(t.Context(), people[0], before, f), league.Stale, "while a tournament is being played")
	c.resigned(people[1], id, 1)
	c.refused(c.AtDesk(t.Context(), people[0], id, f), league.Invalid, "A game of Bob is over")
	c.resigned(people[2], id, 1)
	c.must(c.Strike(t.Context(), people[0], id, people[2].ID, "rude"))
	f.Other = people[2].ID
	c.refused(c.AtDesk(t.Context(), people[0], id, f), league.Invalid, "A game of Cleo is over")
}

func TestAStrikeIsUndone(t *testing.T) {
	onDatabases(t, func(t *testing.T, open func() *store.Store) {
		c := newClub(t, open())
		ctx := t.Context()
		people := c.members("Ann", "Bob", "Cleo", "Dan", "Eve")
		ann, bob, dan := people[0], people[1], people[3]
		id := c.started(people, func(p *tournaments.TournamentProposal) { p.Places = "5" })
		c.wait(time.Hour)
		c.resigned(bob, id, 1)
		c.wait(time.Hour)
		before := c.tournament(id).Rows
		c.must(c.Strike(ctx, ann, id, dan.ID, "was rude"))
		struck := c.eventOf(id, league.ActStruck)
		c.wait(time.Hour)
		c.refused(c.AtDesk(ctx, bob, id, deskleague.DeskForm{Act: "undo", Event: struck}), league.Forbidden, "Only who directs")
		c.refused(c.AtDesk(ctx, ann, id, deskleague.DeskForm{Act: "undo", Event: 999}), league.Invalid, "Choose what")
		c.refused(c.AtDesk(ctx, ann, id, deskleague.DeskForm{Act: "undo", Event: 1}), league.Invalid, "cannot be undone")
		c.desk(ann, id, deskleague.DeskForm{Act: "undo", Event: struck, Text: "it was a mistake"})
		if c.exitOf(id, dan) != league.Stays {
			t.Errorf("he is %q", c.exitOf(id, dan))
		}
		his := 0
		for _, m := range c.running(id) {
			if m.SideOf(dan.ID) != engine.NoSide {
				his++
			}
		}
		after := c.tournament(id).Rows
		if his < 3 || fmt.Sprint(pointsOf(after)) != fmt.Sprint(pointsOf(before)) {
			t.Errorf("%d of his games run; the table was %v and is %v", his, pointsOf(before), pointsOf(after))
		}
		c.refused(c.AtDesk(ctx, ann, id, deskleague.DeskForm{Act: "undo", Event: struck}), league.Stale, "is not out")
		for _, p := range people {
			c.resigned(p, id, 4)
		}
		c.refused(c.AtDesk(ctx, ann, id, deskleague.DeskForm{Act: "undo", Event: struck}), league.Stale, "its table stands")
		if v := c.tournament(id); v.Tournament.State != league.Finished {
			t.Error(v.Tournament.State)
		}
		c.recounted()
	})
}

func pointsOf(rows []league.Row) map[string]league.Points {
	points := map[string]league.Points{}
	for _, r := range rows {
		points[r.Player] = r.Points
	}
	return points
}

func TestAPairIsFixedForARoundToCome(t *testing.T) { // R-UT-7
	c := newClub(t, storetest.Open(t, storetest.SQLite(t)))
	ctx := t.Context()
	people := c.members("Ann", "Bob", "Cleo", "Dan")
	ann, bob, cleo := people[0], people[1], people[2]
	id := c.opened(ann, func(t *league.TournamentTerms) { t.Format, t.Profile = "swiss", "swiss" })
	c.enter(id, people...)
	pair := func(player, other, round string) deskleague.DeskForm {
		return deskleague.DeskForm{Act: "pair", Player: player, Other: other, Round: round}
	}
	c.desk(ann, id, pair(bob.ID, cleo.ID, " 1 "))
	c.desk(ann, id, pair(bob.ID, ann.ID, deskleague.RoundNever))
	if got := c.tournament(id).Tournament.Pairs; !slices.Equal(got, []league.PairRule{{Round: 1, First: bob.ID, Second: cleo.ID}, {First: bob.ID, Second: ann.ID}}) {
		t.Errorf("fixed: %v", got)
	}
	for part, f := range map[string]deskleague.DeskForm{
		"two different": pair(bob.ID, bob.ID, "1"), "one of the players": pair(bob.ID, "x", "1"), "number of a round": pair(bob.ID, cleo.ID, "soon"),
		"1 to 99": pair(bob.ID, cleo.ID, "100"),
	} {
		c.refused(c.AtDesk(ctx, ann, id, f), league.Invalid, part)
	}
	fixed := c.eventOf(id, league.ActPaired)
	c.desk(ann, id, deskleague.DeskForm{Act: "undo", Event: fixed})
	if n := len(c.tournament(id).Tournament.Pairs); n != 1 {
		t.Errorf("%d are fixed", n)
	}
	c.must(c.StartTournament(ctx, ann, id))
	c.refused(c.AtDesk(ctx, ann, id, pair(bob.ID, people[3].ID, "1")), league.Stale, "Round 1 has begun")
	c.refused(c.AtDesk(ctx, ann, id, deskleague.DeskForm{Act: "undo", Event: fixed - 1}), league.Stale, "Round 1 has begun")
	c.recounted()
}

func TestTheTermsAreChanged(t *testing.T) { // R-UT-7, R-TB-2
	c := newClub(t, storetest.Open(t, storetest.SQLite(t)))
	ctx := t.Context()
	people := c.members("Ann", "Bob", "Cleo", "Dan")
	ann := people[0]
	id := c.opened(ann, nil)
	c.enter(id, people...)
	change := func(change func(*league.TermsForm)) deskleague.DeskForm {
		f := deskleague.DeskForm{Act: "change", Terms: league.TermsFormOf(c.tournament(id).Tournament.TournamentTerms)}
		change(&f.Terms)
		return f
	}
	last := c.tournament(id).Tournament.Last
	c.refused(c.AtDesk(t.Context(), ann, id, change(func(*league.TermsForm) {})), league.Stale, "That is so already") // R-UT-9
	if got := c.tournament(id).Tournament.Last; got != last {
		t.Error("a form that changes nothing was written")
	}
	starts := c.Now().Add(48 * time.Hour)
	c.desk(ann, id, change(func(f *league.TermsForm) {
		f.Set("name", "Summer Cup")
		f.Set("places", "6")
		f.Set("starts", starts.Format(league.TermsTime))
		f.Set("check_in", "2")
		f.Set("least", "4")
		f.Set("closes", starts.Add(-time.Hour).Format(league.TermsTime))
	}))
	if got := c.tournament(id).Tournament; got.Name != "Summer Cup" || got.Places != 6 || !got.Starts.Equal(starts) || got.CheckIn != 2*time.Hour || got.Least != 4 || !got.Closes.Equal(starts.Add(-time.Hour)) {
		t.Errorf("%+v", got.TournamentTerms)
	}
	for field, wrong := range map[string]func(*league.TermsForm){
		"name": func(f *league.TermsForm) { f.Set("name", "x") }, "places": func(f *league.TermsForm) { f.Set("places", "99") }, "least": func(f *league.TermsForm) { f.Set("least", "7") },
		"starts": func(f *league.TermsForm) { f.Set("starts", "tomorrow") }, "closes": func(f *league.TermsForm) { f.Set("closes", starts.Add(time.Hour).Format(league.TermsTime)) },
		"checkin": func(f *league.TermsForm) { f.Set("starts", "") }, "rounddays": func(f *league.TermsForm) { f.Set("round_days", "-1") }, "profile": func(f *league.TermsForm) { f.Set("profile", "best") },
	} {
		err := c.AtDesk(ctx, ann, id, change(wrong))
		if _, ok := league.Fields(err)[field]; !ok {
			t.Errorf("%s: %v", field, err)
		}
	}
	for _, f := range []deskleague.DeskForm{
		change(func(f *league.TermsForm) { f.Set("places", "") }), change(func(f *league.TermsForm) { f.Set("places", "3"); f.Tick("waiting", false) }),
		change(func(f *league.TermsForm) { f.Set("starts", c.Now().Add(-time.Hour).Format(league.TermsTime)) }),
		change(func(f *league.TermsForm) { f.Set("starts", c.Now().AddDate(3, 0, 0).Format(league.TermsTime)) }),
		change(func(f *league.TermsForm) { f.Set("check_in", "200") }),
	} {
		if err := c.AtDesk(ctx, ann, id, f); league.KindOf(err) != league.Invalid {
			t.Errorf("%+v: %v", f.Terms, err)
		}
	}
	c.must(c.StartTournament(ctx, ann, id))
	c.desk(ann, id, change(func(f *league.TermsForm) { f.Set("profile", "lg"); f.Set("places", "12") })) // nothing is over; the places stay
	c.resigned(ann, id, 1)
	football := change(func(f *league.TermsForm) { f.Set("profile", "football") })
	c.refused(c.AtDesk(ctx, ann, id, football), league.Invalid, "A game is over already")
	football.Terms.Sure = true
	c.desk(ann, id, football)
	if got := c.tournament(id).Tournament; got.Profile != "football" || got.Places != 6 {
		t.Errorf("%+v", got.TournamentTerms)
	}
	c.recounted()
}

// TestTwoDirectorsAtOnce lets two directors act in the same instant, by what both had seen:
// each time one of them is told that the other one has done something.
func TestTwoDirectorsAtOnce(t *testing.T) {
	storetest.Each(t, func(t *testing.T, open func() *store.Store) {
		s := open()
		c := newClub(t, s)
		offices := []*office.Office{c.Office, newRival(c, s)}
		people := c.signedUps("Ann", "Bob", "Cleo", "Dan")
		id := c.opened(people[0], nil)
		c.enter(id, people[2], people[3])
		c.desk(people[0], id, deskleague.DeskForm{Act: "appoint", Player: "Bob"})
		for n := range 20 {
			seen := c.tournament(id).Tournament.Last
			var errs [2]error
			var all sync.WaitGroup
			barrier := make(chan struct{})
			for i := range errs {
				all.Go(func() {
					<-barrier
					errs[i] = offices[i].AtDesk(context.Background(), people[i], id, deskleague.DeskForm{Act: "announce", Seen: seen, Text: fmt.Sprint("Number ", n)})
				})
			}
			close(barrier)
			all.Wait()
			if (errs[0] == nil) == (errs[1] == nil) {
				t.Fatalf("%v and %v", errs[0], errs[1])
			}
			winner := map[bool]string{true: "Ann", false: "Bob"}[errs[0] == nil]
			for _, err := range errs {
				if err != nil {
					c.refused(err, league.Stale, winner+" has done something here since you looked")
				}
			}
			if got := c.tournament(id).Tournament.Last; got != seen+1 {
				t.Fatalf("%d events", got-seen)
			}
		}
		seen := c.tournament(id).Tournament.Last
		c.must(c.LeaveTournament(t.Context(), people[3], id)) // what players do does not matter
		c.desk(people[0], id, deskleague.DeskForm{Act: "announce", Seen: seen, Text: "Hello"})
		c.desk(people[0], id, deskleague.DeskForm{Act: "announce", Seen: seen, Text: "Hello again"}) // nor what he did himself
		c.recounted()
	})
}

// TestWhatIsStoredIsWhatTheLogSays does random things in tournaments, most of which are
// refused, and recounts them.
func TestWhatIsStoredIsWhatTheLogSays(t *testing.T) { // R-CH-12
	onDatabases(t, func(t *testing.T, open func() *store.Store) {
		c := newClub(t, open())
		ctx := t.Context()
		people := c.signedUps("Ann", "Bob", "Cleo", "Dan", "Eve", "Fay", "Gil")
		r := rand.New(rand.NewPCG(7, 7))
		done := map[string]int{}
		for range max(20, enginetest.Size(80)) {
			id := c.opened(people[0], func(t *league.TournamentTerms) {
				t.Starts, t.CheckIn, t.Seeding = c.Now().Add(50*time.Hour), 48*time.Hour, []string{"", league.SeedRating, league.SeedHand}[r.IntN(3)]
			})
			acts := append(deskleague.Acts(), "seed", "seed", "seed", "check-in", "request", "enter", "enter", "enter", "enter", "leave", "start", "strike", "play", "wait")
			for range 60 {
				p, q := people[r.IntN(len(people))], people[r.IntN(len(people))]
				by := people[max(0, r.IntN(4)-2)]
				log := c.tournament(id).Tournament.Log
				act := acts[r.IntN(len(acts))]
				f := deskleague.DeskForm{
					Act: act, Player: p.ID, Other: q.ID, Text: "a reason", Round: []string{"1", "5", "never"}[r.IntN(3)], Event: 1 + r.IntN(len(log)),
					Seeds: map[string]string{p.ID: "2", q.ID: "1"}, Terms: league.TermsFormOf(c.tournament(id).Tournament.TournamentTerms),
				}
				f.Terms.Set("name", []string{"Spring Cup", "Summer Cup"}[r.IntN(2)])
				if slices.Contains([]string{"invite", "ban", "appoint"}, act) {
					f.Player = p.Name
				}
				var err error
				switch act {
				case "enter":
					err = c.EnterTournament(ctx, p, id)
				case "leave":
					err = c.LeaveTournament(ctx, p, id)
				case "start":
					err = c.StartTournament(ctx, people[0], id)
				case "strike":
					err = c.Strike(ctx, by, id, p.ID, "a reason")
				case "request", "answer":
					for _, m := range c.running(id) {
						if f.Other = m.ID; act == "request" && m.SideOf(p.ID) != engine.NoSide {
							err = c.RequestRuling(ctx, p, m.ID, "They are silent")
							break
						} else if act == "answer" {
							if err = c.AtDesk(ctx, by, id, f); err == nil {
								break
							}
						}
					}
				case "play":
					c.resigned(p, id, 1)
				case "wait":
					c.wait(3 * time.Hour)
					err = c.Advance(ctx)
				case "cancel":
					if r.IntN(10) > 0 {
						continue
					}
					err = c.AtDesk(ctx, by, id, f)
				default:
					err = c.AtDesk(ctx, by, id, f)
				}
				if err == nil {
					done[act]++
				} else if league.KindOf(err) == league.Internal {
					t.Fatalf("%s: %v", act, err)
				}
			}
			c.recounted()
			if t.Failed() {
				return
			}
		}
		for _, act := range []string{"seed", "ban", "undo", "check-in", "change", "pause"} {
			if done[act] == 0 {
				t.Errorf("%s was never done: %v", act, done)
			}
		}
	})
}

// TestAnOrderThatWouldChangeNothingIsRefused is R-UT-9: it is refused, and the log does not have it.
func TestAnOrderThatWouldChangeNothingIsRefused(t *testing.T) {
	t.Parallel()
	c := newClub(t, storetest.Open(t, storetest.SQLite(t)))
	ctx := t.Context()
	people := c.signedUps("Ann", "Bob", "Cleo", "Dan", "Fay")[:4]
	ann, bob := people[0], people[1]
	idle := func(id, part string, f deskleague.DeskForm) {
		t.Helper()
		before := c.tournament(id).Tournament.Last
		c.refused(c.AtDesk(ctx, ann, id, f), league.Stale, part)
		if now := c.tournament(id).Tournament.Last; now != before {
			t.Errorf("%s is in the log: %d events, %d before", f.Act, now, before)
		}
	}
	same := func(id string) league.TermsForm {
		return league.TermsFormOf(c.tournament(id).Tournament.TournamentTerms)
	}
	const already, enter = "That is so already", "Nobody can enter this tournament any more"

	byLot := c.opened(ann, nil)
	c.enter(byLot, people[:2]...)
	idle(byLot, "not given by hand", deskleague.DeskForm{Act: "seed", Seeds: map[string]string{bob.ID: "1"}})
	idle(byLot, "The format says who meets whom", deskleague.DeskForm{Act: "pair", Player: ann.ID, Other: bob.ID, Round: "1"})
	idle(byLot, already, deskleague.DeskForm{Act: "change", Terms: same(byLot)})

	byHand := c.opened(ann, func(t *league.TournamentTerms) {
		t.Seeding, t.Starts, t.CheckIn = league.SeedHand, c.Now().Add(2*time.Hour), time.Hour
	})
	c.enter(byHand, people[:2]...)
	seeds := deskleague.DeskForm{Act: "seed", Seeds: map[string]string{bob.ID: "1", ann.ID: "2"}}
	c.desk(ann, byHand, seeds)
	idle(byHand, already, seeds)
	c.wait(90 * time.Minute)
	c.desk(ann, byHand, deskleague.DeskForm{Act: "check-in", Player: bob.ID})
	idle(byHand, already, deskleague.DeskForm{Act: "check-in", Player: bob.ID})

	running := c.started(people, nil)
	idle(running, enter, deskleague.DeskForm{Act: "invite", Player: "Fay"})
	idle(running, enter, deskleague.DeskForm{Act: "ban", Player: "Fay", Text: "rude"})
	idle(running, "Bob plays already", deskleague.DeskForm{Act: "ban", Player: "Bob", Text: "rude"})
	idle(running, already, deskleague.DeskForm{Act: "change", Terms: same(running)})
	grant := tournaments.TimeGrant{Days: 14, Reason: "a storm"}
	for range 3 {
		if n, err := c.AddTime(ctx, ann, running, grant); n != 6 || err != nil {
			t.Errorf("time in %d games, %v", n, err)
		}
		grant.Seen = c.tournament(running).Tournament.Last
	}
	before := grant.Seen
	_, err := c.AddTime(ctx, ann, running, grant)
	c.refused(err, league.Stale, "30 days or more left")
	if now := c.tournament(running).Tournament.Last; now != before {
		t.Error("time that nobody got is in the log")
	}
	c.recounted()
}
