package league

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"kickabout/engine"
)

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

// A RulingRequest is that a player wants a ruling in a running match (R-FF-14).
type RulingRequest struct {
	Tournament, Title string // its id and its name
	Seq               int    // of its event in the log; 0: before what was looked through
	Match             string // id
	By, Against       Player
	At                time.Time // zero: before what was looked through
	Text              string    // likewise
}

// LongestRequest is how many letters such a request may have.
const LongestRequest = 300

// ParseRulingRequest reads the text of such an event of a tournament's log, and of the answer to it, where it names no opponent.
func ParseRulingRequest(d Decision) (match, against, text string) {
	match, text, _ = strings.Cut(d.Text, " ")
	if d.Act == ActRequested {
		against, text, _ = strings.Cut(text, " ")
	}
	return match, against, text
}

// RemovedText stands for what somebody said whose words the moderators have taken away.
const RemovedText = "(removed by the moderators)"

// RequestName names what was said in a request by its event, as the Subject of a sanction does: "tournament/rNUMBER".
func RequestName(tournament string, seq int) string { return fmt.Sprintf("%s/r%d", tournament, seq) }

// Unsaid is the text of a request of which the moderators have taken away what was said.
func Unsaid(d Decision) string {
	match, against, _ := ParseRulingRequest(d)
	return match + " " + against + " " + RemovedText
}

// request adds that a player wants a ruling in a match of theirs, or that they are answered.
func (t *ledger) request(d Decision) error {
	match, against, text := ParseRulingRequest(d)
	role := WantsRuling(match)
	open := slices.ContainsFunc(t.Roles, func(a Appointment) bool { return a.Role == role })
	switch {
	case d.Player.ID == "" || match == "" || text == "":
		return fmt.Errorf("%q is no text of a ruling that is wanted by %q", d.Text, d.Player.ID)
	case d.Act == ActAnswered && t.byDirector(d.By, "answer") != nil:
		return t.byDirector(d.By, "answer")
	case d.Act == ActAnswered && !t.dismiss(d.Player.ID, role):
		return Errorf(Stale, "%s does not ask for a ruling in this game any more.", d.Player.Name)
	case d.Act == ActAnswered:
		return nil
	case d.By.ID != d.Player.ID || t.find(d.Player.ID) < 0 || t.find(against) < 0:
		return fmt.Errorf("%q asks for a ruling in a match of %q against %q", d.By.ID, d.Player.ID, against)
	case t.State != Running:
		return Errorf(Stale, "This tournament is not being played.")
	case open:
		return Errorf(Stale, "A ruling has been asked for in this game already, and the answer is still to come.")
	}
	t.Roles = append(t.Roles[:len(t.Roles):len(t.Roles)], Appointment{d.Player, role})
	return nil
}
