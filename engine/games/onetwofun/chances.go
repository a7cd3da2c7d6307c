package onetwofun

import (
	"bytes"
	"compress/flate"
	_ "embed"
	"io"
	"math"
	"sync"
)

// Chances are how likely the side in possession scores before it hands over, for
// every place of the markers before a throw, without keepers, when it plays for that
// alone. Mostly the other side kicks off next, whatever happens, so that this chance is
// all that there is to play for. Only after a turn without a play, which about one
// possession in twenty ends with, the other side goes on from where the markers stand;
// what that is worth is left out, so who follows this plays the basic variant nearly perfectly:
// solved with it, the chances lead to another move in one of 43, and took 2.50 (0.02) of 5 points from these
// over 3,000 matches. By them 95 of 100 possessions score from the kick-off.
//
// Markers are as White sees them, and numbered (see triple).
type chances []float32

// chancesFile is what "go run ./cmd/dev learn" has made: Solve.
//
//go:embed chances.bin
var chancesFile []byte

// solved is the table of the bots.
var solved = sync.OnceValue(func() chances { return readChances(chancesFile) })

// places and triples are how many there are.
const (
	places  = columns * rows
	triples = places * (places - 1) * (places - 2) / 6
)

// triple numbers three points, each as a column times rows and a row, ascending.
func triple(a, b, c int) int { return a + b*(b-1)/2 + c*(c-1)*(c-2)/6 }

// tripleOf numbers the places of markers.
func tripleOf(c colour, markers *[markersInPlay]point) int {
	var n [markersInPlay]int
	for i, m := range markers {
		n[i] = spot(int(m.x), int(m.y))
		if c == black {
			n[i] = spot(int(m.x), rows-1-int(m.y))
		}
	}
	if n[1] < n[0] {
		n[0], n[1] = n[1], n[0]
	}
	if n[2] < n[1] {
		n[1], n[2] = n[2], n[1]
	}
	if n[1] < n[0] {
		n[0], n[1] = n[1], n[0]
	}
	return triple(n[0], n[1], n[2])
}

// of returns the chance of the side in possession before its throw.
func (cs chances) of(p *position) float32 { return cs[tripleOf(p.side, &p.markers)] }

// Solve returns the chances of all places, packed as they are embedded. It takes some
// minutes, and always gives the same.
func Solve() []byte { return solve().file() }

// settledBy is the change of a chance that is none.
const settledBy = 1.0 / 1024

// solve goes through all places until the chances agree with each other. Only corner
// kicks lead back: all else leads to markers that are farther ahead, which come
// first.
func solve() chances {
	cs := make(chances, triples)
	order := nearestFirst()
	for change := float32(1); change > settledBy; {
		change = 0
		for _, markers := range order {
			p := before(markers)
			v := cs.backedUp(&p)
			n := tripleOf(white, &p.markers)
			change = max(change, v-cs[n], cs[n]-v)
			cs[n] = v
			cs[tripleOf(white, mirrored(&p.markers))] = v
		}
	}
	return cs
}

// before returns a position of the basic variant in which White is to throw.
func before(markers [markersInPlay]point) position {
	p := rules{goals: 1}.start()
	p.phase, p.markers = play, markers
	return p
}

// mirrored returns markers left for right.
func mirrored(markers *[markersInPlay]point) *[markersInPlay]point {
	m := *markers
	for i := range m {
		m[i].x = columns - 1 - m[i].x
	}
	return &m
}

// eachPlace calls visit with all places of markers and their numbers, ascending.
func eachPlace(visit func(n int, markers [markersInPlay]point)) {
	n := 0
	for c := range places {
		for b := range c {
			for a := range b {
				visit(n, [markersInPlay]point{everyPoint[a], everyPoint[b], everyPoint[c]})
				n++
			}
		}
	}
}

