package onetwofun

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"kickabout/engine"
	"kickabout/engine/enginetest"
)

// everyVariant is each set of rules that differs from the others.
var everyVariant = []string{
	"basic", "professional", "blocking", "basic,goals=3", "professional,goals=5", "blocking,goals=3",
	"professional,step=1", "professional,roam=1", "blocking,dice=1", "blocking,goals=3,step=1,roam=1,dice=1",
}

// A sampler makes positions at random, each kind of them where generators go
// wrong: those hardly ever come up in play.
type sampler struct {
	*rand.Rand
	refused int // positions made that the game does not take
}

// pick returns one of some things.
func pick[T any](r sampler, of ...T) T { return of[r.IntN(len(of))] }

// box returns the places of some columns and rows, as the side sees the board.
func box(side, x1, x2, y1, y2 int) []place {
	var places []place
	for x := x1; x <= x2; x++ {
		for y := y1; y <= y2; y++ {
			places = append(places, place{x, y}.seenBy(side))
		}
	}
	return places
}

// sample returns the turn of a side whose throw is due, and the variant.
func (r *sampler) sample() (variant string, m model) {
	for {
		variant = pick(*r, everyVariant...)
		m = modelStart(variant)
		m.phase, m.throw = "play", "?"
		r.course(&m)
		r.lay(&m)
		if m.keepers {
			r.layKeepers(&m)
		}
		if _, err := (Game{}).Parse(variant, m.text()); err == nil {
			return variant, m
		}
		r.refused++
	}
}

// course sets possession, side and score: often the last possession, often one
// goal from the end.
func (r sampler) course(m *model) {
	m.possession = pick(r, 1+r.IntN(200), 1+r.IntN(200), 199, 200)
	m.side = (m.possession + 1) % 2
	for side := range m.score {
		most := min(m.goals-1, (m.possession-side)/2)
		m.score[side] = pick(r, r.IntN(most+1), most, 0)
	}
	m.last = "-"
	switch {
	case m.score[0] > 0 && (m.score[1] == 0 || r.IntN(2) == 0):
		m.last = "W"
	case m.score[1] > 0:
		m.last = "B"
	}
}

// lay puts the markers on three points: anywhere, in a row, round the goal, in the
// penalty area and next to it, in the corners, or at the border.
func (r sampler) lay(m *model) {
	all := box(m.side, 1, 11, 1, 15)
	likely := [][]place{
		all,
		box(m.side, 3, 9, 12, 15),
		box(m.side, 2, 10, 11, 15),
		box(m.side, 4, 8, 13, 15),
		box(m.side, 1, 11, 15, 15),
		box(m.side, 1, 11, r.IntN(15)+1, 15),
		append(box(m.side, 1, 1, 1, 15), box(m.side, 11, 11, 1, 15)...),
		append(box(m.side, 1, 1, 15, 15), box(m.side, 11, 11, 15, 15)...),
		append(box(m.side, 1, 1, 1, 1), box(m.side, 11, 11, 1, 1)...),
		box(m.side, 3, 9, 1, 4),
	}[r.IntN(10)]
	share := r.Float64()
	m.markers = nil
	for len(m.markers) < 3 {
		from := all
		if r.Float64() < share {
			from = likely
		}
		if p := pick(r, from...); !m.taken(p) {
			m.markers = append(m.markers, p)
		}
	}
	m.markers = sorted(m.markers)
}

// layKeepers puts the keepers into their areas, often before the mouth or on a
// point that a shot passes, sometimes under a marker.
func (r sampler) layKeepers(m *model) {
	for owner := range m.keeper {
		attacker := 1 - owner
		for {
			if m.roams && r.IntN(2) == 0 {
				m.keeper[owner] = pick(r,
					pick(r, box(attacker, 1, 11, 1, 15)...),
					pick(r, box(attacker, 4, 8, 8, 8)...),
					pick(r, box(owner, 2, 10, 11, 15)...),
					pick(r, box(owner, 6, 6, 13, 15)...),
				)
				break
			}
			m.keeper[owner] = pick(r,
				pick(r, box(attacker, 3, 9, 12, 15)...),
				pick(r, box(attacker, 5, 7, 13, 15)...),
				pick(r, box(attacker, 5, 7, 15, 15)...),
				pick(r, m.shotPoints(attacker)...),
			)
			if !m.taken(m.keeper[owner]) || r.IntN(10) == 0 {
				break
			}
		}
	}
}

