package league

import "kickabout/engine"

// Ruling is what a director may do to a running match.
type Ruling string

// The rulings.
const (
	RuleVoid       Ruling = "void"       // it counts for nobody
	RuleFirst      Ruling = "first"      // lost by First, by forfeit
	RuleSecond     Ruling = "second"     // lost by Second
	RuleBoth       Ruling = "both"       // lost by both
	RuleAdjudicate Ruling = "adjudicate" // decided over the board as it stands, see Adjudicate
)

// Rulings lists them.
func Rulings() []Ruling {
	return []Ruling{RuleVoid, RuleFirst, RuleSecond, RuleBoth, RuleAdjudicate}
}

// MatchRulings is a running match of a tournament with what each ruling would do.
type MatchRulings struct {
	Match      Match
	Tournament Tournament
	Before     []Row // of the match's group; nil where it has no table
	Effects    []RulingEffect
}

// RulingEffect is what a ruling comes to.
type RulingEffect struct {
	Ruling  Ruling
	Outcome engine.Outcome
	Rows    []Row // the table after it; nil where there is none
}

// GrantDays is how many days a director gives at once (R-TC-7).
const GrantDays = 14
