package desk

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"kickabout/engine"
	"kickabout/league"
	"kickabout/league/bracket"
	"kickabout/league/play"
	"kickabout/league/substitute"
	"kickabout/league/tournaments"
)

// substituteDays is how long after the start a whole seat may be taken over (R-CH-10).
const substituteDays = 14

// Substitution says what a substitute would take over of a player's place, and who comes first; as an error why nobody can
// take it.
func (s *Substitutes) Substitution(ctx context.Context, by league.Player, id, player string) (substitute.Substitution, error) {
	t, err := s.store.Tournament(ctx, league.Of(by), id)
	if err != nil {
		return substitute.Substitution{}, err
	}
	if err := s.strikes.MustDirect(by, t); err != nil {
		return substitute.Substitution{}, err
	}
	old, err := tournaments.EntrantOf(t, player, "other")
	if err != nil {
		return substitute.Substitution{}, err
	}
	c := substitute.Substitution{Waits: league.WaitList(t)}
	if c.Takeover, err = s.takeover(ctx, t, old); err != nil {
		return c, err
	}
	c.First, c.Passed, err = s.first(ctx, t)
	return c, err
}

// takeover says what can be taken over of a player's place.
func (s *Substitutes) takeover(ctx context.Context, t league.Tournament, old league.Entrant) (substitute.Takeover, error) {
	by, taken := league.StandIn(t, old.Player.ID)
	switch {
	case t.State != league.Running || t.Rolling:
		return substitute.Takeover{}, league.Errorf(league.Stale, "Seats are taken over while a tournament is being played.")
	case t.Boards > 0:
		return substitute.Takeover{}, league.Errorf(league.Invalid, "In a league of teams a reserve takes over a board (R-TE-3): the captain says so on the page of the team.")
	case t.Waits(old):
		return substitute.Takeover{}, league.FieldErrorf("other", "%s has no seat.", old.Player.Name)
	case taken:
		return substitute.Takeover{}, league.FieldErrorf("other", "%s plays on in the place of %s already.", by.Name, old.Player.Name)
	}
	format, err := play.FormatOf(t)
	if err != nil {
		return substitute.Takeover{}, err
	}
	whole, err := s.wholeSeat(ctx, t, format, old)
	if err == nil {
		return whole, nil
	}
	substituting, ok := format.(league.Substituting)
	if !ok || old.Out == league.Stays || league.KindOf(err) == league.Internal {
		return substitute.Takeover{}, err
	}
	sheet, _, err := s.tournaments.Sheet(ctx, t, "")
	if err != nil {
		return substitute.Takeover{}, err
	}
	rest := substitute.Takeover{Of: old}
	rest.Note, rest.Round, err = substituting.Substitute(sheet, old.Player.ID)
	return rest, err
}

// wholeSeat lets a seat be taken over of which no game is over but by that its player is out, and on which nothing hangs yet
// (R-CH-10).
func (s *Substitutes) wholeSeat(ctx context.Context, t league.Tournament, format league.Format, old league.Entrant) (substitute.Takeover, error) {
	seat := substitute.Takeover{Of: old, Until: league.LastDay(t.Started, substituteDays, t.Rests)}
	if !s.core.Now().Before(seat.Until) {
		return seat, league.Errorf(league.Stale, "Seats are taken over within %d days of the start (R-CH-10).", substituteDays)
	}
	if slices.ContainsFunc(t.Entries, func(e league.Entrant) bool { return e.Group == old.Group && !e.Qualified.IsZero() }) {
		return seat, league.FieldErrorf("other", "It is certain who goes on from here, so nobody can take over a seat any more (R-UT-8).")
	}
	out, err := s.outSince(ctx, t, old)
	if err != nil {
		return seat, err
	}
	matches, err := s.store.GroupFixtures(ctx, league.Site(), t.ID, old.Group)
	if err != nil {
		return seat, err
	}
	rounds := hangTogether(format)
	for _, m := range league.Latest(matches) {
		side := m.SideOf(old.Player.ID)
		switch {
		case rounds && !out.IsZero() && m.Created.After(t.Started) && !m.Created.Before(out) && league.Key(m.Fixture).Fixture() == league.Key(m.Fixture):
			return seat, league.FieldErrorf("other", "A round has begun since %s left, so nobody can take over the whole seat any more (R-CH-10).", old.Player.Name)
		case side == engine.NoSide, !sits(t, m, side.Other()):
		case m.State.ToMove != engine.NoSide, endedByExit(m, side, out), m.State.Outcome.Ending == engine.Void:
			seat.Anew = append(seat.Anew, m)
		default:
			return seat, league.FieldErrorf("other", "A game of %s is over, so nobody can take over this seat any more (R-CH-10).", old.Player.Name)
		}
	}
	return seat, nil
}

