package swiss

import (
	"slices"

	"kickabout/engine"
)

// What is below a bracket only matters to it as far as it could not be paired whoever floats there. Where there
// is room enough, nobodies stand for all of it: vertices that cost nothing. Room is what
// Dirac's theorem says: a graph of an even number of vertices, each joined to at least half of them, has a perfect matching.

// nobody stands for somebody below the bracket, whoever it is.
var nobody = &player{number: -1}

// narrow returns a bracket with nobodies in the place of those who are paired below it, or nil if there is not room enough. As
// few as can be float from it then: whether that is right turns out when it is solved, see kept.
func (b *bracket) narrow() *bracket {
	below := b.left[b.next-b.moved:]
	if !b.ample(b.left[b.inside-b.moved:b.next-b.moved], 2) || !b.ample(below, 2+b.byes(below)) {
		return nil
	}
	c := *b
	c.next = c.inside
	c.vertices = nobodies(b.vertices[:b.inside], b.inside%2)
	return &c
}

// short returns a bracket with nobodies in the place of those who are paired below the next one, or nil if there is
// not room enough for all of both to float there.
func (b *bracket) short() *bracket {
	below := b.left[b.next-b.moved:]
	if 2*b.next >= len(b.vertices) || !b.ample(below, b.next+b.byes(below)) {
		return nil
	}
	c := *b
	c.vertices = nobodies(b.vertices[:b.next], b.next)
	return &c
}

func nobodies(vertices []*player, n int) []*player {
	vertices = slices.Clone(vertices)
	for range n {
		vertices = append(vertices, nobody)
	}
	return vertices
}

// byes returns how many of those below have the bye.
func (b *bracket) byes(below []*player) int { return count(b.odd && len(below) > 0) }

// ample tells whether the others can be paired, and keep all rules, whichever so many are taken away: each of them, and everybody
// else, may meet all but their opponents, those of the same absolute preference and whom the organiser forbade. Of more than that
// number nobody has fewer points nor may be refused the bye, if there is one.
func (b *bracket) ample(players []*player, taken int) bool {
	var absolutes [engine.Second + 1]int
	byes := 0
	for _, p := range players {
		if p.strength == absolute {
			absolutes[p.prefers]++
		}
		byes += count(!p.barred && b.scores[p.points] == 0)
	}
	n := len(players)
	if b.odd && n > 0 && players[n-1] == b.left[len(b.left)-1] && byes <= taken {
		return false
	}
	least := n - 1 - b.rounds() - max(absolutes[engine.First], absolutes[engine.Second]) - len(b.Forbidden)
	return 2*least >= n+taken
}

// kept tells whether a narrow bracket keeps all rules. If not, some of those below may help. If it does, no other way is better: but for
// one of an odd number nobody floats, and whoever that is finds somebody below.
func (b *bracket) kept() bool {
	for i, p := range b.vertices[:b.inside] {
		if q := b.vertices[b.graph.Mate(i)]; q != nobody && (clash(p, q) || b.met(p.number, q.number) > 0 || b.forbids(p.number, q.number)) {
			return false
		}
	}
	return true
}
