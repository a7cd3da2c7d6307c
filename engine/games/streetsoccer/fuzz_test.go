package streetsoccer

import (
	"testing"

	"kickabout/engine/enginetest"
)

// seedPositions are where the fuzz targets start from: every phase, and what is
// rare in play.
var seedPositions = append(enginetest.Seeds("lg",
	"place Y c1d5 d0c6 d5 ? 1 0:0 -",
	"place R c1b7c3d5e8 d0c6 d5 2 2 0:0 -",
	"kickoff Y c1b7c3d5e8 d0b3c6d8e4 d5 2 3 0:0 -",
	"turn R c1b7c3d5e8 d0b3c6d8e4 f5 ? 4 0:0 -",
	"turn Y c1b7c3d5e8 d0b3c6d8e4 e7 4 71 1:1 R",
	"turn Y b2a3a4b3c2 d0c6d5e4f3 a1 1 31 1:1 R",
	"turn Y a1a2a0b1b2 b0a3a9b3c2 f5 ? 5 0:0 -",
	"turn R d1c1c0d0f2 d9b3c6e1e4 d8 6 50 3:3 R",
	"restart Y f9b1b2c2e8 e1c1d1d2e2 - 3 5 0:1 R",
	blockedRestart,
	"over R c1b7c3d5e8 d0b3c6d8e4 - - 72 1:2 R",
), enginetest.Seeds("board",
	"place Y c1d5 d0c6 - ? 1 0:0 -",
	"kickoff R c1b7c3d5e8 d0b3c6d8e4 c6 2 3 0:0 -",
	"turn Y e6b7c3d5e8 d0b3c6d8e4 e7 4 4 0:0 -",
)...)

var seedMoves = []string{"Pb7c3e8", "Bf5", "B##", "Me4f5|Be4", "Me8e7|B##", "Me4e4", "Pc1|Bd3", "Pd1|B##", "R", "-", "", "M", "Pc1|B", "Me4f5|"}

func FuzzParse(f *testing.F) { enginetest.FuzzParse(f, Game{}, seedPositions) }

func FuzzMove(f *testing.F) { enginetest.FuzzMove(f, Game{}, seedPositions, seedMoves) }
