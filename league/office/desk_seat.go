package office

import (
	"context"
	"fmt"

	"kickabout/engine"
	"kickabout/league"
)

// deskSubstitute gives the seat of a player of whom no match is over to one who waits; what
// he had begun is begun anew with the other one (R-CH-10).
func (o *Office) deskSubstitute(ctx context.Context, p *league.TournamentProgress, by league.Player, f DeskForm) error {
	t := p.Tournament
	reason, err := cleanReasonIn("text", f.Text)
	if err != nil {
		return err
	}
	old, err := entrantOf(t, f.Other, "other")
	if err != nil {
		return err
	}
	substitute, err := entrantOf(t, f.Player, "player")
	switch {
	case err != nil:
		return err
	case t.State != league.Running || t.Rolling:
		return league.Errorf(league.Stale, "Seats are taken over while a tournament is being played.")
	case t.Boards > 0:
		return league.Errorf(league.Invalid, "In a league of teams a reserve takes over a board (R-TE-3): the captain says so on the page of the team.")
	case !t.Waits(substitute):
		return league.FieldErrorf("player", "Choose somebody from the waiting list.")
	case t.Waits(old):
		return league.FieldErrorf("other", "%s has no seat.", old.Player.Name)
	case !o.Now().Before(league.LastDay(t.Started, substituteDays, t.Rests)):
		return league.Errorf(league.Stale, "Seats are taken over within %d days of the start (R-CH-10).", substituteDays)
	case old.Out != league.Stays:
		return league.FieldErrorf("other", "%s is out of this tournament. Undo that first.", old.Player.Name)
	}
	matches, err := o.store.GroupFixtures(ctx, t.ID, old.Group)
	if err != nil {
		return err
	}
	var again []league.Match
	for _, m := range league.Latest(matches) {
		switch {
		case m.SideOf(old.Player.ID) == engine.NoSide:
		case m.State.ToMove != engine.NoSide:
			again = append(again, m)
		case m.State.Outcome.Ending != engine.Void:
			return league.FieldErrorf("other", "A game of %s is over, so nobody can take over this seat any more (R-CH-10).", old.Player.Name)
		}
	}
	decisions := []league.Decision{{By: by, Act: league.ActReplaced, Player: substitute.Player, Text: old.Player.ID + " R-CH-10: " + reason}}
	if _, byRounds := formatByRounds(t); byRounds && old.Note != "" { // the rounds of the seat
		decisions = append(decisions, league.Decision{Act: league.ActNoted, Player: substitute.Player, Text: old.Note})
	}
	if err := o.decided(p, decisions...); err != nil {
		return err
	}
	p.Notices = append(p.Notices, league.Notice{Player: old.Player.ID, At: o.Now(), Kind: league.TournamentNotice, Subject: t.ID})
	return o.playAgain(p, again, old.Player.ID, substitute.Player.ID)
}

// playAgain begins matches anew, with another player in the place of one.
func (o *Office) playAgain(p *league.TournamentProgress, matches []league.Match, old, substitute string) error {
	var fixtures []league.Fixture
	for _, m := range matches {
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
	return o.drawn(p, fixtures)
}

// deskSeat gives who waits a seat of his own, where the format has one (R-UT-6).
func (o *Office) deskSeat(ctx context.Context, p *league.TournamentProgress, by league.Player, f DeskForm) error {
	t := p.Tournament
	e, err := entrantOf(t, f.Player, "player")
	if err != nil {
		return err
	}
	format, err := formatOf(t)
	if err != nil {
		return err
	}
	joining, ok := format.(league.Joining)
	if !ok {
		return league.Errorf(league.Invalid, "This format has no seats for those who come later; they can take over the seat of a player.")
	}
	reason, err := league.CleanText("text", f.Text, longReason)
	if err != nil {
		return err
	}
	return o.seated(ctx, p, joining, league.Decision{By: by, Act: league.ActSeated, Player: e.Player, Text: reason})
}

// seated gives a player who waits a seat, with what the format notes of who comes late.
func (o *Office) seated(ctx context.Context, p *league.TournamentProgress, joining league.Joining, d league.Decision) error {
	decisions := []league.Decision{d}
	if p.Tournament.State == league.Running {
		sheet, _, err := o.sheet(ctx, p.Tournament, "")
		if err != nil {
			return err
		}
		note, err := joining.Joins(sheet)
		if err != nil {
			return err
		}
		if note != "" {
			decisions = append(decisions, league.Decision{Act: league.ActNoted, Player: d.Player, Text: note})
		}
	}
	return o.decided(p, decisions...)
}

func begunAnew(n int) string {
	if n == 1 {
		return "1 game is begun anew"
	}
	return fmt.Sprintf("%d games are begun anew", n)
}
