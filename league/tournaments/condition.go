package tournaments

import (
	"context"
	"strings"

	"kickabout/league"
)

// conductSpan is how many of the last matches count for the rate of time-outs (R-UT-2).
const conductSpan = 50

// EntryObstacle says why a player may not enter a tournament that asks something of those who do; nil
// if they may. The word that one opens with is another matter.
func (s *Entries) EntryObstacle(ctx context.Context, player league.Player, t league.Tournament) (why, err error) {
	err = s.CheckConditions(ctx, player, t)
	if league.KindOf(err) == league.Forbidden {
		return err, nil
	}
	return nil, err
}

// asks says whether a tournament asks of a player what it asks of everybody: not of who
// directs it or is invited by name; who is banned is refused for that.
func asks(player league.Player, t league.Tournament) bool {
	return t.Competition == "" && player.ID != t.Organiser.ID && !t.Has(player.ID, league.Director) && !t.Has(player.ID, league.Invited) && !t.Has(player.ID, league.Banned)
}

// CheckConditions refuses who does not fulfil the conditions of a tournament (R-UT-2).
func (s *Entries) CheckConditions(ctx context.Context, player league.Player, t league.Tournament) error {
	if !asks(player, t) {
		return nil
	}
	if t.ByInvite {
		return league.Errorf(league.Forbidden, "Only players who are invited can enter this tournament.")
	}
	if !t.Window.Open() {
		peak, err := s.ranking.PeakAtEntry(ctx, player, league.Pool{Game: t.Game, Variant: t.Variant})
		if err != nil {
			return err
		}
		if why := t.Window.Refuse(peak, 0); why != "" {
			return league.Errorf(league.Forbidden, "%s", why)
		}
	}
	if t.Finished == 0 && t.Flagged == 0 {
		return nil
	}
	finished, recent, flagged, err := s.store.Conduct(ctx, player.ID, conductSpan)
	switch {
	case err != nil:
		return err
	case finished < t.Finished:
		return league.Errorf(league.Forbidden, "Who enters must have finished %d games; you have finished %d.", t.Finished, finished)
	case t.Flagged > 0 && 100*flagged > t.Flagged*recent:
		return league.Errorf(league.Forbidden, "Who enters may have lost at most %d %% of the last %d games on time; you have lost %d of %d.", t.Flagged, conductSpan, flagged, recent)
	}
	return nil
}

// Opens checks the word that a tournament opens with.
func (s *Entries) Opens(ctx context.Context, player league.Player, t league.Tournament, word string) error {
	if _, in := t.Entrant(player.ID); in || !t.Password || !asks(player, t) {
		return nil
	}
	if word = strings.TrimSpace(word); word == "" {
		return league.FieldErrorf("word", "Write the word that its organiser gave you.")
	}
	hash, err := s.store.EntryWord(ctx, t)
	if err != nil {
		return err
	}
	right := false
	if err := s.core.Hashing.Pass(ctx, func() { right, _ = s.core.Passwords.Check(word, hash) }); err != nil {
		return err
	}
	if !right {
		return league.FieldErrorf("word", "That is not the word.")
	}
	return nil
}
