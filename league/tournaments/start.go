package tournaments

import (
	"context"
	"crypto/sha256"
	"encoding/base32"
	"fmt"
	"slices"
	"strings"

	"kickabout/engine/clock"
	"kickabout/engine/dice"
	"kickabout/engine/dice/tbd2"
	"kickabout/league"
	"kickabout/league/contribution"
	"kickabout/league/core"
	"kickabout/league/play"
	"kickabout/league/vacation"
)

// StartTournament draws all matches of a tournament and begins them, by the organiser.
func (s *Entries) StartTournament(ctx context.Context, player league.Player, id string) error {
	return s.tournaments.ActInTournament(ctx, player, id, func(p *league.TournamentProgress) error {
		return s.Start(ctx, p, player)
	})
}

// Start draws the seeds, plans the matches and begins them.
func (s *Entries) Start(ctx context.Context, p *league.TournamentProgress, by league.Player) error {
	t := p.Tournament
	format, err := play.FormatOf(t)
	if err != nil {
		return err
	}
	waits := t.AwaitsDraw()
	if waits {
		if err := s.startWithout(p, by); err != nil {
			return err
		}
	} else if err := s.prepareTeams(ctx, p); err != nil {
		return err
	}
	t = p.Tournament
	if n, what := counted(t); n < format.Info().MinEntries {
		try := *p // who may not start it at all is told that first
		if err := s.tournaments.AppendDecisions(&try, league.Decision{By: by, Act: league.ActStarted}); league.KindOf(err) == league.Forbidden || league.KindOf(err) == league.Stale {
			return err
		}
		return league.Errorf(league.Invalid, "It takes at least %d %s to start. There are %d so far.", format.Info().MinEntries, what, n)
	}
	if err := s.close(ctx, p, by); err != nil {
		return err
	}
	if !waits && s.awaits(p.Tournament) {
		return nil // what it awaits nobody knows yet
	}
	return s.drawn(ctx, p, by)
}

// drawn draws a tournament whose entries are closed, and begins its matches.
func (s *Entries) drawn(ctx context.Context, p *league.TournamentProgress, by league.Player) error {
	t := p.Tournament
	format, err := play.FormatOf(t)
	if err != nil {
		return err
	}
	draw, err := s.upkeep.drawSeeds(ctx, t)
	if err != nil {
		return err
	}
	if err := s.tournaments.AppendDecisions(p, league.Decision{By: by, Act: league.ActStarted, Text: draw}); err != nil {
		return err
	}
	if s.rounds.drawnByJob(p.Tournament) {
		return nil // that it has started raises it
	}
	plan, err := format.Plan(s.tournaments.SheetOf(p.Tournament, "", nil, s.core.Now()))
	if err != nil {
		return fmt.Errorf("planning tournament %s: %w", t.ID, err)
	}
	if err := s.rounds.AppendRulings(p, plan.Rulings); err != nil {
		return err
	}
	return s.AddMatches(ctx, p, plan.Fixtures)
}

// AddMatches adds the matches of fixtures to a progress.
func (s *Entries) AddMatches(ctx context.Context, p *league.TournamentProgress, fixtures []league.Fixture) error {
	if len(fixtures) == 0 {
		return nil
	}
	if !p.Tournament.Ended.IsZero() { // the key of all its dice may be open: everybody would know what they throw
		return league.Errorf(league.Stale, "This tournament is over, so no game of it begins any more.")
	}
	days, err := s.core.RuleDays(ctx)
	if err != nil {
		return err
	}
	rated := Rates(p.Tournament, days.Hold(league.FairRatings, p.Tournament.Started))
	since := p.Tournament.Started
	if p.Tournament.Rolling {
		since = s.core.Now()
	}
	bound, sealing := days.Hold(league.VacationBounds, since), days.Hold(league.SealedPairs, p.Tournament.Created)
	given, err := s.given(ctx, p.Tournament, fixtures)
	if err != nil {
		return err
	}
	public, err := s.bound(ctx, p.Tournament)
	if err != nil {
		return err
	}
	breaks, err := s.store.DiceBreaks(ctx)
	if err != nil {
		return err
	}
	for i, f := range fixtures {
		m, err := s.fixture(p.Tournament, f, given[i], hangs(public, f, given[i]), play.TwinOf(p.Tournament, f.Key, fixtures), breaks, rated, bound, sealing)
		if err != nil {
			return fmt.Errorf("tournament %s, fixture %s: %w", p.Tournament.ID, f.Key, err)
		}
		p.Matches = append(p.Matches, m)
		p.Notices = append(p.Notices, core.NoticesOf(m, league.MatchBegan, "", m.Created, m.State.Last)...)
	}
	return nil
}

// GiveContribution keeps what a player gives to the dice of a tournament whose entries are open, in the place of what they
// gave before; an empty text changes nothing. What none can be is an error of the field "contribution".
func (s *Entries) GiveContribution(ctx context.Context, player league.Player, id, text string) error {
	if text == "" {
		return nil
	}
	if err := core.MustAgree(player); err != nil {
		return err
	}
	if why := contribution.Problem(text); why != "" {
		return league.FieldErrorf("contribution", "%s", why)
	}
	t, err := s.store.Tournament(ctx, league.Of(player), id)
	if err != nil {
		return err
	}
	e, in := t.Entrant(player.ID)
	if t.AwaitsDraw() {
		return league.Errorf(league.Stale, "Entries have closed: the dice of this tournament take nothing more from you.")
	}
	if !t.Enterable(s.core.Now()) || in && t.State == league.Running && !t.Waits(e) {
		return league.Errorf(league.Stale, "Games of this tournament have begun: its dice take nothing more from you.")
	}
	return s.contributions.GiveContribution(ctx, id, player.ID, text, s.core.Now())
}

