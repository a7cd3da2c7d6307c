package bot

import (
	"fmt"
	"math"
	"math/rand/v2"

	"kickabout/engine"
)

// opponents are the bots for people, the weakest first. The weakest loses to whoever has just learnt the rules, the
// strongest plays as Hard does, and in each game each takes 3 to 3.5 of 5 points from the one below it.
//
// How strong one is, is its grade in a game (Gauged): the whole part is a style, and the rest is how often it plays as
// the next one does. So whoever meets it sees one who knows better and does not always think of it.
var opponents = [...]thinker{
	{First, "mascot", "Mascot", "Runs about for the fun of it and hardly looks where it kicks. If you have just learnt the rules, you can beat it."},
	{First + 1, "trainee", "Trainee", "In its first season. Now and then it remembers where the goal is."},
	{First + 2, "daydreamer", "Daydreamer", "Would know what to do, and its thoughts are elsewhere most of the time."},
	{First + 3, "jester", "Jester", "For every good move it makes one that the crowd laughs at."},
	{First + 4, "substitute", "Substitute", "Plays well until it gets nervous, and it gets nervous often."},
	{First + 5, "dribbler", "Dribbler", "In love with the ball, and a little better than it looks."},
	{First + 6, "winger", "Winger", "Quick and direct, and now and then too quick."},
	{First + 7, "playmaker", "Playmaker", "Sees most of what there is to see at once. Does not care much about what comes after."},
	{First + 8, "captain", "Captain", "More often than not it thinks of what you may do next. You have to earn your goals."},
	{First + 9, "champion", "Champion", "Thinks as far ahead as its few moments allow. There is nobody better here."},
}

// Opponents is how many bots there are for people.
const Opponents = len(opponents)

// styles are ways to play that grades are made of, the weakest first.
var styles = [...]struct {
	Bot
	does string // in words for players
}{
	{random{}, "makes any move"},
	{glancer{}, "looks at three moves and makes the best of them"},
	{thinker{level: Easy}, "picks a good move, with a slip now and then"},
	{greedy{}, "makes the move that looks best at once"},
	{thinker{level: Medium}, "thinks of what you may do next"},
	{thinker{level: Hard}, "thinks as far ahead as a few moments allow"},
}

// BestGrade is that of a bot that always plays as well as it can.
const BestGrade = float64(len(styles) - 1)

// A Gauged is a game in which the opponents for people have been measured.
type Gauged interface {
	// Grades returns the grade of each opponent in a variant, the weakest first.
	Grades(variant string) *[Opponents]float64
}

// Manners says for players how each opponent plays a variant of a game, the weakest first.
func Manners(g engine.Game, variant string) []string {
	list := make([]string, Opponents)
	for n := range list {
		grade := evenGrade(n)
		if of, ok := g.(Gauged); ok {
			grade = of.Grades(variant)[n]
		}
		list[n] = manner(grade)
	}
	return list
}

// manner says how a grade plays: by tenths of its moves, what it does most often first.
func manner(grade float64) string {
	style, tenths := int(grade), int(math.Round(10*(grade-math.Floor(grade))))
	switch {
	case tenths == 0:
		return styles[style].does
	case tenths == 10:
		return styles[style+1].does
	case tenths > 5:
		return styles[style+1].does + "; " + often(10-tenths) + " it just " + styles[style].does
	}
	return styles[style].does + "; " + often(tenths) + " it " + styles[style+1].does
}

func often(tenths int) string {
	if tenths == 1 {
		return "1 time in 10"
	}
	return fmt.Sprintf("%d times in 10", tenths)
}

// OfGrade returns a bot that plays by a grade in every game.
func OfGrade(grade float64) Bot { return graded(grade) }

type graded float64

func (g graded) ID() string      { return fmt.Sprintf("grade-%.2f", float64(g)) }
func (g graded) Name() string    { return g.ID() }
func (g graded) Summary() string { return "Plays by a grade of " + g.ID() + "." }

func (g graded) Move(p engine.Position, r *rand.Rand) engine.Move {
	m, _ := Graded(p, float64(g), r)
	return m
}

// Graded returns a move by a grade, from 0 to BestGrade, and what it promises to its side; "" unless a side must move.
func Graded(p engine.Position, grade float64, r *rand.Rand) (engine.Move, float64) {
	style := min(int(grade), len(styles)-1)
	if r.Float64() < grade-float64(style) {
		style++
	}
	return Best(styles[style].Bot, p, r)
}

// evenGrade is the grade of an opponent in a game that nobody has measured.
func evenGrade(n int) float64 { return BestGrade * float64(n) / float64(Opponents-1) }

// glimpses is how many moves a glancer looks at.
const glimpses = 3

// glancer plays the best of a few moves, at first sight.
type glancer struct{}

func (glancer) ID() string      { return "glancer" }
func (glancer) Name() string    { return "Glancer" }
func (glancer) Summary() string { return "Looks at three moves and makes the best of them." }

func (glancer) Move(p engine.Position, r *rand.Rand) engine.Move {
	return bestOf(p, func(yield func(engine.Move) bool) {
		for range glimpses {
			if !yield(p.Random(r)) {
				return
			}
		}
	}, r)
}