// sits says that who plays a side of a match is still in its tournament: in a championship the game of who was replaced there
// is drawn anew by itself.
func sits(t league.Tournament, m league.Match, side engine.Side) bool {
	_, in := t.Entrant(m.Seats[m.SeatOf(side)].Player.ID)
	return in
}

// hangTogether says that what comes in a tournament hangs on what was before.
func hangTogether(format league.Format) bool {
	_, staged := format.(league.Staged)
	_, bracketed := format.(bracket.Bracketed)
	_, byRounds := format.(league.ByRounds)
	return staged || bracketed || byRounds
}

// outSince returns when a player who is out was taken out; the zero time of others.
func (s *Substitutes) outSince(ctx context.Context, t league.Tournament, e league.Entrant) (at time.Time, err error) {
	if e.Out == league.Stays {
		return at, nil
	}
	struck, err := s.store.Acts(ctx, t, 0, t.Last, league.ActStruck)
	for _, d := range struck {
		if d.Player.ID == e.Player.ID {
			at = d.At
		}
	}
	return at, err
}

// endedByExit says that a match of a side is over by nothing but that its player was taken out at a moment.
func endedByExit(m league.Match, side engine.Side, out time.Time) bool {
	o := m.State.Outcome
	return !out.IsZero() && !m.State.Moved.Before(out) && (o.Ending == engine.DoubleForfeit || o.Ending == engine.Forfeit && o.Winner != side)
}

// fits refuses a player who does not meet the terms of a tournament, or may begin nothing new.
func (s *Substitutes) fits(ctx context.Context, player league.Player, t league.Tournament) error {
	if player.Kind == league.Bot && !t.NoBots {
		return nil
	}
	if player.Kind != league.Member || t.Has(player.ID, league.Banned) {
		return league.Errorf(league.Forbidden, "%s may not play in this tournament.", player.Name)
	}
	if err := s.strikes.MayEnter(ctx, player); err != nil {
		return err
	}
	t.ByInvite = false // they are asked for, or have entered already
	if err := s.entries.CheckConditions(ctx, player, t); err != nil {
		return err
	}
	return s.places.CheckEntry(ctx, t, player)
}

// first returns the first of those who wait who meets the terms, and who is passed over for them.
func (s *Substitutes) first(ctx context.Context, t league.Tournament) (first *league.Entrant, passed []league.Player, err error) {
	for _, e := range league.WaitList(t) {
		err := s.fits(ctx, e.Player, t)
		if err == nil {
			return &e, passed, nil
		}
		if league.KindOf(err) != league.Forbidden {
			return nil, nil, err
		}
		passed = append(passed, e.Player)
	}
	return nil, passed, nil
}

// deskSubstitute puts in who plays for another one: somebody who waits, the first who meets the terms if nobody is named.
func (s *Desk) deskSubstitute(ctx context.Context, p *league.TournamentProgress, by league.Player, f DeskForm) error {
	t := p.Tournament
	old, reason, err := dropsOut(t, f)
	if err != nil {
		return err
	}
	if _, err := tournaments.EntrantOf(t, f.Player, "player"); f.Player != "" && err != nil {
		return err
	}
	take, err := s.substitutes.takeover(ctx, t, old)
	if err != nil {
		return err
	}
	player, err := s.substitutes.chosen(ctx, t, f.Player)
	if err != nil {
		return err
	}
	return s.substitutes.put(ctx, p, by, player, take, reason)
}

