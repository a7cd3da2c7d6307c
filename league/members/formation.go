package members

import (
	"context"

	"kickabout/engine"
	"kickabout/league"
	"kickabout/league/core"
	"kickabout/league/oneline"
)

const (
	mostFormations   = 12 // of a member in a game
	longestFormation = 24 // letters of a name
)

// Formations are the set-ups that members have saved.
type Formations struct {
	core  *core.Core
	store FormationsStore
}

// Formations lists what a player has saved, by game and name; nothing of whoever has no account.
func (s *Formations) Formations(ctx context.Context, player league.Player) ([]league.Formation, error) {
	if player.Kind != league.Member {
		return nil, nil
	}
	return s.store.Formations(ctx, player.ID)
}

// SaveFormation keeps a set-up of the side to move in a position of a match under a name, in the
// place of what had that name. A name that is none, a move that is no set-up there, and one too
// many are field errors.
func (s *Formations) SaveFormation(ctx context.Context, player league.Player, m league.Match, p engine.Position, name string, move engine.Move) error {
	if err := core.MustBeMember(player, "a formation is kept with an account."); err != nil {
		return err
	}
	name, err := oneline.Clean("name", name, longestFormation)
	if err != nil {
		return err
	}
	if name == "" {
		return league.FieldErrorf("name", "Give the formation a name.")
	}
	game, err := s.core.Game(m.Game)
	if err != nil {
		return err
	}
	side := m.SideOf(player.ID)
	if side == engine.NoSide || p.Next().Side != side || !engine.SetsUp(game, p) {
		return league.FieldErrorf("name", "Formations are saved while you set up.")
	}
	if p.Check(move) != nil {
		return league.FieldErrorf("name", "Place your figures first, then save the formation.")
	}
	return s.store.PutFormation(ctx, league.Formation{
		Player: player.ID, Game: m.Game, Name: name, Variant: m.Variant, Side: side, Move: move, Made: s.core.Now(),
	}, mostFormations)
}

// DropFormation forgets a formation of a player; it is no error if there is none.
func (s *Formations) DropFormation(ctx context.Context, player league.Player, game, name string) error {
	return s.store.DropFormation(ctx, player.ID, game, name)
}
