package tournaments

import (
	"context"
	"encoding/hex"
	"fmt"
	"slices"

	"kickabout/engine/dice"
	"kickabout/engine/dice/tbd2"
	"kickabout/league"
	"kickabout/league/core"
	"kickabout/league/lot"
)

// FixLot fixes the dice of the lot of a new tournament, whose serial number is known.
func FixLot(c *core.Core, t *league.Tournament) {
	t.GID = tbd2.MatchGID(league.ScopeText(t.Serial), tbd2.LotKey)
	t.Head, t.Dice = c.Dealer.Fix(0, t.Serial, t.GID)
}

// close binds what the players of a tournament give to its dice, before it is drawn (SCHEME.md 3). Lots under the first scheme
// bind nothing. What was closed by a key of the dice that is lost is closed once more.
func (s *Entries) close(ctx context.Context, p *league.TournamentProgress, by league.Player) error {
	t := p.Tournament
	if !t.Dice.Second() {
		return nil
	}
	_, _, cs := s.core.Dealer.Committed(t.Dice.Epoch, t.Serial)
	if !t.Closed.IsZero() {
		c, err := s.tournaments.closing(ctx, t)
		if err != nil || c.Commitment == cs {
			return err
		}
	}
	entries := drawnFrom(t)
	var players []string
	for _, e := range entries {
		if e.Player.Agrees() {
			players = append(players, e.Player.ID)
		}
	}
	given := map[string]string{}
	if len(players) > 0 {
		slices.Sort(players)
		var err error
		if given, err = s.contributions.TakeContributions(ctx, t.ID, players, s.core.Now()); err != nil {
			return err
		}
	}
	bound := make([]tbd2.Entry, len(entries))
	for i, e := range entries {
		bound[i].Player = e.Player.ID
		if e.Player.Agrees() {
			bound[i].Contribution = given[e.Player.ID]
		}
	}
	text := lot.Close(league.ScopeText(t.Serial), cs, bound).String()
	return s.tournaments.AppendDecisions(p, league.Decision{By: by, Act: league.ActClosed, Text: text})
}

// drawnFrom lists who has a place in a tournament that is about to be drawn, in the order of entry.
func drawnFrom(t league.Tournament) []league.Entrant {
	if t.Boards > 0 {
		return t.Entries
	}
	return t.Entries[:min(len(t.Entries), t.Places)] // the others wait for one
}

// closing returns what was bound when the entries of a tournament were closed last.
func (s *Tournaments) closing(ctx context.Context, t league.Tournament) (lot.Closing, error) {
	log := t.Log
	if c, ok := lastOf(log, league.ActClosed); ok {
		return lot.ParseClosing(c.Text)
	}
	for after := 0; after < t.Last; after += logAtOnce {
		part, err := s.store.TournamentLog(ctx, league.Site(), t.ID, after, logAtOnce)
		if err != nil {
			return lot.Closing{}, err
		}
		log = append(log, part...)
	}
	c, ok := lastOf(log, league.ActClosed)
	if !ok {
		return lot.Closing{}, fmt.Errorf("the entries of tournament %s were never closed", t.ID)
	}
	return lot.ParseClosing(c.Text)
}

// lastOf returns the last decision of an act.
func lastOf(log []league.Decision, act league.TournamentAct) (league.Decision, bool) {
	for _, d := range slices.Backward(log) {
		if d.Act == act {
			return d, true
		}
	}
	return league.Decision{}, false
}

// draw draws the order of the entries from the tournament's own dice (R-FD-6).
func (s *Entries) draw(ctx context.Context, t league.Tournament) (league.Lot, error) {
	if !t.Dice.Second() {
		return s.drawFirst(t)
	}
	k, ok := s.core.Dealer.Opens(t.Dice, t.GID)
	if !ok {
		return league.Lot{}, fmt.Errorf("drawing tournament %s: the key of its dice was lost", t.ID)
	}
	closed, err := s.tournaments.closing(ctx, t)
	if err != nil {
		return league.Lot{}, err
	}
	order, draws, link, err := tbd2.Lot(k, lotOf(t), len(closed.Entries))
	if err != nil {
		return league.Lot{}, fmt.Errorf("drawing tournament %s: %w", t.ID, err)
	}
	drawn := league.Lot{Draws: draws, Link: link}
	for _, i := range order {
		if e, in := t.Entrant(closed.Entries[i].Player); in { // else they have left meanwhile
			drawn.Seeds = append(drawn.Seeds, e.Player.ID)
		}
	}
	return drawn, nil
}

