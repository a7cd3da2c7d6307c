package series

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"time"

	"kickabout/league"
	"kickabout/league/core"
	"kickabout/league/formats"
	"kickabout/league/formats/championship"
	"kickabout/league/formats/monthlycup"
	"kickabout/league/play"
	"kickabout/league/setting"
	"kickabout/league/tournaments"
)

// Competitions lists the competitions of the site: of each series one for every variant,
// but for those that it does not run.
func (s *Editions) Competitions() []league.Competition {
	var all []league.Competition
	for _, f := range formats.All() {
		if _, ok := f.(league.Series); !ok {
			continue
		}
		for _, g := range s.core.Games() {
			for _, v := range g.Info().Variants {
				c := league.Competition{Format: f.Info().ID, Game: g.Info().ID, Variant: v.ID}
				if s.Runs == nil || s.Runs(c) {
					all = append(all, c)
				}
			}
		}
	}
	return all
}

// open says whether the site opens new editions of a competition.
func (s *Editions) open(ctx context.Context, c league.Competition) (bool, error) {
	games, err := s.site.Games(ctx)
	return games.Open(c.Rules(), setting.Part(c.Format)), err
}

// Shown lists the competitions of the site that are open, and those that are closed and were not always.
func (s *Editions) Shown(ctx context.Context) ([]league.Competition, error) {
	games, err := s.site.Games(ctx)
	if err != nil {
		return nil, err
	}
	var closed []string
	all := s.Competitions()
	for _, c := range all {
		if !games.Open(c.Rules(), setting.Part(c.Format)) {
			closed = append(closed, c.ID())
		}
	}
	if len(closed) == 0 {
		return all, nil
	}
	held, err := s.store.WithEditions(ctx, closed)
	return slices.DeleteFunc(all, func(c league.Competition) bool {
		return slices.Contains(closed, c.ID()) && !slices.Contains(held, c.ID())
	}), err
}

// Competition finds a competition by its id; league.NotFound if there is none.
func (s *Editions) Competition(id string) (league.Competition, error) {
	c, ok := league.ParseCompetition(id)
	if !ok || !slices.Contains(s.Competitions(), c) {
		return league.Competition{}, league.Errorf(league.NotFound, "There is no such competition.")
	}
	return c, nil
}

// Editions lists the editions of a competition that have not ended or ended after a moment,
// by their opening.
func (s *Editions) Editions(ctx context.Context, viewer league.Viewer, c league.Competition, after time.Time) ([]league.Tournament, error) {
	return s.store.Editions(ctx, viewer, c.ID(), after)
}

// OpenEditions lists the editions of a competition that take entries, by their opening.
func (s *Editions) OpenEditions(ctx context.Context, viewer league.Viewer, c league.Competition) ([]league.Tournament, error) {
	return s.store.OpenEditions(ctx, viewer, c.ID())
}

// AllEditions lists the editions of all competitions that have not ended or ended after a
// moment, by their opening.
func (s *Editions) AllEditions(ctx context.Context, viewer league.Viewer, after time.Time) ([]league.Tournament, error) {
	editions, _, err := s.store.AllEditions(ctx, viewer, after, math.MaxInt32)
	return editions, err
}

// endedBeside is how many editions that have ended a page lists at most, however many groups of a cup a day has.
const endedBeside = 200

// EditionsBeside is AllEditions, of those that have ended the latest alone, and beside them the tournaments of users of some lists,
// of different states: those of one list after those of the other.
func (s *Editions) EditionsBeside(ctx context.Context, viewer league.Viewer, after time.Time, lists ...league.TournamentList) (editions, others []league.Tournament, err error) {
	return s.store.AllEditions(ctx, viewer, after, endedBeside, lists...)
}

// honoursListed is how many editions the hall of fame looks back on.
const honoursListed = 3000

// Honours lists the seasons that have ended, the finals of years and the editions with which a month was won, the latest first, each
// with the entries of those alone who may have won something with it.
func (s *Editions) Honours(ctx context.Context, viewer league.Viewer) ([]league.Tournament, error) {
	var finals []string
	for year := firstYear; year <= s.core.Now().UTC().Year(); year++ {
		finals = append(finals, monthlycup.Final(year))
	}
	return s.store.Honours(ctx, viewer, []string{championship.ID}, []string{"monthlycup"}, finals, honoursListed)
}

// firstYear is the first one of which a cup may have a final.
const firstYear = 2000

