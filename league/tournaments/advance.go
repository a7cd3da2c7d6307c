package tournaments

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"kickabout/engine"
	"kickabout/league"
	"kickabout/league/core"
	"kickabout/league/play"
)

// AdvanceDue is the part of Advance about tournaments that are being played.
func (s *Rounds) AdvanceDue(ctx context.Context) error {
	ids, err := s.store.PlayedOut(ctx)
	if err != nil {
		return err
	}
	paced, err := s.store.Paced(ctx)
	if err != nil {
		return err
	}
	var problems []error
	ids = append(ids, paced...)
	slices.Sort(ids)
	for _, id := range slices.Compact(ids) {
		problems = append(problems, s.AdvanceAll(ctx, id))
	}
	return errors.Join(problems...)
}

// AdvanceAll carries out what every group of a tournament needs, and finishes it if
// nothing more is to come.
func (s *Rounds) AdvanceAll(ctx context.Context, id string) error { return s.advanceAll(ctx, id, true) }

func (s *Rounds) advanceAll(ctx context.Context, id string, draw bool) error {
	t, err := s.store.Tournament(ctx, league.Site(), id)
	if err != nil {
		return err
	}
	var problems []error
	done := true
	for _, g := range t.Groups() {
		over, err := s.advance(ctx, id, g, draw)
		problems = append(problems, err)
		done = done && over && err == nil
	}
	if done {
		problems = append(problems, s.finish(ctx, id))
	}
	return errors.Join(problems...)
}

// AdvanceTournament lets a tournament go on in one of its groups, and wakes those who watch it. The rounds of many are left
// to DrawTournament.
func (s *Rounds) AdvanceTournament(ctx context.Context, id, group string) error {
	return s.advanceTournament(ctx, id, group, false)
}

// DrawTournament is AdvanceTournament where nobody waits for an answer, of one group or several.
func (s *Rounds) DrawTournament(ctx context.Context, id, groups string) error {
	return s.advanceTournament(ctx, id, groups, true)
}

func (s *Rounds) advanceTournament(ctx context.Context, id, group string, draw bool) error {
	defer s.core.Hub.Say(core.TournamentTopic + id)
	groups := groupsOf(group)
	if len(groups) == 0 {
		return s.advanceAll(ctx, id, draw)
	}
	var err error
	if draw {
		if groups, err = s.begin(ctx, id, groups); err != nil {
			return err
		}
	}
	over := false
	for _, g := range groups {
		done, err := s.advance(ctx, id, g, draw)
		if err != nil {
			return err
		}
		over = over || done
	}
	if over {
		err = s.finish(ctx, id)
	}
	return err
}

// advance carries out what the format wants done in one group: fixtures begin, the
// platform acts in matches, rulings are written. Done: the group's table is final.
// Where the rounds of many are not to be drawn it writes that a round is due.
func (s *Rounds) advance(ctx context.Context, id string, g league.Group, draw bool) (done bool, err error) {
	missed := false // a match begins that somebody does not play who is out
	read := func() (league.Tournament, error) {
		t, err := s.store.TournamentGroup(ctx, league.Site(), id, g)
		if _, staged := stagesOf(t); staged && g != "" {
			g = ""
			return s.store.Tournament(ctx, league.Site(), id)
		}
		return t, err
	}
	err = s.tournaments.decideOn(ctx, id, read, func(p *league.TournamentProgress) error {
		done = false
		if p.Tournament.State != league.Running {
			return ErrNothing
		}
		if !draw && s.drawnByJob(p.Tournament) {
			p.Facts = append(p.Facts, league.Fact{Kind: league.RoundDue, Subject: id, Part: string(g)})
			return nil
		}
		plan, before, err := s.carryOutActs(ctx, p.Tournament, g)
		if err != nil {
			return err
		}
		done = plan.Finished
		if !p.Tournament.Paused.IsZero() {
			plan.Fixtures, done = nil, false
		}
		if len(plan.Fixtures) == 0 && len(plan.Rulings) == 0 {
			return ErrNothing
		}
		if err := s.AppendRulings(p, plan.Rulings); err != nil {
			return err
		}
		if done && len(plan.Rulings) > 0 { // what they let others do comes before the end
			done = false
			p.Facts = append(p.Facts, groupMoved(id, g))
		}
		missed = slices.ContainsFunc(plan.Fixtures, func(f league.Fixture) bool { return involvesAbsent(p.Tournament, f) })
		told, err := s.notices(ctx, p.Tournament, before, plan.Fixtures)
		if err != nil {
			return err
		}
		p.Notices = append(p.Notices, told...)
		if err := s.entries.AddMatches(ctx, p, plan.Fixtures); err != nil {
			return err
		}
		return s.rests(ctx, p.Tournament, g, plan.Rulings, slices.Concat(before, p.Matches))
	})
	if err == nil && missed {
		return s.advance(ctx, id, g, draw)
	}
	return done, err
}

