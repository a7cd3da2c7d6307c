package office

import (
	"context"
	"crypto/sha256"
	"encoding/base32"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"kickabout/engine"
	"kickabout/engine/clock"
	"kickabout/engine/dice"
	"kickabout/league"
	"kickabout/league/bracket"
	"kickabout/league/formats"
	"kickabout/league/formats/teams"
	"kickabout/league/table"
)

// Tournaments keeps tournaments.
type Tournaments interface {
	// CreateTournament stores a tournament with its log, matches that begin with it and
	// notices. If its id is taken, or there is such an edition of its competition, the
	// error is of kind league.Stale and nothing is written.
	CreateTournament(ctx context.Context, t league.Tournament, matches []league.Match, notices []league.Notice) error
	// AppendTournament adds progress to a tournament. If its last event is no longer
	// Seen the error is of kind league.Stale and nothing is written.
	AppendTournament(ctx context.Context, p league.TournamentProgress) error
	// Tournament returns a tournament with its entries and without its log.
	Tournament(ctx context.Context, id string) (league.Tournament, error)
	// TournamentGroup returns a tournament with the entries of one group alone.
	TournamentGroup(ctx context.Context, id string, g league.Group) (league.Tournament, error)
	// TournamentLog returns the events of a tournament after one of them, in their order.
	TournamentLog(ctx context.Context, id string, after, limit int) ([]league.Decision, error)
	// Acts returns the events of some acts after one of a tournament's events and up to another, in
	// their order and without the names of the players.
	Acts(ctx context.Context, id string, after, until int, acts ...league.TournamentAct) ([]league.Decision, error)
	// Tournaments lists users' tournaments in a state, the latest first, without logs.
	Tournaments(ctx context.Context, state league.TournamentState, limit int) ([]league.Tournament, error)
	// TournamentsOf is Tournaments of a game and a format; "" is any.
	TournamentsOf(ctx context.Context, state league.TournamentState, game, format string, limit int) ([]league.Tournament, error)
	// Organised returns how many tournaments of an organiser are in a state.
	Organised(ctx context.Context, player string, state league.TournamentState) (int, error)
	// Fixtures lists the matches of a tournament, without logs, by their keys.
	Fixtures(ctx context.Context, tournament string) ([]league.Match, error)
	// GroupFixtures lists the matches of a group of a tournament, without logs, by their keys.
	GroupFixtures(ctx context.Context, tournament string, g league.Group) ([]league.Match, error)
	// RecentFixtures lists the matches of a rolling tournament that run, that have not been
	// counted, or that ended after a moment, without logs, by their keys.
	RecentFixtures(ctx context.Context, tournament string, after time.Time) ([]league.Match, error)
	// FixturesToPlan is RecentFixtures with no more of each match than a format may know.
	FixturesToPlan(ctx context.Context, tournament string, after time.Time) ([]league.Match, error)
	// GroupToPlan is GroupFixtures with no more of each match than a format may know.
	GroupToPlan(ctx context.Context, tournament string, g league.Group) ([]league.Match, error)
	// TournamentReached returns how far a tournament has come: the number of its last
	// event, and how many of its matches are over.
	TournamentReached(ctx context.Context, id string) (last, over int, err error)
	// PlayedOut lists the running tournaments none of whose matches is running.
	PlayedOut(ctx context.Context) ([]string, error)
	// Paced lists the running tournaments whose rounds have a last day.
	Paced(ctx context.Context) ([]string, error)
}

const (
	shortestName = 3
	longestName  = 60
	// openAtMost is how many tournaments of one organiser take entries at once.
	openAtMost = 5
	// entryAttempts is how often an entry is tried anew when others got in first. Each
	// of them took a place, or gave one back, so many are enough.
	entryAttempts = 64
)

// TournamentView is a tournament as it stands.
type TournamentView struct {
	Tournament league.Tournament
	Format     league.FormatInfo
	Matches    []league.Match   // by key, without logs; nil before the start
	Rows       []league.Row     // the table of a tournament of one group; nil before the start
	Groups     []GroupView      // all tables; nil before the start, and of a rolling one
	Bracket    *bracket.Bracket // of a knock-out that is drawn; else nil
	Teams      *teams.League    // of a tournament of teams that has started; else nil
	Drawing    *league.Drawing  // of one that is drawn round by round, once it has started; else nil
	Table      *table.Table     // of the whole of it, likewise
	Joins      bool             // somebody can enter it now, although it is played
}

