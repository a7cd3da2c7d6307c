package onetwofun

import (
	"bytes"
	"compress/flate"
	_ "embed"
	"fmt"
	"io"
	"math"
	"sync"
)

// A plan says what every place of the markers is worth to the side in possession before a
// throw, in chances of a goal, with the other side's keeper at each of its posts. A goal is
// 1. What is handed over counts, too: as much less as it is better for the side that
// takes over than a kick-off, or as much more as it is worse,
//
//	handed over = kick-off - what it is worth to the other side
//
// so that whoever plays by a plan tries to score more often than the other, over this possession
// and the next. Left out is the keeper of the side in possession, which is hardly ever
// in the way: it counts as at home once the markers are handed over.
//
// Markers are as White sees them, and numbered (see triple). Far away from the goal the
// keeper's post makes no difference.
type plan struct {
	near    []uint8 // by nearTriple and post
	far     []uint8 // by triple
	kickOff float32
}

//go:embed plan-professional.bin
var professionalPlan []byte

//go:embed plan-blocking.bin
var blockingPlan []byte

// plans are those of the bots, of the variants with keepers.
var plans = [...]func() *plan{
	professional: sync.OnceValue(func() *plan { return readPlan(professionalPlan) }),
	blocking:     sync.OnceValue(func() *plan { return readPlan(blockingPlan) }),
}

// plan returns what a match by these rules is played by; nil where nothing better is known
// than the chances. With keepers anywhere there would be too many posts.
func (r rules) plan() *plan {
	switch {
	case !r.keepers || r.roam:
		return nil
	case r.blocks:
		return plans[blocking]()
	}
	return plans[professional]()
}

// Where markers are near, all of them: from the centre line on.
const (
	nearRows    = rows - middleRow
	nearPlaces  = columns * nearRows
	nearTriples = nearPlaces * (nearPlaces - 1) * (nearPlaces - 2) / 6
)

// nearTriple numbers the place of markers that are all near; false if they are not.
func nearTriple(c colour, markers *[markersInPlay]point) (int, bool) {
	m := *markers
	for i := range m {
		if c == black {
			m[i].y = rows - 1 - m[i].y
		}
		if m[i].y -= middleRow; m[i].y < 0 {
			return 0, false
		}
	}
	b := board{markers: m}
	b.order()
	spot := func(p point) int { return int(p.x)*nearRows + int(p.y) }
	return triple(spot(b.markers[0]), spot(b.markers[1]), spot(b.markers[2])), true
}

// Posts are the points of the penalty area, where its keeper may be.
const (
	areaColumns = 2*areaSide + 1
	posts       = areaColumns * areaDepth
	homePost    = areaSide*areaDepth + areaDepth - 1 // the middle of the goal line
)

// post numbers a point of the area that a side attacks; false outside it.
func (c colour) post(p point) (int, bool) {
	if !c.inArea(p) {
		return homePost, false
	}
	return int(p.x-middleColumn+areaSide)*areaDepth + areaDepth - 1 - int(c.ahead(p)), true
}

// postPoint undoes post for White.
func postPoint(post int) point {
	return point{int8(middleColumn - areaSide + post/areaDepth), int8(rows - areaDepth + post%areaDepth)}
}

// mirroredPost returns a post left for right.
func mirroredPost(post int) int { return (areaColumns-1-post/areaDepth)*areaDepth + post%areaDepth }

// besidePosts are those a keeper may go to before a throw, the one where it stays first.
var besidePosts = func() (list [posts][]int) {
	for k := range list {
		list[k] = []int{k}
		for to := range posts {
			p, q := postPoint(k), postPoint(to)
			if to != k && max(p.x-q.x, q.x-p.x, p.y-q.y, q.y-p.y) <= keeperReach {
				list[k] = append(list[k], to)
			}
		}
	}
	return list
}()

// What the bytes of a plan mean.
const (
	lowestWorth = -0.25
	worthScale  = math.MaxUint8 / (1 - lowestWorth)
)

func worthByte(v float32) uint8 {
	return uint8(math.Round(max(0, min(math.MaxUint8, (float64(v)-lowestWorth)*worthScale))))
}

func byteWorth(b uint8) float32 { return float32(b)/worthScale + lowestWorth }

// before returns what a place is worth to a side before its throw.
func (pl *plan) before(c colour, markers *[markersInPlay]point, post int) float32 {
	if n, near := nearTriple(c, markers); near {
		return byteWorth(pl.near[n*posts+post])
	}
	return byteWorth(pl.far[tripleOf(c, markers)])
}

// kept returns what a place is worth before the keeper's step.
func (pl *plan) kept(c colour, markers *[markersInPlay]point, post int) float32 {
	n, near := nearTriple(c, markers)
	if !near {
		return byteWorth(pl.far[tripleOf(c, markers)])
	}
	taken := takenPosts(c, markers)
	row := pl.near[n*posts:][:posts]
	low := row[post]
	for _, to := range besidePosts[post] {
		if taken>>to&1 == 0 {
			low = min(low, row[to])
		}
	}
	return byteWorth(low)
}

// takenPosts are the posts with a marker, a bit for each.
func takenPosts(c colour, markers *[markersInPlay]point) (taken uint32) {
	for _, m := range markers {
		if k, ok := c.post(m); ok {
			taken |= 1 << k
		}
	}
	return taken
}

// handed returns what markers are worth to a side that hands them over.
func (pl *plan) handed(c colour, markers *[markersInPlay]point) float32 {
	return pl.kickOff - pl.kept(c.other(), markers, homePost)
}