// rests fails if a plan, planned once more after its rulings, takes back what they have just noted of somebody: it would be
// carried out again and again, with events in the log each time. A rolling tournament goes by what has been counted, each of
// which has its effect once.
func (s *Rounds) rests(ctx context.Context, t league.Tournament, g league.Group, rulings []league.Decision, matches []league.Match) error {
	noted := map[string]string{}
	for _, d := range rulings {
		if d.Act == league.ActNoted {
			noted[d.Player.ID] = d.Text
		}
	}
	if t.Rolling || len(noted) == 0 {
		return nil
	}
	plan, err := s.planOf(ctx, t, g, matches)
	if err != nil {
		return err
	}
	for _, d := range plan.Rulings {
		if was, ok := noted[d.Player.ID]; ok && d.Act == league.ActNoted {
			return fmt.Errorf("tournament %s, group %q: the plan notes %q of player %s, and then %q: it would do so without end", t.ID, g, was, d.Player.ID, d.Text)
		}
	}
	return nil
}

// planOf asks a tournament's format what one of its groups needs now, given its matches; of one that is not rolling.
func (s *Rounds) planOf(ctx context.Context, t league.Tournament, g league.Group, matches []league.Match) (league.Plan, error) {
	format, err := play.FormatOf(t)
	if err != nil {
		return league.Plan{}, err
	}
	sheet := s.tournaments.SheetOf(t, g, matches, s.core.Now())
	if _, drawn := FormatByRounds(t); drawn {
		if err := s.tournaments.completeDrawn(ctx, &sheet); err != nil {
			return league.Plan{}, err
		}
	}
	plan, err := format.Plan(sheet)
	if err != nil {
		return league.Plan{}, fmt.Errorf("planning tournament %s, group %q, once more: %w", t.ID, g, err)
	}
	return plan, nil
}

// carryOutActs lets the platform act in running matches, as the plan says and as becomes the
// matches of players who are out (R-FF-5), and returns the plan of what comes after that, with the matches there are.
func (s *Rounds) carryOutActs(ctx context.Context, t league.Tournament, g league.Group) (league.Plan, []league.Match, error) {
	for range play.Attempts {
		plan, matches, err := s.planGroup(ctx, t, g)
		if err != nil {
			return league.Plan{}, nil, err
		}
		acted, err := s.strikes.substituteReserves(ctx, t, matches)
		if err != nil {
			return league.Plan{}, nil, err
		}
		acts := Forfeits(t, matches)
		if t.Paused.IsZero() { // else no last day of a round comes
			acts = append(acts, latestActs(plan.Acts, matches)...)
		}
		for _, a := range acts {
			for _, m := range matches {
				if m.Fixture != string(a.Key) || m.State.ToMove == engine.NoSide || m.Locked {
					continue
				}
				if err := s.rule(ctx, m.ID, a.Act, a.Text); err != nil {
					return league.Plan{}, nil, fmt.Errorf("match %s, %s: %w", m.ID, a.Act, err)
				}
				acted = true
			}
		}
		if !acted {
			return plan, matches, nil
		}
	}
	return league.Plan{}, nil, fmt.Errorf("tournament %s, group %q: the plan acts without end", t.ID, g)
}

// latestActs returns acts on fixtures as acts on the matches that count for them.
func latestActs(acts []league.FixtureAct, matches []league.Match) []league.FixtureAct {
	counts := map[league.Key]league.Key{}
	for _, m := range league.Latest(matches) {
		counts[league.Key(m.Fixture).Fixture()] = league.Key(m.Fixture)
	}
	acts = slices.Clone(acts)
	for i, a := range acts {
		acts[i].Key = counts[a.Key]
	}
	return acts
}

