package office_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"kickabout/league"
	deskleague "kickabout/league/desk"
	"kickabout/league/office"
	"kickabout/league/tournaments"
	"kickabout/store"
	"kickabout/store/storetest"
)

// swissOf proposes a Swiss with room for eight and late entries.
func swissOf(p *tournaments.TournamentProposal) {
	p.Format, p.Places, p.Cycles, p.Start = "swiss", "8", "1", tournaments.StartOrganiser
	p.Tick("joining", true)
	p.Set("round_days", "28")
}

// spent writes how everybody spent the rounds: "Ann +bye - | …".
func (c *club) spent(id string) map[string]string {
	c.t.Helper()
	v, spent := c.tournament(id), map[string]string{}
	for _, e := range v.Tournament.Entries {
		var rounds []string
		for _, r := range v.Drawing.Rounds {
			how := "match"
			for _, b := range r.Byes {
				if b.Player == e.Player.ID {
					how = fmt.Sprintf("%s %d", b.Kind, b.Points/10)
				}
			}
			rounds = append(rounds, how)
		}
		spent[e.Player.Name] = strings.Join(rounds, ", ")
	}
	return spent
}

func TestASwissIsPlayedToItsEnd(t *testing.T) { // R-UT-5, R-UT-6, R-FF-8
	ctx := context.Background()
	onDatabases(t, func(t *testing.T, open func() *store.Store) {
		c := newClub(t, open())
		players := c.members("Ann", "Bob", "Cleo", "Dan", "Eve")
		id := c.started(players, swissOf)
		if got := c.fixtures(id); got != "c1/r1/b1 c1/r1/b2" {
			t.Fatalf("five begin with %s", got)
		}
		if p := c.tournament(id).Tournament.Profile; p != "swiss" {
			t.Errorf("the order is %q", p)
		}
		c.again(id)
		fay := c.members("Fay")[0]
		c.must(c.EnterTournament(ctx, fay, id))
		bye := c.tournament(id).Drawing.Rounds[0].Byes[0].Player
		var rests, leaves league.Player
		for _, p := range players {
			if p.ID != bye && rests.ID == "" {
				rests = p
			} else if p.ID != bye {
				leaves = p
			}
		}
		c.must(c.Rest(ctx, rests, id, true))
		c.must(c.Rest(ctx, rests, id, true))
		before := c.tournament(id).Tournament.Last
		c.must(c.Rest(ctx, rests, id, true))
		if after := c.tournament(id).Tournament.Last; after != before {
			t.Error("asking twice is written twice")
		}
		c.bySeed(id)
		if got := len(c.tournament(id).Drawing.Rounds); got != 2 {
			t.Fatalf("after the first round %d are drawn", got)
		}
		for _, p := range players {
			want := []league.EventName{league.TournamentRound}
			for _, b := range c.tournament(id).Drawing.Rounds[1].Byes {
				if b.Player == p.ID {
					want = []league.EventName{league.TournamentRoundOver}
				}
			}
			if got := c.toldOf(p, league.TournamentRound, league.TournamentRoundOver); !slices.Equal(got, want) {
				t.Errorf("%s is told of the second round by %v, want %v", p.Name, got, want)
			}
		}
		if err := c.Rest(ctx, rests, id, true); league.KindOf(err) != league.Invalid {
			t.Errorf("sitting out twice: %v", err)
		}
		c.must(c.WithdrawFrom(ctx, leaves, id))
		c.bySeed(id)
		late := c.members("Gus")[0]
		if err := c.EnterTournament(ctx, late, id); league.KindOf(err) != league.Stale {
			t.Errorf("after half of the rounds somebody enters: %v", err)
		}
		for range 5 {
			c.again(id)
			c.bySeed(id)
		}
		v := c.tournament(id)
		if v.Tournament.State != league.Finished || len(v.Drawing.Rounds) != 4 || !v.Drawing.Over || len(v.Tournament.Winners()) != 1 {
			t.Fatalf("it ends %s after %d rounds, won by %v", v.Tournament.State, len(v.Drawing.Rounds), v.Tournament.Winners())
		}
		spent := c.spent(id)
		if got := spent["Fay"]; !strings.HasPrefix(got, "missed 0, match") {
			t.Errorf("Fay entered late and spent the rounds as %q", got)
		}
		if got := spent[rests.Name]; !strings.HasPrefix(got, "match, asked 2, ") {
			t.Errorf("%s sat out the second round and spent them as %q", rests.Name, got)
		}
		if got := spent[leaves.Name]; !strings.HasSuffix(got, "withdrawn 0, withdrawn 0") {
			t.Errorf("%s left and spent the rounds as %q", leaves.Name, got)
		}
		for _, r := range v.Drawing.Rounds[0].Byes {
			if r.Player == bye && (r.Kind != league.PairingBye || r.Points != 50) {
				t.Errorf("the bye of round 1 has become %+v", r)
			}
		}
		if v.Rows[0].Best != 1 || v.Rows[0].Worst != 1 || len(v.Table.Lot()) == 0 {
			t.Errorf("at the end the first is %+v, the lot %x", v.Rows[0], v.Table.Lot())
		}
	})
}