// drawFirst is draw of a lot under the first scheme, whose head was shown.
func (s *Entries) drawFirst(t league.Tournament) (league.Lot, error) {
	links := s.core.Dealer.Links(t.GID, t.Head, 1)
	if len(links) == 0 {
		return league.Lot{}, fmt.Errorf("drawing tournament %s: the key of its dice was lost", t.ID)
	}
	entries := drawnFrom(t)
	order, draws, err := dice.Seed(len(entries), s.core.Dealer.Source(t.GID, [2]string{}))
	if err != nil {
		return league.Lot{}, fmt.Errorf("drawing tournament %s: %w", t.ID, err)
	}
	drawn := league.Lot{Draws: draws, Link: links[0]}
	for _, i := range order {
		drawn.Seeds = append(drawn.Seeds, entries[i].Player.ID)
	}
	return drawn, nil
}

// lotOf returns what the lot of a tournament hangs on.
func lotOf(t league.Tournament) tbd2.LotGiven {
	return tbd2.LotGiven{GID: t.GID, Seal: t.Dice.Seal, Head: t.Head, Tour: t.Dice.Tour}
}

// tieSeed returns the seed of the lots of ties and of brackets of a tournament. If the key of its dice was lost, places are
// to be told apart all the same.
func (s *Tournaments) tieSeed(t league.Tournament) []byte {
	if !t.Dice.Second() {
		links := s.core.Dealer.Links(t.GID, t.Head, 2)
		if len(links) == 0 {
			links = s.core.Dealer.Links(t.GID, s.core.Dealer.Head(t.GID), 2)
		}
		return links[1][:]
	}
	k, ok := s.core.Dealer.Opens(t.Dice, t.GID)
	if !ok {
		_, t.Dice = s.core.Dealer.Fix(t.Dice.Epoch, t.Serial, t.GID)
		k, _ = s.core.Dealer.Opens(t.Dice, t.GID)
	}
	seed := tbd2.TieSeed(k, lotOf(t))
	return seed[:]
}

// A Seeding is all that somebody needs to check the draw of a tournament: the file seeding.json, of the scheme that the lot
// was drawn under. That of the second has no anchors yet.
type Seeding interface{ Encode() []byte }

// Seeding returns all that somebody needs to check the draw of a tournament whose log is there; false before it was drawn,
// and where no lot was drawn.
func (s *Tournaments) Seeding(t league.Tournament) (Seeding, bool) {
	drawn, ok := t.Lot()
	if !ok && !(t.Valued && !t.Started.IsZero()) { // the value of a tournament without a lot can be checked, too
		return nil, false
	}
	if !t.Dice.Second() {
		return firstSeeding(t, drawn), true
	}
	d, _ := lastOf(t.Log, league.ActClosed)
	closed, err := lot.ParseClosing(d.Text)
	if err != nil {
		return nil, false
	}
	entries := make([]tbd2.LotEntry, len(closed.Entries))
	for i, e := range closed.Entries {
		in, _ := t.Entrant(e.Player)
		entries[i] = tbd2.LotEntry{Player: e.Player, Contribution: e.Contribution, Bot: in.Player.Kind == league.Bot}
	}
	from := tbd2.Origin{Scope: league.ScopeText(t.Serial), Epoch: t.Dice.Epoch}
	file := tbd2.NewLotProof(t.ID, from, closed.Commitment, lotOf(t), entries, nil)
	if d, valued := lastOf(t.Log, league.ActValued); valued {
		value, err := lot.ParsePublic(d.Text)
		if err != nil {
			return nil, false
		}
		file.Beacon = value.Proof()
	}
	if ok {
		file.SetLot(drawn.Link, drawn.Draws, drawn.Seeds)
	}
	if k, ok := s.core.Dealer.Opens(t.Dice, t.GID); ok && !t.Ended.IsZero() { // nothing is drawn by it any more
		file.Opened = hex.EncodeToString(k[:])
	}
	return file, true
}

func firstSeeding(t league.Tournament, drawn league.Lot) dice.Seeding {
	entries := slices.DeleteFunc(slices.Clone(t.Entries), t.Waits)
	slices.SortFunc(entries, func(a, b league.Entrant) int { return a.Seq - b.Seq })
	ids := make([]string, len(entries))
	for i, e := range entries {
		ids[i] = e.Player.ID
	}
	return dice.NewSeeding(t.ID, t.Head, ids, drawn.Link, drawn.Draws, drawn.Seeds)
}
