package office

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"kickabout/engine/dice"
	"kickabout/league"
	"kickabout/league/formats"
)

// Competitions keeps the editions of the site's own competitions.
type Competitions interface {
	// Editions lists the editions of a competition that have not ended or ended after a
	// moment, with their entries and without logs, by their opening.
	Editions(ctx context.Context, competition string, after time.Time) ([]league.Tournament, error)
	// EditionsFor lists the editions of a competition that have not ended, and of those that
	// ended after a moment the ones in which some players were, likewise.
	EditionsFor(ctx context.Context, competition string, after time.Time, players []string) ([]league.Tournament, error)
	// OpenEditions lists the editions of a competition that take entries, likewise.
	OpenEditions(ctx context.Context, competition string) ([]league.Tournament, error)
	// Qualified lists the ids of those who have qualified in an edition of a competition since
	// a moment and of whom one of some notes stands there.
	Qualified(ctx context.Context, competition string, since time.Time, notes []string) ([]string, error)
	// AllEditions lists the editions of all competitions that have not ended or ended after
	// a moment, with their entries and without logs, by their opening.
	AllEditions(ctx context.Context, after time.Time) ([]league.Tournament, error)
	// Nearest lists editions that take entries and start when they are full: first those
	// that are fullest.
	Nearest(ctx context.Context, limit int) ([]league.Tournament, error)
	// EntriesOf lists the tournaments in which a player is or was, with all their entries
	// and without logs, the latest first.
	EntriesOf(ctx context.Context, player string, limit int) ([]league.Tournament, error)
	// PlayingIn lists the tournaments that are being played in which a player has a seat, the
	// latest first, each with his entry alone and without its log; no rolling ones.
	PlayingIn(ctx context.Context, player string, limit int) ([]league.Tournament, error)
	// FixturesOf lists the matches of some tournaments by their keys, with no more of each than
	// a format may know.
	FixturesOf(ctx context.Context, tournaments []string) ([]league.Match, error)
	// Known returns what is known of players, by their ids.
	Known(ctx context.Context, players []string) (map[string]league.Known, error)
	// Players returns players by their ids, without those that are not there.
	Players(ctx context.Context, ids []string) (map[string]league.Player, error)
}

// sitePlayer organises the site's competitions.
func sitePlayer() league.Player {
	return league.Player{ID: "site", Name: "Kickabout", Kind: league.Site}
}

// Competitions lists the competitions of the site: of each series one for every variant,
// but for those that it does not run.
func (o *Office) Competitions() []league.Competition {
	var all []league.Competition
	for _, f := range formats.All() {
		if _, ok := f.(league.Series); !ok {
			continue
		}
		for _, g := range o.games {
			for _, v := range g.Info().Variants {
				c := league.Competition{Format: f.Info().ID, Game: g.Info().ID, Variant: v.ID}
				if o.Runs == nil || o.Runs(c) {
					all = append(all, c)
				}
			}
		}
	}
	return all
}

// Competition finds a competition by its id; league.NotFound if there is none.
func (o *Office) Competition(id string) (league.Competition, error) {
	c, ok := league.ParseCompetition(id)
	if !ok || !slices.Contains(o.Competitions(), c) {
		return league.Competition{}, league.Errorf(league.NotFound, "There is no such competition.")
	}
	return c, nil
}

// Editions lists the editions of a competition that have not ended or ended after a moment,
// by their opening.
func (o *Office) Editions(ctx context.Context, c league.Competition, after time.Time) ([]league.Tournament, error) {
	return o.store.Editions(ctx, c.ID(), after)
}

// OpenEditions lists the editions of a competition that take entries, by their opening.
func (o *Office) OpenEditions(ctx context.Context, c league.Competition) ([]league.Tournament, error) {
	return o.store.OpenEditions(ctx, c.ID())
}

// AllEditions lists the editions of all competitions that have not ended or ended after a
// moment, by their opening.
func (o *Office) AllEditions(ctx context.Context, after time.Time) ([]league.Tournament, error) {
	return o.store.AllEditions(ctx, after)
}

// Nearest lists editions that take entries and start when they are full: first those that
// are fullest.
func (o *Office) Nearest(ctx context.Context, limit int) ([]league.Tournament, error) {
	return o.store.Nearest(ctx, limit)
}

