package office_test

import (
	"context"
	"encoding/base32"
	"io"
	"math/rand/v2"
	"strings"
	"testing"

	"kickabout/engine/dice"
	"kickabout/engine/dice/tbd2"
	"kickabout/engine/games"
	"kickabout/league"
	"kickabout/league/archive"
	"kickabout/league/play"
	"kickabout/store/storetest"
)

// TestAFormOfBeforeKeepsItsScheme: a form that was opened before there was a second scheme begins a match under the
// first one, every other form one under the second; both can be checked (SCHEME.md 2 and 12).
func TestAFormOfBeforeKeepsItsScheme(t *testing.T) {
	each(t, func(t *testing.T, c *club, ann, _ league.Player) {
		mac := dealer{}.Mix("reservation", "ofoldabcde")
		old := "ofoldabcde" + strings.ToLower(base32.StdEncoding.EncodeToString(mac[:]))[:6]
		for reservation, second := range map[string]bool{old: false, c.Reserve().ID: true} {
			m, err := c.Begin(t.Context(), ann, play.Proposal{
				Reservation: reservation, Rules: "streetsoccer/lg", Opponent: "bot:random", Kickoff: league.KickoffLot, Control: "live", Contribution: "my part",
			})
			if err != nil {
				t.Fatal(err)
			}
			v := c.verified(m.ID)
			proof, err := c.Proof(t.Context(), v)
			if err != nil {
				t.Fatal(err)
			}
			if is := tbd2.IsProof(proof.Encode()); is != second || m.Dice.Second() != second {
				t.Errorf("the second scheme is %v and %v, want %v", is, m.Dice.Second(), second)
			}
			if damage := c.Damage(v.Match); damage != nil || len(v.Match.Chain) != len(v.Match.Log) {
				t.Errorf("of %d events %d have values, and what is damaged is %v", len(v.Match.Log), len(v.Match.Chain), damage)
			}
			if second && league.Given(m).Label() != tbd2.Contributed {
				t.Errorf("the label is %s", league.Given(m).Label())
			}
		}
	})
}

// TestMatchesOfAllGamesHoldAndRewrittenOnesDoNot plays a match of each game to its end. Its file holds with the key
// opened, an export of all holds too, and a file in which a move, a time, a face, a contribution or the key was
// rewritten does not (SCHEME.md 2 and 6).
func TestMatchesOfAllGamesHoldAndRewrittenOnesDoNot(t *testing.T) {
	c := newClub(t, storetest.Open(t, storetest.SQLite(t)))
	ann, bob := c.signedUp("Ann"), c.signedUp("Bob")
	r := rand.New(rand.NewPCG(5, 5))
	longest := uint32(0)
	for _, g := range c.Games() {
		m := c.lastsTo(g.Info().ID+"/"+g.Info().Variants[0].ID, ann, bob, r)
		v := c.verified(m)
		longest = max(longest, dice.LastEvent(v.Match.Log))
		file := c.proofOf(v)
		report, err := tbd2.Verify(file.Encode(), games.ByID, tbd2.Evidence{})
		if err != nil || !report.Holds() || report.Label != tbd2.Contributed || len(file.Opened) != 1 {
			t.Fatalf("%s: %v, %+v", g.Info().ID, err, report.Lines)
		}
		for what, forge := range map[string]func(p *tbd2.Proof){
			"a time":         func(p *tbd2.Proof) { p.Log[len(p.Log)-1].At++ },
			"a last event":   func(p *tbd2.Proof) { p.Log = p.Log[:len(p.Log)-1] },
			"a contribution": func(p *tbd2.Proof) { p.Runs[0].Seats[0].Contribution += "x" },
			"a face": func(p *tbd2.Proof) {
				for _, e := range p.Log {
					if e.ProofThrow != nil {
						d := &e.Draws[len(e.Draws)-1]
						d.Face = d.Face%d.N + 1
						return
					}
				}
			},
			"the key":        func(p *tbd2.Proof) { p.Opened[0] = p.Runs[0].Head },
			"the commitment": func(p *tbd2.Proof) { p.Runs[0].Seal = p.Runs[0].Head },
			"the scope":      func(p *tbd2.Proof) { p.Scope = "1" },
		} {
			forged := c.proofOf(v)
			forge(&forged)
			if report, err := tbd2.Verify(forged.Encode(), games.ByID, tbd2.Evidence{}); err == nil && report.Holds() {
				t.Errorf("%s: with %s rewritten it holds", g.Info().ID, what)
			}
		}
	}
	for range 20 { // one match at least needs a second chain
		if longest > tbd2.Length {
			break
		}
		longest = max(longest, dice.LastEvent(c.verified(c.lastsTo("onetwofun/basic", ann, bob, r)).Match.Log))
	}
	if longest <= tbd2.Length {
		t.Errorf("the longest match has %d dice events, which one chain serves", longest)
	}
	c.taken(func(ctx context.Context, w io.Writer) error {
		return c.Export(ctx, w, archive.Scope{Holds: archive.Site, Secrets: true})
	})
}

// lastsTo plays a match between two players to its end and returns its id. Each gave a part of the dice.
func (c *club) lastsTo(rules string, ann, bob league.Player, r *rand.Rand) string {
	c.t.Helper()
	offer := c.mustPropose(ann, func(p *play.Proposal) { p.Rules, p.Rated, p.Contribution = rules, false, "my part" })
	m, err := c.Accept(c.t.Context(), bob, offer.ID, "and mine", false, c.clock())
	c.must(err)
	for range 5000 {
		v := c.mustMatch(m.ID)
		if v.Record.Next().Over() {
			return m.ID
		}
		player := v.Match.Seats[v.Record.SeatOf(v.Record.Next().Side)].Player
		_, err := c.Play(c.t.Context(), player, play.Turn{Match: m.ID, Seen: v.Record.Seq, Move: v.Record.Position.Random(r), Arrived: c.clock()})
		c.must(err)
	}
	c.t.Fatalf("the match %s does not end", m.ID)
	return ""
}

// proofOf returns the file of a match under the second scheme.
func (c *club) proofOf(v play.View) (p tbd2.Proof) {
	c.t.Helper()
	proof, err := c.Proof(c.t.Context(), v)
	c.must(err)
	c.must(dice.ReadValues(proof.Encode(), &p))
	return p
}
