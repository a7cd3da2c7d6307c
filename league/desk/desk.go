package desk

import (
	"context"
	"slices"
	"strconv"
	"strings"

	"kickabout/league"
	"kickabout/league/oneline"
	"kickabout/league/play"
	"kickabout/league/tournaments"
)

// DeskForm is what a director asks for at the desk of a tournament, as typed (R-UT-7).
// Which fields an act takes stands beside it.
type DeskForm struct {
	Act    string            // one of the acts of Acts
	Seen   int               // number of the last event that they have seen; 0: they do not say
	Player string            // name of whom to invite, ban or appoint; else the id of an entrant or director
	Other  string            // id of another entrant
	Text   string            // reason, message or announcement
	Round  string            // of a pair: its number, or RoundNever
	Seeds  map[string]string // numbers by the ids of entrants; "": none
	Event  int               // number of the event to be undone
	Terms  league.TermsForm
}

// RoundNever as the round of a pair means that they never meet.
const RoundNever = "never"

// deskAct adds what one act at the desk comes to.
type deskAct func(*Desk, context.Context, *league.TournamentProgress, league.Player, DeskForm) error

// deskActs are all acts.
func deskActs() map[string]deskAct {
	return map[string]deskAct{
		"invite":     (*Desk).deskInvite,     // Player, Text: message
		"ban":        (*Desk).deskBan,        // Player, Text: reason
		"appoint":    (*Desk).deskAppoint,    // Player
		"dismiss":    (*Desk).deskDismiss,    // Player
		"remove":     (*Desk).deskRemove,     // Player, Text: reason
		"check-in":   (*Desk).deskCheckIn,    // Player
		"seed":       (*Desk).deskSeed,       // Seeds
		"pair":       (*Desk).deskPair,       // Player, Other, Round
		"substitute": (*Desk).deskSubstitute, // Player, who waits, plays for Other; without a Player the first who waits; Text: reason
		"seek":       (*Desk).deskSeek,       // Player, by name, is asked to play for Other, Text: reason
		"take back":  (*Desk).deskTakeBack,   // that Player is asked to play for another one
		"seat":       (*Desk).deskSeat,       // Player, Text: reason
		"pause":      (*Desk).deskPause,      // Text: reason
		"resume":     (*Desk).deskResume,     //
		"announce":   (*Desk).deskAnnounce,   // Text
		"answer":     (*Desk).deskAnswer,     // Other: id of the match in which a ruling is wanted, Text
		"change":     (*Desk).deskChange,     // Terms
		"cancel":     (*Desk).deskCancel,     // Text: reason
		"undo":       (*Desk).deskUndo,       // Event, Text: reason
	}
}

// Acts lists what can be done at the desk of a tournament.
func Acts() []string {
	var acts []string
	for act := range deskActs() {
		acts = append(acts, act)
	}
	slices.Sort(acts)
	return acts
}

// AtDesk does what a director asks for at the desk of a tournament. What is wrong with it
// comes as field errors. If another director has done something since they looked, the error
// is of kind league.Stale, and nothing is done.
func (s *Desk) AtDesk(ctx context.Context, by league.Player, id string, f DeskForm) error {
	act, known := deskActs()[f.Act]
	return s.tournaments.ActInTournament(ctx, by, id, func(p *league.TournamentProgress) error {
		if err := s.strikes.MustDirect(by, p.Tournament); err != nil {
			return err
		}
		if !known {
			return league.FieldErrorf("act", "The organiser page has no such command.")
		}
		if err := s.requireCurrent(ctx, by, p.Tournament, f.Seen); err != nil {
			return err
		}
		format, err := play.FormatOf(p.Tournament)
		if err != nil {
			return err
		}
		if err := s.idle(p.Tournament, format.Info(), f.Act); err != nil {
			return err
		}
		was := p.Tournament
		if err := act(s, ctx, p, by, f); err != nil {
			return err
		}
		if f.Act != "announce" && len(p.Corrected) == 0 && unchanged(was, p.Tournament) {
			return errUnchanged()
		}
		return nil
	})
}

// errUnchanged is that an order is not carried out, and not logged, since all is that way already (R-UT-9).
func errUnchanged() error {
	return league.Errorf(league.Stale, "That is so already, so nothing was changed (R-UT-9).")
}