// shotPoints are the points of the attacked area from which a diagonal way leads
// to a marker, straight back; all points if there are none.
func (m model) shotPoints(attacker int) []place {
	var points []place
	for _, p := range box(attacker, 3, 9, 12, 15) {
		for _, from := range m.markers {
			if across, along := p.x-from.x, p.seenBy(attacker).y-from.seenBy(attacker).y; along > 0 && (across == along || across == -along) {
				points = append(points, p)
			}
		}
	}
	if points == nil {
		return box(attacker, 3, 9, 12, 15)
	}
	return points
}

// throw returns two dice, doubles and ones more often than they come.
func (r sampler) throw() (a, b int) {
	a, b = 1+r.IntN(6), 1+r.IntN(6)
	switch r.IntN(10) {
	case 0, 1, 2:
		return a, a
	case 3, 4:
		return 1, 1
	}
	return a, b
}

// comparison sees that the game and the slow rules say the same, and counts what
// it has met.
type comparison struct {
	*testing.T
	variant string
	met     map[string]int
}

// position reads what the slow rules wrote.
func (c comparison) position(m model) engine.Position {
	c.Helper()
	p, err := Game{}.Parse(c.variant, m.text())
	if err != nil {
		c.Fatalf("%s: %s: %v", c.variant, m.text(), err)
	}
	return p
}

// same sees that a position has the text, the wait and the outcome of the slow rules.
func (c comparison) same(before, what string, p engine.Position, m model) {
	c.Helper()
	if p.String() != m.text() {
		c.Fatalf("%s: %s with %s becomes\n%s, but by the slow rules\n%s", c.variant, before, what, p, m.text())
	}
	if p.Outcome() != m.outcome() {
		c.Fatalf("%s: %s: outcome %+v, but by the slow rules %+v", c.variant, p, p.Outcome(), m.outcome())
	}
	label, count := m.due()
	want := engine.Next{Dice: engine.Dice{Label: label, Count: count}}
	if count > 0 {
		want.Dice.Sides, want.Dice.After = 6, label != "die"
	} else if m.phase != "over" {
		want.Side = engine.Side(m.side + 1)
	}
	if p.Next() != want {
		c.Fatalf("%s: %s waits for %+v, but by the slow rules for %+v", c.variant, p, p.Next(), want)
	}
	c.count(m)
}

// count notes what kind of position it is.
func (c comparison) count(m model) {
	label, dice := m.due()
	switch {
	case m.phase == "over":
		c.met["over: "+string(m.outcome().Ending)]++
	case dice > 0:
		c.met[fmt.Sprintf("%s dice: %d", label, dice)]++
	default:
		c.met["side moves: "+m.phase]++
	}
}

// rolled compares what a throw leads to.
func (c comparison) rolled(p engine.Position, m model, faces ...int) (engine.Position, model) {
	c.Helper()
	after, err := p.Roll(faces...)
	if err != nil {
		c.Fatalf("%s: %s with %v: %v", c.variant, p, faces, err)
	}
	slow := m.roll(faces...)
	c.same(m.text(), fmt.Sprint(faces), after, slow)
	return after, slow
}

// chain compares all throws that are due after a move until a side moves or the
// dice of a turn are due.
func (c comparison) chain(p engine.Position, m model) {
	c.Helper()
	label, count := m.due()
	if m.phase == "block" {
		c.moves(p, m, 1)
	}
	if count == 0 || label == "die" {
		return
	}
	for i := range 36 {
		if count == 2 || i < 6 {
			c.chain(c.rolled(p, m, []int{1 + i%6, 1 + i/6}[:count]...))
		}
	}
}

// moves compares the moves of a position, and what a share of them leads to.
func (c comparison) moves(p engine.Position, m model, share int) {
	c.Helper()
	choices := m.choices()
	want := slices.Sorted(maps.Keys(choices))
	got := make([]string, 0, len(want))
	for move := range p.Moves() {
		got = append(got, string(move))
	}
	if !slices.Equal(got, want) {
		c.Fatalf("%s: %s: moves\n%v, but by the slow rules\n%v", c.variant, p, got, want)
	}
	if p.Count() != len(want) {
		c.Fatalf("%s: %s: Count is %d, but there are %d moves", c.variant, p, p.Count(), len(want))
	}
	for i := 0; i < len(want); i += share {
		after, err := p.Play(engine.Move(want[i]))
		if err != nil {
			c.Fatalf("%s: %s: %s: %v", c.variant, p, want[i], err)
		}
		slow := choices[want[i]]
		c.same(m.text(), want[i], after, slow)
		c.chain(after, slow)
		c.met["move: "+kindOf(want[i])]++
	}
}

