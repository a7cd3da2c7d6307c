package ui

import (
	"strings"
	"testing"

	"kickabout/engine/games"
)

// TestAThumbnailIsDrawnLikeASmallBoard: also when it is shown again, and each way that it can lie.
func TestAThumbnailIsDrawnLikeASmallBoard(t *testing.T) {
	t.Parallel()
	for _, g := range games.All() {
		info := g.Info()
		for _, v := range info.Variants {
			start, err := g.Start(v.ID)
			if err != nil {
				t.Fatal(err)
			}
			for i, turned := range []bool{false, true, false, true} {
				board := NewSmallBoard(BoardInput{Diagram: start.Diagram(), Sides: info.Sides, Turned: turned})
				board.Label = "“a” < b"
				thumbnail, d, err := NewThumbnail(g, v.ID, start.String(), turned)
				if err != nil {
					t.Fatal(err)
				}
				thumbnail.Label = board.Label
				var want, got strings.Builder
				if err := DrawSmallBoard(board).Render(t.Context(), &want); err != nil {
					t.Fatal(err)
				}
				if err := DrawThumbnail(*thumbnail).Render(t.Context(), &got); err != nil {
					t.Fatal(err)
				}
				if got.String() != want.String() || d.Task != start.Diagram().Task {
					t.Errorf("%s %s, turned %t, time %d: %s, want %s", info.ID, v.ID, turned, i, got.String(), want.String())
				}
			}
		}
	}
	if _, _, err := NewThumbnail(games.All()[0], "", "nonsense", false); err == nil {
		t.Error("a position that cannot be read has a picture")
	}
}