// given returns what the players of fixtures, first and second, give to their dice (SCHEME.md 3). All games of a tournament
// hang on one contribution of each of its players; one that rolls goes on for ever, and each game there has its own. Dice
// under the first scheme are the site's alone.
func (s *Entries) given(ctx context.Context, t league.Tournament, fixtures []league.Fixture) ([][2]string, error) {
	given := make([][2]string, len(fixtures))
	if t.Serial == 0 {
		return given, nil
	}
	var all []string
	for i, f := range fixtures {
		var players []string
		for _, id := range [2]string{f.First, f.Second} {
			if e, ok := t.Entrant(id); ok && e.Player.Agrees() {
				players = append(players, id)
			}
		}
		all = append(all, players...)
		if !t.Rolling || t.Duplicate || len(players) == 0 {
			continue
		}
		used, err := s.contributions.UseContributions(ctx, players)
		if err != nil {
			return nil, err
		}
		given[i] = [2]string{used[f.First], used[f.Second]}
	}
	if t.Rolling && !t.Duplicate || len(all) == 0 {
		return given, nil
	}
	slices.Sort(all)
	taken, err := s.contributions.TakeContributions(ctx, t.ID, slices.Compact(all), s.core.Now())
	for i, f := range fixtures {
		given[i] = [2]string{taken[f.First], taken[f.Second]}
	}
	return given, err
}

// Fixture begins the match of a fixture: the draw says who is First, and its id
// and GID follow from its place, so it can begin only once. Its dice may hang on the public value of the tournament. It is rated if those of its tournament
// are, unless a bot plays (R-RA-8). With a twin it has the dice of both. Where vacation is bound and the clock allows none, none
// helps (R-VA-7).
func (s *Entries) fixture(t league.Tournament, f league.Fixture, given [2]string, public bool, twin league.Key, breaks int, rated, bound, sealing bool) (league.Match, error) {
	game, err := s.core.Game(t.Game)
	if err != nil {
		return league.Match{}, err
	}
	control, err := clock.ByID(t.Control)
	if err != nil {
		return league.Match{}, err
	}
	first, _ := t.Entrant(f.First)
	second, _ := t.Entrant(f.Second)
	other := ""
	if twin != "" {
		other = fixtureID(t.ID, twin)
	}
	reserved := s.reserved(t, f.Key, twin != "", breaks)
	if public {
		reserved.Dice.Tour = t.Dice.Tour
	}
	m, _, err := s.reservations.NewMatch(play.Terms{
		Reservation: reserved, Game: game, Variant: t.Variant, Control: control, Kickoff: league.KickoffMe,
		Rated:      rated && league.MayRate(first.Player, second.Player),
		Tournament: t.ID, Fixture: f.Key, Pays: t.Pays, Twin: other, Sealing: other != "" && sealing,
		NoVacation: t.NoVacation || bound && vacation.BoundOf(t.Control).All == 0, DaysBound: bound,
	}, [2]league.Seat{{Player: first.Player, Contribution: given[0]}, {Player: second.Player, Contribution: given[1]}}, s.core.Now())
	return m, err
}

// reserved fixes the dice of a fixture, which may be those of a duplicate pair.
func (s *Entries) reserved(t league.Tournament, k league.Key, pair bool, breaks int) play.Reservation {
	r := play.Reservation{ID: fixtureID(t.ID, k)}
	switch {
	case t.Serial > 0:
		r.GID = tbd2.MatchGID(league.ScopeText(t.Serial), league.DiceKey(k, pair, breaks))
		r.Head, r.Dice = s.core.Dealer.Fix(madeIn(t), t.Serial, r.GID)
		return r
	case pair:
		r.GID = league.PairGID(t.ID, k)
	default:
		r.GID = dice.FixtureGID(t.ID, k.Round(), k.Board())
	}
	r.Head = s.core.Dealer.Head(r.GID)
	return r
}

// madeIn returns the epoch of the key of the dice by which games of a tournament are dealt; 0: by the present one, as in one that
// rolls, which would keep its key for ever. One whose lot is drawn under the first scheme has had the first.
func madeIn(t league.Tournament) uint32 {
	if t.Rolling {
		return 0
	}
	return max(1, t.Dice.Epoch)
}

// fixtureID returns the id of a fixture's match. It looks like any other.
func fixtureID(tournament string, key league.Key) string {
	return derivedID("fixture", tournament, string(key))
}

// derivedID returns the id that follows from what names a thing. It looks like any other.
func derivedID(parts ...string) string {
	sum := sha256.Sum256([]byte("kickabout/" + strings.Join(parts, "\n")))
	return strings.ToLower(base32.StdEncoding.EncodeToString(sum[:])[:12])
}

// EditionID returns the id of an edition. It looks like any other.
func EditionID(c league.Competition, edition string) string {
	return derivedID("edition", c.ID(), edition)
}
