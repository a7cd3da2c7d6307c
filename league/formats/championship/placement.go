package championship

import (
	"cmp"
	"slices"
)

// The sizes of groups (R-CH-1): what one has by the rule, and its bounds.
const (
	groupSize  = 9
	groupLeast = 5
	groupMost  = 11
)

// groupsOf is how many groups a level has, but for the lowest one (R-CH-1).
func groupsOf(level int) int { return 1 << (level - 1) }

// Capacity is how many players a pyramid of so many levels holds: 9, 27, 63 …
func Capacity(levels int) int { return groupSize * (groupsOf(levels+1) - 1) }

// Candidate is a player who wants a place in the next season.
type Candidate struct {
	Player string
	Rating float64
	Last   Ended // how they ended the last season; zero for a newcomer
	Away   int   // seasons since a former member played; 0 for all others
}

// Ended is how a player ended a season.
type Ended struct {
	Level, Group int // from 1
	Rank         int
	Points       int // tournament points, in tenths
	SON          int // in hundredths
	Played       int
	Lifted       bool // counts as a season one level higher (R-CO-3)
}

// The last ranks that go up and that stay (R-CH-5).
const (
	lastUp   = 2
	lastStay = 5
)

// Place shares out the players of a season to the levels (R-CH-6), the top one first,
// within a level in the order of their placement. It does not depend on the order of the
// candidates. Fewer than three of them make no season.
func Place(all []Candidate) [][]Candidate {
	p := sorted(all)
	var levels [][]Candidate
	for level := 1; p.left > 0; level++ {
		levels = append(levels, p.level(level))
	}
	return levels
}

// A class of returning players is asked for together.
type class struct {
	level int // that they played in
	rank  int // 1: up, 3, 4: fourth and fifth, 6: sixth and lower
}

// classOf is the class of a returning player.
func classOf(e Ended) class {
	rank := e.Rank
	switch {
	case rank <= lastUp:
		rank = 1
	case rank == lastStay:
		rank = 4
	case rank > lastStay:
		rank = lastStay + 1
	}
	if e.Lifted {
		return class{max(1, e.Level-1), rank}
	}
	return class{e.Level, rank}
}

// pool holds who has no place yet.
type pool struct {
	classes map[class][]Candidate // each in the order of R-CH-6
	deepest int                   // level that anybody comes from
	news    []Candidate           // newcomers, likewise
	left    int
}

func sorted(all []Candidate) *pool {
	p := &pool{classes: map[class][]Candidate{}, left: len(all)}
	for _, c := range all {
		if c.Last.Level == 0 {
			p.news = append(p.news, c)
			continue
		}
		p.classes[classOf(c.Last)] = append(p.classes[classOf(c.Last)], c)
		p.deepest = max(p.deepest, c.Last.Level)
	}
	for _, members := range p.classes {
		slices.SortFunc(members, byEnd)
	}
	slices.SortFunc(p.news, byReturn)
	return p
}

// byEnd orders a class: rank, points a match, SON a match squared, rating, id.
func byEnd(a, b Candidate) int {
	return cmp.Or(
		cmp.Compare(a.Last.Rank, b.Last.Rank),
		cmp.Compare(b.Last.Points*max(1, a.Last.Played), a.Last.Points*max(1, b.Last.Played)),
		cmp.Compare(b.Last.SON*squared(a.Last.Played), a.Last.SON*squared(b.Last.Played)),
		cmp.Compare(b.Rating, a.Rating),
		cmp.Compare(a.Player, b.Player),
	)
}

func squared(played int) int { return max(1, played*played) }

// byReturn orders newcomers: former members by their weight, then rating, then id. The
// weight is 0.933 for each season away, so it falls with their number.
func byReturn(a, b Candidate) int {
	return cmp.Or(
		cmp.Compare(absence(a), absence(b)),
		cmp.Compare(b.Rating, a.Rating),
		cmp.Compare(a.Player, b.Player),
	)
}

// absence is how many seasons somebody has been away; who never played, forever.
func absence(c Candidate) int {
	if c.Away == 0 {
		return int(^uint(0) >> 1)
	}
	return c.Away
}

// level takes the players of a level, the levels above having been taken.
func (p *pool) level(level int) []Candidate {
	places := groupSize * groupsOf(level)
	var in []Candidate
	for _, c := range rights(level) {
		p.move(&in, c, p.left)
	}
	if p.fit(len(in), level) {
		p.rest(&in, level)
		return in
	}
	want := func() int { return min(places-len(in), p.left-groupLeast) }
	for _, c := range fills(level) {
		p.move(&in, c, want())
	}
	p.moveNews(&in, want())
	return in
}

// rights lists who has a right to a level, in the order of placement: those who come down,
// those who stay, those who go up (R-CH-6 a).
func rights(level int) []class {
	stay := []class{{level, 3}, {level, 4}}
	if level == 1 {
		stay = append([]class{{1, 1}}, stay...)
	}
	return slices.Concat([]class{{level - 1, lastStay + 1}}, stay, []class{{level + 1, 1}})
}

// fills lists whom a level is filled up with, in that order (R-CH-6 b). All of them played
// in this level or the one below, so nobody goes up twice.
func fills(level int) []class {
	return []class{{level + 1, 3}, {level, lastStay + 1}, {level + 1, 4}, {level + 1, lastStay + 1}}
}

// fit says that everybody who has no place yet fits into a level that has so many (R-CH-6 c).
func (p *pool) fit(in, level int) bool {
	places, total := groupSize*groupsOf(level), in+p.left
	below := total - max(in, places)
	return total <= places || below < groupLeast && total <= groupMost*groupsOf(level)
}

// rest takes everybody who has no place yet: returning players by what level they come
// from, then newcomers (R-CH-6 c, d).
func (p *pool) rest(in *[]Candidate, level int) {
	for _, c := range fills(level) {
		p.move(in, c, p.left)
	}
	for from := level; from <= p.deepest; from++ {
		for _, rank := range []int{1, 3, 4, lastStay + 1} {
			p.move(in, class{from, rank}, p.left)
		}
	}
	p.moveNews(in, p.left)
}

// move takes up to n players of a class.
func (p *pool) move(in *[]Candidate, c class, n int) {
	n = max(0, min(n, len(p.classes[c])))
	*in = append(*in, p.classes[c][:n]...)
	p.classes[c] = p.classes[c][n:]
	p.left -= n
}

// moveNews takes up to n newcomers.
func (p *pool) moveNews(in *[]Candidate, n int) {
	n = max(0, min(n, len(p.news)))
	*in = append(*in, p.news[:n]...)
	p.news = p.news[n:]
	p.left -= n
}