// Nearest returns of some editions those that take entries and start when they are full, at most limit of them: first those
// that are fullest.
func Nearest(editions []league.Tournament, limit int) []league.Tournament {
	open := slices.DeleteFunc(slices.Clone(editions), func(t league.Tournament) bool {
		return t.State != league.Registration || !t.WhenFull || t.Places == 0
	})
	slices.SortFunc(open, func(a, b league.Tournament) int {
		return cmp.Or(cmp.Compare(len(b.Entries)*a.Places, len(a.Entries)*b.Places),
			cmp.Compare(b.Format, a.Format), cmp.Compare(b.Game, a.Game), cmp.Compare(a.Variant, b.Variant), cmp.Compare(a.Edition, b.Edition))
	})
	return open[:min(limit, len(open))]
}

// EntriesOf lists the tournaments in which a player is or was, the latest first.
func (s *Editions) EntriesOf(ctx context.Context, viewer league.Viewer, player string, limit int) ([]league.Tournament, error) {
	return s.players.EntriesOf(ctx, viewer, player, limit)
}

// PlayingIn lists the tournaments that are being played in which a player has a seat, the
// latest first, each with their entry alone; no rolling ones, which go on for ever.
func (s *Editions) PlayingIn(ctx context.Context, viewer league.Viewer, player league.Player, limit int) ([]league.Tournament, error) {
	if player.Kind != league.Member {
		return nil, nil
	}
	return s.store.PlayingIn(ctx, viewer, player.ID, limit)
}

// AdvanceCompetitions opens, starts and closes the editions of all competitions as is due, and lets
// their groups go on. It is level-triggered.
func (s *Editions) AdvanceCompetitions(ctx context.Context) error {
	var problems []error
	for _, c := range s.Competitions() {
		if err := s.advance(ctx, c, true); err != nil {
			problems = append(problems, fmt.Errorf("%s: %w", c.ID(), err))
		}
	}
	return errors.Join(problems...)
}

// roundsAtOnce is how often a competition is looked at in a row while there is something
// to do: the end of one edition may let the next one start.
const roundsAtOnce = 8

// advance does what one competition needs. What runs is looked at too if all is to be done.
func (s *Editions) advance(ctx context.Context, c league.Competition, all bool) error {
	if err := s.retire(ctx, c); err != nil {
		return fmt.Errorf("ending what is retired: %w", err)
	}
	return s.advanceSteps(ctx, c, all)
}

// advanceSteps is advance of what is not retired.
func (s *Editions) advanceSteps(ctx context.Context, c league.Competition, all bool) error {
	for round := range roundsAtOnce {
		var stuck error
		if all && round == 0 { // what starts by the steps below goes on by the facts of that
			stuck = s.advanceEditions(ctx, c) // what is wrong in one group must not stop the others
		}
		done, err := s.applySteps(ctx, c)
		if err = errors.Join(stuck, err); err != nil || done == 0 {
			return err
		}
	}
	return nil // the next run goes on
}

// applySteps carries out what a series wants done now, and counts what was.
func (s *Editions) applySteps(ctx context.Context, c league.Competition) (done int, err error) {
	lately, err := s.recentEditions(ctx, c)
	if err != nil {
		return 0, err
	}
	state, err := s.stateOf(ctx, c, lately)
	if err != nil {
		return 0, err
	}
	done, known, err := s.applyStepsOf(ctx, c, state)
	if _, some := series(c).(league.Selective); err != nil || known || !some {
		return done, err
	}
	if state, err = s.SeriesState(ctx, c); err != nil {
		return done, err
	}
	more, _, err := s.applyStepsOf(ctx, c, state)
	return done + more, err
}

// applyStepsOf carries out what a series wants done as far as its state tells, and counts what
// was. Known: no edition that it wanted to open was there already.
func (s *Editions) applyStepsOf(ctx context.Context, c league.Competition, state league.SeriesState) (done int, known bool, err error) {
	steps, err := series(c).Next(state)
	if err != nil {
		return 0, true, err
	}
	open, err := s.open(ctx, c)
	if err != nil {
		return 0, true, err
	}
	_, retired := s.heirOf(c)
	var problems []error
	known = true
	for _, step := range steps {
		if step.Open != nil && !open && !(retired && earned(step)) {
			continue
		}
		ok, err := s.applyStep(ctx, c, step)
		if err != nil {
			problems = append(problems, fmt.Errorf("edition %s: %w", step.Edition, err))
		}
		if ok {
			done++
		}
		known = known && (ok || err != nil || step.Open == nil)
	}
	return done, known, errors.Join(problems...)
}

