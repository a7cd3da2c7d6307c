package tournaments

import (
	"context"
	"strings"

	"kickabout/league"
)

// Named finds a member by name, for a field of a form.
func (s *Tournaments) Named(ctx context.Context, name string) (league.Player, error) {
	if strings.TrimSpace(name) == "" {
		return league.Player{}, league.FieldErrorf("player", "Type the name of a player.")
	}
	player, err := s.accounts.PlayerByName(ctx, name)
	if league.KindOf(err) == league.NotFound {
		return player, league.FieldErrorf("player", "There is no player of this name.")
	}
	return player, err
}

// EntrantOf finds an entrant by their id, for a field of a form.
func EntrantOf(t league.Tournament, id, field string) (league.Entrant, error) {
	e, ok := t.Entrant(id)
	if !ok {
		return e, league.FieldErrorf(field, "Choose one of the players.")
	}
	return e, nil
}
