package desk

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"kickabout/engine"
	"kickabout/league"
	"kickabout/league/play"
	"kickabout/league/table"
	"kickabout/league/tournaments"
)

// MatchRulings returns what a director may do to a running match of a tournament, with the table
// before and after each (R-FF-6).
func (s *Rulings) MatchRulings(ctx context.Context, by league.Player, match string) (league.MatchRulings, error) {
	v, err := s.matches.Match(ctx, league.Of(by), match)
	if err != nil {
		return league.MatchRulings{}, err
	}
	t, ok, err := s.tournaments.TournamentOf(ctx, league.Of(by), v.Match)
	if err != nil {
		return league.MatchRulings{}, err
	}
	if !ok || !s.strikes.Directs(by, t) {
		return league.MatchRulings{}, errNoDirector()
	}
	r := league.MatchRulings{Match: v.Match, Tournament: t}
	if err := s.ownMatch(by, t, v.Match); err != nil {
		return r, err
	}
	if v.Record.Next().Over() {
		return r, errResultStands()
	}
	standings, err := s.standings(ctx, t, league.Key(v.Match.Fixture))
	if err != nil {
		return r, err
	}
	if standings != nil {
		r.Before = standings.Rows()
	}
	for _, ruling := range league.Rulings() {
		effect, err := s.effect(v, standings, ruling)
		if err != nil {
			return r, err
		}
		r.Effects = append(r.Effects, effect)
	}
	return r, nil
}

// ownMatch refuses who rules in a match of their own, if somebody directs the tournament who does
// not play in it.
func (s *Rulings) ownMatch(by league.Player, t league.Tournament, m league.Match) error {
	if m.SideOf(by.ID) == engine.NoSide {
		return nil
	}
	var others []string
	for _, name := range s.directors(t) {
		if name != m.Seats[0].Player.Name && name != m.Seats[1].Player.Name {
			others = append(others, name)
		}
	}
	if len(others) == 0 {
		return nil
	}
	return league.Errorf(league.Forbidden, "You play in this game yourself, so somebody else who directs the tournament rules in it: %s.", strings.Join(others, ", "))
}

// directors returns the names of all who direct a tournament.
func (s *Rulings) directors(t league.Tournament) []string {
	if t.Organiser.Kind == league.SiteItself {
		return s.core.Directors
	}
	names := []string{t.Organiser.Name}
	for _, a := range t.Roles {
		if a.Role == league.Director {
			names = append(names, a.Player.Name)
		}
	}
	return names
}

func errNoDirector() error {
	return league.Errorf(league.Forbidden, "Only who directs the tournament of this game can rule in it.")
}

func errResultStands() error {
	return league.Errorf(league.Stale, "This game is over; its result stands.")
}

// standings returns the table of the group of a fixture; nil where the format has only rows,
// or the tournament is rolling.
func (s *Rulings) standings(ctx context.Context, t league.Tournament, key league.Key) (*table.Table, error) {
	format, err := play.FormatOf(t)
	if err != nil {
		return nil, err
	}
	ranked, ok := format.(table.Ranked)
	if !ok || t.Rolling {
		return nil, nil
	}
	group := t
	if key.Group() != "" {
		group = t.Of(key.Group())
	}
	sheet, _, err := s.tournaments.Sheet(ctx, group, key.Group())
	if err != nil {
		return nil, err
	}
	return ranked.Standings(sheet)
}

// effect returns what a ruling in a running match comes to.
func (s *Rulings) effect(v play.View, standings *table.Table, ruling league.Ruling) (league.RulingEffect, error) {
	e, err := s.rulingEvent(v, ruling)
	if err != nil {
		return league.RulingEffect{}, err
	}
	last := v.Record.Log[len(v.Record.Log)-1]
	e.Seq, e.At = last.Seq+1, last.At
	then, err := v.Record.Add(e)
	if err != nil {
		return league.RulingEffect{}, fmt.Errorf("match %s, %s: %w", v.Match.ID, ruling, err)
	}
	effect := league.RulingEffect{Ruling: ruling, Outcome: then.Outcome()}
	if standings == nil {
		return effect, nil
	}
	branch, err := standings.If(league.Key(v.Match.Fixture).Fixture(), table.Way{Outcome: effect.Outcome})
	if err == nil {
		effect.Rows = branch.Table.Rows()
	}
	return effect, err
}

// rulingEvent returns the event that carries out a ruling in a running match.
func (s *Rulings) rulingEvent(v play.View, ruling league.Ruling) (engine.Event, error) {
	switch ruling {
	case league.RuleVoid:
		return engine.Event{Act: engine.ActVoid}, nil
	case league.RuleFirst, league.RuleSecond, league.RuleBoth:
		return engine.Event{Act: engine.ActForfeit, Text: string(ruling)}, nil
	case league.RuleAdjudicate:
		return play.Verdict(v.Record, v.Clocks, s.core.Now()), nil
	}
	return engine.Event{}, league.FieldErrorf("ruling", "Choose what is to become of the game.")
}

// RuleMatch lets a director end a running match of a tournament, given by its id (R-FF-10). That
// is written into the tournament's log first.
func (s *Rulings) RuleMatch(ctx context.Context, by league.Player, match string, ruling league.Ruling, reason string) error {
	v, err := s.matches.Settle(ctx, league.Of(by), match)
	if err != nil {
		return err
	}
	t, ok, err := s.tournaments.TournamentOf(ctx, league.Of(by), v.Match)
	if err != nil {
		return err
	}
	if !ok || !s.strikes.Directs(by, t) {
		return errNoDirector()
	}
	if !slices.Contains(league.Rulings(), ruling) {
		return league.FieldErrorf("ruling", "Choose what is to become of the game.")
	}
	if reason, err = tournaments.CleanReason(reason); err != nil {
		return err
	}
	if err := s.ownMatch(by, t, v.Match); err != nil {
		return err
	}
	text := textRuled
	if v.Match.SideOf(by.ID) != engine.NoSide {
		text = textRuledOwn
	}
	if v.Record.Next().Over() {
		return errResultStands()
	}
	err = s.tournaments.Decide(ctx, league.Of(by), t.ID, func(p *league.TournamentProgress) error {
		return s.tournaments.AppendDecisions(p, league.Decision{By: by, Act: league.ActRuled, Text: text.Of(pairText(v), v.Match.Fixture, rulingText(v, ruling), reason)})
	})
	if err != nil {
		return err
	}
	_, _, err = s.matches.Act(ctx, league.Of(by), v.Match.ID, s.core.Now(), league.Answer{}, func(v play.View) (engine.Event, error) {
		if v.Record.Next().Over() {
			return engine.Event{}, play.ErrDone
		}
		return s.rulingEvent(v, ruling)
	})
	return err
}

// pairText names the players of a match.
func pairText(v play.View) string {
	return v.Match.Seats[0].Player.Name + " v " + v.Match.Seats[1].Player.Name
}

// rulingText says what becomes of a match.
func rulingText(v play.View, ruling league.Ruling) string {
	name := func(side engine.Side) string { return v.Match.Seats[v.Match.SeatOf(side)].Player.Name }
	return map[league.Ruling]string{
		league.RuleVoid: "void", league.RuleFirst: "lost by " + name(engine.First), league.RuleSecond: "lost by " + name(engine.Second),
		league.RuleBoth: "lost by both", league.RuleAdjudicate: "decided over the board",
	}[ruling]
}