func TestARoundOfASwissEndsOnItsLastDayAndDirectorsPair(t *testing.T) {
	ctx := context.Background()
	storetest.EachDatabase(t, func(t *testing.T, d storetest.Database) {
		c := newClub(t, storetest.Open(t, d))
		// Nobody moves here, and all are paired: the day from which absent players are left out is still to come (R-TM-1).
		c.exec(d, "INSERT INTO rule_days (rule, from_ms) VALUES ('absences', "+millis(c.Now().AddDate(1, 0, 0))+")")
		players := c.members("Ann", "Bob", "Cleo", "Dan", "Eve", "Fay")
		id := c.started(players, swissOf)
		met := map[[2]string]bool{}
		for _, b := range c.tournament(id).Drawing.Rounds[0].Boards {
			met[b.Players], met[[2]string{b.Players[1], b.Players[0]}] = true, true
		}
		ann := players[0]
		i := slices.IndexFunc(players[1:], func(p league.Player) bool { return !met[[2]string{ann.ID, p.ID}] })
		never := players[1+i]
		j := slices.IndexFunc(players[1:], func(p league.Player) bool { return p.ID != never.ID && !met[[2]string{ann.ID, p.ID}] })
		asked := players[1+j]
		c.must(c.AtDesk(ctx, ann, id, deskleague.DeskForm{Act: "pair", Player: ann.ID, Other: never.ID, Round: deskleague.RoundNever}))
		c.must(c.AtDesk(ctx, ann, id, deskleague.DeskForm{Act: "pair", Player: ann.ID, Other: asked.ID, Round: "2"}))
		c.wait(28 * 24 * time.Hour)
		c.must(c.Advance(ctx))
		v := c.tournament(id)
		if len(v.Drawing.Rounds) != 2 {
			t.Fatalf("after the last day %d rounds are drawn", len(v.Drawing.Rounds))
		}
		for _, m := range v.Matches[:3] {
			if !m.State.Outcome.Over() {
				t.Errorf("%s goes on: %s", m.Fixture, m.State.Outcome.Ending)
			}
		}
		for _, b := range v.Drawing.Rounds[1].Boards {
			if slices.Contains(b.Players[:], ann.ID) && !slices.Contains(b.Players[:], asked.ID) {
				t.Errorf("Ann meets %v in round 2, not %s", b.Players, asked.ID)
			}
		}
		c.again(id)
		strike, err := c.StrikeOf(v, never.ID)
		if err != nil || strike.Prescribed != league.Forfeited || strike.Voided != nil || len(strike.Forfeited) != 6 {
			t.Errorf("a strike would be %+v (%v)", strike, err)
		}
		if err := c.AtDesk(ctx, ann, id, deskleague.DeskForm{Act: "pair", Player: never.ID, Other: asked.ID, Round: "2"}); league.KindOf(err) != league.Stale {
			t.Errorf("a round that is drawn is paired by hand: %v", err)
		}
	})
}

func TestNobodySitsOutWhereThereIsNothingToSitOut(t *testing.T) {
	ctx := context.Background()
	onDatabases(t, func(t *testing.T, open func() *store.Store) {
		c := newClub(t, open())
		players := c.members("Ann", "Bob", "Cleo", "Dan", "Eve")
		id := c.started(players[:4], knockOut)
		if err := c.Rest(ctx, players[0], id, true); league.KindOf(err) != league.Invalid {
			t.Errorf("in a knock-out: %v", err)
		}
		id = c.started(players[:4], swissOf)
		if err := c.Rest(ctx, players[4], id, true); league.KindOf(err) != league.Stale {
			t.Errorf("who is not in it: %v", err)
		}
		if err := c.Rest(ctx, league.Player{}, id, true); err == nil {
			t.Error("a stranger may")
		}
	})
}

