package office

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"kickabout/engine"
	"kickabout/league"
	"kickabout/league/bracket"
	"kickabout/league/formats"
	"kickabout/league/table"
)

// over is called when a match has ended: its tournament may go on or be finished by
// that. What goes wrong here is done by the next Advance.
func (o *Office) over(ctx context.Context, m league.Match) {
	if m.Tournament == "" {
		return
	}
	if ctx.Value(advancing{}) == m.Tournament {
		return
	}
	o.hub.say(tournamentTopic + m.Tournament)
	ctx = o.apart(ctx)
	if err := o.advanceGroup(ctx, m.Tournament, league.Key(m.Fixture).Group()); err != nil {
		o.log.Error("advancing a tournament", "tournament", m.Tournament, "err", err)
	}
}

// Advance starts the tournaments whose day has come, and goes on with those that are played
// out and those whose rounds have a last day. It is level-triggered.
func (o *Office) Advance(ctx context.Context) error {
	return errors.Join(o.align(ctx), o.begins(ctx), o.goesOn(ctx))
}

// goesOn is the part of Advance about tournaments that are being played.
func (o *Office) goesOn(ctx context.Context) error {
	ids, err := o.store.PlayedOut(ctx)
	if err != nil {
		return err
	}
	paced, err := o.store.Paced(ctx)
	if err != nil {
		return err
	}
	var problems []error
	ids = append(ids, paced...)
	slices.Sort(ids)
	for _, id := range slices.Compact(ids) {
		problems = append(problems, o.advanceAll(ctx, id))
	}
	return errors.Join(problems...)
}

// advanceAll carries out what every group of a tournament needs, and finishes it if
// nothing more is to come.
func (o *Office) advanceAll(ctx context.Context, id string) error {
	t, err := o.store.Tournament(ctx, id)
	if err != nil {
		return err
	}
	var problems []error
	done := true
	for _, g := range t.Groups() {
		over, err := o.advance(ctx, id, g)
		problems = append(problems, err)
		done = done && over && err == nil
	}
	if done {
		problems = append(problems, o.finish(ctx, id))
	}
	return errors.Join(problems...)
}

// advanceGroup is advanceAll when something has happened in one group.
func (o *Office) advanceGroup(ctx context.Context, id string, g league.Group) error {
	done, err := o.advance(ctx, id, g)
	if err == nil && done {
		err = o.finish(ctx, id)
	}
	return err
}

// advance carries out what the format wants done in one group: fixtures begin, the
// platform acts in matches, rulings are written. Done: the group's table is final.
func (o *Office) advance(ctx context.Context, id string, g league.Group) (done bool, err error) {
	within := context.WithValue(ctx, advancing{}, id)
	missed := false // a match begins that somebody does not play who is out
	read := func() (league.Tournament, error) {
		t, err := o.store.TournamentGroup(ctx, id, g)
		if _, staged := stagesOf(t); staged && g != "" {
			g = ""
			return o.store.Tournament(ctx, id)
		}
		return t, err
	}
	err = o.decideOn(within, id, read, func(p *league.TournamentProgress) error {
		done = false
		if p.Tournament.State != league.Running {
			return errNothing
		}
		plan, err := o.acted(within, p.Tournament, g)
		if err != nil {
			return err
		}
		done = plan.Finished
		if !p.Tournament.Paused.IsZero() {
			plan.Fixtures, done = nil, false
		}
		if len(plan.Fixtures) == 0 && len(plan.Rulings) == 0 {
			return errNothing
		}
		if err := o.ruled(p, plan.Rulings); err != nil {
			return err
		}
		missed = slices.ContainsFunc(plan.Fixtures, func(f league.Fixture) bool { return missesOut(p.Tournament, f) })
		return o.drawn(p, plan.Fixtures)
	})
	if err == nil && missed {
		return o.advance(ctx, id, g)
	}
	return done, err
}

// advancing marks the context of a tournament's advance with its id: the matches that end
// by it need not advance it again.
type advancing struct{}