// Staged says that the groups of a tournament, if there are any, are one of its stages.
func (v TournamentView) Staged() bool {
	_, staged := stagesOf(v.Tournament)
	return staged
}

// GroupView is one group of a tournament as it stands.
type GroupView struct {
	Group   league.Group
	Matches []league.Match // by key, without logs
	Rows    []league.Row
	Table   *table.Table // with all that can be asked of it; nil where the format has only rows
}

// Formats lists what formats a user's tournament may have.
func (o *Office) Formats() []league.FormatInfo {
	var infos []league.FormatInfo
	for _, f := range formats.All() {
		if _, bySite := f.(league.Series); !bySite {
			infos = append(infos, f.Info())
		}
	}
	return infos
}

// decided adds events to a tournament, stamped with the present.
func (o *Office) decided(p *league.TournamentProgress, decisions ...league.Decision) (err error) {
	t, now := p.Tournament, o.Now()
	if now.Before(t.Changed) { // clocks of two nodes may differ a little
		now = t.Changed
	}
	for i := range decisions {
		decisions[i].Seq, decisions[i].At = t.Last+1+i, now
	}
	p.Tournament, err = t.Add(decisions...)
	return err
}

// EnterTournament gives a player a place. Whoever takes the last one of a
// tournament that starts when it is full starts it.
func (o *Office) EnterTournament(ctx context.Context, player league.Player, id string) error {
	return o.EnterWith(ctx, player, id, "")
}

// InviteBot gives a bot a place, by the organiser.
func (o *Office) InviteBot(ctx context.Context, player league.Player, id, bot string) error {
	invited, ok := o.botPlayer(bot)
	if !ok {
		return errNoBot()
	}
	return o.enter(ctx, player, id, invited)
}

func errNoBot() error {
	return league.FieldErrorf("bot", "There is no such bot. Choose one from the list.")
}

func (o *Office) enter(ctx context.Context, by league.Player, id string, player league.Player) error {
	return o.actInTournament(ctx, by, id, func(p *league.TournamentProgress) error {
		if format, err := formatOf(p.Tournament); err != nil {
			return err
		} else if _, bySite := format.(league.Series); bySite && player.Kind == league.Bot {
			return league.Errorf(league.Forbidden, "Bots have no place in the site's own competitions.")
		}
		before := p.Tournament
		if stays, err := o.stayed(p, player.ID); stays || err != nil {
			return err
		}
		if err := o.decided(p, league.Decision{By: by, Act: league.ActEntered, Player: player}); err != nil {
			return elsewhere(before, player, err)
		}
		if err := o.letIn(ctx, before, player); err != nil {
			return err
		}
		if p.Tournament.State == league.Running && !p.Tournament.Rolling && p.Tournament.Joining {
			return o.joined(ctx, p, player)
		}
		if !p.Tournament.WhenFull || !p.Tournament.Full() {
			return nil
		}
		return o.start(ctx, p, league.Player{})
	})
}

// LeaveTournament gives a place back, before the start; on a ladder as soon as the player's
// running matches are over (R-LA-9).
func (o *Office) LeaveTournament(ctx context.Context, player league.Player, id string) error {
	return o.actInTournament(ctx, player, id, func(p *league.TournamentProgress) error {
		if later, err := o.leaving(ctx, p, player.ID); later || err != nil {
			return err
		}
		return o.decided(p, league.Decision{By: player, Act: league.ActLeft, Player: player})
	})
}

// RemoveBot takes a bot out again, by the organiser.
func (o *Office) RemoveBot(ctx context.Context, player league.Player, id, bot string) error {
	removed, ok := o.botPlayer(bot)
	if !ok {
		return errNoBot()
	}
	return o.actInTournament(ctx, player, id, func(p *league.TournamentProgress) error {
		return o.decided(p, league.Decision{By: player, Act: league.ActLeft, Player: removed})
	})
}

