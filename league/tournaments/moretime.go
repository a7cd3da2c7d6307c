package tournaments

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"

	"kickabout/engine"
	"kickabout/league"
	"kickabout/league/play"
)

// TimeGrant is the time that a director gives in the running matches of a tournament (R-TC-7).
type TimeGrant struct {
	Player string // id; with an Other: both get it in what they play against each other; "": everybody gets it
	Other  string // id
	Days   int
	Reason string
	Seen   int // number of the last event of the tournament's log that who gives it has seen: sent twice, it is given once
}

// AddTime gives time in running matches of a tournament, by who directs it (R-TC-7), and returns
// in how many matches. It cannot be taken back. Who has 30 days or more left in a match gets
// nothing there.
func (s *Upkeep) AddTime(ctx context.Context, by league.Player, id string, g TimeGrant) (matches int, err error) {
	t, err := s.store.Tournament(ctx, league.Of(by), id)
	if err != nil {
		return 0, err
	}
	if err := s.strikes.MustDirect(by, t); err != nil {
		return 0, err
	}
	if g.Player == by.ID && g.Other == "" {
		return 0, league.FieldErrorf("player", "You cannot give time to yourself alone.")
	}
	if g, err = cleanGrant(t, g); err != nil {
		return 0, err
	}
	running, err := s.grantTargets(ctx, league.Of(by), t, g)
	if err != nil {
		return 0, err
	}
	if len(running) == 0 {
		return 0, league.Errorf(league.Stale, "No such game of this tournament is being played.")
	}
	seq, err := s.logGrant(ctx, by, t, g, running)
	if err != nil {
		return 0, err
	}
	var problems []error
	for _, m := range running {
		given, err := s.grantIn(ctx, by, m, g, seq)
		problems = append(problems, err)
		if given {
			matches++
		}
	}
	return matches, errors.Join(problems...)
}

// cleanGrant checks what a director asks for.
func cleanGrant(t league.Tournament, g TimeGrant) (_ TimeGrant, err error) {
	var problems []error
	if g.Days < 1 || g.Days > league.GrantDays {
		problems = append(problems, league.FieldErrorf("days", "You can give 1 to %d days.", league.GrantDays))
	}
	_, plays := t.Entrant(g.Player)
	if g.Player != "" && !plays || g.Player == "" && g.Other != "" {
		problems = append(problems, league.FieldErrorf("player", "Choose one of the players, or everybody."))
	}
	_, plays = t.Entrant(g.Other)
	if g.Other != "" && (!plays || g.Other == g.Player) {
		problems = append(problems, league.FieldErrorf("other", "Choose another player, or nobody."))
	}
	g.Reason, err = CleanReason(g.Reason)
	return g, errors.Join(append(problems, err)...)
}

// grantTargets lists the running matches in which a grant gives time.
func (s *Upkeep) grantTargets(ctx context.Context, viewer league.Viewer, t league.Tournament, g TimeGrant) ([]league.Match, error) {
	var all []league.Match
	var err error
	if t.Rolling {
		all, err = s.store.RecentFixtures(ctx, viewer, t.ID, s.core.Now())
	} else {
		all, err = s.store.Fixtures(ctx, viewer, t.ID)
	}
	var running []league.Match
	for _, m := range all {
		in := g.Player == "" || m.SideOf(g.Player) != engine.NoSide && (g.Other == "" || m.SideOf(g.Other) != engine.NoSide)
		if in && m.State.ToMove != engine.NoSide && !m.Locked {
			running = append(running, m)
		}
	}
	return running, err
}

