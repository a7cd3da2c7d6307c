package tournaments

import (
	"context"
	"slices"
	"strings"
	"time"

	"kickabout/league"
	"kickabout/league/play"
)

// groupsAtOnce is how many groups of a tournament of many begin in one step: as many as keep nobody waiting for long who moves
// meanwhile.
const groupsAtOnce = 4

// roundsDue is that the first matches of a tournament that has started are due, some groups at a time.
func roundsDue(t league.Tournament) (facts []league.Fact) {
	for some := range slices.Chunk(t.Groups(), groupsAtOnce) {
		facts = append(facts, league.Fact{Kind: league.RoundDue, Subject: t.ID, Part: partOf(some)})
	}
	return facts
}

// partOf names some groups in a fact.
func partOf(groups []league.Group) string {
	names := make([]string, len(groups))
	for i, g := range groups {
		names[i] = string(g)
	}
	return strings.Join(names, " ")
}

// groupsOf undoes partOf.
func groupsOf(part string) (groups []league.Group) {
	for name := range strings.FieldsSeq(part) {
		groups = append(groups, league.Group(name))
	}
	return groups
}

// begin begins the matches of groups of which none has begun, in one step, and returns the groups that need more than that.
func (s *Rounds) begin(ctx context.Context, id string, groups []league.Group) (others []league.Group, err error) {
	read := func() (league.Tournament, error) {
		return s.store.TournamentGroup(ctx, league.Site(), id, groups...)
	}
	err = s.tournaments.decideOn(ctx, id, read, func(p *league.TournamentProgress) error {
		t := p.Tournament
		others = groups
		_, staged := stagesOf(t)
		if _, drawn := FormatByRounds(t); drawn || staged || t.Rolling || t.State != league.Running || !t.Paused.IsZero() {
			return ErrNothing
		}
		var fresh []league.Tournament
		if fresh, others, err = s.untouched(ctx, t, groups); err != nil {
			return err
		}
		var fixtures []league.Fixture
		for _, part := range fresh {
			g := part.Entries[0].Group
			plan, err := s.planOf(ctx, part, g, nil)
			if err != nil {
				return err
			}
			if len(plan.Fixtures) == 0 || len(plan.Acts)+len(plan.Rulings) > 0 {
				others = append(others, g)
				continue
			}
			fixtures = append(fixtures, plan.Fixtures...)
			began, err := s.began(ctx, part)
			if err != nil {
				return err
			}
			p.Notices = append(p.Notices, began...)
		}
		if len(fixtures) == 0 {
			return ErrNothing
		}
		return s.entries.AddMatches(ctx, p, fixtures)
	})
	return others, err
}

// untouched parts groups of a tournament into those that are there, of whom nobody is out and of which no match has begun, each with
// its entries, and the others.
func (s *Rounds) untouched(ctx context.Context, t league.Tournament, groups []league.Group) (fresh []league.Tournament, others []league.Group, err error) {
	parts := t.ByGroup()
	for _, g := range groups {
		if part, ok := parts[g]; ok && !slices.ContainsFunc(part.Entries, func(e league.Entrant) bool { return e.Out != league.Stays || t.Waits(e) }) {
			fresh = append(fresh, part)
		} else {
			others = append(others, g)
		}
	}
	matches, err := s.store.GroupsFixtures(ctx, fresh)
	begun := ByGroup(matches)
	return slices.DeleteFunc(fresh, func(part league.Tournament) bool {
		g := part.Entries[0].Group
		if len(begun[g]) > 0 {
			others = append(others, g)
		}
		return len(begun[g]) > 0
	}), others, err
}

// transferring is a format whose groups are of levels: a player may come to another one than they were in.
type transferring interface {
	Level(g league.Group) int
	Memory() time.Duration // how long an edition is remembered
}

// notices tells players of a group, of which the matches before are known, of those that begin.
func (s *Rounds) notices(ctx context.Context, t league.Tournament, before []league.Match, fixtures []league.Fixture) ([]league.Notice, error) {
	if len(before) == 0 && len(fixtures) > 0 && !t.Rolling {
		return s.began(ctx, t)
	}
	return s.roundNotices(t, before, fixtures), nil
}

// began tells the players of a tournament, read with those of some groups, that it has begun, as its first matches in these do; and
// to which level they have come. Who organises it knows since the start.
func (s *Rounds) began(ctx context.Context, t league.Tournament) (notices []league.Notice, err error) {
	before := map[string]league.Group{}
	format, err := play.FormatOf(t)
	if err != nil {
		return nil, err
	}
	levels, transfers := format.(transferring)
	now := s.core.Now()
	if transfers && t.Competition != "" {
		var players []string
		for _, e := range t.Entries {
			players = append(players, e.Player.ID)
		}
		if before, err = s.store.GroupsBefore(ctx, t, now.Add(-levels.Memory()), players); err != nil {
			return nil, err
		}
	}
	for _, e := range t.Entries {
		if e.Player.Kind != league.Member || e.Player.ID == t.Organiser.ID || t.Waits(e) {
			continue
		}
		event := league.TournamentBegan
		if was, in := before[e.Player.ID]; in {
			switch level, old := levels.Level(e.Group), levels.Level(was); {
			case old == 0 || level == 0 || level == old:
			case level < old:
				event = league.SeriesPromoted
			default:
				event = league.SeriesRelegated
			}
		}
		notices = append(notices, league.Notice{Player: e.Player.ID, At: now, Kind: league.TournamentNotice, Subject: t.ID, Event: event})
	}
	return notices, nil
}