// requireCurrent refuses a director who has not seen what another one did.
func (s *Desk) requireCurrent(ctx context.Context, by league.Player, t league.Tournament, seen int) error {
	if seen <= 0 || seen >= t.Last {
		return nil
	}
	log, err := s.store.TournamentLog(ctx, league.Of(by), t.ID, seen, t.Last-seen)
	if err != nil {
		return err
	}
	for _, d := range log {
		if d.By.ID != by.ID && d.By.ID != d.Player.ID && s.strikes.Directs(d.By, t) {
			return league.Errorf(league.Stale, "%s has done something here since you looked; it stands at the top of what happened. Nothing of yours was done. If it still holds, send it again.", d.By.Name)
		}
	}
	return nil
}

// longMessage is how many letters a message or an announcement may have.
const longMessage = 500

func (s *Desk) deskInvite(ctx context.Context, p *league.TournamentProgress, by league.Player, f DeskForm) error {
	player, err := s.tournaments.Named(ctx, f.Player)
	if err != nil {
		return err
	}
	message, err := oneline.Clean("text", f.Text, longMessage)
	if err != nil {
		return err
	}
	if _, in := p.Tournament.Entrant(player.ID); in {
		return league.FieldErrorf("player", "%s is in this tournament already.", player.Name)
	}
	return s.tournaments.AppendDecisions(p, league.Decision{By: by, Act: league.ActInvited, Player: player, Text: message})
}

// deskBan bans a player and, before the start, takes them out.
func (s *Desk) deskBan(ctx context.Context, p *league.TournamentProgress, by league.Player, f DeskForm) error {
	player, err := s.tournaments.Named(ctx, f.Player)
	if err != nil {
		return err
	}
	reason, err := tournaments.CleanReasonIn("text", f.Text)
	if err != nil {
		return err
	}
	acts := []league.Decision{{By: by, Act: league.ActBanned, Player: player, Text: reason}}
	if err := s.idleBan(p.Tournament, player); err != nil {
		return err
	}
	if e, in := p.Tournament.Entrant(player.ID); in && (p.Tournament.State == league.Registration || p.Tournament.Waits(e)) {
		acts = append(acts, league.Decision{By: by, Act: league.ActLeft, Player: player, Text: reason})
	}
	return s.tournaments.AppendDecisions(p, acts...)
}

func (s *Desk) deskAppoint(ctx context.Context, p *league.TournamentProgress, by league.Player, f DeskForm) error {
	player, err := s.tournaments.Named(ctx, f.Player)
	if err != nil {
		return err
	}
	return s.tournaments.AppendDecisions(p, league.Decision{By: by, Act: league.ActAppointed, Player: player})
}

func (s *Desk) deskDismiss(_ context.Context, p *league.TournamentProgress, by league.Player, f DeskForm) error {
	for _, a := range p.Tournament.Roles {
		if a.Role == league.Director && a.Player.ID == f.Player {
			return s.tournaments.AppendDecisions(p, league.Decision{By: by, Act: league.ActDismissed, Player: a.Player})
		}
	}
	return league.FieldErrorf("player", "Choose one of those who direct this tournament.")
}

func (s *Desk) deskRemove(_ context.Context, p *league.TournamentProgress, by league.Player, f DeskForm) error {
	e, err := tournaments.EntrantOf(p.Tournament, f.Player, "player")
	if err != nil {
		return err
	}
	reason := ""
	if !e.Player.Machine() {
		if reason, err = tournaments.CleanReasonIn("text", f.Text); err != nil {
			return err
		}
	}
	return s.tournaments.AppendDecisions(p, league.Decision{By: by, Act: league.ActLeft, Player: e.Player, Text: reason})
}

func (s *Desk) deskCheckIn(_ context.Context, p *league.TournamentProgress, by league.Player, f DeskForm) error {
	e, err := tournaments.EntrantOf(p.Tournament, f.Player, "player")
	if err != nil {
		return err
	}
	if !e.Present.IsZero() {
		return errUnchanged()
	}
	return s.addCheckIn(p, by, e)
}

// addCheckIn adds that an entrant is there, once.
func (s *Desk) addCheckIn(p *league.TournamentProgress, by league.Player, e league.Entrant) error {
	if !e.Present.IsZero() {
		return tournaments.ErrNothing
	}
	return s.tournaments.AppendDecisions(p, league.Decision{By: by, Act: league.ActCheckedIn, Player: e.Player})
}

// CheckIn is that a player says before the start that they are there.
func (s *Desk) CheckIn(ctx context.Context, player league.Player, id string) error {
	return s.tournaments.ActInTournament(ctx, player, id, func(p *league.TournamentProgress) error {
		e, in := p.Tournament.Entrant(player.ID)
		if !in {
			return league.Errorf(league.Stale, "You are not in this tournament.")
		}
		return s.addCheckIn(p, player, e)
	})
}