// dropsOut reads who is to be played for, and why.
func dropsOut(t league.Tournament, f DeskForm) (old league.Entrant, reason string, err error) {
	if old, err = tournaments.EntrantOf(t, f.Other, "other"); err == nil {
		reason, err = tournaments.CleanReasonIn("text", f.Text)
	}
	return old, reason, err
}

// chosen returns who is to play on: an entrant who waits and meets the terms, or the first of them.
func (s *Substitutes) chosen(ctx context.Context, t league.Tournament, player string) (league.Entrant, error) {
	if player == "" {
		first, _, err := s.first(ctx, t)
		if err == nil && first == nil {
			err = league.FieldErrorf("player", "Nobody waits who meets the terms. You can ask a player (R-UT-8).")
		}
		if err != nil {
			return league.Entrant{}, err
		}
		return *first, nil
	}
	e, err := tournaments.EntrantOf(t, player, "player")
	switch {
	case err != nil:
		return e, err
	case !t.Waits(e):
		return e, league.FieldErrorf("player", "Choose somebody from the waiting list.")
	}
	if err := s.fits(ctx, e.Player, t); league.KindOf(err) == league.Forbidden {
		return e, league.FieldErrorf("player", "%s does not meet the terms of this tournament any more.", e.Player.Name)
	} else if err != nil {
		return e, err
	}
	return e, nil
}

// put lets who waits play on for another one. Text is why, without a rule.
func (s *Substitutes) put(ctx context.Context, p *league.TournamentProgress, by league.Player, comes league.Entrant, take substitute.Takeover, reason string) error {
	t, old := p.Tournament, take.Of
	text := textReplaced.Of(reason)
	if by.ID == comes.Player.ID {
		text = textAccepted.Of()
	}
	note := take.Note
	d := league.Decision{By: by, Act: league.ActReplaced, Player: comes.Player, Text: old.Player.ID + " " + text}
	if _, byRounds := tournaments.FormatByRounds(t); byRounds && take.Round == 0 { // the rounds of the seat
		note = old.Note
	}
	if take.Round > 0 {
		d.Act = league.ActStoodIn
		if by.ID != comes.Player.ID {
			d.Text = old.Player.ID + " " + textStoodIn.Of(reason)
		}
	}
	decisions := []league.Decision{d}
	if note != "" {
		decisions = append(decisions, league.Decision{Act: league.ActNoted, Player: comes.Player, Text: note})
	}
	if err := s.tournaments.AppendDecisions(p, decisions...); err != nil {
		return err
	}
	if take.Round > 0 {
		return nil
	}
	p.Notices = append(p.Notices, league.Notice{Player: old.Player.ID, At: s.core.Now(), Kind: league.TournamentNotice, Subject: t.ID, Event: league.TournamentRuled})
	return s.tournaments.PlayAgain(ctx, p, take.Anew, old.Player.ID, comes.Player.ID)
}

// deskSeek asks a player, by name, to play for another one. Who waits and meets the terms comes first.
func (s *Desk) deskSeek(ctx context.Context, p *league.TournamentProgress, by league.Player, f DeskForm) error {
	t := p.Tournament
	old, reason, err := dropsOut(t, f)
	if err != nil {
		return err
	}
	player, err := s.tournaments.Named(ctx, f.Player)
	if err != nil {
		return err
	}
	take, err := s.substitutes.takeover(ctx, t, old)
	if err != nil {
		return err
	}
	first, _, err := s.substitutes.first(ctx, t)
	switch {
	case err != nil:
		return err
	case first != nil:
		return league.FieldErrorf("player", "%s waits for a seat and meets the terms, so they come first.", first.Player.Name)
	case player.Kind != league.Member:
		return league.FieldErrorf("player", "Only a player with an account can be asked.")
	}
	if err := s.substitutes.fits(ctx, player, t); league.KindOf(err) == league.Forbidden {
		return league.FieldErrorf("player", "%s does not meet the terms of this tournament, or may enter nothing now.", player.Name)
	} else if err != nil {
		return err
	}
	until := s.core.Now().Add(league.AnswerTime)
	if !take.Until.IsZero() && take.Until.Before(until) { // after that the seat cannot be taken any more
		until = take.Until
	}
	call := league.SubstituteCall{Player: player, For: old.Player.ID, Until: until}
	return s.tournaments.AppendDecisions(p, league.Decision{By: by, Act: league.ActSought, Player: player, Text: call.Text() + " " + reason})
}