// kindOf names what a move is.
func kindOf(move string) string {
	scores := ""
	if strings.HasSuffix(move, "*") {
		scores = " that scores"
	}
	if !strings.Contains("KGDICPB", move[:1]) {
		return "two markers" + scores
	}
	return move[:1] + scores
}

// others sees that the moves which another throw would allow are refused.
func (c comparison) others(p engine.Position, m model, a, b int) {
	c.Helper()
	other := m
	other.throw = fmt.Sprintf("%d-%d", a, b)
	legal := m.choices()
	for move := range other.choices() {
		if _, ok := legal[move]; ok != (p.Check(engine.Move(move)) == nil) {
			c.Fatalf("%s: %s: %s is legal: %v by the slow rules, but Check says: %v", c.variant, p, move, ok, p.Check(engine.Move(move)))
		}
	}
}

func TestGameAgreesWithSlow(t *testing.T) {
	r := sampler{Rand: rand.New(rand.NewPCG(7, 7))}
	met := map[string]int{}
	positions := enginetest.Size(80_000)
	for n := range positions {
		variant, m := r.sample()
		c := comparison{t, variant, met}
		before := c.position(m)
		a, b := r.throw()
		p, slow := c.rolled(before, m, a, b)
		if n%8 == 0 {
			for i := range 36 {
				c.rolled(before, m, 1+i%6, 1+i/6)
			}
		}
		if slow.side != m.side || slow.phase != "play" && slow.phase != "penalty" {
			met["no play"]++
		}
		share := 1
		if slow.phase == "penalty" {
			share = 1 + slow.count()/20
		}
		c.moves(p, slow, share)
		if slow.phase == "play" && slow.throw != "?" {
			c.others(p, slow, 1+r.IntN(6), 1+r.IntN(6))
		}
		if m.keepers {
			keeper := m.beforeThrow(m.side)
			c.moves(c.position(keeper), keeper, 1)
		}
	}
	if r.refused > positions/10 {
		t.Errorf("the game refuses %d positions against %d", r.refused, positions)
	}
	t.Log(r.refused, "refused;", met)
	for _, kind := range []string{
		"no play", "over: target", "over: full time", "over: last goal", "over: goalless",
		"die dice: 2", "penalty dice: 1", "keeper dice: 1", "block dice: 1", "block dice: 2",
		"side moves: kickoff", "side moves: keeper", "side moves: block", "side moves: play", "side moves: penalty",
		"move: two markers", "move: two markers that scores", "move: D", "move: D that scores", "move: I", "move: C", "move: P", "move: G", "move: B",
	} {
		if met[kind] == 0 {
			t.Errorf("nothing was of the kind %q", kind)
		}
	}
}

// Positions made for one rule each, with every throw, for both sides, and with the
// keeper who defends on each point in the way.
func TestDrillsAgreeWithSlow(t *testing.T) {
	met := map[string]int{}
	for _, drill := range []struct{ name, markers, keepers string }{
		{"a direct free kick from far away", "b10,b11,h11", "d12,e13,f14,g15,f15"},
		{"a direct free kick over the whole board", "d4,e6,k15", "e15,f15"},
		{"two ways into the mouth", "c14,f14,i14", "e15,f15,g15"},
		{"a marker in the way of one of two", "d13,e15,f14", "f15,g15"},
		{"both ways closed", "e15,f14,g15", "f15,e14"},
		{"a shot through a keeper far out", "c14,e13,h14", "e12,f14,g15,i12"},
		{"a marker on the keeper", "d12,f14,h12", "f14,f15,d12"},
		{"all markers in the area", "d13,f12,h14", "f13,f15"},
		{"on the penalty point", "b12,f13,j11", "f13,f15,c12"},
		{"next to the area", "b15,j15,f12", "f15,i15"},
		{"in the mouth", "e15,f15,g15", "f15,f14"},
		{"two corners", "a15,f8,k15", "f15,c15"},
		{"the corners of their own", "a1,f8,k1", "f15"},
		{"on one line", "d10,e11,f12", "f15,g13"},
		{"on one column", "f12,f13,f14", "f15,e15"},
		{"at the border", "a13,a14,k14", "e15,g15"},
	} {
		keepers := placesOf(drill.keepers)
		for i := range 2 * 3 * len(keepers) {
			side, variant, keeper := i%2, everyVariant[i/2%3], keepers[i/6]
			c := comparison{t, variant, met}
			m := modelStart(variant)
			m.phase, m.throw, m.side, m.possession = "play", "?", side, 199+side
			for _, p := range placesOf(drill.markers) {
				m.markers = append(m.markers, p.seenBy(side))
			}
			m.markers = sorted(m.markers)
			if m.keeper[1-side] = keeper.seenBy(side); !m.keepers {
				m.keeper = [2]place{}
			}
			if _, err := (Game{}).Parse(variant, m.text()); err != nil && m.taken(m.keeper[1-side]) {
				met["no position: "+drill.name]++
				continue
			}
			before := c.position(m)
			for throw := range 36 {
				p, slow := c.rolled(before, m, 1+throw%6, 1+throw/6)
				c.moves(p, slow, 1+slow.count()/enginetest.Size(100))
			}
		}
	}
	t.Log(met)
}

