package desk

import (
	"cmp"
	"context"
	"slices"

	"kickabout/engine"
	"kickabout/league"
	"kickabout/league/conduct"
	"kickabout/league/correction"
	"kickabout/league/oneline"
	"kickabout/league/play"
	"kickabout/league/tournaments"
)

// Corrections put results of ended matches right, and back again (R-CO-1).
type Corrections struct {
	rulings  *Rulings
	store    CorrectionsStore
	previews Previews
}

// Correction returns a match whose result somebody may correct, with what a form would do to the table and to ratings;
// nil: no more than the match. What is wrong with the form comes as field errors, with the match.
func (s *Corrections) Correction(ctx context.Context, by league.Player, match string, f *correction.Form) (correction.View, error) {
	v, err := s.rulings.matches.Match(ctx, league.Of(by), match)
	if err != nil {
		return correction.View{}, err
	}
	t, ok, err := s.rulings.tournaments.TournamentOf(ctx, league.Of(by), v.Match)
	if err == nil && !ok {
		err = errNoCorrector()
	}
	if err != nil {
		return correction.View{}, err
	}
	return s.look(ctx, by, t, v, f)
}

// look is Correction of a match and a tournament that were read.
func (s *Corrections) look(ctx context.Context, by league.Player, t league.Tournament, v play.View, f *correction.Form) (correction.View, error) {
	c := correction.View{Match: v.Match, Game: v.Record.Game.Info(), Played: v.Record.Outcome(), Tournament: t}
	if err := s.may(ctx, by, t, v.Match); err != nil {
		return correction.View{}, err
	}
	var err error
	if c.Standing, err = s.standing(ctx, by, t, v.Match); err != nil {
		return c, err
	}
	if f == nil {
		return c, nil
	}
	result, err := f.Result(c.Game)
	switch {
	case err != nil:
		return c, err
	case f.Was != "" && f.Was != correction.ResultText(v.Match.State.Outcome):
		return c, league.Errorf(league.Stale, "The result of this game has been corrected since you looked. If yours still holds, send it again.")
	case result.Ending == correction.Again && t.State != league.Running:
		return c, league.Errorf(league.Stale, "This tournament is over, so nothing is played in it any more. Correct the result instead.")
	case result.Ending == correction.Again && t.Rolling:
		return c, league.Errorf(league.Stale, "On a ladder no game is played again, since the two can meet again anyway. Correct the result instead.")
	case result.Ending == correction.Again && v.Match.Twin != "":
		return c, league.Errorf(league.Stale, "The two games of this pair have the same dice, so one of them cannot be played again alone.")
	case result == v.Match.State.Outcome:
		return c, league.FieldErrorf("ending", "That is the result already, so nothing was changed (R-UT-9).")
	}
	return c, s.addEffect(ctx, by, &c, result, nil)
}

// may refuses who may not correct the result of a match now.
func (s *Corrections) may(ctx context.Context, by league.Player, t league.Tournament, m league.Match) error {
	admin, err := s.admin(ctx, by)
	switch {
	case err != nil:
		return err
	case !admin && !s.rulings.strikes.Directs(by, t):
		return errNoCorrector()
	}
	if err := s.rulings.ownMatch(by, t, m); err != nil {
		return err
	}
	if err := correction.May(t, m, admin, s.rulings.core.Now()); err != nil {
		return err
	}
	return s.counts(ctx, by, t, m)
}

// admin says that somebody is an admin of the site.
func (s *Corrections) admin(ctx context.Context, by league.Player) (bool, error) {
	if by.Kind != league.Member {
		return false, nil
	}
	role, err := s.store.Role(ctx, by.ID)
	return err == nil && conduct.May(role, conduct.CorrectResult), err
}

// counts refuses a match in whose place another one is played.
func (s *Corrections) counts(ctx context.Context, by league.Player, t league.Tournament, m league.Match) error {
	matches, err := s.group(ctx, by, t, m)
	if err == nil && !slices.ContainsFunc(league.Latest(matches), func(l league.Match) bool { return l.ID == m.ID }) {
		err = league.Errorf(league.Stale, "Another game is played in place of this one, so its result does not count.")
	}
	return err
}

// group lists the matches of the group of a match; of stages all, and on a ladder, where each has its effect by itself, the
// match alone.
func (s *Corrections) group(ctx context.Context, by league.Player, t league.Tournament, m league.Match) ([]league.Match, error) {
	if t.Rolling {
		return []league.Match{m}, nil
	}
	g := league.Key(m.Fixture).Group()
	if (tournaments.TournamentView{Tournament: t}).Staged() {
		g = ""
	}
	return s.rulings.store.GroupFixtures(ctx, league.Of(by), t.ID, g)
}

func errNoCorrector() error {
	return league.Errorf(league.Forbidden, "Only who directs the tournament of this game, and the admins of this site, can correct its result.")
}

