package swiss

import "kickabout/engine"

// The criteria that must be found again, by their place counted from the end.
const (
	bent      = 1 // how far pairs are from those that are generated first, see bend
	questions = 2 // one after the other, see order.go
	sums      = 3 // how far the players moved between the halves are apart (4.3.2)
	exchanges = 4 // how many are moved (4.3.1)
	tail      = 4

	everywhere = 6 // so many of the first count below the next bracket, too: absolute
)

// criteria returns all that counts for the pairs of a bracket, the most important first. The
// vertices are everybody left by rank, and last of all the bye if there is one. A pair of a
// vertex inside the bracket with one outside means that they float down. frozen is what earlier
// decisions exclude; second is the number of the criterion for the assignee of the bye.
func (b *bracket) criteria() (all []criterion) {
	all = append(all, b.absolute()...)
	all = append(all, b.floaters()...)
	all = append(all, b.below()...)
	b.second = len(all)
	all = append(all, criterion{b.rounds(), func(int, int) int { return 0 }}) // C9, added once it is known to apply
	all = append(all, b.kickoffs()...)
	for back := range 2 {
		all = append(all, b.repeated(back)...)
	}
	for back := range 2 {
		all = append(all, b.differences(back)...)
	}
	free := func(int, int) int { return 0 }
	n := b.inside
	return append(all, criterion{n, free}, criterion{n * n, free}, criterion{n * (n + 8), free}, criterion{n * n, free})
}

func (b *bracket) rounds() int { return len(b.Players[0].Past) }

// absolute are the criteria that hold for everybody left, in this bracket and below: those
// that no pairing breaks unless all do (C1 to C4), and the bye for who has least (C5).
func (b *bracket) absolute() []criterion {
	n := len(b.vertices)
	real := func(broken func(p, q *player) int) func(i, j int) int {
		return func(i, j int) int {
			if b.isBye(j) || b.vertices[j] == nobody {
				return 0
			}
			return broken(b.vertices[i], b.vertices[j])
		}
	}
	forbidden := 0
	if len(b.Forbidden) > 0 {
		forbidden = n
	}
	return []criterion{
		{n, func(i, j int) int { return 0 }}, // what was decided, see freeze
		{forbidden, real(func(p, q *player) int { return count(b.forbids(p.number, q.number)) })},
		{n * b.rounds(), real(func(p, q *player) int { return b.met(p.number, q.number) })},
		{1, func(i, j int) int { return count(b.isBye(j) && b.vertices[i].barred) }},
		{n, real(func(p, q *player) int { return count(clash(p, q)) })},
		{len(b.scores), func(i, j int) int {
			if b.isBye(j) {
				return b.scores[b.vertices[i].points]
			}
			return 0
		}},
	}
}

// floaters are the criteria for who leaves the bracket: as few as can be (C6), with as few
// points (C7).
func (b *bracket) floaters() []criterion {
	all := []criterion{{b.inside, func(i, j int) int { return count(b.floats(i, j)) }}}
	for _, s := range b.levels {
		all = append(all, criterion{s.size, func(i, j int) int {
			return count(b.floats(i, j) && b.vertices[i].points == s.points)
		}})
	}
	return all
}

// below are C6 and C7 for the bracket that comes next (C8): who is paired beyond it floats from it.
func (b *bracket) below() []criterion {
	if b.next == b.inside {
		return nil
	}
	beyond := func(i, j int) bool { return i < b.next && j >= b.next }
	all := []criterion{{b.next, func(i, j int) int { return count(beyond(i, j)) }}}
	for _, s := range b.levels {
		all = append(all, criterion{s.size, func(i, j int) int {
			return count(beyond(i, j) && b.vertices[i].points == s.points)
		}})
	}
	if residents := b.inside - b.moved; residents > 0 {
		points := b.vertices[b.inside-1].points
		all = append(all, criterion{residents, func(i, j int) int {
			return count(beyond(i, j) && b.vertices[i].points == points)
		}})
	}
	return all
}

