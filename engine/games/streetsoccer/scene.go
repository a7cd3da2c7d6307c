package streetsoccer

import "kickabout/engine"

// A phase says what a position is about; its text stands in notation.go.
type phase uint8

const (
	placing phase = iota
	kickoff
	turn
	restart
	over
)

// undue is the die of a placing before which nothing is thrown.
const undue = dieFaces + 1

// A scene is what the moves of a throw depend on: where figures and ball are, and
// which side is to do what with which die.
type scene struct {
	outfielders [2]area
	keeper      [2]square // nowhere before a placing that puts it on the pitch
	ball        square    // nowhere in a restart, after a goal that ended the match, and before the throw says who kicks off
	phase       phase
	side        colour // that acts; once over, that acted last
	die         uint8  // 0: still to be thrown; in placing and kickoff the kick-off value D, or undue
}

// figures returns the squares of a side's figures, the keeper's among them.
func (sc *scene) figures(c colour) area { return (sc.outfielders[c] | one(sc.keeper[c])) & pitch }

// occupied returns the squares of all figures.
func (sc *scene) occupied() area { return sc.figures(yellow) | sc.figures(red) }

// Next says what the position waits for.
func (sc scene) Next() engine.Next {
	if sc.phase == over {
		return engine.Next{}
	}
	if sc.die != 0 {
		return engine.Next{Side: sc.side.side()}
	}
	switch sc.phase {
	case turn:
		return engine.Next{Dice: engine.Dice{Label: turnDie, Count: 1, Sides: dieFaces}}
	case restart:
		return engine.Next{Dice: engine.Dice{Label: restartDie, Count: 1, Sides: dieFaces}}
	}
	return engine.Next{Dice: engine.Dice{Label: kickoffDice, Count: 2, Sides: dieFaces}}
}

// stand moves a figure of a side.
func (sc *scene) stand(c colour, from, to square) {
	if from == sc.keeper[c] {
		sc.keeper[c] = to
		return
	}
	sc.outfielders[c] = sc.outfielders[c]&^one(from) | one(to)
}