// standing returns the corrections of a match that stand.
func (s *Corrections) standing(ctx context.Context, viewer league.Player, t league.Tournament, m league.Match) ([]correction.Made, error) {
	log, err := s.rulings.store.TournamentLog(ctx, league.Of(viewer), t.ID, 0, t.Last)
	if err != nil {
		return nil, err
	}
	all, err := correction.Standing(log)
	return all[league.Key(m.Fixture)], err
}

// CorrectionOf returns the correction by which a match counts that a viewer sees; nil if it counts as it was played.
func (s *Corrections) CorrectionOf(ctx context.Context, viewer league.Player, m league.Match) (*correction.Made, error) {
	if !m.Corrected.Over() {
		return nil, nil
	}
	t, ok, err := s.rulings.tournaments.TournamentOf(ctx, league.Of(viewer), m)
	if err != nil || !ok {
		return nil, err
	}
	made, err := s.standing(ctx, viewer, t, m)
	if err != nil || len(made) == 0 {
		return nil, err
	}
	return &made[len(made)-1], nil
}

// MayCorrect says whether somebody may correct the result of a match now.
func (s *Corrections) MayCorrect(ctx context.Context, by league.Player, m league.Match) (bool, error) {
	if by.Kind != league.Member || !m.State.Outcome.Over() {
		return false, nil
	}
	t, ok, err := s.rulings.tournaments.TournamentOf(ctx, league.Of(by), m)
	if err != nil || !ok {
		return false, err
	}
	err = s.may(ctx, by, t, m)
	if kind := league.KindOf(err); kind == league.Forbidden || kind == league.Stale || kind == league.Damaged {
		return false, nil
	}
	return err == nil, err
}

// sheet returns the sheet of all that hangs together with a group.
func (s *Corrections) sheet(t league.Tournament, g league.Group, matches []league.Match) league.Sheet {
	if (tournaments.TournamentView{Tournament: t}).Staged() {
		g = ""
	} else {
		t = t.Of(g)
	}
	return s.rulings.tournaments.SheetOf(t, g, matches, s.rulings.core.Now())
}

// rows returns the table of a group by some results: of a format without one for it, that of the whole.
func (s *Corrections) rows(t league.Tournament, format league.Format, g league.Group, matches []league.Match) ([]league.Row, error) {
	if !(tournaments.TournamentView{Tournament: t}).Staged() {
		t = t.Of(g)
	}
	groups, err := s.rulings.tournaments.Groups(t, format, matches, s.rulings.core.Now())
	if err != nil {
		return nil, err
	}
	for _, v := range groups {
		if v.Group == g {
			return v.Rows, nil
		}
	}
	return format.Table(s.sheet(t, g, matches), "")
}

// Correct sets the result of an ended match, given by its id, in public. What is wrong with the form comes as field errors.
func (s *Corrections) Correct(ctx context.Context, by league.Player, match string, f correction.Form) error {
	return s.change(ctx, by, match, func(p *league.TournamentProgress, v play.View) error {
		c, err := s.look(ctx, by, p.Tournament, v, &f)
		if err != nil {
			return err
		}
		reason, err := tournaments.CleanReason(f.Reason)
		if err != nil {
			return err
		}
		made := correction.Correction{Fixture: league.Key(v.Match.Fixture), Was: v.Match.State.Outcome, Now: c.Effect.Result, Reason: reason}
		for i, side := range []engine.Side{engine.First, engine.Second} {
			made.Players[i] = v.Match.Seats[v.Match.SeatOf(side)].Player.ID
		}
		return s.write(ctx, p, v, league.Decision{By: by, Act: league.ActCorrected, Text: made.String()}, made, c.Effect)
	})
}

// UndoCorrection takes back the last correction of a match, given by the number of its event.
func (s *Corrections) UndoCorrection(ctx context.Context, by league.Player, match string, event int, reason string) error {
	return s.change(ctx, by, match, func(p *league.TournamentProgress, v play.View) error {
		return s.undo(ctx, p, by, v, event, reason)
	})
}

// undo adds that a correction is taken back.
func (s *Corrections) undo(ctx context.Context, p *league.TournamentProgress, by league.Player, v play.View, event int, reason string) error {
	c, err := s.look(ctx, by, p.Tournament, v, nil)
	if err != nil {
		return err
	}
	if reason, err = oneline.Clean("reason", reason, tournaments.LongReason); err != nil {
		return err
	}
	n := len(c.Standing)
	if n == 0 || c.Standing[n-1].Seq != event {
		return league.Errorf(league.Stale, "That correction does not stand, or the result has been corrected again since. Nothing was changed.")
	}
	back := c.Standing[n-1].Inverse(reason)
	if err := s.addEffect(ctx, by, &c, back.Now, &c.Standing[n-1]); err != nil {
		return err
	}
	return s.write(ctx, p, v, league.Decision{By: by, Act: league.ActUndone, Text: back.Undone()}, back, c.Effect)
}

