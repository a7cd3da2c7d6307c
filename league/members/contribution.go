package members

import (
	"context"

	"kickabout/league"
	"kickabout/league/contribution"
	"kickabout/league/core"
)

// Contributions are what players give to the dice of games that begin without them (SCHEME.md 3).
type Contributions struct {
	core  *core.Core
	store ContributionsStore
}

// Add keeps values for games that begin without the player, in their order and behind those that wait, and
// returns how many wait then: at most contribution.Most, the rest is left out. A value that none can be, or an empty
// one, is an error of the field "contribution".
func (s *Contributions) Add(ctx context.Context, player league.Player, values ...string) (waiting int, err error) {
	return s.add(ctx, player, values, contribution.Most)
}

// Stock is Add of what the player's browser makes by itself, up to contribution.Stock.
func (s *Contributions) Stock(ctx context.Context, player league.Player, values []string) error {
	_, err := s.add(ctx, player, values, contribution.Stock)
	return err
}

func (s *Contributions) add(ctx context.Context, player league.Player, values []string, most int) (waiting int, err error) {
	if err := core.MustAgree(player); err != nil {
		return 0, err
	}
	for _, v := range values {
		if v == "" {
			return 0, league.FieldErrorf("contribution", "Type something, or let your browser do it.")
		}
		if why := contribution.Problem(v); why != "" {
			return 0, league.FieldErrorf("contribution", "%s", why)
		}
	}
	return s.store.AddContributions(ctx, player.ID, values, s.core.Now(), most)
}

// Waiting returns how many contributions of a player wait.
func (s *Contributions) Waiting(ctx context.Context, player league.Player) (int, error) {
	return s.store.WaitingContributions(ctx, player.ID)
}

// Word returns the word from which follows what a player gives when nothing waits, "" if there is none, and how often one was
// used.
func (s *Contributions) Word(ctx context.Context, player league.Player) (word string, used uint32, err error) {
	return s.store.ContributionWord(ctx, player.ID)
}

// SetWord keeps such a word in the place of another; "" gives nothing. What none can be is an error of the field "word".
func (s *Contributions) SetWord(ctx context.Context, player league.Player, word string) error {
	if err := core.MustAgree(player); err != nil {
		return err
	}
	if why := contribution.WordProblem(word); why != "" {
		return league.FieldErrorf("word", "%s", why)
	}
	return s.store.SetContributionWord(ctx, player.ID, word)
}
