package tournaments

import (
	"context"
	"errors"
	"fmt"
	"time"

	"kickabout/engine"
	"kickabout/league"
	"kickabout/league/core"
	"kickabout/league/formats/teams"
	"kickabout/league/play"
)

// BeginFixtures begins matches of a tournament, each under a key of its own.
func (s *Tournaments) BeginFixtures(ctx context.Context, p *league.TournamentProgress, fixtures []league.Fixture) error {
	return s.entries.AddMatches(ctx, p, fixtures)
}

// PlayAgain begins matches anew, with another player in the place of one.
func (s *Tournaments) PlayAgain(ctx context.Context, p *league.TournamentProgress, matches []league.Match, old, substitute string) error {
	var fixtures []league.Fixture
	for _, m := range matches {
		if m.State.Outcome.Over() { // it no longer counts for ratings
			p.Facts = append(p.Facts, league.Fact{Kind: league.MatchEnded, Subject: m.ID})
		}
		f := league.Fixture{Key: league.Key(m.Fixture).Again()}
		f.First, f.Second = m.Seats[m.SeatOf(engine.First)].Player.ID, m.Seats[m.SeatOf(engine.Second)].Player.ID
		if f.First == old {
			f.First = substitute
		}
		if f.Second == old {
			f.Second = substitute
		}
		fixtures = append(fixtures, f)
	}
	return s.entries.AddMatches(ctx, p, fixtures)
}

// handedLeast is what a reserve has left at least in a game that they take over (R-TE-3).
const substituteLeast = 72 * time.Hour

// substituteReserves gives the running games of players who have been replaced to those who have their
// boards now. It is level-triggered, and says whether there was anything to do.
func (s *Strikes) substituteReserves(ctx context.Context, t league.Tournament, matches []league.Match) (done bool, err error) {
	if t.Boards == 0 {
		return false, nil
	}
	var problems []error
	for _, m := range league.Latest(matches) {
		if m.State.ToMove == engine.NoSide || m.Locked {
			continue
		}
		for seat := range m.Seats {
			old, _ := t.Entrant(m.Seats[seat].Player.ID)
			if old.Board <= t.Boards+league.Reserves || old.Out != league.Stays {
				continue
			}
			to := t.LineUp(old.Team)[teams.BoardOf(league.Key(m.Fixture))-1].Player
			handed, err := s.substitute(ctx, m.ID, seat, to)
			done, problems = done || handed, append(problems, err)
		}
	}
	return done, errors.Join(problems...)
}

// substitute gives a seat of a match to another player, with the time that was left, but at least
// 72 hours. One that is over by now, or whose time has run out, is left as it is.
func (s *Strikes) substitute(ctx context.Context, id string, seat int, to league.Player) (handed bool, err error) {
	for range play.Attempts {
		v, err := s.matches.Load(ctx, league.Site(), id)
		if err != nil {
			return false, err
		}
		if now := s.core.Now(); v.Match.Seats[seat].Player.ID == to.ID || play.Late(v, now) != nil {
			return false, nil
		}
		err = s.storeSubstitute(ctx, v, seat, to)
		if league.KindOf(err) != league.Stale {
			return err == nil, err
		}
	}
	return false, fmt.Errorf("match %s: others got in first %d times", id, play.Attempts)
}

// storeSubstitute stores that a seat is another player's. The dice keep what was contributed to them.
func (s *Strikes) storeSubstitute(ctx context.Context, v play.View, seat int, to league.Player) error {
	last, now := v.Record.Log[len(v.Record.Log)-1], s.core.Now()
	if now.Before(last.At) { // clocks of two nodes may differ a little
		now = last.At
	}
	side := v.Record.SideOf(seat)
	given := max(0, substituteLeast-v.Clocks.Left(side, now)+time.Second-1) / time.Second
	r, err := v.Record.Add(engine.Event{Seq: last.Seq + 1, At: now, Act: engine.ActTime, Text: fmt.Sprintf("%s %d", side, given)})
	if err != nil {
		return fmt.Errorf("handing match %s over: %w", v.Match.ID, err)
	}
	v.Match.Seats[seat].Player, v.Match.Rated = to, false
	next, err := s.matches.View(v.Match, r)
	if err != nil {
		return err
	}
	notices := core.NoticesOf(next.Match, play.EventOf(next), "", s.core.Now(), r.Seq)
	_, err = s.matches.AppendProgress(ctx, next, league.Progress{
		Match: v.Match.ID, Seen: last.Seq, Events: r.Log[last.Seq:], State: next.Match.State, Notices: notices, Hand: &league.Hand{Seat: seat, To: to.ID},
		Facts: play.FactsOf(next),
	})
	return err
}
