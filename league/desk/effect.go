package desk

import (
	"context"
	"slices"
	"strings"

	"kickabout/engine"
	"kickabout/league"
	"kickabout/league/bracket"
	"kickabout/league/correction"
	"kickabout/league/play"
)

// addEffect adds what a result would come to, unless it comes too late. It may be that a correction is taken back; else nil.
func (s *Corrections) addEffect(ctx context.Context, by league.Player, c *correction.View, result engine.Outcome, back *correction.Made) error {
	m, t := c.Match, c.Tournament
	g := league.Key(m.Fixture).Group()
	matches, err := s.group(ctx, by, t, m)
	if err != nil {
		return err
	}
	format, err := play.FormatOf(t)
	if err != nil {
		return err
	}
	again := result.Ending == correction.Again
	then := correction.With(matches, m.ID, result)
	if again {
		then = correction.Reopened(matches, m.ID)
	}
	effect := &correction.Effect{Result: result}
	if placing, ok := format.(correction.Placing); ok {
		if err := s.addPlaces(ctx, by, c, effect, placing, back); err != nil {
			return err
		}
		c.Effect = effect
		return s.addRatings(ctx, by, c)
	}
	if effect.Redrawn, err = s.followed(t, format, m, matches, then, again).Follow(); err != nil {
		return err
	}
	if err := s.addRights(ctx, by, effect, t, format, s.sheet(t, g, then)); err != nil {
		return err
	}
	effect.Pairs = pairs(matches, effect.Redrawn)
	then = correction.Redraw(t, then, effect.Redrawn)
	if c.Before, err = s.rows(t, format, g, matches); err != nil {
		return err
	}
	if effect.After, err = s.rows(t, format, g, then); err != nil {
		return err
	}
	for i, of := range [][]league.Match{matches, then} {
		plan, err := s.comesTo(format, s.sheet(t, g, of))
		if err != nil {
			return err
		}
		effect.Say(i, plan)
	}
	c.Effect = effect
	if again { // it is not rated, but the one in its place
		return nil
	}
	return s.addRatings(ctx, by, c)
}

// addRatings adds what the match does to ratings, as it counts and by the result.
func (s *Corrections) addRatings(ctx context.Context, by league.Player, c *correction.View) (err error) {
	for i, o := range []engine.Outcome{c.Match.State.Outcome, c.Effect.Result} {
		if c.Effect.Ratings[i], err = s.previews.RatedAs(ctx, league.Of(by), c.Match, o); err != nil {
			return err
		}
	}
	return nil
}

// addPlaces adds how places change by a result where they are given once and for all, or by a correction that is taken back.
func (s *Corrections) addPlaces(ctx context.Context, by league.Player, c *correction.View, effect *correction.Effect, format correction.Placing, back *correction.Made) error {
	t, m := c.Tournament, c.Match
	g := league.Key(m.Fixture).Group()
	sheet := s.sheet(t, g, correction.With([]league.Match{m}, m.ID, effect.Result))
	var err error
	if back == nil {
		effect.Placed, err = format.Lift(sheet, league.Key(m.Fixture), m.State.Outcome)
	} else {
		effect.Placed, err = s.lowered(ctx, by, t, sheet, format, *back)
	}
	if err != nil {
		return err
	}
	then := t
	for i, d := range effect.Placed {
		e, _ := t.Entrant(d.Player.ID)
		effect.Placed[i].Player = e.Player
		d = effect.Placed[i]
		d.Seq, d.At = then.Last+1, s.rulings.core.Now()
		if then, err = then.Add(d); err != nil {
			return err
		}
	}
	if c.Before, err = format.Table(sheet, ""); err != nil {
		return err
	}
	effect.After, err = format.Table(s.sheet(then, g, []league.Match{m}), "")
	return err
}

// lowered says how places change when a correction is taken back that may have moved somebody: it is the next line of the log.
func (s *Corrections) lowered(ctx context.Context, by league.Player, t league.Tournament, sheet league.Sheet, format correction.Placing, back correction.Made) ([]league.Decision, error) {
	next, err := s.rulings.store.TournamentLog(ctx, league.Of(by), t.ID, back.Seq, 1)
	if err != nil || len(next) == 0 {
		return nil, err
	}
	return format.Lower(sheet, next[0])
}

