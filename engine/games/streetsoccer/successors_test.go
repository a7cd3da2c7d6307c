package streetsoccer

import (
	"math/rand/v2"
	"slices"
	"testing"

	"kickabout/engine/enginetest"
)

// distinctBySlow returns the texts of the distinct positions that the slow rules
// lead to, sorted.
func distinctBySlow(p position) []string {
	slow := slowOf(p)
	legal, _ := slow.choices()
	var texts []string
	for _, m := range legal {
		texts = append(texts, slow.play(m).text())
	}
	slices.Sort(texts)
	return slices.Compact(texts)
}

// sameSuccessors sees that the three ways to have the successors of a position
// agree with each other and with the texts wanted.
func sameSuccessors(t *testing.T, p position, want []string) {
	t.Helper()
	made, briefs := p.successors(nil), p.briefs(nil)
	if p.bulk() != len(want) || len(made) != len(want) || len(briefs) != len(want) {
		t.Fatalf("%s: bulk %d, %d positions, %d briefs; by the slow rules %d positions", p, p.bulk(), len(made), len(briefs), len(want))
	}
	texts := make([]string, len(made))
	for i, q := range made {
		texts[i] = q.String()
		if after := p.after(briefs[i].decision()); after != q {
			t.Fatalf("%s: brief %d leads to\n%s, and the successor is\n%s", p, i, after, q)
		}
	}
	slices.Sort(texts)
	if !slices.Equal(texts, want) {
		t.Fatalf("%s: successors\n%v, but by the slow rules\n%v", p, texts, want)
	}
}

// TestSuccessorsAgreeWithSlow goes through positions of the kinds where generators
// go wrong: see sampler.
func TestSuccessorsAgreeWithSlow(t *testing.T) {
	eachProfile(t, func(t *testing.T, rules uint8) {
		r := sampler{rand.New(rand.NewPCG(8, 8))}
		for n := 0; n < samplesOf(rules); {
			if p := r.sample(rules).thrown([]int{1 + r.IntN(dieFaces)}); p.die != 0 {
				sameSuccessors(t, p, distinctBySlow(p))
				n++
			}
		}
	})
}

func TestNobodyHasMoreSuccessorsThanABufferHolds(t *testing.T) {
	r := sampler{rand.New(rand.NewPCG(9, 9))}
	most := 0
	for range enginetest.Size(500_000) {
		p := r.sample(0).thrown([]int{6})
		most = max(most, p.bulk())
	}
	t.Logf("at most %d successors", most)
	if most > mostSuccessors {
		t.Errorf("%d successors, and callers have room for %d", most, mostSuccessors)
	}
}

func TestSuccessorsAllocateNothing(t *testing.T) {
	turns := someTurns(t)
	briefs, made := make([]brief, 0, mostSuccessors), make([]position, 0, mostSuccessors)
	for name, f := range map[string]func(p *position){
		"bulk":       func(p *position) { p.bulk() },
		"briefs":     func(p *position) { p.briefs(briefs) },
		"successors": func(p *position) { p.successors(made) },
	} {
		if n := testing.AllocsPerRun(5, func() {
			for i := range turns {
				f(&turns[i])
			}
		}); n != 0 {
			t.Errorf("%s allocates %v times in %d positions", name, n, len(turns))
		}
	}
}

// BenchmarkSuccessors has the distinct successors of turns counted, listed into a
// buffer, and made as positions; each reports how many a second.
func BenchmarkSuccessors(b *testing.B) {
	turns := someTurns(b)
	bench := func(name string, f func(p *position) int) {
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			n, sum := 0, 0
			for b.Loop() {
				sum += f(&turns[n%len(turns)])
				n++
			}
			b.ReportMetric(float64(sum)/float64(n), "successors/op")
			b.ReportMetric(float64(sum)/b.Elapsed().Seconds()/1e6, "M-successors/s")
		})
	}
	briefs, made := make([]brief, 0, mostSuccessors), make([]position, 0, mostSuccessors)
	bench("bulk", func(p *position) int { return p.bulk() })
	bench("list", func(p *position) int { return len(p.briefs(briefs)) })
	bench("made", func(p *position) int { return len(p.successors(made)) })
}
