package desk

import (
	"context"

	"kickabout/league"
	"kickabout/league/correction"
)

// addRights adds who no longer goes on by a correction: a right that they have not played for goes, any other one stays (R-CO-3).
func (s *Corrections) addRights(ctx context.Context, by league.Player, e *correction.Effect, t league.Tournament, format league.Format, then league.Sheet) error {
	granting, ok := format.(correction.Granting)
	if !ok {
		return nil
	}
	lost, err := correction.NoLonger(format, then)
	if err != nil || len(lost) == 0 {
		return err
	}
	editions, err := s.store.EditionsFor(ctx, league.Of(by), t.Competition, s.rulings.core.Now().Add(-granting.Memory()), lost)
	if err != nil {
		return err
	}
	for _, player := range lost {
		if granting.Used(editions, t, player) {
			e.Keep = append(e.Keep, player)
		} else {
			e.Gone = append(e.Gone, player)
		}
	}
	return nil
}

// takeRights adds that who no longer goes on does not, as if they never had. Where they wait for the next level the site takes
// them out.
func (s *Corrections) takeRights(p *league.TournamentProgress, e *correction.Effect) error {
	for _, player := range e.Gone {
		entrant, _ := p.Tournament.Entrant(player)
		decisions := []league.Decision{{Act: league.ActUndone, Player: entrant.Player, Text: string(league.ActQualified) + " " + textRightGone.Of()}}
		if entrant.Note != "" { // that the site has put them there
			decisions = append(decisions, league.Decision{Act: league.ActNoted, Player: entrant.Player})
		}
		if err := s.rulings.tournaments.AppendDecisions(p, decisions...); err != nil {
			return err
		}
		p.Facts = append(p.Facts, league.Fact{Kind: league.RightLost, Subject: p.Tournament.Competition, Part: player})
	}
	return nil
}
