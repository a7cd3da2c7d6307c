package tournaments

import (
	"context"
	"errors"
	"slices"
	"time"

	"kickabout/league/span"

	"kickabout/league"
	"kickabout/league/conduct"
)

// absencesSeen is how far back what was lost on time is looked at: as long as a ban can run, and as long before that as
// absences count for it.
const absencesSeen = conduct.AbsenceCounts + 180*24*time.Hour

// LookAfterSilence is what follows when a player has lost a match on time: the absence is counted, and they leave the
// queues in which they wait (R-FF-7). Before the day of that rule, who is silent is out of everything.
func (s *Strikes) LookAfterSilence(ctx context.Context, player, part string) error {
	days, err := s.core.RuleDays(ctx)
	if err != nil {
		return err
	}
	if !days.Hold(league.Absences, s.core.Now()) {
		return s.removeSilent(ctx, player)
	}
	return errors.Join(s.CountAbsences(ctx, player, part), s.leaveQueues(ctx, player))
}

// CountAbsences finds a player's absences in what they have lost on time, and notes what each comes to (R-FF-7,
// R-FF-11). What was struck out stays so. Done again, nothing changes.
func (s *Strikes) CountAbsences(ctx context.Context, player, _ string) error {
	who, err := s.store.Player(ctx, player)
	if err != nil || who.Kind != league.Member {
		return err
	}
	losses, moves, err := s.losses(ctx, player)
	if err != nil {
		return err
	}
	steps, err := s.store.SanctionsOf(ctx, player)
	if err != nil {
		return err
	}
	days, err := s.core.RuleDays(ctx)
	if err != nil {
		return err
	}
	away, err := s.core.Outages(ctx)
	if err != nil {
		return err
	}
	var problems []error
	for _, a := range reckon(player, losses, moves, away, steps, days[league.Absences], s.core.Now()) {
		var told []league.Notice
		if a.ID == "" {
			a.ID = s.core.NewID()
			told = append(told, league.Notice{Player: player, At: s.core.Now(), Kind: league.StandingNotice, Subject: a.ID, Event: league.AbsenceTold})
		}
		if err := s.store.PutAbsence(ctx, a, told...); league.KindOf(err) == league.Stale { // another node was first
			continue
		} else if err != nil {
			problems = append(problems, err)
			continue
		}
		s.core.Notify(told)
	}
	return errors.Join(problems...)
}

// losses reads what a player has lost on time, and of their moves one between each two losses that are far enough apart
// for it to matter.
func (s *Strikes) losses(ctx context.Context, player string) (losses []conduct.Loss, moves []time.Time, err error) {
	lost, err := s.store.LostOnTime(ctx, player, s.core.Now().Add(-absencesSeen))
	if err != nil {
		return nil, nil, err
	}
	for match, at := range lost {
		losses = append(losses, conduct.Loss{Match: match, At: at})
	}
	slices.SortFunc(losses, conduct.Loss.Compare)
	for i, l := range losses {
		if i == 0 || l.At.Sub(losses[i-1].At) < conduct.AbsenceApart {
			continue
		}
		moved, err := s.store.MovedBetween(ctx, player, losses[i-1].At, l.At)
		if err != nil {
			return nil, nil, err
		}
		if !moved.IsZero() {
			moves = append(moves, moved)
		}
	}
	return losses, moves, nil
}

