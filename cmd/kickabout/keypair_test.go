package main

import (
	"math/rand/v2"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"kickabout/engine"
	"kickabout/league"
	"kickabout/league/offers"
	"kickabout/league/office"
	"kickabout/league/play"
	"kickabout/league/tournaments"
	"kickabout/store/storetest"
)

// pairs begins a duplicate pair by an offer, and three in a tournament, of which it returns one.
func (r dealer) pairs() (pairs [2][2]string) {
	r.t.Helper()
	o, ctx := r.server.office, r.t.Context()
	made, err := o.Propose(ctx, r.people[0], play.Proposal{
		Reservation: o.Reserve().ID, Rules: "streetsoccer/lg", Opponent: r.people[1].Name, Legs: offers.LegsPair, Kickoff: league.KickoffMe, Control: "fast", Contribution: "of Ann",
	})
	r.must(err)
	m, err := o.Accept(ctx, r.people[1], made.Offer.ID, "of Bob", false, time.Now())
	r.must(err)
	pairs[0] = [2]string{m.ID, m.Twin}
	twice := tournaments.TournamentProposal{
		Reservation: o.ReserveTournament(), Name: "Twice", Format: "roundrobin", Rules: "streetsoccer/lg", Places: "4", Cycles: "2", Control: "fast",
		Start: tournaments.StartOrganiser, Playing: true,
	}
	twice.Tick("duplicate", true)
	cup, err := o.CreateTournament(ctx, r.people[0], twice)
	r.must(err)
	for _, p := range r.people[1:] {
		r.must(o.EnterTournament(ctx, p, cup.ID))
	}
	r.must(o.StartTournament(ctx, r.people[0], cup.ID))
	r.must(o.Deliver(ctx, office.Budget{}))
	list, err := r.server.store.Fixtures(ctx, league.Site(), cup.ID)
	r.must(err)
	pairs[1] = [2]string{list[0].ID, list[0].Twin}
	return pairs
}

// step makes a move in one of a pair, if any can be made.
func (r dealer) step(pair [2]string, random *rand.Rand) bool {
	r.t.Helper()
	for _, i := range random.Perm(2) {
		v := r.match(pair[i])
		mover, ok := v.Match.Mover()
		if !ok || v.Record.Next().Side == engine.NoSide {
			continue
		}
		_, err := r.server.office.Play(r.t.Context(), mover, play.Turn{Match: pair[i], Seen: v.Record.Seq, Move: v.Record.Position.Random(random), Arrived: time.Now()})
		r.must(err)
		r.must(r.server.office.Deliver(r.t.Context(), office.Budget{}))
		return true
	}
	return false
}

// steps makes so many moves in a pair, whose games must never show two faces of one throw.
func (r dealer) steps(pair [2]string, n int) {
	r.t.Helper()
	random := rand.New(rand.NewPCG(1, 2))
	for range n {
		if !r.step(pair, random) {
			r.t.Fatal("nobody can move")
		}
	}
	seen := map[engine.Draw]int{}
	for _, id := range pair {
		for _, e := range r.match(id).Record.Log {
			for _, d := range e.Draws {
				face := d.Face
				if d.Face = 0; seen[d] > 0 && seen[d] != face {
					r.t.Errorf("%+v shows %d in one game and %d in the other", d, seen[d], face)
				}
				seen[d] = face
			}
		}
	}
}

// TestADuplicatePairGoesOnWithOneRun through a restore and the loss of the key, by an offer and in a tournament; and the site goes
// elsewhere with all that.
func TestADuplicatePairGoesOnWithOneRun(t *testing.T) {
	storetest.EachDatabase(t, func(t *testing.T, d storetest.Database) {
		r := serveDealer(t, d)
		defer func() { r.stop() }() // before its databases are gone
		pairs := r.pairs()
		for _, p := range pairs {
			r.steps(p, 9)
		}
		r.logs()
		backup := r.backedUp()
		for _, p := range pairs {
			r.steps(p, 7)
		}
		r.begin()
		r.logs()
		r.stop()
		r.goesBack(d, backup)
		r.forgotten()
		r.says("Games with new dice: 8.", "key", "restored", "--reason", "The disk broke.")
		r.start()
		for _, p := range pairs {
			r.steps(p, 9)
		}
		r.logs()
		r.stop()
		r.forgotten()
		r.says("Games with new dice: 8. Games that are void: 0.", "key", "lost", "dice", "--reason", "It was seen.")
		r.start()
		for i, p := range pairs {
			r.steps(p, 9)
			if i > 0 {
				continue
			}
			mover, _ := r.match(p[0]).Match.Mover()
			if mover.ID == "" {
				mover = r.people[0]
			}
			_, err := r.server.office.Resign(t.Context(), mover, p[0], time.Now())
			r.must(err)
		}
		r.logs()
		for _, p := range pairs {
			one, other := r.match(p[0]).Match, r.match(p[1]).Match
			for i := range one.Runs {
				if one.Runs[i].Base != other.Runs[i].Base || one.Runs[i].Prior != other.Runs[i].Prior || len(one.Runs) != 3 {
					t.Errorf("run %d is %+v, and of the twin %+v", i, one.Runs[i], other.Runs[i])
				}
			}
			for _, id := range p {
				r.verified(r.file(id), "The commitment to run 2 is in the log.", "(The disk broke.), then on ", "(It was seen.)")
			}
		}
		r.stop()
		r.forgotten()

		file := filepath.Join(t.TempDir(), "site.jsonl")
		r.says("<nil>", "export", "--secrets", "--out", file)
		elsewhere := dealer{&running{t: t, config: serveCmd{Data: t.TempDir(), Addr: "127.0.0.1:0", NoDemo: true}}, r.people}
		elsewhere.says("<nil>", "import", file)
		elsewhere.says("0 differ.", "recompute", "--check")
		elsewhere.start()
		defer elsewhere.stop()
		for _, p := range pairs[1:] {
			elsewhere.steps(p, 9)
			for _, id := range p {
				elsewhere.verified(elsewhere.file(id), "(It was seen.)")
			}
		}
		elsewhere.verified(elsewhere.file(pairs[0][0]), "(It was seen.)")
	})
}

// TestAServerThatRunsOnThrowsTheNewDice: one that was out of sight while they were made anew goes on with them, and one that is in
// sight has them refused.
func TestAServerThatRunsOnThrowsTheNewDice(t *testing.T) {
	storetest.OnPostgres(t, func(t *testing.T, d storetest.Database) {
		r := serveDealer(t, d)
		defer func() { r.stop() }() // before its databases are gone
		m := r.begin()
		r.plays(m.ID, 2)
		r.must(r.server.office.RecordHeartbeat(t.Context()))
		r.says("a server has served this database", "key", "restored", "--reason", "The disk broke.")
		for done := false; !done; { // it may be seen in between
			r.forgotten()
			text, err := printed(t, "key", "restored", "--reason", "The disk broke.", "--data", r.config.Data, "--database", d.Server())
			if done = strings.Contains(text, "Games with new dice: 1."); !done && !strings.Contains(err.Error(), "a server has served") {
				t.Fatal(text, err)
			}
		}
		r.plays(m.ID, 3)
		r.logs()
		if v := r.match(m.ID); v.Match.Dice.Run != 1 {
			t.Errorf("run %d is thrown", v.Match.Dice.Run)
		}
		r.verified(r.file(m.ID), "The commitment to run 1 is in the log.", "(The disk broke.)")
	})
}
