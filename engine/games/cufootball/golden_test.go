package cufootball

import (
	"flag"
	"testing"

	"kickabout/engine/enginetest"
)

var update = flag.Bool("update", false, "rewrite the positions of the golden matches")

func TestGoldenMatches(t *testing.T) {
	enginetest.Golden(t, Game{}, "testdata", *update)
}

func TestPerft(t *testing.T) {
	enginetest.PerftFile(t, Game{}, "classic", "testdata/perft.txt")
}
