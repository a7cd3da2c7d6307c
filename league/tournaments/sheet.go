package tournaments

import (
	"context"
	"time"

	"kickabout/league"
	"kickabout/league/formats"
	"kickabout/league/setting"
)

// Sheet reads what a format may know of a group of a tournament, and its matches with no more
// than that.
func (s *Tournaments) Sheet(ctx context.Context, t league.Tournament, g league.Group) (league.Sheet, []league.Match, error) {
	var matches []league.Match
	var err error
	now := s.core.Now()
	if t.Rolling {
		matches, err = s.store.FixturesToPlan(ctx, t, now.Add(-league.RecentSpan))
	} else {
		matches, err = s.store.GroupToPlan(ctx, t, g)
	}
	if err != nil {
		return league.Sheet{}, nil, err
	}
	sheet := s.SheetOf(t, g, matches, now)
	if t.Rolling {
		err = s.CompleteRolling(ctx, t, &sheet)
	} else if _, drawn := FormatByRounds(t); drawn {
		err = s.completeDrawn(ctx, &sheet)
	}
	return sheet, matches, err
}

// SheetOf makes the sheet of a group of its matches. The seed of a lot for places is on it
// once all of them are over, and is not shown before; a format with stages sees to that itself.
func (s *Tournaments) SheetOf(t league.Tournament, g league.Group, matches []league.Match, now time.Time) league.Sheet {
	sheet := t.Sheet(g, matches, now)
	if _, staged := stagesOf(t); !t.Rolling && (staged || allOver(matches)) {
		sheet.Lot = s.tieSeed(t)
	}
	return sheet
}

// CompleteRolling tells the sheet of a rolling tournament when its entrants last moved, that no matches begin if
// the site has closed it, and which rules hold by now.
func (s *Tournaments) CompleteRolling(ctx context.Context, t league.Tournament, sheet *league.Sheet) error {
	if c, ok := league.ParseCompetition(t.Competition); ok {
		games, err := s.site.Games(ctx)
		if err != nil {
			return err
		}
		sheet.Paused = sheet.Paused || !games.Open(c.Rules(), setting.Part(c.Format))
	}
	known, err := s.Known(ctx, sheet.Players())
	if err != nil {
		return err
	}
	if sheet.Days, err = s.core.RuleDays(ctx); err != nil {
		return err
	}
	if sheet.Days.Hold(league.Waiting, sheet.Now) {
		if err = s.completeWaits(ctx, t, sheet); err != nil {
			return err
		}
	}
	for i := range sheet.Entries {
		e := &sheet.Entries[i]
		k := known[e.Player]
		e.Active, e.Away, e.Back = k.Moved, k.Away, k.Back
		if sheet.Days.Hold(league.Absences, sheet.Now) {
			e.Silent = k.Silent
		}
		if e.Active.Before(e.Entered) {
			e.Active = e.Entered
		}
	}
	return nil
}

// waitsSeen is how far back it is looked at how long matches have waited: who lets them wait for 60 days is out, and a
// hold or a vacation may lie in between.
const waitsSeen = 180 * 24 * time.Hour

// completeWaits tells the sheet of a rolling tournament how long matches have waited for its entrants, and what of that
// does not count (R-LA-8, R-TC-4).
func (s *Tournaments) completeWaits(ctx context.Context, t league.Tournament, sheet *league.Sheet) (err error) {
	since := sheet.Now.Add(-waitsSeen)
	if sheet.Outages, err = s.core.Outages(ctx); err != nil {
		return err
	}
	since = since.Add(-sheet.Outages.Between(since, sheet.Now))
	sheet.Waits, sheet.Gone, err = s.spans.Waits(ctx, t.ID, sheet.Players(), since)
	return err
}

// completeDrawn tells the sheet of a tournament that is drawn by rounds who of its entrants is absent: the next round
// leaves them out (R-FF-7).
func (s *Tournaments) completeDrawn(ctx context.Context, sheet *league.Sheet) error {
	days, err := s.core.RuleDays(ctx)
	if err != nil || !days.Hold(league.Absences, sheet.Now) {
		return err
	}
	known, err := s.Known(ctx, sheet.Players())
	for i := range sheet.Entries {
		sheet.Entries[i].Silent = known[sheet.Entries[i].Player].Silent
	}
	return err
}

// stagesOf returns the format of a tournament if it has stages.
func stagesOf(t league.Tournament) (league.Staged, bool) {
	format, _ := formats.ByID(t.Format)
	staged, ok := format.(league.Staged)
	return staged, ok
}

// ByGroup parts a tournament's matches by their groups.
func ByGroup(matches []league.Match) map[league.Group][]league.Match {
	parts := map[league.Group][]league.Match{}
	for _, m := range matches {
		g := league.Key(m.Fixture).Group()
		parts[g] = append(parts[g], m)
	}
	return parts
}

func allOver(matches []league.Match) bool {
	for _, m := range matches {
		if !m.State.Outcome.Over() {
			return false
		}
	}
	return len(matches) > 0
}

// Known returns what is known of players besides what they played.
func (s *Tournaments) Known(ctx context.Context, players []string) (map[string]league.Known, error) {
	now := s.core.Now()
	known, err := s.store.Known(ctx, players, now)
	for id, k := range known {
		if k.Away {
			k.Moved, k.Seen = now, now
			known[id] = k
		}
	}
	return known, err
}