// deskTakeBack takes back that somebody is asked to play for another one.
func (s *Desk) deskTakeBack(_ context.Context, p *league.TournamentProgress, by league.Player, f DeskForm) error {
	call, ok := p.Tournament.CallOf(f.Player)
	if !ok {
		return league.FieldErrorf("player", "Choose somebody who is asked.")
	}
	return s.tournaments.AppendDecisions(p, league.Decision{By: by, Act: league.ActDeclined, Player: call.Player})
}

// AcceptSeat is that a player who is asked to play for another one does. They must still meet the terms, and the seat must
// still be there to be taken.
func (s *Substitutes) AcceptSeat(ctx context.Context, player league.Player, id string) error {
	return s.tournaments.ActInTournament(ctx, player, id, func(p *league.TournamentProgress) error {
		call, ok := p.Tournament.CallOf(player.ID)
		if !ok {
			return errNotAsked()
		}
		if err := s.fits(ctx, player, p.Tournament); err != nil {
			return err
		}
		if err := s.tournaments.AppendDecisions(p, league.Decision{By: player, Act: league.ActEntered, Player: player}); err != nil {
			return err
		}
		old, _ := p.Tournament.Entrant(call.For)
		take, err := s.takeover(ctx, p.Tournament, old)
		if err != nil {
			return err
		}
		comes, _ := p.Tournament.Entrant(player.ID)
		if err := s.put(ctx, p, player, comes, take, ""); err != nil {
			return err
		}
		if of := p.Tournament.Competition; of != "" {
			p.Facts = append(p.Facts, league.Fact{Kind: league.RightUsed, Subject: of, Part: player.ID})
		}
		return s.tournaments.TellSite(ctx, p, player, league.TournamentAnswered)
	})
}

// DeclineSeat is that they do not.
func (s *Substitutes) DeclineSeat(ctx context.Context, player league.Player, id string) error {
	return s.tournaments.ActInTournament(ctx, player, id, func(p *league.TournamentProgress) error {
		if _, ok := p.Tournament.CallOf(player.ID); !ok {
			return errNotAsked()
		}
		if err := s.tournaments.AppendDecisions(p, league.Decision{By: player, Act: league.ActDeclined, Player: player}); err != nil {
			return err
		}
		return s.tournaments.TellSite(ctx, p, player, league.TournamentAnswered)
	})
}

func errNotAsked() error {
	return league.Errorf(league.Stale, "You are not asked to play in this tournament, or no longer.")
}

// LapseCalls notes of everybody who was asked and has not answered within their time that they do not play. A second run finds
// nothing to do.
func (s *Substitutes) LapseCalls(ctx context.Context) error {
	calling, err := s.store.Calling(ctx)
	problems := []error{err}
	for _, id := range calling {
		err := s.tournaments.Decide(ctx, league.Site(), id, func(p *league.TournamentProgress) error {
			over := slices.DeleteFunc(p.Tournament.Calls(), func(c league.SubstituteCall) bool { return s.core.Now().Before(c.Until) })
			if len(over) == 0 || p.Tournament.State != league.Running {
				return tournaments.ErrNothing
			}
			var decisions []league.Decision
			for _, c := range over {
				decisions = append(decisions, league.Decision{Act: league.ActDeclined, Player: c.Player, Text: textNoAnswer.Of()})
			}
			if err := s.tournaments.AppendDecisions(p, decisions...); err != nil {
				return err
			}
			return s.tournaments.TellSite(ctx, p, league.Player{}, league.TournamentAnswered)
		})
		if err != nil {
			problems = append(problems, fmt.Errorf("tournament %s: %w", id, err))
		}
	}
	return errors.Join(problems...)
}
