package analysis

import "kickabout/engine"

// A Mark says that a part stands out.
type Mark string

// The marks: of decisions by what they cost, of throws by their luck to the side that
// threw.
const (
	Inaccuracy Mark = "inaccuracy"
	Mistake    Mark = "mistake"
	Blunder    Mark = "blunder"
	Lucky      Mark = "lucky"
	Joker      Mark = "joker"
	Unlucky    Mark = "unlucky"
	Antijoker  Mark = "antijoker"
)

// From where on parts are marked, in thousandths of a point.
const (
	inaccuracyCost = 100
	mistakeCost    = 250
	blunderCost    = 500
	luckyThrow     = 500
	jokerThrow     = 1000
)

// markOf returns the mark of a decision's cost or of a throw's luck to its side.
func markOf(p Part) Mark {
	luck := signOf(p.Side) * p.Luck
	switch {
	case p.Cost >= blunderCost:
		return Blunder
	case p.Cost >= mistakeCost:
		return Mistake
	case p.Cost >= inaccuracyCost:
		return Inaccuracy
	case luck >= jokerThrow:
		return Joker
	case luck >= luckyThrow:
		return Lucky
	case luck <= -jokerThrow:
		return Antijoker
	case luck <= -luckyThrow:
		return Unlucky
	}
	return ""
}

// levels are the levels of play, by what a decision with a choice may cost on average,
// in thousandths of a point. They were measured with bots of StreetSoccer.
var levels = []struct {
	cost int
	name string
}{
	{15, "master"}, {30, "expert"}, {50, "strong"}, {80, "club"}, {110, "beginner"},
}

// Level names how well a side played, as the judge sees it; "" if it never had a choice.
func (a Analysis) Level(s engine.Side) string { return LevelOf(a.Cost(s), a.Decisions(s)) }

// LevelOf names how well somebody played whose decisions with a choice, so many, cost so much in all; "" of
// none.
func LevelOf(cost, decisions int) string {
	if decisions == 0 {
		return ""
	}
	for _, l := range levels {
		if cost <= l.cost*decisions {
			return l.name
		}
	}
	return "newcomer"
}