// undoAtDesk takes back a correction of which the log tells.
func (s *Corrections) undoAtDesk(ctx context.Context, p *league.TournamentProgress, by league.Player, d league.Decision, reason string) error {
	c, ok := correction.Of(d)
	if !ok {
		return league.Errorf(league.Invalid, "That cannot be undone.")
	}
	matches, err := s.rulings.store.GroupFixtures(ctx, league.Of(by), p.Tournament.ID, c.Fixture.Group())
	if err != nil {
		return err
	}
	i := slices.IndexFunc(matches, func(m league.Match) bool { return league.Key(m.Fixture) == c.Fixture })
	if i < 0 {
		return league.Errorf(league.Stale, "There is no such game any more.")
	}
	v, err := s.rulings.matches.Match(ctx, league.Of(by), matches[i].ID)
	if err != nil {
		return err
	}
	return s.undo(ctx, p, by, v, d.Seq, reason)
}

// change makes a step of the tournament of a match, which is read anew for each try.
func (s *Corrections) change(ctx context.Context, by league.Player, match string, step func(*league.TournamentProgress, play.View) error) error {
	v, err := s.rulings.matches.Settle(ctx, league.Of(by), match)
	if err != nil {
		return err
	}
	t, ok, err := s.rulings.tournaments.TournamentOf(ctx, league.Of(by), v.Match)
	if err == nil && !ok {
		err = errNoCorrector()
	}
	if err != nil {
		return err
	}
	return s.rulings.tournaments.ActInTournament(ctx, by, t.ID, func(p *league.TournamentProgress) error {
		v, err := s.rulings.matches.Match(ctx, league.Of(by), match)
		if err != nil {
			return err
		}
		return step(p, v)
	})
}

// correctionUndone is the reason in the log of the site of who takes a correction back without one.
const correctionUndone = "The correction was undone."

// write adds how a match counts from now on: to the log, to the match, to the news of both players, to the ratings; what is
// drawn anew by it, and who has won; and to the log of the site if who does it could not without a role there.
func (s *Corrections) write(ctx context.Context, p *league.TournamentProgress, v play.View, d league.Decision, c correction.Correction, e *correction.Effect) error {
	if !s.rulings.strikes.Directs(d.By, p.Tournament) || correction.May(p.Tournament, v.Match, false, s.rulings.core.Now()) != nil {
		p.Audit = append(p.Audit, league.AuditLine{
			At: s.rulings.core.Now(), By: d.By.ID, Act: string(conduct.CorrectResult), Subject: v.Match.ID,
			Reason: cmp.Or(c.Reason, correctionUndone), Detail: correction.ResultText(c.Was) + " " + correction.ResultText(c.Now),
		})
	}
	if err := s.rulings.tournaments.AppendDecisions(p, d); err != nil {
		return err
	}
	p.Notices = append(p.Notices, s.notices(v.Match, d.By)...)
	p.Facts = append(p.Facts, league.Fact{Kind: league.MatchEnded, Subject: v.Match.ID})
	p.Facts = append(p.Facts, silences(v.Match, c)...)
	if c.Now.Ending == correction.Again {
		return s.rulings.tournaments.PlayAgain(ctx, p, []league.Match{v.Match}, "", "")
	}
	m := v.Match
	if m.Corrected = c.Now; c.Now == v.Record.Outcome() {
		m.Corrected = engine.Outcome{}
	}
	m.State = correction.Counting(m.State, c.Now)
	p.Corrected = append(p.Corrected, m)
	if err := s.redraw(ctx, p, d.By, v.Match, e.Redrawn); err != nil {
		return err
	}
	if err := s.rulings.tournaments.AppendDecisions(p, e.Placed...); err != nil {
		return err
	}
	if err := s.takeRights(p, e); err != nil {
		return err
	}
	return s.finishAgain(p, e)
}

// silences are that the absences are to be counted again of who lost the match on time, or does now (R-FF-7).
func silences(m league.Match, c correction.Correction) (facts []league.Fact) {
	for _, o := range []engine.Outcome{c.Was, c.Now} {
		if o.Ending == engine.Timeout && o.Winner != engine.NoSide {
			if loser := m.Seats[m.SeatOf(o.Winner.Other())].Player; loser.Kind == league.Member {
				facts = append(facts, league.Fact{Kind: league.PlayerSilent, Subject: loser.ID})
			}
		}
	}
	return facts
}

// notices tells both players, but who has done it.
func (s *Corrections) notices(m league.Match, by league.Player) (notices []league.Notice) {
	for _, seat := range m.Seats {
		if seat.Player.Kind == league.Member && seat.Player.ID != by.ID {
			notices = append(notices, league.Notice{
				Player: seat.Player.ID, At: s.rulings.core.Now(), Kind: league.MatchNotice, Subject: m.ID, Seq: m.State.Last, Event: league.MatchRevised,
			})
		}
	}
	return notices
}