// advanceEditions lets what runs of a competition go on: the editions that need something.
func (s *Editions) advanceEditions(ctx context.Context, c league.Competition) error {
	editions, err := s.store.Editions(ctx, league.Site(), c.ID(), s.core.Now())
	if err != nil {
		return err
	}
	editions = slices.DeleteFunc(editions, func(t league.Tournament) bool { return t.State != league.Running })
	drawn := slices.DeleteFunc(slices.Clone(editions), func(t league.Tournament) bool { return t.Rolling })
	fixtures, err := s.players.FixturesOf(ctx, drawn)
	if err != nil {
		return err
	}
	byTournament := map[string][]league.Match{}
	for _, m := range fixtures {
		byTournament[m.Tournament] = append(byTournament[m.Tournament], m)
	}
	var problems []error
	for _, t := range editions {
		waits, err := s.waits(t, byTournament[t.ID])
		if err == nil && !waits {
			err = s.rounds.AdvanceAll(ctx, t.ID)
		}
		problems = append(problems, err)
	}
	return errors.Join(problems...)
}

// waits says that a tournament needs nothing now but that its matches go on.
func (s *Editions) waits(t league.Tournament, matches []league.Match) (bool, error) {
	if t.Rolling || len(tournaments.Forfeits(t, matches)) > 0 {
		return false, nil
	}
	format, err := play.FormatOf(t)
	if err != nil {
		return false, err
	}
	parts, apart := tournaments.ByGroup(matches), t.ByGroup()
	all := true // done
	for _, g := range t.Groups() {
		plan, err := format.Plan(s.tournaments.SheetOf(apart[g], g, parts[g], s.core.Now()))
		if err != nil {
			return false, err
		}
		if len(plan.Fixtures)+len(plan.Acts)+len(plan.Rulings) > 0 {
			return false, nil
		}
		all = all && plan.Finished
	}
	return !all, nil
}

// AdvanceCompetition looks at a competition when something that others may wait for has happened in one of
// its editions.
func (s *Editions) AdvanceCompetition(ctx context.Context, competition, _ string) error {
	c, ok := league.ParseCompetition(competition)
	if !ok {
		return fmt.Errorf("there is no competition %q", competition)
	}
	return s.advance(ctx, c, false)
}

// series returns the series of a competition that there is.
func series(c league.Competition) league.Series {
	f, _ := formats.ByID(c.Format)
	return f.(league.Series)
}

// profile is what the site's competitions are played by (R-TB-1, R-CH-2).
const profile = "std"

// SeriesState reads all that a series may know of a competition.
func (s *Editions) SeriesState(ctx context.Context, c league.Competition) (league.SeriesState, error) {
	editions, err := s.store.Editions(ctx, league.Site(), c.ID(), s.core.Now().Add(-series(c).Memory()))
	if err != nil {
		return league.SeriesState{}, err
	}
	return s.stateOf(ctx, c, editions)
}

// recentEditions reads the editions of a competition that may still matter, to some players among
// others.
func (s *Editions) recentEditions(ctx context.Context, c league.Competition, players ...string) ([]league.Tournament, error) {
	since := s.core.Now().Add(-series(c).Memory())
	some, ok := series(c).(league.Selective)
	if !ok {
		return s.store.Editions(ctx, league.Site(), c.ID(), since)
	}
	waiting, err := s.store.Qualified(ctx, c.ID(), since, some.Awaits())
	if err != nil {
		return nil, err
	}
	return s.store.EditionsFor(ctx, league.Site(), c.ID(), since, append(waiting, players...))
}

// stateOf returns the state of a series of its editions.
func (s *Editions) stateOf(ctx context.Context, c league.Competition, editions []league.Tournament) (league.SeriesState, error) {
	now := s.core.Now()
	state := league.SeriesState{Now: now, Competition: c, Profile: profile, Title: s.title(c)}
	latest := -1
	var players []string
	var err error
	if state.Before, err = s.before(ctx, c); err != nil {
		return state, err
	}
	for _, e := range state.Before {
		for _, entrant := range e.Tournament.Entries {
			players = append(players, entrant.Player.ID)
		}
	}
	for i, t := range editions {
		state.Editions = append(state.Editions, league.Edition{Tournament: t})
		if t.State == league.Finished && (latest < 0 || t.Ended.After(editions[latest].Ended)) {
			latest = i
		}
		for _, e := range t.Entries {
			players = append(players, e.Player.ID)
		}
	}
	slices.Sort(players)
	players = slices.Compact(players)
	if state.Known, err = s.tournaments.Known(ctx, players); err != nil {
		return state, err
	}
	if state.Outages, err = s.core.Outages(ctx); err != nil {
		return state, err
	}
	rated, err := s.players.Strengths(ctx, league.Pool{Game: c.Game, Variant: c.Variant}, players)
	for id, rating := range rated {
		if k, ok := state.Known[id]; ok {
			k.Rating = float64(rating)
			state.Known[id] = k
		}
	}
	if err == nil {
		err = s.completeBefore(ctx, state)
	}
	if err != nil || latest < 0 {
		return state, err
	}
	if r, ok := series(c).(league.Reader); ok && !r.Reads(state) {
		return state, nil
	}
	state.Editions[latest].Rows, err = s.rows(ctx, c, editions[latest])
	return state, err
}

