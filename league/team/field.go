package team

import (
	"context"
	"strconv"
	"strings"

	"kickabout/engine"
	"kickabout/league"
	"kickabout/league/tournaments"
)

// teamField lets a reserve take over a board (R-TE-3). As long as no game of the replaced
// player is over, those that run begin anew; later they go on with the reserve in their seat.
func (s *Teams) teamField(ctx context.Context, p *league.TournamentProgress, by league.Player, f tournaments.TeamForm) error {
	t := p.Tournament
	reserve, err := tournaments.EntrantOf(t, f.Player, "player")
	if err != nil {
		return err
	}
	board, err := strconv.Atoi(strings.TrimSpace(f.Board))
	if err != nil || board < 1 || board > t.Boards {
		return league.FieldErrorf("board", "Choose a board from 1 to %d.", t.Boards)
	}
	if reserve.Board == board {
		return tournaments.ErrNothing // a double click
	}
	reason, err := tournaments.CleanReasonIn("text", f.Text)
	if err != nil {
		return err
	}
	if err := s.tournaments.AppendDecisions(p, league.Decision{By: by, Act: league.ActFielded, Player: reserve.Player, Text: strconv.Itoa(board) + " " + textFielded.Of(reason)}); err != nil {
		return err
	}
	matches, err := s.store.Fixtures(ctx, league.Of(by), t.ID)
	if err != nil {
		return err
	}
	old := t.LineUp(reserve.Team)[board-1].Player.ID
	if running, fresh := openOf(matches, old); fresh {
		return s.tournaments.PlayAgain(ctx, p, running, old, reserve.Player.ID)
	}
	return nil
}

// openOf lists the running matches of a player; fresh: none of theirs is over.
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
