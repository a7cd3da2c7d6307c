package desk

import (
	"context"
	"slices"

	"kickabout/league"
	"kickabout/league/conduct"
	"kickabout/league/correction"
	"kickabout/league/oneline"
	"kickabout/league/play"
	"kickabout/league/tournaments"
)

// Exit returns a tournament that is over with those who were taken out of it, of whom an admin may correct how they count;
// with what a form would do, if it chooses somebody. What is wrong with the form comes as field errors, with the view.
func (s *Corrections) Exit(ctx context.Context, by league.Player, tournament string, f correction.ExitForm) (correction.ExitView, error) {
	v, err := s.rulings.tournaments.Tournament(ctx, league.Of(by), tournament)
	if err != nil {
		return correction.ExitView{}, err
	}
	return s.lookAtExit(ctx, by, v.Tournament, f)
}

// lookAtExit is Exit of a tournament that was read.
func (s *Corrections) lookAtExit(ctx context.Context, by league.Player, t league.Tournament, f correction.ExitForm) (v correction.ExitView, err error) {
	admin, err := s.admin(ctx, by)
	switch {
	case err != nil:
		return v, err
	case !admin:
		return v, league.Errorf(league.Forbidden, "Only the admins of this site can correct how somebody counts in a tournament that is over.")
	}
	if err := correction.MayExit(t); err != nil {
		return v, err
	}
	log, err := s.rulings.store.TournamentLog(ctx, league.Of(by), t.ID, 0, t.Last)
	if err != nil {
		return v, err
	}
	v = correction.ExitView{Tournament: t, Leavers: correction.Leavers(t, log)}
	i := slices.IndexFunc(v.Leavers, func(l correction.Leaver) bool { return l.ID == f.Player })
	switch {
	case len(v.Leavers) == 0:
		return correction.ExitView{}, league.Errorf(league.Stale, "Nobody was taken out of this tournament.")
	case f.Player == "":
		return v, nil
	case i < 0:
		return v, league.FieldErrorf("player", "Choose somebody who was taken out.")
	}
	v.Chosen = &v.Leavers[i]
	switch _, in := t.Entrant(by.ID); {
	case in:
		return v, league.Errorf(league.Forbidden, "You have played in this tournament yourself, so another admin corrects that.")
	case f.Now == "":
		return v, nil
	}
	c, err := f.Change(*v.Chosen)
	if err != nil {
		return v, err
	}
	return v, s.addExit(ctx, by, &v, c)
}

// addExit adds what it would come to if the chosen one counted in another way. Nothing is played any more, so that no game may
// be missing then.
func (s *Corrections) addExit(ctx context.Context, by league.Player, v *correction.ExitView, c league.ExitChange) error {
	t, g := v.Tournament, v.Chosen.Entries[0].Group
	if (tournaments.TournamentView{Tournament: t}).Staged() {
		g = ""
	}
	matches, err := s.rulings.store.GroupFixtures(ctx, league.Of(by), t.ID, g)
	if err != nil {
		return err
	}
	format, err := play.FormatOf(t)
	if err != nil {
		return err
	}
	then, effect := v.Chosen.Then(t, c.Now), correction.Effect{}
	if err := correction.Refuse(format, s.sheet(then, g, matches)); err != nil {
		return err
	}
	if err := s.addRights(ctx, by, &effect, t, format, s.sheet(then, g, matches)); err != nil {
		return err
	}
	if v.Before, err = s.rows(t, format, g, matches); err != nil {
		return err
	}
	if effect.After, err = s.rows(then, format, g, matches); err != nil {
		return err
	}
	for i, of := range []league.Tournament{t, then} {
		plan, err := s.comesTo(format, s.sheet(of, g, matches))
		switch {
		case err != nil:
			return err
		case !plan.Finished && i == 1:
			return league.Errorf(league.Stale, "If %s counted so, games would be missing that never began, and nothing is played in this tournament any more.", v.Chosen.Name)
		}
		effect.Say(i, plan)
	}
	v.Effect = &effect
	return nil
}

// CorrectExit has somebody who was taken out of a tournament that is over count in another way, in public. What is wrong with
// the form comes as field errors.
func (s *Corrections) CorrectExit(ctx context.Context, by league.Player, tournament string, f correction.ExitForm) error {
	return s.rulings.tournaments.ActInTournament(ctx, by, tournament, func(p *league.TournamentProgress) error {
		v, err := s.lookAtExit(ctx, by, p.Tournament, f)
		switch {
		case err != nil:
			return err
		case v.Chosen == nil:
			return league.FieldErrorf("player", "Choose somebody who was taken out.")
		case v.Effect == nil:
			return league.FieldErrorf("now", "Choose how they are to count.")
		}
		reason, err := tournaments.CleanReason(f.Reason)
		if err != nil {
			return err
		}
		c, err := f.Change(*v.Chosen)
		if err != nil {
			return err
		}
		return s.writeExit(p, by, v, league.Decision{Act: league.ActCorrected, Text: correction.ExitText(c, reason)}, c, reason)
	})
}

// UndoExit takes back the last correction of how somebody counts, given by the number of its event.
func (s *Corrections) UndoExit(ctx context.Context, by league.Player, tournament, player string, event int, reason string) error {
	return s.rulings.tournaments.ActInTournament(ctx, by, tournament, func(p *league.TournamentProgress) error {
		v, err := s.lookAtExit(ctx, by, p.Tournament, correction.ExitForm{Player: player})
		if err != nil {
			return err
		}
		if reason, err = oneline.Clean("reason", reason, tournaments.LongReason); err != nil {
			return err
		}
		if v.Chosen == nil || v.Chosen.Undo == nil || v.Chosen.Undo.Seq != event {
			return league.Errorf(league.Stale, "That correction does not stand, or it has been corrected again since. Nothing was changed.")
		}
		made := v.Chosen.Undo.ExitChange
		if err := s.addExit(ctx, by, &v, made.Inverse()); err != nil {
			return err
		}
		d := league.Decision{Act: league.ActUndone, Text: correction.ExitUndone(made, reason)}
		return s.writeExit(p, by, v, d, made.Inverse(), reason)
	})
}

// writeExit adds how somebody counts from now on: to the log, for each of a team, to the log of the site, and who has won by it.
func (s *Corrections) writeExit(p *league.TournamentProgress, by league.Player, v correction.ExitView, d league.Decision, c league.ExitChange, reason string) error {
	if reason == "" {
		reason = correctionUndone
	}
	p.Audit = append(p.Audit, league.AuditLine{
		At: s.rulings.core.Now(), By: by.ID, Act: string(conduct.CorrectStrike), Subject: p.Tournament.ID, Reason: reason,
		Detail: correction.ExitWord(c.Was) + " " + correction.ExitWord(c.Now),
	})
	var decisions []league.Decision
	for _, e := range v.Chosen.Entries {
		d.By, d.Player = by, e.Player
		decisions = append(decisions, d)
	}
	if err := s.rulings.tournaments.AppendDecisions(p, decisions...); err != nil {
		return err
	}
	if err := s.takeRights(p, v.Effect); err != nil {
		return err
	}
	return s.finishAgain(p, v.Effect)
}
