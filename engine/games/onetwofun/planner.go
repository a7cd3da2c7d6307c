package onetwofun

import "math"

// A planner works out a plan of a variant with keepers, with a number for each post of every
// place, near or far.
type planner struct {
	blocks  bool
	kickOff float32
	before  []row // a throw, by triple
	kept    []row // before the keeper's step
}

// A row has a number for each post.
type row [posts]float32

// planRounds is how often a planner goes through all places: the kick-off's worth changes no more
// then by what a plan's byte tells apart.
const planRounds = 5

// PlanProfessional and PlanBlocking return the plans of the variants with keepers, packed as they are
// embedded. Either takes some minutes, and is always the same.
func PlanProfessional() []byte { return newPlanner(false).work(planRounds).file() }

// PlanBlocking is PlanProfessional for the variant in which keepers stop shots.
func PlanBlocking() []byte { return newPlanner(true).work(planRounds).file() }

// newPlanner returns one that takes the keepers for being in nobody's way.
func newPlanner(blocks bool) *planner {
	pr := &planner{blocks: blocks, before: make([]row, triples), kept: make([]row, triples)}
	for n, chance := range solved() {
		for k := range posts {
			pr.before[n][k], pr.kept[n][k] = chance, chance
		}
	}
	pr.start()
	return pr
}

// work goes through all places, those with the fewest rows to go first, and returns the plan.
func (pr *planner) work(rounds int) *plan {
	order := nearestFirst()
	for range rounds {
		for _, markers := range order {
			p := before(markers)
			p.rules.blocks = pr.blocks
			r := pr.look(&p)
			pr.put(&p, &r)
		}
		pr.start()
	}
	return pr.plan()
}

// start sets what a kick-off is worth.
func (pr *planner) start() {
	start := rules{}.start()
	pr.kickOff = 0
	for d := range start.decisions {
		q := start.after(d)
		pr.kickOff = max(pr.kickOff, pr.kept[tripleOf(white, &q.markers)][homePost])
	}
}

// put keeps what a place is worth, and the same of the mirrored one.
func (pr *planner) put(p *position, r *row) {
	n, twin := tripleOf(white, &p.markers), tripleOf(white, mirrored(&p.markers))
	taken := takenPosts(white, &p.markers)
	for k := range posts {
		low := r[k]
		for _, to := range besidePosts[k] {
			if taken>>to&1 == 0 {
				low = min(low, r[to])
			}
		}
		other := mirroredPost(k)
		pr.before[n][k], pr.before[twin][other] = r[k], r[k]
		pr.kept[n][k], pr.kept[twin][other] = low, low
	}
}

// look returns what a place is worth by what may come next.
func (pr *planner) look(p *position) (worth row) {
	q := *p
	lost := pr.handed(&p.markers)
	var room [mostPlays]decision
	for a := uint8(1); a <= faces; a++ {
		for b := a; b <= faces; b++ {
			share := float32(2.0 / (faces * faces))
			if a == b {
				share /= 2
			}
			q.dice = [2]uint8{a, b}
			if q.isPenalty() {
				v := pr.penalty(&q)
				for k := range worth {
					worth[k] += float32(share * v)
				}
				continue
			}
			var best row
			for k := range best {
				best[k] = unplayable
			}
			list := q.plays(room[:0])
			for i := range list {
				pr.try(&q, &list[i], &best)
			}
			for k, v := range best {
				if v == unplayable {
					v = lost
				}
				worth[k] += float32(share * v)
			}
		}
	}
	return worth
}

// unplayable is less than anything is worth.
const unplayable = -2

// handed returns what markers are worth to White who hands them over.
func (pr *planner) handed(markers *[markersInPlay]point) float32 {
	return pr.kickOff - pr.kept[tripleOf(black, markers)][homePost]
}

// try raises what is best to what a play brings. No marker may end on the keeper.
func (pr *planner) try(p *position, d *decision, best *row) {
	b := p.board
	var ends uint32
	for _, h := range d.all() {
		if h.to == beyond {
			pr.shoot(p, b, h.from, int(p.shotOf(*d)), ends, best)
			return
		}
		b.move(h.from, h.to)
		if k, ok := white.post(h.to); ok {
			ends |= 1 << k
		}
	}
	for k, v := range &pr.kept[tripleOf(white, &b.markers)] {
		if v > best[k] && ends>>k&1 == 0 {
			best[k] = v
		}
	}
}

// shoot raises what is best to what a shot brings from a point of b.
func (pr *planner) shoot(p *position, b board, from point, total int, ends uint32, best *row) {
	stops := uint32(0)
	dice := 1
	if pr.blocks {
		sc := *p
		sc.board = b
		stops = sc.stops(from, total)
		if total > oneDieBlocks {
			dice = mostBlockDice
		}
	}
	for k := range best {
		switch {
		case ends>>k&1 != 0:
		case stops>>k&1 == 0:
			best[k] = 1
		default:
			stopped, after := float32(blockChance(total, dice)), b
			after.move(from, postPoint(k))
			best[k] = max(best[k], 1-stopped+float32(stopped*pr.handed(&after.markers)))
		}
	}
}

// stops returns the posts from which a keeper may stop White's shot from a point: those that
// every way into the goal passes over (rules 2.12).
func (sc *scene) stops(from point, total int) uint32 {
	var l lie
	l.lay(sc)
	shooter := 0
	for i, m := range sc.markers {
		if m == from {
			shooter = i
		}
	}
	var rs runs
	third := (shooter + 1) % markersInPlay
	l.run(&rs, shooter, (shooter+2)%markersInPlay, total)
	all, open := uint32(math.MaxUint32), false
	for way, w := range &diagonals[white] {
		if !rs.goal || !l.crosses(&rs, way, l.x[third], l.y[third]) {
			continue
		}
		var passed uint32
		for n := int8(1); n <= white.ahead(from); n++ {
			if k, ok := white.post(from.plus(w, n)); ok {
				passed |= 1 << k
			}
		}
		all, open = all&passed, true
	}
	if !open {
		return 0
	}
	return all
}

// penalty returns what a penalty is worth.
func (pr *planner) penalty(p *position) float32 {
	q := *p
	q.phase, q.rules.keepers = penalty, true
	best := float32(unplayable)
	for d := range q.decisions {
		b := q.board
		for _, h := range d.all() {
			b.move(h.from, h.to)
		}
		best = max(best, missed(white, b, pr.handed))
	}
	return float32(q.penaltyChance()) + best
}

// plan returns what is known as a plan.
func (pr *planner) plan() *plan {
	pl := &plan{near: make([]uint8, nearTriples*posts), far: make([]uint8, triples)}
	eachPlace(func(n int, markers [markersInPlay]point) {
		pl.far[n] = worthByte(pr.kept[n][homePost])
		if at, near := nearTriple(white, &markers); near {
			for k, v := range pr.before[n] {
				pl.near[at*posts+k] = worthByte(v)
			}
		}
	})
	pl.start()
	return pl
}
