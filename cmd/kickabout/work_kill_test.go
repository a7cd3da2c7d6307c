package main

import (
	"encoding/json"
	"fmt"
	"testing"
	"time"

	"kickabout/engine/analysis"
	"kickabout/engine/enginetest"
	"kickabout/league"
	"kickabout/league/office"
	"kickabout/league/play"
	"kickabout/store"
	"kickabout/store/storetest"
)

// pending is work that waits for the workers of a server.
type pending struct {
	t        *testing.T
	fleet    *fleet
	store    *store.Store // beside the server
	moves    []string     // matches in which a bot is to make its first move
	analyses []string     // finished matches
}

// newPending makes a site with n moves and n analyses to be done, and no server.
func newPending(t *testing.T, database string, n int) *pending {
	p := &pending{t: t, fleet: newFleet(t, "real")}
	p.fleet.database = database
	s, err := serveCmd{Data: p.fleet.data, Database: database, Addr: "127.0.0.1:0", NoDemo: true}.open(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	defer s.close()
	p.must(s.assemble(t.Context(), office.Over(s.store)))
	o := s.office
	guest, err := o.Admit(t.Context(), o.NewToken())
	p.must(err)
	begin := func(opponent string) string {
		m, err := o.Begin(t.Context(), guest, play.Proposal{
			Reservation: o.Reserve().ID, Rules: "streetsoccer/lg", Opponent: opponent, Kickoff: league.KickoffYou, Control: "lg",
		})
		p.must(err)
		return m.ID
	}
	for range n {
		over := begin("bot:greedy")
		for range 2 {
			p.must(o.MoveBots(t.Context()))
			v, err := o.Match(t.Context(), league.Site(), over)
			p.must(err)
			for m := range v.Record.Position.Moves() {
				_, err = o.Play(t.Context(), guest, play.Turn{Match: over, Seen: v.Record.Seq, Move: m, Arrived: o.Now()})
				break
			}
			p.must(err)
		}
		_, err := o.Resign(t.Context(), guest, over, o.Now())
		p.must(err)
		p.analyses = append(p.analyses, over)
	}
	for i := range n {
		p.moves = append(p.moves, begin([]string{"bot:hard", "bot:medium", "bot:random"}[i%3]))
	}
	return p
}

func (p *pending) must(err error) {
	p.t.Helper()
	if err != nil {
		p.t.Fatal(err)
	}
}

// done counts the moves and analyses that are there.
func (p *pending) done() (moves, analyses int) {
	p.t.Helper()
	for _, id := range p.moves {
		m, err := p.store.Match(p.t.Context(), league.Site(), id)
		p.must(err)
		if m.State.Moves[0] > 0 {
			moves++
		}
	}
	for _, id := range p.analyses {
		a, err := p.store.Analysis(p.t.Context(), league.Site(), id)
		p.must(err)
		if a.Version == analysis.Version {
			analyses++
		}
	}
	return moves, analyses
}

// work runs a server until so much is done, and kills it.
func (p *pending) work(enough int) {
	p.t.Helper()
	server := p.fleet.start()
	defer func() {
		p.must(server.Process.Kill())
		server.Wait()
	}()
	var err error
	if p.store == nil {
		p.store, err = store.OpenBeside(p.t.Context(), store.Options{URL: databaseOf(p.fleet.data, p.fleet.database)})
		p.must(err)
		p.t.Cleanup(func() { p.store.Close() })
	}
	for range 12_000 {
		if moves, analyses := p.done(); moves+analyses >= enough {
			p.t.Logf("killed with %d of %d moves and %d of %d analyses done", moves, len(p.moves), analyses, len(p.analyses))
			return
		}
		time.Sleep(10 * time.Millisecond)
	}
	moves, analyses := p.done()
	p.t.Fatalf("the server has stopped at %d moves and %d analyses: %s", moves, analyses, server.Stderr)
}

// TestProofWorkIsDoneOnceWhateverIsKilled kills the server in the middle of moves of bots and of
// analyses: in the end each of them is there, once.
func TestProofWorkIsDoneOnceWhateverIsKilled(t *testing.T) {
	storetest.EachDatabase(t, func(t *testing.T, d storetest.Database) {
		t.Parallel() // a server that was killed is waited for
		n := enginetest.Size(100)
		p := newPending(t, d.Server(), n)
		for _, enough := range []int{1, n / 2, n, n + n/2, 2 * n} {
			p.work(enough)
		}
		p.checkMoves()
		p.checkAnalyses()
	})
}

// checkMoves checks that each bot has moved once, and that the matches replay.
func (p *pending) checkMoves() {
	for _, id := range p.moves {
		m, err := p.store.Match(p.t.Context(), league.Site(), id)
		p.must(err)
		if m.State.Moves != [2]int{1, 0} || m.State.Last != len(m.Log) {
			p.t.Errorf("in match %s %v moves were made by event %d of %d", id, m.State.Moves, m.State.Last, len(m.Log))
		}
	}
}

// checkAnalyses checks that each analysis says what one without kills does, and that nothing is left to do.
func (p *pending) checkAnalyses() {
	o, s, err := openBeside(p.t.Context(), p.fleet.data, p.fleet.database)
	p.must(err)
	defer s.Close()
	for _, id := range p.analyses {
		v, err := o.Match(p.t.Context(), league.Site(), id)
		p.must(err)
		want, err := analysis.Analyse(v.Record, [2]int{5000, 0}, nil) // the guest, who is Second, gave up
		p.must(err)
		text, err := json.Marshal(want)
		p.must(err)
		got, err := s.Analysis(p.t.Context(), league.Site(), id)
		p.must(err)
		if got.Text != string(text) || got.Problem != "" || got.Tries != 0 {
			p.t.Errorf("the analysis of match %s is another one: %s", id, fmt.Sprint(got))
		}
	}
	if worked, err := o.AnalyseNext(p.t.Context()); worked || err != nil {
		p.t.Errorf("there is something left to do, %v", err)
	}
}