// CancelTournament calls a tournament off, by the organiser and before the start; later the
// desk does so.
func (o *Office) CancelTournament(ctx context.Context, player league.Player, id string) error {
	return o.actInTournament(ctx, player, id, func(p *league.TournamentProgress) error {
		return o.decided(p, league.Decision{By: player, Act: league.ActCancelled})
	})
}

// StartTournament draws all matches of a tournament and begins them, by the organiser.
func (o *Office) StartTournament(ctx context.Context, player league.Player, id string) error {
	return o.actInTournament(ctx, player, id, func(p *league.TournamentProgress) error {
		return o.start(ctx, p, player)
	})
}

// actInTournament makes a step that a player asks for; he needs an account. Nobody
// known would be taken for the site.
func (o *Office) actInTournament(ctx context.Context, player league.Player, id string, step func(*league.TournamentProgress) error) error {
	if err := mustBeMember(player, tournamentsTake); err != nil {
		return err
	}
	return o.decide(ctx, id, step)
}

// errNothing is that a tournament needs no step.
var errNothing = errors.New("nothing to do")

// decide makes one step of a tournament: step changes the progress, which begins
// with the tournament as it is stored. If somebody else got in first, it looks
// again.
func (o *Office) decide(ctx context.Context, id string, step func(*league.TournamentProgress) error) error {
	return o.decideOn(ctx, id, func() (league.Tournament, error) { return o.store.Tournament(ctx, id) }, step)
}

// decideOn is decide of a step that needs but a part of the entries.
func (o *Office) decideOn(ctx context.Context, id string, read func() (league.Tournament, error), step func(*league.TournamentProgress) error) error {
	for range entryAttempts {
		t, err := read()
		if err != nil {
			return err
		}
		p := league.TournamentProgress{Tournament: t, Seen: t.Last, Was: t.Entries}
		if err := step(&p); errors.Is(err, errNothing) {
			return nil
		} else if err != nil {
			return err
		}
		p.Notices = append(o.tournamentNotices(p), p.Notices...)
		err = o.store.AppendTournament(ctx, p)
		if league.KindOf(err) == league.Stale {
			continue
		}
		if err == nil {
			o.announce(p)
			o.goOn(ctx, p)
		}
		return err
	}
	return fmt.Errorf("tournament %s: others got in first %d times", id, entryAttempts)
}

// tournamentNotices tells those who have an account what concerns them: the
// organiser of entries, everybody of the start, the end or the cancellation.
func (o *Office) tournamentNotices(p league.TournamentProgress) []league.Notice {
	t := p.Tournament
	told := map[string]bool{}
	for _, d := range t.Log {
		concerned := append([]league.Player{t.Organiser, d.Player}, inTeam(t, d)...)
		switch d.Act {
		case league.ActStarted, league.ActFinished, league.ActCancelled, league.ActAnnounced, league.ActPaused, league.ActResumed, league.ActChanged:
			for _, e := range t.Entries {
				concerned = append(concerned, e.Player)
			}
		case league.ActTold:
			if t.Competition != "" {
				break // a series names those whom it tells
			}
			for _, e := range t.Entries {
				concerned = append(concerned, e.Player)
			}
			for _, a := range t.Roles {
				if a.Role == league.Director {
					concerned = append(concerned, a.Player)
				}
			}
		case league.ActAsked, league.ActCalled, league.ActReleased:
			concerned = concerned[1:] // between a player and a captain
		case league.ActCheckedIn, league.ActSeeded, league.ActPaired:
			continue // seen at the desk
		case league.ActPlaced, league.ActNoted, league.ActCounted:
			continue // the matches that they follow from are news enough
		case league.ActRuled:
			if t.Rolling {
				continue // a match begins, which is told
			}
		}
		for _, c := range concerned {
			if c.Kind == league.Member && c.ID != d.By.ID && knew(p, c.ID) {
				told[c.ID] = true
			}
		}
	}
	for _, e := range movedUp(p) {
		told[e.Player.ID] = told[e.Player.ID] || e.Player.Kind == league.Member
	}
	var notices []league.Notice
	for id := range told {
		notices = append(notices, league.Notice{Player: id, At: o.Now(), Kind: league.TournamentNotice, Subject: t.ID})
	}
	return notices
}