// EntriesOf lists the tournaments in which a player is or was, the latest first.
func (o *Office) EntriesOf(ctx context.Context, player string, limit int) ([]league.Tournament, error) {
	return o.store.EntriesOf(ctx, player, limit)
}

// PlayingIn lists the tournaments that are being played in which a player has a seat, the
// latest first, each with his entry alone; no rolling ones, which go on for ever.
func (o *Office) PlayingIn(ctx context.Context, player league.Player, limit int) ([]league.Tournament, error) {
	if player.Kind != league.Member {
		return nil, nil
	}
	return o.store.PlayingIn(ctx, player.ID, limit)
}

// Compete opens, starts and closes the editions of all competitions as is due, and lets
// their groups go on. It is level-triggered.
func (o *Office) Compete(ctx context.Context) error {
	var problems []error
	for _, c := range o.Competitions() {
		if err := o.compete(ctx, c, true); err != nil {
			problems = append(problems, fmt.Errorf("%s: %w", c.ID(), err))
		}
	}
	return errors.Join(problems...)
}

// roundsAtOnce is how often a competition is looked at in a row while there is something
// to do: the end of one edition may let the next one start.
const roundsAtOnce = 8

// competing marks the context of a competition that is being looked at.
type competing struct{}

// compete does what one competition needs. What runs is looked at too if all is to be done.
func (o *Office) compete(ctx context.Context, c league.Competition, all bool) error {
	ctx = context.WithValue(ctx, competing{}, c)
	for range roundsAtOnce {
		var stuck error
		if all {
			stuck = o.advanceEditions(ctx, c) // what is wrong in one group must not stop the others
		}
		done, err := o.next(ctx, c)
		if err = errors.Join(stuck, err); err != nil || done == 0 {
			return err
		}
	}
	return nil // the next run goes on
}

// next carries out what a series wants done now, and counts what was.
func (o *Office) next(ctx context.Context, c league.Competition) (done int, err error) {
	lately, err := o.lately(ctx, c)
	if err != nil {
		return 0, err
	}
	chronicle, err := o.chronicleOf(ctx, c, lately)
	if err != nil {
		return 0, err
	}
	done, known, err := o.nextOf(ctx, c, chronicle)
	if _, some := series(c).(league.Selective); err != nil || known || !some {
		return done, err
	}
	if chronicle, err = o.chronicle(ctx, c); err != nil {
		return done, err
	}
	more, _, err := o.nextOf(ctx, c, chronicle)
	return done + more, err
}

// nextOf carries out what a series wants done as far as a chronicle tells, and counts what
// was. Known: no edition that it wanted to open was there already.
func (o *Office) nextOf(ctx context.Context, c league.Competition, chronicle league.Chronicle) (done int, known bool, err error) {
	steps, err := series(c).Next(chronicle)
	if err != nil {
		return 0, true, err
	}
	var problems []error
	known = true
	for _, s := range steps {
		ok, err := o.step(ctx, c, s)
		if err != nil {
			problems = append(problems, fmt.Errorf("edition %s: %w", s.Edition, err))
		}
		if ok {
			done++
		}
		known = known && (ok || err != nil || s.Open == nil)
	}
	return done, known, errors.Join(problems...)
}

// advanceEditions lets what runs of a competition go on: the editions that need something.
func (o *Office) advanceEditions(ctx context.Context, c league.Competition) error {
	editions, err := o.store.Editions(ctx, c.ID(), o.Now())
	if err != nil {
		return err
	}
	editions = slices.DeleteFunc(editions, func(t league.Tournament) bool { return t.State != league.Running })
	var ids []string
	for _, t := range editions {
		if !t.Rolling {
			ids = append(ids, t.ID)
		}
	}
	fixtures, err := o.store.FixturesOf(ctx, ids)
	if err != nil {
		return err
	}
	byTournament := map[string][]league.Match{}
	for _, m := range fixtures {
		byTournament[m.Tournament] = append(byTournament[m.Tournament], m)
	}
	var problems []error
	for _, t := range editions {
		waits, err := o.waits(t, byTournament[t.ID])
		if err == nil && !waits {
			err = o.advanceAll(ctx, t.ID)
		}
		problems = append(problems, err)
	}
	return errors.Join(problems...)
}

