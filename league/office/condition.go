package office

import (
	"context"
	"strings"

	"kickabout/league"
)

// Conditions keeps what who enters a tournament is asked for.
type Conditions interface {
	// SetEntryWord notes the hash of the word that opens a tournament, in place of an earlier one.
	SetEntryWord(ctx context.Context, tournament, hash string) error
	// EntryWord returns that hash; "" if there is none.
	EntryWord(ctx context.Context, tournament string) (string, error)
	// Conduct says how a player has played so far: how many matches he has finished, and of the
	// last so many how many there are and how many he lost on time.
	Conduct(ctx context.Context, player string, last int) (finished, recent, flagged int, err error)
}

// conductSpan is how many of the last matches count for the rate of time-outs (R-UT-2).
const conductSpan = 50

// EnterWith is EnterTournament of one that opens with a word.
func (o *Office) EnterWith(ctx context.Context, player league.Player, id, word string) error {
	if err := o.mayEnter(ctx, player); err != nil {
		return err
	}
	t, err := o.store.Tournament(ctx, id)
	if err != nil {
		return err
	}
	if err := o.admit(ctx, player, t); err != nil {
		return err
	}
	if err := o.opens(ctx, player, t, word); err != nil {
		return err
	}
	return o.enter(ctx, player, id, player)
}

// Refuses says why a player may not enter a tournament that asks something of those who do, in a
// sentence; "" if he may. The word that one opens with is another matter.
func (o *Office) Refuses(ctx context.Context, player league.Player, t league.Tournament) (string, error) {
	err := o.admit(ctx, player, t)
	if league.KindOf(err) == league.Forbidden {
		return err.Error(), nil
	}
	return "", err
}

// asks says whether a tournament asks of a player what it asks of everybody: not of who
// directs it or is invited by name; who is banned is refused for that.
func asks(player league.Player, t league.Tournament) bool {
	return t.Competition == "" && player.ID != t.Organiser.ID && !t.Has(player.ID, league.Director) && !t.Has(player.ID, league.Invited) && !t.Has(player.ID, league.Banned)
}

// admit refuses who does not fulfil the conditions of a tournament (R-UT-2).
func (o *Office) admit(ctx context.Context, player league.Player, t league.Tournament) error {
	if !asks(player, t) {
		return nil
	}
	if t.ByInvite {
		return league.Errorf(league.Forbidden, "Only players who are invited can enter this tournament.")
	}
	if !t.Window.Open() {
		peak, err := o.peak(ctx, player, league.Offer{Game: t.Game, Variant: t.Variant})
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
	finished, recent, flagged, err := o.store.Conduct(ctx, player.ID, conductSpan)
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

// opens checks the word that a tournament opens with.
func (o *Office) opens(ctx context.Context, player league.Player, t league.Tournament, word string) error {
	if _, in := t.Entrant(player.ID); in || !t.Password || !asks(player, t) {
		return nil
	}
	if word = strings.TrimSpace(word); word == "" {
		return league.FieldErrorf("word", "Write the word that its organiser gave you.")
	}
	hash, err := o.store.EntryWord(ctx, t.ID)
	if err != nil {
		return err
	}
	right := false
	if err := o.hashing.pass(ctx, func() { right, _ = o.passwords.Check(word, hash) }); err != nil {
		return err
	}
	if !right {
		return league.FieldErrorf("word", "That is not the word.")
	}
	return nil
}