// deskSeed orders the entries by the numbers that were typed, the smallest first.
func (s *Desk) deskSeed(_ context.Context, p *league.TournamentProgress, by league.Player, f DeskForm) error {
	numbers := map[int]string{}
	for id, typed := range f.Seeds {
		if typed = strings.TrimSpace(typed); typed == "" {
			continue
		}
		e, err := tournaments.EntrantOf(p.Tournament, id, "seeds")
		if err != nil {
			return err
		}
		n, err := strconv.Atoi(typed)
		if err != nil || n < 1 || n > league.AnyNumber {
			return league.FieldErrorf("seeds", "Give %s a whole number from 1 on, or none.", e.Player.Name)
		}
		if other, taken := numbers[n]; taken {
			e2, _ := p.Tournament.Entrant(other)
			return league.FieldErrorf("seeds", "%s and %s have the same number, %d. Give each player a different one.", e.Player.Name, e2.Player.Name, n)
		}
		numbers[n] = id
	}
	order := make([]int, 0, len(numbers))
	for n := range numbers {
		order = append(order, n)
	}
	slices.Sort(order)
	ids := make([]string, len(order))
	for i, n := range order {
		ids[i] = numbers[n]
	}
	return s.tournaments.AppendDecisions(p, league.Decision{By: by, Act: league.ActSeeded, Text: strings.Join(ids, " ")})
}

// deskPair fixes that two players meet in a round to come, or that they never do.
func (s *Desk) deskPair(ctx context.Context, p *league.TournamentProgress, by league.Player, f DeskForm) error {
	first, err := tournaments.EntrantOf(p.Tournament, f.Player, "player")
	if err != nil {
		return err
	}
	second, err := tournaments.EntrantOf(p.Tournament, f.Other, "other")
	if err != nil {
		return err
	}
	if first.Player.ID == second.Player.ID {
		return league.FieldErrorf("other", "Choose two different players.")
	}
	rule := league.PairRule{First: first.Player.ID, Second: second.Player.ID}
	if f.Round != RoundNever {
		if rule.Round, err = strconv.Atoi(strings.TrimSpace(f.Round)); err != nil || rule.Round < 1 || rule.Round > mostRounds {
			return league.FieldErrorf("round", "Type the number of a round, 1 to %d, or choose that they never meet.", mostRounds)
		}
	}
	if err := s.roundToCome(ctx, p.Tournament, rule.Round); err != nil {
		return err
	}
	return s.tournaments.AppendDecisions(p, league.Decision{By: by, Act: league.ActPaired, Text: rule.String()})
}

// mostRounds is more rounds than any tournament has.
const mostRounds = 99

// roundToCome refuses a round that has begun.
func (s *Desk) roundToCome(ctx context.Context, t league.Tournament, round int) error {
	if round == 0 || t.State != league.Running {
		return nil
	}
	matches, err := s.store.Fixtures(ctx, league.Site(), t.ID)
	if err != nil {
		return err
	}
	part := "r" + strconv.Itoa(round)
	if slices.ContainsFunc(matches, func(m league.Match) bool { return slices.Contains(strings.Split(m.Fixture, "/"), part) }) {
		return league.Errorf(league.Stale, "Round %d has begun, so who meets whom in it stays as it is.", round)
	}
	return nil
}

func (s *Desk) deskPause(_ context.Context, p *league.TournamentProgress, by league.Player, f DeskForm) error {
	reason, err := tournaments.CleanReasonIn("text", f.Text)
	if err != nil {
		return err
	}
	return s.tournaments.AppendDecisions(p, league.Decision{By: by, Act: league.ActPaused, Text: reason})
}

func (s *Desk) deskResume(_ context.Context, p *league.TournamentProgress, by league.Player, _ DeskForm) error {
	return s.tournaments.AppendDecisions(p, league.Decision{By: by, Act: league.ActResumed})
}

func (s *Desk) deskAnnounce(_ context.Context, p *league.TournamentProgress, by league.Player, f DeskForm) error {
	text, err := oneline.Clean("text", f.Text, longMessage)
	if err != nil {
		return err
	}
	if text == "" {
		return league.FieldErrorf("text", "Write what you want to tell.")
	}
	return s.tournaments.AppendDecisions(p, league.Decision{By: by, Act: league.ActAnnounced, Text: text})
}

// deskCancel calls the tournament off, at any time; matches that run are void.
func (s *Desk) deskCancel(_ context.Context, p *league.TournamentProgress, by league.Player, f DeskForm) error {
	reason, err := tournaments.CleanReasonIn("text", f.Text)
	if err != nil {
		return err
	}
	return s.tournaments.AppendDecisions(p, league.Decision{By: by, Act: league.ActCancelled, Text: reason})
}
