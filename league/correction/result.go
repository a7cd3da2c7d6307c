package correction

import (
	"fmt"
	"strconv"
	"strings"

	"kickabout/engine"
	"kickabout/league"
)

// ResultText writes how a match counts in one word, for logs and rows: "full_time:second:1-2", "goalless:none:0-0".
func ResultText(o engine.Outcome) string {
	return fmt.Sprintf("%s:%s:%d-%d", strings.ReplaceAll(string(o.Ending), " ", "_"), resultSides[o.Winner], o.Score[0], o.Score[1])
}

// resultSides are the winners as a result's text names them.
var resultSides = [3]string{"none", "first", "second"}

// ParseResult undoes ResultText.
func ParseResult(text string) (o engine.Outcome, err error) {
	bad := fmt.Errorf("%q is no result", text)
	parts := strings.Split(text, ":")
	if len(parts) != 3 {
		return o, bad
	}
	o.Ending = engine.Ending(strings.ReplaceAll(parts[0], "_", " "))
	for i, side := range resultSides {
		if side == parts[1] {
			o.Winner = engine.Side(i)
		}
	}
	first, second, _ := strings.Cut(parts[2], "-")
	var err0, err1 error
	o.Score[0], err0 = strconv.Atoi(first)
	o.Score[1], err1 = strconv.Atoi(second)
	if err0 != nil || err1 != nil || o.Ending == "" || ResultText(o) != text {
		return engine.Outcome{}, bad
	}
	return o, nil
}

// Counting returns a state as it counts: with the result that a correction has put in place of the one on the board
// (R-CO-1). It is the one place where a correction takes effect, so that whoever reads a state has it.
func Counting(s league.State, by engine.Outcome) league.State {
	if by.Over() && s.Outcome.Over() {
		s.Outcome, s.Score = by, by.Score
	}
	return s
}
