package office

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"

	"kickabout/engine"
	"kickabout/league"
	"kickabout/league/formats/teams"
)

// handedLeast is what a reserve has left at least in a game that he takes over (R-TE-3).
const handedLeast = 72 * time.Hour

// teamField lets a reserve take over a board (R-TE-3). As long as no game of the replaced
// player is over, those that run begin anew; later they go on with the reserve in his seat.
func (o *Office) teamField(ctx context.Context, p *league.TournamentProgress, by league.Player, f TeamForm) error {
	t := p.Tournament
	reserve, err := entrantOf(t, f.Player, "player")
	if err != nil {
		return err
	}
	board, err := strconv.Atoi(strings.TrimSpace(f.Board))
	if err != nil || board < 1 || board > t.Boards {
		return league.FieldErrorf("board", "Choose a board from 1 to %d.", t.Boards)
	}
	if reserve.Board == board {
		return errNothing // a double click
	}
	reason, err := cleanReasonIn("text", f.Text)
	if err != nil {
		return err
	}
	if err := o.decided(p, league.Decision{By: by, Act: league.ActFielded, Player: reserve.Player, Text: fmt.Sprintf("%d R-TE-3: %s", board, reason)}); err != nil {
		return err
	}
	matches, err := o.store.Fixtures(ctx, t.ID)
	if err != nil {
		return err
	}
	old := t.LineUp(reserve.Team)[board-1].Player.ID
	if running, fresh := openOf(matches, old); fresh {
		return o.playAgain(p, running, old, reserve.Player.ID)
	}
	return nil
}

// openOf lists the running matches of a player; fresh: none of his is over.
func openOf(matches []league.Match, player string) (running []league.Match, fresh bool) {
	fresh = true
	for _, m := range league.Latest(matches) {
		switch {
		case m.SideOf(player) == engine.NoSide:
		case m.State.ToMove != engine.NoSide:
			running = append(running, m)
		case m.State.Outcome.Ending != engine.Void:
			fresh = false
		}
	}
	return running, fresh
}

// handOver gives the running games of players who have been replaced to those who have their
// boards now. It is level-triggered, and says whether there was anything to do.
func (o *Office) handOver(ctx context.Context, t league.Tournament, matches []league.Match) (done bool, err error) {
	if t.Boards == 0 {
		return false, nil
	}
	var problems []error
	for _, m := range league.Latest(matches) {
		if m.State.ToMove == engine.NoSide {
			continue
		}
		for seat := range m.Seats {
			old, _ := t.Entrant(m.Seats[seat].Player.ID)
			if old.Board <= t.Boards+league.Reserves || old.Out != league.Stays {
				continue
			}
			to := t.LineUp(old.Team)[teams.BoardOf(league.Key(m.Fixture))-1].Player
			handed, err := o.hand(ctx, m.ID, seat, to)
			done, problems = done || handed, append(problems, err)
		}
	}
	return done, errors.Join(problems...)
}

// hand gives a seat of a match to another player, with the time that was left, but at least
// 72 hours. One that is over by now, or whose time has run out, is left as it is.
func (o *Office) hand(ctx context.Context, id string, seat int, to league.Player) (handed bool, err error) {
	for range attempts {
		v, err := o.load(ctx, id)
		if err != nil {
			return false, err
		}
		if now := o.Now(); v.Match.Seats[seat].Player.ID == to.ID || late(v, now) != nil {
			return false, nil
		}
		err = o.handed(ctx, v, seat, to)
		if league.KindOf(err) != league.Stale {
			return err == nil, err
		}
	}
	return false, fmt.Errorf("match %s: others got in first %d times", id, attempts)
}

// handed stores that a seat is another player's. The dice keep what was contributed to them.
func (o *Office) handed(ctx context.Context, v View, seat int, to league.Player) error {
	last, now := v.Record.Log[len(v.Record.Log)-1], o.Now()
	if now.Before(last.At) { // clocks of two nodes may differ a little
		now = last.At
	}
	side := v.Record.SideOf(seat)
	given := max(0, handedLeast-v.Clocks.Left(side, now)+time.Second-1) / time.Second
	r, err := v.Record.Add(engine.Event{Seq: last.Seq + 1, At: now, Act: engine.ActTime, Text: fmt.Sprintf("%s %d", side, given)})
	if err != nil {
		return fmt.Errorf("handing match %s over: %w", v.Match.ID, err)
	}
	v.Match.Seats[seat].Player, v.Match.Rated = to, false
	next, err := o.view(v.Match, r)
	if err != nil {
		return err
	}
	notices := noticesOf(next.Match, league.MatchNotice, o.Now(), r.Seq)
	err = o.store.Append(ctx, league.Progress{
		Match: v.Match.ID, Seen: last.Seq, Events: r.Log[last.Seq:], State: next.Match.State, Notices: notices, Hand: &league.Hand{Seat: seat, To: to.ID},
	})
	if err == nil {
		o.appended(ctx, next, notices)
	}
	return err
}
