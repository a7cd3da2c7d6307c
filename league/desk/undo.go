package desk

import (
	"context"
	"fmt"
	"strings"

	"kickabout/engine"
	"kickabout/league"
	"kickabout/league/oneline"
	"kickabout/league/tournaments"
)

// deskUndo takes back what an event of the log did, where nothing hangs on it yet.
func (s *Desk) deskUndo(ctx context.Context, p *league.TournamentProgress, by league.Player, f DeskForm) error {
	t := p.Tournament
	log, err := s.store.TournamentLog(ctx, league.Of(by), t.ID, max(0, f.Event-1), 1)
	if err != nil {
		return err
	}
	reason, err := oneline.Clean("text", f.Text, tournaments.LongReason)
	if err != nil {
		return err
	}
	if len(log) == 0 || log[0].Seq != f.Event {
		return league.Errorf(league.Invalid, "Choose what is to be undone.")
	}
	d := log[0]
	undone := league.Decision{By: by, Act: league.ActUndone, Player: d.Player, Text: strings.TrimSpace(string(d.Act) + " " + reason)}
	switch d.Act {
	case league.ActStruck:
		return s.undoStrike(ctx, p, d, undone)
	case league.ActCorrected:
		return s.corrections.undoAtDesk(ctx, p, by, d, f.Text)
	case league.ActBanned:
	case league.ActPaired:
		rule, err := league.ParsePairRule(d.Text)
		if err != nil {
			return err
		}
		if err := s.roundToCome(ctx, t, rule.Round); err != nil {
			return err
		}
		undone.Text = string(d.Act) + " " + d.Text
	case league.ActPaused:
		undone = league.Decision{By: by, Act: league.ActResumed}
	default:
		return league.Errorf(league.Invalid, "That cannot be undone.")
	}
	return s.tournaments.AppendDecisions(p, undone)
}

// undoStrike brings a player back who was struck. What that ended is played again: the match
// that it ended stays as it is, but counts neither in the table nor for ratings, and a new one does
// in its place. It is too late once a round has begun without them.
func (s *Desk) undoStrike(ctx context.Context, p *league.TournamentProgress, struck, undone league.Decision) error {
	t := p.Tournament
	e, in := t.Entrant(struck.Player.ID)
	switch {
	case t.State != league.Running:
		return league.Errorf(league.Stale, "This tournament is over; its table stands.")
	case !in:
		return league.Errorf(league.Stale, "%s is no longer in this tournament.", struck.Player.Name)
	case e.Out == league.Cheated:
		return league.Errorf(league.Forbidden, "The site has taken %s out, so nobody here can undo that.", struck.Player.Name)
	}
	matches, err := s.store.GroupFixtures(ctx, league.Site(), t.ID, e.Group)
	if err != nil {
		return err
	}
	var again []league.Match
	for _, m := range league.Latest(matches) {
		o := m.State.Outcome
		switch {
		case m.Created.After(t.Started) && !m.Created.Before(struck.At) && league.Key(m.Fixture).Fixture() == league.Key(m.Fixture):
			return league.Errorf(league.Stale, "A round has begun since %s was struck, so it is too late to undo that.", struck.Player.Name)
		case m.SideOf(e.Player.ID) == engine.NoSide || m.State.Moved.Before(struck.At):
		case o.Ending == engine.DoubleForfeit || o.Ending == engine.Forfeit && o.Winner != m.SideOf(e.Player.ID):
			again = append(again, m)
		}
	}
	switch n := len(again); n {
	case 0:
	case 1:
		undone.Text = textOneAnew.Of(undone.Text)
	default:
		undone.Text = textSomeAnew.Of(undone.Text, n)
	}
	if err := s.tournaments.AppendDecisions(p, undone); err != nil {
		return fmt.Errorf("undoing event %d: %w", struck.Seq, err)
	}
	return s.tournaments.PlayAgain(ctx, p, again, "", "")
}