// knew says that somebody may know of a tournament, or was in it before a step.
func knew(p league.TournamentProgress, player string) bool {
	return p.Tournament.Knows(player) || slices.ContainsFunc(p.Was, func(e league.Entrant) bool { return e.Player.ID == player })
}

// movedUp lists those who waited for a place before the start and have one now.
func movedUp(p league.TournamentProgress) (up []league.Entrant) {
	t := p.Tournament
	if t.State != league.Registration || !t.Waiting {
		return nil
	}
	for i, e := range t.Entries[:min(len(t.Entries), t.Places)] {
		was := slices.IndexFunc(p.Was, func(w league.Entrant) bool { return w.Player.ID == e.Player.ID })
		if was > i && was >= t.Places {
			up = append(up, e)
		}
	}
	return up
}

// announce wakes those who wait for what has been written.
func (o *Office) announce(p league.TournamentProgress) {
	o.hub.say(tournamentTopic + p.Tournament.ID)
	o.tell(p.Notices)
	for _, m := range p.Matches {
		o.wake(m)
	}
}

// start draws the seeds, plans the matches and begins them.
func (o *Office) start(ctx context.Context, p *league.TournamentProgress, by league.Player) error {
	t := p.Tournament
	format, err := formatOf(t)
	if err != nil {
		return err
	}
	if err := o.gather(ctx, p); err != nil {
		return err
	}
	t = p.Tournament
	if n, what := counted(t); n < format.Info().MinEntries {
		try := *p // who may not start it at all is told that first
		if err := o.decided(&try, league.Decision{By: by, Act: league.ActStarted}); league.KindOf(err) == league.Forbidden || league.KindOf(err) == league.Stale {
			return err
		}
		return league.Errorf(league.Invalid, "It takes at least %d %s to start. There are %d so far.", format.Info().MinEntries, what, n)
	}
	draw, err := o.seeded(ctx, t)
	if err != nil {
		return err
	}
	if err := o.decided(p, league.Decision{By: by, Act: league.ActStarted, Text: draw}); err != nil {
		return err
	}
	plan, err := format.Plan(o.sheetOf(p.Tournament, "", nil, o.Now()))
	if err != nil {
		return fmt.Errorf("planning tournament %s: %w", t.ID, err)
	}
	if err := o.ruled(p, plan.Rulings); err != nil {
		return err
	}
	return o.drawn(p, plan.Fixtures)
}

// drawn adds the matches of fixtures to a progress.
func (o *Office) drawn(p *league.TournamentProgress, fixtures []league.Fixture) error {
	for _, f := range fixtures {
		m, err := o.fixture(p.Tournament, f, twinOf(p.Tournament, f.Key, fixtures))
		if err != nil {
			return fmt.Errorf("tournament %s, fixture %s: %w", p.Tournament.ID, f.Key, err)
		}
		p.Matches = append(p.Matches, m)
		p.Notices = append(p.Notices, noticesOf(m, league.MatchNotice, m.Created, m.State.Last)...)
	}
	return nil
}

// formatOf finds the format of a tournament.
func formatOf(t league.Tournament) (league.Format, error) {
	format, ok := formats.ByID(t.Format)
	if !ok {
		return nil, fmt.Errorf("tournament %s: there is no format %q", t.ID, t.Format)
	}
	return format, nil
}

// draw draws the order of the entries from the tournament's own dice (R-FD-6).
func (o *Office) draw(t league.Tournament) (league.Lot, error) {
	order, draws, err := dice.Seed(len(t.Entries), o.dealer.Source(t.GID, [2]string{}))
	if err != nil {
		return league.Lot{}, fmt.Errorf("drawing tournament %s: %w", t.ID, err)
	}
	lot := league.Lot{Draws: draws, Link: o.dealer.Links(t.GID, 1)[0]}
	for _, i := range order {
		lot.Seeds = append(lot.Seeds, t.Entries[i].Player.ID)
	}
	return lot, nil
}