func TestWholeMatchesAgreeWithSlow(t *testing.T) {
	met := map[string]int{}
	for i := range enginetest.Size(120) {
		r := rand.New(rand.NewPCG(8, uint64(i)))
		c := comparison{t, everyVariant[i%len(everyVariant)], met}
		p, err := Game{}.Start(c.variant)
		if err != nil {
			t.Fatal(err)
		}
		m := modelStart(c.variant)
		c.same("", "the start", p, m)
		for m.phase != "over" {
			if _, count := m.due(); count > 0 {
				p, m = c.rolled(p, m, []int{1 + r.IntN(6), 1 + r.IntN(6)}[:count]...)
				continue
			}
			move := p.Random(r)
			c.moves(p, m, 1_000_000)
			if p, err = p.Play(move); err != nil {
				t.Fatal(err)
			}
			before := m.text()
			m = m.play(string(move))
			c.same(before, string(move), p, m)
			if c.position(m).String() != m.text() {
				t.Fatalf("%s: %s is not read back", c.variant, m.text())
			}
		}
		met["over"]++
	}
	t.Log(met)
}

func TestPerftAgreesWithSlow(t *testing.T) {
	agree := func(variant string, m model, depth int) {
		p := comparison{t, variant, nil}.position(m)
		got, err := engine.Perft(p, depth)
		if want := m.perft(depth); err != nil || got != want {
			t.Errorf("%s: %s: perft %d is %d (%v), but by the slow rules %d", variant, p, depth, got, err, want)
		}
	}
	r := sampler{Rand: rand.New(rand.NewPCG(9, 9))}
	for range enginetest.Size(100) {
		variant, m := r.sample()
		agree(variant, m, 1)
	}
	agree("professional", modelOf("professional", "keeper B e8,f8,g8 ? 0:0 1 f1,f15 - -"), 2)
	agree("blocking", modelOf("blocking", "play W c14,e13,h14 1-3 0:0 1 f1,f15 - -"), 3)
}

// The standing order to follow (DECISION O14). Among markers equally advanced the
// rules name none, so any of them will do.
func TestTheTrackingKeeperAgreesWithSlow(t *testing.T) {
	r := sampler{Rand: rand.New(rand.NewPCG(10, 10))}
	for range enginetest.Size(20_000) {
		variant, m := r.sample()
		if !m.keepers {
			continue
		}
		m = m.beforeThrow(m.side)
		p := comparison{t, variant, nil}.position(m)
		move, ok := Game{}.Auto(p, "track")
		if want := m.tracks(); !ok || !slices.Contains(want, string(move)) {
			t.Fatalf("%s: %s: the keeper goes %s, but by the slow rules one of %v", variant, p, move, want)
		}
		from := m.keeper[m.side].text()
		if move, ok := (Game{}).Auto(p, "stay"); !ok || string(move) != "G "+from+"-"+from {
			t.Fatalf("%s: the keeper who stays goes %s", p, move)
		}
		if move, ok := (Game{}).Auto(p, "ask"); ok {
			t.Fatalf("%s: the keeper who asks goes %s", p, move)
		}
	}
}
