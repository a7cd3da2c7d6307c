package streetsoccer

import "math/rand/v2"

// place returns the best of some placings, and its value, by what the kick-off is worth
// after them.
// Where the other side is still to place it looks at some of its answers, the same
// ones for every placing, at random.
func (s *search) place(p *position, r *rand.Rand, placings, answers int) (area, float32) {
	replies := s.answers(p, r, answers)
	var best area
	top := float32(worst)
	for range placings {
		set := p.coach().random(r)
		q := p.after(decision{set: set})
		if v := s.promise(&q, p.side, replies); v > top {
			best, top = set, v
		}
	}
	return best, top
}

// answers returns placings of the side that places second, made for the board
// before the first has; none if that is done.
func (s *search) answers(p *position, r *rand.Rand, n int) []area {
	if p.move == kickoffMove-1 {
		return nil
	}
	q := *p
	q.side = q.side.other()
	list := make([]area, n)
	for i := range list {
		list[i] = q.coach().random(r)
	}
	return list
}

// promise returns what a placing is worth to its side: the mean over those answers
// that leave its squares alone.
func (s *search) promise(p *position, side colour, answers []area) float32 {
	if p.phase != placing {
		return s.opening(p, side)
	}
	var sum, n float32
	for _, set := range answers {
		if p.coach().mayPlace(set) {
			q := p.after(decision{set: set})
			sum += s.opening(&q, side)
			n++
		}
	}
	if n == 0 {
		return 0
	}
	return sum / n
}

// opening returns what a kick-off is worth to a side. One whose value is thrown
// again is worth nothing to either.
func (s *search) opening(p *position, side colour) float32 {
	if p.ball == nowhere {
		return s.lateOpening(p, side)
	}
	if p.die == 0 {
		return 0
	}
	s.last = p.successors(s.last[:0])
	s.nodes += genNodes
	top := float32(worst)
	for i := range s.last {
		top = max(top, s.value(&s.last[i]))
	}
	if side != p.side {
		return -top
	}
	return top
}

// lateOpening is opening where the throw comes after the placings: the mean over the
// throws, of each side as often.
func (s *search) lateOpening(p *position, side colour) float32 {
	var sum, n float32
	for value := 1; value < dieFaces; value++ {
		weight := float32(dieFaces - value) // so many throws differ by that
		for _, faces := range [][]int{{1 + value, 1}, {1, 1 + value}} {
			if q := p.thrown(faces); q.die != 0 {
				sum += weight * s.opening(&q, side)
				n += weight
			}
		}
	}
	if n == 0 {
		return 0
	}
	return sum / n
}