// logGrant writes a grant into the tournament's log, unless it stands there since who gives it
// has looked; it returns the number of the event.
func (s *Upkeep) logGrant(ctx context.Context, by league.Player, t league.Tournament, g TimeGrant, running []league.Match) (seq int, err error) {
	d := league.Decision{By: by, Act: league.ActRuled, Text: textMoreTime.Of(league.DaysText(g.Days), g.whom(t), g.Reason)}
	if e, ok := t.Entrant(g.Player); ok && g.Other == "" {
		d.Player = e.Player
	}
	err = s.tournaments.Decide(ctx, league.Of(by), t.ID, func(p *league.TournamentProgress) error {
		since, err := s.store.TournamentLog(ctx, league.Of(by), t.ID, max(0, g.Seen), logAtOnce)
		if err != nil {
			return err
		}
		for _, had := range since {
			if had.Act == d.Act && had.By.ID == by.ID && had.Text == d.Text {
				seq = had.Seq
				return ErrNothing
			}
		}
		if err := s.mustReach(ctx, league.Of(by), running, g); err != nil {
			return err
		}
		err = s.tournaments.AppendDecisions(p, d)
		seq = p.Tournament.Last
		return err
	})
	return seq, err
}

// mustReach refuses a grant that would give nobody any time (R-UT-9). Most find somebody in the first match.
func (s *Upkeep) mustReach(ctx context.Context, viewer league.Viewer, running []league.Match, g TimeGrant) error {
	for _, m := range running {
		v, err := s.matches.Load(ctx, viewer, m.ID)
		if err != nil {
			return err
		}
		for _, side := range g.sides(m) {
			if takesTime(v, side, s.core.Now()) {
				return nil
			}
		}
	}
	return league.Errorf(league.Stale, "They have %d days or more left in each of these games, so more time would come to nothing (R-UT-9).", int(play.GiftMost.Hours()/24))
}

// sides are those that get the time of a grant in a match.
func (g TimeGrant) sides(m league.Match) []engine.Side {
	if g.Other == "" && g.Player != "" {
		return []engine.Side{m.SideOf(g.Player)}
	}
	return []engine.Side{engine.First, engine.Second}
}

// takesTime says that a side can be given time in a match.
func takesTime(v play.View, side engine.Side, now time.Time) bool {
	return play.Late(v, now) == nil && v.Clocks.Left(side, now) < play.GiftMost
}

// AddedTime returns how much time the grants in a log have given in any one game at most: to both of its players, where they
// were not for one alone.
func AddedTime(log []league.Decision) (added time.Duration) {
	for _, d := range log {
		f, values, ok := league.ReadLogText([]league.LogText{textMoreTime}, d.Text)
		if d.Act != league.ActRuled || !ok || f != textMoreTime {
			continue
		}
		number, _, _ := strings.Cut(values[0], " ")
		days, err := strconv.Atoi(number)
		if err != nil {
			continue
		}
		if d.Player.ID == "" {
			days *= 2
		}
		added += time.Duration(days) * 24 * time.Hour
	}
	return added
}

// whom says who gets the time.
func (g TimeGrant) whom(t league.Tournament) string {
	player, _ := t.Entrant(g.Player)
	other, _ := t.Entrant(g.Other)
	switch {
	case g.Player == "":
		return "everybody"
	case g.Other == "":
		return player.Player.Name
	}
	return player.Player.Name + " and " + other.Player.Name
}

// grantIn gives the time of a grant in one match, to each side once; false if nobody got it.
func (s *Upkeep) grantIn(ctx context.Context, by league.Player, m league.Match, g TimeGrant, seq int) (given bool, err error) {
	for _, side := range g.sides(m) {
		text := fmt.Sprintf("%s %d", side, g.Days*24*60*60)
		now := s.core.Now()
		answer := league.Answer{
			Player: by.ID, Key: fmt.Sprintf("time %s %d %s", m.ID, seq, side), Match: m.ID, At: now, Body: sha256.Sum256([]byte(text)),
		}
		_, again, err := s.matches.Act(ctx, league.Of(by), m.ID, now, answer, func(v play.View) (engine.Event, error) {
			if !takesTime(v, side, now) {
				return engine.Event{}, play.ErrDone
			}
			return engine.Event{Act: engine.ActTime, Text: text}, nil
		})
		if err != nil {
			return given, err
		}
		given = given || !again
	}
	return given, nil
}