// acted lets the platform act in running matches, as the plan says and as becomes the
// matches of players who are out (R-FF-5), and returns the plan of what comes after that.
func (o *Office) acted(ctx context.Context, t league.Tournament, g league.Group) (league.Plan, error) {
	for range attempts {
		plan, matches, err := o.planned(ctx, t, g)
		if err != nil {
			return league.Plan{}, err
		}
		acted, err := o.handOver(ctx, t, matches)
		if err != nil {
			return league.Plan{}, err
		}
		acts := forfeits(t, matches)
		if t.Paused.IsZero() { // else no last day of a round comes
			acts = append(acts, latestActs(plan.Acts, matches)...)
		}
		for _, a := range acts {
			for _, m := range matches {
				if m.Fixture != string(a.Key) || m.State.ToMove == engine.NoSide {
					continue
				}
				if err := o.rule(ctx, m.ID, a.Act, a.Text); err != nil {
					return league.Plan{}, fmt.Errorf("match %s, %s: %w", m.ID, a.Act, err)
				}
				acted = true
			}
		}
		if !acted {
			return plan, nil
		}
	}
	return league.Plan{}, fmt.Errorf("tournament %s, group %q: the plan acts without end", t.ID, g)
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

// planned asks a tournament's format what one of its groups needs now.
func (o *Office) planned(ctx context.Context, t league.Tournament, g league.Group) (league.Plan, []league.Match, error) {
	format, err := formatOf(t)
	if err != nil {
		return league.Plan{}, nil, err
	}
	sheet, matches, err := o.sheet(ctx, t, g)
	if err != nil {
		return league.Plan{}, nil, err
	}
	plan, err := format.Plan(sheet)
	if err != nil {
		return league.Plan{}, nil, fmt.Errorf("planning tournament %s, group %q: %w", t.ID, g, err)
	}
	return plan, matches, nil
}

// sheet reads what a format may know of a group of a tournament, and its matches with no more
// than that.
func (o *Office) sheet(ctx context.Context, t league.Tournament, g league.Group) (league.Sheet, []league.Match, error) {
	var matches []league.Match
	var err error
	now := o.Now()
	if t.Rolling {
		matches, err = o.store.FixturesToPlan(ctx, t.ID, now.Add(-league.RecentSpan))
	} else {
		matches, err = o.store.GroupToPlan(ctx, t.ID, g)
	}
	if err != nil {
		return league.Sheet{}, nil, err
	}
	sheet := o.sheetOf(t, g, matches, now)
	if t.Rolling {
		err = o.know(ctx, &sheet)
	}
	return sheet, matches, err
}

// sheetOf makes the sheet of a group of its matches. The seed of a lot for places is on it
// once all of them are over, and is not shown before; a format with stages sees to that itself.
func (o *Office) sheetOf(t league.Tournament, g league.Group, matches []league.Match, now time.Time) league.Sheet {
	sheet := t.Sheet(g, matches, now)
	if _, staged := stagesOf(t); !t.Rolling && (staged || allOver(matches)) {
		lot := o.dealer.Links(t.GID, 2)[1]
		sheet.Lot = lot[:]
	}
	return sheet
}

// stagesOf returns the format of a tournament if it has stages.
func stagesOf(t league.Tournament) (league.Staged, bool) {
	format, _ := formats.ByID(t.Format)
	staged, ok := format.(league.Staged)
	return staged, ok
}

// byGroup parts a tournament's matches by their groups.
func byGroup(matches []league.Match) map[league.Group][]league.Match {
	parts := map[league.Group][]league.Match{}
	for _, m := range matches {
		g := league.Key(m.Fixture).Group()
		parts[g] = append(parts[g], m)
	}
	return parts
}

// know tells a sheet when its entrants last moved.
func (o *Office) know(ctx context.Context, s *league.Sheet) error {
	known, err := o.known(ctx, s.Players())
	if err != nil {
		return err
	}
	for i := range s.Entries {
		e := &s.Entries[i]
		k := known[e.Player]
		e.Active, e.Away, e.Back = k.Moved, k.Away, k.Back
		if e.Active.Before(e.Entered) {
			e.Active = e.Entered
		}
	}
	return nil
}

func allOver(matches []league.Match) bool {
	for _, m := range matches {
		if !m.State.Outcome.Over() {
			return false
		}
	}
	return len(matches) > 0
}

// forfeits lists the running matches of players who are out: lost by them, for both
// sides where both are out (R-FF-2). Those in whose place others are played are void.
func forfeits(t league.Tournament, matches []league.Match) []league.FixtureAct {
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

// rule adds an event of the platform to a match that runs; one that is over by now is left
// as it is. An adjudication without text is decided by the board.
func (o *Office) rule(ctx context.Context, id string, act engine.Act, text string) error {
	if act == engine.ActAdjudicate && text == "" {
		_, err := o.Adjudicate(ctx, id)
		return err
	}
	_, _, err := o.act(ctx, id, o.Now(), league.Answer{}, func(v View) (engine.Event, error) {
		if v.Record.Next().Over() {
			return engine.Event{}, errDone
		}
		return engine.Event{Act: act, Text: text}, nil
	})
	return err
}

// ruled writes decisions of the site into a tournament's log.
func (o *Office) ruled(p *league.TournamentProgress, rulings []league.Decision) error {
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
	return o.decided(p, decisions...)
}

// finish ends a tournament all groups of which are done.
func (o *Office) finish(ctx context.Context, id string) error {
	return o.decide(ctx, id, func(p *league.TournamentProgress) error {
		t := p.Tournament
		if t.State != league.Running || t.Rolling {
			return errNothing
		}
		var winners []string
		parts := t.Apart()
		for _, g := range t.Groups() {
			plan, _, err := o.planned(ctx, parts[g], g)
			if err != nil {
				return err
			}
			if !plan.Finished {
				return errNothing
			}
			winners = append(winners, plan.Winners...)
		}
		return o.decided(p, league.Decision{Act: league.ActFinished, Text: strings.Join(winners, " ")})
	})
}

// logShown is how much of a tournament's log a view holds: of a rolling one the latest
// events, of any other all.
const logShown = 200

// Tournament returns a tournament with its log and tables. Matches that are overdue are
// settled first.
func (o *Office) Tournament(ctx context.Context, id string) (TournamentView, error) {
	t, err := o.store.Tournament(ctx, id)
	if err != nil {
		return TournamentView{}, err
	}
	format, err := formatOf(t)
	if err != nil {
		return TournamentView{}, err
	}
	v := TournamentView{Tournament: t, Format: format.Info()}
	if !t.Started.IsZero() && !t.Rolling {
		if v.Matches, err = o.list(ctx)(o.store.Fixtures(ctx, id)); err != nil {
			return TournamentView{}, err
		}
		if t.State == league.Running && allOver(v.Matches) { // it may have just been finished
			if v.Tournament, err = o.store.Tournament(ctx, id); err != nil {
				return TournamentView{}, err
			}
		}
		if v.Groups, err = o.groups(v.Tournament, format, v.Matches, o.Now()); err != nil {
			return TournamentView{}, err
		}
		if len(v.Groups) == 1 && v.Groups[0].Group == t.Groups()[0] {
			v.Rows = v.Groups[0].Rows
		} else if _, staged := stagesOf(t); staged {
			if v.Rows, err = format.Table(o.sheetOf(v.Tournament, "", v.Matches, o.Now()), ""); err != nil {
				return TournamentView{}, err
			}
		}
		v.Matches = league.Latest(v.Matches)
	}
	if bracketed, ok := format.(bracket.Bracketed); ok && !t.Started.IsZero() {
		if v.Bracket, err = bracketed.Bracket(o.sheetOf(v.Tournament, "", v.Matches, o.Now())); err != nil {
			return TournamentView{}, err
		}
	}
	if v.Teams, err = o.leagueOf(v.Tournament, v.Matches); err != nil {
		return TournamentView{}, err
	}
	if byRounds, ok := formatByRounds(t); ok && !t.Started.IsZero() {
		if err := v.inRounds(byRounds, o.sheetOf(v.Tournament, "", v.Matches, o.Now())); err != nil {
			return TournamentView{}, err
		}
	}
	after := 0
	if t.Rolling {
		after = max(0, v.Tournament.Last-logShown)
	}
	v.Tournament.Log, err = o.store.TournamentLog(ctx, id, after, v.Tournament.Last-after)
	return v, err
}

// groups returns the tables of a tournament's groups.
func (o *Office) groups(t league.Tournament, format league.Format, matches []league.Match, now time.Time) ([]GroupView, error) {
	parts := byGroup(matches)
	var views []GroupView
	if staged, ok := format.(league.Staged); ok {
		whole := o.sheetOf(t, "", matches, now)
		for _, g := range staged.Groups(whole) {
			v := GroupView{Group: g, Matches: league.Latest(parts[g])}
			if err := v.rank(format, staged.Part(whole, g)); err != nil {
				return nil, fmt.Errorf("tournament %s, group %q: %w", t.ID, g, err)
			}
			views = append(views, v)
		}
		return views, nil
	}
	apart := t.Apart()
	for _, g := range t.Groups() {
		v := GroupView{Group: g, Matches: league.Latest(parts[g])}
		if err := v.rank(format, o.sheetOf(apart[g], g, v.Matches, now)); err != nil {
			return nil, fmt.Errorf("tournament %s, group %q: %w", t.ID, g, err)
		}
		views = append(views, v)
	}
	return views, nil
}

// rank computes the table of a group.
func (v *GroupView) rank(format league.Format, sheet league.Sheet) (err error) {
	ranked, ok := format.(table.Ranked)
	if !ok {
		v.Rows, err = format.Table(sheet, v.Group)
		return err
	}
	if v.Table, err = ranked.Standings(sheet); err == nil {
		v.Rows = v.Table.Rows()
	}
	return err
}