// decided returns what a decision of the side in possession is worth to it.
func (pl *plan) decided(p *position, d *decision) float32 {
	post, _ := p.side.post(p.keepers[p.side.other()])
	b := p.board
	for _, h := range d.all() {
		switch {
		case d.kind == placing:
			b.markers = [markersInPlay]point{d.hops[0].to, d.hops[1].to, d.hops[2].to}
		case h.to == beyond:
			return pl.shot(p, d, b, h.from)
		default:
			b.move(h.from, h.to)
		}
	}
	if d.kind == penaltyKick {
		lost := func(markers *[markersInPlay]point) float32 { return pl.handed(p.side, markers) }
		return float32(p.penaltyChance()) + missed(p.side, b, lost)
	}
	return pl.kept(p.side, &b.markers, post)
}

// shot returns what a shot is worth, of the marker on a point of b.
func (pl *plan) shot(p *position, d *decision, b board, from point) float32 {
	scored := p.shotValue(d)
	if scored < 1 {
		b.move(from, p.keepers[p.side.other()])
		scored += float32((1 - scored) * pl.handed(p.side, &b.markers))
	}
	return scored
}

// missed returns what a penalty of a side that has lined up leaves if it is no goal, by how
// likely that is: a shot that is stopped ends where a 2 does.
func missed(c colour, b board, handed func(*[markersInPlay]point) float32) (worth float32) {
	spot := c.penaltyPoint()
	for face := int8(1); face < penaltyScores; face++ {
		after := b
		after.move(spot, spot.plus(way{0, c.forward()}, face))
		likely := float32(1)
		if face == penaltyScores-1 {
			likely += float32(faces+1-penaltyScores) / faces
		}
		worth += float32(likely / faces * handed(&after.markers))
	}
	return worth
}

// decide returns the best decision of the side in possession, or of the keeper who defends, and
// what the position is worth to the side in possession then. To look a throw further brings
// nothing: in 600 matches of either variant it took no more from medium, at 200 times the cost.
func (pl *plan) decide(p *position) (decision, float32) {
	if p.phase == keeping {
		return pl.bestStep(p)
	}
	return pl.best(p)
}

// best returns the decision of the side in possession that is worth most.
func (pl *plan) best(p *position) (best decision, worth float32) {
	worth = unplayable
	for d := range p.decisions {
		if v := pl.decided(p, &d); v > worth {
			best, worth = d, v
		}
	}
	return best, worth
}

// bestStep returns the step of the keeper who defends that leaves the least. Of equal ones
// it is the shortest.
func (pl *plan) bestStep(p *position) (best decision, worth float32) {
	worth = -unplayable
	for d := range p.decisions {
		post, _ := p.side.post(d.hops[0].to)
		v := pl.before(p.side, &p.markers, post)
		if v < worth || v == worth && d.hops[0].from == d.hops[0].to {
			best, worth = d, v
		}
	}
	return best, worth
}

// readPlan undoes file. What is embedded is sound: a test reads it.
func readPlan(file []byte) *plan {
	plain, err := io.ReadAll(flate.NewReader(bytes.NewReader(file)))
	if err != nil {
		panic(fmt.Errorf("the embedded plan: %w", err))
	}
	pl := &plan{near: make([]uint8, nearTriples*posts), far: make([]uint8, triples)}
	eachPlace(func(n int, markers [markersInPlay]point) {
		twin := mirrored(&markers)
		if other := tripleOf(white, twin); other < n {
			pl.far[n] = pl.far[other]
		} else {
			pl.far[n], plain = plain[0], plain[1:]
		}
	})
	eachNear(func(n, twin int) {
		if twin < n {
			for k := range posts {
				pl.near[n*posts+k] = pl.near[twin*posts+mirroredPost(k)]
			}
			return
		}
		row := pl.near[n*posts:][:posts]
		for k := range row {
			row[k], plain = plain[0], plain[1:]
			if k > 0 {
				row[k] += row[k-1]
			}
		}
	})
	pl.start()
	return pl
}

// start sets what a kick-off is worth.
func (pl *plan) start() {
	start := rules{}.start()
	pl.kickOff = 0
	for d := range start.decisions {
		q := start.after(d)
		pl.kickOff = max(pl.kickOff, pl.kept(white, &q.markers, homePost))
	}
}

// eachNear calls visit with the numbers of all places that are near, ascending, and of their
// mirrored ones.
func eachNear(visit func(n, twin int)) {
	n := 0
	for c := range nearPlaces {
		for b := range c {
			for a := range b {
				markers := [markersInPlay]point{nearPoint(a), nearPoint(b), nearPoint(c)}
				twin, _ := nearTriple(white, mirrored(&markers))
				visit(n, twin)
				n++
			}
		}
	}
}

func nearPoint(n int) point { return point{int8(n / nearRows), int8(n%nearRows + middleRow)} }

// file packs a plan: a byte for each place, of two that mirror each other the first, then of
// the near ones a byte for each post, what it is more than the one before; and all deflated.
func (pl *plan) file() []byte {
	var plain []byte
	eachPlace(func(n int, markers [markersInPlay]point) {
		if n <= tripleOf(white, mirrored(&markers)) {
			plain = append(plain, pl.far[n])
		}
	})
	eachNear(func(n, twin int) {
		if twin < n {
			return
		}
		last := uint8(0)
		for _, b := range pl.near[n*posts:][:posts] {
			plain = append(plain, b-last)
			last = b
		}
	})
	var packed bytes.Buffer
	w, _ := flate.NewWriter(&packed, flate.BestCompression) // no error: the level is known
	w.Write(plain)
	w.Close() // nor here: a buffer takes everything
	return packed.Bytes()
}
