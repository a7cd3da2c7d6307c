package play

import (
	"context"
	"encoding/hex"
	"fmt"

	"kickabout/engine/dice"
	"kickabout/engine/dice/tbd2"
	"kickabout/league"
	"kickabout/league/core"
)

// A Proof is all that somebody needs to check the dice of a match: the file match.json, of the scheme that the match
// began under.
type Proof interface{ Encode() []byte }

// Proof returns the proof of a match. It holds no link of a throw that is still to come; the key of dice under the
// second scheme is in it as soon as nothing is thrown by it any more.
func (s *Matches) Proof(ctx context.Context, v View) (Proof, error) {
	m := v.Match
	shown, ok := ShownOf(s.core.Dealer, m)
	if !ok {
		return nil, league.Errorf(league.NotFound, "The key that these dice came from was lost, so nobody can check them any more.")
	}
	if !m.Dice.Second() {
		return dice.NewProof(v.Record, m.GID, m.Head, [2]string{m.Seats[0].Contribution, m.Seats[1].Contribution}, shown.Links())
	}
	p, err := tbd2.NewProof(v.Record, league.OriginOf(m), shown...)
	if err != nil {
		return nil, err
	}
	over, err := thrownOut(ctx, s.store, v)
	for _, r := range league.RunsOf(m) {
		if k, ok := s.core.Dealer.Opens(r.Dice, m.GID); ok && over {
			p.Opened = append(p.Opened, hex.EncodeToString(k[:]))
		}
	}
	if err == nil {
		p.Receipt, err = s.Receipt(v)
	}
	return p, err
}

// thrownOut says that nothing is thrown any more by the dice of a match, which may be those of its twin too.
func thrownOut(ctx context.Context, store MatchesStore, v View) (bool, error) {
	if !v.Record.Next().Over() || v.Match.Twin == "" {
		return v.Record.Next().Over(), nil
	}
	twin, err := store.Head(ctx, league.Site(), v.Match.Twin)
	if league.KindOf(err) == league.NotFound || err == nil && twin.Match.Locked { // whether it goes on nobody knows
		return false, nil
	}
	if err != nil {
		return false, fmt.Errorf("looking whether the twin of match %s is over: %w", v.Match.ID, err)
	}
	return twin.Match.State.Outcome.Over(), nil
}

// Receipt returns what the site signs of the last event of a match that is stored, so that it can be held to all events up to
// that one (SCHEME.md 5); "" where nothing is signed: under the first scheme, and without a key.
func (s *Matches) Receipt(v View) (string, error) {
	m := v.Match
	if s.core.Signers == nil || !m.Dice.Second() {
		return "", nil
	}
	chain := m.Chain
	if n := min(len(chain), len(m.Log)); n == 0 || chain[n-1] == nil { // as written by whoever knew no values
		var err error
		if chain, err = s.ChainOf(m); err != nil {
			return "", err
		}
	}
	n := min(len(chain), len(m.Log))
	if n == 0 || len(chain[n-1]) != len(dice.Digest{}) {
		return "", nil
	}
	return s.core.Signers.Receipt(tbd2.Receipt{GID: league.AnchoredAs(m), N: uint32(n), T: dice.Digest(chain[n-1]), At: m.Log[n-1].At.UnixMilli()})
}

// Links returns the links of the throws that have been made, from link 1 on: each
// may be shown as soon as its throw is. There are none if the key was lost that they came from.
func (s *Matches) Links(v View) []dice.Link {
	shown, _ := ShownOf(s.core.Dealer, v.Match)
	return shown.Links()
}

// ShownOf returns what a match has shown of its dice, of which those under the first scheme have links alone; false if
// the key was lost that they came from.
func ShownOf(d core.Dealer, m league.Match) (tbd2.Runs, bool) {
	last := dice.LastEvent(m.Log)
	if m.Dice.Second() {
		if _, ok := d.Opens(league.RunsOf(m)[0].Dice, m.GID); !ok {
			return nil, false
		}
		return shownOfRuns(d, m, 0, last)
	}
	links := d.Links(m.GID, m.Head, last)
	return tbd2.Runs{{Links: links}}, len(links) > 0 || last == 0
}