// planGroup asks a tournament's format what one of its groups needs now.
func (s *Rounds) planGroup(ctx context.Context, t league.Tournament, g league.Group) (league.Plan, []league.Match, error) {
	format, err := play.FormatOf(t)
	if err != nil {
		return league.Plan{}, nil, err
	}
	sheet, matches, err := s.tournaments.Sheet(ctx, t, g)
	if err != nil {
		return league.Plan{}, nil, err
	}
	plan, err := format.Plan(sheet)
	if err != nil {
		return league.Plan{}, nil, fmt.Errorf("planning tournament %s, group %q: %w", t.ID, g, err)
	}
	return plan, matches, nil
}

// Forfeits lists the running matches of players who are out: lost by them, for both
// sides where both are out (R-FF-2). Those in whose place others are played are void.
func Forfeits(t league.Tournament, matches []league.Match) []league.FixtureAct {
	if t.Rolling {
		return nil // who leaves it is gone
	}
	var acts []league.FixtureAct
	for _, m := range league.Replaced(matches) {
		if m.State.ToMove != engine.NoSide {
			acts = append(acts, league.FixtureAct{Key: league.Key(m.Fixture), Act: engine.ActVoid})
		}
	}
	gone := map[string]bool{}
	for _, e := range t.Entries {
		if e.Out != league.Stays {
			gone[e.Player.ID] = true
		}
	}
	if len(gone) == 0 {
		return acts
	}
	for _, m := range league.Latest(matches) {
		var out [2]bool // First and Second
		for _, side := range []engine.Side{engine.First, engine.Second} {
			out[side-1] = gone[m.Seats[m.SeatOf(side)].Player.ID]
		}
		who := map[[2]bool]string{{true, true}: "both", {true, false}: engine.First.String(), {false, true}: engine.Second.String()}[out]
		if who != "" {
			acts = append(acts, league.FixtureAct{Key: league.Key(m.Fixture), Act: engine.ActForfeit, Text: who})
		}
	}
	return acts
}

// rule adds an event of the platform to a match that runs; one that is over by now, or locked, is left
// as it is. An adjudication without text is decided by the board.
func (s *Rounds) rule(ctx context.Context, id string, act engine.Act, text string) (err error) {
	if act == engine.ActAdjudicate && text == "" {
		_, err = s.matches.Adjudicate(ctx, id)
	} else {
		_, _, err = s.matches.Act(ctx, league.Site(), id, s.core.Now(), league.Answer{}, func(v play.View) (engine.Event, error) {
			if v.Record.Next().Over() {
				return engine.Event{}, play.ErrDone
			}
			return engine.Event{Act: act, Text: text}, nil
		})
	}
	if league.KindOf(err) == league.Damaged {
		return nil
	}
	return err
}

// AppendRulings writes decisions of the site into a tournament's log.
func (s *Rounds) AppendRulings(p *league.TournamentProgress, rulings []league.Decision) error {
	decisions := slices.Clone(rulings)
	for i, d := range rulings {
		if d.Player.ID != "" && d.Player.Name == "" {
			if e, ok := p.Tournament.Entrant(d.Player.ID); ok {
				decisions[i].Player = e.Player
			}
		}
		if d.Act == league.ActCounted {
			key, _, _ := strings.Cut(d.Text, " ")
			p.Counted = append(p.Counted, league.Key(key))
		}
	}
	return s.tournaments.AppendDecisions(p, decisions...)
}

// finish ends a tournament all groups of which are done.
func (s *Rounds) finish(ctx context.Context, id string) error {
	return s.tournaments.Decide(ctx, league.Site(), id, func(p *league.TournamentProgress) error {
		t := p.Tournament
		if t.State != league.Running || t.Rolling {
			return ErrNothing
		}
		var winners []string
		parts := t.ByGroup()
		for _, g := range t.Groups() {
			plan, _, err := s.planGroup(ctx, parts[g], g)
			if err != nil {
				return err
			}
			if !plan.Finished {
				return ErrNothing
			}
			winners = append(winners, plan.Winners...)
		}
		return s.tournaments.AppendDecisions(p, league.Decision{Act: league.ActFinished, Text: strings.Join(winners, " ")})
	})
}