// reckon returns the steps for absences that are to be written: new ones without an id, and those that are no longer as
// they stand. Of a step whose absence is gone, or is part of an earlier one, it says that it is lifted.
func reckon(player string, losses []conduct.Loss, moves []time.Time, away span.Set, steps []league.Sanction, from, now time.Time) (changed []league.Sanction) {
	of := func(a conduct.Absence) int {
		return slices.IndexFunc(steps, func(s league.Sanction) bool { return s.Kind == league.SanctionAbsence && a.Of(s.Subject) })
	}
	struck := func(a conduct.Absence) bool { i := of(a); return i >= 0 && !steps[i].Lifted.At.IsZero() }
	kept := map[string]bool{}
	for _, a := range conduct.Weigh(conduct.Absences(losses, moves, away), struck, from) {
		was := league.Sanction{}
		if i := of(a); i >= 0 {
			was = steps[i]
			kept[was.ID] = true
		}
		next, counts := conduct.AbsenceStep(player, a)
		if !counts || !a.Lapses().After(now) {
			continue
		}
		if next.ID = was.ID; was.ID == "" || was.Reason != next.Reason || !was.At.Equal(next.At) || !was.Ends.Equal(next.Ends) || !was.Ban.Equal(next.Ban) {
			changed = append(changed, next)
		}
	}
	for _, s := range steps {
		if s.Kind == league.SanctionAbsence && s.Lifted.At.IsZero() && s.Ends.After(now) && !kept[s.ID] {
			s.Lifted = league.Verdict{At: now, Why: "nothing of it was lost on time, as it stands now"}
			changed = append(changed, s)
		}
	}
	return changed
}

// leaveQueues takes a player who is absent out of what starts as soon as it is full: the others would play alone.
func (s *Strikes) leaveQueues(ctx context.Context, id string) error {
	player, err := s.store.Player(ctx, id)
	if err != nil {
		return err
	}
	known, err := s.tournaments.Known(ctx, []string{id})
	silent := known[id].Silent
	if err != nil || silent.IsZero() {
		return err
	}
	entries, err := s.store.EntriesOf(ctx, league.Site(), id, entriesAtOnce)
	problems := []error{err}
	for _, t := range entries {
		e, in := t.Entrant(id)
		if !in || t.State != league.Registration || t.Competition == "" || !t.WhenFull || e.Entered.After(silent) {
			continue
		}
		err := s.tournaments.Decide(ctx, league.Site(), t.ID, func(p *league.TournamentProgress) error {
			return s.tournaments.AppendDecisions(p, league.Decision{Act: league.ActLeft, Player: player, Text: textQueue.Of()})
		})
		if league.KindOf(err) != league.Stale { // they are out of it already, or it has started
			problems = append(problems, err)
		}
	}
	return errors.Join(problems...)
}

// RemoveAbsent takes those who have made no move for 21 days since they lost a match of a competition on time out of the
// tournaments that they are in, but for ladders, which have a rule of their own, and for what is paused, where nobody need
// move (R-FF-7, R-LA-8). It is level-triggered.
func (s *Upkeep) RemoveAbsent(ctx context.Context) error {
	now := s.core.Now()
	days, err := s.core.RuleDays(ctx)
	if err != nil || !days.Hold(league.Absences, now) {
		return err
	}
	away, err := s.core.Outages(ctx)
	if err != nil {
		return err
	}
	absent, err := s.store.Absent(ctx, away.Ago(now, conduct.AbsenceOut))
	problems := []error{err}
	for _, id := range absent {
		player, err := s.strikes.store.Player(ctx, id)
		if err == nil {
			err = s.strikes.removeFrom(ctx, player, "", textOut.Of(), func(t league.Tournament) bool { return !t.Rolling && t.Paused.IsZero() })
		}
		problems = append(problems, err)
	}
	return errors.Join(problems...)
}

// mayEnter refuses who may enter no new event because of an absence (R-FF-11). Of whom the rule of before has banned, and
// nothing was counted since, the absences are counted first: their ban becomes what the rule gives.
func (s *Strikes) mayEnter(ctx context.Context, player league.Player, from time.Time) error {
	steps, err := s.store.SanctionsOf(ctx, player.ID)
	if err != nil {
		return err
	}
	now := s.core.Now()
	if !from.IsZero() && now.Before(from.Add(conduct.SilentBan)) && !slices.ContainsFunc(steps, func(s league.Sanction) bool { return s.Kind == league.SanctionAbsence }) {
		if err := s.CountAbsences(ctx, player.ID, ""); err != nil {
			return err
		}
		if steps, err = s.store.SanctionsOf(ctx, player.ID); err != nil {
			return err
		}
	}
	away, err := s.core.Outages(ctx)
	if err != nil {
		return err
	}
	return conduct.MayEnter(steps, now, away)
}