// title names a competition's game and variant: "StreetSoccer, Little Golem".
func (s *Editions) title(c league.Competition) string { return s.core.Title(c.Game, c.Variant) }

// applyStep carries out what a series wants done with one edition; false if nothing was to be
// done any more.
func (s *Editions) applyStep(ctx context.Context, c league.Competition, step league.Step) (bool, error) {
	if step.Open != nil {
		return s.openEdition(ctx, c, step)
	}
	did := false
	err := s.tournaments.Decide(ctx, league.Site(), tournaments.EditionID(c, step.Edition), func(p *league.TournamentProgress) error {
		did = false
		if err := s.appendStep(ctx, p, step); err != nil {
			return err
		}
		did = true
		return nil
	})
	if kind := league.KindOf(err); kind == league.Stale || kind == league.NotFound {
		return false, nil // somebody else was first, and what is due now is seen at the next look
	}
	return did && err == nil, err
}

// appendStep makes the decisions of a step.
func (s *Editions) appendStep(ctx context.Context, p *league.TournamentProgress, step league.Step) error {
	var together []league.Decision
	for _, d := range step.Decisions {
		if d.Act == league.ActStarted && d.Text == "" {
			err := s.rounds.AppendRulings(p, together)
			if err == nil {
				err = s.entries.Start(ctx, p, league.Player{})
			}
			if err != nil {
				return err
			}
			together = nil
			continue
		}
		if d.Player.ID != "" && d.Player.Name == "" {
			var err error
			if d.Player, err = s.entrant(ctx, p.Tournament, d.Player.ID); err != nil {
				return err
			}
		}
		together = append(together, d)
	}
	if err := s.rounds.AppendRulings(p, together); err != nil {
		return err
	}
	for _, id := range step.Tell {
		p.Notices = append(p.Notices, league.Notice{Player: id, At: s.core.Now(), Kind: league.TournamentNotice, Subject: p.Tournament.ID, Event: cmp.Or(step.Event, league.SeriesTold)})
	}
	return nil
}

// entrant finds a player among the entries, else among all.
func (s *Editions) entrant(ctx context.Context, t league.Tournament, id string) (league.Player, error) {
	if e, ok := t.Entrant(id); ok {
		return e.Player, nil
	}
	return s.players.Player(ctx, id)
}

// openEdition creates an edition with its first decisions; false if it is there already.
func (s *Editions) openEdition(ctx context.Context, c league.Competition, step league.Step) (bool, error) {
	id := tournaments.EditionID(c, step.Edition)
	for range play.Attempts { // another tournament that is made in this instant may get the serial number
		if _, err := s.store.Tournament(ctx, league.Site(), id); league.KindOf(err) != league.NotFound {
			return false, err
		}
		if err := s.createEdition(ctx, c, step, id); league.KindOf(err) != league.Stale {
			return err == nil, err
		}
	}
	return false, fmt.Errorf("edition %s: others got in first %d times", id, play.Attempts)
}

// createEdition creates an edition under the next serial number. If that is taken, or the edition is there, the error
// is of kind league.Stale.
func (s *Editions) createEdition(ctx context.Context, c league.Competition, step league.Step, id string) error {
	serial, err := s.serials.NextSerial(ctx)
	if err != nil {
		return err
	}
	p := league.TournamentProgress{Tournament: league.Tournament{ID: id, Serial: serial}}
	tournaments.FixLot(s.core, &p.Tournament)
	terms := *step.Open
	terms.Competition, terms.Edition = c.ID(), step.Edition
	terms.Game, terms.Variant = c.Game, c.Variant
	f, _ := formats.ByID(terms.Format)
	terms.Berger, terms.Earned = f.Info().MeetsAll(), !terms.Rolling
	err = s.tournaments.AppendDecisions(&p, league.Decision{By: core.SitePlayer(), Act: league.ActCreated, Text: terms.String()})
	if err == nil {
		err = s.appendStep(ctx, &p, step)
	}
	if err != nil {
		return err
	}
	p.Notices = append(s.tournaments.TournamentNotices(p), p.Notices...)
	err = s.store.CreateTournament(ctx, p.Tournament, p.Matches, p.Notices, append(tournaments.TournamentFacts(p), tournaments.EditionMoved(c.ID()))...)
	if err == nil {
		s.tournaments.Announce(p)
	}
	return err
}