// kickoffs are the criteria for sides: C10 to C13.
func (b *bracket) kickoffs() []criterion {
	paired := func(cost func(p, q *player) int) func(i, j int) int {
		return func(i, j int) int {
			if j >= b.inside {
				return 0
			}
			p, q := b.vertices[i], b.vertices[j]
			if p.prefers != q.prefers || p.prefers == engine.NoSide {
				return 0
			}
			return cost(p, q)
		}
	}
	n := b.inside
	top := 0
	for _, p := range b.vertices[:n] {
		if p.top {
			top = n
		}
	}
	return []criterion{
		{top, paired(func(p, q *player) int { return count(b.yielding(p, q).stretched()) })},
		{top, paired(func(p, q *player) int { return count(b.yielding(p, q).thrice()) })},
		{n, paired(func(p, q *player) int { return 1 })},
		{n, paired(func(p, q *player) int { return count(p.strength >= strong && q.strength >= strong) })},
	}
}

// yielding returns which of two players with the same preference does not get their side.
func (b *bracket) yielding(p, q *player) *player {
	first, second := kickoff(p, q, b.First)
	if first.prefers == engine.First {
		return second
	}
	return first
}

// stretched tells whether another match at the side they do not prefer makes it three times
// more of that side than of the other.
func (p *player) stretched() bool {
	return p.prefers == engine.Second && p.balance >= 2 || p.prefers == engine.First && p.balance <= -2
}

// thrice tells whether it makes it the same side three times running.
func (p *player) thrice() bool {
	n := len(p.sides)
	return n > 1 && p.sides[n-1] == p.sides[n-2] && p.sides[n-1] != p.prefers
}

// repeated are the criteria for floats of so many rounds back that come again: residents who
// floated down do again (C14, C16), those who met somebody with more points do again (C15, C17).
func (b *bracket) repeated(back int) []criterion {
	residents := b.counted(b.moved, func(p *player) bool { return p.floats[back] == down })
	lower := b.counted(0, func(p *player) bool { return p.floats[back] == up })
	if b.moved == 0 {
		lower = 0
	}
	return []criterion{
		{residents, func(i, j int) int {
			return count(b.floats(i, j) && i >= b.moved && b.vertices[i].floats[back] == down)
		}},
		{lower, func(i, j int) int { return count(b.upfloats(i, j, back)) }},
	}
}

// differences are the criteria for how far such floats go, the widest first: of players moved
// down (C18, C20), of those they meet (C19, C21). As many moved players with so many points
// leave again in any pairing (C7), so those who floated before had better stay: who stays floats
// less far.
func (b *bracket) differences(back int) (all []criterion) {
	for _, s := range b.levels {
		floated := b.counted(0, func(p *player) bool { return p.floats[back] == down && p.points == s.points })
		all = append(all, criterion{floated, func(i, j int) int {
			p := b.vertices[i]
			return count(b.floats(i, j) && p.points == s.points && p.floats[back] == down)
		}})
	}
	for _, s := range b.levels {
		lower := b.counted(0, func(p *player) bool { return p.floats[back] == up })
		all = append(all, criterion{lower, func(i, j int) int {
			return count(b.vertices[i].points == s.points && b.upfloats(i, j, back))
		}})
	}
	return all
}

// counted returns how many in the bracket, from a place on, are such.
func (b *bracket) counted(from int, such func(p *player) bool) (n int) {
	for _, p := range b.vertices[from:b.inside] {
		n += count(such(p))
	}
	return n
}

// floats tells whether a pair means that the first of it leaves the bracket.
func (b *bracket) floats(i, j int) bool { return i < b.inside && j >= b.inside }

// upfloats tells whether a pair is of a player moved down and one who met somebody with more
// points so many rounds back.
func (b *bracket) upfloats(i, j, back int) bool {
	if j >= b.inside {
		return false
	}
	p, q := b.vertices[i], b.vertices[j]
	return p.points > q.points && q.floats[back] == up
}

func count(is bool) int {
	if is {
		return 1
	}
	return 0
}
