package onetwofun

import (
	"bytes"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"kickabout/engine/bot"
	"kickabout/engine/enginetest"
)

// eachPlan runs a test for the plan of each variant that has one.
func eachPlan(t *testing.T, test func(t *testing.T, r rules, pl *plan)) {
	for _, variant := range []string{"professional", "blocking"} {
		t.Run(variant, func(t *testing.T) {
			r, err := rulesOf(variant)
			if err != nil {
				t.Fatal(err)
			}
			test(t, r, r.plan())
		})
	}
}

// nearPosition returns a position before a throw of White, whose markers are near and whose
// opponent's keeper is at any post.
func nearPosition(r rules, n *rand.Rand) position {
	p := r.start()
	list := n.Perm(nearPlaces)
	for i := range p.markers {
		p.markers[i] = nearPoint(list[i])
	}
	p.order()
	p.phase, p.keepers[black] = play, postPoint(n.IntN(posts))
	return p
}

// TestPlansAgreeWithThemselves: what a place is worth before a throw is the mean of what the
// best decisions are worth after each, by the rules as a match is played by them. A plan's
// bytes round, and its places with a marker behind the centre line know no keeper.
func TestPlansAgreeWithThemselves(t *testing.T) {
	eachPlan(t, func(t *testing.T, r rules, pl *plan) {
		n := rand.New(rand.NewPCG(21, 21))
		size, sum := enginetest.Size(2000), 0.0
		for range size {
			p := nearPosition(r, n)
			mean := float32(0)
			for a := 1; a <= faces; a++ {
				for b := 1; b <= faces; b++ {
					q := p.thrown([]int{a, b})
					if q.possession != p.possession {
						mean += pl.handed(white, &p.markers)
						continue
					}
					_, v := pl.best(&q)
					mean += v
				}
			}
			post, _ := white.post(p.keepers[black])
			off := math.Abs(float64(mean/(faces*faces) - pl.before(white, &p.markers, post)))
			if sum += off; off > 0.05 {
				t.Errorf("%s is worth %.4f, and after a throw %.4f", p, pl.before(white, &p.markers, post), mean/(faces*faces))
			}
		}
		t.Logf("%.4f apart, kick-off %.4f", sum/float64(size), pl.kickOff)
		if sum/float64(size) > 0.004 {
			t.Errorf("%.4f apart on average", sum/float64(size))
		}
	})
}

func TestAPlanIsTheSameForBothSidesAndMirrored(t *testing.T) {
	eachPlan(t, func(t *testing.T, r rules, pl *plan) {
		n := rand.New(rand.NewPCG(22, 22))
		for range 1000 {
			p := nearPosition(r, n)
			turned := p.turnedRound()
			k, _ := white.post(p.keepers[black])
			other, ok := black.post(turned.keepers[white])
			if !ok || other != mirroredPost(k) || pl.before(white, &p.markers, k) != pl.before(black, &turned.markers, other) {
				t.Fatalf("%s at post %d: %v, turned round at %d: %v", p, k, pl.before(white, &p.markers, k), other, pl.before(black, &turned.markers, other))
			}
			if m := mirrored(&p.markers); pl.before(white, &p.markers, k) != pl.before(white, m, mirroredPost(k)) {
				t.Fatalf("%s is not worth the same mirrored", p)
			}
		}
	})
}

// TestPostsStopWhatTheRulesStop compares stops with stoppable, by which matches are played. Every other
// shot comes from the point with two ways into the goal.
func TestPostsStopWhatTheRulesStop(t *testing.T) {
	r, err := rulesOf("blocking")
	if err != nil {
		t.Fatal(err)
	}
	n := rand.New(rand.NewPCG(23, 23))
	both, stopped := at('f', rows-1), 0
	for i := range enginetest.Size(100_000) {
		p := nearPosition(r, n)
		from := p.markers[n.IntN(markersInPlay)]
		if i%2 == 0 && !p.markerOn(both) {
			p.move(from, both)
			from = both
		}
		total := 1 + n.IntN(2*faces)
		stops := p.stops(from, total)
		for k := range posts {
			p.keepers[black] = postPoint(k)
			if p.stoppable(slices.Index(p.markers[:], from), int8(total)) != (stops>>k&1 != 0) {
				t.Fatalf("%s, the marker on %v shoots with %d: the posts that stop it are %b", p, from, total, stops)
			}
		}
		if stops != 0 {
			stopped++
		}
	}
	if stopped == 0 {
		t.Error("no shot passes over a keeper")
	}
}

func TestAPlanComesOutOfItsFileAgain(t *testing.T) {
	eachPlan(t, func(t *testing.T, _ rules, pl *plan) {
		again := readPlan(pl.file())
		if !bytes.Equal(pl.near, again.near) || !bytes.Equal(pl.far, again.far) || pl.kickOff != again.kickOff || pl.kickOff < 0.5 {
			t.Errorf("a kick-off worth %.3f, and read again %.3f", pl.kickOff, again.kickOff)
		}
	})
}

// TestEmbeddedPlansAreWhatIsWorkedOut works out the whole plans, which takes minutes.
func TestEmbeddedPlansAreWhatIsWorkedOut(t *testing.T) {
	if !enginetest.Proving() {
		t.Skip("only where the long proofs are run")
	}
	if !bytes.Equal(PlanProfessional(), professionalPlan) || !bytes.Equal(PlanBlocking(), blockingPlan) {
		t.Error("go run ./cmd/dev learn gives other files")
	}
}

// TestHardBeatsMediumWhereThereAreKeepers lets them meet with the same throws and the first move
// changing hands.
func TestHardBeatsMediumWhereThereAreKeepers(t *testing.T) {
	eachPlan(t, func(t *testing.T, r rules, _ *plan) {
		n, won := enginetest.Sized(100, 2000), 0
		for i := range n {
			dice := rand.New(rand.NewPCG(24, uint64(i/2)))
			hard := colour(i % 2)
			p := r.start()
			for p.phase != over {
				if p.Next().Dice.Count > 0 {
					p = anyStep(p, dice)
					continue
				}
				level := bot.Medium
				if p.actor() == hard {
					level = bot.Hard
				}
				m, _ := p.Think(level, dice)
				after, err := p.Play(m)
				if err != nil {
					t.Fatal(err)
				}
				p = after.(position)
			}
			if p.Outcome().Winner == hard.side() {
				won++
			}
		}
		points := 5 * float64(won) / float64(n)
		t.Logf("hard wins %d of %d matches", won, n)
		clearly := 2.55
		if r.blocks {
			clearly = 3
		}
		if points < clearly {
			t.Errorf("hard takes %.2f points of 5 against medium", points)
		}
	})
}