// nearestFirst lists places of markers, of two that mirror each other one, those with
// the fewest rows to go first.
func nearestFirst() [][markersInPlay]point {
	var byRows [markersInPlay*rows + 1][][markersInPlay]point
	eachPlace(func(n int, markers [markersInPlay]point) {
		if n > tripleOf(white, mirrored(&markers)) {
			return
		}
		left := 0
		for _, m := range markers {
			left += int(white.ahead(m))
		}
		byRows[left] = append(byRows[left], markers)
	})
	var all [][markersInPlay]point
	for _, some := range byRows {
		all = append(all, some...)
	}
	return all
}

// backedUp returns the chance of a position before a throw that the chances of those
// after it give.
func (cs chances) backedUp(p *position) float32 {
	q := *p
	var sum float32            // of throws that are no double
	var doubles [faces]float32 // the best of each double without the indirect free kick
	for a := uint8(1); a <= faces; a++ {
		q.dice = [2]uint8{a, a}
		doubles[a-1] = cs.thrown(&q)
		for b := a + 1; b <= faces; b++ {
			q.dice = [2]uint8{a, b}
			sum += 2 * cs.thrown(&q)
		}
	}
	// An indirect free kick is the same throw once more, so the chance depends on
	// itself, a sixth of it at most: it soon settles.
	v := cs.of(p)
	for range 10 {
		again := sum
		for i, d := range doubles {
			q.dice = [2]uint8{uint8(i + 1), uint8(i + 1)}
			if !q.isPenalty() {
				d = max(d, v)
			}
			again += d
		}
		v = again / (faces * faces)
	}
	return v
}

// thrown returns the chance of a position with a throw, the indirect free kick left
// aside: that of its best play.
func (cs chances) thrown(p *position) (best float32) {
	if p.isPenalty() {
		return float32(p.penaltyChance())
	}
	var room [mostPlays]decision
	list := p.plays(room[:0])
	for i := range list {
		if list[i].kind != indirectKick {
			best = max(best, cs.played(p, &list[i]))
		}
	}
	return best
}

// played returns the chance after a play: certain where it scores, unless a keeper
// may still stop it.
func (cs chances) played(p *position, d *decision) float32 {
	markers := p.markers
	for _, h := range d.all() {
		if h.to == beyond {
			return p.shotValue(d)
		}
		for i := range markers {
			if markers[i] == h.from {
				markers[i] = h.to
				break
			}
		}
	}
	return cs[tripleOf(p.side, &markers)]
}

// shotValue returns the chance of a shot.
func (p *position) shotValue(d *decision) float32 {
	if !p.rules.blocks {
		return 1
	}
	after := p.after(*d)
	if after.wait.due == noThrow {
		return 1
	}
	return float32(after.shotChance())
}

// chanceScale is what certainty is in the file.
const chanceScale = math.MaxUint8

// file packs chances: a byte for each place, of two that mirror each other the first,
// and all deflated.
func (cs chances) file() []byte {
	var plain []byte
	eachPlace(func(n int, markers [markersInPlay]point) {
		if n <= tripleOf(white, mirrored(&markers)) {
			plain = append(plain, byte(math.Round(float64(cs[n])*chanceScale)))
		}
	})
	var packed bytes.Buffer
	w, _ := flate.NewWriter(&packed, flate.BestCompression) // no error: the level is known
	w.Write(plain)
	w.Close() // nor here: a buffer takes everything
	return packed.Bytes()
}

// readChances undoes file. What is embedded is sound: a test reads it.
func readChances(file []byte) chances {
	plain, err := io.ReadAll(flate.NewReader(bytes.NewReader(file)))
	if err != nil {
		panic("the embedded chances: " + err.Error())
	}
	cs := make(chances, triples)
	eachPlace(func(n int, markers [markersInPlay]point) {
		if twin := tripleOf(white, mirrored(&markers)); twin < n {
			cs[n] = cs[twin]
		} else {
			cs[n], plain = float32(plain[0])/chanceScale, plain[1:]
		}
	})
	return cs
}