func TestStagesOfGroupsArePlayedUntilOneIsLeft(t *testing.T) { // R-UT-5
	onDatabases(t, func(t *testing.T, open func() *store.Store) {
		c := newClub(t, open())
		players := c.members("Ann", "Bob", "Cleo", "Dan", "Eve", "Fay", "Gus", "Hal", "Ida")
		id := c.started(players, func(p *tournaments.TournamentProposal) {
			p.Format, p.Places, p.Cycles, p.Start = "simultaneous", "9", "1", tournaments.StartOrganiser
			p.Set("group_size", "3")
		})
		if n := len(c.tournament(id).Matches); n != 9 {
			t.Fatalf("three groups of three begin %d matches", n)
		}
		c.bySeed(id)
		v := c.tournament(id)
		if len(v.Groups) != 4 || v.Groups[0].Group != "s2/g1" || len(v.Groups[0].Rows) != 3 || len(v.Matches) != 12 {
			t.Fatalf("the second stage has %d matches, the groups are %d", len(v.Matches)-9, len(v.Groups))
		}
		c.again(id)
		first := v.Groups[0].Rows[0].Player
		if strike, err := c.StrikeOf(v, first); err != nil || strike.Prescribed != league.Forfeited {
			t.Errorf("who is struck in a later stage leaves as %q (%v)", strike.Prescribed, err)
		}
		c.bySeed(id)
		c.again(id)
		v = c.tournament(id)
		best := c.bySeeds(id)[0]
		if w := v.Tournament.Winners(); v.Tournament.State != league.Finished || len(w) != 1 || w[0].ID != best.ID || v.Rows[0].Player != best.ID || len(v.Rows) != 9 {
			t.Errorf("it is %s, won by %v; the table begins with %+v", v.Tournament.State, w, v.Rows[0])
		}
	})
}

// TestASwissOfManyIsDrawnByLot starts one with more players than a die has faces.
func TestASwissOfManyIsDrawnByLot(t *testing.T) {
	c := newClub(t, storetest.Open(t, storetest.SQLite(t)))
	var players []league.Player
	for i := range 401 {
		players = append(players, c.signedUp(fmt.Sprint("Player ", i)))
	}
	id := c.started(players, func(p *tournaments.TournamentProposal) {
		swissOf(p)
		p.Places = "401"
	})
	if n := len(c.tournament(id).Matches); n != 200 {
		t.Errorf("%d matches have begun", n)
	}
}

// TestAJobDrawsTheRoundsOfMany: whoever starts a tournament of many, or ends its last game of a round, does not wait for the next one.
func TestAJobDrawsTheRoundsOfMany(t *testing.T) { // R-UT-5
	onDatabases(t, func(t *testing.T, open func() *store.Store) {
		c := newClub(t, open())
		c.DrawAtOnce(4)
		c.deliver = func(c *club) { c.must(c.Deliver(t.Context(), office.InRequest())) }
		id := c.started(c.members("Ann", "Bob", "Cleo", "Dan", "Eve"), swissOf)
		for round := range 2 {
			if v := c.tournament(id); v.Tournament.State != league.Running || len(v.Drawing.Rounds) != round {
				t.Fatalf("it is %s, and before the job %d rounds are drawn, want %d", v.Tournament.State, len(v.Drawing.Rounds), round)
			}
			c.must(c.DeliverDue(t.Context()))
			if got := len(c.tournament(id).Drawing.Rounds); got != round+1 {
				t.Fatalf("after the job %d rounds are drawn, want %d", got, round+1)
			}
			c.bySeed(id)
		}
		c.DrawAtOnce(5)
		few := c.started(c.members("Fay", "Gus", "Hal", "Ivy", "Jo"), swissOf)
		if got := len(c.tournament(few).Drawing.Rounds); got != 1 {
			t.Errorf("for few %d rounds are drawn at once", got)
		}
	})
}