// fixture begins the match of a fixture: the draw says who is First, and its id
// and GID follow from its place, so it can begin only once. It is rated unless a
// bot plays (R-RA-8), or nobody else could see what a rating came from. With a twin it has the
// dice of both.
func (o *Office) fixture(t league.Tournament, f league.Fixture, twin league.Key) (league.Match, error) {
	game, err := o.Game(t.Game)
	if err != nil {
		return league.Match{}, err
	}
	control, err := clock.ByID(t.Control)
	if err != nil {
		return league.Match{}, err
	}
	first, _ := t.Entrant(f.First)
	second, _ := t.Entrant(f.Second)
	gid, other := dice.FixtureGID(t.ID, f.Key.Round(), f.Key.Board()), ""
	if twin != "" {
		gid, other = league.PairGID(t.ID, f.Key), fixtureID(t.ID, twin)
	}
	head, source := o.dealer.Deal(gid, [2]string{})
	m, _, err := o.made(terms{
		reservation: Reservation{ID: fixtureID(t.ID, f.Key), GID: gid, Head: head}, source: source,
		game: game, variant: t.Variant, control: control, kickoff: league.KickoffMe,
		rated:      !t.Private && first.Player.Kind != league.Bot && second.Player.Kind != league.Bot,
		tournament: t.ID, fixture: f.Key, noVacation: t.NoVacation, closeWin: t.CloseWin, twin: other,
	}, [2]league.Seat{{Player: first.Player}, {Player: second.Player}}, o.Now())
	return m, err
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

// TournamentReached returns how far a tournament has come: the number of its last
// event, and how many of its matches are over. It costs next to nothing.
func (o *Office) TournamentReached(ctx context.Context, id string) (last, over int, err error) {
	return o.store.TournamentReached(ctx, id)
}

// TournamentOf returns the tournament that a match belongs to; false if none, or if whoever asks
// plays the match and may not know of the tournament any more.
func (o *Office) TournamentOf(ctx context.Context, m league.Match) (league.Tournament, bool, error) {
	if m.Tournament == "" {
		return league.Tournament{}, false, nil
	}
	t, err := o.store.Tournament(ctx, m.Tournament)
	if league.KindOf(err) == league.NotFound {
		return league.Tournament{}, false, nil
	}
	return t, err == nil, err
}

// Tournaments lists tournaments in a state, the latest first.
func (o *Office) Tournaments(ctx context.Context, state league.TournamentState, limit int) ([]league.Tournament, error) {
	return o.store.Tournaments(ctx, state, limit)
}

// TournamentsOf is Tournaments of a game and a format; "" is any.
func (o *Office) TournamentsOf(ctx context.Context, state league.TournamentState, game, format string, limit int) ([]league.Tournament, error) {
	return o.store.TournamentsOf(ctx, state, game, format, limit)
}

// Legs lists the other matches that the two players of a match have in its tournament, and which
// count: the other legs of their tie, or what else they play in their group. Of a rolling one: none.
func (o *Office) Legs(ctx context.Context, m league.Match, t league.Tournament) ([]league.Match, error) {
	if t.Rolling {
		return nil, nil // they meet there again and again
	}
	all, err := o.store.GroupFixtures(ctx, t.ID, league.Key(m.Fixture).Group())
	var legs []league.Match
	for _, other := range league.Latest(all) {
		if other.ID != m.ID && other.SideOf(m.Seats[0].Player.ID) != engine.NoSide && other.SideOf(m.Seats[1].Player.ID) != engine.NoSide {
			legs = append(legs, other)
		}
	}
	return legs, err
}

// Seeding returns all that somebody needs to check the lot of a tournament that
// has started; false before that, and where no lot was drawn.
func (o *Office) Seeding(t league.Tournament) (dice.Seeding, bool) {
	lot, ok := t.Lot()
	if !ok {
		return dice.Seeding{}, false
	}
	entries := slices.DeleteFunc(slices.Clone(t.Entries), t.Waits)
	slices.SortFunc(entries, func(a, b league.Entrant) int { return a.Seq - b.Seq })
	ids := make([]string, len(entries))
	for i, e := range entries {
		ids[i] = e.Player.ID
	}
	return dice.NewSeeding(t.ID, t.Head, ids, lot.Link, lot.Draws, lot.Seeds), true
}