// waits says that a tournament needs nothing now but that its matches go on.
func (o *Office) waits(t league.Tournament, matches []league.Match) (bool, error) {
	if t.Rolling || len(forfeits(t, matches)) > 0 {
		return false, nil
	}
	format, err := formatOf(t)
	if err != nil {
		return false, err
	}
	parts, apart := byGroup(matches), t.Apart()
	all := true // done
	for _, g := range t.Groups() {
		plan, err := format.Plan(o.sheetOf(apart[g], g, parts[g], o.Now()))
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

// goOn looks at a competition at once when something that others may wait for has happened
// in one of its editions. What goes wrong here is done by the next Compete.
func (o *Office) goOn(ctx context.Context, p league.TournamentProgress) {
	c, ok := league.ParseCompetition(p.Tournament.Competition)
	if !ok || ctx.Value(competing{}) == c || !slices.ContainsFunc(p.Tournament.Log, func(d league.Decision) bool {
		return d.Act == league.ActStarted || d.Act == league.ActFinished || d.Act == league.ActQualified || d.Act == league.ActStruck
	}) {
		return
	}
	if err := o.compete(o.apart(ctx), c, false); err != nil {
		o.log.Error("a competition", "competition", c.ID(), "err", err)
	}
}

// series returns the series of a competition that there is.
func series(c league.Competition) league.Series {
	f, _ := formats.ByID(c.Format)
	return f.(league.Series)
}

// profile is what the site's competitions are played by (R-TB-1, R-CH-2).
const profile = "std"

// chronicle reads all that a series may know of a competition.
func (o *Office) chronicle(ctx context.Context, c league.Competition) (league.Chronicle, error) {
	editions, err := o.store.Editions(ctx, c.ID(), o.Now().Add(-series(c).Memory()))
	if err != nil {
		return league.Chronicle{}, err
	}
	return o.chronicleOf(ctx, c, editions)
}

// lately reads the editions of a competition that may still matter, to some players among
// others.
func (o *Office) lately(ctx context.Context, c league.Competition, players ...string) ([]league.Tournament, error) {
	since := o.Now().Add(-series(c).Memory())
	some, ok := series(c).(league.Selective)
	if !ok {
		return o.store.Editions(ctx, c.ID(), since)
	}
	waiting, err := o.store.Qualified(ctx, c.ID(), since, some.Awaits())
	if err != nil {
		return nil, err
	}
	return o.store.EditionsFor(ctx, c.ID(), since, append(waiting, players...))
}

// chronicleOf makes a chronicle of editions.
func (o *Office) chronicleOf(ctx context.Context, c league.Competition, editions []league.Tournament) (league.Chronicle, error) {
	now := o.Now()
	ch := league.Chronicle{Now: now, Competition: c, Profile: profile, Title: o.title(c)}
	latest := -1
	var players []string
	for i, t := range editions {
		ch.Editions = append(ch.Editions, league.Edition{Tournament: t})
		if t.State == league.Finished && (latest < 0 || t.Ended.After(editions[latest].Ended)) {
			latest = i
		}
		for _, e := range t.Entries {
			players = append(players, e.Player.ID)
		}
	}
	slices.Sort(players)
	players = slices.Compact(players)
	var err error
	if ch.Known, err = o.known(ctx, players); err != nil {
		return ch, err
	}
	rated, err := o.store.Strengths(ctx, league.Pool{Game: c.Game, Variant: c.Variant}, players)
	for id, rating := range rated {
		if k, ok := ch.Known[id]; ok {
			k.Rating = float64(rating)
			ch.Known[id] = k
		}
	}
	if err != nil || latest < 0 {
		return ch, err
	}
	if r, ok := series(c).(league.Reader); ok && !r.Reads(ch) {
		return ch, nil
	}
	matches, err := o.store.Fixtures(ctx, editions[latest].ID)
	if err != nil {
		return ch, err
	}
	groups, err := o.groups(editions[latest], series(c), matches, now)
	for _, g := range groups {
		ch.Editions[latest].Rows = append(ch.Editions[latest].Rows, g.Rows...)
	}
	return ch, err
}

// known returns what is known of players besides what they played.
func (o *Office) known(ctx context.Context, players []string) (map[string]league.Known, error) {
	known, err := o.store.Known(ctx, players)
	if err != nil {
		return nil, err
	}
	now := o.Now()
	away, err := o.store.OpenVacations(ctx, now)
	for _, v := range away {
		if k, ok := known[v.Player]; ok && v.On(now) {
			k.Away, k.Moved, k.Seen = true, now, now
			known[v.Player] = k
		}
	}
	return known, err
}

// title names a competition's game and variant: "StreetSoccer, Little Golem".
func (o *Office) title(c league.Competition) string {
	g, err := o.Game(c.Game)
	if err != nil {
		return c.Game
	}
	info := g.Info()
	for _, v := range info.Variants {
		if v.ID == c.Variant && len(info.Variants) > 1 {
			return info.Name + ", " + v.Name
		}
	}
	return info.Name
}

// editionID returns the id of an edition. It looks like any other.
func editionID(c league.Competition, edition string) string {
	return derivedID("edition", c.ID(), edition)
}

// step carries out what a series wants done with one edition; false if nothing was to be
// done any more.
func (o *Office) step(ctx context.Context, c league.Competition, s league.Step) (bool, error) {
	if s.Open != nil {
		return o.openEdition(ctx, c, s)
	}
	did := false
	err := o.decide(ctx, editionID(c, s.Edition), func(p *league.TournamentProgress) error {
		did = false
		if err := o.stepped(ctx, p, s); err != nil {
			return err
		}
		did = true
		return nil
	})
	if kind := league.KindOf(err); kind == league.Stale || kind == league.NotFound {
		return false, nil // somebody else was first, and what is due now is seen at the next look
	}
	if err == nil && did && startsGroups(s) {
		err = o.advanceAll(ctx, editionID(c, s.Edition))
	}
	return did && err == nil, err
}

// startsGroups says that a step starts an edition whose matches begin group by group.
func startsGroups(s league.Step) bool {
	return slices.ContainsFunc(s.Decisions, func(d league.Decision) bool { return d.Act == league.ActStarted && d.Text != "" })
}

// stepped makes the decisions of a step.
func (o *Office) stepped(ctx context.Context, p *league.TournamentProgress, s league.Step) error {
	var together []league.Decision
	for _, d := range s.Decisions {
		if d.Act == league.ActStarted && d.Text == "" {
			err := o.ruled(p, together)
			if err == nil {
				err = o.start(ctx, p, league.Player{})
			}
			if err != nil {
				return err
			}
			together = nil
			continue
		}
		if d.Player.ID != "" && d.Player.Name == "" {
			var err error
			if d.Player, err = o.entrant(ctx, p.Tournament, d.Player.ID); err != nil {
				return err
			}
		}
		together = append(together, d)
	}
	if err := o.ruled(p, together); err != nil {
		return err
	}
	for _, id := range s.Tell {
		p.Notices = append(p.Notices, league.Notice{Player: id, At: o.Now(), Kind: league.TournamentNotice, Subject: p.Tournament.ID})
	}
	return nil
}

// entrant finds a player among the entries, else among all.
func (o *Office) entrant(ctx context.Context, t league.Tournament, id string) (league.Player, error) {
	if e, ok := t.Entrant(id); ok {
		return e.Player, nil
	}
	return o.store.Player(ctx, id)
}

// openEdition creates an edition with its first decisions; false if it is there already.
func (o *Office) openEdition(ctx context.Context, c league.Competition, s league.Step) (bool, error) {
	id := editionID(c, s.Edition)
	if _, err := o.store.Tournament(ctx, id); league.KindOf(err) != league.NotFound {
		return false, err
	}
	gid := dice.TournamentGID(id)
	p := league.TournamentProgress{Tournament: league.Tournament{ID: id, GID: gid, Head: o.dealer.Head(gid)}}
	terms := *s.Open
	terms.Competition, terms.Edition = c.ID(), s.Edition
	terms.Game, terms.Variant = c.Game, c.Variant
	err := o.decided(&p, league.Decision{By: sitePlayer(), Act: league.ActCreated, Text: terms.String()})
	if err == nil {
		err = o.stepped(ctx, &p, s)
	}
	if err != nil {
		return false, err
	}
	p.Notices = append(o.tournamentNotices(p), p.Notices...)
	err = o.store.CreateTournament(ctx, p.Tournament, p.Matches, p.Notices)
	if league.KindOf(err) == league.Stale {
		return false, nil
	}
	if err == nil {
		o.announce(p)
		if startsGroups(s) {
			err = o.advanceAll(ctx, id)
		}
	}
	return err == nil, err
}
