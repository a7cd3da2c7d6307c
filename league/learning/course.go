package learning

import (
	"context"

	"kickabout/league"
	"kickabout/league/core"
)

// Course knows which chapters of the games' courses members have done.
type Course struct {
	core  *core.Core
	store CourseStore
}

// ChaptersDone returns the chapters that a member has done, by game; nothing of whoever has no account.
func (s *Course) ChaptersDone(ctx context.Context, player league.Player) (map[string][]string, error) {
	done := map[string][]string{}
	if player.Kind != league.Member {
		return done, nil
	}
	list, err := s.store.Chapters(ctx, player.ID)
	for _, c := range list {
		done[c.Game] = append(done[c.Game], c.Name)
	}
	return done, err
}

// FinishChapter notes that a member has done a chapter. The caller has seen that the game has it.
func (s *Course) FinishChapter(ctx context.Context, player league.Player, game, chapter string) error {
	return s.store.PutChapter(ctx, league.Chapter{Player: player.ID, Game: game, Name: chapter, Done: s.core.Now()})
}
