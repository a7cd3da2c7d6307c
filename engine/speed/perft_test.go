// Package speed has the yardstick that StreetSoccer's generator is measured
// against: the perft of a well-kept chess library in Go. It is a module of its
// own, so that nobody who builds or uses Kickabout needs that library.
// "go run ./cmd/dev speed" runs it beside ours.
package speed

import (
	"testing"

	"github.com/corentings/chess/v2"
)

// successors returns how many positions are depth moves away; made says whether
// the last of them are made, or their moves only counted.
func successors(p *chess.Position, depth int, made bool) (n int) {
	moves := p.ValidMoves()
	if depth == 1 && !made {
		return len(moves)
	}
	for i := range moves {
		after := p.Update(&moves[i])
		if depth == 1 {
			n++
		} else {
			n += successors(after, depth-1, made)
		}
	}
	return n
}

// known are numbers of successors that everybody's perft agrees on.
var known = []struct {
	name, fen string
	depth, n  int
}{
	{"start", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 3, 8902},
	{"middle", "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", 3, 97862},
}

// position returns a position that known names.
func position(t testing.TB, fen string) *chess.Position {
	t.Helper()
	option, err := chess.FEN(fen)
	if err != nil {
		t.Fatal(err)
	}
	return chess.NewGame(option).Position()
}

func TestTheYardstickCountsRight(t *testing.T) {
	for _, k := range known {
		for _, made := range []bool{false, true} {
			if n := successors(position(t, k.fen), k.depth, made); n != k.n {
				t.Errorf("%s: %d successors at depth %d, want %d", k.name, n, k.depth, k.n)
			}
		}
	}
}

// BenchmarkPerft counts chess positions: bulk counts the last moves, made makes
// them.
func BenchmarkPerft(b *testing.B) {
	for _, way := range []string{"bulk", "made"} {
		b.Run(way, func(b *testing.B) {
			b.ReportAllocs()
			var from []*chess.Position
			for _, k := range known {
				from = append(from, position(b, k.fen))
			}
			n := 0
			for b.Loop() {
				for i, k := range known {
					n += successors(from[i], k.depth, way == "made")
				}
			}
			b.ReportMetric(float64(n)/b.Elapsed().Seconds()/1e6, "M-successors/s")
		})
	}
}
