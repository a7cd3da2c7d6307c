package onetwofun

import (
	"slices"
	"testing"

	"kickabout/engine"
	"kickabout/engine/enginetest"
)

// seedPositions are where the fuzz targets start from, each with its variant:
// every phase, every wait, and what is rare in play.
var seedPositions = slices.Concat(
	enginetest.Seeds("basic",
		"kickoff W - - 0:0 1 - - -",
		"play W e8,f8,g8 ? 0:0 1 - - -",
		"play W e8,f8,g8 1-2 0:0 1 - - -",
		"play W c14,e13,h14 1-3 6:6 199 - B -",
		"play W a15,f15,k15 2-5 0:0 1 - - -",
		"play B b5,b6,h5 6-6 0:0 2 - - -",
		"penalty W c12,f13,g14 1-1 0:0 1 - - -",
		"penalty B a8,b1,f3 1-1 1:2 6 - W pen",
		"over B e8,f8,g8 - 2:2 200 - W -",
	),
	enginetest.Seeds("basic,goals=3",
		"over W - - 3:0 5 - W -",
	),
	enginetest.Seeds("professional",
		"kickoff B - - 1:0 2 e1,g14 W -",
		"keeper B e8,f8,g8 ? 0:0 1 f1,f15 - -",
		"penalty B a8,b1,f3 1-1 0:0 2 f1,i12 - pen:5",
	),
	enginetest.Seeds("blocking",
		"keeper W b13,d11,f14 ? 0:0 2 f1,f14 - -",
		"play W c14,e13,h14 1-3 0:0 1 f1,g15 - block:e13-*:3",
		"play W b10,b11,h11 6-6 0:0 1 f1,f14 - block:b10-*:12",
	),
)

var seedMoves = []string{
	"K d8,f8,g8", "K d8,d8,g8", "e8-d9 f8-h10", "c14-b14 e13-*", "D b6-*", "D b6-d4", "I", "C a15-c13", "C a15-a10",
	"P f13>f13 c12>b11 g14>j12", "P c12>f13", "G f15-e15", "G f1-f1", "R", "-", "", "e8", "e8-", "e8-d9 f8-h10 g8-g9", "K d8,f8",
	"P", "P f12>*", "G f15-*", "e08-d9 f8-h10", "e16-d9 f8-h10", "II", "I ", "D", "C",
}

func FuzzParse(f *testing.F) { enginetest.FuzzParse(f, Game{}, seedPositions) }

func FuzzMove(f *testing.F) { enginetest.FuzzMove(f, Game{}, seedPositions, seedMoves) }

// FuzzMoveText: a text that is read as a move is written the same again.
func FuzzMoveText(f *testing.F) {
	for _, move := range seedMoves {
		f.Add(move)
	}
	f.Fuzz(func(t *testing.T, move string) {
		if d, ok := parseMove(engine.Move(move)); ok && string(d.text()) != move {
			t.Fatalf("%q is read as %q", move, d.text())
		}
	})
}