// followed is a match with what has been drawn since it ended.
func (s *Corrections) followed(t league.Tournament, format league.Format, m league.Match, matches, then []league.Match, again bool) correction.Followed {
	moved := map[league.Key]bool{}
	for _, other := range league.Latest(matches) {
		moved[league.Key(other.Fixture).Fixture()] = other.State.Moves != [2]int{}
	}
	sheet := s.sheet(t, league.Key(m.Fixture).Group(), then)
	return correction.Followed{
		Format: format, Sheet: sheet, Key: league.Key(m.Fixture).Fixture(), Ended: m.State.Moved, Again: again,
		Moved: func(k league.Key) bool { return moved[k] },
		Last: func(k league.Key) bool {
			bracketed, ok := format.(bracket.Bracketed)
			if !ok {
				return false
			}
			b, err := bracketed.Bracket(sheet)
			return err == nil && b != nil && (b.Final().Key == league.Key(k.Round()) || b.Third != nil && b.Third.Key == league.Key(k.Round()))
		},
	}
}

// pairs lists who was to meet where others do now.
func pairs(matches []league.Match, redrawn correction.Redrawn) (list []correction.Pair) {
	for _, f := range redrawn.Fixtures {
		for _, m := range league.Latest(matches) {
			if league.Key(m.Fixture).Fixture() == f.Key {
				was := [2]string{m.Seats[m.SeatOf(engine.First)].Player.ID, m.Seats[m.SeatOf(engine.Second)].Player.ID}
				list = append(list, correction.Pair{Was: was, Now: [2]string{f.First, f.Second}})
			}
		}
	}
	return list
}

// comesTo is the plan of a sheet as if nobody had been told yet that they go on: it says who has won, if all is over, and of
// whom it is certain that they go on.
func (s *Corrections) comesTo(format league.Format, sheet league.Sheet) (league.Plan, error) {
	sheet.Entries = slices.Clone(sheet.Entries)
	for i := range sheet.Entries {
		sheet.Entries[i].Qualified = false
	}
	return format.Plan(sheet)
}

// redraw begins what is drawn anew by a correction in the place of what nobody has moved in (R-CO-3).
func (s *Corrections) redraw(ctx context.Context, p *league.TournamentProgress, by league.Player, m league.Match, redrawn correction.Redrawn) error {
	if len(redrawn.Fixtures) == 0 {
		return nil
	}
	matches, err := s.group(ctx, by, p.Tournament, m)
	if err != nil {
		return err
	}
	fixtures := slices.Clone(redrawn.Fixtures)
	for i, f := range fixtures {
		for _, was := range league.Latest(matches) {
			if league.Key(was.Fixture).Fixture() == f.Key {
				fixtures[i].Key = league.Key(was.Fixture).Again()
			}
		}
	}
	text := textOneRedrawn.Of()
	if len(fixtures) > 1 {
		text = textSomeRedrawn.Of(len(fixtures))
	}
	decisions := append([]league.Decision{{Act: league.ActRuled, Text: text}}, redrawn.Rulings...)
	for i, d := range decisions {
		if e, ok := p.Tournament.Entrant(d.Player.ID); ok {
			decisions[i].Player = e.Player
		}
	}
	if err := s.rulings.tournaments.AppendDecisions(p, decisions...); err != nil {
		return err
	}
	return s.rulings.tournaments.BeginFixtures(ctx, p, fixtures)
}

// finishAgain notes of a tournament that was over who has won it by a result that was corrected since, what ranks come to now,
// and who goes on from it on top (R-CO-3).
func (s *Corrections) finishAgain(p *league.TournamentProgress, e *correction.Effect) error {
	t := p.Tournament
	if t.State != league.Finished {
		return nil
	}
	var decisions []league.Decision
	for _, d := range e.Noted {
		entrant, ok := t.Entrant(d.Player.ID)
		d.Player = entrant.Player
		noted, told := d.Act == league.ActNoted && d.Text != entrant.Note, d.Act == league.ActQualified && entrant.Qualified.IsZero()
		if ok && (noted || told) {
			decisions = append(decisions, d)
		}
	}
	was, now := slices.Sorted(slices.Values(e.Winners[0])), slices.Sorted(slices.Values(e.Winners[1]))
	if !slices.Equal(was, now) {
		winners := slices.Clone(e.Winners[1])
		for _, w := range t.Winners() {
			if !slices.Contains(was, w.ID) { // of another group
				winners = append(winners, w.ID)
			}
		}
		decisions = append(decisions, league.Decision{Act: league.ActFinished, Text: strings.Join(winners, " ")})
	}
	return s.rulings.tournaments.AppendDecisions(p, decisions...)
}
